"""What is shown beside a table is never older than the table, however reads overlap."""

import asyncio
import threading
from collections.abc import Awaitable, Iterable, Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection

from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.ledger.balances import balances_of
from croupier.house.log.house_table import HouseTable
from croupier.house.service.service import TableService
from croupier.server.accounts.users import User
from croupier.server.tables import live_views as rail_module
from croupier.server.tables.live_views import Spectator, ViewCache
from croupier.table.values import commands as c
from tests.house.floor import Floor

ANN, NOBODY = [User(name, "player", False, False, False, 0) for name in ("ann", "nobody")]
ANTE = c.PlaceWager(seat=1, wager="ante", stake_cents=1500)
OVERLAP_SECONDS = 0.3  # long enough for a read that does not wait for another to overtake it


@pytest.fixture
def floor(lite_database: Database) -> Floor:
    """A table of three card poker where two sit."""
    floor = Floor(lite_database)
    floor.open("one", "md-tcp", players=("ann", "bob"))
    return floor


async def shown(view_cache: ViewCache, user: User = ANN) -> int | None:
    """The balance that somebody sees beside the table as the house knows it."""
    table = view_cache.house.known("one")
    assert table is not None
    return (await view_cache.viewer_snapshot(table, user)).seen.balance_cents


def run(test: Awaitable[None]) -> None:
    """Runs a test in an event loop, which must end in half a minute."""
    asyncio.run(asyncio.wait_for(test, 30))


def test_a_table_that_nobody_looked_up_is_shown_with_the_chips_it_left(floor: Floor) -> None:
    """Between a commit and its look-up the table is known already, and somebody may be shown it."""

    async def test() -> None:
        async with TableService(floor.house) as service, ViewCache(service) as view_cache:
            before = await shown(view_cache)
            assert before == floor.balance("player:ann")
            await asyncio.to_thread(floor.do, "one", ANTE)
            assert await shown(view_cache) == before - ANTE.stake_cents

    run(test())


def test_who_got_up_in_the_middle_of_a_round_sees_the_chips_come_back(floor: Floor) -> None:
    other = c.PlaceWager(seat=2, wager="ante", stake_cents=1500)
    voided = c.Report(kind="wrong_number_of_cards", by="floor:kim")

    async def test() -> None:
        async with TableService(floor.house) as service, ViewCache(service) as view_cache:
            whole = await shown(view_cache)
            for command in (ANTE, other, h.EndBetting(), c.Leave(seat=1), voided):
                answer = await service.send(h.Request("one", command))
                assert isinstance(answer, Done), answer
                assert await shown(view_cache) == floor.balance("player:ann")
            assert await shown(view_cache) == whole

    run(test())


def test_who_never_had_chips_is_read_once(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = list[Iterable[str]]()

    def counted(connection: Connection, players: Iterable[str]) -> dict[str, int]:
        reads.append(players)
        return balances_of(connection, players)

    async def test() -> None:
        async with TableService(floor.house) as service, ViewCache(service) as view_cache:
            monkeypatch.setattr(rail_module, "balances_of", counted)
            assert [await shown(view_cache, NOBODY) for _ in range(3)] == [0, 0, 0]
            assert len(reads) == 1

    run(test())


def test_a_database_that_goes_away_behind_a_commit_is_tried_once_and_looked_at_when_it_is_back(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is shown as it is known, and nobody waits for each of those who look on to try in vain."""
    path, tries, look_up = Path(floor.database.engine.url.database or ""), list[str](), ViewCache._look_up

    def counted(view_cache: ViewCache, tables: Sequence[HouseTable], *players: str) -> dict[str, int]:
        tries.extend(players)
        return look_up(view_cache, tables, *players)

    async def test() -> None:
        async with TableService(floor.house) as service, ViewCache(service) as view_cache:
            with view_cache.stand(Spectator(ANN)):
                before = await shown(view_cache)
                await asyncio.to_thread(floor.do, "one", ANTE)
                monkeypatch.setattr(ViewCache, "_look_up", counted)
                path.rename(path.with_suffix(".away"))
                assert [await shown(view_cache) for _ in range(3)] == [before] * 3
                assert tries == ["ann"]
                path.with_suffix(".away").rename(path)
                await view_cache._look()
                assert await shown(view_cache) == floor.balance("player:ann") != before

    run(test())


@pytest.mark.parametrize("known", [True, False])
def test_a_slow_read_does_not_put_old_chips_behind_new_ones(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    """The look of every second, or the first of somebody who comes, reads while a wager goes down."""
    has_read, go_on = threading.Event(), threading.Event()

    def slowly(connection: Connection, players: Iterable[str]) -> dict[str, int]:
        found = balances_of(connection, players)
        if not has_read.is_set():
            has_read.set()
            assert go_on.wait(10)
        return found

    async def test() -> None:
        async with TableService(floor.house) as service, ViewCache(service) as view_cache:
            with view_cache.stand(Spectator(ANN)):
                if known:
                    await shown(view_cache)
                monkeypatch.setattr(rail_module, "balances_of", slowly)
                reading = asyncio.ensure_future(view_cache._look() if known else shown(view_cache))
                assert await asyncio.to_thread(has_read.wait, 10)
                placing = asyncio.create_task(service.send(h.Request("one", ANTE)))
                await asyncio.wait([placing], timeout=OVERLAP_SECONDS)
                go_on.set()
                await asyncio.gather(reading, placing)
                assert await shown(view_cache) == floor.balance("player:ann")

    run(test())
