"""A rulebook laid out as a rule card: sections in the regulation's order, entries, paytables, footnotes."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from croupier.rulebook.law.base import Fact, Requirement, Ruled, money
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.equipment import Definition
from croupier.rulebook.law.paytable import Paytable, PaytableMenu
from croupier.rulebook.law.wagering import Menu, Wager
from croupier.rulebook.law.words import SUPER_ROYALS
from croupier.rulebook.phrases import cards_ranked, label, phrase, words
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
        notes = tuple(note for menu in value for note in _notes(menu))
        return SectionCard(name, TITLES[name], notes, grids=tuple(grid for menu in value for grid in grids(menu)))
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
        # Which wagers a rule is about, and for whom otherwise, its sentence may leave to the list.
        listed = isinstance(value, Fact) and value.cases and isinstance(value.is_, tuple) and value.is_[:1] != (100,)
        text = f"{value.says} {text[:1].upper()}{text[1:]}." if listed else value.says
    return Entry(heading, text, value.clause, value.reading, depth)


def grids(menu: PaytableMenu) -> Iterator[Grid]:
    """A wager's tables side by side, one row a line: those in force, then those that are not."""
    for title, tables in (
        (menu.title, tuple(menu.selectable())),
        (f"{menu.title}, not in force", tuple(table for table in menu.tables if table.status != "selectable")),
    ):
        if tables:
            yield Grid(title, tables, rows(tables), menu.clause, menu.reading, menu.default)


def _notes(menu: PaytableMenu) -> Iterator[Entry]:
    """What a grid cannot show: on which cards hands are ranked, the bounds of meters, what is printed beneath."""
    if menu.ranked_on:
        yield _ranked(menu.title, menu.ranked_on, tuple(menu.selectable()))
    for table in menu.selectable():
        title = f"{menu.title} {column_title(table)}"
        if table.ranked_on:
            yield _ranked(title, table.ranked_on, (table,))
        for meter in table.meters:
            grows = "; these amounts are for a stake of $1 and grow with it" if meter.scales_with_stake else ""
            text = f"starts from and resets to {meter.seed.phrase()}{grows}; takes {meter.rate.phrase()} of each stake"
            said = (meter, meter.seed, meter.rate)
            clauses = dict.fromkeys(clause for value in said for clause in value.clause)
            noted = dict.fromkeys(reading for value in said for reading in value.reading)
            name = "" if len(table.meters) == 1 else f" {meter.meter}"
            yield Entry(f"{title},{name} meter", text, tuple(clauses), tuple(noted))
        if table.footnote:
            yield Entry(f"{title}, printed beneath", table.footnote, table.clause, table.reading)


def _ranked(title: str, fact: Fact[str], tables: Sequence[Paytable]) -> Entry:
    six = any(line.line in SUPER_ROYALS for table in tables for line in table.lines)
    text = cards_ranked(fact.is_) + (", super royal on all six" if six else "")
    others = (f"; {cards_ranked(case.is_)} if {words(fact.menu)} is {words(case.elected)}" for case in fact.cases)
    return Entry(f"{title}, ranked on", text + "".join(others), fact.clause, fact.reading)


def column_title(table: Paytable) -> str:
    """A table's name among others of its wager: its letter, its stake, and the election that it is for."""
    stake = f" at {money(table.stake_cents)}" if table.stake_cents and table.id != money(table.stake_cents) else ""
    elected = (f" if {words(field.rpartition('.')[2])} is {words(value)}" for field, _, value in table.when.terms)
    return f"{table.id}{stake}{''.join(elected)}"


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
