"""What a command was answered is what it is answered again; who saw the table as it was before is told so."""

import pytest
from msgspec.structs import replace

from croupier.house import commands as h
from croupier.house.answering import LONGEST_ID, Done
from croupier.house.database import Database
from croupier.house.house import House
from croupier.table import commands as c
from croupier.table.refusal import Refusal
from tests.house.floor import KEYS, Floor


@pytest.fixture
def floor(database: Database) -> Floor:
    return Floor(database)


def test_the_same_command_sent_again_is_answered_the_same_and_done_once(floor: Floor) -> None:
    floor.open("one")
    wager = c.PlaceWager(seat=1, wager="ante", stake_cents=1500)
    first = floor.do("one", wager, "w-1")
    assert floor.ask("one", wager, "w-1") == replace(first, again=True)
    assert House(floor.database, KEYS).ask(h.Request("one", wager, "w-1")) == replace(first, again=True)
    assert floor.balance("wagers:one") == 1500
    assert floor.ask("one", wager, "w-2") != first


def test_a_refusal_is_remembered_too_though_the_command_would_be_lawful_now(floor: Floor) -> None:
    floor.open("one")
    early = c.Decide(seat=1, action="fold")
    refusal = floor.refused("one", early, "d-1")
    floor.bet("one")
    floor.do("one", h.EndBetting())
    assert floor.refused("one", early, "d-1") == refusal
    assert isinstance(floor.ask("one", early, "d-2"), Done)


def test_an_id_is_good_for_one_command_only(floor: Floor) -> None:
    floor.open("one")
    floor.do("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1500), "w-1")
    assert floor.refused("one", c.PlaceWager(seat=1, wager="ante", stake_cents=2000), "w-1").code == "id_used"
    too_long = "x" * (LONGEST_ID + 1)
    assert floor.refused("one", c.PlaceWager(seat=1, wager="ante", stake_cents=2000), too_long).code == "command_id"


def test_twins_in_one_batch_are_done_once(floor: Floor) -> None:
    floor.open("one")
    wager = h.Request("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1500), "w-1")
    first, second = floor.house.submit([wager, wager])
    assert isinstance(first, Done)
    assert second == replace(first, again=True)


def test_the_stale_are_refused(floor: Floor) -> None:
    version = floor.open("one").version
    assert isinstance(floor.ask("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1500), "", version), Done)
    answer = floor.ask("one", c.PlaceWager(seat=1, wager="ante", stake_cents=2000), "", version)
    assert isinstance(answer, Refusal)
    assert answer.code == "stale"
