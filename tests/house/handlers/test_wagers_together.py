"""The wagers of a box set in one command: all of them or none, and with them that the player is ready."""

import pytest

from croupier.house.audit.audit import audit
from croupier.house.handlers import commands as h
from croupier.house.ledger.accounts import player_account, wagers
from croupier.house.ledger.ledger import read_ledger
from croupier.table.values.box import Wager, wagers_of
from croupier.table.values.state import Round
from tests.house.floor import CHIPS_CENTS, KEYS, Floor

pytestmark = pytest.mark.databases("any")


@pytest.fixture
def floor(floor: Floor) -> Floor:
    floor.open("uth", "md-uth", ("ann",))
    return floor


def together(ready: bool = False, **stakes: int) -> h.SetWagers:
    return h.SetWagers(seat=1, stakes=wagers_of(stakes), ready=ready, by="ann")


def lying(floor: Floor) -> dict[str, int]:
    """What lies on the box, and whether the books say the same."""
    round_ = floor.table("uth").state.round
    assert isinstance(round_, Round)
    box = round_.box(1)
    found = dict(box.wagers) if box else {}
    with floor.database.write() as connection:
        books = read_ledger(connection, [player_account("ann"), wagers("uth")])
    assert books.balance_of(wagers("uth")) == sum(found.values())
    assert books.balance_of(player_account("ann")) == CHIPS_CENTS - sum(found.values())
    return found


def test_each_is_put_down_changed_or_taken_back(floor: Floor) -> None:
    floor.do("uth", together(ante=1000, blind=1000, trips=500))
    assert lying(floor) == {"ante": 1000, "blind": 1000, "trips": 500}
    floor.do("uth", together(trips=0, ante=2000, blind=2000))
    assert lying(floor) == {"ante": 2000, "blind": 2000}


def test_where_one_is_refused_none_is_made(floor: Floor) -> None:
    assert floor.refused("uth", together(ante=1000, blind=1000, trips=1)).code == "outside_limits"
    assert lying(floor) == {}
    floor.do("uth", together(ante=1000, blind=1000))
    assert floor.refused("uth", together(ante=2000, blind=2000, trips=1)).code == "outside_limits"
    assert lying(floor) == {"ante": 1000, "blind": 1000}
    assert floor.refused("uth", together(ante=CHIPS_CENTS, blind=CHIPS_CENTS)).code == "outside_limits"


def test_what_was_refused_leaves_books_that_an_audit_finds_right(floor: Floor) -> None:
    floor.refused("uth", together(ante=1000, blind=1000, trips=1))
    floor.do("uth", together(ready=True, ante=1000, blind=1000))
    assert audit(floor.database, KEYS).ok


def test_what_lies_there_already_is_left_alone(floor: Floor) -> None:
    floor.do("uth", together(ante=1000, blind=1000))
    before = floor.table("uth")
    assert floor.do("uth", together(ante=1000, blind=1000), "again").record == before.version
    assert floor.table("uth") == before


def test_what_does_not_lie_there_need_not_be_taken_back(floor: Floor) -> None:
    """A second tab that still shows the chips clears them too, or puts others in their place."""
    before = floor.table("uth")
    floor.do("uth", together(ante=0, blind=0))
    assert floor.table("uth") == before
    floor.do("uth", together(trips=0, ante=1000, blind=1000))
    assert lying(floor) == {"ante": 1000, "blind": 1000}
    nobody = h.SetWagers(seat=3, stakes=(Wager("ante", 0),), by="ann")
    assert floor.refused("uth", nobody).code


def test_who_is_ready_with_them_is_dealt_to_at_once(floor: Floor) -> None:
    done = floor.do("uth", together(ready=True, ante=1000, blind=1000), "once")
    table = floor.table("uth")
    assert table.version == done.record, "in one record"
    assert table.state.round is not None
    assert table.state.round.phase == "decisions"
    assert floor.do("uth", together(ready=True, ante=1000, blind=1000), "once").again


def test_who_cannot_be_ready_has_not_wagered_either(floor: Floor) -> None:
    assert floor.refused("uth", together(ready=True, trips=500)).code == "precondition"
    assert lying(floor) == {}
