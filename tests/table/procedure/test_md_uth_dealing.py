"""The three dealing methods of Ultimate Texas Hold 'Em: each step in its turn, each card in its place."""

import pytest

from croupier.cards import DECK
from croupier.rulebook.elect import GameRules
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.script import script_of, standing_steps
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.views import Viewer, view_for
from tests.table.holdem import MAIN, by_method, table
from tests.table.pit import Pit, rules_with

clause = pytest.mark.clause
METHODS = ("manual_shoe", "hand", "automated_shoe")
RULES = {method: by_method(method) for method in METHODS}
HELD = by_method("automated_shoe", dealer_cards="held_in_device")
SELF_RESHUFFLING = by_method(
    "automated_shoe", {"equipment.shuffler.kind": "self_reshuffling", "equipment.shuffler.approval": "Approval 9"}
)
VIEWERS = [Viewer("public"), Viewer("dealer"), Viewer("floor"), Viewer("surveillance"), Viewer("player", "player 9")]


def seated(rules: GameRules, count: int) -> Pit:
    """A round of `count` seats, counted from the dealer's right end, dealt from a deck in its printed order."""
    seats = range(7 - count, 7)
    pit = Pit(rules).sit(*seats).ready(DECK)
    for seat in seats:
        pit.wager(seat, ante=1000, blind=1000)
    return pit


def all_check(pit: Pit) -> Pit:
    """The hands dealt and every player checking to the last decision."""
    pit.on()
    while pit.round.point != "after_river":
        pit.answer("check")
    return pit


def by_pass(count: int, burns: int) -> dict[str, tuple[int, ...]]:
    """Where each card lies, one card a pass, the dealer last; then the board, a burn before each part if any."""
    seats = [str(seat) for seat in range(7 - count, 7)]
    places: dict[str, tuple[int, ...]] = {seat: (n, n + count + 1) for n, seat in enumerate(seats)}
    places["dealer"] = (count, 2 * count + 1)
    flop = 2 * (count + 1) + burns
    last = flop + 3 + burns
    places["burn"] = (flop - 1, last - 1) if burns else ()
    places["community"] = (flop, flop + 1, flop + 2, last, last + 1)
    places["bonus_box"] = ()
    return places


def in_stacks(count: int, held: bool) -> dict[str, tuple[int, ...]]:
    """Where each card lies, whole stacks: box, board, then the dealer's two before or after the players'."""
    first = 9 if held else 11
    places = {str(seat): (first + 2 * n, first + 2 * n + 1) for n, seat in enumerate(range(7 - count, 7))}
    dealer = 9 + 2 * count if held else 9
    return {
        **places, "dealer": (dealer, dealer + 1), "community": (4, 5, 6, 7, 8), "bonus_box": (0, 1, 2, 3), "burn": (),
    }  # fmt: skip


def lying(pit: Pit) -> dict[str, tuple[int, ...]]:
    """The place in the deck that the cards of each place came from."""
    round_ = pit.round
    found = {str(box.seat): box.cards for box in round_.boxes}
    found |= {"dealer": round_.dealer, "community": round_.community}
    found |= {"bonus_box": round_.bonus_cards, "burn": round_.burned}
    return {place: tuple(DECK.index(card) for card in cards) for place, cards in found.items()}


@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        pytest.param(
            RULES["manual_shoe"], lambda n: by_pass(n, 0), id="manual shoe",
            marks=clause("md-uth:8D(2)", "md-uth:8D(3)"),
        ),
        pytest.param(
            RULES["hand"], lambda n: by_pass(n, 1), id="hand",
            marks=clause("md-uth:9B(1)", "md-uth:9B(2)", "md-uth:9B(3)", "md-uth:11C(1)", "md-uth:11E(1)"),
        ),
        pytest.param(
            RULES["automated_shoe"], lambda n: in_stacks(n, held=False), id="automated shoe, dealer first",
            marks=clause("md-uth:10B(1)", "md-uth:10B(2)", "md-uth:10B(3)"),
        ),
        pytest.param(
            HELD, lambda n: in_stacks(n, held=True), id="automated shoe, dealer held",
            marks=clause("md-uth:10B(1)", "md-uth:10B(2)", "md-uth:10B(4)"),
        ),
        pytest.param(
            SELF_RESHUFFLING, lambda n: in_stacks(n, held=False), id="self-reshuffling shoe",
            marks=clause("md-uth:10F"),
        ),
    ],
)  # fmt: skip
def test_each_card_in_its_place(rules: GameRules, expected: object, count: int) -> None:
    assert callable(expected)
    assert lying(all_check(seated(rules, count))) == expected(count)


@pytest.mark.parametrize("rules", [*RULES.values(), HELD], ids=[*METHODS, "held"])
def test_a_box_without_wagers_gets_no_cards(rules: GameRules) -> None:
    pit = Pit(rules).sit(1, 2, 3).ready(DECK)
    pit.wager(1, ante=1000, blind=1000).wager(3, ante=1000, blind=1000)
    all_check(pit)
    assert [box.seat for box in pit.round.boxes] == [1, 3]
    cards = 2 * 3 + 5 + (2 if rules.dealing.method == "hand" else 0) + len(pit.round.bonus_cards)
    assert pit.round.drawn == cards


@pytest.mark.clause("md-uth:10B(1)")
def test_the_box_is_dealt_whether_or_not_anybody_wagered_on_it_but_only_where_it_is_offered() -> None:
    assert len(seated(RULES["automated_shoe"], 2).on().round.bonus_cards) == 4
    without = rules_with("md-uth", MAIN, {"cards.decks": 1})
    assert seated(without, 2).on().round.bonus_cards == ()


def seen(pit: Pit) -> tuple[int, ...]:
    """How many community, dealer's and box cards are seen; everybody who does not hold a hand sees the same."""
    counts = set()
    for viewer in VIEWERS:
        view = view_for(pit.state, viewer).round
        assert view is not None
        parts = (view.community, view.dealer, view.bonus_cards)
        counts.add(tuple(sum(card is not None for card in cards) for cards in parts))
    (found,) = counts
    return found


@pytest.mark.clause("md-uth:11C(2)", "md-uth:11E(2)", "md-uth:8D(2)", "md-uth:8D(3)", "md-uth:9B(3)")
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_community_cards_come_off_the_deck_three_then_two(method: str) -> None:
    pit = seated(RULES[method], 2).on()
    assert (len(pit.round.community), seen(pit)) == (0, (0, 0, 0))
    pit.answer("check", "check")
    assert (len(pit.round.community), seen(pit)) == (3, (3, 0, 0))
    assert pit.round.point == "after_flop"
    pit.answer("check", "check")
    assert (len(pit.round.community), seen(pit)) == (5, (5, 0, 0))
    assert pit.round.point == "after_river"
    pit.do(c.Decide(seat=5, action="play", stake_cents=1000))
    pit.do(c.Decide(seat=6, action="play", stake_cents=1000))
    pit.do(c.Perform(step="reveal_dealer"))
    assert seen(pit) == (5, 2, 0)


@pytest.mark.clause("md-uth:10B(1)", "md-uth:10B(2)", "md-uth:10B(4)", "md-uth:10F", "md-uth:11C(2)", "md-uth:11E(2)")
@pytest.mark.parametrize("rules", [RULES["automated_shoe"], HELD, SELF_RESHUFFLING], ids=["first", "held", "self"])
def test_stacks_lie_hidden_until_their_moment(rules: GameRules) -> None:
    pit = seated(rules, 2).on()
    assert (len(pit.round.community), seen(pit)) == (5, (0, 0, 0))
    pit.answer("check", "check")
    assert seen(pit) == (3, 0, 0)
    pit.answer("check", "check")
    assert seen(pit) == (5, 0, 0)
    pit.do(c.Decide(seat=5, action="play", stake_cents=1000))
    pit.do(c.Decide(seat=6, action="play", stake_cents=1000))
    pit.do(c.Perform(step="reveal_dealer"))
    assert seen(pit) == (5, 2, 0)
    pit.until("settle")
    assert seen(pit) == (5, 2, 4)


@pytest.mark.clause("md-uth:11C(2)")
def test_the_flop_is_the_first_three_of_the_community_stack() -> None:
    pit = seated(RULES["automated_shoe"], 1).on().answer("check")
    view = view_for(pit.state, Viewer("public")).round
    assert view is not None
    assert view.community == (*DECK[4:7], None, None)


@pytest.mark.parametrize(
    ("method", "burned"),
    [
        pytest.param("manual_shoe", (0, 0), marks=clause("md-uth:11C(1)", "md-uth:11E(1)")),
        pytest.param("automated_shoe", (0, 0), marks=clause("md-uth:11C(1)", "md-uth:11E(1)")),
        pytest.param("hand", (1, 2), marks=clause("md-uth:11C(1)", "md-uth:11E(1)")),
    ],
)
def test_only_dealing_from_the_hand_burns_cards(method: str, burned: tuple[int, int]) -> None:
    pit = seated(RULES[method], 1).on().answer("check")
    assert len(pit.round.burned) == burned[0]
    pit.answer("check")
    assert len(pit.round.burned) == burned[1]


PROGRESSIVE_STEPS = {
    "manual_shoe": ("8C(1)", "8C(2)", "8C(3)", "8C(3)", "8C(4)"),
    "hand": ("9A(3)", "9A(3)(a)", "9A(3)(b)", "9A(3)(b)", "9A(3)(c)"),
    "automated_shoe": ("10A(2)(a)", "10A(2)(b)(i)", "10A(2)(b)(ii)", "10A(2)(b)(ii)", "10A(2)(b)(iii)"),
}
STEPS = ("no_more_bets", "lock_progressive", "collect_progressive", "count_progressive", "bank_progressive")


@pytest.mark.parametrize(
    ("method", "place"),
    [
        pytest.param(method, place, id=f"{method}-{step}", marks=clause(f"md-uth:{PROGRESSIVE_STEPS[method][place]}"))
        for method in METHODS
        for place, step in enumerate(STEPS)
    ],
)
def test_no_card_before_bets_are_closed_and_the_progressive_is_counted(method: str, place: int) -> None:
    pit = table(RULES[method], {1: "As Ad", 2: "Ks Kd"}, progressive=100)
    while (due := due_of(pit.rules, pit.state)) and due.step != STEPS[place]:
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        pit.do(duty.command)
    wanted = f"md-uth:{PROGRESSIVE_STEPS[method][place]}"
    assert (pit.refused(c.Deal()).code, pit.refused(c.Deal()).clause) == ("out_of_order", wanted)
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert (duty.command, duty.clause) == (c.Perform(step=STEPS[place], count=2 if place == 3 else None), wanted)
    pit.do(duty.command)
    assert pit.refused(c.Perform(step=STEPS[place])).code == "out_of_order"


@pytest.mark.parametrize(
    "method",
    [pytest.param(method, marks=clause(f"md-uth:{PROGRESSIVE_STEPS[method][3]}")) for method in METHODS],
)
@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_count_that_differs_from_the_systems_blocks_the_deal(method: str, count: int) -> None:
    pit = table(RULES[method], {1: "As Ad", 2: "Ks Kd"}, progressive=100).until("count")
    assert pit.refused(c.Perform(step="count_progressive", count=count)).code == "chips_differ"
    assert pit.refused(c.Deal()).code == "out_of_order"
    pit.do(c.Perform(step="count_progressive", count=2))


@pytest.mark.parametrize(
    "method",
    [pytest.param(method, marks=clause(f"md-uth:{PROGRESSIVE_STEPS[method][4]}")) for method in METHODS],
)
def test_the_chips_go_into_the_inventory_and_feed_the_meters_exactly(method: str) -> None:
    pit = table(RULES[method], {1: "As Ad", 2: "Ks Kd"}, progressive=100).on()
    (banked,) = [event for event in pit.events if isinstance(event, e.ProgressiveBanked)]
    assert banked.cents == pit.round.banked_cents == 200
    # 15 and 5 percent of two stakes of $1.
    assert {meter.meter: meter.cents for meter in pit.state.meters} == {"major": 1_000_030, "minor": 50_010}


FIRST = {
    "manual_shoe": ("load_shoe", "8B"),
    "hand": ("take_stack", "9A(2)"),
    "automated_shoe": ("load_device", "10A(1)"),
}


@pytest.mark.parametrize(
    "method",
    [
        pytest.param("manual_shoe", marks=clause("md-uth:8B")),
        pytest.param("hand", marks=clause("md-uth:9A(2)")),
        pytest.param("automated_shoe", marks=clause("md-uth:10A(1)")),
    ],
)
def test_the_stack_is_loaded_or_taken_up_first(method: str) -> None:
    pit = table(RULES[method], {1: "As Ad"})
    step, wanted = FIRST[method]
    for command in (c.Deal(), c.Perform(step="no_more_bets")):
        refusal = pit.refused(command)
        assert (refusal.code, refusal.clause) == ("out_of_order", f"md-uth:{wanted}")
    (event,) = pit.do(c.Perform(step=step, hand="left" if method == "hand" else None))
    assert isinstance(event, e.StepDone)
    assert (event.step, event.clause) == (step, f"md-uth:{wanted}")


@pytest.mark.clause("md-uth:9A(2)")
@pytest.mark.parametrize("hand", ["left", "right"])
def test_the_holding_hand_is_on_record(hand: str) -> None:
    pit = table(RULES["hand"], {1: "As Ad"})
    assert pit.refused(c.Perform(step="take_stack")).code == "hand"
    pit.do(c.Perform(step="take_stack", hand=hand))
    assert pit.round.holding_hand == hand


@pytest.mark.clause("md-uth:9A(2)(a)")
@pytest.mark.parametrize(("hand", "flagged"), [("left", False), ("right", True)])
def test_a_change_of_the_holding_hand_is_flagged(hand: str, flagged: bool) -> None:
    pit = table(RULES["hand"], {1: "As Ad"})
    pit.do(c.Perform(step="take_stack", hand="left"))
    pit.do(c.Perform(step="no_more_bets", hand=hand))
    notes = [event for event in pit.events if isinstance(event, e.ConductNoted)]
    assert [event.clause for event in notes] == (["md-uth:9A(2)(a)"] if flagged else [])
    assert pit.round.holding_hand == "left"


@pytest.mark.parametrize(
    ("method", "step", "wanted"),
    [
        pytest.param("manual_shoe", "hand_rule", "md-uth:8D(1)", marks=clause("md-uth:8D(1)")),
        pytest.param("hand", "keep_hand", "md-uth:9A(2)(a)", marks=clause("md-uth:9A(2)(a)")),
        pytest.param("hand", "hold_over_inventory", "md-uth:9A(2)(b)", marks=clause("md-uth:9A(2)(b)")),
        pytest.param("hand", "hand_rule", "md-uth:9B(1)", marks=clause("md-uth:9B(1)")),
    ],
)
def test_the_dealer_is_told_how_to_hold_and_draw(method: str, step: str, wanted: str) -> None:
    told = {standing.step: standing for standing in standing_steps(RULES[method])}
    assert told[step].clause[0] == wanted
    assert told[step].says
    others = {standing.clause[0] for other in METHODS if other != method for standing in standing_steps(RULES[other])}
    assert wanted not in others


@pytest.mark.parametrize(
    ("rules", "after", "wanted"),
    [
        pytest.param(
            RULES["manual_shoe"], "deal_final_two", "8D(4)", id="manual shoe", marks=clause("md-uth:8D(4)")
        ),
        pytest.param(RULES["hand"], "deal_final_two", "9B(4)", id="hand", marks=clause("md-uth:9B(4)")),
        pytest.param(
            RULES["automated_shoe"], "deal_other_players", "10B(5)", id="automated", marks=clause("md-uth:10B(5)")
        ),
        pytest.param(HELD, "reveal_dealer", "10B(5)", id="held in the device", marks=clause("md-uth:10B(5)")),
    ],
)  # fmt: skip
def test_the_stub_goes_to_the_rack_after_the_last_card(rules: GameRules, after: str, wanted: str) -> None:
    script = script_of(rules)
    (place,) = [number for number, due in enumerate(script) if due.kind == "stub"]
    assert script[place - 1].step == after
    pit = seated(rules, 2).on()
    while pit.round.phase == "decisions":
        pit.answer("fold" if pit.round.point == "after_river" else "check")
    done = [event.clause for event in pit.events if isinstance(event, e.StepDone) and event.step == script[place].step]
    assert done == [f"md-uth:{wanted}"]


@pytest.mark.clause("md-uth:10B(5)")
def test_with_the_dealers_cards_in_the_device_the_stub_waits_for_them() -> None:
    pit = seated(HELD, 1).on()
    assert pit.refused(c.Perform(step="remove_stub")).code == "out_of_order"
    pit.do(c.Decide(seat=6, action="play", stake_cents=4000))
    while (due := due_of(HELD, pit.state)) and due.step != "reveal_dealer":
        pit.do(c.Perform(step=due.step))
    assert pit.refused(c.Perform(step="remove_stub")).code == "out_of_order"
    pit.do(c.Perform(step="reveal_dealer"))
    pit.do(c.Perform(step="remove_stub"))
