"""What goes wrong at a Massachusetts table, and what then becomes of the round, the wagers and the deck."""

import pytest

from croupier.cards import DECK
from croupier.rulebook.errors import BadInput
from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.ma_fcp import METHODS, NOTHING, ONE_DECK, of_kind, play_round, rules_of, table
from tests.table.pit import Pit

HANDS: dict[int | str, str] = {1: NOTHING[0], 2: NOTHING[1], "dealer": NOTHING[2] + " Qd"}
WAGERS = {"ante": 1000, "aces_up": 500, "progressive": 100}


def at_deal(method: str = "manual_shoe") -> Pit:
    """A table about to deal the deck in order to two seats."""
    rules = rules_of("ma-fcp-1", method, "progressive", filed=ONE_DECK)
    pit = Pit(rules).sit(1, 2).ready(DECK)
    return pit.wager(1, **WAGERS).wager(2, **WAGERS).until("deal")


def asked(method: str = "automated_shoe", *extras: str) -> Pit:
    """A dealt round of two seats, the first being asked."""
    rules = rules_of("ma-fcp-1", method, "progressive", *extras, filed=ONE_DECK)
    return table(rules, HANDS, **WAGERS, **dict.fromkeys(extras, 100)).on()


def assert_void(pit: Pit, clause: str, play: int = 0) -> None:
    """The round is void by the clause, every stake came back, the meter too, and the deck must be shuffled."""
    assert pit.round.phase == "void"
    staked = {(box.seat, wager, stake) for box in pit.round.boxes for wager, stake in box.wagers}
    assert {(line.seat, line.wager, line.returned_cents) for line in pit.round.lines} == staked
    assert {(line.outcome, line.paid_cents, line.clause) for line in pit.round.lines} == {("void", 0, clause)}
    assert sum(stake for _, wager, stake in staked if wager == "play") == play
    assert [pit.net(seat) for seat in (1, 2)] == [0, 0]
    assert (pit.state.meters[0].cents, pit.state.meters[0].carry) == (1_000_000, 0)
    assert not any(deck.removed for deck in pit.state.decks)


@pytest.mark.clause("ma-fcp-1:14(a)#1")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("place", [0, 4, 9])
def test_one_card_found_face_up_is_set_aside_and_the_next_takes_its_place(method: str, place: int) -> None:
    pit = at_deal(method)
    for card in DECK[:place]:
        pit.do(c.DealCard(card=card))
    (event,) = pit.do(c.DealCard(card=DECK[place], face_up=True))
    assert event == e.CardSetAside(card=DECK[place], clause="ma-fcp-1:14(a)#1")
    plain = at_deal(method)
    plain.do(c.Deal())
    used = [card for card in DECK if card is not DECK[place]]
    expected = [tuple(used[DECK.index(card)] for card in box.cards) for box in plain.round.boxes]
    pit.do(c.Deal())
    assert [box.cards for box in pit.round.boxes] == expected
    assert pit.round.set_aside == (DECK[place],)
    play_round(pit, "play:1", "play:1")
    assert pit.round.phase == "closed"


@pytest.mark.clause("ma-fcp-1:14(a)#2")
@pytest.mark.parametrize("method", METHODS)
def test_a_second_face_up_card_voids_the_round_and_forces_a_shuffle(method: str) -> None:
    pit = at_deal(method)
    pit.do(c.DealCard(card=DECK[0], face_up=True))
    pit.do(c.DealCard(card=DECK[1]))
    pit.do(c.DealCard(card=DECK[2], face_up=True))
    assert_void(pit, "ma-fcp-1:14(a)#2")
    assert pit.refused(c.OpenRound()).code == "not_shuffled"


@pytest.mark.clause("ma-fcp-1:14(b)")
@pytest.mark.parametrize("method", METHODS)
def test_a_card_drawn_in_error_and_not_seen_is_the_next_card(method: str) -> None:
    pit, plain = at_deal(method), at_deal(method)
    for card in DECK[:3]:
        pit.do(c.DealCard(card=card))
    pit.do(c.Report(kind="card_drawn_in_error", case="unseen"))
    (told,) = of_kind(pit, e.IrregularityReported)
    assert told.clause == "ma-fcp-1:14(b)"
    for each in (pit, plain):
        each.do(c.Deal())
    assert (pit.round.boxes, pit.round.dealer) == (plain.round.boxes, plain.round.dealer)


@pytest.mark.clause("ma-fcp-1:14(c)")
@pytest.mark.parametrize("answers", [(), ("play:3",), ("fold",)], ids=["undecided", "play_made", "folded"])
def test_a_wrong_number_of_cards_voids_the_round(answers: tuple[str, ...]) -> None:
    pit = asked().answer(*answers)
    pit.do(c.Report(kind="wrong_number_of_cards"))
    assert_void(pit, "ma-fcp-1:14(c)", play=3000 if answers == ("play:3",) else 0)
    assert pit.refused(c.OpenRound()).code == "not_shuffled"


# The cards counted in the hands of player 1, player 2 and the dealer.
@pytest.mark.clause("ma-fcp-1:14(c)")
@pytest.mark.parametrize("counts", [(4, 5, 6), (6, 5, 6), (5, 4, 6), (5, 6, 6), (5, 5, 5), (5, 5, 7)])
def test_four_or_six_to_a_player_or_five_or_seven_to_the_dealer_is_wrong(counts: tuple[int, int, int]) -> None:
    rules = rules_of("ma-fcp-1", "manual_shoe", filed={**ONE_DECK, "equipment.shuffler.counts_cards": False})
    pit = table(rules, HANDS).until("stub")
    pit.do(c.CountStub(count=52 - sum(counts)))
    pit.do(c.CheckHands(hands=((0, counts[2]), (1, counts[0]), (2, counts[1]))))
    assert pit.round.phase == "void"
    assert [pit.net(seat) for seat in (1, 2)] == [0, 0]
    assert not any(deck.removed for deck in pit.state.decks)


@pytest.mark.clause("ma-fcp-1:14(d)")
def test_a_hole_card_seen_before_the_reveal_voids_the_round() -> None:
    pit = asked().answer("play:2")
    pit.do(c.Report(kind="dealer_card_exposed", exposed=pit.round.dealer[:1]))
    assert_void(pit, "ma-fcp-1:14(d)", play=2000)


@pytest.mark.clause("ma-fcp-1:14(d)")
def test_the_up_card_and_the_revealed_hand_are_no_exposure() -> None:
    pit = asked()
    assert pit.refused(c.Report(kind="dealer_card_exposed", exposed=pit.round.dealer_up)).clause == "ma-fcp-1:14(d)"
    pit.answer("play:1")
    pit.do(c.Decide(seat=2, action="fold"))
    pit.until("settle")
    refusal = pit.refused(c.Report(kind="dealer_card_exposed", exposed=pit.round.dealer[:1]))
    assert (refusal.code, refusal.clause) == ("already_revealed", "ma-fcp-1:14(d)")


@pytest.mark.clause("ma-fcp-1:14(e)")
def test_a_failed_shuffle_is_done_again_before_anything_is_dealt() -> None:
    pit = Pit(rules_of(filed=ONE_DECK)).sit(1).ready().wager(1, ante=1000)
    pit.do(c.Report(kind="shuffler_jam"))
    (told,) = of_kind(pit, e.IrregularityReported)
    assert told.clause == "ma-fcp-1:14(e)"
    assert pit.round.phase == "wagering"  # the wagers stay
    pit.until("close_bets")
    pit.do(c.Perform(step="no_more_bets"))
    refusal = pit.refused(c.Deal())
    assert refusal.code == "not_shuffled"
    play_round(reshuffled(pit), "fold")
    assert pit.is_in("closed")


def reshuffled(pit: Pit) -> Pit:
    """The deck in play shuffled again, and cut, the failed device being dealt with as the house does."""
    while not isinstance(command := next_duty(pit.rules, pit.state).command, c.Deal):  # type: ignore[union-attr]
        pit.do(
            c.Shuffle(deck=command.deck, method=command.method, order=DECK)
            if isinstance(command, c.Shuffle)
            else command
        )
    return pit


@pytest.mark.clause("ma-fcp-1:14(e)")
def test_the_approved_procedures_for_a_failed_shuffle_are_on_record() -> None:
    with pytest.raises(BadInput, match=r"ma-fcp-1:14\(e\)"):
        rules_of(filed={"records": {}})
    (remedy,) = [r for r in rules_of().rulebook.irregularities.remedies if r.kind == "shuffler_jam"]
    assert [step.step for step in remedy.steps] == ["follow_approved_procedures"]
    assert "approved" in remedy.steps[0].says


@pytest.mark.clause("ma-fcp-1:14(f)#1")
@pytest.mark.parametrize("moment", ["deal", "stub"])
def test_a_failed_shoe_voids_the_round_and_restores_everything(moment: str) -> None:
    pit = at_deal("automated_shoe")
    pit.do(c.DealCard(card=DECK[0]))
    pit.until(moment)
    pit.do(c.Report(kind="dealing_shoe_jam"))
    assert_void(pit, "ma-fcp-1:14(f)#1")


@pytest.mark.clause("ma-fcp-1:14(f)#2")
def test_after_a_failed_shoe_all_cards_are_gathered_and_shuffled() -> None:
    pit = at_deal("automated_shoe")
    pit.do(c.DealCard(card=DECK[0]))
    pit.do(c.Report(kind="dealing_shoe_jam"))
    refusal = pit.refused(c.Shuffle(deck=pit.state.decks[0].deck, method="automated", order=DECK))
    assert (refusal.code, refusal.clause) == ("device_loaded", "ma-fcp-1:14(f)#2")
    pit.do(c.TreatDevice(device="shoe", step="empty_device"))
    assert pit.refused(c.OpenRound()).code == "device_failed"
    shuffle = c.Shuffle(deck=pit.state.decks[0].deck, method="automated", order=DECK[:51])
    assert pit.refused(shuffle).code == "not_a_deck"
    pit.do(c.TreatDevice(device="shoe", step="remove_device"))
    assert pit.refused(c.OpenRound()).code == "not_shuffled"
    pit.do(c.Shuffle(deck=pit.state.decks[0].deck, method="automated", order=DECK))


@pytest.mark.clause("ma-fcp-1:14(g)")
def test_a_failed_shuffler_leaves_the_table_before_cards_are_shuffled_by_hand() -> None:
    pit = play_round(table(rules_of(filed=ONE_DECK), HANDS), "fold", "fold")
    pit.do(c.Report(kind="shuffler_jam"))
    by_hand = c.Shuffle(deck=pit.state.decks[0].deck, method="manual", order=DECK)
    refusal = pit.refused(by_hand)
    assert (refusal.code, refusal.clause) == ("other_method", "ma-fcp-1:14(g)")
    for short_of_it in ("cover_device", "post_out_of_order_sign"):
        assert pit.refused(c.TreatDevice(device="shuffler", step=short_of_it)).clause == "ma-fcp-1:14(g)"
    pit.do(c.TreatDevice(device="shuffler", step="remove_device"))
    pit.do(by_hand)
    assert pit.refused(c.OpenRound()).clause == "ma-fcp-1:5(b)(2)"  # shuffled by hand, so cut
