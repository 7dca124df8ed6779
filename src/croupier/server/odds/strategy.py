"""A table's strategy: best play as a grid, rules that people use with their exact cost; and its meters over time."""

import asyncio
from typing import Any

from litestar import get
from litestar.params import FromPath
from msgspec import convert

from croupier.house.links.local import all_meters
from croupier.house.reports.played_wagers import meter_path
from croupier.house.service.house import House
from croupier.server.dependencies import GivenHouse
from croupier.server.odds.calculation_pool import Memo, Worker
from croupier.server.odds.odds import break_even_cents
from croupier.server.odds.strategies import strategy_under
from croupier.server.tables.finding import filed_text, found_table
from croupier.server.tables.live_views import meters_shown
from croupier.server.wire.pictures import MeterMoment, MeterPath, TableStrategy

_KEPT = Memo[dict[str, Any]](Worker())


@get("/tables/{table:str}/strategy", operation_id="table_strategy", summary="How to play it", tags=["tables"])
async def table_strategy(house: GivenHouse, table: FromPath[str]) -> TableStrategy:
    """Best play of the table's game as a grid, and rules of play in words. The first to ask may wait some seconds."""
    house_table = await asyncio.to_thread(found_table, house, table)
    text = await asyncio.to_thread(filed_text, house, house_table)
    return convert(await _KEPT.get(house_table.digest, strategy_under, text), TableStrategy)


def work_out_ahead(house: House) -> None:
    """Begins to work out every open table's strategy; may block on the database."""
    for table in map(house.table, house.tables()):
        if not table.closed:
            _KEPT.begin(table.digest, strategy_under, filed_text(house, table))


@get("/tables/{table:str}/meters", operation_id="meter_paths", summary="Meters over time", tags=["tables"])
async def meter_paths(house: GivenHouse, table: FromPath[str]) -> list[MeterPath]:
    """What each meter of the table's link showed over time, and its break-even at this table."""
    house_table = await asyncio.to_thread(found_table, house, table)
    even = await break_even_cents(house, house_table)
    return await asyncio.to_thread(_paths, house, house_table.link, even)


def _paths(house: House, link: str, even: dict[str, int | None]) -> list[MeterPath]:
    if not link:
        return []
    with house.database.read() as connection:
        shown, points = meters_shown(all_meters(connection, [link])).get(link, ()), meter_path(connection, link)
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
