"""What a browser's request comes to: one request under one id, however often it is sent."""

import pytest

from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.server.accounts.users import User
from croupier.server.tables.table_requests import request_for
from croupier.server.wire import messages as w
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from tests.house.floor import Floor

ANN, BOB = [User(name, "player", guest=False, one_time=False, disabled=False, created_ms=0) for name in ("ann", "bob")]
WAGERS = {"ante": 1500, "pair_plus": 500}


@pytest.fixture
def floor(lite_database: Database) -> Floor:
    floor = Floor(lite_database)
    floor.open("tcp", players=("ann", "bob"))
    return floor


def request(floor: Floor, user: User, **said: int) -> h.Request:
    """What a request for seat 1 in the first round comes to, always under the same id."""
    request = w.SetWagers(seat=1, round=1, stakes_cents=said)
    found = request_for(user, floor.table("tcp"), w.Asked("the-same-id", request))
    assert isinstance(found, h.Request)
    return found


def test_a_wish_sent_again_is_done_once(floor: Floor) -> None:
    first = floor.house.ask(request(floor, ANN, **WAGERS))
    assert isinstance(first, Done)
    assert floor.house.ask(request(floor, ANN, **WAGERS)) == Done(first.record, again=True)
    box = floor.table("tcp").state.round.box(1)  # type: ignore[union-attr]
    assert box is not None
    assert dict(box.wagers) == WAGERS


@pytest.mark.parametrize("stakes", [WAGERS, {"ante": 1500}, {"ante": 0}, {"ante": 3000, "pair_plus": 0}])
def test_the_chips_of_another_are_left_to_the_house_to_refuse(floor: Floor, stakes: dict[str, int]) -> None:
    """Even where they lie just as they are asked for."""
    assert isinstance(floor.house.ask(request(floor, ANN, **WAGERS)), Done)
    before = floor.table("tcp")
    answer = floor.house.ask(request(floor, BOB, **stakes))
    assert isinstance(answer, Refusal)
    assert answer.code == "not_your_seat"
    assert floor.table("tcp") == before


def test_what_wagers_are_made_in_comes_to_the_record_and_into_the_replay(floor: Floor) -> None:
    floor.open("ma", "ma-fcp-1", ("cleo",))
    cleo = User("cleo", "player", guest=False, one_time=False, disabled=False, created_ms=0)

    def wagered(**made_in: str) -> h.Request:
        request = w.SetWagers(seat=1, round=1, stakes_cents={"ante": 1000}, made_in=w.MadeIn(**made_in))
        found = request_for(cleo, floor.table("ma"), w.Asked(f"id-{len(made_in)}-{made_in}", request))
        assert isinstance(found, h.Request)
        return found

    alone = floor.house.ask(wagered(instrument="match_play_coupon", coupon="MP 12"))
    assert isinstance(alone, Refusal)
    assert (alone.code, alone.clause) == ("beside_chips", "ma-fcp-1:6(b)#1")
    assert isinstance(floor.house.ask(wagered(instrument="plaque", coupon="MP 12")), Done)
    (placed,) = [one for one in floor.events("ma") if isinstance(one, e.WagerPlaced)]
    assert (placed.instrument, placed.coupon) == ("plaque", "MP 12")
