"""Decks at a Maryland Four Card Poker table: received, opened, shuffled, cut, changed, and taking turns."""

import pytest

from croupier.cards import DECK
from croupier.rulebook.errors import BadInput
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.dealing import due_of, out_of_deck
from croupier.table.procedure.idle import idle_steps
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.md_fcp import (
    BY_HAND,
    ONE_DECK,
    OPENING,
    SELF_RESHUFFLING,
    played,
    prepared,
    rules_of,
    steps_done,
    table,
)
from tests.table.pit import Pit

HOUR = 3600
ANTE = {1: {"ante": 1000}}


def by_hand() -> Pit:
    """A table shuffled by hand, its one deck ready to be shuffled."""
    return prepared(Pit(rules_of("manual_shoe", BY_HAND)).sit(5), "red")


def shuffled_by_hand() -> Pit:
    """The same, shuffled, not yet cut."""
    pit = by_hand()
    pit.do(c.Shuffle(deck="red", method="manual", order=DECK))
    return pit


def one_deck() -> Pit:
    """A table of one deck in an automated shuffler, ready to be shuffled."""
    return prepared(Pit(rules_of(filed=ONE_DECK)).sit(5), "red")


@pytest.mark.clause("md-fcp:.03A")
def test_a_round_is_dealt_from_one_deck_without_a_repeated_card() -> None:
    pit = one_deck()
    assert pit.refused(c.ReceiveDeck(deck="blue", back="blue")).code == "too_many_decks"
    for order in (DECK[:51], DECK[:51] + DECK[:1], DECK + DECK[:1]):
        refusal = pit.refused(c.Shuffle(deck="red", method="automated", order=order))
        assert (refusal.code, refusal.clause) == ("not_a_deck", "md-fcp:.03A")
    pit = table(rules_of(filed=ONE_DECK), {}, {seat: {"ante": 1000} for seat in range(1, 7)}).on()
    assert len(list(out_of_deck(pit.round))) == len(set(out_of_deck(pit.round))) == 1 + 6 + 6 * 5


@pytest.mark.clause("md-fcp:.03B")
def test_two_decks_take_turns_only_with_a_shuffler() -> None:
    with pytest.raises(BadInput, match=r"md-fcp:\.03B"):
        rules_of("manual_shoe", {**BY_HAND, "cards.decks": 2, "cards.back_colours": ("red", "blue")})
    pit = prepared(prepared(Pit(rules_of()).sit(5), "red"), "blue", "blue")
    pit.do(c.Report(kind="shuffler_jam"))
    pit.do(c.TreatDevice(device="shuffler", step="cover_device"))
    refusal = pit.refused(c.Shuffle(deck="red", method="manual", order=DECK))
    assert (refusal.code, refusal.clause) == ("too_many_decks", "md-fcp:.03B")
    pit.do(c.RemoveDeck(deck="blue", reason="no shuffler"))
    pit.do(c.Shuffle(deck="red", method="manual", order=DECK))


@pytest.mark.clause("md-fcp:.03B(3)")
def test_while_one_deck_is_in_play_the_other_waits_shuffled() -> None:
    pit = prepared(prepared(Pit(rules_of()).sit(5), "red"), "blue", "blue")
    pit.do(c.Shuffle(deck="red", method="automated", order=DECK))
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("other_deck", "md-fcp:.03B(3)")
    pit.do(c.Shuffle(deck="blue", method="automated", order=DECK))
    pit.do(c.OpenRound())
    assert pit.round.deck == "red"
    blue = pit.state.deck("blue")
    assert blue is not None
    assert blue.shuffled == "automated"
    assert pit.refused(c.Shuffle(deck="red", method="automated", order=DECK)).code == "deck_in_play"


@pytest.mark.clause("md-fcp:.03B(4)")
def test_decks_alternate() -> None:
    pit = Pit(rules_of()).sit(1)
    used = []
    for _ in range(4):
        pit.ready().wager(1, ante=1000).on().answer("fold")
        used.append(pit.round.deck)
    assert used == ["red-1", "blue-1", "red-1", "blue-1"]


@pytest.mark.clause("md-fcp:.03B(5)")
def test_the_rack_never_holds_cards_of_both_decks() -> None:
    pit = played(rules_of(), {}, ANTE, "fold")
    assert pit.state.rack_deck == pit.round.deck == "red-1"
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("other_deck", "md-fcp:.03B(5)")
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    pit.do(c.OpenRound())
    assert (pit.round.deck, pit.state.rack_deck) == ("blue-1", "")


@pytest.mark.parametrize(
    ("method", "hours"),
    [
        pytest.param("hand", 4, marks=pytest.mark.clause("md-fcp:.03C(1)")),
        pytest.param("manual_shoe", 8, marks=pytest.mark.clause("md-fcp:.03C(2)")),
        pytest.param("automated_shoe", 8, marks=pytest.mark.clause("md-fcp:.03C(2)")),
    ],
)
def test_a_deck_is_changed_by_its_age(method: str, hours: int) -> None:
    pit = prepared(Pit(rules_of(method, ONE_DECK)).sit(5), "red", at=100)
    pit.do(c.Shuffle(deck="red", method="automated", order=DECK))
    limit = 100 + hours * HOUR
    for at in (limit, limit + 1):
        refusal = pit.refused(c.OpenRound(at=at))
        assert (refusal.code, refusal.clause) == ("deck_age", f"md-fcp:.03C({1 if hours == 4 else 2})")
    duty = next_duty(pit.rules, pit.state, at=limit)
    assert duty is not None
    assert isinstance(duty.command, c.RemoveDeck)
    pit.do(c.OpenRound(at=limit - 1))


STEPS = [
    (0, ".04A#1", "dealer:lee"),
    (1, ".04A#2", "floor:kim"),
    (2, ".04B", "dealer:lee"),
    (3, ".04C(1)", "dealer:lee"),
    (4, ".04C(1)", "dealer:lee"),
    (5, ".04C(2)", "dealer:lee"),
    (6, ".04C(3)", "dealer:lee"),
]


@pytest.mark.parametrize(
    ("place", "clause", "by"),
    [pytest.param(*row, marks=pytest.mark.clause(f"md-fcp:{row[1]}"), id=OPENING[row[0]]) for row in STEPS],
)
def test_opening_steps_come_in_their_order(place: int, clause: str, by: str) -> None:
    pit = Pit(rules_of(filed=ONE_DECK)).sit(5)
    pit.do(c.ReceiveDeck(deck="red", back="red"))
    for step in OPENING[:place]:
        pit.do(c.PrepareDeck(deck="red", step=step, by="floor:kim" if step == "verify_inspection" else "dealer:lee"))
    for early in OPENING[place + 1 :]:
        refusal = pit.refused(c.PrepareDeck(deck="red", step=early, by="floor:kim"))
        assert (refusal.code, refusal.clause) == ("out_of_order", f"md-fcp:{clause}")
    assert pit.refused(c.Shuffle(deck="red", method="automated", order=DECK)).clause == f"md-fcp:{clause}"
    assert pit.refused(c.OpenRound()).clause == f"md-fcp:{clause}"
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert isinstance(duty.command, c.PrepareDeck)
    assert (duty.command.step, duty.clause) == (OPENING[place], f"md-fcp:{clause}")
    done = pit.do(c.PrepareDeck(deck="red", step=OPENING[place], by=by, at=77))
    assert done == (e.DeckPrepared(deck="red", step=OPENING[place], by=by, at=77),)


@pytest.mark.clause("md-fcp:.04A#2")
@pytest.mark.parametrize("by", ["dealer:lee", "dealer:ann", "floor:kim"])
def test_the_inspection_is_verified_by_a_second_person_of_the_floor(by: str) -> None:
    pit = Pit(rules_of(filed=ONE_DECK)).sit(5)
    pit.do(c.ReceiveDeck(deck="red", back="red"))
    pit.do(c.PrepareDeck(deck="red", step="inspect", by="floor:kim" if by == "floor:kim" else "dealer:lee"))
    refusal = pit.refused(c.PrepareDeck(deck="red", step="verify_inspection", by=by))
    assert (refusal.code, refusal.clause) == ("needs_floor", "md-fcp:.04A#2")
    pit.do(c.PrepareDeck(deck="red", step="verify_inspection", by="floor:sam"))


@pytest.mark.clause("md-fcp:.04D", "md-fcp:.05A(1)")
def test_the_stacked_cards_are_shuffled_before_the_first_round() -> None:
    pit = one_deck()
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_shuffled", "md-fcp:.05A(1)")
    pit.do(c.Shuffle(deck="red", method="automated", order=DECK))
    pit.do(c.OpenRound())


@pytest.mark.clause("md-fcp:.04E")
def test_each_of_two_decks_is_opened_on_its_own() -> None:
    pit = prepared(Pit(rules_of()).sit(5), "red")
    pit.do(c.ReceiveDeck(deck="blue", back="blue"))
    pit.do(c.Shuffle(deck="red", method="automated", order=DECK))
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_opened", "md-fcp:.04A#1")
    assert pit.refused(c.Shuffle(deck="blue", method="automated", order=DECK)).code == "not_opened"


@pytest.mark.clause("md-fcp:.04F")
@pytest.mark.parametrize(
    ("inspected", "shuffled", "skips"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_only_a_deck_both_inspected_and_shuffled_skips_the_opening(
    inspected: bool, shuffled: bool, skips: bool
) -> None:
    pit = Pit(rules_of(filed=ONE_DECK)).sit(5)
    pit.do(c.ReceiveDeck(deck="red", back="red", pre_inspected=inspected, pre_shuffled=shuffled, order=DECK))
    assert pit.refused(c.OpenRound()).code == ("not_cut" if skips else "not_opened")


@pytest.mark.clause("md-fcp:.05A")
def test_only_a_preshuffled_decks_first_round_goes_without_a_shuffle() -> None:
    pit = Pit(rules_of(filed=ONE_DECK)).sit(1)
    pit.do(c.ReceiveDeck(deck="red", back="red", pre_inspected=True, pre_shuffled=True, order=DECK))
    pit.do(c.CutDeck(deck="red", depth=20))
    pit.do(c.OpenRound())
    pit.wager(1, ante=1000).on().answer("fold")
    assert pit.refused(c.OpenRound()).code == "not_shuffled"
    assert pit.refused(c.Shuffle(deck="red", method="washing", order=DECK)).clause == "md-fcp:.05A"
    (shuffled,) = pit.do(c.Shuffle(deck="red", method="automated", order=DECK))
    assert isinstance(shuffled, e.DeckShuffled)
    assert shuffled.method == "automated"


@pytest.mark.clause("md-fcp:.05A(2)")
def test_the_cards_are_shuffled_after_each_round() -> None:
    pit = played(rules_of(filed=ONE_DECK), {}, ANTE, "fold")
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_shuffled", "md-fcp:.05A(2)")
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    pit.do(c.OpenRound())


@pytest.mark.clause("md-fcp:.05A(3)")
@pytest.mark.parametrize("by", ["floor:kim", "casino_supervisor:max"])
def test_a_supervisors_order_to_shuffle_blocks_the_deal(by: str) -> None:
    pit = one_deck()
    pit.do(c.Shuffle(deck="red", method="automated", order=DECK))
    assert pit.refused(c.OrderShuffle(deck="red", reason="dropped", by="dealer:lee")).clause == "md-fcp:.05A(3)"
    pit.do(c.OrderShuffle(deck="red", reason="dropped", by=by))
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_shuffled", "md-fcp:.05A(3)")
    pit.do(c.Shuffle(deck="red", method="automated", order=DECK))
    pit.do(c.OpenRound())


@pytest.mark.clause("md-fcp:.05B(1)-(2)")
@pytest.mark.parametrize(("count", "leaves"), [(51, True), (52, False), (53, True)])
def test_a_deck_that_the_shuffler_counts_wrong_leaves_the_table(count: int, leaves: bool) -> None:
    pit = one_deck()
    pit.do(c.Shuffle(deck="red", method="automated", order=DECK, count=count))
    deck = pit.state.deck("red")
    assert deck is not None
    assert deck.removed is leaves
    if leaves:
        assert pit.refused(c.OpenRound()).code == "no_deck"
        assert pit.refused(c.Shuffle(deck="red", method="automated", order=DECK)).code == "deck_removed"
    else:
        pit.do(c.OpenRound())


@pytest.mark.clause("md-fcp:.05C")
def test_a_shuffle_ends_in_one_stack_of_fifty_two() -> None:
    pit = one_deck()
    order = DECK[::-1]
    (shuffled,) = pit.do(c.Shuffle(deck="red", method="automated", order=order))
    assert isinstance(shuffled, e.DeckShuffled)
    assert (shuffled.ends_in, shuffled.order) == ("one_stack", order)
    assert pit.rules.rulebook.shuffle.ends_in.clause == ("md-fcp:.05C",)


@pytest.mark.clause("md-fcp:.05C(1)")
def test_cards_shuffled_by_device_go_uncut_to_the_deal() -> None:
    pit = one_deck()
    pit.do(c.Shuffle(deck="red", method="automated", order=DECK))
    refusal = pit.refused(c.CutDeck(deck="red", depth=20))
    assert (refusal.code, refusal.clause) == ("no_cut", "md-fcp:.05C(1)")
    pit.do(c.OpenRound())


@pytest.mark.clause("md-fcp:.05C(2)")
def test_cards_shuffled_by_hand_or_elsewhere_are_cut() -> None:
    pre_shuffled = Pit(rules_of(filed=ONE_DECK)).sit(5)
    pre_shuffled.do(c.ReceiveDeck(deck="red", back="red", pre_inspected=True, pre_shuffled=True, order=DECK))
    for pit in (shuffled_by_hand(), pre_shuffled):
        refusal = pit.refused(c.OpenRound())
        assert (refusal.code, refusal.clause) == ("not_cut", "md-fcp:.05C(2)")
        pit.do(c.CutDeck(deck="red", depth=20))
        pit.do(c.OpenRound())


@pytest.mark.clause("md-fcp:.05D")
@pytest.mark.parametrize(("depth", "lawful"), [(9, False), (10, True), (11, True), (51, True), (52, False)])
def test_a_cut_is_ten_cards_deep_at_least(depth: int, lawful: bool) -> None:
    pit = shuffled_by_hand()
    if lawful:
        pit.do(c.CutDeck(deck="red", depth=depth))
    else:
        refusal = pit.refused(c.CutDeck(deck="red", depth=depth))
        assert (refusal.code, refusal.clause) == ("cut_depth", "md-fcp:.05D")


@pytest.mark.clause("md-fcp:.05D(1)")
@pytest.mark.parametrize("depth", [10, 26, 51])
def test_the_packet_above_the_cover_card_goes_under_the_rest(depth: int) -> None:
    (cut,) = shuffled_by_hand().do(c.CutDeck(deck="red", depth=depth))
    assert isinstance(cut, e.DeckCut)
    assert cut.order == DECK[depth:] + DECK[:depth]
    assert cut.cover_card == "under_the_stack"


@pytest.mark.clause("md-fcp:.05D(2)")
def test_the_cut_stack_goes_into_the_shoe() -> None:
    pit = shuffled_by_hand()
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert isinstance(duty.command, c.CutDeck)
    assert duty.says.endswith("The cut stack goes into the shoe.")
    pit.do(duty.command)
    pit.do(c.OpenRound())
    due = due_of(pit.rules, pit.state)
    assert due is not None
    assert due.step == "load_shoe"


@pytest.mark.clause("md-fcp:.05E")
def test_a_recut_is_ordered_between_the_cut_and_the_first_card() -> None:
    pit = shuffled_by_hand().sit(1)
    order = c.OrderRecut(deck="red", reason="the cut was crooked", by="floor:kim")
    assert pit.refused(order).code == "too_late"
    pit.do(c.CutDeck(deck="red", depth=20))
    for by, reason in (("dealer:lee", "crooked"), ("floor:kim", " ")):
        refusal = pit.refused(c.OrderRecut(deck="red", reason=reason, by=by))
        assert (refusal.code, refusal.clause) == ("needs_supervisor", "md-fcp:.05E")
    (ordered,) = pit.do(c.OrderRecut(deck="red", reason="crooked", by="casino_supervisor:max"))
    assert ordered == e.CutAgainOrdered(deck="red", by="casino_supervisor:max", reason="crooked")
    pit.do(c.CutDeck(deck="red", depth=20))
    pit.do(c.OpenRound())
    pit.wager(1, ante=1000).until("deal")
    pit.do(order)
    assert pit.refused(c.Deal()).code == "not_cut"
    pit.do(c.CutDeck(deck="red", depth=30))
    pit.do(c.Deal())
    assert pit.refused(order).code == "too_late"


@pytest.mark.parametrize(
    ("asked", "face_up"),
    [pytest.param(asked, asked, marks=pytest.mark.clause("md-fcp:.05F(2)")) for asked in (False, True)],
)
def test_idle_cards_lie_face_down_unless_a_player_asks(asked: bool, face_up: bool) -> None:
    pit = played(rules_of(filed=ONE_DECK), {}, ANTE, "fold")
    idled = pit.do(c.SpreadIdle(face_up_requested=asked))
    assert [event.face_up for event in idled if isinstance(event, e.TableIdled)] == [face_up]


@pytest.mark.clause("md-fcp:.05F(1)")
def test_an_idle_table_has_shoe_and_rack_emptied_first() -> None:
    pit = played(rules_of(filed=ONE_DECK), {}, ANTE, "fold")
    assert idle_steps(pit.rules)[0].step == "clear_shoe_and_rack"
    assert pit.state.rack_deck == "red-1"
    pit.do(c.SpreadIdle())
    deck = pit.state.deck("red-1")
    assert deck is not None
    assert (pit.state.rack_deck, deck.shuffled, deck.order) == ("", "", None)


@pytest.mark.clause("md-fcp:.05F(3)")
def test_an_idle_table_is_opened_again_from_the_inspection() -> None:
    pit = played(rules_of(filed=ONE_DECK), {}, ANTE, "fold")
    pit.do(c.SpreadIdle())
    for step in OPENING:
        assert pit.refused(c.OpenRound()).code == "not_opened"
        by = "floor:kim" if step == "verify_inspection" else "dealer:lee"
        pit.do(c.PrepareDeck(deck="red-1", step=step, by=by))
    assert pit.refused(c.OpenRound()).code == "not_shuffled"
    pit.do(c.Shuffle(deck="red-1", method="automated", order=DECK))
    pit.do(c.OpenRound())


@pytest.mark.clause("md-fcp:.05H")
def test_a_self_reshuffling_device_needs_no_cut_no_recut_and_no_idle_spread() -> None:
    pit = Pit(rules_of(filed={**ONE_DECK, **SELF_RESHUFFLING})).sit(1)
    pit.do(c.ReceiveDeck(deck="red", back="red", pre_inspected=True, pre_shuffled=True, order=DECK))
    for command in (
        c.CutDeck(deck="red", depth=20),
        c.OrderRecut(deck="red", reason="crooked", by="floor:kim"),
        c.SpreadIdle(),
    ):
        pit.refused(command)
    assert idle_steps(pit.rules) == ()
    pit.ready().wager(1, ante=1000).on().answer("fold")
    assert not {"DeckCut", "CutAgainOrdered", "TableIdled"} & set(steps_done(pit.events))
