"""Players rated: how long they played, what they put down on a hand, and what that costs by the exact odds."""

import pytest

from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.server.odds.expecting import Made, expected_under
from croupier.server.pit.ratings import BREAK_MS, ratings
from croupier.server.pit.result import FOREVER_MS, expected_now, played_at
from croupier.table.values import commands as c
from tests.house.floor import Clock, Floor, example
from tests.house.handlers.test_chips_on_felt import DEALER, dealt, opened
from tests.server.felt import floor_of
from tests.server.live import Live
from tests.server.pit.test_result import STAKES, play

GAP_MS = 60_000


def test_each_player_by_their_own_hands(database: Database) -> None:
    clock = Clock()
    floor = Floor(database, clock)
    floor.open("oak-1", "md-tcp", players=("ann", "ben"))
    lost = dict.fromkeys(("ann", "ben"), 0)
    for gap in (0, GAP_MS, BREAK_MS + GAP_MS):
        clock.at_ms += gap
        play(floor, "oak-1", STAKES)
        last = floor.table("oak-1").last
        assert last
        for line in last.lines:
            lost[("ann", "ben")[line.seat - 1]] -= line.net_cents
    played = played_at(floor.house, floor.table("oak-1"), 0, FOREVER_MS)
    found = {one.player: one for one in ratings(played, expected_now(played))}
    (one,) = expected_under(example("md-tcp"), [Made(STAKES | {"play": 2000})])
    assert set(found) == {"ann", "ben"}
    for name, rated in found.items():
        assert (rated.hands, rated.lost_cents) == (3, lost[name])
        assert rated.average_cents == 2 * STAKES["ante"] + STAKES["pair_plus"]
        assert rated.expected_loss_cents == pytest.approx(-3 * float(sum(one.means_cents.values())))
        assert GAP_MS <= rated.played_ms < 2 * GAP_MS, "the break is not counted"


def test_patrons_by_the_card_that_their_seat_is_rated_under(database: Database) -> None:
    floor = Floor(database, Clock())
    opened(floor, seats=(2, 5))
    floor.do("one", h.RateSeat(seat=2, card="4711", by=DEALER))
    dealt(floor)
    dealt(floor)
    floor.do("one", c.Leave(seat=2, by=DEALER))
    floor.do("one", h.SeatPatron(seat=2, by=DEALER))
    dealt(floor)
    floor.do("one", h.SeatPatron(seat=6, beside=5, card="12-B", by=DEALER))
    dealt(floor)
    floor.do("one", h.RateSeat(seat=5, card="", by=DEALER))
    dealt(floor)
    played = played_at(floor.house, floor.table("one"), 0, FOREVER_MS)
    found = {one.player: one.hands for one in ratings(played, expected_now(played))}
    assert found == {"card 4711": 2, "card 12-B": 2}, "who sits there next, and who is rated no longer, is not"


def test_the_page_is_told_and_nobody_else(lite_server: Live) -> None:
    floor = floor_of(lite_server.house)
    floor.open("oak-1", "md-tcp")
    play(floor, "oak-1", STAKES)
    (rated,) = lite_server.signed_in("floor").get("/api/pit/oak-1/ratings").json()
    assert (rated["player"], rated["hands"]) == ("ann", 1)
    assert lite_server.signed_in("player").get("/api/pit/oak-1/ratings").status_code == 403
