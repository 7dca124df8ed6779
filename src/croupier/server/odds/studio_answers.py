"""What the studio is told, calculated apart from the tables: plain values cross to a process."""

from collections.abc import Mapping, Sequence
from csv import writer
from datetime import UTC, datetime
from io import StringIO
from math import prod, sqrt

import msgspec

from croupier.odds.design.asked import read_choices, read_wanted
from croupier.odds.design.design import FREE, design, entry_of, form_of
from croupier.odds.design.found import Designed, Preferred
from croupier.odds.publishing.par import par, par_pdf
from croupier.odds.publishing.published import over
from croupier.odds.publishing.told import setting
from croupier.odds.wagers.catalogue import BASE, entries
from croupier.odds.wagers.custom_paytable import NOT_POSTED, line_classes, own_results, own_table
from croupier.odds.wagers.results import Result
from croupier.odds.wagers.statistics import permission_of, statistics
from croupier.rulebook.elect import elect
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load
from croupier.rulebook.sign import line_title
from croupier.server.odds.mathematics import SHELF
from croupier.server.wire import studio as wire
from croupier.server.wire.pictures import ExactFraction

MOST_CANDIDATES = 100_000_000  # of one request
MOST_SOLVED = 40
MOST_LISTED = 200
MOST_SAVED = 100_000
OWN = "own"


def wagers_of(rulebook: str) -> tuple[wire.StudioWager, ...]:
    """The wagers of a rulebook, each with its posted paytables and the lines that there can be."""
    book = load(rulebook)
    found: dict[str, wire.StudioWager] = {}
    for entry in entries(book):
        if entry.wager == FREE or entry.wager in found:
            continue
        tables = {one.table.id: one.table for one in entries(book) if one.wager == entry.wager}
        found[entry.wager] = wire.StudioWager(
            wager=entry.wager,
            title=entry.menu.title,
            default=entry.menu.default,
            solved=entry.wager == BASE,
            paytables=tuple(
                wire.StudioPaytable(table.id, table.status, _lines({line.line: str(line.pays) for line in table.lines}))
                for table in tables.values()
            ),
            lines=_lines(dict.fromkeys(line_classes(book, entry, SHELF), "")),
        )
    return tuple(found.values())


def _lines(pays: Mapping[str, str]) -> tuple[wire.StudioLine, ...]:
    return tuple(wire.StudioLine(name, line_title(name), text) for name, text in pays.items())


def _priced(rulebook: str, asked: wire.StudioAsked) -> Result:
    own = own_table({"lines": dict(asked.lines)}, "The paytable", OWN)
    entry_of(load(rulebook), asked.wager, asked.paytable)
    return next(iter(own_results(load(rulebook), asked.wager, asked.paytable, own, SHELF)))


def price_of(rulebook: str, asked: wire.StudioAsked) -> wire.StudioPriced:
    """The figures of a paytable of one's own."""
    book, result = load(rulebook), _priced(rulebook, asked)
    more = statistics(book, result, asked.rounds)
    session, allowed = more.session, permission_of(book, asked.wager, result)
    return wire.StudioPriced(
        ev=ExactFraction(**over(result.ev, result.total)),
        house_edge=float(result.house_edge),
        sd=result.sd,
        skewness=more.skewness(result.variance),
        hit_frequency=float(result.hit_frequency),
        drought=more.drought,
        lines=tuple(
            wire.StudioReturn(
                line.line, line_title(line.line), line.pays, str(line.count), float(line.returned), float(line.per_unit)
            )
            for line in more.lines
        ),
        session=wire.StudioSession(
            rounds=session.rounds,
            ahead=session.ahead,
            mean=float(session.mean),
            sd=sqrt(session.variance),
            quantiles={str(percent): units for percent, units in session.quantiles.items()},
            bars=tuple(wire.StudioBar(bar.from_units, bar.to_units, bar.chance) for bar in session.bars),
            large_from=None if session.large_from is None else float(session.large_from),
            large_chance=session.large_chance,
        ),
        permission=msgspec.convert(msgspec.to_builtins(allowed), wire.StudioPermission),
        setting=setting(book, result.at),
        play_changed=result.own_play.changed if result.own_play else None,
    )


def par_of(rulebook: str, asked: wire.StudioAsked) -> bytes:
    """Its PAR sheet as a PDF, of today."""
    today = datetime.now(UTC).date().isoformat()
    return par_pdf(par(elect(rulebook), [_priced(rulebook, asked)], (), today))


def _designed(rulebook: str, asked: wire.StudioWanted) -> Designed:
    book = load(rulebook)
    wanted = read_wanted(
        asked.edge or None, asked.hits or None, asked.deviation or None, asked.ladder, asked.cap or None
    )
    try:
        preferred = msgspec.convert(dict(asked.prefer), Preferred)
    except msgspec.ValidationError:
        raise BadInput("What is preferred says nothing; write edge, deviation or hits, each high or low.") from None
    entry = entry_of(book, asked.wager, asked.paytable)
    number = prod(len(read_choices(line, text, form_of(entry, line))) for line, text in asked.moves.items())
    if number > MOST_CANDIDATES:
        raise BadInput(f"{number:,} candidates are too many for a page; use larger steps, or `croupier design`.")
    return design(
        book, asked.wager, asked.paytable, asked.moves, wanted,
        preferred=preferred, shelf=SHELF, most_solved=MOST_SOLVED,
    )  # fmt: skip


def designs_of(rulebook: str, asked: wire.StudioWanted) -> wire.StudioDesigned:
    """All paytables that satisfy, counted; of many, the front and some of all edges among them."""
    found = _designed(rulebook, asked)
    places = {*_some(found.front_at), *_some(range(len(found.found)))}
    return wire.StudioDesigned(
        candidates=str(found.candidates),
        found=len(found.found),
        on_front=len(found.front_at),
        solved=found.solved,
        as_file=len(found.found) <= MOST_SAVED,
        designs=tuple(
            wire.StudioDesign(
                float(one.house_edge),
                one.sd,
                float(one.hit_frequency),
                one.on_front,
                _lines({line: str(odds) for line, odds in one.lines}),
            )
            for one in (found.found[place] for place in sorted(places))
        ),
    )


def _some(places: Sequence[int]) -> Sequence[int]:
    """All of them; of more than are listed, as many as are, evenly."""
    if len(places) <= MOST_LISTED:
        return places
    return [places[at * (len(places) - 1) // (MOST_LISTED - 1)] for at in range(MOST_LISTED)]


def csv_of(rulebook: str, asked: wire.StudioWanted) -> bytes:
    """All paytables that satisfy, one a row: the exact average, the figures, and what each line pays."""
    found = _designed(rulebook, asked)
    if len(found.found) > MOST_SAVED:
        number = f"{len(found.found):,} paytables"
        raise BadInput(f"{number} are too many for a file from a page; ask for less, or use `croupier design --json`.")
    designs = list(found.found)
    names = list(dict.fromkeys([*(line for one in designs for line, _ in one.lines), *found.moves]))
    text = StringIO()
    rows = writer(text)
    rows.writerow(["average", "house_edge", "deviation", "hits", "front", *names])
    for one in designs:
        pays = {line: str(odds) for line, odds in one.lines}
        figures = (str(one.ev), float(one.house_edge), one.sd, float(one.hit_frequency), "yes" if one.on_front else "")
        rows.writerow([*figures, *(pays.get(name, NOT_POSTED) for name in names)])
    return text.getvalue().encode()
