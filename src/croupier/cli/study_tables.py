"""Studies on the screen."""

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from croupier.cli.tables import plain_table
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money

if TYPE_CHECKING:
    from croupier.odds.studies.compare import CompareStudy
    from croupier.odds.studies.errors import ErrorStudy
    from croupier.odds.studies.meter import MeterStudy
    from croupier.odds.studies.ruin import RuinStudy
    from croupier.odds.studies.run import Made
    from croupier.odds.studies.volatility import VolatilityStudy


def _head(out: Console, rules: GameRules, made: "Made", what: str) -> None:
    out.print(Text(f"{rules.rulebook.title}: {what}", style="bold"))
    stakes = ", ".join(f"{wager} {money(cents)}" for wager, cents in made.stakes_cents[0].items())
    rounds = f"{made.rounds:,} rounds, " if made.rounds else ""
    ran = f"{rounds}seed {made.seed}, strategy {made.strategies[0]}, rules {made.digest[:12]}, version {made.version}"
    out.print(Text(f"{stakes}\n{ran}\n", style="dim"))


def _signed(cents: float) -> str:
    return f"{cents / 100:+,.2f}"


def print_ruin(out: Console, rules: GameRules, study: "RuinStudy") -> None:
    """How sessions end, and the quantiles of their results."""
    bankroll = study.rules
    _head(out, rules, study.made, f"sessions of {bankroll.hands:,} hands with {money(bankroll.bankroll_cents)}")
    table = plain_table("Ends", "Sessions", "Std error", "Exact")
    for ending in study.endings:
        exact = "" if ending.exact is None else f"{ending.exact:.4%}"
        table.add_row(ending.end, f"{ending.share:.3%}", f"{ending.standard_error:.3%}", exact)
    out.print(table)
    out.print(
        f"{study.sessions:,} sessions, of {study.mean_hands:,.1f} hands and {_signed(study.mean_cents)} dollars on "
        f"average. Ruined is who cannot cover a hand of {money(bankroll.least_cents)}.\n"
    )
    quantiles = plain_table("Won or lost, dollars", *(f"{percent}%" for percent in study.quantiles_cents))
    quantiles.add_row("played", *(_signed(cents) for cents in study.quantiles_cents.values()))
    if study.exact_quantiles_cents:
        quantiles.add_row("exact", *(_signed(cents) for cents in study.exact_quantiles_cents.values()))
    out.print(quantiles)


def print_volatility(out: Console, rules: GameRules, study: "VolatilityStudy") -> None:
    """Spread over many hands."""
    _head(out, rules, study.made, "volatility")
    how = "exact" if study.exact else f"standard error of the mean {study.standard_error_cents / 100:.4f}"
    n0 = f", N0 {study.n0_hands:,.0f} hands" if study.n0_hands else ""
    out.print(
        f"A hand stakes {study.staked_cents / 100:.2f} dollars and wins {study.mean_cents / 100:+.4f} on average with "
        f"a deviation of {study.sd_cents / 100:.4f} (variance {study.sd_cents**2 / 1e4:.4f}; {how}){n0}.\n"
    )
    table = plain_table("Hands", "Mean", "Deviation", "90% within", "Index", "Ahead", "Ahead, exact")
    for spread in study.spreads:
        exact = "" if spread.exact_ahead is None else f"{spread.exact_ahead:.3%}"
        table.add_row(
            f"{spread.hands:,}", _signed(spread.mean_cents), f"{spread.sd_cents / 100:,.2f}",
            f"± {spread.band_cents / 100:,.2f}", f"{spread.index:.3%}", f"{spread.ahead:.3%}", exact,
        )  # fmt: skip
    out.print(table)
    out.print(
        Text("Index: the band as a share of all that is staked. Ahead: by the normal law, and exactly.", style="dim")
    )


def print_errors(out: Console, rules: GameRules, study: "ErrorStudy") -> None:
    """Every kind of error, dearest for the house first."""
    _head(out, rules, study.made, f"errors in {study.rate:.3g} of the chances for them")
    table = plain_table("Wager", "Error", "Chances a hand", "Player gets", "Costs the house", "Std error")
    for error in study.errors:
        table.add_row(
            error.wager, error.error, f"{error.chance:.4%}", _signed(error.player_cents), _signed(error.cost_cents),
            f"{error.standard_error_cents / 100:,.2f}",
        )  # fmt: skip
    out.print(table)
    out.print(
        f"\nDollars: for each error, and in 1,000 hands, in which the house wins {study.house_cents / 100:,.2f}. "
        f"Errors for the player, each kind at this rate, cost it {study.lost_cents / 100:,.2f}; "
        f"those against the player bring {study.gained_cents / 100:,.2f}."
    )


def print_compare(out: Console, first: GameRules, second: GameRules, study: "CompareStudy") -> None:
    """Wager by wager, and the difference with its error."""
    _head(out, first, study.made, f"against {second.rulebook.rulebook}, rules {study.other.digest[:12]}")
    table = plain_table("Wager", "First", "Second", "Cents a round", "Cents a round", "Difference", "Exact")
    for wager in study.wagers:
        exact = "" if wager.exact_cents is None else f"{wager.exact_cents:+.5f}"
        table.add_row(
            wager.wager, wager.paytable, wager.other_paytable, f"{wager.cents:+.4f}", f"{wager.other_cents:+.4f}",
            f"{wager.difference_cents:+.5f}", exact,
        )  # fmt: skip
    exact = "" if study.exact_cents is None else f"{study.exact_cents:+.5f}"
    table.add_row(
        "all", "", "", f"{study.cents:+.4f}", f"{study.other_cents:+.4f}", f"{study.difference_cents:+.5f}", exact
    )
    out.print(table)
    if study.times_fewer is None:
        out.print("\nNot one round came out differently.")
        return
    apart = "" if study.distance is None else f", {study.distance:+.2f} of them from the exact difference"
    word = "gives the player" if study.difference_cents >= 0 else "costs the player"
    out.print(
        f"\nThe second {word} {abs(study.difference_cents):.5f} cents a round, with a standard error of "
        f"{study.standard_error_cents:.5f}{apart}. On cards of their own it would be "
        f"{study.independent_error_cents:.5f}, and take {study.times_fewer:,.0f} times the rounds for the same."
    )


def print_meter(out: Console, rules: GameRules, study: "MeterStudy") -> None:
    """Each meter's life, the long run, and the linked tables."""
    _head(out, rules, study.made, f"meters through {study.awards:,} awards")
    table = plain_table("Meter", "Rate", "Reset", "Break-even", "Reached", "Exact", "Above it", "Average",
                        "Hours to win", "To even")  # fmt: skip
    for life in study.meters:
        table.add_row(
            life.meter, f"{life.rate_percent:g}%", money(life.reset_cents), _or_none(life.break_even_cents),
            "" if life.reached is None else f"{life.reached:.2%}",
            "" if life.exact_reached is None else f"{life.exact_reached:.2%}",
            "" if life.above is None else f"{life.above:.2%}", money(round(life.average_cents)),
            _hours(life.hours_per_cycle), _hours(life.hours_to_break_even),
        )  # fmt: skip
    out.print(table)
    out.print(
        f"\nOf each unit staked {study.return_at_reset:.3%} comes back at the reset amounts and "
        f"{study.long_run_return:.3%} in the long run; {study.edge_to_player:.2%} of the wagers are made with an edge "
        "for the player. Reached: share of the lives of a meter that see break-even, followed and exact.\n"
    )
    returns = plain_table("Long run, all rates", *(f"{rate:g}%" for rate, times, _ in study.returns if times == 1))
    for multiple in (1, 2, 5):
        back = [f"{value:.2%}" for _, times, value in study.returns if times == multiple]
        returns.add_row("reset as filed" if multiple == 1 else f"{multiple} times the reset", *back)
    out.print(returns)
    out.print()
    shares = plain_table("Table", "Seats", "Share", "Puts in", "Is paid", "Luck", "Hours between full awards")
    for share in study.tables:
        shares.add_row(
            str(share.table), str(share.seats), f"{share.share:.1%}", money(round(share.contributed_cents)),
            money(round(share.paid_cents)), f"± {money(round(share.paid_sd_cents))}",
            _hours(share.hours_per_full_award),
        )  # fmt: skip
    out.print(shares)
    out.print(Text(f"In 1,000 hours at {study.hands_per_hour} hands an hour; luck is one deviation.", style="dim"))


def _or_none(cents: int | None) -> str:
    return "never" if cents is None else money(cents)


def _hours(hours: float | None) -> str:
    return "never" if hours is None else f"{hours:,.1f}"
