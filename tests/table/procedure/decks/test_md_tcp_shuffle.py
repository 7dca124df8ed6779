"""Three Card Poker, Maryland: shuffle, cut, another cut, the idle table."""

from collections.abc import Callable

import pytest

from croupier.cards import DECK
from croupier.table.procedure.dealer import idle_duty, next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.pit import Pit, rules_with
from tests.table.three_card import BY_HAND, dealt_by

FLOOR = "floor:kim"
Table = Callable[[], Pit]


def prepared(pit: Pit) -> Pit:
    """The table with its deck opened, not shuffled yet."""
    while not isinstance((duty := next_duty(pit.rules, pit.state)).command, c.Shuffle):  # type: ignore[union-attr]
        pit.do(duty.command)  # type: ignore[union-attr]
    return pit


def by_hand() -> Pit:
    """A manual shoe, cards shuffled by hand."""
    return Pit(dealt_by("manual_shoe", BY_HAND)).sit(1)


def by_device() -> Pit:
    """An automated shoe, one deck."""
    return Pit(dealt_by("automated_shoe")).sit(1)


def deck_of(pit: Pit) -> str:
    """The one deck's name."""
    return pit.state.decks[-1].deck


@pytest.mark.clause("md-tcp:.05A(1)", "md-tcp:.05A")
@pytest.mark.parametrize(("table", "method"), [(by_hand, "manual"), (by_device, "automated")])
def test_the_cards_are_shuffled_before_play(table: Table, method: str) -> None:
    pit = prepared(table())
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_shuffled", "md-tcp:.05A(1)")
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.command == c.Shuffle(deck=deck_of(pit), method=method)
    assert pit.refused(c.Shuffle(deck=deck_of(pit), method="stirring")).clause == "md-tcp:.05A"


@pytest.mark.clause("md-tcp:.05A(2)")
@pytest.mark.parametrize("table", [by_hand, by_device])
def test_the_cards_are_shuffled_after_each_round(table: Table) -> None:
    pit = table().ready().wager(1, pair_plus=500).on()
    assert pit.round.phase == "closed"
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_shuffled", "md-tcp:.05A(2)")
    pit.ready()
    assert pit.round.number == 2


@pytest.mark.clause("md-tcp:.05A(3)")
def test_a_shuffle_the_floor_orders_is_done_before_any_card() -> None:
    pit = by_device().ready()
    deck = pit.round.deck
    assert pit.refused(c.OrderShuffle(deck=deck, reason="seen", by="dealer")).clause == "md-tcp:.05A(3)"
    assert pit.refused(c.OrderShuffle(deck=deck, reason="seen", by="player:ann")).code == "needs_supervisor"
    (ordered,) = pit.do(c.OrderShuffle(deck=deck, reason="a card was seen", by=FLOOR))
    assert ordered == e.ShuffleOrdered(deck=deck, by=FLOOR, reason="a card was seen")
    pit.wager(1, pair_plus=500).until("deal")
    for command in (c.Deal(), c.DealCard(card=DECK[0]), c.DealCard(card=DECK[0], face_up=True)):
        assert pit.refused(command).clause == "md-tcp:.05A(3)"
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.command == c.Shuffle(deck=deck, method="automated")
    pit.do(c.Shuffle(deck=deck, method="automated", order=DECK))
    pit.do(c.Deal())
    assert pit.refused(c.OrderShuffle(deck=deck, reason="late", by=FLOOR)).code == "deck_in_play"


def test_a_shuffle_is_ordered_between_rounds_by_whoever_is_above_the_floor_too() -> None:
    pit = by_device().ready().wager(1, pair_plus=500).on()
    pit.do(c.Shuffle(deck=deck_of(pit), method="automated", order=DECK))
    pit.do(c.OrderShuffle(deck=deck_of(pit), reason="seen", by="casino_supervisor:jo"))
    assert pit.refused(c.OpenRound()).clause == "md-tcp:.05A(3)"


@pytest.mark.clause("md-tcp:.05B")
@pytest.mark.parametrize("table", [by_hand, by_device])
def test_a_shuffle_leaves_one_stack(table: Table) -> None:
    pit = prepared(table())
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    (shuffled,) = pit.do(duty.command)
    assert isinstance(shuffled, e.DeckShuffled)
    assert (shuffled.deck, shuffled.ends_in) == (deck_of(pit), "one_stack")


@pytest.mark.clause("md-tcp:.05D(2)")
@pytest.mark.parametrize(("count", "stays"), [(51, False), (52, True), (53, False)])
def test_a_deck_that_the_shuffler_finds_wrong_leaves_the_table(count: int, stays: bool) -> None:
    pit = prepared(by_device())
    deck = deck_of(pit)
    pit.do(c.Shuffle(deck=deck, method="automated", order=DECK, count=count))
    if stays:
        pit.do(c.OpenRound())
        return
    (removed,) = [event for event in pit.events if isinstance(event, e.DeckRemoved)]
    assert "md-tcp:.05D(2)" in removed.reason
    assert pit.refused(c.OpenRound()).code == "no_deck"
    assert pit.refused(c.Shuffle(deck=deck, method="automated")).code == "deck_removed"


@pytest.mark.clause("md-tcp:.05E(1)")
def test_cards_a_device_shuffled_are_not_cut() -> None:
    pit = prepared(by_device())
    pit.do(c.Shuffle(deck=deck_of(pit), method="automated", order=DECK))
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert isinstance(duty.command, c.OpenRound)
    assert pit.refused(c.CutDeck(deck=deck_of(pit), depth=26)).clause == "md-tcp:.05E(1)"


@pytest.mark.clause("md-tcp:.05E(2)")
def test_cards_shuffled_by_hand_are_cut() -> None:
    pit = prepared(by_hand())
    pit.do(c.Shuffle(deck=deck_of(pit), method="manual", order=DECK))
    assert pit.refused(c.OpenRound()).clause == "md-tcp:.05E(2)"
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert isinstance(duty.command, c.CutDeck)
    pit.do(duty.command)
    pit.do(c.OpenRound())


@pytest.mark.clause("md-tcp:.05F", "md-tcp:.05F(1)")
@pytest.mark.parametrize(
    ("depth", "allowed"), [(-1, False), (0, False), (9, False), (10, True), (26, True), (51, True), (52, False)]
)
def test_a_cut_is_ten_cards_deep_at_least_and_goes_beneath_with_the_cover_card(depth: int, allowed: bool) -> None:
    pit = prepared(by_hand())
    deck = deck_of(pit)
    pit.do(c.Shuffle(deck=deck, method="manual", order=DECK))
    if not allowed:
        refusal = pit.refused(c.CutDeck(deck=deck, depth=depth))
        assert (refusal.code, refusal.clause) == ("cut_depth", "md-tcp:.05F")
        return
    (cut,) = pit.do(c.CutDeck(deck=deck, depth=depth))
    assert isinstance(cut, e.DeckCut)
    assert cut.cover_card == "under_the_stack"
    pit.do(c.OpenRound())
    pit.wager(1, pair_plus=500).until("stub")
    box = pit.round.box(1)
    assert box is not None
    after = DECK[depth:] + DECK[:depth]
    assert box.cards == (after[0], after[2], after[4])
    assert pit.round.dealer == (after[1], after[3], after[5])


@pytest.mark.clause("md-tcp:.05F(2)")
def test_the_cut_stack_goes_into_the_shoe() -> None:
    pit = by_hand().ready()
    assert isinstance(pit.events[-2], e.DeckCut)
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.command == c.Perform(step="load_shoe")
    assert pit.refused(c.Perform(step="no_more_bets")).code == "out_of_order"


@pytest.mark.clause("md-tcp:.05G")
def test_another_cut_is_ordered_between_the_cut_and_the_first_card() -> None:
    pit = prepared(by_hand())
    deck = deck_of(pit)
    order = c.OrderRecut(deck=deck, reason="too shallow", by=FLOOR)
    pit.do(c.Shuffle(deck=deck, method="manual", order=DECK))
    assert pit.refused(order).clause == "md-tcp:.05G"
    pit.do(c.CutDeck(deck=deck, depth=26))
    assert pit.refused(c.CutDeck(deck=deck, depth=26)).clause == "md-tcp:.05G"
    assert pit.refused(c.OrderRecut(deck=deck, reason="too shallow", by="dealer")).code == "needs_supervisor"
    assert pit.refused(c.OrderRecut(deck=deck, reason=" ", by=FLOOR)).code == "needs_supervisor"
    (ordered,) = pit.do(order)
    assert ordered == e.CutAgainOrdered(deck=deck, by=FLOOR, reason="too shallow")
    assert pit.refused(c.OpenRound()).code == "not_cut"
    pit.do(c.CutDeck(deck=deck, depth=20))
    pit.do(c.OpenRound())
    pit.wager(1, pair_plus=500).until("deal")
    pit.do(order)
    assert pit.refused(c.Deal()).code == "not_cut"
    pit.do(c.CutDeck(deck=deck, depth=30))
    pit.do(c.Deal())
    assert pit.refused(order).code == "too_late"


def idle(pit: Pit) -> Pit:
    """The table after one round, with nobody left to play."""
    pit.ready().wager(1, pair_plus=500).on()
    pit.do(c.Leave(seat=1))
    return pit


@pytest.mark.clause("md-tcp:.05H(1)")
def test_at_an_idle_table_the_cards_come_out_of_shoe_and_rack() -> None:
    pit = idle(by_device())
    duty = idle_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.clause == "md-tcp:.05H(1)"
    assert "shoe and the discard rack" in duty.says
    assert pit.state.rack_deck == deck_of(pit)
    pit.do(duty.command)
    assert pit.state.idle
    assert pit.state.rack_deck == ""
    assert idle_duty(pit.rules, pit.state) is None


def test_a_table_in_play_is_not_idle() -> None:
    pit = by_device().ready()
    assert idle_duty(pit.rules, pit.state) is None
    assert pit.refused(c.SpreadIdle()).clause == "md-tcp:.05H(1)"


@pytest.mark.clause("md-tcp:.05H(2)")
@pytest.mark.parametrize("asked", [False, True])
def test_the_cards_lie_face_down_unless_a_player_asks(asked: bool) -> None:
    pit = idle(by_device())
    (idled,) = pit.do(c.SpreadIdle(face_up_requested=True) if asked else c.SpreadIdle())
    assert isinstance(idled, e.TableIdled)
    assert idled.face_up is asked


@pytest.mark.clause("md-tcp:.05H(3)")
@pytest.mark.parametrize("table", [by_hand, by_device])
def test_an_idle_table_is_opened_again_from_the_start(table: Table) -> None:
    pit = idle(table())
    pit.do(c.SpreadIdle())
    assert pit.refused(c.OpenRound()).clause == "md-tcp:.04A"
    already = len(pit.events)
    pit.sit(1).ready()
    again = [event.step for event in pit.events[already:] if isinstance(event, e.DeckPrepared)]
    assert again[0] == "inspect"
    assert "offer_first_look" in again
    assert again[-1] == "stack"
    assert any(isinstance(event, e.DeckShuffled) for event in pit.events[already:])


@pytest.mark.clause("md-tcp:.05J")
def test_a_device_that_reshuffles_by_itself_needs_no_cut_and_no_idle_spread() -> None:
    filed = {"equipment.shuffler.kind": "self_reshuffling", "equipment.shuffler.approval": "Approval 9"}
    pit = Pit(rules_with("md-tcp", filed={**filed, "cards.decks": 1})).sit(1).ready()
    deck = pit.round.deck
    assert not any(isinstance(event, e.DeckCut) for event in pit.events)
    assert pit.refused(c.CutDeck(deck=deck, depth=26)).code == "no_cut"
    assert pit.refused(c.OrderRecut(deck=deck, reason="unfair", by=FLOOR)).code == "too_late"
    pit.wager(1, pair_plus=500).on()
    refusal = pit.refused(c.SpreadIdle())
    assert refusal.clause in ("md-tcp:.05I", "md-tcp:.05J")
    assert idle_duty(pit.rules, pit.state) is None
    pre_shuffled = Pit(pit.rules)
    pre_shuffled.do(c.ReceiveDeck(deck="red", back="red", pre_inspected=True, pre_shuffled=True))
    pre_shuffled.do(c.OpenRound())
