"""A paytable that a person writes: read strictly, put in place of a posted one, and solved again where it matters.

The file is TOML or JSON. It maps each line to its odds, on its own or under `lines`; there, a list of `line` and
`pays`, as results are published, does as well. `stake_cents` and `meters_cents` may stand beside `lines`. A posted
line that is to be taken away pays `none`.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.odds.cache import Shelf
from croupier.odds.games.base import ev_of_same_play, hand_lines, solved
from croupier.odds.hands.classes import satisfied_by
from croupier.odds.hands.counts import counted
from croupier.odds.wagers.catalogue import BASE, WITH_ANTE, Asked, Entry, find
from croupier.odds.wagers.results import OwnPlay, Result
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Lines, Paytable, PaytableLine
from croupier.rulebook.law.words import PUSHES_BELOW
from croupier.rulebook.payout import FixedSum, For, MeterShare, Odds, Push, To, parse_odds

MOST_TO_ONE = 10_000_000
FINEST = 1_000
LARGEST_FILE = 1_000_000
NOT_POSTED = "none"
BESIDE_LINES = ("lines", "stake_cents", "meters_cents")


class OwnTable(Struct, frozen=True, kw_only=True):
    """What the file says; `name` is the file's. With `rest_as_posted` a line left out pays what is posted.

    A line of no odds is taken away: its hands make the next line that takes them in, or lose.
    """

    name: str
    lines: Mapping[str, Odds | None]
    stake_cents: int | None = None
    meters_cents: Mapping[str, int] = {}
    rest_as_posted: bool = False


def read_own(file: Path) -> OwnTable:
    """The paytable in a file, or a sentence about what in it cannot be used."""
    return own_table(_parsed(file), str(file), file.stem)


def own_table(data: object, file: str, name: str) -> OwnTable:
    """The paytable in such data; `file` is what refusals call it."""
    if not isinstance(data, dict):
        raise BadInput(f'{file}: a paytable maps each line to its odds, such as flush = "6 to 1".')
    beside: dict[str, Any] = data if "lines" in data else {"lines": data}
    for key in beside:
        if key not in BESIDE_LINES:
            raise BadInput(f"{file}: there is no key {key!r}; {nearest(key, BESIDE_LINES)}.")
    lines: dict[str, Odds | None] = {}
    for line, text in _pairs(file, beside["lines"]):
        if line in lines:
            raise BadInput(f"{file}: line {line} stands there twice; keep one of the two.")
        lines[line] = _odds(file, line, text)
    if not lines:
        raise BadInput(f'{file} has no lines; write each with its odds, such as flush = "6 to 1".')
    stake, meters = beside.get("stake_cents"), beside.get("meters_cents", {})
    if stake is not None and not _is_amount(stake):
        raise BadInput(f"{file}: stake_cents is {stake!r}; write a whole number of cents from 1.")
    if not isinstance(meters, dict) or not all(_is_amount(cents) for cents in meters.values()):
        raise BadInput(f"{file}: meters_cents maps each meter to a whole number of cents from 1.")
    return OwnTable(name=name, lines=lines, stake_cents=stake, meters_cents=meters)


def _is_amount(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 10**15


def _parsed(file: Path) -> Any:
    try:
        raw = file.read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name is none"
        raise BadInput(f"{file} cannot be read ({why}); give a paytable in TOML or JSON.") from None
    if len(raw) > LARGEST_FILE:
        raise BadInput(f"{file} is larger than any paytable; give a TOML or JSON file of lines and odds.")
    try:
        text = raw.decode("utf-8-sig")
        if file.suffix == ".json" or text.lstrip().startswith("{"):
            return json.loads(text, object_pairs_hook=_once)
        return tomllib.loads(text)
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from None
    except (ValueError, RecursionError) as error:
        why = str(error) or "it is nested too deeply"
        twice = "Cannot overwrite a value" in why
        hint = "a line stands there twice; keep one of the two" if twice else 'write each line as flush = "6 to 1"'
        raise BadInput(f"{file} is neither TOML nor JSON ({why}); {hint}.") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadInput(f"line {key} stands there twice; keep one of the two.")
        found[key] = value
    return found


def _pairs(file: str, lines: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(lines, dict):
        yield from lines.items()
        return
    for item in lines if isinstance(lines, list) else [lines]:
        if not isinstance(item, dict) or not isinstance(item.get("line"), str) or "pays" not in item:
            raise BadInput(f"{file}: {item!r} is no line; write it with a line and what it pays.")
        yield item["line"], item["pays"]


def _odds(file: str, name: str, text: Any) -> Odds | None:
    if text == NOT_POSTED:
        return None
    if not isinstance(text, str):
        raise BadInput(f'{file}: line {name}: {text!r} is not odds; write it as text, such as "6 to 1".')
    try:
        odds = parse_odds(text)
    except BadInput as error:
        raise BadInput(f"{file}: line {name}: {error}") from None
    if isinstance(odds, To | For) and (odds.pays > MOST_TO_ONE * odds.per or odds.per > FINEST):
        most = f"{MOST_TO_ONE:,} to 1, with a second number of at most {FINEST:,}"
        raise BadInput(f"{file}: line {name}: {text} is beyond any posted odds; write at most {most}.")
    return odds


def own_results(book: Rulebook, wager: str, paytable: str | None, own: OwnTable, shelf: Shelf) -> Iterator[Result]:
    """The results of the wager with the person's lines in place of a posted table's, the default's if none is named."""
    chosen = find(book, wager, paytable)
    usual = [entry for entry in chosen if entry.table.id == (paytable or entry.menu.default)]
    if own.stake_cents:
        usual = [entry for entry in usual if entry.table.stake_cents in (0, own.stake_cents)] or usual
    plain = all(name in hand_lines(book) and isinstance(odds, To | None) for name, odds in own.lines.items())
    for entry in usual:
        if entry.at.get("fold") == WITH_ANTE and not plain:
            continue  # best play is solved over whole categories of hands, paid to one
        yield _result(book, entry, own, shelf)


def _result(book: Rulebook, entry: Entry, own: OwnTable, shelf: Shelf) -> Result:
    table = table_with(book, entry, own, shelf)
    for meter in own.meters_cents:
        _known_meter(own, meter, table)
    asked = Asked(table=table, stake_cents=own.stake_cents, meters_cents=own.meters_cents)
    worked_out = entry.work_out(shelf, asked)
    result = replace(worked_out, status="own", clause="", instead_of=entry.table.id, own_lines=table.lines)
    if entry.wager != BASE:
        return result
    posted = solved(book, entry.table, shelf)
    kept = ev_of_same_play(book, posted, entry.table, table)
    return replace(result, own_play=OwnPlay(changed=kept != result.ev, keeping_costs=result.ev - kept))


def table_with(book: Rulebook, entry: Entry, own: OwnTable, shelf: Shelf) -> Paytable:
    """The entry's paytable with the person's lines in place of the posted ones."""
    return replace(entry.table, id=own.name, lines=_lines(book, entry, own, shelf))


def _lines(book: Rulebook, entry: Entry, own: OwnTable, shelf: Shelf) -> Lines:
    """The person's lines in the posted order; every posted line must be there, and no hand that nobody can make.

    A line that the posted table lacks goes before the first line that takes in all its hands.
    """
    posted = [line.line for line in entry.table.lines]
    classes = line_classes(book, entry, shelf)
    for name in own.lines:
        if name not in classes:
            raise BadInput(f"{own.name}: {entry.menu.title} has no line {name!r}; {nearest(name, classes)}.")
    kept = [line for line in entry.table.lines if own.rest_as_posted or isinstance(line.pays, Push)]
    lines: dict[str, Odds | None] = {**{line.line: line.pays for line in kept}, **own.lines}
    for name in posted:
        if name not in lines:
            missing = f"{own.name}: the line {name} is missing"
            raise BadInput(f"{missing}; write all of {', '.join(posted)}, each with its odds.")
    order = list(posted)
    for name in own.lines:
        if name not in order:
            wider = (at for at, line in enumerate(order) if set(classes[name]) <= set(classes[line]))
            order.insert(next(wider, len(order)), name)
    paid = {name: odds for name in order if (odds := lines[name]) is not None}
    if not paid:
        raise BadInput(f"{own.name}: every line is taken away; leave one that pays.")
    for name, odds in paid.items():
        if isinstance(odds, MeterShare):
            _known_meter(own, odds.meter, entry.table)
        if entry.wager == "envy" and not isinstance(odds, FixedSum):
            raise BadInput(f"{own.name}: line {name}: an envy award is a sum such as $1,000, not {odds}.")
    return Lines(PaytableLine(name, odds) for name, odds in paid.items())


def _known_meter(own: OwnTable, meter: str, table: Paytable) -> None:
    names = [rule.meter for rule in table.meters]
    if meter not in names:
        there = f"there is {', '.join(names)}" if names else "the posted table has none"
        raise BadInput(f"{own.name}: there is no meter {meter!r}; {there}.")


def line_classes(book: Rulebook, entry: Entry, shelf: Shelf) -> dict[str, tuple[str, ...]]:
    """The lines that the wager's hands can be told apart by, and the classes of hands in each."""
    if entry.wager == BASE:
        pushes = [line.line for line in entry.table.lines if line.line in PUSHES_BELOW]
        return {line: (line,) for line in (*hand_lines(book), *pushes)}
    fact = entry.table.ranked_on or entry.menu.ranked_on
    assert fact is not None
    cards = counted(fact.is_, shelf, entry.table.hands)
    return satisfied_by(cards.counts, cards.means)
