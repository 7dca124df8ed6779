"""What is done again and again goes on, whatever happens once."""

import asyncio
import logging
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from croupier.house.database.database import Database
from croupier.house.database.faults import Unavailable
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.service.again import again_and_again
from croupier.house.service.service import TableService
from croupier.table.values import commands as c
from tests.house.floor import Floor


def test_no_fault_of_one_time_ends_it_and_each_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    ends = [Unavailable("away"), None, RuntimeError("first"), RuntimeError("still"), None, KeyError("anew"), None]
    left = list(ends)
    done = asyncio.Event()

    async def doing() -> None:
        if not left:
            done.set()
        elif error := left.pop(0):
            raise error

    async def test() -> None:
        task = asyncio.create_task(again_and_again(doing, 0.001))
        await asyncio.wait_for(done.wait(), 20)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    with caplog.at_level(logging.ERROR):
        asyncio.run(test())
    assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == ["first", "'anew'"]


def test_what_goes_wrong_in_telling_of_a_commit_is_logged_and_the_table_plays_on(
    house_file: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copyfile(house_file, tmp_path / "house.db")
    with Database.open(tmp_path / "house.db") as database:
        floor = Floor(database)
        floor.open("one", players=())
        asyncio.run(_two_sit_down(floor))
    assert [record.message for record in caplog.records] == ["Who watches a table could not be told of it"]


async def _two_sit_down(floor: Floor) -> None:
    """Two sit down; who watches the table cannot be told of the first."""
    async with TableService(floor.house) as service:
        told = service._tell

        def breaks(name: str) -> None:
            service._tell = told  # type: ignore[method-assign]
            raise RuntimeError("no clock")

        service._tell = breaks  # type: ignore[method-assign]
        for seat, player in ((1, "ann"), (2, "bob")):
            request = h.Request("one", c.Sit(seat=seat, player=player))
            answer = await asyncio.wait_for(service.send(request), 20)
            assert isinstance(answer, Done), answer
