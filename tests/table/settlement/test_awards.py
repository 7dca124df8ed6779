"""The ends of a progressive award: paid from the inventory or elsewhere, documented by its paper, refused unlit."""

import pytest
from msgspec.structs import replace

from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.duty import filled
from tests.table.pit import Pit, rules_dealt_by, stacked
from tests.table.procedure.test_acts import ONE_DECK, RULEBOOKS, award_pending, wagered

LIGHT = {
    "md-tcp": "md-tcp:.11D(7)(b)",
    "md-fcp": "md-fcp:.11D(10)(b)",
    "ma-fcp-1": "ma-fcp-1:13(a)(1)",
    "ma-fcp-2": "ma-fcp-1:13(a)(1)",
    "md-uth": "md-uth:11J(2)(b)",
}
PAPER = {"md-tcp": "md-tcp:.11D(7)(d)(ii)", "md-fcp": "md-fcp:.11D(10)(d)(ii)", "md-uth": "md-uth:11J(2)(d)"}
REFUSE = c.RefuseAward(seat=1, reason="the device shows no wager", by="floor:kim")


def unlit(rulebook: str) -> Pit:
    """An award whose light the dealer found off."""
    pit = award_pending(rulebook, "human")
    pit.do(c.VerifyAward(seat=1, hand_wins=True, light_on=False, by="dealer:deana"))
    return pit


@pytest.mark.parametrize("rulebook", [pytest.param(name, marks=pytest.mark.clause(LIGHT[name])) for name in RULEBOOKS])
def test_an_award_with_the_light_off_is_refused_by_the_floor_and_the_round_goes_on(rulebook: str) -> None:
    pit = unlit(rulebook)
    before = award_pending(rulebook, "human").state
    assert before.round is not None
    assert before.round.pending is not None
    line = before.round.pending.line
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert (type(duty.command), duty.by, duty.clause) == (c.RefuseAward, "floor", LIGHT[rulebook])
    assert [blank.field for blank in duty.blanks] == ["reason"]
    assert filled(duty, {"reason": "no wager"}) == c.RefuseAward(seat=1, reason="no wager", by="floor")
    events = pit.do(REFUSE)
    (refused,) = [event for event in events if isinstance(event, e.AwardRefused)]
    assert (refused.by, refused.reason, refused.clause) == ("floor:kim", REFUSE.reason, LIGHT[rulebook])
    ended = pit.line(1, "progressive")
    assert (ended.outcome, ended.returned_cents, ended.paid_cents) == ("void", line.stake_cents, 0)
    assert (ended.case, ended.clause) == ("not_accepted", LIGHT[rulebook])
    # The meter shows what it did before the award was read off it.
    shown = {meter.meter: meter.cents for meter in pit.state.meters}
    assert shown[line.meter] == line.paid_cents
    people = Pit(pit.rules)
    people.state, people.events = pit.state, pit.events
    while people.state.round is not None and people.round.phase not in ("closed", "void"):
        due = next_duty(people.rules, people.state)
        assert due is not None
        people.do(due.command)
    assert people.round.phase == "closed"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_only_the_floor_refuses_with_a_reason_and_only_where_the_light_was_found_off(rulebook: str) -> None:
    assert award_pending(rulebook, "human").refused(REFUSE).code == "light_not_off"
    pit = unlit(rulebook)
    for by, reason in (("dealer:deana", "no light"), ("floor:kim", " ")):
        refusal = pit.refused(c.RefuseAward(seat=1, reason=reason, by=by))
        assert (refusal.code, refusal.clause) == ("needs_floor", LIGHT[rulebook])
    assert pit.refused(c.ValidateAward(seat=1, by="floor:kim")).code == "light_off"
    pit.do(c.VerifyAward(seat=1, hand_wins=True, light_on=True, by="dealer:deana"))  # it was a bulb
    assert pit.refused(REFUSE).code == "light_not_off"
    pit.do(c.ValidateAward(seat=1, by="floor:kim"))


ENVIED: dict[str, dict[int | str, str]] = {
    "md-tcp": {1: "As Ks Qs", 2: "Ah Kh Qh"},
    "md-fcp": {1: "As Ah Ad Ac 9d", 2: "Ks Kh Kd Kc 8d"},
    "ma-fcp-1": {1: "As Ah Ad Ac 9d", 2: "Ks Kh Kd Kc 8d"},
    "ma-fcp-2": {1: "As Ks Qs Js Ts", 2: "9h 8h 7h 6h 5h"},
    "md-uth": {1: "As Ks", 2: "9s 8s", "community": "Qs Js Ts 2d 3c"},
}


@pytest.mark.parametrize("rulebook", [pytest.param(name, marks=pytest.mark.clause(LIGHT[name])) for name in RULEBOOKS])
def test_a_wager_that_was_not_accepted_keeps_no_envy_that_was_paid_before(rulebook: str) -> None:
    """Seat 2 is settled first, and its hand brings seat 1 envy; then seat 1's own light is found off."""
    rules = rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)
    pit = Pit(rules).sit(1, 2).ready(stacked(rules, ENVIED[rulebook]))
    for seat in (1, 2):
        main = dict.fromkeys(rules.rulebook.wagers.main.of, 1500)
        pit.wager(seat, **main, progressive=rules.progressive_stakes_cents[0])
    while pit.round.pending is None or pit.round.pending.line.seat != 1:
        duty = next_duty(pit.rules, pit.state)
        stake = 6000 if rulebook == "md-uth" else 1500
        pit.do(duty.command if duty else c.Decide(seat=pit.round.to_ask[0], action="play", stake_cents=stake))
    pit.state = replace(pit.state, dealer="human")
    paid = pit.line(1, "envy")
    assert paid.paid_cents > 0
    pit.do(c.VerifyAward(seat=1, hand_wins=True, light_on=False, by="dealer:deana"))
    events = pit.do(REFUSE)
    assert [event.line for event in events if isinstance(event, e.LineReversed)] == [paid]
    assert not [line for line in pit.round.lines if (line.seat, line.wager) == (1, "envy")]
    assert pit.line(2, "progressive").outcome == "win", "what others won stands"


SHARE = {"md-fcp": "9s 8s 7s 6s 5s", "md-tcp": "9s 9h 9d", "ma-fcp-1": "9s 9h 9d 4c 2d"}


def small_award(rulebook: str) -> Pit:
    """An award that is not a whole meter, verified."""
    rules = rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)
    pit = Pit(rules).sit(1).ready(stacked(rules, {1: SHARE[rulebook]}))
    wagered(pit)
    while pit.round.pending is None:
        duty = next_duty(pit.rules, pit.state)
        pit.do(duty.command if duty else c.Decide(seat=1, action="play", stake_cents=1500))
    pit.do(c.VerifyAward(seat=1, hand_wins=True, light_on=True, by="dealer:deana"))
    return pit


@pytest.mark.parametrize("rulebook", SHARE)
@pytest.mark.parametrize("source", ["table_inventory", "off_table"])
@pytest.mark.clause("md-fcp:.11D(10)(d)(ii)", "md-tcp:.11D(7)(d)(ii)")
def test_an_award_below_the_whole_meter_is_recorded_as_paid_from_where_it_was(rulebook: str, source: str) -> None:
    pit = small_award(rulebook)
    events = pit.do(c.ValidateAward(seat=1, by="floor:kim", source=source))
    (paid,) = [event for event in events if isinstance(event, e.AwardPaid)]
    assert paid.source == source
    assert pit.round.undocumented == ((1,) if source == "off_table" else ())
    box = pit.round.box(1)
    assert box is not None
    stay = source == "off_table" and rulebook in PAPER
    assert box.racked is not stay


@pytest.mark.parametrize("rulebook", PAPER)
def test_a_full_meter_is_not_paid_from_the_inventory_whoever_says_so(rulebook: str) -> None:
    pit = award_pending(rulebook, "human")
    pit.do(c.VerifyAward(seat=1, hand_wins=True, light_on=True, by="dealer:deana"))
    refusal = pit.refused(c.ValidateAward(seat=1, by="floor:kim", source="table_inventory"))
    full = pit.rules.rulebook.progressive.full_award_source
    assert full is not None
    assert (refusal.code, refusal.clause) == ("not_from_inventory", full.clause[0])
    assert pit.refused(c.ValidateAward(seat=1, by="floor:kim", source="my pocket")).code == "no_source"


@pytest.mark.parametrize("rulebook", [pytest.param(name, marks=pytest.mark.clause(PAPER[name])) for name in PAPER])
def test_an_award_is_documented_by_its_document(rulebook: str) -> None:
    pit = award_pending(rulebook, "human")
    pit.do(c.VerifyAward(seat=1, hand_wins=True, light_on=True, by="dealer:deana"))
    pit.do(c.ValidateAward(seat=1, by="floor:kim"))
    for document in ("", "  ", "x" * 201, "a\nb"):
        refusal = pit.refused(c.DocumentAward(seat=1, document=document))
        assert (refusal.code, refusal.clause) == ("no_document", PAPER[rulebook])
    (done, *_) = pit.do(c.DocumentAward(seat=1, document=" JP 2014-7 ", by="dealer:deana"))
    assert done == e.AwardDocumented(seat=1, document="JP 2014-7", by="dealer:deana")


@pytest.mark.parametrize("rulebook", PAPER)
def test_the_paper_is_asked_for_where_a_person_deals_and_named_by_the_house_where_it_deals(rulebook: str) -> None:
    pit = award_pending(rulebook, "virtual").on()
    (done,) = [event for event in pit.events if isinstance(event, e.AwardDocumented)]
    assert done.document
