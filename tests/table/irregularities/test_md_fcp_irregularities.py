"""What went wrong at a Maryland Four Card Poker table, and the remedy: what goes back, what is shuffled again."""

import pytest

from croupier.cards import DECK
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.state import SET_ASIDE
from tests.table.md_fcp import METHODS, NOTHING, ONE_DECK, rules_of, table
from tests.table.pit import Pit

STAKES = {
    1: {"ante": 1000, "aces_up": 500, "progressive": 100},
    2: {"ante": 2000},
    3: {"aces_up": 500, "progressive": 100},
}
WITH_BONUS = {**STAKES, 1: {**STAKES[1], "six_card_bonus": 500}}


def to_deal(method: str = "automated_shoe") -> Pit:
    """A round about to be dealt from a deck in order."""
    wagers = WITH_BONUS if method == "automated_shoe" else STAKES
    pit = Pit(rules_of(method)).sit(*wagers).ready(DECK)
    for seat, stakes in wagers.items():
        pit.wager(seat, **stakes)
    return pit.until("deal")


def decided(method: str = "automated_shoe") -> Pit:
    """A round whose seat 1 has played twice the Ante and whose seat 2 is being asked."""
    pit = to_deal(method).on()
    pit.do(c.Decide(seat=1, action="play", stake_cents=2000))
    return pit


def assert_void(pit: Pit, clause: str) -> None:
    """Every stake went back, the meter lost what the round fed it, and the cards must be shuffled."""
    assert pit.round.phase == "void"
    wagers = [(box.seat, wager, cents) for box in pit.round.boxes for wager, cents in box.wagers]
    ended = [(line.seat, line.wager, line.returned_cents) for line in pit.round.lines]
    assert sorted(ended) == sorted(wagers)
    assert {(line.outcome, line.paid_cents, line.clause) for line in pit.round.lines} == {("void", 0, clause)}
    assert pit.state.meters[0].cents == 1_000_000
    deck = pit.state.deck(pit.round.deck)
    assert deck is not None
    assert (deck.shuffled, deck.removed) == ("", False)


@pytest.mark.clause("md-fcp:.13A(1)", "md-fcp:.13A(2)")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("place", [0, 4, 12])
def test_a_card_found_face_up_is_set_aside_and_the_next_takes_its_place(method: str, place: int) -> None:
    pit = to_deal(method)
    for card in DECK[:place]:
        pit.do(c.DealCard(card=card))
    (aside,) = pit.do(c.DealCard(card=DECK[place], face_up=True))
    assert aside == e.CardSetAside(card=DECK[place], clause="md-fcp:.13A(1)")
    pit.do(c.Deal())
    plain = to_deal(method)
    plain.do(c.Deal())
    instead = dict(zip(DECK, DECK[:place] + DECK[place + 1 :], strict=False))
    for box, other in zip(pit.round.boxes, plain.round.boxes, strict=True):
        assert box.cards == tuple(instead[card] for card in other.cards)
    assert pit.round.dealer == tuple(instead[card] for card in plain.round.dealer)
    assert pit.round.bonus_cards == tuple(instead[card] for card in plain.round.bonus_cards)
    assert pit.round.rack == ((SET_ASIDE, (DECK[place],)),)
    assert pit.round.drawn == plain.round.drawn + 1
    pit.do(c.CountStub(count=52 - pit.round.drawn))  # the card counts toward the fifty-two
    assert pit.round.phase == "decisions"


@pytest.mark.clause("md-fcp:.13B")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("first", "second"), [(0, 1), (2, 9)])
def test_a_second_face_up_card_voids_the_round(method: str, first: int, second: int) -> None:
    pit = to_deal(method)
    for place in range(second):
        pit.do(c.DealCard(card=DECK[place], face_up=place == first))
    pit.do(c.DealCard(card=DECK[second], face_up=True))
    assert_void(pit, "md-fcp:.13B")
    refusal = pit.refused(c.OpenRound())
    assert refusal.code in ("not_shuffled", "other_deck")


@pytest.mark.clause("md-fcp:.13C")
@pytest.mark.parametrize("method", METHODS)
def test_a_card_drawn_by_mistake_and_unseen_is_the_next_card(method: str) -> None:
    plain, pit = to_deal(method), to_deal(method)
    for card in DECK[:3]:
        pit.do(c.DealCard(card=card))
    (told,) = pit.do(c.Report(kind="card_drawn_in_error"))
    assert isinstance(told, e.IrregularityReported)
    assert told.clause == "md-fcp:.13C"
    pit.do(c.Deal())
    plain.do(c.Deal())
    assert (pit.round.boxes, pit.round.dealer, pit.round.bonus_cards) == (
        plain.round.boxes, plain.round.dealer, plain.round.bonus_cards,
    )  # fmt: skip


@pytest.mark.clause("md-fcp:.13D")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("moment", ["dealt", "decided"])
def test_a_wrong_number_of_cards_voids_the_round(method: str, moment: str) -> None:
    pit = decided(method) if moment == "decided" else to_deal(method).on()
    pit.do(c.Report(kind="wrong_number_of_cards"))
    assert_void(pit, "md-fcp:.13D")


@pytest.mark.clause("md-fcp:.13D", "md-fcp:.13E")
@pytest.mark.parametrize("kind", ["wrong_number_of_cards", "dealer_card_exposed"])
def test_before_any_card_there_is_nothing_to_void(kind: str) -> None:
    assert to_deal().refused(c.Report(kind=kind)).code == "out_of_order"


@pytest.mark.clause("md-fcp:.13E")
@pytest.mark.parametrize("method", METHODS)
def test_a_dealers_card_seen_early_voids_the_round_but_the_up_card_never_does(method: str) -> None:
    pit = decided(method)
    up = pit.round.dealer[5]
    refusal = pit.refused(c.Report(kind="dealer_card_exposed", exposed=(up,)))
    assert (refusal.code, refusal.clause) == ("up_card", "md-fcp:.13E")
    assert pit.round.phase == "decisions"
    pit.do(c.Report(kind="dealer_card_exposed", exposed=(up, pit.round.dealer[0])))
    assert_void(pit, "md-fcp:.13E")


@pytest.mark.clause("md-fcp:.13E")
def test_once_the_dealers_cards_are_turned_up_nothing_is_exposed_early() -> None:
    pit = decided()
    pit.do(c.Decide(seat=2, action="fold"))
    pit.do(c.Perform(step="collect_folds"))
    pit.do(c.Perform(step="reveal_dealer"))
    assert pit.refused(c.Report(kind="dealer_card_exposed")).code == "already_revealed"


def shuffled_again(pit: Pit) -> None:
    """What a jammed shuffler leaves to be done: mark the device, shuffle by hand and cut."""
    refusal = pit.refused(c.Shuffle(deck="red-1", method="automated", order=DECK))
    assert refusal.code == "device_failed"
    pit.do(c.TreatDevice(device="shuffler", step="cover_device"))
    pit.do(c.Shuffle(deck="red-1", method="manual", order=DECK))
    pit.do(c.CutDeck(deck="red-1", depth=26))


@pytest.mark.clause("md-fcp:.13C", "md-fcp:.13E")
@pytest.mark.parametrize("case", ["goes_on", "void"])
def test_of_an_exposure_that_the_rules_do_not_list_the_floor_decides(case: str) -> None:
    pit = decided()
    seen = pit.round.boxes[1].cards[:1]
    assert pit.refused(c.Report(kind="unlisted_exposure", exposed=seen, by="floor:kim")).code == "which_case"
    refusal = pit.refused(c.Report(kind="unlisted_exposure", case=case, exposed=seen, by="dealer:lee"))
    assert (refusal.code, refusal.clause) == ("needs_floor", "md-fcp:.13C")
    pit.do(c.Report(kind="unlisted_exposure", case=case, exposed=seen, by="floor:kim"))
    if case == "void":
        assert_void(pit, "md-fcp:.13C")
    else:
        assert (pit.round.phase, pit.round.to_ask) == ("decisions", (2,))


@pytest.mark.clause("md-fcp:.13F")
def test_a_jammed_shuffle_is_done_again_before_the_round_opens() -> None:
    pit = table(rules_of(filed=ONE_DECK), {}, {1: {"ante": 1000}}).on().answer("fold")
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    told = pit.do(c.Report(kind="shuffler_jam"))[0]
    assert isinstance(told, e.IrregularityReported)
    assert told.clause == "md-fcp:.13F"
    assert pit.refused(c.OpenRound()).code == "device_failed"
    shuffled_again(pit)
    pit.do(c.OpenRound())


@pytest.mark.clause("md-fcp:.13F")
def test_a_jam_before_the_first_card_stops_the_deal_and_leaves_the_wagers() -> None:
    pit = table(rules_of(filed=ONE_DECK), {}, {1: {"ante": 1000}}).until("deal")
    pit.do(c.Report(kind="shuffler_jam"))
    assert pit.refused(c.Deal()).code == "not_shuffled"
    shuffled_again(pit)
    pit.do(c.Deal())
    assert dict(pit.round.boxes[0].wagers) == {"ante": 1000}


@pytest.mark.clause("md-fcp:.13G#1")
@pytest.mark.parametrize("moment", ["before the first card", "dealing", "stub"])
def test_a_jammed_shoe_voids_the_round(moment: str) -> None:
    pit = to_deal()
    if moment == "stub":
        pit.until("stub")
    if moment == "dealing":
        for card in DECK[:9]:
            pit.do(c.DealCard(card=card))
    pit.do(c.Report(kind="dealing_shoe_jam"))
    assert_void(pit, "md-fcp:.13G#1")


@pytest.mark.clause("md-fcp:.13G#2")
def test_after_a_jammed_shoe_all_the_cards_are_shuffled_before_the_next_round() -> None:
    pit = table(rules_of(filed=ONE_DECK), {}, {1: {"ante": 1000}}).until("stub")
    pit.do(c.Report(kind="dealing_shoe_jam"))
    assert pit.refused(c.TreatDevice(device="shoe", step="post_out_of_order_sign")).clause == "md-fcp:.13G#2"
    pit.do(c.TreatDevice(device="shoe", step="empty_device"))
    pit.do(c.TreatDevice(device="shoe", step="post_out_of_order_sign"))
    assert pit.refused(c.OpenRound()).code == "not_shuffled"
    assert pit.refused(c.Shuffle(deck="red-1", method="automated", order=DECK[11:])).code == "not_a_deck"
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    pit.do(c.OpenRound())


@pytest.mark.clause("md-fcp:.13D", "md-fcp:.11D(11)(b)")
def test_a_round_found_void_after_seats_were_settled_is_taken_back_by_the_floor() -> None:
    four_aces, stakes = "As Ah Ad Ac 5d", {"ante": 1000, "progressive": 100}
    hands: dict[int | str, str] = {1: "2h 5s Tc Qs Kh", 2: four_aces, "dealer": NOTHING}
    pit = table(rules_of(), hands, {1: stakes, 2: stakes}).on()
    for seat in (1, 2):
        pit.do(c.Decide(seat=seat, action="play", stake_cents=3000))
    pit.until("settle")
    pit.do(c.SettleNext())
    pit.do(c.ValidateAward(seat=2, light_on=True, validated_by="floor:kim"))
    assert pit.state.meters[0].cents == 500_000
    refusal = pit.refused(c.Report(kind="wrong_number_of_cards", by="dealer:lee"))
    assert (refusal.code, refusal.clause) == ("needs_floor", "md-fcp:.11D(11)(b)")
    pit.do(c.Report(kind="wrong_number_of_cards", by="floor:kim"))
    assert_void(pit, "md-fcp:.13D")
    assert any(isinstance(event, e.LineReversed) for event in pit.events)
