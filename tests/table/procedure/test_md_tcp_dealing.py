"""Three Card Poker, Maryland: the three ways of dealing, step by step, each card in its place."""

from collections.abc import Callable
from itertools import combinations

import pytest

from croupier.cards import DECK, Card
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.script import standing_steps
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.views import ROLES, Viewer, view_for
from tests.table.pit import Pit, rules_dealt_by
from tests.table.three_card import METHODS, ONE_DECK, dealt_by

SEATS = range(1, 8)
# The clause of each step, by method.
LOAD = {"automated_shoe": ".10A(1)", "manual_shoe": ".08B", "hand": ".09A(2)"}
CLOSE = {"automated_shoe": ".07C#2", "manual_shoe": ".08C", "hand": ".09B"}
LOCK = {"automated_shoe": ".10A(2)", "manual_shoe": ".08C(1)", "hand": ".09B(1)"}
COLLECT = {"automated_shoe": ".10A(3)(a)", "manual_shoe": ".08C(2)(a)", "hand": ".09B(2)(a)"}
COUNT = {"automated_shoe": ".10A(3)(b)", "manual_shoe": ".08C(2)(b)", "hand": ".09B(2)(b)"}
BANK = {"automated_shoe": ".10A(3)(c)", "manual_shoe": ".08C(2)(c)", "hand": ".09B(2)(c)"}
STUB = {"automated_shoe": ".10B(4)", "manual_shoe": ".08E(2)", "hand": ".09C(4)"}
LOAD_STEP = {"automated_shoe": "load_device", "manual_shoe": "load_shoe", "hand": "take_stack"}


def by_method(*clauses: dict[str, str]) -> pytest.MarkDecorator:
    """The three methods, each with its own clauses."""
    rows = [
        pytest.param(method, marks=pytest.mark.clause(*(f"md-tcp:{table[method]}" for table in clauses)))
        for method in METHODS
    ]
    return pytest.mark.parametrize("method", rows)


def pass_by_pass(bettors: int) -> list[list[Card]]:
    """One card a pass to each bettor and the dealer: the hands in order, the dealer's last."""
    return [[DECK[hand + turn * (bettors + 1)] for turn in range(3)] for hand in range(bettors + 1)]


def stack_by_stack(bettors: int) -> list[list[Card]]:
    """Three cards at a time to each bettor, then to the dealer."""
    return [list(DECK[3 * hand : 3 * hand + 3]) for hand in range(bettors + 1)]


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        pytest.param(
            "automated_shoe",
            stack_by_stack,
            marks=pytest.mark.clause("md-tcp:.10B(1)", "md-tcp:.10B(2)", "md-tcp:.10B(3)"),
        ),
        pytest.param("manual_shoe", pass_by_pass, marks=pytest.mark.clause("md-tcp:.08E", "md-tcp:.08E(1)")),
        pytest.param("hand", pass_by_pass, marks=pytest.mark.clause("md-tcp:.09C(1)", "md-tcp:.09C(2)")),
    ],
)
@pytest.mark.parametrize("bettors", SEATS)
def test_every_card_has_its_place_for_any_boxes_that_wager(
    method: str, expected: Callable[[int], list[list[Card]]], bettors: int
) -> None:
    rules = dealt_by(method)
    for boxes in combinations(SEATS, bettors):
        pit = Pit(rules).sit(*SEATS).ready(DECK)
        for turn, seat in enumerate(reversed(boxes)):
            pit.wager(seat, **({"pair_plus": 500} if turn % 2 else {"ante": 1500}))
        pit.until("stub")
        dealt = [list(box.cards) for box in pit.round.boxes]
        assert [box.seat for box in pit.round.boxes] == list(boxes)
        assert [*dealt, list(pit.round.dealer)] == expected(bettors)
        assert pit.round.drawn == 3 * (bettors + 1)


@pytest.mark.parametrize("method", METHODS)
def test_cards_read_one_by_one_fall_where_a_known_order_puts_them(method: str) -> None:
    known = Pit(dealt_by(method)).sit(2, 5).ready(DECK).wager(2, ante=1500).wager(5, pair_plus=500).until("stub")
    read = Pit(dealt_by(method)).sit(2, 5).ready(None).wager(2, ante=1500).wager(5, pair_plus=500).until("deal")
    assert read.refused(c.Deal()).code == "order_unknown"
    for card in DECK[:9]:
        read.do(c.DealCard(card=card))
    assert [box.cards for box in read.round.boxes] == [box.cards for box in known.round.boxes]
    assert read.round.dealer == known.round.dealer
    assert read.refused(c.DealCard(card=DECK[9])).code == "out_of_order"


@pytest.mark.clause("md-tcp:.09C(3)")
@pytest.mark.parametrize("method", METHODS)
def test_cards_lie_face_down_until_they_are_turned_up(method: str) -> None:
    pit = Pit(dealt_by(method)).sit(1, 2).ready(DECK).wager(1, ante=1500).wager(2, ante=1500).until("ask")
    for role in ROLES:
        seen = view_for(pit.state, Viewer(role, "player 1")).round
        assert seen is not None
        assert seen.dealer == (None, None, None)
        assert seen.boxes[1].cards == (None, None, None)
        assert (seen.boxes[0].cards == pit.round.boxes[0].cards) is (role == "player")


@by_method(LOAD)
def test_the_cards_are_in_shoe_or_hand_before_the_first_one_is_dealt(method: str) -> None:
    pit = Pit(dealt_by(method)).sit(1).ready().wager(1, ante=1500)
    for early in (c.Perform(step="no_more_bets"), c.Deal(), c.DealCard(card=DECK[0])):
        assert pit.refused(early).clause == f"md-tcp:{LOAD[method]}"
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert isinstance(duty.command, c.Perform)
    assert (duty.command.step, duty.clause) == (LOAD_STEP[method], f"md-tcp:{LOAD[method]}")
    pit.do(duty.command)


def test_a_shuffler_that_feeds_the_shoe_saves_the_loading() -> None:
    pit = Pit(dealt_by("manual_shoe", {"equipment.shuffler.feeds_shoe": True})).sit(1).ready().wager(1, ante=1500)
    pit.do(c.Perform(step="no_more_bets"))


@by_method(CLOSE)
def test_no_card_before_no_more_bets(method: str) -> None:
    pit = Pit(dealt_by(method)).sit(1).ready()
    pit.do(c.Perform(step=LOAD_STEP[method], hand="right"))
    assert pit.refused(c.Perform(step="no_more_bets")).code == "no_wagers"
    pit.wager(1, ante=1500)
    for early in (c.Deal(), c.DealCard(card=DECK[0]), c.Perform(step="lock_progressive")):
        assert pit.refused(early).clause == f"md-tcp:{CLOSE[method]}"
    (closed,) = pit.do(c.Perform(step="no_more_bets"))
    assert isinstance(closed, e.BetsClosed)
    assert closed.clause == f"md-tcp:{CLOSE[method]}"


@by_method(LOCK)
def test_the_progressive_is_locked_before_the_first_card_whether_bet_or_not(method: str) -> None:
    for wagers in ({"ante": 1500}, {"ante": 1500, "progressive": 100}):
        pit = Pit(dealt_by(method)).sit(1).ready().wager(1, **wagers).until("lock")
        assert pit.refused(c.Deal()).clause == f"md-tcp:{LOCK[method]}"
        (locked,) = pit.do(c.Perform(step="lock_progressive"))
        assert isinstance(locked, e.ProgressiveLocked)
        assert locked.clause == f"md-tcp:{LOCK[method]}"
    not_offered = Pit(rules_dealt_by("md-tcp", method, {**ONE_DECK, "offers": ("ante", "play", "pair_plus")}))
    not_offered.sit(1).ready().wager(1, ante=1500).until("ask")
    assert not any(isinstance(event, e.ProgressiveLocked) for event in not_offered.events)


@by_method(COLLECT)
def test_chips_are_picked_up_only_where_there_are_any(method: str) -> None:
    pit = Pit(dealt_by(method)).sit(1, 2).ready().wager(1, ante=1500, progressive=100).wager(2, ante=1500).until("lock")
    pit.do(c.Perform(step="lock_progressive"))
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.command == c.Perform(step="collect_progressive")
    assert duty.clause == f"md-tcp:{COLLECT[method]}"
    assert pit.refused(c.Deal()).clause == f"md-tcp:{COLLECT[method]}"
    none = Pit(dealt_by(method)).sit(1).ready().wager(1, ante=1500).until("lock")
    none.do(c.Perform(step="lock_progressive"))
    none.do(c.Deal())


@by_method(COUNT)
@pytest.mark.parametrize("counted", [None, 0, 1, 2, 3])
def test_the_deal_waits_until_the_chips_are_as_many_as_the_wagers_accepted(method: str, counted: int | None) -> None:
    pit = Pit(dealt_by(method)).sit(1, 2, 3).ready()
    pit.wager(1, ante=1500, progressive=100).wager(2, ante=1500, progressive=100).wager(3, ante=1500).until("count")
    count = c.Perform(step="count_progressive", count=counted)
    if counted != 2:
        refusal = pit.refused(count)
        assert (refusal.code, refusal.clause) == ("chips_differ", f"md-tcp:{COUNT[method]}")
        assert pit.refused(c.Deal()).clause == f"md-tcp:{COUNT[method]}"
        return
    pit.do(count)
    pit.until("ask")


@by_method(BANK)
@pytest.mark.parametrize("stake", [100, 500])
def test_the_chips_go_into_the_inventory(method: str, stake: int) -> None:
    rules = dealt_by(method, {"progressive.stake_cents": stake})
    pit = Pit(rules).sit(1, 2).ready()
    pit.wager(1, ante=1500, progressive=stake).wager(2, pair_plus=500, progressive=stake).until("bank")
    assert pit.round.banked_cents == 0
    (banked,) = pit.do(c.Perform(step="bank_progressive"))
    assert isinstance(banked, e.ProgressiveBanked)
    assert (banked.cents, banked.clause) == (2 * stake, f"md-tcp:{BANK[method]}")
    assert pit.round.banked_cents == 2 * stake


@by_method(STUB)
def test_the_stub_goes_to_the_rack_after_the_last_card(method: str) -> None:
    pit = Pit(dealt_by(method)).sit(1).ready().wager(1, ante=1500).until("deal")
    assert pit.refused(c.Perform(step="remove_stub")).code == "out_of_order"
    pit.do(c.Deal())
    assert pit.refused(c.Decide(seat=1, action="fold")).clause == f"md-tcp:{STUB[method]}"
    done = pit.do(c.Perform(step="remove_stub"))
    assert isinstance(done[0], e.StepDone)
    assert (done[0].step, done[0].clause) == ("remove_stub", f"md-tcp:{STUB[method]}")


@pytest.mark.parametrize(
    ("method", "step", "clause"),
    [
        pytest.param("manual_shoe", "hand_rule", ".08D", marks=pytest.mark.clause("md-tcp:.08D")),
        pytest.param("hand", "keep_hand", ".09A(2)(a)", marks=pytest.mark.clause("md-tcp:.09A(2)(a)")),
        pytest.param("hand", "hold_over_inventory", ".09A(2)(b)", marks=pytest.mark.clause("md-tcp:.09A(2)(b)")),
        pytest.param("hand", "hand_rule", ".09C(1)"),
    ],
)
def test_how_the_dealer_holds_the_cards_is_prompted_and_a_breach_noted(method: str, step: str, clause: str) -> None:
    pit = Pit(dealt_by(method)).sit(1).ready().wager(1, ante=1500).until("deal")
    said = {rule.step: rule for rule in standing_steps(pit.rules)}
    assert said[step].clause == (f"md-tcp:{clause}",)
    assert said[step].says
    assert step not in {rule.step for rule in standing_steps(dealt_by("automated_shoe"))}
    (noted,) = pit.do(c.NoteConduct(seat=0, step=step, note="not kept in the second pass"))
    assert isinstance(noted, e.ConductNoted)
    assert (noted.seat, noted.clause) == (0, f"md-tcp:{clause}")


@pytest.mark.clause("md-tcp:.09A(2)", "md-tcp:.09A(2)(a)")
@pytest.mark.parametrize("hand", ["left", "right"])
def test_the_hand_that_takes_the_stack_is_recorded(hand: str) -> None:
    pit = Pit(dealt_by("hand")).sit(1).ready().wager(1, ante=1500)
    for missing in (None, "", "both"):
        assert pit.refused(c.Perform(step="take_stack", hand=missing)).clause == "md-tcp:.09A(2)"
    pit.do(c.Perform(step="take_stack", hand=hand))
    assert pit.round.holding_hand == hand
    other = {"left": "right", "right": "left"}[hand]
    events = pit.do(c.Perform(step="no_more_bets", hand=other))
    assert [event.clause for event in events if isinstance(event, e.ConductNoted)] == ["md-tcp:.09A(2)(a)"]
