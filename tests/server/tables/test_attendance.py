"""Who stands at a table: whose connection is gone is told by name, and whether somebody is there to deal."""

from croupier.server.accounts.guest_names import called
from croupier.server.wire import messages as w
from tests.server.live import Live
from tests.server.seated import Seat, player_at
from tests.server.tables.test_sockets import open_tables

SECONDS = 60


def asked(live: Live, *seats: Seat) -> None:
    """A round in which the first of these players is asked."""
    for seat in seats:
        seat.sit()
    for seat in seats:
        seat.bet()
    for seat in seats:
        seat.ready()
    seats[-1].until(lambda seen: seen.waiting is not None and seen.waiting.kind == "answer")


def test_the_others_are_told_by_name_who_is_gone_and_that_they_are_back(live_server: Live) -> None:
    open_tables(live_server, "md-tcp", decision_seconds=SECONDS)
    with player_at(live_server, "md-tcp", 2) as ann, player_at(live_server, "md-tcp", 4) as bob:
        asked(live_server, ann, bob)
        assert bob.seen.waiting == w.Waiting("answer", 2, bob.seen.waiting.left_ms, SECONDS * 1000, True, "")  # type: ignore[union-attr]
        name = called(ann.browser.get("/api/session").json()["name"])
        ann.leave()
        waiting = bob.until(lambda seen: bool(seen.waiting and seen.waiting.gone)).waiting
        assert waiting is not None
        assert waiting.gone == f"{name}'s connection is gone; the table waits 15 s."
        assert waiting.left_ms <= waiting.whole_ms == 15_000
        with Seat(ann.browser, "md-tcp", 2):
            waiting = bob.until(lambda seen: bool(seen.waiting and not seen.waiting.gone)).waiting
            assert waiting is not None
            assert waiting.whole_ms == SECONDS * 1000
            assert waiting.left_ms > 15_000


def test_who_asks_something_without_a_connection_is_there(live_server: Live) -> None:
    open_tables(live_server, "md-tcp", decision_seconds=SECONDS)
    with player_at(live_server, "md-tcp", 2) as ann, player_at(live_server, "md-tcp", 4) as bob:
        asked(live_server, ann, bob)
        ann.leave()
        bob.until(lambda seen: bool(seen.waiting and seen.waiting.gone))
        more = {"id": "more-time-1", "wish": {"wish": "more_time", "seat": 2, "round": 1}}
        assert ann.browser.post("/api/tables/md-tcp/commands", json=more).status_code == 200
        bob.until(lambda seen: bool(seen.waiting and not seen.waiting.gone))


def test_a_table_says_whether_its_dealer_is_there(live_server: Live) -> None:
    open_tables(live_server, "md-tcp", dealer="human")
    open_tables(live_server, "md-uth")

    def here(table: str) -> bool:
        cards = live_server.browser().get("/api/tables").json()
        return next(bool(card["dealer_here"]) for card in cards if card["table"] == table)

    def deals(seen: w.TableSeen) -> bool:
        return seen.dealer_here

    assert here("md-uth")
    with player_at(live_server, "md-tcp", 1) as ann:
        assert not ann.seen.dealer_here
        assert not here("md-tcp")
        with Seat(live_server.signed_in("floor"), "md-tcp") as floor:
            assert not floor.seen.dealer_here
        with Seat(live_server.signed_in("dealer"), "md-tcp") as dealer:
            assert dealer.seen.dealer_here
            ann.until(deals)
            assert here("md-tcp")
        ann.until(lambda seen: not deals(seen))
        assert not here("md-tcp")
