"""A table's strategy: best play as a grid, rules that people use with their exact cost; and its meters over time."""

import asyncio
from typing import Any

from litestar import get
from litestar.params import FromPath
from msgspec import convert

from croupier.house.reports.played_wagers import meter_path
from croupier.house.service.house import House
from croupier.server.given import GivenHouse
from croupier.server.odds.calculating import Apart, Kept
from croupier.server.odds.odds import break_even_cents
from croupier.server.odds.strategies import strategy_under
from croupier.server.tables.finding import filed_text, found_desk
from croupier.server.tables.rail import meters_shown
from croupier.server.wire.pictures import MeterMoment, MeterPath, TableStrategy

_KEPT = Kept[dict[str, Any]](Apart())


@get("/tables/{table:str}/strategy", operation_id="table_strategy", summary="How to play it", tags=["tables"])
async def table_strategy(house: GivenHouse, table: FromPath[str]) -> TableStrategy:
    """Best play of the table's game as a grid, and rules of play in words. The first to ask may wait some seconds."""
    desk = await asyncio.to_thread(found_desk, house, table)
    text = await asyncio.to_thread(filed_text, house, desk)
    return convert(await _KEPT.get(desk.digest, strategy_under, text), TableStrategy)


def work_out_ahead(house: House) -> None:
    """Begins to work out every open table's strategy; may block on the database."""
    for desk in map(house.desk, house.tables()):
        if not desk.closed:
            _KEPT.begin(desk.digest, strategy_under, filed_text(house, desk))


@get("/tables/{table:str}/meters", operation_id="meter_paths", summary="Meters over time", tags=["tables"])
async def meter_paths(house: GivenHouse, table: FromPath[str]) -> list[MeterPath]:
    """What each meter of the table's link showed over time, and its break-even at this table."""
    desk = await asyncio.to_thread(found_desk, house, table)
    even = await break_even_cents(house, desk)
    return await asyncio.to_thread(_paths, house, desk.link, even)


def _paths(house: House, link: str, even: dict[str, int | None]) -> list[MeterPath]:
    if not link:
        return []
    with house.database.read() as connection:
        shown, points = meters_shown(connection, [link]).get(link, ()), meter_path(connection, link)
    return [
        MeterPath(
            meter=meter.meter,
            title=meter.title,
            break_even_cents=even.get(meter.meter),
            moments=tuple([MeterMoment(one.at_ms, one.cents, one.kind) for one in points if one.meter == meter.meter]),
        )
        for meter in shown
    ]


ROUTES = (table_strategy, meter_paths)
