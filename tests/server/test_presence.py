"""Who is there: seats of players who went away are free again, but nobody is taken out of a round."""

import asyncio
import time

import pytest

from croupier.house import commands as h
from croupier.house.database import Database
from croupier.house.house import House
from croupier.house.service import TableService
from croupier.server.presence import KIND, Presence
from croupier.server.rail import Onlooker, Rail
from croupier.server.users import User, Users
from croupier.table import commands as c
from tests.house.floor import KEYS, Floor
from tests.server.live import CHEAP

GONE_SECONDS = 0.6


def seated(house: House) -> list[str]:
    return [player for _, player in house.desk("one").state.players]


@pytest.fixture
def floor(database: Database) -> Floor:
    floor = Floor(database)
    floor.house = House(database, KEYS)
    users = Users(database, CHEAP)
    for name in ("ann", "bob"):
        users.add(name, "player", 0)
    floor.open("one", players=("ann", "bob", "machine"))
    return floor


async def until(players: list[str], house: House, seconds: float = 10) -> None:
    began = time.monotonic()
    while seated(house) != players:
        assert time.monotonic() - began < seconds, seated(house)
        await asyncio.sleep(0.05)


def test_whoever_has_gone_gives_up_the_seat_and_who_is_there_or_plays_keeps_it(floor: Floor) -> None:
    async def test() -> None:
        users = Users(floor.database, CHEAP)
        service = TableService(floor.house)
        async with service, Rail(service) as rail, Presence(rail, users, GONE_SECONDS):
            with rail.stand(Onlooker(User("ann", "player", False, False, False, 0))):
                await until(["ann", "machine"], floor.house)  # who never had a browser is not ours to move
                await service.send(h.Request("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1500)))
            await asyncio.sleep(3 * GONE_SECONDS)
            assert seated(floor.house) == ["ann", "machine"], "ann has wagers down"
            await service.send(h.Request("one", h.EndBetting()))
            await asyncio.sleep(3 * GONE_SECONDS)
            assert seated(floor.house) == ["ann", "machine"], "ann is being asked"
            await service.send(h.Request("one", c.Decide(seat=1, action="fold")))
            await until(["machine"], floor.house)

    asyncio.run(asyncio.wait_for(test(), 40))


def test_who_is_connected_to_another_process_is_there(floor: Floor) -> None:
    if floor.database.dialect == "sqlite":
        pytest.skip("one process serves a house on SQLite")

    async def test() -> None:
        users, other = Users(floor.database, CHEAP), TableService(House(floor.database, KEYS))
        service = TableService(floor.house)
        async with service, other, Rail(service) as rail, Presence(rail, users, 2.0):
            for _ in range(40):
                other.announce(KIND, ["ann"])
                await asyncio.sleep(0.1)
            await until(["ann", "machine"], floor.house)

    asyncio.run(asyncio.wait_for(test(), 40))
