"""The exact odds of every wager at a table, by its own paytables."""

import asyncio
from concurrent.futures import Future
from typing import Any

from litestar import get
from litestar.params import FromPath

from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import House
from croupier.rulebook.sign import line_title
from croupier.server.dependencies import GivenHouse
from croupier.server.odds.calculation_pool import Memo, Worker
from croupier.server.odds.mathematics import odds_under
from croupier.server.tables.finding import filed_text, found_table
from croupier.server.tables.live_views import cents_shown
from croupier.server.wire.pictures import ExactFraction, TableEdges, WagerEdge
from croupier.server.wire.schemas import OddsLine, OddsSeen

DOLLAR_CENTS = 100
MOVES_WITH_THE_METERS = ("constant", "per_meter_cent", "break_even_meter_cents", "long_run_return")

_APART = Worker()
_KEPT = Memo[list[dict[str, Any]]](_APART)
_EDGES = Memo[list[dict[str, Any]]](_APART)  # apart from those at changing meters, which come and go


@get("/tables/{table:str}/odds", operation_id="table_odds", summary="Exact odds of every wager", tags=["tables"])
async def table_odds(house: GivenHouse, table: FromPath[str]) -> list[OddsSeen]:
    """The exact odds of every wager that the table offers. The first to ask after a new paytable waits some seconds.

    A progressive wager's are at what its meters show now, in whole dollars; `at.meters_cents` says how much that is.
    """
    house_table = await asyncio.to_thread(found_table, house, table)
    name, text, meters_cents = await asyncio.to_thread(_asked, house, house_table)
    return [seen(form) for form in await _KEPT.get(name, odds_under, text, meters_cents)]


@get("/odds", operation_id="table_edges", summary="Every table's edges", tags=["tables"], sync_to_thread=True)
def table_edges(house: GivenHouse) -> list[TableEdges]:
    """The house edge of each wager at every open table, at any meters; nobody waits for what is still counted."""
    return [_edges(house, table) for table in map(house.table, house.tables()) if not table.closed]


def _edges(house: House, table: HouseTable) -> TableEdges:
    future = _begin_edges(house, table)
    if not future.done():
        return TableEdges(table=table.table_id, counting=True, wagers=())
    forms = [form for form in future.result() if "other_players" not in form.get("at", {})]  # nobody stakes on those
    return TableEdges(table=table.table_id, counting=False, wagers=tuple([_edge(form) for form in forms]))


def _edge(form: dict[str, Any]) -> WagerEdge:
    slopes = {meter: ExactFraction(**slope) for meter, slope in form.get("per_meter_cent", {}).items()}
    return WagerEdge(
        wager=form["wager"],
        title=form["title"],
        element_of_risk=form.get("element_of_risk"),
        constant=ExactFraction(**form.get("constant", form["ev"])),
        per_meter_cent=slopes,
    )


def _begin_edges(house: House, table: HouseTable) -> Future[list[dict[str, Any]]]:
    """A table's odds at the least that its meters may show, from which those at any other follow."""
    return _EDGES.begin(table.digest, odds_under, filed_text(house, table))


async def break_even_cents(house: House, table: HouseTable) -> dict[str, int | None]:
    """From where on each meter alone, the others as they are, gives the player the edge at a table."""
    name, text, meters_cents = await asyncio.to_thread(_asked, house, table)
    forms = await _KEPT.get(name, odds_under, text, meters_cents)
    return {meter: cents for form in forms for meter, cents in form.get("break_even_meter_cents", {}).items()}


def work_out_ahead(house: House) -> None:
    """Begins to work out every open table's odds, so that nobody has to wait for them; may block on the database."""
    for table in map(house.table, house.tables()):
        if not table.closed:
            _begin_edges(house, table)
            name, text, meters_cents = _asked(house, table)
            _KEPT.begin(name, odds_under, text, meters_cents)


def _asked(house: House, table: HouseTable) -> tuple[str, str, dict[str, int]]:
    """Under which name a table's odds are kept, and by which submission and what on its meters they are worked out."""
    meters_cents = _whole_dollars(house, table)
    return f"{table.digest} {sorted(meters_cents.items())}", filed_text(house, table), meters_cents


def _whole_dollars(house: House, table: HouseTable) -> dict[str, int]:
    """What the table's meters show, without the cents, which come and go faster than anybody reads odds."""
    return {meter: cents - cents % DOLLAR_CENTS for meter, cents in cents_shown(house, table).items()}


def seen(form: dict[str, Any]) -> OddsSeen:
    """A result as it is published, as the page shows it; `at` says on what it depends, and how on the meters."""
    at = form.get("at", {})
    dealt = f", {at['players']} dealt" if "players" in at else ""
    return OddsSeen(
        wager=form["wager"],
        title=form["title"] + dealt,
        paytable=form["paytable"],
        ev_num=form["ev"]["num"],
        ev_den=form["ev"]["den"],
        house_edge=form["house_edge"],
        element_of_risk=form.get("element_of_risk"),
        sd=form["sd"],
        hit_frequency=form["hit_frequency"],
        total=form["total"],
        lines=tuple(
            OddsLine(line=line["line"], title=_line_title(line), count=line["count"], pays=line["pays"])
            for line in form["lines"]
        ),
        at={**at, **{name: form[name] for name in MOVES_WITH_THE_METERS if name in form}},
    )


def _line_title(line: dict[str, Any]) -> str:
    """A line as posted; in the game against the dealer, also what the player did and how it ended."""
    decision = f"{line['decision'].replace(':', ' ')}x" if ":" in line.get("decision", "") else line.get("decision")
    parts = [line_title(line["line"]) if line["line"] else "", decision, line.get("result", "").replace("_", " ")]
    return ", ".join(dict.fromkeys(part for part in parts if part))


ROUTES = (table_odds, table_edges)
