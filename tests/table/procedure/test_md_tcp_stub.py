"""Three Card Poker, Maryland: when the stub is counted, and what a wrong count leads to."""

import pytest

from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.pit import Pit
from tests.table.three_card import METHODS, ONE_DECK, UNCOUNTED, dealt_by

DUE = {"automated_shoe": ".10C", "manual_shoe": ".08F", "hand": ".09D"}
ALL_THERE = {"automated_shoe": ".10D", "manual_shoe": ".08G", "hand": ".09E"}
FINDING = {"automated_shoe": ".10E", "manual_shoe": ".08H", "hand": ".09F"}
MISDEALT = {"automated_shoe": ".10F", "manual_shoe": ".08H(1)", "hand": ".09G"}
WRONG_DECK = {"automated_shoe": ".10G", "manual_shoe": ".08H(2)", "hand": ".09H"}


def by_method(clauses: dict[str, str]) -> pytest.MarkDecorator:
    """The three methods, each with its own clause."""
    rows = [pytest.param(method, marks=pytest.mark.clause(f"md-tcp:{clauses[method]}")) for method in METHODS]
    return pytest.mark.parametrize("method", rows)


def a_round(pit: Pit) -> Pit:
    """A table brought to where the stub is due, two seats with every wager but Play."""
    pit.ready().wager(1, ante=1500, pair_plus=500, progressive=100, six_card_bonus=500).wager(3, pair_plus=500)
    return pit.until("stub")


def finished(pit: Pit) -> Pit:
    """The rest of the round."""
    pit.on()
    return pit.answer("fold") if pit.round.phase == "decisions" else pit


@by_method(DUE)
def test_the_stub_is_counted_in_the_fifth_round_since_the_last_count(method: str) -> None:
    pit = Pit(dealt_by(method, UNCOUNTED)).sit(1, 3)
    for _ in range(2):
        for _ in range(4):
            a_round(pit)
            duty = next_duty(pit.rules, pit.state)
            assert duty is not None
            assert duty.command == c.Perform(step="remove_stub")
            finished(pit)
        a_round(pit)
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        assert duty.command == c.CountStub(count=52 - 9)
        assert duty.clause == f"md-tcp:{DUE[method]}"
        refusal = pit.refused(c.Perform(step="remove_stub"))
        assert (refusal.code, refusal.clause) == ("stub_count_due", f"md-tcp:{DUE[method]}")
        finished(pit)


@by_method(DUE)
def test_an_earlier_count_starts_the_five_rounds_anew(method: str) -> None:
    pit = Pit(dealt_by(method, UNCOUNTED)).sit(1, 3)
    for _ in range(2):
        finished(a_round(pit))
    a_round(pit).do(c.CountStub(count=43))
    finished(pit)
    for _ in range(4):
        a_round(pit).do(c.Perform(step="remove_stub"))
        finished(pit)
    assert a_round(pit).refused(c.Perform(step="remove_stub")).code == "stub_count_due"


@by_method(DUE)
def test_a_counting_shuffler_frees_the_table_from_it(method: str) -> None:
    pit = Pit(dealt_by(method, {"equipment.shuffler.counts_cards": True, **ONE_DECK})).sit(1, 3)
    for _ in range(7):
        a_round(pit).do(c.Perform(step="remove_stub"))
        finished(pit)


@by_method(ALL_THERE)
def test_a_count_that_makes_a_deck_lets_the_round_go_on(method: str) -> None:
    pit = a_round(Pit(dealt_by(method, UNCOUNTED)).sit(1, 3))
    counted = pit.do(c.CountStub(count=43))[0]
    assert isinstance(counted, e.StubCounted)
    assert counted.clause == f"md-tcp:{ALL_THERE[method]}"
    assert pit.round.phase == "decisions"


@by_method(ALL_THERE)
def test_a_card_set_aside_is_part_of_the_count(method: str) -> None:
    pit = Pit(dealt_by(method, UNCOUNTED)).sit(1).ready().wager(1, ante=1500).until("deal")
    deck = pit.state.deck(pit.round.deck)
    assert deck is not None
    assert deck.order is not None
    pit.do(c.DealCard(card=deck.order[0], face_up=True))
    pit.do(c.Deal())
    pit.do(c.CountStub(count=52 - 6 - 1))
    assert pit.round.phase == "decisions"


@by_method(FINDING)
@pytest.mark.parametrize("count", [0, 42, 44])
def test_a_wrong_count_stops_play_until_the_dealer_has_found_out_why(method: str, count: int) -> None:
    pit = a_round(Pit(dealt_by(method, UNCOUNTED)).sit(1, 3))
    (wrong,) = pit.do(c.CountStub(count=count))
    assert isinstance(wrong, e.StubMiscounted)
    assert wrong.clause == f"md-tcp:{FINDING[method]}"
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert isinstance(duty.command, c.CheckHands)
    assert duty.clause == f"md-tcp:{FINDING[method]}"
    for command in (
        c.Perform(step="remove_stub"),
        c.CountStub(count=43),
        c.Decide(seat=1, action="fold"),
        c.SettleNext(),
    ):
        pit.refused(command)
    assert pit.round.phase == "dealing"
    assert pit.refused(c.CheckHands(hands=((0, 3), (1, 3)))).clause == f"md-tcp:{FINDING[method]}"


RETURNED = {
    (1, "ante"): 1500, (1, "pair_plus"): 500, (1, "progressive"): 100, (1, "six_card_bonus"): 500,
    (3, "pair_plus"): 500,
}  # fmt: skip


@pytest.mark.parametrize(
    ("method", "clause", "count", "hands", "deck_stays"),
    [
        pytest.param(
            method, clauses[method], *rest,
            id=f"{method}: {name}", marks=pytest.mark.clause(f"md-tcp:{clauses[method]}"),
        )
        for method in METHODS
        for name, clauses, *rest in [
            ("a card too many in a hand, 52 in all", MISDEALT, 42, ((0, 3), (1, 4), (3, 3)), True),
            ("a card too few in the dealer's, 52 in all", MISDEALT, 44, ((0, 2), (1, 3), (3, 3)), True),
            ("hands right, a card missing", WRONG_DECK, 42, ((0, 3), (1, 3), (3, 3)), False),
            ("hands right, a card too many", WRONG_DECK, 44, ((0, 3), (1, 3), (3, 3)), False),
            ("misdealt, and a card missing as well", WRONG_DECK, 41, ((0, 3), (1, 4), (3, 3)), False),
        ]
    ],
)  # fmt: skip
def test_what_the_finding_leads_to(
    method: str, clause: str, count: int, hands: tuple[tuple[int, int], ...], deck_stays: bool
) -> None:
    pit = a_round(Pit(dealt_by(method, UNCOUNTED)).sit(1, 3))
    meter = pit.state.meters[0].cents
    pit.do(c.CountStub(count=count))
    pit.do(c.CheckHands(hands=hands))
    assert pit.round.phase == "void"
    assert {(line.seat, line.wager): line.returned_cents for line in pit.round.lines} == RETURNED
    assert {(line.outcome, line.paid_cents, line.clause) for line in pit.round.lines} == {
        ("void", 0, f"md-tcp:{clause}")
    }
    assert pit.state.meters[0].cents == meter - 20
    deck = pit.state.deck(pit.round.deck)
    assert deck is not None
    assert deck.removed is not deck_stays
    assert pit.refused(c.OpenRound()).code == ("not_shuffled" if deck_stays else "no_deck")
