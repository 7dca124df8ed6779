"""A simulation's result on the screen."""

from rich.console import Console
from rich.text import Text

from croupier.cli.tables import plain_table
from croupier.odds.simulation.results import SimulationResult
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.phrases import words

ALL, BASE = "all", "base"
RARE = "rare"


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
        apart = RARE if found.rare else apart
        hold = f"{found.hold:.3%}" if found.staked_cents else ""
        table.add_row(
            str(found.seat), found.wager, found.paytable, found.strategy, f"{found.mean:+.6f}",
            f"{found.standard_error:.6f}", exact, apart, f"{found.sd:.4f}", hold,
        )  # fmt: skip
    out.print(table)
    out.print(Text("Mean and exact per unit staked; apart in standard errors.", style="dim"))
    _rare(out, result)
    out.print()
    _sessions(out, result)
    for meter in result.meters:
        out.print(
            f"The {meter.meter} meter showed {money(round(meter.average_cents))} on average and "
            f"{money(meter.highest_cents)} at most; {meter.awards:,} {'award' if meter.awards == 1 else 'awards'}, "
            f"{meter.full_awards:,} of all of it, "
            f"paid {money(meter.paid_cents)}."
        )
    out.print(f"The house held {result.table_hold:.3%} of all that was staked: {money(-result.table_net_cents)}.")


def _rare(out: Console, result: SimulationResult) -> None:
    """Which lines so few rounds need not see even once: until they do, standard errors say nothing."""
    lines: dict[str, float] = {}
    for found in result.results:
        if found.wager not in (BASE, ALL):
            for line, times in found.rare.items():
                lines.setdefault(f"{words(found.wager)} {words(line)}", times)
    if lines:
        told = ", ".join(f"{line} ({times:.2g} times)" for line, times in lines.items())
        out.print(Text(f"{RARE}: not expected once in this run, so nothing to compare: {told}.", style="dim"))


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
