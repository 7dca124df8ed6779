"""The rulebooks as pages: each as its rule card, and every clause with what we read it to say."""

import difflib
import re
from collections.abc import Iterator

from litestar import get
from litestar.params import FromPath
from msgspec import Struct

from croupier.rulebook.card import Entry, Grid, SectionCard, card, column_title, footnotes
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.law.base import money
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.load import load, rulebook_ids, rulebooks_in_force
from croupier.rulebook.readings import Reading, readings
from croupier.rulebook.register import clauses
from croupier.rulebook.shelf import shared_ids
from croupier.rulebook.sign import line_title
from croupier.server.wire.errors import Problem
from croupier.server.wire.schemas import ClauseSeen, ReadingSeen

_MARK = re.compile(r"^\[[^\]]*\] *")


class RulebookSeen(Struct, frozen=True):
    """A rulebook in the list of them."""

    id: str
    game: str
    jurisdiction: str
    title: str
    status: str


class ColumnSeen(Struct, frozen=True):
    """One paytable of several side by side: its id, the stake it is for, and whether it is in force."""

    paytable: str
    stake: str
    status: str
    clause: str


class GridSeen(Struct, frozen=True):
    """A wager's paytables side by side: each row is a line's title and what each of them pays for it."""

    title: str
    columns: tuple[ColumnSeen, ...]
    rows: tuple[tuple[str, ...], ...]
    clauses: tuple[str, ...]
    readings: tuple[str, ...]


class SectionSeen(Struct, frozen=True):
    """A section of the rule card; `asks` is what its rules ask of an operator's submission."""

    name: str
    title: str
    entries: tuple[Entry, ...]
    asks: tuple[Entry, ...]
    grids: tuple[GridSeen, ...]


class RuleCard(Struct, frozen=True):
    """A whole rulebook, section by section, with the readings that it names."""

    rulebook: RulebookSeen
    sections: tuple[SectionSeen, ...]
    readings: tuple[ReadingSeen, ...]


@get("/rulebooks", operation_id="list_rulebooks", summary="The rulebooks", tags=["rules"], sync_to_thread=True)
def list_rulebooks() -> list[RulebookSeen]:
    """Every rulebook that this house knows."""
    return [_listed(load(name)) for name in rulebooks_in_force()]


@get(
    "/rulebooks/{rulebook:str}", operation_id="show_rulebook", summary="A rule card", tags=["rules"],
    sync_to_thread=True,
)  # fmt: skip
def show_rulebook(rulebook: FromPath[str]) -> RuleCard:
    """A rulebook as a rule card: every value in words beside its clause, and the readings that it needed."""
    book = load(known_rulebook(rulebook))
    notes = tuple(map(_reading, footnotes(book)))
    return RuleCard(_listed(book), tuple(_section(section) for section in card(book)), notes)


@get(
    "/clauses/{rulebook:str}/{clause:path}", operation_id="show_clause", summary="A clause", tags=["rules"],
    sync_to_thread=True,
)  # fmt: skip
def show_clause(rulebook: FromPath[str], clause: FromPath[str]) -> ClauseSeen:
    """What a clause says, in our words, and the readings adopted where it leaves something open."""
    of = rulebook if rulebook in shared_ids() else known_rulebook(rulebook)
    return clause_seen(of, clause.removeprefix("/"))


def clause_seen(rulebook: str, clause: str) -> ClauseSeen:
    """A clause, by its id within the rulebook."""
    known = clauses(rulebook)
    name = f"{rulebook}:{clause}"
    found = known.get(name)
    if found is None:
        near = difflib.get_close_matches(name, known, n=1, cutoff=0)
        raise Problem(404, "no_clause", str(BadInput(f"There is no clause {name}; the nearest is {near[0]}.")))
    adopted = tuple([_reading(readings()[reading]) for reading in found.readings])
    return ClauseSeen(found.clause, found.topic, found.kind, _without_mark(found.summary), adopted)


def _reading(reading: Reading) -> ReadingSeen:
    return ReadingSeen(reading.id, reading.title, reading.adopted)


def _without_mark(summary: str) -> str:
    """A summary without the note on how its text stands in the document, such as `[added text]`."""
    text = _MARK.sub("", summary)
    return text[:1].upper() + text[1:]


def known_rulebook(rulebook: str) -> str:
    """The id, where there is such a rulebook."""
    if rulebook not in rulebook_ids():
        hint = nearest(rulebook, rulebook_ids())
        raise Problem(404, "no_rulebook", str(BadInput(f"There is no rulebook {rulebook!r}; {hint}.")))
    return rulebook


def _listed(book: Rulebook) -> RulebookSeen:
    return RulebookSeen(book.rulebook, book.game, book.jurisdiction, book.title, book.standing)


def _section(section: SectionCard) -> SectionSeen:
    return SectionSeen(section.name, section.title, section.entries, section.asks, tuple(_grids(section.grids)))


def _grids(grids: tuple[Grid, ...]) -> Iterator[GridSeen]:
    for grid in grids:
        noted = dict.fromkeys((*grid.readings, *(name for table in grid.columns for name in table.reading)))
        rows = tuple((line_title(line), *cells) for line, *cells in grid.rows)
        yield GridSeen(grid.title, tuple(map(_column, grid.columns)), rows, grid.clauses, tuple(noted))


def _column(table: Paytable) -> ColumnSeen:
    _, condition, elected = column_title(table).partition(" if ")
    stake = money(table.stake_cents) if table.stake_cents else ""
    return ColumnSeen(f"{table.id}{condition}{elected}", stake, table.status, table.clause[0])


ROUTES = (list_rulebooks, show_rulebook, show_clause)
