"""What a browser's wish comes to: the same parts under the same ids, however often it is sent."""

import pytest

from croupier.house import commands as h
from croupier.house.database import Database
from croupier.house.house import Done
from croupier.server import wire as w
from croupier.server.users import User
from croupier.server.wishing import requests_for
from croupier.table.refusal import Refusal
from tests.house.floor import Floor

ANN, BOB = [User(name, "player", guest=False, one_time=False, disabled=False, created_ms=0) for name in ("ann", "bob")]
WAGERS = {"ante": 1500, "pair_plus": 500}


@pytest.fixture
def floor(lite_database: Database) -> Floor:
    floor = Floor(lite_database)
    floor.open("tcp", players=("ann", "bob"))
    return floor


def requests(floor: Floor, user: User, **said: int) -> list[h.Request]:
    """The requests of a wish for seat 1 in the first round, always under the same id."""
    wish = w.SetWagers(seat=1, round=1, stakes_cents=said)
    found = requests_for(floor.house, user, floor.desk("tcp"), w.Asked("the-same-id", wish))
    assert not isinstance(found, Refusal)
    return list(found)


def test_what_was_left_undone_is_done_when_the_wish_is_sent_again(floor: Floor) -> None:
    first, second = requests(floor, ANN, **WAGERS)
    assert isinstance(floor.house.ask(first), Done)
    assert requests(floor, ANN, **WAGERS) == [second], "under the id that it had, which nothing else has used"
    assert isinstance(floor.house.ask(second), Done)
    assert requests(floor, ANN, **WAGERS) == []
    box = floor.desk("tcp").state.round.box(1)  # type: ignore[union-attr]
    assert box is not None
    assert dict(box.wagers) == WAGERS


@pytest.mark.parametrize("stakes", [WAGERS, {"ante": 1500}, {"ante": 0}, {"ante": 3000, "pair_plus": 0}])
def test_the_chips_of_another_are_left_to_the_house_to_refuse(floor: Floor, stakes: dict[str, int]) -> None:
    """Even where they lie just as they are wished."""
    for request in requests(floor, ANN, **WAGERS):
        assert isinstance(floor.house.ask(request), Done)
    before = floor.desk("tcp")
    for request in (found := requests(floor, BOB, **stakes)):
        answer = floor.house.ask(request)
        assert isinstance(answer, Refusal)
        assert answer.code == "not_your_seat"
    assert len(found) == len(stakes)
    assert floor.desk("tcp") == before
