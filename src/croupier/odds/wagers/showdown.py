"""Wagers that their paytable pays only as the showdown comes out: what each way that hands compare comes to."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Lines, Paytable, PaytableLine
from croupier.rulebook.payout import Push

Came = tuple[str, bool]  # how a hand compares, lower, tie or higher, and whether the dealer qualifies
PUSHED = "pushed_by_the_showdown"  # a line that no hand makes: it comes where the showdown gives the stake back


def hangs_on_showdown(book: Rulebook, wager: str) -> bool:
    """Whether the wager is one of these."""
    found = book.wager(wager)
    return found is not None and found.against == "dealer_and_paytable"


def comes_to(book: Rulebook, wager: str, came: Came) -> str:
    """What the comparison makes of a wager: win, lose, push, or what its paytable says."""
    outcomes = next(one.outcomes for one in book.settlement.comparisons if one.wager == wager)
    results: dict[str, str] = {outcome.case: outcome.outcome for outcome in outcomes}
    case, qualified = came
    unqualified = results.get("dealer_not_qualified", "compare")
    return results[case] if qualified or unqualified == "compare" else unqualified


def with_pushes(book: Rulebook, wager: str, table: Paytable) -> Paytable:
    """The wager's table, with a line for the showdowns that give the stake back, where there are any."""
    comparison = next(one for one in book.settlement.comparisons if one.wager == wager)
    if all(outcome.outcome != "push" for outcome in comparison.outcomes):
        return table
    return replace(table, lines=Lines((*table.lines, PaytableLine(PUSHED, Push()))))


def lines_won(
    book: Rulebook,
    wager: str,
    table: Paytable,
    line_of: Mapping[str, str],
    shown: Mapping[Came, Mapping[str, Fraction]],
) -> dict[str, Fraction]:
    """By line of the wager's table, `PUSHED` among them, the share of all deals that it is paid in.

    `line_of` is the line that each class of hand makes, `shown` the share of all deals in which a class is played and
    compares in each way.
    """
    found = dict.fromkeys((*(line.line for line in table.lines), PUSHED), Fraction(0))
    for came, by_class in shown.items():
        result = comes_to(book, wager, came)
        for name, share in by_class.items():
            line = PUSHED if result == "push" else line_of.get(name) if result == "paytable" else None
            if line is not None:
                found[line] += share
    return found


def added_up(values: Iterable[Mapping[Came, Mapping[str, Fraction]]]) -> dict[Came, dict[str, Fraction]]:
    """What several wagers bring by how hands compare, those of one class and one way added up."""
    found: dict[Came, dict[str, Fraction]] = {}
    for one in values:
        for came, by_class in one.items():
            there = found.setdefault(came, {})
            for name, value in by_class.items():
                there[name] = there.get(name, Fraction(0)) + value
    return found
