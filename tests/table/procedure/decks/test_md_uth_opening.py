"""Decks of an Ultimate Texas Hold 'Em table: received, inspected, shuffled, cut, changed, spread while idle."""

import pytest

from croupier.cards import DECK
from croupier.rulebook.errors import BadInput
from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.holdem import BY_HAND, MAIN, ONE_DECK, SHOE, UNCOUNTED, by_method, table
from tests.table.pit import Pit, rules_with

HOUR = 3600
TWO_DECKS = rules_with("md-uth")
ONE = rules_with("md-uth", MAIN, ONE_DECK)
BY_THE_BOOK = rules_with("md-uth", MAIN, {**BY_HAND, **SHOE}, dealing="manual_shoe")
STEPS = ["inspect", "verify_inspection", "spread_face_up", "offer_first_look", "turn_face_down", "wash", "stack"]


def opened(pit: Pit, deck: str, back: str = "red") -> Pit:
    """A deck received and taken through the opening."""
    pit.do(c.ReceiveDeck(deck=deck, back=back))
    return prepared(pit, deck, STEPS)


def prepared(pit: Pit, deck: str, steps: list[str]) -> Pit:
    """These opening steps done, each by who does it."""
    for step in steps:
        pit.do(c.PrepareDeck(deck=deck, step=step, by="floor:kim" if step == "verify_inspection" else "dealer"))
    return pit


def shuffled_by_hand() -> Pit:
    pit = opened(Pit(BY_THE_BOOK).sit(5), "red-1")
    pit.do(c.Shuffle(deck="red-1", method="manual", order=DECK))
    return pit


@pytest.mark.clause("md-uth:3A(1)")
def test_a_round_is_dealt_from_one_deck_of_fifty_two_different_cards() -> None:
    pit = opened(Pit(ONE).sit(5), "red-1")
    assert pit.refused(c.Shuffle(deck="red-1", method="automated", order=(*DECK[:51], DECK[0]))).code == "not_a_deck"
    assert pit.refused(c.Shuffle(deck="red-1", method="automated", order=DECK[:51])).code == "not_a_deck"
    refusal = pit.refused(c.ReceiveDeck(deck="blue-1", back="blue"))
    assert refusal.code == "too_many_decks"


@pytest.mark.clause("md-uth:3A(1)")
def test_a_card_that_is_out_already_cannot_come_again() -> None:
    rules = rules_with("md-uth", MAIN, {**BY_HAND, **SHOE}, dealing="manual_shoe")
    pit = Pit(rules).sit(1).ready(None).wager(1, ante=1000, blind=1000).until("deal")
    pit.do(c.DealCard(card=DECK[0]))
    refusal = pit.refused(c.DealCard(card=DECK[0]))
    assert (refusal.code, refusal.clause) == ("card_twice", "md-uth:3A(1)")


@pytest.mark.clause("md-uth:3B")
def test_two_decks_need_an_automated_shuffler() -> None:
    filed = {"equipment.shuffler.kind": "manual", **SHOE}
    with pytest.raises(BadInput, match=r"md-uth:3B\b"):
        rules_with("md-uth", MAIN, filed, dealing="manual_shoe")
    assert rules_with("md-uth").decks == 2
    assert rules_with("md-uth", MAIN, {**filed, **ONE_DECK}, dealing="manual_shoe").decks == 1


@pytest.mark.clause("md-uth:3B(3)")
def test_the_deck_in_play_is_never_in_the_shuffler_and_the_other_waits_shuffled() -> None:
    pit = opened(opened(Pit(TWO_DECKS).sit(5), "red-1"), "blue-1", "blue")
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("other_deck", "md-uth:3B(3)")
    pit.do(c.Shuffle(deck="blue-1", method="automated", order=DECK))
    pit.do(c.OpenRound())
    in_play = pit.round.deck
    refusal = pit.refused(c.Shuffle(deck=in_play, method="automated", order=DECK))
    assert (refusal.code, refusal.clause) == ("deck_in_play", "md-uth:3B(3)")
    other = next(deck for deck in pit.state.decks if deck.deck != in_play)
    assert other.shuffled == "automated"


@pytest.mark.clause("md-uth:3B(4)")
def test_decks_take_turns() -> None:
    pit = table(TWO_DECKS, {1: "As Ad"})
    used = []
    for _ in range(4):
        used.append(pit.round.deck)
        pit.on().answer("play:4").ready()
        pit.wager(1, ante=1000, blind=1000)
    assert used == ["red-1", "blue-1", "red-1", "blue-1"]


@pytest.mark.clause("md-uth:3B(5)")
def test_the_rack_holds_cards_of_one_deck_only() -> None:
    pit = table(TWO_DECKS, {1: "As Ad"}).on().answer("play:4")
    # Red lies in the rack: nothing of blue may join it.
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("other_deck", "md-uth:3B(5)")
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    pit.do(c.OpenRound())
    assert pit.round.deck == "blue-1"
    assert pit.round.rack == ()


@pytest.mark.parametrize(
    ("method", "hours", "clause"),
    [
        pytest.param("hand", 4, "md-uth:3C(1)", marks=pytest.mark.clause("md-uth:3C(1)")),
        pytest.param("manual_shoe", 8, "md-uth:3C(2)", marks=pytest.mark.clause("md-uth:3C(2)")),
        pytest.param("automated_shoe", 8, "md-uth:3C(2)", marks=pytest.mark.clause("md-uth:3C(2)")),
    ],
)
def test_a_deck_is_changed_when_it_reaches_its_age(method: str, hours: int, clause: str) -> None:
    pit = opened(Pit(by_method(method)).sit(5), "red-1")
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    for late in (hours * HOUR, hours * HOUR + 1):
        refusal = pit.refused(c.OpenRound(at=late))
        assert (refusal.code, refusal.clause) == ("deck_age", clause)
        duty = next_duty(pit.rules, pit.state, at=late)
        assert duty is not None
        assert isinstance(duty.command, c.RemoveDeck)
    pit.do(c.OpenRound(at=hours * HOUR - 1))


CLAUSES = {
    "inspect": "md-uth:4A",
    "verify_inspection": "md-uth:4A",
    "spread_face_up": "md-uth:4B",
    "offer_first_look": "md-uth:4C(1)",
    "turn_face_down": "md-uth:4C(1)",
    "wash": "md-uth:4C(2)",
    "stack": "md-uth:4C(3)",
}


@pytest.mark.parametrize(
    "place",
    [pytest.param(n, id=step, marks=pytest.mark.clause(CLAUSES[step])) for n, step in enumerate(STEPS)],
)
def test_each_opening_step_is_due_in_its_turn_and_no_other(place: int) -> None:
    pit = Pit(ONE).sit(5)
    pit.do(c.ReceiveDeck(deck="red-1", back="red"))
    prepared(pit, "red-1", STEPS[:place])
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert isinstance(duty.command, c.PrepareDeck)
    assert (duty.command.step, duty.clause) == (STEPS[place], CLAUSES[STEPS[place]])
    for other in STEPS[place + 1 :]:
        refusal = pit.refused(c.PrepareDeck(deck="red-1", step=other, by="floor:kim"))
        assert (refusal.code, refusal.clause) == ("out_of_order", CLAUSES[STEPS[place]])


@pytest.mark.clause("md-uth:4A")
@pytest.mark.parametrize(
    ("inspector", "verifier", "allowed"),
    [
        ("dealer", "dealer", False),
        ("dealer:ann", "dealer:bob", False),
        ("dealer:ann", "floor:kim", True),
        ("dealer:ann", "casino_supervisor:lee", True),
        ("floor:kim", "floor:kim", False),
    ],
)
def test_a_second_person_confirms_the_inspection(inspector: str, verifier: str, allowed: bool) -> None:
    pit = Pit(ONE).sit(5)
    pit.do(c.ReceiveDeck(deck="red-1", back="red"))
    pit.do(c.PrepareDeck(deck="red-1", step="inspect", by=inspector))
    verify = c.PrepareDeck(deck="red-1", step="verify_inspection", by=verifier)
    if allowed:
        pit.do(verify)
    else:
        assert pit.refused(verify).code == "needs_floor"


@pytest.mark.clause("md-uth:4D", "md-uth:5A", "md-uth:5A(1)")
def test_no_card_is_dealt_before_the_stack_is_shuffled() -> None:
    pit = opened(Pit(ONE).sit(5), "red-1")
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_shuffled", "md-uth:5A(1)")
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    pit.do(c.OpenRound())


@pytest.mark.clause("md-uth:4D")
def test_a_shuffle_before_the_stack_is_refused() -> None:
    pit = Pit(ONE).sit(5)
    pit.do(c.ReceiveDeck(deck="red-1", back="red"))
    assert pit.refused(c.Shuffle(deck="red-1", method="automated", order=DECK)).code == "not_opened"


@pytest.mark.clause("md-uth:4E")
def test_each_of_two_decks_goes_through_the_opening_on_its_own() -> None:
    pit = opened(Pit(TWO_DECKS).sit(5), "red-1")
    pit.do(c.ReceiveDeck(deck="blue-1", back="blue"))
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    assert pit.refused(c.OpenRound()).code == "not_opened"
    prepared(pit, "blue-1", STEPS)
    done = [(event.deck, event.step) for event in pit.events if isinstance(event, e.DeckPrepared)]
    assert done == [(deck, step) for deck in ("red-1", "blue-1") for step in STEPS]


@pytest.mark.clause("md-uth:4F", "md-uth:5A", "md-uth:5D(2)")
@pytest.mark.parametrize(
    ("inspected", "shuffled", "due"),
    [(True, True, "not_cut"), (True, False, "not_opened"), (False, True, "not_opened"), (False, False, "not_opened")],
)
def test_a_deck_inspected_and_shuffled_elsewhere_skips_the_opening_but_not_the_cut(
    inspected: bool, shuffled: bool, due: str
) -> None:
    pit = Pit(ONE).sit(5)
    pit.do(c.ReceiveDeck(deck="red-1", back="red", pre_inspected=inspected, pre_shuffled=shuffled, order=DECK))
    assert pit.refused(c.OpenRound()).code == due


@pytest.mark.clause("md-uth:5A", "md-uth:5A(2)")
def test_a_deck_is_shuffled_after_each_round() -> None:
    pit = table(by_method("automated_shoe"), {1: "As Ad"}).on().answer("play:4")
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_shuffled", "md-uth:5A(2)")
    pit.ready()


@pytest.mark.clause("md-uth:5A(3)")
@pytest.mark.parametrize(
    ("by", "allowed"), [("dealer", False), ("player:1", False), ("floor:kim", True), ("casino_supervisor:lee", True)]
)
def test_a_floorperson_or_higher_orders_a_shuffle(by: str, allowed: bool) -> None:
    pit = opened(Pit(ONE).sit(5), "red-1")
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    order = c.OrderShuffle(deck="red-1", reason="a card fell", by=by)
    if not allowed:
        assert pit.refused(order).clause == "md-uth:5A(3)"
        return
    pit.do(order)
    assert any(isinstance(event, e.ShuffleOrdered) and event.by == by for event in pit.events)
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_shuffled", "md-uth:5A(3)")
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    pit.do(c.OpenRound())


@pytest.mark.clause("md-uth:5B")
def test_a_finished_shuffle_leaves_one_stack() -> None:
    pit = opened(Pit(ONE).sit(5), "red-1")
    assert pit.refused(c.Shuffle(deck="red-1", method="automated", order=DECK[:26])).code == "not_a_deck"
    (event,) = pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    assert isinstance(event, e.DeckShuffled)
    assert event.ends_in == "one_stack"


@pytest.mark.clause("md-uth:5D(1)")
def test_cards_shuffled_by_the_device_are_dealt_without_a_cut() -> None:
    pit = opened(Pit(ONE).sit(5), "red-1")
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert isinstance(duty.command, c.OpenRound)
    assert pit.refused(c.CutDeck(deck="red-1", depth=26)).clause == "md-uth:5D(1)"


@pytest.mark.clause("md-uth:5D(2)")
def test_cards_shuffled_by_hand_are_cut() -> None:
    pit = shuffled_by_hand()
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_cut", "md-uth:5D(2)")
    pit.do(c.CutDeck(deck="red-1", depth=20))
    pit.do(c.OpenRound())


@pytest.mark.clause("md-uth:5E(2)")
@pytest.mark.parametrize(("count", "removed"), [(51, True), (52, False), (53, True)])
def test_a_deck_that_the_shuffler_counts_wrong_leaves_the_table(count: int, removed: bool) -> None:
    pit = opened(Pit(ONE).sit(5), "red-1")
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK, count=count))
    deck = pit.state.deck("red-1")
    assert deck is not None
    assert deck.removed is removed
    if removed:
        assert pit.refused(c.OpenRound()).code == "no_deck"
        assert pit.refused(c.Shuffle(deck="red-1", method="automated", order=DECK)).code == "deck_removed"


@pytest.mark.clause("md-uth:5F")
@pytest.mark.parametrize(
    ("depth", "allowed"), [(0, False), (9, False), (10, True), (11, True), (51, True), (52, False)]
)
def test_a_cut_is_ten_cards_deep_at_least(depth: int, allowed: bool) -> None:
    pit = shuffled_by_hand()
    if allowed:
        pit.do(c.CutDeck(deck="red-1", depth=depth))
    else:
        assert pit.refused(c.CutDeck(deck="red-1", depth=depth)).clause == "md-uth:5F"


@pytest.mark.clause("md-uth:5F(1)")
@pytest.mark.parametrize("depth", [10, 26, 51])
def test_the_upper_packet_and_its_cover_card_go_beneath_the_rest(depth: int) -> None:
    pit = shuffled_by_hand()
    (event,) = pit.do(c.CutDeck(deck="red-1", depth=depth))
    assert isinstance(event, e.DeckCut)
    assert event.order == DECK[depth:] + DECK[:depth]
    assert event.cover_card == "under_the_stack"
    pit.do(c.OpenRound())
    pit.sit(1).wager(1, ante=1000, blind=1000).on()
    box = pit.round.box(1)
    assert box is not None
    assert box.cards[0] is DECK[depth]


@pytest.mark.clause("md-uth:5F(2)", "md-uth:8B")
def test_the_cut_stack_is_loaded_into_the_shoe_before_the_first_card() -> None:
    pit = shuffled_by_hand()
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.says.endswith("The cut stack goes into the shoe.")
    pit.do(c.CutDeck(deck="red-1", depth=20))
    pit.do(c.OpenRound())
    pit.sit(1).wager(1, ante=1000, blind=1000)
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.command == c.Perform(step="load_shoe")
    assert (pit.refused(c.Deal()).code, pit.refused(c.Deal()).clause) == ("out_of_order", "md-uth:8B")
    (event,) = pit.do(duty.command)
    assert isinstance(event, e.StepDone)


@pytest.mark.clause("md-uth:8B")
def test_a_shuffler_that_feeds_the_shoe_loads_it_itself() -> None:
    rules = by_method("manual_shoe", {"equipment.shuffler.feeds_shoe": True})
    pit = table(rules, {1: "As Ad"})
    duty = next_duty(rules, pit.state)
    assert duty is not None
    assert duty.command == c.Perform(step="no_more_bets")


@pytest.mark.clause("md-uth:5G")
def test_the_floor_orders_another_cut_between_cut_and_deal_only() -> None:
    pit = shuffled_by_hand()
    order = c.OrderRecut(deck="red-1", reason="the cover card slipped", by="floor:kim")
    assert pit.refused(order).code == "too_late"
    pit.do(c.CutDeck(deck="red-1", depth=20))
    for bad in (
        c.OrderRecut(deck="red-1", reason="improper", by="dealer"),
        c.OrderRecut(deck="red-1", reason=" ", by="floor:kim"),
    ):
        assert (pit.refused(bad).code, pit.refused(bad).clause) == ("needs_supervisor", "md-uth:5G")
    pit.do(c.OpenRound())
    pit.sit(1).wager(1, ante=1000, blind=1000)
    pit.do(order)
    pit.do(c.Perform(step="load_shoe"))
    pit.do(c.Perform(step="no_more_bets"))
    assert pit.refused(c.Deal()).code == "not_cut"
    pit.do(c.CutDeck(deck="red-1", depth=30))
    pit.do(c.Deal())
    assert pit.refused(order).code == "too_late"


@pytest.mark.clause("md-uth:5H(1)")
@pytest.mark.parametrize("asked", [False, True])
def test_the_cards_of_an_idle_table_lie_face_down_unless_a_player_asks(asked: bool) -> None:
    pit = opened(Pit(rules_with("md-uth", MAIN, UNCOUNTED)).sit(5), "red-1")
    (event,) = pit.do(c.SpreadIdle(face_up_requested=asked) if asked else c.SpreadIdle())
    assert isinstance(event, e.TableIdled)
    assert event.face_up is asked
    assert pit.state.idle


@pytest.mark.clause("md-uth:5H(2)")
def test_an_idle_table_is_opened_again_from_the_start() -> None:
    pit = opened(Pit(ONE).sit(5), "red-1")
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    pit.do(c.SpreadIdle())
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_opened", "md-uth:4A")
    prepared(pit, "red-1", STEPS)
    assert pit.refused(c.OpenRound()).code == "not_shuffled"
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    pit.do(c.OpenRound())


def test_a_table_in_play_is_not_idle() -> None:
    pit = table(by_method("automated_shoe"), {1: "As Ad"})
    assert pit.refused(c.SpreadIdle()).code == "not_idle"
