"""A simulation's result on the screen."""

from rich.console import Console
from rich.text import Text

from croupier.cli.tables import plain_table
from croupier.odds.simulation.results import SimulationResult
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money


def print_result(out: Console, rules: GameRules, result: SimulationResult) -> None:
    """Every wager beside its exact odds, then sessions, meters and the table."""
    done = "" if result.complete else f" of {result.rounds_asked:,} asked for, interrupted"
    rate = f", {result.rounds_a_second / 1e6:,.2f} million a second"
    out.print(Text(f"{rules.rulebook.title}: {result.rounds:,} rounds{done}{rate}", style="bold"))
    out.print(Text(f"seed {result.seed}, rules {result.digest[:12]}, version {result.version}\n", style="dim"))
    table = plain_table("Seat", "Wager", "Paytable", "Strategy", "Mean", "Std error", "Exact", "Apart", "Sd", "Hold")
    for found in result.results:
        exact = f"{float(found.ev):+.6f}" if found.ev is not None else ""
        apart = f"{found.distance:+.2f}" if found.distance is not None else ""
        hold = f"{found.hold:.3%}" if found.staked_cents else ""
        table.add_row(
            str(found.seat), found.wager, found.paytable, found.strategy, f"{found.mean:+.6f}",
            f"{found.standard_error:.6f}", exact, apart, f"{found.sd:.4f}", hold,
        )  # fmt: skip
    out.print(table)
    out.print(Text("Mean and exact per unit staked; apart in standard errors.\n", style="dim"))
    _sessions(out, result)
    for meter in result.meters:
        out.print(
            f"The {meter.meter} meter showed {money(round(meter.average_cents))} on average and "
            f"{money(meter.highest_cents)} at most; {meter.awards:,} awards, {meter.full_awards:,} of all of it, "
            f"paid {money(meter.paid_cents)}."
        )
    out.print(f"The house held {result.table_hold:.3%} of all that was staked: {money(-result.table_net_cents)}.")


def _sessions(out: Console, result: SimulationResult) -> None:
    if not result.sessions:
        return
    first = result.sessions[0]
    table = plain_table("Seat", "Sessions", "Won", *(f"{percent}%" for percent in first.quantiles_cents))
    for found in result.sessions:
        quantiles = (money(cents) for cents in found.quantiles_cents.values())
        table.add_row(str(found.seat), f"{found.sessions:,}", f"{found.won:.1%}", *quantiles)
    out.print(f"Sessions of {first.rounds:,} rounds, quantiles of what they won or lost:")
    out.print(table)
    out.print()
