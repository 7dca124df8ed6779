"""Three Card Poker, Maryland: decks and how a table opens, one command at a time."""

import pytest

from croupier.cards import DECK
from croupier.rulebook.errors import BadInput
from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.pit import Pit, cards, rules_with
from tests.table.three_card import METHODS, ONE_DECK, UNCOUNTED, dealt_by

HOUR = 3600
STEPS = [
    # step, who does it, clause
    ("inspect", "dealer", ".04A"),
    ("verify_inspection", "floor:kim", ".04A"),
    ("spread_face_up", "dealer", ".04B"),
    ("offer_first_look", "dealer", ".04C(1)"),
    ("turn_face_down", "dealer", ".04C(1)"),
    ("wash", "dealer", ".04C(2)"),
    ("stack", "dealer", ".04C(3)"),
]


def received(decks: int = 1, pre_inspected: bool = False, pre_shuffled: bool = False) -> Pit:
    """A table that has just received its decks."""
    pit = Pit(rules_with("md-tcp") if decks == 2 else dealt_by("automated_shoe")).sit(5)
    for back in ("red", "blue")[:decks]:
        pit.do(c.ReceiveDeck(deck=back, back=back, pre_inspected=pre_inspected, pre_shuffled=pre_shuffled))
    return pit


def opened(pit: Pit, deck: str = "red", until: str = "") -> Pit:
    """The table with this deck prepared, up to but without the step named."""
    for step, by, _ in STEPS:
        if step == until:
            break
        pit.do(c.PrepareDeck(deck=deck, step=step, by=by))
    return pit


@pytest.mark.clause("md-tcp:.03A(1)")
def test_a_round_is_dealt_from_one_deck_in_which_each_card_is_once() -> None:
    pit = Pit(dealt_by("automated_shoe")).sit(1).ready(None).wager(1, ante=1500).until("deal")
    pit.do(c.DealCard(card=cards("As")[0]))
    assert pit.refused(c.DealCard(card=cards("As")[0])).clause == "md-tcp:.03A(1)"
    fifty_one = received()
    assert fifty_one.refused(c.ReceiveDeck(deck="x", back="blue")).code == "too_many_decks"
    twice = opened(received())
    order = (DECK[1], *DECK[1:])
    assert twice.refused(c.Shuffle(deck="red", method="automated", order=order)).clause == "md-tcp:.03A(1)"
    assert twice.refused(c.Shuffle(deck="red", method="automated", order=DECK[:51])).clause == "md-tcp:.03A(1)"


@pytest.mark.clause("md-tcp:.03B")
def test_two_decks_need_an_automated_shuffler() -> None:
    with pytest.raises(BadInput, match=r"md-tcp:\.03B"):
        rules_with("md-tcp", filed={"equipment.shuffler.kind": "manual", "equipment.shuffler.counts_cards": False})
    pit = received(2)
    assert pit.refused(c.ReceiveDeck(deck="third", back="green")).clause == "md-tcp:.03B"
    assert received().refused(c.ReceiveDeck(deck="blue", back="blue")).clause == "md-tcp:.03B"


def test_the_second_deck_has_other_backs() -> None:
    pit = Pit(rules_with("md-tcp")).sit(5)
    pit.do(c.ReceiveDeck(deck="one", back="red"))
    assert pit.refused(c.ReceiveDeck(deck="two", back="red")).clause == "md-tcp:.03B(2)"


def played(pit: Pit) -> Pit:
    """A whole round with one Pair Plus wager."""
    pit.ready()
    return pit.wager(1, pair_plus=500).on()


@pytest.mark.clause("md-tcp:.03B(3)")
def test_the_deck_in_play_is_not_in_the_shuffler_and_the_other_one_is() -> None:
    pit = Pit(rules_with("md-tcp")).sit(1).ready()
    playing, other = pit.round.deck, next(d.deck for d in pit.state.decks if d.deck != pit.round.deck)
    waiting = pit.state.deck(other)
    assert waiting is not None
    assert waiting.shuffled == "automated"
    assert pit.refused(c.Shuffle(deck=playing, method="automated", order=DECK)).clause == "md-tcp:.03B(3)"
    pit.wager(1, pair_plus=500).until("stub")
    assert pit.refused(c.Shuffle(deck=playing, method="automated", order=DECK)).clause == "md-tcp:.03B(3)"
    assert pit.refused(c.OrderShuffle(deck=playing, reason="seen", by="floor:kim")).clause == "md-tcp:.03B(3)"
    assert pit.refused(c.RemoveDeck(deck=playing, reason="worn")).clause == "md-tcp:.03B(3)"
    pit.do(c.Shuffle(deck=other, method="automated", order=DECK))


@pytest.mark.clause("md-tcp:.03B(3)#2")
def test_two_decks_take_turns() -> None:
    pit = Pit(rules_with("md-tcp")).sit(1)
    used = [played(pit).round.deck for _ in range(5)]
    assert used[0] != used[1]
    assert used == [used[0], used[1]] * 2 + [used[0]]


@pytest.mark.clause("md-tcp:.03B(4)")
def test_the_discard_rack_holds_one_deck() -> None:
    pit = played(Pit(rules_with("md-tcp")).sit(1))
    last = pit.round.deck
    assert pit.state.rack_deck == last
    assert pit.refused(c.OpenRound()).clause == "md-tcp:.03B(4)"
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.command == c.Shuffle(deck=last, method="automated")
    assert duty.clause == "md-tcp:.03B(4)"
    pit.do(c.Shuffle(deck=last, method="automated", order=DECK))
    assert pit.state.rack_deck == ""
    pit.do(c.OpenRound())


@pytest.mark.parametrize(
    ("method", "hours", "clause"),
    [
        pytest.param("hand", 4, ".03C(1)", marks=pytest.mark.clause("md-tcp:.03C(1)")),
        pytest.param("manual_shoe", 8, ".03C(2)", marks=pytest.mark.clause("md-tcp:.03C(2)")),
        pytest.param("automated_shoe", 8, ".03C(2)", marks=pytest.mark.clause("md-tcp:.03C(2)")),
    ],
)
@pytest.mark.parametrize("seconds", [0, 1, -1])
def test_decks_are_changed_in_time(method: str, hours: int, clause: str, seconds: int) -> None:
    pit = Pit(dealt_by(method)).sit(5)
    while not isinstance((duty := next_duty(pit.rules, pit.state, at=1000)).command, c.OpenRound):  # type: ignore[union-attr]
        pit.do(duty.command)  # type: ignore[union-attr]
    at = 1000 + hours * HOUR + seconds
    if seconds < 0:
        pit.do(c.OpenRound(at=at))
        return
    refusal = pit.refused(c.OpenRound(at=at))
    assert (refusal.code, refusal.clause) == ("deck_age", f"md-tcp:{clause}")
    late = next_duty(pit.rules, pit.state, at=at)
    assert late is not None
    assert isinstance(late.command, c.RemoveDeck)


@pytest.mark.clause("md-tcp:.04A")
@pytest.mark.parametrize("by", ["dealer", "dealer:lee", "player:ann", "floor:lee"])
def test_the_inspection_is_verified_by_a_second_person_of_the_floor(by: str) -> None:
    pit = received()
    assert pit.refused(c.PrepareDeck(deck="red", step="verify_inspection", by="floor:kim")).clause == "md-tcp:.04A"
    pit.do(c.PrepareDeck(deck="red", step="inspect", by="floor:lee" if by == "floor:lee" else "dealer"))
    refusal = pit.refused(c.PrepareDeck(deck="red", step="verify_inspection", by=by))
    assert (refusal.code, refusal.clause) == ("needs_floor", "md-tcp:.04A")
    pit.do(c.PrepareDeck(deck="red", step="verify_inspection", by="floor:kim"))


@pytest.mark.parametrize(
    ("step", "clause"),
    [
        pytest.param(step, clause, id=step, marks=pytest.mark.clause(f"md-tcp:{clause}"))
        for step, _, clause in STEPS
        if step not in ("inspect", "verify_inspection")
    ],
)
def test_each_opening_step_is_prompted_in_its_turn_and_cannot_be_skipped(step: str, clause: str) -> None:
    pit = opened(received(), until=step)
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.command == c.PrepareDeck(deck="red", step=step)
    assert duty.clause == f"md-tcp:{clause}"
    after = [name for name, _, _ in STEPS][[name for name, _, _ in STEPS].index(step) + 1 :]
    for later in after:
        assert pit.refused(c.PrepareDeck(deck="red", step=later)).clause == f"md-tcp:{clause}"
    assert pit.refused(c.Shuffle(deck="red", method="automated")).clause == f"md-tcp:{clause}"
    assert pit.refused(c.OpenRound()).clause == f"md-tcp:{clause}"


@pytest.mark.clause("md-tcp:.04D")
def test_the_stack_is_shuffled_before_the_first_deal() -> None:
    pit = opened(received())
    assert pit.refused(c.PrepareDeck(deck="red", step="stack")).clause == "md-tcp:.04D"
    assert pit.refused(c.OpenRound()).code == "not_shuffled"
    pit.do(c.Shuffle(deck="red", method="automated"))
    pit.do(c.OpenRound())


@pytest.mark.clause("md-tcp:.04E")
def test_each_of_two_decks_is_opened_on_its_own() -> None:
    pit = opened(received(2), "red")
    pit.do(c.Shuffle(deck="red", method="automated"))
    for step, by, clause in STEPS:
        assert pit.refused(c.OpenRound()).clause == f"md-tcp:{clause}"
        pit.do(c.PrepareDeck(deck="blue", step=step, by=by))
    assert pit.refused(c.OpenRound()).clause == "md-tcp:.03B(3)"
    pit.do(c.Shuffle(deck="blue", method="automated"))
    pit.do(c.OpenRound())


@pytest.mark.clause("md-tcp:.04F")
@pytest.mark.parametrize(
    ("pre_inspected", "pre_shuffled", "skips"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_a_deck_inspected_and_shuffled_elsewhere_is_only_cut(
    pre_inspected: bool, pre_shuffled: bool, skips: bool
) -> None:
    pit = received(pre_inspected=pre_inspected, pre_shuffled=pre_shuffled)
    if not skips:
        assert pit.refused(c.OpenRound()).code == "not_opened"
        return
    assert pit.refused(c.OpenRound()).clause == "md-tcp:.05E(2)"
    pit.do(c.CutDeck(deck="red", depth=26))
    pit.do(c.OpenRound())


@pytest.mark.parametrize("method", METHODS)
def test_every_method_opens_from_an_empty_table(method: str) -> None:
    pit = Pit(dealt_by(method, UNCOUNTED)).sit(1).ready()
    done = [event.step for event in pit.events if isinstance(event, e.DeckPrepared)]
    assert done == [step for step, _, _ in STEPS]
    assert ONE_DECK["cards.decks"] == len(pit.state.decks)
