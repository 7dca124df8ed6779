"""Decisions at an Ultimate Texas Hold 'Em table: who is asked when, what they may answer, what a fold takes."""

import pytest

from croupier.cards import DECK
from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.script import standing_steps
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.holdem import by_method, table
from tests.table.pit import Pit, rules_with, stacked

clause = pytest.mark.clause
RULES = by_method("automated_shoe")
BOARD = "2c 7d 9h Js Qc"
HANDS: dict[int | str, str] = {1: "As Ad", 2: "Ks Kd", 4: "Th 8s", "dealer": "Qh 3d", "community": BOARD}


def asked(pit: Pit) -> list[tuple[str, tuple[int, ...]]]:
    """Every question put so far: the point and the seats in their order."""
    return [(event.point, event.seats) for event in pit.events if isinstance(event, e.DecisionsAsked)]


@pytest.mark.clause("md-uth:11B", "md-uth:11B(2)(b)", "md-uth:11D", "md-uth:11D(2)(b)", "md-uth:11F")
def test_players_without_a_play_wager_are_asked_clockwise_at_each_point() -> None:
    pit = table(RULES, HANDS).on()
    assert asked(pit) == [("before_flop", (1, 2, 4))]
    pit.answer("check", "play:3", "check")
    assert asked(pit)[1:] == [("after_flop", (1, 4))]
    pit.answer("play:2", "check")
    assert asked(pit)[2:] == [("after_river", (4,))]
    pit.answer("play:1")
    stakes = {box.seat: box.stake("play") for box in pit.round.boxes}
    assert stakes == {1: 2000, 2: 3000, 4: 1000}


@pytest.mark.clause("md-uth:11D")
def test_when_everybody_has_bet_nobody_is_asked_again() -> None:
    pit = table(RULES, HANDS).on().answer("play:4", "play:4", "play:4")
    assert asked(pit) == [("before_flop", (1, 2, 4)), ("after_flop", ()), ("after_river", ())]
    assert pit.round.phase == "closed"


@pytest.mark.clause("md-uth:11B", "md-uth:11F")
def test_nobody_answers_out_of_turn() -> None:
    pit = table(RULES, HANDS).on()
    refusal = pit.refused(c.Decide(seat=2, action="check"))
    assert (refusal.code, refusal.clause) == ("not_your_turn", "md-uth:11B")
    assert pit.refused(c.Decide(seat=3, action="check")).code == "not_asked"


BEFORE, FLOP, RIVER = "md-uth:11B(1)", "md-uth:11D(1)", "md-uth:11F"
ANSWERS = [
    *[pytest.param(0, "play", times, times in (3, 4), marks=clause(BEFORE)) for times in (0, 1, 2, 3, 4, 5)],
    pytest.param(0, "check", 0, True, marks=clause(BEFORE)),
    pytest.param(0, "fold", 0, False, marks=clause(BEFORE)),
    *[pytest.param(1, "play", times, times == 2, marks=clause(FLOP)) for times in (0, 1, 2, 3, 4)],
    pytest.param(1, "check", 0, True, marks=clause(FLOP)),
    pytest.param(1, "fold", 0, False, marks=clause(FLOP)),
    *[pytest.param(2, "play", times, times == 1, marks=clause(RIVER)) for times in (0, 1, 2, 3, 4)],
    pytest.param(2, "check", 0, False, marks=clause(RIVER)),
    pytest.param(2, "fold", 0, True, marks=clause(RIVER)),
]


@pytest.mark.parametrize(("checks", "action", "times", "allowed"), ANSWERS)
def test_what_may_be_answered(checks: int, action: str, times: int, allowed: bool) -> None:
    pit = table(RULES, {1: "As Ad", "community": BOARD}).on().answer(*["check"] * checks)
    command = c.Decide(seat=1, action=action, stake_cents=1000 * times)
    if not allowed:
        assert pit.refused(command).code in ("play_amount", "no_such_answer")
        return
    decided = pit.do(command)[0]
    assert isinstance(decided, e.Decided)
    assert (decided.action, decided.stake_cents) == (action, 1000 * times)


@pytest.mark.parametrize("stake", [2999, 3001, 3500, 3999, 4001])
def test_play_is_an_exact_multiple(stake: int) -> None:
    pit = table(RULES, {1: "As Ad"}).on()
    assert pit.refused(c.Decide(seat=1, action="play", stake_cents=stake)).code == "play_amount"


@pytest.mark.parametrize(
    ("checks", "times"),
    [
        pytest.param(0, 4, marks=clause("md-uth:11B(2)(a)")),
        pytest.param(1, 2, marks=clause("md-uth:11D(2)(a)")),
        pytest.param(2, 1, marks=clause("md-uth:11F(1)")),
    ],
)
def test_a_play_wager_goes_on_its_own_area(checks: int, times: int) -> None:
    pit = table(RULES, {1: "As Ad", "community": BOARD}, trips=500).on().answer(*["check"] * checks)
    pit.do(c.Decide(seat=1, action="play", stake_cents=1000 * times))
    box = pit.round.box(1)
    assert box is not None
    assert dict(box.wagers) == {"ante": 1000, "blind": 1000, "trips": 500, "play": 1000 * times}


@pytest.mark.parametrize(
    ("method", "checks", "step"),
    [
        pytest.param("automated_shoe", 0, "turn_up_flop", marks=clause("md-uth:11C")),
        pytest.param("automated_shoe", 3, "turn_up_final_two", marks=clause("md-uth:11E")),
        pytest.param("automated_shoe", 6, "reveal_dealer", marks=clause("md-uth:11G(1)")),
        pytest.param("manual_shoe", 0, "", marks=clause("md-uth:11C")),
        pytest.param("manual_shoe", 3, "", marks=clause("md-uth:11E")),
        pytest.param("hand", 0, "", marks=clause("md-uth:11C")),
        pytest.param("hand", 6, "reveal_dealer", marks=clause("md-uth:11G(1)")),
    ],
)
def test_the_dealer_waits_for_every_answer(method: str, checks: int, step: str) -> None:
    pit = table(by_method(method), HANDS).on().answer(*["check"] * checks)
    answer = "play:4" if checks == 0 else "play:2" if checks == 3 else "play:1"
    move: c.AnyCommand = c.Perform(step=step) if step else c.Deal()
    for _ in range(3):
        assert pit.refused(move).code == "out_of_order"
        seat = pit.round.to_ask[0]
        pit.do(c.Decide(seat=seat, action="play", stake_cents=1000 * int(answer[-1])))
    if step:
        pit.do(move)
    else:
        while (due := due_of(pit.rules, pit.state)) and due.kind != "deal":
            pit.do(c.Perform(step=due.step))
        pit.do(move)


@pytest.mark.clause("md-uth:11F(2)")
def test_a_fold_takes_ante_and_blind_at_once() -> None:
    pit = table(RULES, {1: "As Ad", 2: "Ks Kd"}, trips=500, six_card_bonus=500, progressive=100).on()
    pit.answer(*["check"] * 4)
    events = pit.do(c.Decide(seat=1, action="fold"))
    taken = {event.line.wager: event.line for event in events if isinstance(event, e.WagerSettled)}
    assert {wager: line.net_cents for wager, line in taken.items()} == {
        "ante": -1000, "blind": -1000, "progressive": -100,
    }  # fmt: skip
    assert {line.outcome for line in taken.values()} == {"forfeit"}
    assert taken["ante"].clause == taken["blind"].clause == "md-uth:11F(2)"
    assert pit.round.to_ask == (2,)


KEPT = [
    pytest.param({"trips": 500}, True, id="Trips", marks=clause("md-uth:11F(3)(a)", "md-uth:11F(3)(d)")),
    pytest.param({}, False, id="nothing else", marks=clause("md-uth:11F(3)(b)", "md-uth:11F(3)(d)")),
    pytest.param(
        {"trips": 500, "six_card_bonus": 500}, True, id="Trips and Six Card Bonus", marks=clause("md-uth:11F(3)(c)")
    ),
    pytest.param({"progressive": 100}, False, id="only a forfeited Progressive", marks=clause("md-uth:11F(3)(b)")),
    pytest.param({"ultimate_pairs": 500}, True, id="Ultimate Pairs"),
    pytest.param({"bad_beat": 500}, True, id="Bad Beat"),
    pytest.param({"play_the_board": 500}, False, id="Play the Board needs no cards of the player's"),
]


@pytest.mark.parametrize(("stakes", "kept"), KEPT)
def test_folded_cards_stay_while_a_wager_needs_them(stakes: dict[str, int], kept: bool) -> None:
    pit = table(RULES, {1: "As Ad", 2: "Ks Kd", "community": BOARD})
    pit.wager(1, **stakes).on().answer(*["check"] * 4)
    events = pit.do(c.Decide(seat=1, action="fold"))
    (collected,) = [event for event in events if isinstance(event, e.FoldsCollected)]
    assert collected.seats == (() if kept else (1,))
    box = pit.round.box(1)
    assert box is not None
    assert box.racked is not kept
    # Everything that survives is settled, the rest was taken.
    pit.answer("play:1")
    assert pit.round.phase == "closed"
    settled = [line.wager for line in pit.round.lines if line.seat == 1 and line.wager != "envy"]
    assert sorted(settled) == sorted(["ante", "blind", *stakes])


@pytest.mark.clause("md-uth:11F(3)(c)")
def test_without_trips_the_six_card_bonus_keeps_the_cards() -> None:
    records = {"bad_beat_rule": "Exhibit C", "six_card_needs_trips": "Trips is not wanted here"}
    rules = rules_with("md-uth", None, {"records": records, "cards.decks": 1}, six_card_needs_trips=False)
    hands: dict[int | str, str] = {1: "As Ad", "community": BOARD, "bonus_box": "Ac 2h 3s 4d"}
    pit = Pit(rules).sit(1).ready(stacked(rules, hands))
    pit.wager(1, ante=1000, blind=1000, six_card_bonus=500).on().answer("check", "check")
    pit.do(c.Decide(seat=1, action="fold"))
    box = pit.round.box(1)
    assert box is not None
    assert not box.racked
    pit.on()
    assert pit.line(1, "six_card_bonus").paid_cents == 5 * 500


@pytest.mark.parametrize(
    ("step", "wanted"),
    [
        pytest.param("own_hand", "md-uth:11A(1)", marks=clause("md-uth:11A(1)")),
        pytest.param("nobody_else_touches", "md-uth:11A(1)", marks=clause("md-uth:11A(1)")),
        pytest.param("cards_in_view", "md-uth:11A(2)", marks=clause("md-uth:11A(2)")),
    ],
)
def test_a_breach_of_conduct_is_on_record_against_the_seat(step: str, wanted: str) -> None:
    assert step in {standing.step for standing in standing_steps(RULES)}
    pit = table(RULES, HANDS).on()
    (event,) = pit.do(c.NoteConduct(seat=2, step=step, note="the neighbour lifted the cards"))
    assert isinstance(event, e.ConductNoted)
    assert (event.seat, event.clause) == (2, wanted)
    assert pit.round.notes == ((2, step, "the neighbour lifted the cards"),)
    assert pit.round.to_ask == (1, 2, 4)


@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
def test_a_round_can_be_dealt_card_by_card_from_a_deck_nobody_knows(method: str) -> None:
    rules = by_method(method)
    pit = Pit(rules).sit(1, 2).ready(None)
    for seat in (1, 2):
        pit.wager(seat, ante=1000, blind=1000)
    deck = iter(DECK)
    while pit.round.phase not in ("closed", "void"):
        due = due_of(rules, pit.state)
        assert due is not None
        if due.kind == "deal":
            pit.do(c.DealCard(card=next(deck)))
        elif due.kind == "ask":
            action = "fold" if pit.round.point == "after_river" else "check"
            pit.do(c.Decide(seat=pit.round.to_ask[0], action=action))
        elif due.kind == "settle":
            pit.do(c.SettleNext())
        else:
            pit.do(c.Perform(step=due.step, hand="left" if due.step == "take_stack" else None))
    assert pit.net(1) == pit.net(2) == -2000
