"""The three ways a Massachusetts table deals: which card of a known stack comes to lie where, and who sees it."""

from collections.abc import Iterator

import pytest

from croupier.cards import DECK, Card
from croupier.rulebook.elect import GameRules
from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.script import script_of, standing_steps
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.views import ROLES, Viewer, view_for
from tests.table.ma_fcp import EDITIONS, METHODS, NOTHING, ONE_DECK, of_kind, rules_of, table
from tests.table.pit import Pit

MOST_SEATS = {"automated_shoe": 8, "manual_shoe": 9, "hand": 9}
ONE_BY_ONE = ("manual_shoe", "hand")
# Seats that wager need not be neighbours: the deal goes by who wagers.
SEATED = [(edition, method, n) for edition in EDITIONS for method in METHODS for n in range(1, MOST_SEATS[method] + 1)]


def seats_wagering(count: int, most: int) -> tuple[int, ...]:
    """So many seats, from the dealer's right so that low ones stay empty where there is room."""
    return tuple(range(most - count + 1, most + 1))


def dealt(rules: GameRules, count: int) -> Pit:
    """A round dealt from the deck in order to so many seats, every other one with aces up alone."""
    seats = seats_wagering(count, rules.seats)
    pit = Pit(rules).sit(*range(1, rules.seats + 1)).ready(DECK)
    for seat in reversed(seats):
        pit.wager(seat, **({"ante": 1000} if seat % 2 else {"aces_up": 500}))
    return pit.on()


def by_passes(seats: int) -> tuple[list[tuple[Card, ...]], tuple[Card, ...]]:
    """Hands and the dealer's cards as 7(c) deals them: a card to each in turn, the dealer last, then the up card."""
    around = seats + 1
    hands = [tuple(DECK[turn * around + place] for turn in range(5)) for place in range(around)]
    return hands[:-1], (*hands[-1], DECK[5 * around])


def by_stacks(seats: int) -> tuple[list[tuple[Card, ...]], tuple[Card, ...]]:
    """Hands and the dealer's cards as 9(c) deals them: five to each, five to the dealer, the extra stack's bottom."""
    stacks = [DECK[5 * n : 5 * n + 5] for n in range(seats + 2)]
    return stacks[:seats], (*stacks[seats], stacks[seats + 1][4])


def rules_for(edition: str, method: str) -> GameRules:
    """A one-deck table with as many seats as a deck serves."""
    return rules_of(edition, method, filed={**ONE_DECK, "table.seats": MOST_SEATS[method]})


@pytest.mark.clause("ma-fcp-1:7(c)#1", "ma-fcp-1:7(c)#2", "ma-fcp-1:8(c)#2", "ma-fcp-1:9(c)#3")
@pytest.mark.parametrize(("edition", "method", "count"), SEATED)
def test_every_card_of_a_known_stack_has_its_place(edition: str, method: str, count: int) -> None:
    pit = dealt(rules_for(edition, method), count)
    hands, dealer = (by_passes if method in ONE_BY_ONE else by_stacks)(count)
    assert [box.seat for box in pit.round.boxes] == list(seats_wagering(count, MOST_SEATS[method]))
    assert [box.cards for box in pit.round.boxes] == hands
    assert pit.round.dealer == dealer
    assert pit.round.dealer_up == dealer[5:]
    assert [len(hand) for hand in (*hands, dealer)] == [5] * count + [6]


@pytest.mark.clause("ma-fcp-1:8(c)#1")
@pytest.mark.parametrize("count", [1, 4, 9])
def test_hand_and_manual_shoe_deal_a_stack_alike(count: int) -> None:
    by_hand, from_shoe = (dealt(rules_for("ma-fcp-1", method), count).round for method in ("hand", "manual_shoe"))
    assert (by_hand.boxes, by_hand.dealer, by_hand.dealer_up) == (
        from_shoe.boxes,
        from_shoe.dealer,
        from_shoe.dealer_up,
    )


@pytest.mark.clause("ma-fcp-1:9(c)#1", "ma-fcp-1:9(c)#2")
def test_stacks_go_to_the_bettors_from_the_dealers_left_and_then_to_the_dealer() -> None:
    pit = Pit(rules_of(filed=ONE_DECK)).sit(2, 4, 6).ready(DECK)
    for seat in (6, 2, 4):
        pit.wager(seat, ante=1000)
    pit.on()
    places = [place for event in of_kind(pit, e.CardsDealt) for place, _ in event.places]
    assert places[:20] == ["2"] * 5 + ["4"] * 5 + ["6"] * 5 + ["dealer"] * 5
    assert pit.round.boxes[0].cards == DECK[:5]


@pytest.mark.clause("ma-fcp-1:9(c)#4")
@pytest.mark.parametrize("count", [2, 4, 8])
def test_the_dealer_takes_the_stack_after_the_last_bettors_and_nobody_sees_its_five_cards(count: int) -> None:
    pit = dealt(rules_for("ma-fcp-1", "automated_shoe"), count)
    own = DECK[5 * count : 5 * count + 5]
    assert pit.round.dealer[:5] == own
    for role in ROLES:
        assert not set(own) & set(seen(pit, Viewer(role))), role


@pytest.mark.clause("ma-fcp-2:9(c)#3")
@pytest.mark.parametrize("count", [1, 4, 8])
def test_in_the_later_edition_the_dealers_stack_follows_the_bettors_at_once_and_no_stack_is_told_of_twice(
    count: int,
) -> None:
    pit = dealt(rules_for("ma-fcp-2", "automated_shoe"), count)
    told = {event.clause: [place for place, _ in event.places] for event in of_kind(pit, e.CardsDealt)}
    bettors = [str(box.seat) for box in pit.round.boxes]
    placed = [place for places in told.values() for place in places]
    assert placed[: 5 * count + 5] == [place for place in (*bettors, "dealer") for _ in range(5)]
    assert (pit.round.dealer[:5], pit.round.dealer_up) == (DECK[5 * count :][:5], (DECK[5 * count + 9],))
    says = {due.step: due.says for due in script_of(pit.rules)}
    assert says["deal_other_players"] == "The next stacks go clockwise to the other bettors, one to each."
    assert says["deal_dealer"] == "The dealer's five cards come at once after the players' stacks."


@pytest.mark.clause("ma-fcp-1:9(c)#5", "ma-fcp-1:9(c)#7", "ma-fcp-1:9(c)#8")
@pytest.mark.parametrize("count", range(1, 9))
def test_the_extra_stack_gives_its_bottom_card_and_the_other_four_are_burned_unseen(count: int) -> None:
    pit = dealt(rules_for("ma-fcp-1", "automated_shoe"), count)
    extra = DECK[5 * count + 5 : 5 * count + 10]
    assert pit.round.drawn == 5 * count + 10
    assert pit.round.dealer_up == extra[4:]
    assert pit.round.burned == extra[:4]
    held = {card for box in pit.round.boxes for card in box.cards} | set(pit.round.dealer)
    assert not held & set(extra[:4])
    for role in ROLES:
        assert not set(extra[:4]) & set(seen(pit, Viewer(role)))
        assert extra[4] in seen(pit, Viewer(role))


@pytest.mark.clause("ma-fcp-1:9(c)#6", "ma-fcp-1:9(c)#8")
def test_the_dealer_is_told_how_the_extra_stack_is_spread_and_what_becomes_of_it() -> None:
    says = {due.step: due.says for due in script_of(rules_of())}
    assert "face down" in says["deal_extra_stack"]
    assert "bottom card to the dealer's far left" in says["deal_extra_stack"]
    assert "top card to the far right" in says["deal_extra_stack"]
    assert "unseen to the discard rack" in says["burn_extra_cards"]


@pytest.mark.clause("ma-fcp-1:7(c)#5", "ma-fcp-1:8(c)#5")
@pytest.mark.parametrize("method", ONE_BY_ONE)
def test_the_dealers_fifth_and_sixth_card_come_together(method: str) -> None:
    pit = dealt(rules_for("ma-fcp-1", method), 3)
    places = [place for event in of_kind(pit, e.CardsDealt) for place, _ in event.places]
    assert places[-2:] == ["dealer", "dealer_up"]
    assert pit.round.dealer[4:] == DECK[19:21]


def seen(pit: Pit, viewer: Viewer) -> Iterator[Card]:
    """Every card that a viewer sees at the table."""
    view = view_for(pit.state, viewer).round
    assert view is not None
    for cards in (view.dealer, view.community, view.bonus_cards, view.set_aside, *(box.cards for box in view.boxes)):
        yield from (card for card in cards if card is not None)


@pytest.mark.clause("ma-fcp-1:7(c)#3", "ma-fcp-1:7(c)#4", "ma-fcp-1:8(c)#3", "ma-fcp-1:8(c)#4", "ma-fcp-1:10(d)#1")
@pytest.mark.parametrize("method", METHODS)
def test_before_the_reveal_only_the_dealers_sixth_card_is_public(method: str) -> None:
    hands = {1: NOTHING[0], 3: NOTHING[1], "dealer": NOTHING[2] + " Qd"}
    pit = table(rules_of("ma-fcp-1", method), hands).on()
    up = pit.round.dealer[5:]
    for role in ROLES:
        assert tuple(seen(pit, Viewer(role))) == up
    assert set(seen(pit, Viewer("player", "player 3"))) == {*up, *pit.round.boxes[1].cards}
    pit.answer("play:1", "play:1")
    view = view_for(pit.state, Viewer("public")).round
    assert view is not None
    assert view.dealer == pit.round.dealer
    assert [box.cards for box in view.boxes] == [box.cards for box in pit.round.boxes]


@pytest.mark.clause("ma-fcp-1:7(a)#3", "ma-fcp-1:9(b)(1)", "ma-fcp-1:8(b)(2)")
@pytest.mark.parametrize(
    ("method", "step", "clause"),
    [
        ("manual_shoe", "load_shoe", "ma-fcp-1:7(a)#3"),
        ("automated_shoe", "load_device", "ma-fcp-1:9(b)(1)"),
        ("hand", "take_stack", "ma-fcp-1:8(b)(2)"),
    ],
)
def test_nothing_is_dealt_before_the_stack_is_in_its_place(method: str, step: str, clause: str) -> None:
    rules = rules_of("ma-fcp-1", method, filed={"equipment.shuffler.feeds_shoe": False})
    pit = table(rules, {1: ""})
    for early in (c.Deal(), c.DealCard(card=DECK[0]), c.Perform(step="no_more_bets")):
        refusal = pit.refused(early)
        assert (refusal.code, refusal.clause) == ("out_of_order", clause)
    pit.do(c.Perform(step=step, hand="left" if method == "hand" else None))


@pytest.mark.clause("ma-fcp-1:7(b)#1", "ma-fcp-1:8(b)(3)#1", "ma-fcp-1:9(b)(2)")
@pytest.mark.parametrize(
    ("method", "clause"),
    [
        ("manual_shoe", "ma-fcp-1:7(b)#1"),
        ("hand", "ma-fcp-1:8(b)(3)#1"),
        ("automated_shoe", "ma-fcp-1:9(b)(2)"),
    ],
)
def test_no_card_comes_before_no_more_bets(method: str, clause: str) -> None:
    pit = table(rules_of("ma-fcp-1", method), {1: ""}).until("close_bets")
    for early in (c.Deal(), c.DealCard(card=DECK[0])):
        refusal = pit.refused(early)
        assert (refusal.code, refusal.clause) == ("out_of_order", clause)
    pit.do(c.Perform(step="no_more_bets"))
    pit.do(c.Deal())


@pytest.mark.parametrize(
    ("method", "step", "words", "clause"),
    [
        pytest.param(
            "manual_shoe", "hand_rule", ("next to the shoe draws", "other hand places"), "7(b)#2",
            marks=pytest.mark.clause("ma-fcp-1:7(b)#2"),
        ),
        pytest.param(
            "hand", "keep_hand", ("keeps the cards for the whole round",), "8(b)(2)(i)",
            marks=pytest.mark.clause("ma-fcp-1:8(b)(2)(i)"),
        ),
        pytest.param(
            "hand", "hold_over_inventory", ("over the inventory tray", "in front of the dealer"), "8(b)(2)(ii)",
            marks=pytest.mark.clause("ma-fcp-1:8(b)(2)(ii)"),
        ),
        pytest.param(
            "hand", "hand_rule", ("free hand takes the top card", "face down"), "8(b)(3)#2",
            marks=pytest.mark.clause("ma-fcp-1:8(b)(3)#2"),
        ),
    ],
)  # fmt: skip
def test_the_dealer_is_told_how_to_hold_and_draw(method: str, step: str, words: tuple[str, ...], clause: str) -> None:
    found = next(s for s in standing_steps(rules_of("ma-fcp-1", method)) if s.step == step)
    assert f"ma-fcp-1:{clause}" in found.clause
    assert all(phrase in found.says for phrase in words)


@pytest.mark.clause("ma-fcp-1:8(b)(2)")
@pytest.mark.parametrize("hand", ["left", "right"])
def test_the_stack_is_taken_in_either_hand_and_the_log_says_which(hand: str) -> None:
    pit = table(rules_of("ma-fcp-1", "hand"), {1: ""})
    assert pit.refused(c.Perform(step="take_stack")).clause == "ma-fcp-1:8(b)(2)"
    assert pit.refused(c.Perform(step="take_stack", hand="both")).clause == "ma-fcp-1:8(b)(2)"
    (event,) = pit.do(c.Perform(step="take_stack", hand=hand))
    assert isinstance(event, e.StepDone)
    assert event.hand == pit.round.holding_hand == hand


@pytest.mark.clause("ma-fcp-1:8(b)(2)(i)")
def test_a_change_of_hands_within_the_round_is_noted() -> None:
    pit = table(rules_of("ma-fcp-1", "hand"), {1: ""})
    pit.do(c.Perform(step="take_stack", hand="left"))
    assert of_kind(pit, e.ConductNoted) == []
    pit.do(c.Perform(step="no_more_bets", hand="right"))
    (noted,) = of_kind(pit, e.ConductNoted)
    assert (noted.step, noted.clause) == ("keep_hand", "ma-fcp-1:8(b)(2)(i)")
    assert "right" in noted.note


@pytest.mark.clause("ma-fcp-1:8(b)(3)#2")
def test_cards_leave_the_stack_from_the_top() -> None:
    pit = Pit(rules_of("ma-fcp-1", "hand", filed=ONE_DECK)).sit(1).ready(DECK).wager(1, ante=1000).until("deal")
    assert pit.refused(c.DealCard(card=DECK[1])).code == "wrong_card"
    assert pit.refused(c.DealCard(card=DECK[-1])).code == "wrong_card"
    for card in DECK[:11]:
        pit.do(c.DealCard(card=card))
    due = due_of(pit.rules, pit.state)
    assert due is not None
    assert due.step == "remove_stub"
    assert pit.round.dealer == (*DECK[1:10:2], DECK[10])


@pytest.mark.parametrize("method", METHODS)
def test_cards_read_one_by_one_lie_as_if_the_order_had_been_known(method: str) -> None:
    known, read = (Pit(rules_of("ma-fcp-1", method, filed=ONE_DECK)).sit(1, 4) for _ in range(2))
    for pit, order in ((known, DECK), (read, None)):
        pit.ready(order).wager(1, ante=1000).wager(4, aces_up=500).until("deal")
    known.on()
    assert read.refused(c.Deal()).code == "order_unknown"
    for card in DECK[: known.round.drawn]:
        read.do(c.DealCard(card=card))
    read.on()
    assert (read.round.boxes, read.round.dealer, read.round.burned) == (
        known.round.boxes,
        known.round.dealer,
        known.round.burned,
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("method", METHODS)
def test_the_progressive_chips_are_in_the_inventory_before_the_first_card(edition: str, method: str) -> None:
    """Locked, collected, counted and banked, in this order (reading A42)."""
    rules = rules_of(edition, method, "progressive")
    pit = table(rules, {1: NOTHING[0], 2: NOTHING[1]}, ante=1000, progressive=100).until("deal")
    steps = ["lock_progressive", "collect_progressive", "count_progressive", "bank_progressive"]
    assert [due.step for due in script_of(rules) if due.step in steps] == steps
    (banked,) = of_kind(pit, e.ProgressiveBanked)
    assert (banked.cents, pit.round.banked_cents, pit.round.drawn) == (200, 200, 0)
