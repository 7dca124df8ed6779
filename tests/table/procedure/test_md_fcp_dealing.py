"""Three ways to deal Maryland Four Card Poker: each step in its turn, each card in its place, the stub unseen."""

import pytest

from croupier.cards import DECK, Card
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.script import script_of, standing_steps
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.views import ROLES, Viewer, view_for
from tests.table.md_fcp import BY_HAND, METHODS, SELF_RESHUFFLING, rules_of, steps_done, table
from tests.table.pit import Pit, rules_with

SEVEN = {"table.seats": 7}
STEPS = [
    ("manual_shoe", "load_shoe", ".08B"),
    ("manual_shoe", "no_more_bets", ".08C"),
    ("manual_shoe", "lock_progressive", ".08C(1)"),
    ("manual_shoe", "collect_progressive", ".08C(2)(a)"),
    ("manual_shoe", "count_progressive", ".08C(2)(b)"),
    ("manual_shoe", "bank_progressive", ".08C(2)(c)"),
    ("hand", "take_stack", ".09A(2)"),
    ("hand", "no_more_bets", ".09A(3)(a)"),
    ("hand", "lock_progressive", ".09A(3)(b)"),
    ("hand", "collect_progressive", ".09A(4)(a)"),
    ("hand", "count_progressive", ".09A(4)(b)"),
    ("hand", "bank_progressive", ".09A(4)(c)"),
    ("automated_shoe", "load_device", ".10A(1)"),
    ("automated_shoe", "no_more_bets", ".10A(2)(a)"),
    ("automated_shoe", "lock_progressive", ".10A(2)(b)"),
    ("automated_shoe", "collect_progressive", ".10A(3)(a)"),
    ("automated_shoe", "count_progressive", ".10A(3)(b)"),
    ("automated_shoe", "bank_progressive", ".10A(3)(c)"),
]


def about_to(method: str, step: str) -> Pit:
    """A table of two progressive wagers at which this step is due."""
    stakes = {"ante": 1000, "progressive": 100}
    pit = table(rules_of(method), {}, {2: stakes, 4: {"ante": 1000}, 5: stakes})
    while (due := due_of(pit.rules, pit.state)) and due.step != step:
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        pit.do(duty.command)
    return pit


@pytest.mark.parametrize(
    ("method", "step", "clause"),
    [pytest.param(*row, marks=pytest.mark.clause(f"md-fcp:{row[2]}"), id=f"{row[0]}-{row[1]}") for row in STEPS],
)
def test_no_card_comes_out_before_each_step_is_done(method: str, step: str, clause: str) -> None:
    pit = about_to(method, step)
    later = [due.step for due in script_of(pit.rules)[pit.round.script + 1 :]]
    early: list[c.AnyCommand] = [c.Deal(), c.DealCard(card=DECK[0]), *(c.Perform(step=name) for name in later)]
    for command in early:
        refusal = pit.refused(command)
        assert (refusal.code, refusal.clause) == ("out_of_order", f"md-fcp:{clause}")
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert isinstance(duty.command, c.Perform)
    assert (duty.command.step, duty.clause) == (step, f"md-fcp:{clause}")
    (done,) = pit.do(duty.command)
    assert isinstance(done, e.Advance)
    assert done.clause == f"md-fcp:{clause}"


@pytest.mark.parametrize(
    "method",
    [
        pytest.param("manual_shoe", marks=pytest.mark.clause("md-fcp:.08C(2)(b)")),
        pytest.param("hand", marks=pytest.mark.clause("md-fcp:.09A(4)(b)")),
        pytest.param("automated_shoe", marks=pytest.mark.clause("md-fcp:.10A(3)(b)")),
    ],
)
@pytest.mark.parametrize("count", [None, 0, 1, 3])
def test_chips_that_differ_from_the_systems_count_stop_the_deal(method: str, count: int | None) -> None:
    pit = about_to(method, "count_progressive")
    assert pit.refused(c.Perform(step="count_progressive", count=count)).code == "chips_differ"
    assert pit.refused(c.Deal()).code == "out_of_order"
    pit.do(c.Perform(step="count_progressive", count=2))


@pytest.mark.parametrize(
    "method",
    [
        pytest.param("manual_shoe", marks=pytest.mark.clause("md-fcp:.08C(2)(c)")),
        pytest.param("hand", marks=pytest.mark.clause("md-fcp:.09A(4)(c)")),
        pytest.param("automated_shoe", marks=pytest.mark.clause("md-fcp:.10A(3)(c)")),
    ],
)
def test_the_progressive_chips_go_into_the_inventory_before_the_first_card(method: str) -> None:
    pit = about_to(method, "bank_progressive")
    assert (pit.round.banked_cents, pit.round.drawn) == (0, 0)
    (banked,) = pit.do(c.Perform(step="bank_progressive"))
    assert isinstance(banked, e.ProgressiveBanked)
    assert (banked.cents, pit.round.banked_cents, pit.round.drawn) == (200, 200, 0)


@pytest.mark.clause("md-fcp:.08B")
@pytest.mark.parametrize(("feeds", "loads"), [(True, False), (False, True)])
def test_the_shoe_is_loaded_by_the_dealer_or_by_the_shuffler(feeds: bool, loads: bool) -> None:
    rules = rules_of("manual_shoe", {"equipment.shuffler.feeds_shoe": feeds})
    assert ("load_shoe" in [due.step for due in script_of(rules)]) is loads


@pytest.mark.clause("md-fcp:.10A(1)")
def test_the_device_is_an_automated_shoe_or_a_shuffler() -> None:
    load = script_of(rules_of())[0]
    assert (load.step, load.clause) == ("load_device", "md-fcp:.10A(1)")
    assert "automated shoe or shuffler" in load.says


def dealt(method: str, seats: tuple[int, ...], rules_for: dict[str, object] | None = None) -> Pit:
    """A table dealt from a deck in order to these seats, all but the first with an Ante."""
    pit = Pit(rules_of(method, rules_for or SEVEN)).sit(*seats).ready(DECK)
    for place, seat in enumerate(seats):
        pit.wager(seat, **({"ante": 1000} if place else {"aces_up": 500}))
    pit.until("stub")
    return pit


def held(pit: Pit) -> dict[int, tuple[Card, ...]]:
    return {box.seat: box.cards for box in pit.round.boxes}


BOXES = [(1,), (2, 5), (1, 2, 7), (1, 3, 4, 6), (2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6, 7)]


@pytest.mark.parametrize("seats", BOXES, ids=len)
@pytest.mark.parametrize(
    "method",
    [
        pytest.param("manual_shoe", marks=pytest.mark.clause("md-fcp:.08E", "md-fcp:.08E(3)")),
        pytest.param("hand", marks=pytest.mark.clause("md-fcp:.09B(2)", "md-fcp:.09B(3)", "md-fcp:.09B(6)")),
    ],
)
def test_cards_go_round_one_at_a_time_the_dealer_last_and_twice_at_the_end(method: str, seats: tuple[int, ...]) -> None:
    pit, n = dealt(method, seats), len(seats)
    for k, seat in enumerate(seats, start=1):
        assert held(pit)[seat] == tuple(DECK[k - 1 + turn * (n + 1)] for turn in range(5))
    assert pit.round.dealer == (*(DECK[n + turn * (n + 1)] for turn in range(5)), DECK[5 * (n + 1)])
    assert DECK.index(pit.round.dealer[5]) == DECK.index(pit.round.dealer[4]) + 1
    assert pit.round.drawn == 5 * n + 6


@pytest.mark.clause("md-fcp:.09B(3)")
@pytest.mark.parametrize("seats", BOXES, ids=len)
def test_hand_and_manual_shoe_deal_the_same_hands(seats: tuple[int, ...]) -> None:
    hand, shoe = dealt("hand", seats), dealt("manual_shoe", seats)
    assert (held(hand), hand.round.dealer) == (held(shoe), shoe.round.dealer)


@pytest.mark.clause("md-fcp:.10B(1)", "md-fcp:.10B(2)", "md-fcp:.10B(3)", "md-fcp:.10B(4)")
@pytest.mark.parametrize("seats", BOXES, ids=len)
def test_the_device_deals_box_card_dealer_and_then_the_players(seats: tuple[int, ...]) -> None:
    pit = dealt("automated_shoe", seats)
    assert pit.round.bonus_cards == DECK[:1]
    assert pit.round.dealer == DECK[1:7]
    for k, seat in enumerate(seats):
        assert held(pit)[seat] == DECK[7 + 5 * k : 12 + 5 * k]
    assert pit.round.dealer_up == (DECK[6],)


@pytest.mark.clause("md-fcp:.10B(1)")
def test_without_the_six_card_bonus_there_is_no_box_card() -> None:
    rules = rules_with("md-fcp", ("ante", "play", "aces_up", "progressive"))
    pit = Pit(rules).sit(1).ready(DECK).wager(1, ante=1000).until("stub")
    assert (pit.round.bonus_cards, pit.round.dealer) == ((), DECK[:6])


@pytest.mark.clause("md-fcp:.10B[struck](1)-(6)")
def test_the_struck_order_is_not_in_force() -> None:
    pit = dealt("automated_shoe", (1, 2))
    assert pit.round.burned == ()
    assert [due.step for due in script_of(pit.rules) if due.kind == "deal"] == [
        "deal_bonus_box", "deal_dealer", "deal_first_player", "deal_other_players",
    ]  # fmt: skip
    assert pit.round.drawn == 1 + 6 + 2 * 5  # no further stack was opened for a sixth dealer card


@pytest.mark.clause("md-fcp:.10H")
@pytest.mark.parametrize("filed", [{}, SELF_RESHUFFLING])
def test_the_dealers_stack_comes_first_whether_or_not_the_device_reshuffles(filed: dict[str, object]) -> None:
    pit = dealt("automated_shoe", (1, 2), filed)
    assert pit.round.dealer == DECK[1:7]
    pit.on()
    assert not any(isinstance(event, e.IrregularityReported) for event in pit.events)
    assert pit.round.phase == "decisions"


@pytest.mark.parametrize(
    "method",
    [
        pytest.param("manual_shoe", marks=pytest.mark.clause("md-fcp:.08E(1)", "md-fcp:.08E(2)")),
        pytest.param("hand", marks=pytest.mark.clause("md-fcp:.09B(4)", "md-fcp:.09B(5)")),
        pytest.param("automated_shoe", marks=pytest.mark.clause("md-fcp:.10B(1)", "md-fcp:.10B(2)", "md-fcp:.10B(3)")),
    ],
)
def test_before_the_decisions_only_the_dealers_last_card_is_seen(method: str) -> None:
    pit = dealt(method, (1, 2)).on()
    for role in ROLES:
        seen = view_for(pit.state, Viewer(role, "player 1")).round
        assert seen is not None
        assert seen.dealer == (None,) * 5 + (pit.round.dealer[5],)
        assert set(seen.bonus_cards) <= {None}
        assert seen.boxes[1].cards == (None,) * 5
        assert seen.boxes[0].cards == (held(pit)[1] if role == "player" else (None,) * 5)


@pytest.mark.parametrize(
    ("method", "step", "clause"),
    [
        pytest.param("manual_shoe", "hand_rule", ".08D", marks=pytest.mark.clause("md-fcp:.08D")),
        pytest.param("hand", "keep_hand", ".09A(2)(a)", marks=pytest.mark.clause("md-fcp:.09A(2)(a)")),
        pytest.param("hand", "hold_over_inventory", ".09A(2)(b)", marks=pytest.mark.clause("md-fcp:.09A(2)(b)")),
        pytest.param("hand", "hand_rule", ".09B(1)", marks=pytest.mark.clause("md-fcp:.09B(1)", "md-fcp:.09B(2)")),
    ],
)
def test_the_dealer_is_told_how_to_hold_and_draw(method: str, step: str, clause: str) -> None:
    (found,) = [rule for rule in standing_steps(rules_of(method)) if rule.step == step]
    assert found.clause[0] == f"md-fcp:{clause}"
    assert "hand" in found.says or "inventory" in found.says


@pytest.mark.clause("md-fcp:.09A(2)", "md-fcp:.09B(1)")
@pytest.mark.parametrize("hand", ["left", "right"])
def test_the_stack_is_held_in_one_hand_which_the_prompt_names(hand: str) -> None:
    pit = about_to("hand", "take_stack")
    for wrong in (None, "both"):
        assert pit.refused(c.Perform(step="take_stack", hand=wrong)).code == "hand"
    (taken,) = pit.do(c.Perform(step="take_stack", hand=hand))
    assert isinstance(taken, e.StepDone)
    assert (taken.hand, pit.round.holding_hand) == (hand, hand)
    pit.until("deal")
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.says.endswith(f"The {hand} hand holds the stack.")


@pytest.mark.clause("md-fcp:.09A(2)(a)")
def test_changing_the_holding_hand_is_noted() -> None:
    pit = about_to("hand", "take_stack")
    pit.do(c.Perform(step="take_stack", hand="left"))
    pit.do(c.Perform(step="no_more_bets", hand="left"))
    assert not pit.round.notes
    noted, _ = pit.do(c.Perform(step="lock_progressive", hand="right"))
    assert isinstance(noted, e.ConductNoted)
    assert (noted.step, noted.clause) == ("keep_hand", "md-fcp:.09A(2)(a)")
    assert pit.round.notes == ((0, "keep_hand", noted.note),)


@pytest.mark.parametrize(
    "method",
    [
        pytest.param("manual_shoe", marks=pytest.mark.clause("md-fcp:.08F(1)", "md-fcp:.08F(2)")),
        pytest.param("hand", marks=pytest.mark.clause("md-fcp:.09B(7)")),
        pytest.param("automated_shoe", marks=pytest.mark.clause("md-fcp:.10C(1)", "md-fcp:.10C(2)")),
    ],
)
def test_the_stub_goes_to_the_rack_unseen_after_the_last_card(method: str) -> None:
    pit = dealt(method, (1, 2))
    assert pit.refused(c.Decide(seat=2, action="fold")).code == "out_of_order"
    pit.do(c.Perform(step="remove_stub"))
    pit.answer("play:1")
    names = steps_done(pit.events)
    assert max(i for i, name in enumerate(names) if name == "CardsDealt") < names.index("remove_stub")
    stub = set(DECK[pit.round.drawn :])
    for role in ROLES:
        seen = view_for(pit.state, Viewer(role, "player 1")).round
        assert seen is not None
        shown = {*seen.dealer, *seen.bonus_cards, *(card for box in seen.boxes for card in box.cards)}
        assert not shown & stub
    assert not {card for _, cards in pit.round.rack for card in cards} & stub


@pytest.mark.clause("md-fcp:.08E", "md-fcp:.09B(3)", "md-fcp:.10B(4)")
@pytest.mark.parametrize("method", METHODS)
def test_cards_read_one_by_one_go_to_the_same_places(method: str) -> None:
    known = dealt(method, (1, 3, 6))
    pit = Pit(rules_of(method, SEVEN)).sit(1, 3, 6).ready(None)
    for seat in (1, 3, 6):
        pit.wager(seat, aces_up=500)
    pit.until("deal")
    for card in DECK[: known.round.drawn]:
        pit.do(c.DealCard(card=card))
    assert (held(pit), pit.round.dealer, pit.round.bonus_cards) == (
        held(known), known.round.dealer, known.round.bonus_cards,
    )  # fmt: skip
    assert due_of(pit.rules, pit.state) == due_of(known.rules, known.state)


@pytest.mark.clause("md-fcp:.08B")
def test_a_hand_shuffled_deck_is_cut_and_loaded_before_it_is_dealt() -> None:
    pit = Pit(rules_of("manual_shoe", BY_HAND)).sit(1).ready(DECK).wager(1, ante=1000)
    assert pit.refused(c.Perform(step="no_more_bets")).clause == "md-fcp:.08B"
    pit.on()
    assert steps_done(pit.events).index("DeckCut") < steps_done(pit.events).index("load_shoe")
