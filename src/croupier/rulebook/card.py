"""A rulebook laid out as a rule card: sections in the regulation's order, entries, paytables, footnotes."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from croupier.rulebook.law.base import Requirement, Ruled
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.equipment import Definition
from croupier.rulebook.law.paytable import Paytable, PaytableMenu
from croupier.rulebook.law.wagering import Menu, Wager
from croupier.rulebook.phrases import label, phrase, words
from croupier.rulebook.readings import Reading, readings
from croupier.rulebook.walk import Key, walk_value

TITLES = {
    "definitions": "Definitions",
    "table": "Table and layout",
    "cards": "Cards and decks",
    "opening": "Opening the table",
    "shuffle": "Shuffle and cut",
    "rankings": "Ranking of hands",
    "wagers": "Wagers",
    "dealing": "Dealing",
    "decisions": "Decisions",
    "folding": "What a fold loses and keeps",
    "settlement": "Reveal and settlement",
    "paytables": "Paytables",
    "progressive": "Progressive",
    "envy": "Envy awards",
    "six_card_bonus": "Six Card Bonus",
    "cover_all": "Cover All",
    "payout_limit": "Payout limit",
    "irregularities": "Irregularities",
    "signage": "Signs",
    "menus": "What a submission elects",
}


class Entry(Struct, frozen=True):
    """One line of a section: a heading, what is so, and where that is written. `depth` indents it."""

    heading: str
    text: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    depth: int = 0


class Grid(Struct, frozen=True):
    """The tables of one wager side by side."""

    title: str
    columns: tuple[Paytable, ...]
    rows: tuple[tuple[str, ...], ...]
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    default: str


class SectionCard(Struct, frozen=True):
    """A section of the card."""

    name: str
    title: str
    entries: tuple[Entry, ...] = ()
    asks: tuple[Entry, ...] = ()
    grids: tuple[Grid, ...] = ()


def card(rulebook: Rulebook) -> tuple[SectionCard, ...]:
    """The whole card."""
    return tuple(
        _section(name, getattr(rulebook, name)) for name in TITLES if getattr(rulebook, name) not in (None, ())
    )


def _section(name: str, value: object) -> SectionCard:
    if name == "paytables" and isinstance(value, tuple):
        return SectionCard(name, TITLES[name], grids=tuple(grid for menu in value for grid in grids(menu)))
    found = list(walk_value(value, (name,)))
    asks = tuple(entry(key, rule) for key, rule in found if isinstance(rule, Requirement))
    entries = tuple(_entries(value, name))
    return SectionCard(name, TITLES[name], entries, asks)


def _entries(value: object, name: str) -> Iterator[Entry]:
    if name == "dealing" and isinstance(value, tuple):
        for method in value:
            yield Entry(method.title, "", (), ())
            yield from _lines(method, (name, method.method))
    else:
        yield from _lines(value, (name,))


def _lines(value: object, key: Key) -> Iterator[Entry]:
    for place, rule in walk_value(value, key):
        if isinstance(rule, Requirement):
            continue
        made = entry(place, rule, len(place) - len(key) - 1)
        nested = any(inner is not rule for _, inner in walk_value(rule, ()))
        if made.text or not nested:
            yield made


def entry(key: Key, value: Ruled, depth: int = 0) -> Entry:
    """A value as a line of the card."""
    heading, text = label(key), phrase(value)
    if isinstance(value, Definition):
        heading, text = value.term, value.means
    elif isinstance(value, Wager | Menu):
        heading = value.title
        if isinstance(value, Menu):
            text = f"{'must be stated' if value.required else 'may be stated'}; otherwise {words(value.default)}"
    elif isinstance(value, Requirement):
        heading = value.field
    elif value.says:
        text = value.says
    return Entry(heading, text, value.clause, value.reading, depth)


def grids(menu: PaytableMenu) -> Iterator[Grid]:
    """A wager's tables side by side, one row a line: those in force, then those that are not."""
    for title, tables in (
        (menu.title, tuple(menu.selectable())),
        (f"{menu.title}, not in force", tuple(table for table in menu.tables if table.status != "selectable")),
    ):
        if tables:
            yield Grid(title, tables, rows(tables), menu.clause, menu.reading, menu.default)


def rows(tables: Sequence[Paytable]) -> tuple[tuple[str, ...], ...]:
    """The tables side by side, a row for each line: its name and what each table pays for it."""
    return tuple((line, *(str(table.pays(line) or "") for table in tables)) for line in _lines_of(tables))


def _lines_of(tables: Sequence[Paytable]) -> list[str]:
    """Every line of the tables, each after those that stand before it in a table of its own."""
    found: list[str] = []
    for table in tables:
        place = 0
        for line in (entry.line for entry in table.lines):
            if line in found:
                place = found.index(line) + 1
            else:
                found.insert(place, line)
                place += 1
    return found


def footnotes(rulebook: Rulebook) -> tuple[Reading, ...]:
    """Every reading that a value of the rulebook names, in the readings' own order."""
    used = {name for _, value in walk_value(rulebook, ()) for name in value.reading} | set(rulebook.status_reading)
    return tuple(reading for name, reading in readings().items() if name in used)
