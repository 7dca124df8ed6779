"""Counting the stub at a Maryland Four Card Poker table: when it is due, and what each count brings."""

import pytest

from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.md_fcp import UNCOUNTED, rules_of, table
from tests.table.pit import Pit

DUE = [("manual_shoe", ".08G", ".08H"), ("hand", ".09C(1)", ".09C(2)")]
STAKES = {1: {"ante": 1000, "aces_up": 500, "progressive": 100}, 2: {"ante": 2000}}


def at_stub(method: str, filed: dict[str, object] | None = None, seats: int = 2) -> Pit:
    """A dealt round whose stub is about to leave."""
    return table(rules_of(method, filed or {}), {}, dict(list(STAKES.items())[:seats])).until("stub")


def next_round(pit: Pit) -> Pit:
    """The next round, dealt."""
    return pit.ready().wager(1, ante=1000).until("stub")


def stub_of(pit: Pit) -> int:
    return 52 - pit.round.drawn


def other_hands(pit: Pit, **changed: int) -> tuple[tuple[int, int], ...]:
    """What the hands should be, some of them otherwise: `s1=6` is six cards at seat 1, `s0` the dealer."""
    due = {0: len(pit.round.dealer), **{box.seat: len(box.cards) for box in pit.round.boxes}}
    return tuple({**due, **{int(name[1:]): cards for name, cards in changed.items()}}.items())


@pytest.mark.parametrize(
    ("method", "clause"), [pytest.param(m, d, marks=pytest.mark.clause(f"md-fcp:{d}")) for m, d, _ in DUE]
)
def test_without_a_counting_shuffler_the_fifth_round_demands_a_count(method: str, clause: str) -> None:
    pit = at_stub(method, dict(UNCOUNTED))
    for number in range(1, 11):
        assert pit.round.number == number
        if number in (5, 10):
            refusal = pit.refused(c.Perform(step="remove_stub"))
            assert (refusal.code, refusal.clause) == ("stub_count_due", f"md-fcp:{clause}")
            duty = next_duty(pit.rules, pit.state)
            assert duty is not None
            assert (duty.command, duty.clause) == (c.CountStub(count=stub_of(pit)), f"md-fcp:{clause}")
            pit.do(duty.command)
        else:
            pit.do(c.Perform(step="remove_stub"))
        pit.answer(*["fold"] * len(pit.round.to_ask))
        next_round(pit)


@pytest.mark.clause("md-fcp:.08G", "md-fcp:.09C(1)")
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_a_count_made_early_puts_the_next_one_off(method: str) -> None:
    pit = at_stub(method, dict(UNCOUNTED))
    pit.do(c.CountStub(count=stub_of(pit)))
    for _ in range(4):
        pit.answer(*["fold"] * len(pit.round.to_ask))
        next_round(pit).do(c.Perform(step="remove_stub"))
    pit.answer("fold")
    assert next_round(pit).refused(c.Perform(step="remove_stub")).code == "stub_count_due"


@pytest.mark.clause("md-fcp:.10D[struck]")
@pytest.mark.parametrize(
    ("method", "filed"),
    [("automated_shoe", UNCOUNTED), ("automated_shoe", {}), ("manual_shoe", {}), ("hand", {})],
)
def test_no_count_is_ever_demanded_of_a_device_or_beside_a_counting_shuffler(
    method: str, filed: dict[str, object]
) -> None:
    pit = at_stub(method, dict(filed))
    for _ in range(6):
        pit.do(c.Perform(step="remove_stub"))
        pit.answer(*["fold"] * len(pit.round.to_ask))
        next_round(pit)
    pit.do(c.CountStub(count=stub_of(pit)))


@pytest.mark.parametrize(
    ("method", "clause"), [pytest.param(m, f, marks=pytest.mark.clause(f"md-fcp:{f}")) for m, _, f in DUE]
)
def test_the_stub_is_counted_face_down(method: str, clause: str) -> None:
    pit = at_stub(method, dict(UNCOUNTED))
    for _ in range(4):
        pit.do(c.Perform(step="remove_stub"))
        pit.answer(*["fold"] * len(pit.round.to_ask))
        next_round(pit)
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert "face down" in duty.says
    (check,) = [step for step in pit.rules.dealing.stub_count.checks if step.step == "count_face_down"]
    assert check.clause == (f"md-fcp:{clause}",)
    (counted,) = [event for event in pit.do(duty.command) if isinstance(event, e.StubCounted)]
    assert counted.count == stub_of(pit) == 52 - 11


@pytest.mark.parametrize(
    ("method", "clause"),
    [
        pytest.param("manual_shoe", ".08H(1)", marks=pytest.mark.clause("md-fcp:.08H(1)")),
        pytest.param("hand", ".09D", marks=pytest.mark.clause("md-fcp:.09D")),
        pytest.param("automated_shoe", ".10D", marks=pytest.mark.clause("md-fcp:.10D", "md-fcp:.10D[struck]")),
    ],
)
def test_a_right_count_changes_nothing(method: str, clause: str) -> None:
    counted, uncounted = at_stub(method), at_stub(method)
    done = counted.do(c.CountStub(count=stub_of(counted)))
    assert [event.clause for event in done if isinstance(event, e.StubCounted)] == [f"md-fcp:{clause}"]
    uncounted.do(c.Perform(step="remove_stub"))
    for pit in (counted, uncounted):
        pit.answer("play:1", "fold")
    assert counted.round.lines == uncounted.round.lines
    assert counted.round.phase == "closed"


CHECKS = [
    ("manual_shoe", ".08H(2)(a)", ".08H(2)(b)"),
    ("hand", ".09E(1)", ".09E(2)"),
    ("automated_shoe", ".10E(1)", ".10E(2)"),
]


@pytest.mark.parametrize(
    ("method", "players", "dealer"),
    [pytest.param(m, a, b, marks=pytest.mark.clause(f"md-fcp:{a}", f"md-fcp:{b}")) for m, a, b in CHECKS],
)
@pytest.mark.parametrize("off", [-1, 1])
def test_a_wrong_count_has_every_hand_counted(method: str, players: str, dealer: str, off: int) -> None:
    pit = at_stub(method)
    (wrong,) = pit.do(c.CountStub(count=stub_of(pit) + off))
    assert isinstance(wrong, e.StubMiscounted)
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.command == c.CheckHands(hands=((0, 6), (1, 5), (2, 5)))
    (check,) = [step for step in pit.rules.dealing.stub_count.checks if step.step == "decide_misdeal"]
    assert (duty.clause, check.clause) == (f"md-fcp:{players}", (f"md-fcp:{players}", f"md-fcp:{dealer}"))
    for command in (c.Perform(step="remove_stub"), c.CountStub(count=stub_of(pit)), c.Decide(seat=1, action="fold")):
        pit.refused(command)
    for hands in ((), ((1, 5), (2, 5)), ((0, 6), (1, 5)), ((0, 6), (1, 5), (2, 5), (3, 5)), ((0, 6), (1, -1), (2, 5))):
        assert pit.refused(c.CheckHands(hands=hands)).code == "hands"


def test_hands_are_counted_only_after_a_wrong_count() -> None:
    pit = at_stub("hand")
    assert pit.refused(c.CheckHands(hands=((0, 6), (1, 5), (2, 5)))).code == "out_of_order"


VOID = {"manual_shoe": (".08H(3)", ".08H(4)"), "hand": (".09F", ".09G"), "automated_shoe": (".10F", ".10G")}
COUNTS = [
    # off the stub, hands as found, misdealt with all 52 there
    (-1, {"s1": 6}, True),
    (1, {"s2": 4}, True),
    (-1, {"s0": 7}, True),
    (1, {"s0": 5}, True),
    (0, {}, None),
    (-1, {}, False),
    (1, {}, False),
    (-2, {"s1": 6}, False),
    (1, {"s1": 6}, False),
]


@pytest.mark.parametrize(
    "method",
    [
        pytest.param(method, marks=pytest.mark.clause(*(f"md-fcp:{clause}" for clause in VOID[method])))
        for method in VOID
    ],
)
@pytest.mark.parametrize(("off", "found", "misdealt"), COUNTS)
def test_a_wrong_count_voids_the_round_and_a_wrong_deck_leaves(
    method: str, off: int, found: dict[str, int], misdealt: bool | None
) -> None:
    pit = at_stub(method)
    before = pit.state.meters
    pit.do(c.CountStub(count=stub_of(pit) + off))
    if misdealt is None:
        assert pit.round.phase == "decisions"
        return
    pit.do(c.CheckHands(hands=other_hands(pit, **found)))
    assert pit.round.phase == "void"
    returned = {(line.seat, line.wager): line.returned_cents for line in pit.round.lines}
    assert returned == {(seat, wager): cents for seat, stakes in STAKES.items() for wager, cents in stakes.items()}
    assert {line.clause for line in pit.round.lines} == {f"md-fcp:{VOID[method][0 if misdealt else 1]}"}
    assert pit.net(1) == pit.net(2) == 0
    assert before[0].cents == 1_000_020
    assert pit.state.meters[0].cents == 1_000_000
    deck = pit.state.deck(pit.round.deck)
    assert deck is not None
    assert deck.removed is not misdealt
    assert deck.shuffled == ""
