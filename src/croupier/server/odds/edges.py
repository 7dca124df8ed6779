"""The exact edges of two sides of a comparison, wager beside wager, each worked out apart.

A side that files something has the wagers that it offers, by its own paytables, the Progressive at what its meters
reset to. Of two rulebooks, all wagers and all paytables that may be elected are compared.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from croupier.odds.publishing.told import setting
from croupier.odds.wagers.catalogue import AS_POSTED, Entry, find
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load
from croupier.server.odds.mathematics import SHELF, as_elected, asked_of, is_elected, rules_under, table_of

CIRCUMSTANCES = ("made", "hands", "other_players", "stake_cents")  # that tell results of one wager apart


class EdgeAsked(Struct, frozen=True):
    """One result to work out: which of a rulebook's, and by which submission, "" for the posted paytable."""

    rules: str
    submission: str
    index: int
    wager: str
    title: str
    paytable: str
    lines: tuple[str, ...]
    at: dict[str, Any]


class EdgeFound(Struct, frozen=True):
    """What the house keeps of each unit staked, exactly, and in what circumstances; or why that is not known."""

    title: str
    edge: Fraction
    note: str
    problem: str = ""


Pair = tuple[EdgeAsked | None, EdgeAsked | None]


def edges_asked(rules: str, submission: str) -> list[EdgeAsked]:
    """Every result of what a submission offers; without one, of every paytable of the rulebook that may be elected."""
    chosen = enumerate(find(load(rules)))
    return [_asked(rules, submission, index, entry) for index, entry in chosen if _is_there(submission, entry)]


def _is_there(submission: str, entry: Entry) -> bool:
    if not submission:
        return entry.table.status == "selectable"
    elected = rules_under(submission)
    return table_of(elected, entry) is not None and is_elected(elected, entry)


def _asked(rules: str, submission: str, index: int, entry: Entry) -> EdgeAsked:
    names = CIRCUMSTANCES if submission else tuple(entry.at)
    lines = tuple(f"{line.line} {line.pays}" for line in entry.table.lines)
    at = {name: entry.at[name] for name in names if name in entry.at}
    return EdgeAsked(rules, submission, index, entry.wager, entry.menu.title, entry.table.id, lines, at)


def paired(left: Sequence[EdgeAsked], right: Sequence[EdgeAsked]) -> Iterator[Pair]:
    """Each result beside the one of the other side that is most like it, wager by wager; or beside none."""
    likenesses = FILED if any(one.submission for one in (*left, *right)) else POSTED
    for wager in dict.fromkeys(one.wager for one in (*left, *right)):
        here, there = ([one for one in side if one.wager == wager] for side in (left, right))
        beside: dict[int, EdgeAsked] = {}
        for alike in likenesses:
            for one in here:
                other = next((two for two in there if alike(one, two)), None)
                if one.index not in beside and other:
                    beside[one.index] = other
                    there.remove(other)
        yield from ((one, beside.get(one.index)) for one in here)
        yield from ((None, two) for two in there)


def _as_there(one: EdgeAsked, two: EdgeAsked) -> bool:
    return one.at == two.at


def _compatible(one: EdgeAsked, two: EdgeAsked) -> bool:
    """Whether nothing that both say contradicts: a rulebook may know an election that the other does not."""
    return all(two.at.get(name, value) == value for name, value in one.at.items())


# How results of one wager meet, the most alike first. A submission has one paytable of a wager, a rulebook many.
FILED: tuple[Callable[[EdgeAsked, EdgeAsked], bool], ...] = (_as_there, _compatible, lambda one, two: True)
POSTED: tuple[Callable[[EdgeAsked, EdgeAsked], bool], ...] = (
    lambda one, two: one.paytable == two.paytable and _as_there(one, two),
    lambda one, two: one.paytable == two.paytable and _compatible(one, two),
    lambda one, two: one.lines == two.lines and _compatible(one, two),
)


def work_out(asked: Sequence[EdgeAsked]) -> list[EdgeFound]:
    """The exact edges; where a game has to be solved first, that takes seconds."""
    return [_worked_out(one) for one in asked]


def _worked_out(asked: EdgeAsked) -> EdgeFound:
    book = load(asked.rules)
    entry = find(book)[asked.index]
    try:
        if not asked.submission:
            result = entry.work_out(SHELF, AS_POSTED)
        else:
            rules = rules_under(asked.submission)
            table = table_of(rules, entry)
            assert table is not None
            meters = {meter.meter: meter.reset_cents for meter in rules.meters}
            result = as_elected(rules, entry.work_out(SHELF, asked_of(rules, entry, table, meters)), table)
    except BadInput as error:
        return EdgeFound(asked.title, Fraction(0), "", error.sentence)
    return EdgeFound(result.title, result.house_edge, setting(book, result.at))
