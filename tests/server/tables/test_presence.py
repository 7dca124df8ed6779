"""Who is there: seats of players who went away are free again, but nobody is taken out of a round."""

import asyncio
import time
from pathlib import Path

import pytest

from croupier.house.checkpoints.witness import Witness, beside
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.keys import load_keys
from croupier.house.service.demo_players import demo_name, played_by_us
from croupier.house.service.house import House
from croupier.house.service.service import TableService
from croupier.server.accounts.users import User, Users
from croupier.server.tables.live_views import Spectator, ViewCache
from croupier.server.tables.presence import GONE_SECONDS as GONE_AFTER
from croupier.server.tables.presence import KIND, Presence
from croupier.table.values import commands as c
from tests.house.floor import KEYS, Floor
from tests.patience import PATIENCE_SECONDS
from tests.server.live import CHEAP

GONE_SECONDS = 0.6


def seated(house: House) -> list[str]:
    return [player for _, player in house.table("one").state.players]


@pytest.fixture
def floor(database: Database) -> Floor:
    return seated_floor(database, ("ann", "bob", "machine"))


def seated_floor(database: Database, players: tuple[str, ...]) -> Floor:
    """A floor with a table at which these players sit; `ann` and `bob` have a browser."""
    floor = Floor(database)
    floor.house = House(database, KEYS)
    users = Users(database, CHEAP)
    for name in ("ann", "bob"):
        users.add(name, "player", 0)
    floor.open("one", players=players)
    return floor


async def until(players: list[str], house: House, seconds: float = PATIENCE_SECONDS) -> None:
    began = time.monotonic()
    while seated(house) != players:
        assert time.monotonic() - began < seconds, seated(house)
        await asyncio.sleep(0.05)


def test_whoever_has_gone_gives_up_the_seat_and_who_is_there_or_plays_keeps_it(floor: Floor) -> None:
    async def test() -> None:
        service, clock = TableService(floor.house), [1000.0]
        async with service, ViewCache(service) as view_cache:
            presence = Presence(view_cache, Users(floor.database, CHEAP), now=lambda: clock[0])

            async def much_later() -> list[str]:
                for _ in range(2):
                    await presence.look()
                    clock[0] += 2 * GONE_AFTER
                await presence.look()
                return seated(floor.house)

            with view_cache.stand(Spectator(User("ann", "player", False, False, False, 0))):
                assert await much_later() == ["ann", "machine"], "who never had a browser is not ours to move"
                await service.send(h.Request("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1500)))
            assert await much_later() == ["ann", "machine"], "ann has wagers down"
            await service.send(h.Request("one", h.EndBetting()))
            assert await much_later() == ["ann", "machine"], "ann is being asked"
            await service.send(h.Request("one", c.Decide(seat=1, action="fold")))
            assert await much_later() == ["machine"]

    asyncio.run(asyncio.wait_for(test(), PATIENCE_SECONDS))


def test_patrons_whose_chips_lie_on_the_felt_are_nobody_s_to_sweep_away(lite_database: Database) -> None:
    floor = seated_floor(lite_database, ())
    floor.open("two", players=(), dealer="human", chip_source="felt")
    floor.do("two", h.SeatPatron(seat=1, by="dealer:dana"))

    async def test() -> None:
        service, clock = TableService(floor.house), [1000.0]
        async with service, ViewCache(service) as view_cache:
            presence = Presence(view_cache, Users(floor.database, CHEAP), now=lambda: clock[0])
            for _ in range(2):
                await presence.look()
                clock[0] += 2 * GONE_AFTER
            assert dict(floor.house.table("two").state.players) == {1: "patron:1"}

    asyncio.run(asyncio.wait_for(test(), PATIENCE_SECONDS))


def test_seats_are_looked_after_while_the_floor_is_open(floor: Floor) -> None:
    async def test() -> None:
        service, users = TableService(floor.house), Users(floor.database, CHEAP)
        async with service, ViewCache(service) as view_cache, Presence(view_cache, users, GONE_SECONDS):
            await until(["machine"], floor.house)

    asyncio.run(asyncio.wait_for(test(), PATIENCE_SECONDS))


def test_a_sit_is_presence_even_of_somebody_who_was_gone_for_long(lite_database: Database) -> None:
    floor = seated_floor(lite_database, ())

    async def test() -> None:
        service, clock = TableService(floor.house), [1000.0]
        async with service, ViewCache(service) as view_cache:
            presence = Presence(view_cache, Users(floor.database, CHEAP), now=lambda: clock[0])
            presence.are_there(["ann"])
            clock[0] += 3600  # the server has been up, and ann been away, for far longer than anybody is waited for
            await service.send(h.Request("one", c.Sit(seat=1, player="ann")))
            await presence.look()
            assert seated(floor.house) == ["ann"], "ann has only just sat down"
            clock[0] += GONE_AFTER - 1
            await presence.look()
            assert seated(floor.house) == ["ann"], "a connection may still come"
            clock[0] += 2
            await presence.look()
            assert seated(floor.house) == []

    asyncio.run(asyncio.wait_for(test(), PATIENCE_SECONDS))


def test_who_is_connected_to_another_process_is_there(floor: Floor) -> None:
    if floor.database.dialect == "sqlite":
        pytest.skip("one process serves a house on SQLite")

    async def test() -> None:
        users, other = Users(floor.database, CHEAP), TableService(House(floor.database, KEYS))
        service = TableService(floor.house)
        async with service, other, ViewCache(service) as view_cache:
            clock = [1000.0]
            presence = Presence(view_cache, users, now=lambda: clock[0])
            await presence.look()
            clock[0] += GONE_AFTER + 1
            while presence._seen.get("ann") != clock[0]:
                other.announce(KIND, ["ann"])
                await asyncio.sleep(0.05)
            await presence.look()
            await until(["ann", "machine"], floor.house)

    asyncio.run(asyncio.wait_for(test(), PATIENCE_SECONDS))


def test_who_was_left_by_nobody_gives_up_the_seat_too(database: Database, tmp_path: Path) -> None:
    """Guests whose sessions are over, and demo players whose command was killed; while it plays they stay."""
    keys = tmp_path / "house.db.keys"
    load_keys(keys, create=True)
    floor = seated_floor(database, ("guest-plum-owl", demo_name("one", 2), "machine"))
    floor.house.witness = Witness(beside(keys), KEYS.signing, database)

    async def test() -> None:
        service, clock = TableService(floor.house), [1000.0]
        async with service, ViewCache(service) as view_cache:
            presence = Presence(view_cache, Users(database, CHEAP), now=lambda: clock[0])
            with played_by_us(database, keys) as ours:
                assert ours
                await presence.look()
                clock[0] += GONE_AFTER + 1
                await presence.look()
                assert seated(floor.house) == [demo_name("one", 2), "machine"]
            await presence.look()
            assert seated(floor.house) == ["machine"]

    asyncio.run(test())
