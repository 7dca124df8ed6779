"""What the floor does at a table over its socket: orders by rank, and rulings that a dealer calls for."""

import pytest

from croupier.house.audit.audit import audit
from croupier.house.handlers.duties import duty_at
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.service.house import TableTerms
from croupier.server.wire import floor_requests as f
from croupier.server.wire import messages as w
from croupier.table.values import events as e
from tests.house.floor import KEYS, by_hand, example
from tests.server.live import Live
from tests.server.seated import Seat, player_at
from tests.table.people import finds


def opened(live: Live, submission: str) -> None:
    """A table that a person deals, without a time for answers."""
    live.house.open_table("one", submission, TableTerms(dealer="human", decision_seconds=0, betting_seconds=0))


def dealt_until(live: Live, people: dict[str, Seat], phase: str) -> None:
    """Dealer and floor do what is due until the round is that far."""
    while (round_ := live.house.table("one").state.round) is None or round_.phase != phase:
        table = live.house.table("one")
        rules = live.house.rules_of(table)
        duty = duty_at(rules, table, table.at_ms // 1000)
        assert duty, table.state
        found = finds(rules, table.state, duty) if duty.blanks else {}
        people[duty.by].do(w.DoDuty(says=duty.says, found=found))


def happened(live: Live, kind: type[e.Event]) -> list[e.Event]:
    """What of this kind is on the table's record."""
    with live.house.database.read() as connection:
        acts = [act for record in store.records_after(connection, "one", 0) for act in decoded(record.body)]
    return [one for act in acts for one in act.events if isinstance(one, kind)]


@pytest.mark.parametrize(("rulebook", "may"), [("ma-fcp-1", "casino_supervisor"), ("md-fcp", "floor")])
def test_a_recut_is_offered_to_who_may_order_it_and_recorded_as_theirs(
    lite_server: Live, rulebook: str, may: str
) -> None:
    opened(lite_server, by_hand(rulebook))
    with (
        player_at(lite_server, "one", 1) as ann,
        Seat(lite_server.signed_in("floor"), "one") as kim,
        Seat(lite_server.signed_in("casino_supervisor"), "one") as cleo,
        Seat(lite_server.signed_in("dealer"), "one") as dealer,
    ):
        ann.do(w.TakeSeat(seat=1))
        people = {"dealer": dealer, "floor": kim}
        dealt_until(lite_server, people, "wagering")
        version = lite_server.house.table("one").version
        for one in (ann, kim, cleo, dealer):
            one.until(lambda seen: seen.version >= version)
        deck = next(deck.deck for deck in lite_server.house.table("one").state.decks if deck.cut)
        request = f.OrderCards(order="recut", deck=deck, reason="not deep enough")
        recuts = {seat: [one.deck for one in seat.seen.orders if one.order == "recut"] for seat in (kim, cleo, dealer)}
        assert deck in recuts[cleo], "the casino supervisor is above the floor"
        assert (deck in recuts[kim]) is (may == "floor")
        assert not recuts[dealer]
        assert dealer.ask(request).code == "needs_supervisor"
        assert ann.ask(request).code == "not_a_dealer"
        if may != "floor":
            assert kim.ask(request).code == "needs_supervisor"
        {"floor": kim, "casino_supervisor": cleo}[may].do(request)
        dealt_until(lite_server, people, "wagering")
    (ordered,) = happened(lite_server, e.CutAgainOrdered)
    assert isinstance(ordered, e.CutAgainOrdered)
    assert ordered.by.partition(":")[0] == may
    report = audit(lite_server.house.database, KEYS)
    assert report.ok, report.problems


def test_without_a_time_for_answers_the_dealer_calls_the_floor_and_the_floor_rules(lite_server: Live) -> None:
    opened(lite_server, example("md-tcp"))
    with (
        player_at(lite_server, "one", 1) as ann,
        Seat(lite_server.signed_in("casino_supervisor"), "one") as cleo,
        Seat(lite_server.signed_in("dealer"), "one") as dealer,
    ):
        ann.do(w.TakeSeat(seat=1))
        people = {"dealer": dealer, "floor": cleo}
        dealt_until(lite_server, people, "wagering")
        ann.until(lambda seen: bool(seen.round and seen.round.phase == "wagering"))
        ann.bet()
        dealt_until(lite_server, people, "decisions")
        asked = dealer.until(lambda seen: seen.call_floor_to == 1)
        assert asked.round
        call = f.CallFloor(seat=1, round=asked.round.number, point=asked.round.point)
        assert ann.ask(call).code == "not_a_dealer"
        assert ann.seen.call_floor_to == 0
        dealer.do(call)
        assert dealer.ask(call).code == "called"
        seen = cleo.until(lambda seen: bool(seen.duty and seen.duty.yours and seen.duty.blanks))
        assert seen.duty
        assert dealer.until(lambda seen: seen.duty is not None).call_floor_to == 0
        cleo.do(w.DoDuty(says=seen.duty.says, found={"ruling": "fold", "reason": "fast asleep"}))
        dealt_until(lite_server, people, "settling")
    (called,) = happened(lite_server, e.FloorCalled)
    (ruled,) = happened(lite_server, e.SilenceRuled)
    assert isinstance(called, e.FloorCalled)
    assert isinstance(ruled, e.SilenceRuled)
    assert (called.by.partition(":")[0], ruled.by.partition(":")[0]) == ("dealer", "casino_supervisor")
    report = audit(lite_server.house.database, KEYS)
    assert report.ok, report.problems
