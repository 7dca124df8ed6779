"""The dealer's screen at a felt table: what may be entered for patrons over the socket, and who is told what."""

import msgspec
import pytest

from croupier.house.handlers.duties import duty_at
from croupier.house.service.house import TableTerms
from croupier.server.deal.schemas import FeltSeat
from croupier.server.wire import messages as w
from croupier.server.wire import patron_requests as p
from tests.house.floor import example
from tests.server.live import Live
from tests.server.seated import Seat
from tests.table.people import finds

FELT = TableTerms(dealer="human", chip_source="felt", denominations_cents=(500, 2500))


def seat_of(dealer: Seat, seat: int) -> FeltSeat:
    """What the dealer's screen shows of a seat, as the table stands."""
    version = dealer.browser.live.house.table("one").version
    dealer.until(lambda seen: seen.version >= version)
    assert dealer.deal is not None
    assert dealer.deal.felt is not None
    return dealer.deal.felt.seats[seat - 1]


def until(live: Live, people: dict[str, Seat], phase: str) -> None:
    """People do what is due until the round is in this phase."""
    while not ((table := live.house.table("one")).state.round and table.state.round.phase == phase):
        rules = live.house.rules_of(table)
        duty = duty_at(rules, table, table.at_ms // 1000)
        assert duty is not None, table.state.round
        found = finds(rules, table.state, duty) if duty.blanks else {}
        people[duty.by].do(w.DoDuty(says=duty.says, found=found))


def test_a_dealer_enters_stakes_and_answers_and_no_more_than_is_lawful(lite_server: Live) -> None:
    lite_server.house.open_table("one", example("md-tcp"), FELT)
    with (
        Seat(lite_server.signed_in("floor"), "one", on_duty=True) as kim,
        Seat(lite_server.signed_in("dealer"), "one", on_duty=True) as dealer,
        Seat(lite_server.signed_in("player"), "one") as ann,
    ):
        people = {"dealer": dealer, "floor": kim}
        assert not seat_of(dealer, 2).spots
        dealer.do(p.SeatPatron(seat=2, card="CARD-4711"))
        kim.do(p.SellChips(seat=2, cents=50_000))
        assert seat_of(dealer, 2).card == "CARD-4711"
        assert dealer.deal is not None
        assert dealer.deal.felt is not None
        assert dealer.deal.felt.denominations_cents == (500, 2500)
        closed = seat_of(dealer, 2).spots[0]
        assert (closed.open, bool(closed.why), bool(closed.clause)) == (False, True, True)
        until(lite_server, people, "wagering")
        spots = {spot.wager: spot for spot in seat_of(dealer, 2).spots}
        assert spots["ante"].open
        assert not spots["play"].open
        stakes = {"ante": spots["ante"].minimum_cents}
        low = dealer.ask(w.SetWagers(seat=2, round=1, stakes_cents={"ante": 1}))
        assert (low.code, bool(low.clause)) == ("outside_limits", True)
        dealer.do(w.SetWagers(seat=2, round=1, stakes_cents=stakes))
        until(lite_server, people, "decisions")
        offered = seat_of(dealer, 2).actions
        assert {one.action for one in offered} == {"play", "fold"}
        assert not any(one.warning for one in offered), "it would tell a hand that only the patron sees"
        play = next(one for one in offered if one.action == "play")
        decision = w.TakeDecision(
            seat=2, round=1, point=dealer.round.point, action="play", stake_cents=play.stake_cents
        )
        dealer.do(decision)
        until(lite_server, people, "closed")
        assert seat_of(dealer, 2).last_cents == stakes
        version = lite_server.house.table("one").version
        ann.until(lambda seen: seen.version >= version)
        assert not ann.seen.may_sit
        told = [*ann.raw, msgspec.json.encode(ann.browser.get("/api/tables/one").json()).decode()]
        assert not any("4711" in one for one in told), "the number of a card is for staff"


@pytest.mark.parametrize(
    "request_", [w.TakeSeat(seat=3), w.GiveUpSeat(seat=2), w.SetWagers(seat=2, round=1, stakes_cents={"ante": 1500})]
)
def test_a_player_s_screen_is_told_that_the_dealer_enters_it(lite_server: Live, request_: w.AnyTableRequest) -> None:
    lite_server.house.open_table("one", example("md-tcp"), FELT)
    with (
        Seat(lite_server.signed_in("player"), "one") as ann,
        Seat(lite_server.signed_in("dealer"), "one", on_duty=True) as dealer,
        Seat(lite_server.signed_in("floor"), "one", on_duty=True) as kim,
    ):
        dealer.do(p.SeatPatron(seat=2))
        until(lite_server, {"dealer": dealer, "floor": kim}, "wagering")
        answer = ann.ask(request_)
        assert answer.outcome == "refused"
        assert answer.code in ("felt_table", "not_your_seat")
        assert ann.ask(p.SeatPatron(seat=3)).code == "not_a_dealer"


def test_at_a_table_of_accounts_the_dealer_bets_for_nobody(lite_server: Live) -> None:
    lite_server.house.open_table("one", example("md-tcp"), TableTerms(dealer="human"))
    with (
        Seat(lite_server.signed_in("player"), "one", seat=1) as ann,
        Seat(lite_server.signed_in("dealer"), "one", on_duty=True) as dealer,
    ):
        ann.do(w.TakeSeat(seat=1))
        dealer.until(lambda seen: 1 in seen.players)
        assert dealer.deal is not None
        assert dealer.deal.felt is None
        assert dealer.ask(w.SetWagers(seat=1, round=1, stakes_cents={"ante": 1500})).code == "not_a_player"
        assert dealer.ask(w.GiveUpSeat(seat=1)).code == "not_a_player"
        assert dealer.ask(p.SeatPatron(seat=2)).code == "accounts_table"
