"""The stub of a Massachusetts round: out of sight, counted every fifth round, and what a wrong count brings."""

import pytest
from msgspec.structs import replace

from croupier.cards import DECK
from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.views import ROLES, Viewer, view_for
from tests.table.ma_fcp import METHODS, NO_COUNTER, ONE_DECK, kinds, of_kind, play_round, rules_of
from tests.table.pit import Pit

# The clause of each method that says the stub goes unseen, that it is counted, and how a count is judged.
CLAUSES = {
    "manual_shoe": ("7(d)", "7(e)#1", "7(e)#2"),
    "hand": ("8(d)", "8(e)#1", "7(e)#2"),
    "automated_shoe": ("9(d)#1", "9(e)#1", "7(e)#2"),
}
CARDS_OUT = {"manual_shoe": lambda n: 5 * n + 6, "hand": lambda n: 5 * n + 6, "automated_shoe": lambda n: 5 * n + 10}


def pit_of(method: str, counter: bool = False, seats: int = 2) -> Pit:
    """A one-deck table; the shuffler counts the deck, or does not."""
    filed = {**ONE_DECK, **({} if counter else NO_COUNTER)}
    return Pit(rules_of("ma-fcp-1", method, "progressive", filed=filed)).sit(*range(1, seats + 1))


def meters(pit: Pit) -> dict[str, int]:
    """What the meters show."""
    return {meter.meter: meter.cents for meter in pit.state.meters}


def bet(pit: Pit) -> Pit:
    """An open round with an ante in every seat and a progressive wager in the first."""
    pit.ready()
    for seat, _ in pit.state.players:
        pit.wager(seat, ante=1000)
    return pit.wager(1, progressive=100)


def at_stub(pit: Pit, rounds_before: int = 4) -> Pit:
    """The table when the stub of a later round is due, so many rounds after the last count."""
    for _ in range(rounds_before):
        play_round(bet(pit), *["fold"] * len(pit.state.players))
    return bet(pit).until("stub")


@pytest.mark.clause("ma-fcp-1:7(d)", "ma-fcp-1:8(d)", "ma-fcp-1:9(d)#1", "ma-fcp-1:9(d)#2")
@pytest.mark.parametrize("method", METHODS)
def test_the_stub_leaves_after_the_last_card_and_nobody_sees_it(method: str) -> None:
    pit = play_round(bet(pit_of(method)), "play:1", "fold")
    stub = DECK[pit.round.drawn :]
    gone = next(event for event in of_kind(pit, e.StepDone) if event.step == "remove_stub")
    assert gone.clause == f"ma-fcp-1:{CLAUSES[method][0]}"
    assert pit.events.index(gone) > pit.events.index(of_kind(pit, e.CardsDealt)[-1])
    assert not {card for event in of_kind(pit, e.CardsDealt) for _, card in event.places} & set(stub)
    assert not {card for event in of_kind(pit, e.CardsCollected) for card in event.cards} & set(stub)
    for role in ROLES:
        view = view_for(pit.state, Viewer(role)).round
        assert view is not None
        assert not {*view.dealer, *view.set_aside, *(card for box in view.boxes for card in box.cards)} & set(stub)


@pytest.mark.clause("ma-fcp-1:7(e)#1", "ma-fcp-1:8(e)#1", "ma-fcp-1:9(e)#1", "ma-fcp-1:9(e)#2")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("before", "due"), [(0, False), (3, False), (4, True)])
def test_the_fifth_round_since_a_count_demands_one(method: str, before: int, due: bool) -> None:
    pit = at_stub(pit_of(method), before)
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    if not due:
        assert duty.command == c.Perform(step="remove_stub")
        return
    refusal = pit.refused(c.Perform(step="remove_stub"))
    assert (refusal.code, refusal.clause) == ("stub_count_due", f"ma-fcp-1:{CLAUSES[method][1]}")
    assert duty.command == c.CountStub(count=52 - CARDS_OUT[method](2))
    assert "face down" in duty.says
    play_round(pit, "fold", "fold")
    for _ in range(4):  # counted, so four more rounds go without
        assert next_duty(at_stub(pit, 0).rules, pit.state).command == c.Perform(step="remove_stub")  # type: ignore[union-attr]
        play_round(pit, "fold", "fold")
    assert isinstance(next_duty(at_stub(pit, 0).rules, pit.state).command, c.CountStub)  # type: ignore[union-attr]


@pytest.mark.clause("ma-fcp-1:7(e)#2")
@pytest.mark.parametrize("method", METHODS)
def test_the_dealer_is_told_to_count_face_down_and_nobody_sees_a_card_of_the_stub(method: str) -> None:
    pit = at_stub(pit_of(method))
    duty = next_duty(pit.rules, replace(pit.state, dealer="human"))
    assert duty is not None
    assert (duty.command, [blank.field for blank in duty.blanks]) == (c.CountStub(), ["count"])
    assert duty.says == "The stub is counted face down on the layout."
    stub = set(DECK[pit.round.drawn :])
    (counted,) = [event for event in pit.do(c.CountStub(count=len(stub))) if isinstance(event, e.StubCounted)]
    assert counted.count == len(stub)
    for role in ROLES:
        seen = view_for(pit.state, Viewer(role)).round
        assert seen is not None
        assert not {*seen.dealer, *seen.set_aside, *(card for box in seen.boxes for card in box.cards)} & stub


@pytest.mark.parametrize("method", METHODS)
def test_who_says_no_count_is_told_to_count_face_down(method: str) -> None:
    refusal = at_stub(pit_of(method)).refused(c.CountStub())
    assert (refusal.code, refusal.clause) == ("count", "ma-fcp-1:7(e)#2")
    assert "face down" in refusal.sentence


@pytest.mark.clause("ma-fcp-1:7(f)#1", "ma-fcp-1:8(e)#2", "ma-fcp-1:9(e)#2")
@pytest.mark.parametrize("method", METHODS)
def test_a_counting_shuffler_frees_the_table_of_the_count(method: str) -> None:
    pit = at_stub(pit_of(method, counter=True), 6)
    assert next_duty(pit.rules, pit.state).command == c.Perform(step="remove_stub")  # type: ignore[union-attr]
    pit.do(c.Perform(step="remove_stub"))


@pytest.mark.clause("ma-fcp-1:7(e)a", "ma-fcp-1:9(e)#2")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seats", range(1, 7))
def test_the_right_count_is_what_the_method_leaves_and_moves_no_money(method: str, seats: int) -> None:
    pit = at_stub(pit_of(method, seats=seats), 0)
    events = pit.do(c.CountStub(count=52 - CARDS_OUT[method](seats)))
    assert kinds(events) == ["StubCounted", "DecisionsAsked"]
    assert pit.round.lines == ()


@pytest.mark.clause("ma-fcp-1:7(e)a")
def test_a_card_set_aside_is_counted_with_the_dealt_ones() -> None:
    pit = bet(pit_of("manual_shoe")).until("deal")
    pit.do(c.DealCard(card=DECK[0], face_up=True))
    pit.until("stub")
    pit.do(c.CountStub(count=52 - 16 - 1))
    assert pit.round.phase == "decisions"


@pytest.mark.clause("ma-fcp-1:7(e)b#1", "ma-fcp-1:8(e)#2", "ma-fcp-1:9(e)#2")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("off", [-1, 1])
def test_a_wrong_count_asks_for_the_cards_of_every_hand(method: str, off: int) -> None:
    pit = at_stub(pit_of(method))
    pit.do(c.CountStub(count=52 - CARDS_OUT[method](2) + off))
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.clause == "ma-fcp-1:7(e)b#1"
    assert duty.command == c.CheckHands(hands=((0, 6), (1, 5), (2, 5)))
    assert pit.refused(c.Perform(step="remove_stub")).code in ("check_hands", "stub_count_due")
    assert pit.refused(c.CheckHands(hands=((1, 5), (2, 5)))).clause == "ma-fcp-1:7(e)b#1"


MISDEALT, WRONG_DECK = pytest.mark.clause("ma-fcp-1:7(e)b#2"), pytest.mark.clause("ma-fcp-1:7(e)b#3")
# How far the stub is off, the hands then found, what the round comes to and whether the deck stays.
WRONG = [
    pytest.param(-1, {1: 6}, "7(e)b#2", True, marks=MISDEALT, id="one_too_many_to_a_player"),
    pytest.param(1, {2: 4}, "7(e)b#2", True, marks=MISDEALT, id="one_too_few_to_a_player"),
    pytest.param(-1, {0: 7}, "7(e)b#2", True, marks=MISDEALT, id="seven_to_the_dealer"),
    pytest.param(1, {0: 5}, "7(e)b#2", True, marks=MISDEALT, id="five_to_the_dealer"),
    pytest.param(-1, {}, "7(e)b#3", False, marks=WRONG_DECK, id="51_cards"),
    pytest.param(1, {}, "7(e)b#3", False, marks=WRONG_DECK, id="53_cards"),
    pytest.param(-2, {1: 6}, "7(e)b#3", False, id="misdealt_and_51_cards"),
]  # fmt: skip


@pytest.mark.clause("ma-fcp-1:8(e)#2", "ma-fcp-1:9(e)#2")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("off", "hands", "clause", "kept"), WRONG)
def test_a_wrong_count_voids_the_round(method: str, off: int, hands: dict[int, int], clause: str, kept: bool) -> None:
    pit = at_stub(pit_of(method))
    deck, before = pit.round.deck, meters(pit)
    pit.do(c.CountStub(count=52 - CARDS_OUT[method](2) + off))
    found = {0: 6, 1: 5, 2: 5} | hands
    pit.do(c.CheckHands(hands=tuple(found.items())))
    assert pit.round.phase == "void"
    assert {(line.seat, line.wager, line.outcome, line.returned_cents) for line in pit.round.lines} == {
        (1, "ante", "void", 1000), (1, "progressive", "void", 100), (2, "ante", "void", 1000),
    }  # fmt: skip
    assert {line.clause for line in pit.round.lines} == {f"ma-fcp-1:{clause}"}
    assert meters(pit)["progressive"] == before["progressive"] - 20  # the round fed it 20 %
    assert pit.state.deck(deck).removed is not kept  # type: ignore[union-attr]
    assert pit.refused(c.OpenRound()).code == ("not_shuffled" if kept else "no_deck")
