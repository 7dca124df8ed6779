"""Counting the stub of an Ultimate Texas Hold 'Em deck: how often, what it proves, what follows."""

import pytest

from croupier.rulebook.elect import GameRules
from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.holdem import UNCOUNTED, by_method, table
from tests.table.pit import Pit

clause = pytest.mark.clause
# The clauses of each method: the count, all there, the check, misdealt, a wrong deck.
CLAUSES = {
    "manual_shoe": ("8E", "8F", "8G", "8G(1)", "8G(2)"),
    "hand": ("9C", "9D", "9E", "9E(1)", "9E(2)"),
    "automated_shoe": ("10C", "10D", "10E", "10E(1)", "10E(2)"),
}
RULES = {method: by_method(method, UNCOUNTED) for method in CLAUSES}
STUB = {"manual_shoe": "remove_stub", "hand": "discard_stub", "automated_shoe": "remove_stub"}
SIDES = {"trips": 500, "progressive": 100, "ultimate_pairs": 500, "bad_beat": 500, "play_the_board": 500}


def rows(place: int) -> list[object]:
    """One row a method, carrying the clause at `place`."""
    return [pytest.param(method, marks=clause(f"md-uth:{found[place]}")) for method, found in CLAUSES.items()]


def at_the_stub(rules: GameRules, rounds_before: int = 0, **stakes: int) -> Pit:
    """A round, so many after the last count, at the moment the stub leaves."""
    pit = table(rules, {1: "As Ad", 2: "Ks Kd"}, **stakes)
    for _ in range(rounds_before):
        pit.on()
        pit.answer("play:4", "play:4").ready()
        for seat in (1, 2):
            pit.wager(seat, ante=1000, blind=1000, **stakes)
    if rules.dealing.method != "automated_shoe":
        pit.on()
        for seat in (1, 2):
            pit.do(c.Decide(seat=seat, action="play", stake_cents=4000))
    return pit.until("stub")


@pytest.mark.parametrize("method", rows(0))
@pytest.mark.parametrize(("rounds_before", "due"), [(0, False), (3, False), (4, True)])
def test_the_stub_is_counted_every_five_rounds(method: str, rounds_before: int, due: bool) -> None:
    pit = at_the_stub(RULES[method], rounds_before)
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    if due:
        assert duty.command == c.CountStub(count=52 - pit.round.drawn)
        assert duty.clause == f"md-uth:{CLAUSES[method][0]}"
        assert pit.refused(c.Perform(step=STUB[method])).code == "stub_count_due"
        pit.do(duty.command)
    else:
        assert duty.command == c.Perform(step=STUB[method])
        pit.do(duty.command)


@pytest.mark.parametrize("method", rows(0))
def test_after_a_count_five_more_rounds_may_pass(method: str) -> None:
    pit = at_the_stub(RULES[method])
    pit.do(c.CountStub(count=52 - pit.round.drawn))
    pit.on()
    if pit.round.phase == "decisions":
        pit.answer("play:4", "play:4")
    assert pit.round.phase == "closed"
    assert pit.state.rounds_since_count == 0


@pytest.mark.parametrize("method", rows(0))
def test_a_counting_shuffler_frees_the_table_of_it(method: str) -> None:
    rules = by_method(method)
    assert rules.counting_shuffler
    pit = at_the_stub(rules, 5)
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.command == c.Perform(step=STUB[method])


@pytest.mark.parametrize("method", rows(1))
def test_a_count_that_makes_fifty_two_lets_the_round_go_on(method: str) -> None:
    pit = at_the_stub(RULES[method])
    round_ = pit.round
    dealt = sum(len(box.cards) for box in round_.boxes) + len(round_.dealer) + len(round_.community)
    stub = 52 - dealt - len(round_.burned) - len(round_.bonus_cards)
    (event, *_) = pit.do(c.CountStub(count=stub))
    assert isinstance(event, e.StubCounted)
    assert event.clause == f"md-uth:{CLAUSES[method][1]}"
    assert pit.round.phase != "void"


@pytest.mark.parametrize("method", rows(1))
def test_a_card_set_aside_counts(method: str) -> None:
    pit = table(RULES[method], {1: "As Ad", 2: "Ks Kd"}).until("deal")
    deck = pit.state.deck(pit.round.deck)
    assert deck is not None
    assert deck.order is not None
    pit.do(c.DealCard(card=deck.order[0], face_up=True))
    if method != "automated_shoe":
        pit.on()
        for seat in (1, 2):
            pit.do(c.Decide(seat=seat, action="play", stake_cents=4000))
    pit.until("stub")
    burned, boxed = len(pit.round.burned), len(pit.round.bonus_cards)
    pit.do(c.CountStub(count=52 - (2 + 2 + 2 + 5) - burned - boxed - 1))
    assert pit.round.phase != "void"


@pytest.mark.parametrize("method", rows(2))
def test_a_wrong_count_stops_play_until_the_hands_are_counted(method: str) -> None:
    pit = at_the_stub(RULES[method])
    (event, *_) = pit.do(c.CountStub(count=51 - pit.round.drawn))
    assert getattr(event, "clause", "") == f"md-uth:{CLAUSES[method][2]}"
    assert pit.round.phase not in ("void", "closed")
    for command in (c.Perform(step=STUB[method]), c.CountStub(count=52 - pit.round.drawn), c.Deal()):
        assert pit.refused(command).code in ("stub_count_due", "check_hands", "out_of_order")
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert isinstance(duty.command, c.CheckHands)
    assert duty.clause == f"md-uth:{CLAUSES[method][2]}"


@pytest.mark.parametrize(
    ("method", "hands", "removed", "wanted"),
    [
        row
        for method, found in CLAUSES.items()
        for row in (
            pytest.param(
                method, ((0, 2), (1, 3), (2, 2)), False, found[3], id=f"{method} misdealt",
                marks=clause(f"md-uth:{found[3]}"),
            ),
            pytest.param(
                method, ((0, 2), (1, 2), (2, 2)), True, found[4], id=f"{method} not misdealt",
                marks=clause(f"md-uth:{found[4]}"),
            ),
            pytest.param(method, ((0, 2), (1, 1), (2, 2)), True, found[4], id=f"{method} misdealt and not 52"),
        )
    ],
)  # fmt: skip
def test_a_wrong_count_voids_the_round(
    method: str, hands: tuple[tuple[int, int], ...], removed: bool, wanted: str
) -> None:
    stakes = SIDES | ({"six_card_bonus": 500} if method == "automated_shoe" else {})
    pit = at_the_stub(RULES[method], **stakes)
    deck = pit.round.deck
    pit.do(c.CountStub(count=51 - pit.round.drawn))
    pit.do(c.CheckHands(hands=hands))
    assert pit.round.phase == "void"
    lines = pit.round.lines
    assert {(line.outcome, line.clause) for line in lines} == {("void", f"md-uth:{wanted}")}
    play = {} if method == "automated_shoe" else {"play": 4000}
    expected = {"ante": 1000, "blind": 1000, **stakes, **play}
    for seat in (1, 2):
        assert {line.wager: line.returned_cents for line in lines if line.seat == seat} == expected
        assert pit.net(seat) == 0
    found = pit.state.deck(deck)
    assert found is not None
    assert found.removed is removed
    assert not found.shuffled or removed
    # The meters lose what the round fed them.
    assert {meter.meter: (meter.cents, meter.carry) for meter in pit.state.meters} == {
        "major": (1_000_000, 0), "minor": (50_000, 0),
    }  # fmt: skip
