"""Tables on a link that another house keeps: they feed it, lose it, play on without it, and find it again."""

import asyncio
import shutil
from pathlib import Path

import pytest
from sqlalchemy import text

from croupier.house.audit.link_movements import link_problem
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.links.links import RemoteHouse, filing_for
from croupier.house.log import events as he
from croupier.house.service.house import House, serving
from croupier.house.service.service import TableService
from croupier.rulebook.elect import resolve
from croupier.rulebook.submission import parse_submission
from croupier.table.values import commands as c
from tests.house.floor import KEYS, Floor, example

PROGRESSIVE = c.PlaceWager(seat=1, wager="progressive", stake_cents=100)
ANTE = c.PlaceWager(seat=1, wager="ante", stake_cents=1500)


class Coast:
    """A house that keeps the link `coast` in a database file of its own, which can be taken away."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with Database.open(path, create=True) as database:
            rules = resolve(parse_submission(example("md-tcp"), "example"))
            House(database, KEYS).open_link(filing_for("coast", rules))

    def take_away(self) -> None:
        shutil.move(self.path, self.path.with_suffix(".gone"))

    def bring_back(self) -> None:
        shutil.move(self.path.with_suffix(".gone"), self.path)

    def shown(self) -> int:
        with Database.open(self.path) as database, database.read() as connection:
            assert link_problem(connection, "coast") is None
            total = connection.execute(text("SELECT SUM(balance_cents) FROM accounts")).scalar_one()
            assert total == 0
            return int(connection.execute(text("SELECT shown_cents FROM meters")).scalar_one())


@pytest.fixture
def coast(tmp_path: Path) -> Coast:
    return Coast(tmp_path / "coast.db")


def floor_on(database: Database, coast: Coast) -> Floor:
    remote_house = RemoteHouse("coastal", str(coast.path), "north", serving(KEYS))
    floor = Floor(database, remote_houses={"coastal": remote_house})
    floor.house.join_remote_link("coast", "coastal")
    return floor


def test_a_far_link_is_fed_in_the_end_and_owed_what_it_was_fed(database: Database, coast: Coast) -> None:
    floor = floor_on(database, coast)
    floor.open("one", link="coast")
    before = coast.shown()
    floor.play("one", 5)
    assert coast.shown() == before, "it has not been told yet"
    assert floor.house.tend_links() == ["one"]
    gained = coast.shown() - before
    assert gained > 0
    with database.read() as connection:
        owed = connection.execute(
            text("SELECT balance_cents FROM accounts WHERE account = 'link:coast:north'")
        ).scalar_one()
    assert owed == gained
    floor.house.remote_houses["coastal"].close()


def test_a_lost_link_closes_its_wager_and_the_table_plays_on(database: Database, coast: Coast) -> None:
    floor = floor_on(database, coast)
    floor.open("one", link="coast")
    floor.play("one")
    floor.house.remote_houses["coastal"].close()
    coast.take_away()
    assert floor.house.tend_links() == []
    answer = floor.ask("one", PROGRESSIVE)
    assert getattr(answer, "code", "") == "link_lost"
    floor.do("one", ANTE)
    floor.do("one", h.EndBetting())
    floor.decide("one")
    assert floor.table("one").state.rounds == 3
    coast.bring_back()
    assert floor.house.tend_links() == ["one"]
    floor.do("one", ANTE)
    floor.do("one", PROGRESSIVE)
    told = [type(one) for one in floor.events("one") if isinstance(one, (he.LinkLost, he.LinkFound))]
    assert told == [he.LinkLost, he.LinkFound]
    floor.house.remote_houses["coastal"].close()


def test_the_service_tends_far_links_by_itself(
    database: Database, coast: Coast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.house.service.service.TEND_SECONDS", 0.05)
    floor = floor_on(database, coast)
    floor.open("one", link="coast")
    before = coast.shown()
    floor.play("one", 3)

    async def run() -> None:
        async with TableService(floor.house):
            for _ in range(200):
                await asyncio.sleep(0.05)
                if coast.shown() > before:
                    return
        raise AssertionError("nobody told the link")

    asyncio.run(run())
    floor.house.remote_houses["coastal"].close()
