"""Shufflers and shoes that fail at an Ultimate Texas Hold 'Em table: what becomes of wagers, cards and device."""

import pytest

from croupier.cards import DECK
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.holdem import BASE, FLOOR, HANDS, SIDES, by_method, meters, returned, table
from tests.table.pit import Pit, rules_with

RULES = by_method("automated_shoe", dealer_cards="held_in_device")  # the device is needed until the dealer's hand is up
JAM = c.Report(kind="shuffler_jam", case="device_holds_cards_needed", by=FLOOR)
OTHER = c.Report(kind="shuffler_jam", case="other_deck", by=FLOOR)


@pytest.mark.clause("md-uth:13H")
@pytest.mark.parametrize("case", ["device_holds_cards_needed", "other_deck"])
def test_the_floor_rules_whether_the_jammed_device_holds_cards_of_the_round(case: str) -> None:
    pit = table(rules_with("md-uth"), HANDS).until("deal")
    refusal = pit.refused(c.Report(kind="shuffler_jam", case=case))
    assert (refusal.code, refusal.clause) == ("needs_floor", "md-uth:13H")
    assert pit.refused(c.Report(kind="shuffler_jam", by=FLOOR)).code == "which_case"
    pit.do(c.Report(kind="shuffler_jam", case=case, by=FLOOR))
    (told,) = [event for event in pit.events if isinstance(event, e.IrregularityReported)]
    assert (told.kind, told.case, told.by) == ("shuffler_jam", case, FLOOR)


@pytest.mark.clause("md-uth:13H", "md-uth:13H(1)", "md-uth:13H(2)", "md-uth:13H(3)")
def test_a_jam_with_cards_of_the_round_returns_everything_and_all_cards_are_reshuffled() -> None:
    pit = table(RULES, HANDS, **SIDES, six_card_bonus=500)
    before = meters(pit)
    pit.on()
    pit.do(c.Decide(seat=1, action="play", stake_cents=4000))
    pit.do(JAM)
    assert returned(pit, 1) == {**BASE, **SIDES, "six_card_bonus": 500, "play": 4000}
    assert returned(pit, 2) == {**BASE, **SIDES, "six_card_bonus": 500}
    assert meters(pit) == before
    emptied_and_covered(pit, "shuffler", "md-uth:13H(3)")
    assert pit.refused(c.OpenRound()).clause == "md-uth:5A(2)"
    assert pit.refused(c.Shuffle(deck="red-1", method="manual", order=DECK[:51])).code == "not_a_deck"
    pit.do(c.Shuffle(deck="red-1", method="manual", order=DECK))
    pit.do(c.CutDeck(deck="red-1", depth=26))
    pit.do(c.OpenRound())


@pytest.mark.clause("md-uth:13H", "md-uth:13H(1)")
@pytest.mark.parametrize("dealt", [False, True])
def test_a_jam_with_the_other_deck_only_has_that_one_reshuffled_and_the_round_goes_on(dealt: bool) -> None:
    pit = table(rules_with("md-uth"), HANDS, trips=500)
    in_play = pit.round.deck
    if dealt:
        pit.on()
    pit.do(OTHER)
    pit.on()
    ordered = [event.deck for event in pit.events if isinstance(event, e.ShuffleOrdered)]
    assert ordered == [deck.deck for deck in pit.state.decks if deck.deck != in_play]
    pit.answer("play:4", "play:4")
    assert pit.round.phase == "closed"
    assert {line.outcome for line in pit.round.lines} <= {"win", "lose", "push"}
    assert pit.refused(c.OpenRound()).code == "device_failed"


def emptied_and_covered(pit: Pit, device: str, wanted: str) -> None:
    """The cards come out of the device, on record, before it is covered."""
    refusal = pit.refused(c.Shuffle(deck="red-1", method="manual", order=DECK))
    assert (refusal.code, refusal.clause) == ("device_loaded", wanted)
    assert pit.refused(c.TreatDevice(device=device, step="cover_device")).code == "device_loaded"
    (event,) = pit.do(c.TreatDevice(device=device, step="empty_device"))
    assert isinstance(event, e.DeviceEmptied)
    assert event.clause == wanted
    pit.do(c.TreatDevice(device=device, step="cover_device"))


@pytest.mark.clause("md-uth:13I", "md-uth:13I(1)", "md-uth:13I(2)", "md-uth:13I(3)")
def test_a_failing_automated_shoe_voids_the_round() -> None:
    pit = table(RULES, HANDS, **SIDES)
    before = meters(pit)
    pit.on()
    pit.do(c.Decide(seat=1, action="play", stake_cents=4000))
    pit.do(c.Report(kind="dealing_shoe_jam"))
    assert pit.round.phase == "void"
    assert returned(pit, 1) == {**BASE, **SIDES, "play": 4000}
    assert returned(pit, 2) == {**BASE, **SIDES}
    assert {line.outcome for line in pit.round.lines} == {"void"}
    assert meters(pit) == before
    assert pit.refused(c.Shuffle(deck="red-1", method="automated", order=DECK)).clause == "md-uth:13I(2)"
    pit.do(c.TreatDevice(device="shoe", step="empty_device"))
    assert pit.refused(c.Shuffle(deck="red-1", method="automated", order=DECK[:43])).code == "not_a_deck"
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))


@pytest.mark.clause("md-uth:13J", "md-uth:13J(1)")
@pytest.mark.parametrize("treatment", ["cover_device", "post_out_of_order_sign"])
def test_another_method_waits_until_the_failed_device_is_covered_or_marked(treatment: str) -> None:
    pit = table(RULES, HANDS).on()
    pit.do(JAM)
    pit.do(c.TreatDevice(device="shuffler", step="empty_device"))
    by_hand = c.Shuffle(deck="red-1", method="manual", order=DECK)
    assert (pit.refused(by_hand).code, pit.refused(by_hand).clause) == ("other_method", "md-uth:13J")
    assert pit.refused(c.TreatDevice(device="shuffler", step="remove_device")).code == "treatment"
    (event,) = pit.do(c.TreatDevice(device="shuffler", step=treatment))
    assert isinstance(event, e.DeviceTreated)
    assert (event.device, event.step) == ("shuffler", treatment)
    pit.do(by_hand)


@pytest.mark.clause("md-uth:13J")
def test_a_table_with_an_untreated_device_does_not_open() -> None:
    pit = table(RULES, HANDS).on()
    pit.do(c.Report(kind="dealing_shoe_jam"))
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("device_failed", "md-uth:13J")
    pit.ready()
    assert pit.state.out_of_use == ("shoe",)


@pytest.mark.clause("md-uth:13J")
@pytest.mark.parametrize("covered", [False, True])
def test_a_device_that_the_floor_finds_fit_is_used_again(covered: bool) -> None:
    pit = table(RULES, HANDS).on()
    assert pit.refused(c.TreatDevice(device="shuffler", step="back_in_use", by=FLOOR)).code == "not_failed"
    pit.do(JAM)
    assert pit.refused(c.TreatDevice(device="shuffler", step="back_in_use", by=FLOOR)).code == "device_loaded"
    pit.do(c.TreatDevice(device="shuffler", step="empty_device"))
    if covered:
        pit.do(c.TreatDevice(device="shuffler", step="cover_device"))
    by_device = c.Shuffle(deck="red-1", method="automated", order=DECK)
    assert pit.refused(by_device).code == "device_failed"
    assert pit.refused(c.TreatDevice(device="shuffler", step="back_in_use")).code == "needs_floor"
    pit.do(c.TreatDevice(device="shuffler", step="back_in_use", by=FLOOR))
    pit.do(by_device)
    pit.do(c.OpenRound())
