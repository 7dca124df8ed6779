"""Decks at a Massachusetts table: received by one of two routes, shuffled, cut, and taking turns."""

import pytest

from croupier.cards import DECK
from croupier.rulebook.errors import BadInput
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.dealing import due_of, out_of_deck
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.ma_fcp import BY_HAND, ONE_DECK, SUPERVISOR, kinds, play_round, receive_prepared, rules_of, table
from tests.table.pit import Pit

OPENING = ["inspect", "verify_inspection", "spread_face_up", "offer_first_look", "turn_face_down", "wash", "stack"]


def by_hand(dealing: str = "manual_shoe") -> Pit:
    """A table shuffled by hand, one deck prepared and stacked."""
    return receive_prepared(Pit(rules_of("ma-fcp-1", dealing, filed=BY_HAND)).sit(5), "red")


def shuffled_by_hand() -> Pit:
    """The same with the deck shuffled in order, not yet cut."""
    pit = by_hand()
    pit.do(c.Shuffle(deck="red", method="manual", order=DECK))
    return pit


@pytest.mark.clause("ma-fcp-1:2(a)#1")
def test_a_round_is_dealt_from_one_deck_of_fifty_two_different_cards() -> None:
    pit = Pit(rules_of()).sit(1, 2, 3)
    assert pit.refused(c.ReceiveDeck(deck="x", back="red", order=DECK[:51])).code == "not_a_deck"
    assert pit.refused(c.ReceiveDeck(deck="x", back="red", order=DECK[:51] + DECK[:1])).code == "not_a_deck"
    pit.ready().wager(1, ante=1000).wager(2, ante=1000).wager(3, aces_up=500).on()
    out = list(out_of_deck(pit.round))
    assert len(out) == len(set(out)) == pit.round.drawn == 25


@pytest.mark.clause("ma-fcp-1:2(a)#1")
def test_a_second_deck_is_not_taken_at_a_one_deck_table() -> None:
    pit = Pit(rules_of(filed=ONE_DECK)).sit(5)
    pit.do(c.ReceiveDeck(deck="red", back="red"))
    refusal = pit.refused(c.ReceiveDeck(deck="blue", back="blue"))
    assert (refusal.code, refusal.clause) == ("too_many_decks", "ma-fcp-1:2(b)")


@pytest.mark.clause("ma-fcp-1:2(b)")
def test_two_decks_need_the_automated_shuffler() -> None:
    with pytest.raises(BadInput, match=r"ma-fcp-1:2\(b\)"):
        rules_of("ma-fcp-1", "manual_shoe", filed={**BY_HAND, "cards.decks": 2})
    assert rules_of(filed={"cards.decks": 2}).decks == 2


@pytest.mark.clause("ma-fcp-1:2(b)")
def test_once_the_shuffler_is_gone_the_table_goes_on_with_one_deck() -> None:
    pit = play_round(table(rules_of(), {1: ""}), "fold")
    pit.do(c.Report(kind="shuffler_jam"))
    pit.do(c.TreatDevice(device="shuffler", step="remove_device"))
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("too_many_decks", "ma-fcp-1:2(b)")
    pit.ready()
    assert [deck.deck for deck in pit.state.decks if not deck.removed] == [pit.round.deck]


@pytest.mark.clause("ma-fcp-1:2(b)(3)")
def test_while_one_deck_is_in_play_the_other_is_shuffled_by_the_device() -> None:
    pit = table(rules_of(), {1: ""}).on()
    in_play, other = pit.round.deck, next(d.deck for d in pit.state.decks if d.deck != pit.round.deck)
    refusal = pit.refused(c.Shuffle(deck=in_play, method="automated", order=DECK))
    assert (refusal.code, refusal.clause) == ("deck_in_play", "ma-fcp-1:2(b)(3)")
    assert pit.refused(c.Shuffle(deck=other, method="manual", order=DECK)).code == "other_method"
    pit.do(c.Shuffle(deck=other, method="automated", order=DECK[::-1]))
    assert list(out_of_deck(pit.round)) != []
    assert set(out_of_deck(pit.round)) <= set(DECK[:15])  # the deck in play, not the other


@pytest.mark.clause("ma-fcp-1:2(b)(4)")
def test_two_decks_take_turns() -> None:
    pit = Pit(rules_of()).sit(1)
    used = []
    for _ in range(4):
        play_round(pit.ready().wager(1, ante=1000), "fold")
        used.append(pit.round.deck)
    assert len(set(used)) == 2
    assert used[0] == used[2] != used[1] == used[3]


@pytest.mark.clause("ma-fcp-1:2(b)(5)")
def test_the_rack_never_holds_cards_of_both_decks() -> None:
    pit = Pit(rules_of()).sit(1)
    for deck in ("red", "blue"):
        receive_prepared(pit, deck, deck).do(c.Shuffle(deck=deck, method="automated", order=DECK))
    pit.do(c.OpenRound())
    first = play_round(pit.wager(1, ante=1000), "play:1").round.deck
    assert pit.state.rack_deck == first
    pit.do(c.OpenRound())
    pit.wager(1, ante=1000).until("deal")
    pit.do(c.Deal())
    refusal = pit.refused(c.Perform(step="burn_extra_cards"))
    assert (refusal.code, refusal.clause) == ("rack_not_empty", "ma-fcp-1:2(b)(5)")
    pit.do(c.Shuffle(deck=first, method="automated", order=DECK))
    assert play_round(pit, "fold").state.rack_deck != first


@pytest.mark.clause("ma-fcp-1:4(a)", "ma-fcp-1:5(a)#1")
def test_a_deck_opens_by_inspection_or_comes_pre_shuffled() -> None:
    inspected, shuffled = Pit(rules_of(filed=ONE_DECK)).sit(5), Pit(rules_of(filed=ONE_DECK)).sit(5)
    inspected.do(c.ReceiveDeck(deck="red", back="red"))
    shuffled.do(c.ReceiveDeck(deck="red", back="red", pre_shuffled=True, order=DECK))
    asked = []
    while isinstance((duty := next_duty(inspected.rules, inspected.state)).command, c.PrepareDeck):  # type: ignore[union-attr]
        asked.append(duty.command.step)  # type: ignore[union-attr]
        inspected.do(duty.command)  # type: ignore[union-attr]
    assert asked == OPENING
    assert inspected.refused(c.OpenRound()).clause == "ma-fcp-1:5(a)#1"
    assert shuffled.refused(c.OpenRound()).clause == "ma-fcp-1:5(b)(2)"
    shuffled.do(c.CutDeck(deck="red", depth=20))
    shuffled.do(c.OpenRound())


@pytest.mark.clause("ma-fcp-1:4(b)#1")
def test_the_spread_waits_for_inspection_and_verification() -> None:
    pit = Pit(rules_of()).sit(5)
    pit.do(c.ReceiveDeck(deck="red", back="red"))
    assert pit.refused(c.PrepareDeck(deck="red", step="spread_face_up")).code == "out_of_order"
    pit.do(c.PrepareDeck(deck="red", step="inspect", by="dealer:ann"))
    assert pit.refused(c.PrepareDeck(deck="red", step="spread_face_up")).code == "out_of_order"
    for nobody in ("dealer:ann", "dealer:bob"):
        refusal = pit.refused(c.PrepareDeck(deck="red", step="verify_inspection", by=nobody))
        assert (refusal.code, refusal.clause) == ("needs_floor", "ma-fcp-1:4(b)#1")
    pit.do(c.PrepareDeck(deck="red", step="verify_inspection", by="floor:kim"))
    pit.do(c.PrepareDeck(deck="red", step="spread_face_up"))


@pytest.mark.clause("ma-fcp-1:4(b)#2")
def test_the_spread_is_prompted_by_suit_and_in_sequence() -> None:
    pit = Pit(rules_of()).sit(5)
    pit.do(c.ReceiveDeck(deck="red", back="red"))
    for step, by in (("inspect", "dealer"), ("verify_inspection", "floor:kim")):
        pit.do(c.PrepareDeck(deck="red", step=step, by=by))
    pit.do(c.ReceiveDeck(deck="blue", back="blue"))
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.command == c.PrepareDeck(deck="red", step="spread_face_up")
    assert "by suit and in sequence" in duty.says


@pytest.mark.clause("ma-fcp-1:4(c)#1")
@pytest.mark.parametrize("early", OPENING[1:])
def test_no_opening_step_comes_before_its_turn(early: str) -> None:
    pit = Pit(rules_of()).sit(5)
    pit.do(c.ReceiveDeck(deck="red", back="red"))
    for step in OPENING:
        by = "floor:kim" if step == "verify_inspection" else "dealer"
        if step == early:
            break
        assert pit.refused(c.PrepareDeck(deck="red", step=early, by="floor:kim")).code == "out_of_order"
        pit.do(c.PrepareDeck(deck="red", step=step, by=by))
    pit.do(c.PrepareDeck(deck="red", step=early, by="floor:kim"))


@pytest.mark.clause("ma-fcp-1:4(c)#2", "ma-fcp-1:5(a)#1")
def test_an_opened_deck_is_not_dealt_unshuffled() -> None:
    pit = by_hand()
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_shuffled", "ma-fcp-1:5(a)#1")
    unopened = Pit(rules_of(filed=ONE_DECK)).sit(5)
    unopened.do(c.ReceiveDeck(deck="red", back="red"))
    assert unopened.refused(c.Shuffle(deck="red", method="automated", order=DECK)).code == "not_opened"


@pytest.mark.clause("ma-fcp-1:4(d)")
def test_each_of_two_decks_is_opened_apart() -> None:
    pit = receive_prepared(Pit(rules_of()).sit(5), "red")
    pit.do(c.ReceiveDeck(deck="blue", back="blue"))
    pit.do(c.Shuffle(deck="red", method="automated", order=DECK))
    refusal = pit.refused(c.OpenRound())
    assert refusal.code == "not_opened"
    assert "blue" in refusal.sentence
    assert next_duty(pit.rules, pit.state).command == c.PrepareDeck(deck="blue", step="inspect")  # type: ignore[union-attr]


@pytest.mark.clause("ma-fcp-1:5(a)#2")
def test_the_deck_of_a_finished_round_is_shuffled_before_the_next() -> None:
    pit = play_round(table(rules_of(filed=ONE_DECK), {1: ""}), "fold")
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_shuffled", "ma-fcp-1:5(a)#2")


@pytest.mark.clause("ma-fcp-1:5(a)#3", "ma-fcp-1:5(a)#4")
def test_a_shuffle_records_its_method_and_leaves_one_stack_of_all_cards() -> None:
    pit = by_hand()
    assert pit.refused(c.Shuffle(deck="red", method="overhand", order=DECK)).code == "method"
    assert pit.refused(c.Shuffle(deck="red", method="automated", order=DECK)).code == "other_method"
    assert pit.refused(c.Shuffle(deck="red", method="manual", order=DECK[1:])).code == "not_a_deck"
    (event,) = pit.do(c.Shuffle(deck="red", method="manual", order=DECK[::-1]))
    assert isinstance(event, e.DeckShuffled)
    assert (event.method, event.order, event.ends_in) == ("manual", DECK[::-1], "one_stack")


@pytest.mark.clause("ma-fcp-1:5(b)(1)")
def test_machine_shuffled_cards_are_not_cut() -> None:
    pit = receive_prepared(Pit(rules_of(filed=ONE_DECK)).sit(5), "red")
    pit.do(c.Shuffle(deck="red", method="automated", order=DECK))
    refusal = pit.refused(c.CutDeck(deck="red", depth=20))
    assert (refusal.code, refusal.clause) == ("no_cut", "ma-fcp-1:5(b)(1)")
    pit.do(c.OpenRound())


@pytest.mark.clause("ma-fcp-1:5(b)(2)")
def test_hand_shuffled_cards_are_not_dealt_uncut() -> None:
    pit = shuffled_by_hand()
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_cut", "ma-fcp-1:5(b)(2)")
    pit.do(c.CutDeck(deck="red", depth=20))
    pit.do(c.OpenRound())


@pytest.mark.clause("ma-fcp-1:5(c)(1)", "ma-fcp-1:5(c)(1)(i)")
def test_the_cut_is_prompted_one_handed_the_cover_card_first() -> None:
    pit = shuffled_by_hand()
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert isinstance(duty.command, c.CutDeck)
    assert "one hand" in duty.says
    assert duty.says.index("lays the cover card in front") < duty.says.index("cards from the top")


@pytest.mark.clause("ma-fcp-1:5(c)(1)(ii)")
@pytest.mark.parametrize(
    ("depth", "allowed"), [(9, False), (10, True), (11, True), (50, True), (51, True), (52, False)]
)
def test_a_cut_is_ten_cards_deep_at_least(depth: int, allowed: bool) -> None:
    pit = shuffled_by_hand()
    command = c.CutDeck(deck="red", depth=depth)
    if allowed:
        assert kinds(pit.do(command)) == ["DeckCut"]
    else:
        refusal = pit.refused(command)
        assert (refusal.code, refusal.clause) == ("cut_depth", "ma-fcp-1:5(c)(1)(ii)")


@pytest.mark.clause("ma-fcp-1:5(c)(1)(iii)", "ma-fcp-1:5(c)(1)(iv)")
@pytest.mark.parametrize("depth", [10, 26, 51])
def test_a_cut_moves_the_packet_under_the_rest_and_the_cover_card_to_the_rack(depth: int) -> None:
    pit = shuffled_by_hand()
    (event,) = pit.do(c.CutDeck(deck="red", depth=depth))
    assert isinstance(event, e.DeckCut)
    assert event.order == DECK[depth:] + DECK[:depth]
    assert event.cover_card == "in_the_discard_rack"


@pytest.mark.clause("ma-fcp-1:5(c)(2)")
@pytest.mark.parametrize(
    ("dealing", "step"), [("manual_shoe", "load_shoe"), ("automated_shoe", "load_device"), ("hand", "take_stack")]
)
def test_after_the_cut_the_elected_method_deals(dealing: str, step: str) -> None:
    pit = Pit(rules_of("ma-fcp-1", dealing, filed={**ONE_DECK, "equipment.shuffler.feeds_shoe": False})).sit(5)
    pit.do(c.ReceiveDeck(deck="red", back="red", pre_shuffled=True, order=DECK))
    pit.do(c.CutDeck(deck="red", depth=20))
    pit.do(next_duty(pit.rules, pit.state).command)  # type: ignore[union-attr]
    due = due_of(pit.rules, pit.state)
    assert due is not None
    assert due.step == step


@pytest.mark.clause("ma-fcp-1:5(d)")
def test_a_casino_supervisor_may_order_a_recut_until_the_first_card() -> None:
    pit = shuffled_by_hand().sit(1)
    recut = c.OrderRecut(deck="red", reason="packet dropped", by=SUPERVISOR)
    assert pit.refused(recut).code == "too_late"  # nothing is cut yet
    pit.do(c.CutDeck(deck="red", depth=20))
    for by, reason in (("floor:kim", "packet dropped"), ("dealer", "packet dropped"), (SUPERVISOR, " ")):
        assert pit.refused(c.OrderRecut(deck="red", reason=reason, by=by)).clause == "ma-fcp-1:5(d)"
    (event,) = pit.do(recut)
    assert event == e.CutAgainOrdered(deck="red", by=SUPERVISOR, reason="packet dropped")
    assert pit.refused(c.OpenRound()).code == "not_cut"
    pit.do(c.CutDeck(deck="red", depth=30))
    pit.do(c.OpenRound())
    pit.wager(1, ante=1000).until("deal")
    pit.do(recut)
    assert pit.refused(c.Deal()).code == "not_cut"
    pit.do(c.CutDeck(deck="red", depth=12))
    pit.do(c.DealCard(card=pit.state.decks[0].order[0]))  # type: ignore[index]
    assert pit.refused(recut).code == "too_late"


@pytest.mark.clause("ma-fcp-1:5(e)#1", "ma-fcp-1:5(e)#2", "ma-fcp-1:5(e)#3")
@pytest.mark.parametrize(
    ("face_up", "again"), [(True, ["offer_first_look"]), (False, ["spread_face_up", "offer_first_look"])]
)
def test_an_idle_table_is_spread_either_way_and_opened_again(face_up: bool, again: list[str]) -> None:
    pit = play_round(table(rules_of(filed=ONE_DECK), {1: ""}), "fold")
    (event,) = pit.do(c.SpreadIdle(face_up_requested=face_up))
    assert isinstance(event, e.TableIdled)
    assert event.face_up is face_up
    assert pit.refused(c.OpenRound()).code == "not_opened"
    duties = []
    while not isinstance((duty := next_duty(pit.rules, pit.state)).command, c.OpenRound):  # type: ignore[union-attr]
        duties.append(duty)
        pit.do(duty.command)  # type: ignore[union-attr]
    asked = [duty.command.step for duty in duties if duty and isinstance(duty.command, c.PrepareDeck)]
    assert asked == [*again, "turn_face_down", "wash", "stack"]
    assert isinstance(duties[-1].command, c.Shuffle)  # type: ignore[union-attr]
    if not face_up:
        assert duties[0].clause == "ma-fcp-1:5(e)#2"  # type: ignore[union-attr]
        assert "turned up" in duties[0].says  # type: ignore[union-attr]


@pytest.mark.clause("ma-fcp-1:7(f)#2")
@pytest.mark.parametrize(("count", "kept"), [(51, False), (52, True), (53, False)])
def test_a_deck_that_the_shuffler_miscounts_leaves_the_table(count: int, kept: bool) -> None:
    pit = receive_prepared(Pit(rules_of(filed=ONE_DECK)).sit(5), "red")
    pit.do(c.Shuffle(deck="red", method="automated", order=DECK, count=count))
    assert pit.state.decks[0].removed is not kept
    if not kept:
        assert "ma-fcp-1:7(f)#2" in pit.events[-1].reason  # type: ignore[union-attr]
