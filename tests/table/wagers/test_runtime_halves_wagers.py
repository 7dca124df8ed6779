"""What only a table in play shows of the definitions and filings about wagers."""

import random

import pytest

from croupier.cards import DECK, Card
from croupier.rulebook.elect import GameRules
from croupier.table.procedure.dealer import next_duty
from croupier.table.settlement.settle import settle
from croupier.table.values import commands as c
from croupier.table.values.box import Box, wagers_of
from croupier.table.values.showdown import SettlementLine, Showdown
from tests.table.pit import Pit, cards, rules_with, stacked

MAIN: dict[str, dict[str, int]] = {
    "md-tcp": {"ante": 1500},
    "md-fcp": {"ante": 1000},
    "ma-fcp-1": {"ante": 1000},
    "md-uth": {"ante": 1000, "blind": 1000},
}


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        pytest.param("md-tcp", "md-tcp:.07E(1)", marks=pytest.mark.clause("md-tcp:.01B(5)")),
        pytest.param("md-uth", "md-uth:7F(1)", marks=pytest.mark.clause("md-uth:1B(5)")),
    ],
)
def test_there_is_no_play_wager_before_the_cards_are_dealt(rulebook: str, clause: str) -> None:
    pit = Pit(rules_with(rulebook)).sit(1).ready().wager(1, **MAIN[rulebook])
    ante = MAIN[rulebook]["ante"]
    early = pit.refused(c.PlaceWager(seat=1, wager="play", stake_cents=ante))
    assert (early.code, early.clause) == ("too_early", clause)
    pit.until("deal")
    assert pit.refused(c.Decide(seat=1, action="play", stake_cents=ante)).code == "out_of_order"
    assert pit.refused(c.PlaceWager(seat=1, wager="play", stake_cents=ante)).code == "bets_closed"
    pit.on()
    assert pit.round.to_ask == (1,)
    pit.answer("play:1" if rulebook == "md-tcp" else "play:3")
    assert pit.line(1, "play").stake_cents in (ante, 3 * ante)


@pytest.mark.clause("md-fcp:.01B(5)")
def test_an_ante_without_play_is_never_compared_with_the_dealer() -> None:
    rules = rules_with("md-fcp")
    order = stacked(rules, {1: "As Ah Ad Ac 2s", 2: "Ks Kh Kd Qc 3s", "dealer": "2c 4d 6h 8c Td Jh"})
    pit = Pit(rules).sit(1, 2).ready(order)
    pit.wager(1, ante=1000, aces_up=500).wager(2, ante=1000).on().answer("fold", "play:1")
    folded, played = pit.line(1, "ante"), pit.line(2, "ante")
    assert (folded.outcome, folded.case, folded.returned_cents) == ("forfeit", "folded", 0)
    assert (played.outcome, played.case) == ("win", "higher")
    assert pit.line(1, "aces_up").outcome == "win"
    assert {line.wager for line in pit.round.lines if line.seat == 1} == {"ante", "aces_up"}


@pytest.mark.clause("ma-fcp-1:1/ante-wager")
def test_without_an_ante_nobody_is_asked_or_compared() -> None:
    rules = rules_with("ma-fcp-1")
    pit = Pit(rules).sit(1, 2).ready(stacked(rules, {1: "As Ah Kd 7c 2s", 2: "Ks Qh 9d 7d 3s"}))
    pit.wager(1, aces_up=500).wager(2, ante=1000).on()
    assert pit.round.to_ask == (2,)
    refusal = pit.refused(c.Decide(seat=1, action="play", stake_cents=500))
    assert refusal.code == "not_asked"
    pit.answer("play:1")
    assert [(line.wager, line.case) for line in pit.round.lines if line.seat == 1] == [("aces_up", "")]


@pytest.mark.clause("ma-fcp-1:1/play-wager")
@pytest.mark.parametrize(
    ("stake", "taken"),
    [(999, False), (1000, True), (1001, True), (2500, True), (2999, True), (3000, True), (3001, False)],
)
def test_play_is_from_one_to_three_times_the_ante(stake: int, taken: bool) -> None:
    pit = Pit(rules_with("ma-fcp-1")).sit(1).ready().wager(1, ante=1000).on()
    play = c.Decide(seat=1, action="play", stake_cents=stake)
    if taken:
        pit.do(play)
        box = pit.round.box(1)
        assert box is not None
        assert box.stake("play") == stake
    else:
        assert (pit.refused(play).code, pit.refused(play).clause) == ("play_amount", "ma-fcp-1:10(b)#2")


@pytest.mark.clause("ma-fcp-1:1/round-of-play")
def test_a_round_is_over_only_when_every_wager_has_its_result() -> None:
    rules = rules_with("ma-fcp-1")
    pit = Pit(rules).sit(1, 2).ready().wager(1, ante=1000, aces_up=500, cover_all=100, progressive=100)
    pit.wager(2, aces_up=500).on()
    pit.do(c.Decide(seat=1, action="play", stake_cents=1000))
    pit.until("settle")
    wagered = {(box.seat, wager) for box in pit.round.boxes for wager, _ in box.wagers}
    while pit.round.phase != "closed":
        done = {(line.seat, line.wager) for line in pit.round.lines if line.stake_cents}
        close = c.Perform(step="collect_cards")
        if wagered - done:
            assert pit.refused(close).code == "out_of_order"
            assert pit.refused(c.OpenRound()).code == "out_of_order"
            duty = next_duty(rules, pit.state)
            assert duty is not None
            pit.do(duty.command)
        else:
            pit.on()
    assert {(line.seat, line.wager) for line in pit.round.lines if line.stake_cents} == wagered


@pytest.mark.clause("md-uth:1B(1)")
def test_a_check_adds_no_money_and_leaves_the_seat_in() -> None:
    pit = Pit(rules_with("md-uth")).sit(1).ready().wager(1, ante=1000, blind=1000).on()
    for point in ("before_flop", "after_flop"):
        assert (pit.round.point, pit.round.to_ask) == (point, (1,))
        box = pit.round.box(1)
        pit.answer("check")
        assert box is not None
        assert pit.round.box(1) == box
    assert (pit.round.point, pit.round.to_ask) == ("after_river", (1,))


@pytest.mark.clause("md-uth:1B(4)")
def test_a_folded_seat_has_no_play_and_decides_nothing_more() -> None:
    pit = Pit(rules_with("md-uth")).sit(1, 2).ready()
    pit.wager(1, ante=1000, blind=1000).wager(2, ante=1000, blind=1000).on()
    assert pit.refused(c.Decide(seat=1, action="fold")).code == "no_such_answer"
    pit.answer("check", "check", "check", "check")
    pit.do(c.Decide(seat=1, action="fold"))
    assert pit.round.to_ask == (2,)
    assert pit.refused(c.Decide(seat=1, action="play", stake_cents=1000)).code == "not_asked"
    pit.answer("play:1")
    assert {line.wager for line in pit.round.lines if line.seat == 1} == {"ante", "blind"}
    assert {line.outcome for line in pit.round.lines if line.seat == 1} == {"forfeit"}


@pytest.mark.clause("md-tcp:.07F")
@pytest.mark.parametrize(
    ("version", "ante", "pair_plus", "taken"),
    [
        ("base", 1500, 0, True),
        ("base", 0, 1500, True),
        ("base", 1500, 20000, True),
        ("F1", 1500, 1500, True),
        ("F1", 1500, 1501, False),
        ("F1", 0, 1500, False),
        ("F1", 1500, 0, True),
        ("F2", 1500, 3000, True),
        ("F2", 1500, 3001, False),
        ("F2", 0, 1500, False),
        ("F3", 1500, 7500, True),
        ("F3", 1500, 7501, False),
        ("F3", 2500, 500, True),
        ("F3", 2501, 500, False),
        ("F3", 1500, 0, False),
        ("F3", 0, 1500, False),
    ],
)
def test_the_elected_version_decides_which_main_wagers_go_together(
    version: str, ante: int, pair_plus: int, taken: bool
) -> None:
    pit = Pit(rules_with("md-tcp", version=version)).sit(1).ready()
    answers = []
    for wager, stake in (("ante", ante), ("pair_plus", pair_plus)):
        if stake:
            answers.append(tries(pit, c.PlaceWager(seat=1, wager=wager, stake_cents=stake)))
    if pit.round.boxes:
        pit.until("close_bets")
        answers.append(tries(pit, c.Perform(step="no_more_bets")))
    assert (all(answers) and pit.round.phase == "dealing") is taken


def tries(pit: Pit, command: c.AnyCommand) -> bool:
    """Whether the command is lawful; if so it is done."""
    try:
        pit.do(command)
    except AssertionError:
        pit.refused(command)
        return False
    return True


@pytest.mark.parametrize(
    ("rulebook", "allowed", "clause"),
    [
        pytest.param("md-tcp", 1, "md-tcp:.07G", marks=pytest.mark.clause("md-tcp:.07G")),
        pytest.param("md-tcp", 3, "md-tcp:.07G", marks=pytest.mark.clause("md-tcp:.07G")),
        pytest.param("md-uth", 1, "md-uth:7G", marks=pytest.mark.clause("md-uth:7G")),
        pytest.param("md-uth", 2, "md-uth:7G", marks=pytest.mark.clause("md-uth:7G")),
        pytest.param("md-fcp", 1, "md-fcp:.07F", marks=pytest.mark.clause("md-fcp:.07F")),
        pytest.param("md-fcp", 2, "md-fcp:.07F", marks=pytest.mark.clause("md-fcp:.07F")),
        pytest.param("ma-fcp-1", 1, "ma-fcp-1:6(e)", marks=pytest.mark.clause("ma-fcp-1:6(e)")),
        pytest.param("ma-fcp-1", 2, "ma-fcp-1:6(e)", marks=pytest.mark.clause("ma-fcp-1:6(e)")),
    ],
)
def test_one_player_wagers_at_as_many_adjacent_boxes_as_filed(rulebook: str, allowed: int, clause: str) -> None:
    pit = Pit(rules_with(rulebook, filed={"table.adjacent_boxes": allowed}))
    for seat in range(1, 6):
        pit.do(c.Sit(seat=seat, player="Kim"))
    pit.ready().wager(1, ante=1500)
    for seat in range(2, allowed + 1):
        apart = pit.refused(c.PlaceWager(seat=seat + 1, wager="ante", stake_cents=1500))
        assert (apart.code, apart.clause) == ("not_adjacent", clause)
        pit.wager(seat, ante=1500)
    over = pit.refused(c.PlaceWager(seat=allowed + 1, wager="ante", stake_cents=1500))
    assert (over.code, over.clause) == ("too_many_boxes", clause)
    assert f"at {'one box' if allowed == 1 else f'{allowed} adjacent boxes'} here" in over.sentence


def line_against(rules: GameRules, seat: Box, wager: str, **shown: tuple[Card, ...]) -> SettlementLine:
    """What becomes of the wager with these cards of the dealer, the board and the box."""
    dealer, board, box = shown.get("dealer", ()), shown.get("community", ()), shown.get("bonus", ())
    showdown = Showdown(dealer, board, box, (seat,), tuple((meter.meter, 100000) for meter in rules.meters))
    (line,) = [line for line in settle(rules, showdown).lines if line.wager == wager]
    return line


def others(*held: tuple[Card, ...], count: int, times: int) -> list[tuple[Card, ...]]:
    """So many cards drawn from the rest of the deck, so many times over."""
    rest = [card for card in DECK if card not in {card for hand in held for card in hand}]
    chance = random.Random(14)
    return [tuple(chance.sample(rest, count)) for _ in range(times)]


def seat_with(own: str, **stakes: int) -> Box:
    return Box(1, "Kim", wagers_of(stakes), cards(own))


# Each wager against its own paytable: what decides it, and what may change without changing it.
BLIND_TO = [
    ("md-tcp:.01B(4)", {"ante": 1500, "play": 1500, "pair_plus": 500}, "pair_plus", "9s 9h 2c", {"dealer": 3}, {}),
    ("md-tcp:.01B(4)", {"ante": 1500, "play": 1500, "pair_plus": 500}, "pair_plus", "9s Th 2c", {"dealer": 3}, {}),
    ("md-fcp:.01B(1)", {"ante": 1000, "play": 1000, "aces_up": 500}, "aces_up", "As Ah 7d 4c 2s", {"dealer": 6}, {}),
    ("md-fcp:.01B(1)", {"ante": 1000, "play": 1000, "aces_up": 500}, "aces_up", "Ks Kh 7d 4c 2s", {"dealer": 6}, {}),
    ("md-uth:1B(7)", {"ante": 1000, "blind": 1000, "play": 1000, "trips": 500}, "trips", "9s 9h",
     {"dealer": 2}, {"community": "9d 2c 5h Jc Ks"}),
    ("md-uth:1B(7)", {"ante": 1000, "blind": 1000, "play": 1000, "trips": 500}, "trips", "9s 8h",
     {"dealer": 2}, {"community": "9d 2c 5h Jc Ks"}),
    ("md-uth:7F(4)", {"ante": 1000, "blind": 1000, "trips": 500, "play": 1000, "six_card_bonus": 500}, "six_card_bonus",
     "9s 9h", {"dealer": 2, "community": 5}, {"bonus": "9d 2c 5h Jc"}),
    ("md-uth:7F(5)", {"ante": 1000, "blind": 1000, "play": 1000, "ultimate_pairs": 500}, "ultimate_pairs", "As Ks",
     {"community": 5}, {"dealer": "2c 3d"}),
    ("md-uth:7F(7)", {"ante": 1000, "blind": 1000, "play": 1000, "play_the_board": 500}, "play_the_board", "",
     {"own": 2, "dealer": 2}, {"community": "9d 9c 9h Jc Ks"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("clause", "stakes", "wager", "own", "changes", "stays"),
    [pytest.param(*row, marks=pytest.mark.clause(row[0])) for row in BLIND_TO],
)
def test_what_a_wager_does_not_look_at_never_changes_its_result(
    clause: str, stakes: dict[str, int], wager: str, own: str, changes: dict[str, int], stays: dict[str, str]
) -> None:
    rules = rules_with(clause.partition(":")[0])
    kept = {place: cards(text) for place, text in stays.items()}
    results = set()
    for drawn in others(cards(own) if own else (), *kept.values(), count=sum(changes.values()), times=300):
        shown, at = dict(kept), 0
        for place, count in changes.items():
            shown[place] = drawn[at : at + count]
            at += count
        held = shown.pop("own", None) or cards(own)
        seat = Box(1, "Kim", wagers_of(stakes), held)
        line = line_against(rules, seat, wager, **shown)
        results.add((line.outcome, line.paid_cents, line.returned_cents))
    assert len(results) == 1


@pytest.mark.clause("ma-fcp-1:1/aces-up-wager")
@pytest.mark.parametrize(("own", "outcome"), [("Ks Kh 7d 4c 2s", "lose"), ("As Ah 7d 4c 2s", "win")])
def test_aces_up_wins_from_a_pair_of_aces_with_any_dealer_hand(own: str, outcome: str) -> None:
    rules = rules_with("ma-fcp-1")
    seat = seat_with(own, ante=1000, play=1000, aces_up=500)
    for dealer in others(seat.cards, count=6, times=300):
        assert line_against(rules, seat, "aces_up", dealer=dealer).outcome == outcome
    without = Pit(rules).sit(1).ready().wager(1, ante=1000).on().answer("play:1")
    assert without.round.phase == "closed"


@pytest.mark.clause("md-uth:7F(6)")
@pytest.mark.parametrize(
    ("own", "dealer", "board", "line"),
    [
        ("9s 9h", "Ts Th", "9d Td 2c 5h Jc", "three_of_a_kind"),
        ("9s 9h", "9c 8c", "9d Td 2c 5h Jc", None),
        ("Ts Th", "9s 9h", "9d Td 2c 5h Jc", "three_of_a_kind"),
        ("2s 3s", "4h 5c", "As Ks Qs Js Ts", None),
    ],
)
def test_bad_beat_looks_at_both_final_hands(own: str, dealer: str, board: str, line: str | None) -> None:
    seat = seat_with(own, ante=1000, blind=1000, play=1000, bad_beat=500)
    settled = line_against(rules_with("md-uth"), seat, "bad_beat", dealer=cards(dealer), community=cards(board))
    assert settled.line == line


@pytest.mark.parametrize(
    ("rulebook", "wager"),
    [
        pytest.param("md-tcp", "six_card_bonus", marks=pytest.mark.clause("md-tcp:.07E(5)")),
        pytest.param("md-fcp", "six_card_bonus", marks=pytest.mark.clause("md-fcp:.07E(5)")),
        pytest.param("md-uth", "six_card_bonus", marks=pytest.mark.clause("md-uth:7F(4)")),
        pytest.param("md-uth", "ultimate_pairs", marks=pytest.mark.clause("md-uth:7F(5)")),
        pytest.param("md-uth", "bad_beat", marks=pytest.mark.clause("md-uth:7F(6)")),
        pytest.param("md-uth", "play_the_board", marks=pytest.mark.clause("md-uth:7F(7)")),
    ],
)
def test_a_wager_that_is_not_filed_is_not_taken(rulebook: str, wager: str) -> None:
    offers = rules_with(rulebook).offers
    side = {"pair_plus": 500} if rulebook == "md-tcp" else {"trips": 500} if rulebook == "md-uth" else {"aces_up": 500}
    command = c.PlaceWager(seat=1, wager=wager, stake_cents=500)
    filed = Pit(rules_with(rulebook)).sit(1).ready().wager(1, **MAIN[rulebook], **side)
    filed.do(command)
    unfiled = Pit(rules_with(rulebook, [name for name in offers if name != wager])).sit(1).ready()
    unfiled.wager(1, **MAIN[rulebook], **side)
    assert unfiled.refused(command).code == "not_offered"


@pytest.mark.parametrize(
    ("rulebook", "own", "shown", "line"),
    [
        pytest.param("md-tcp", "9s 9h 2c", {"dealer": "9d 4c 7h"}, "three_of_a_kind",
                     marks=pytest.mark.clause("md-tcp:.07E(5)")),
        pytest.param("md-tcp", "9s 9h 2c", {"dealer": "Td 4c 7h"}, None, marks=pytest.mark.clause("md-tcp:.07E(5)")),
        pytest.param("md-fcp", "9s 9h 2c 4d 7h", {"dealer": "9d 9c Th Jh Qh Kh", "bonus": "As"}, None,
                     marks=pytest.mark.clause("md-fcp:.07E(5)")),
        pytest.param("md-fcp", "9s 9h 2c 4d 7h", {"dealer": "3d 3c Th Jh Qh Kh", "bonus": "9d"}, "three_of_a_kind",
                     marks=pytest.mark.clause("md-fcp:.07E(5)")),
    ],
)  # fmt: skip
def test_the_six_card_bonus_is_made_of_exactly_its_six_cards(
    rulebook: str, own: str, shown: dict[str, str], line: str | None
) -> None:
    seat = seat_with(own, ante=1500, play=1500, six_card_bonus=500)
    dealt = {place: cards(text) for place, text in shown.items()}
    assert line_against(rules_with(rulebook), seat, "six_card_bonus", **dealt).line == line


@pytest.mark.clause("md-tcp:.12B")
@pytest.mark.parametrize(("paytable", "straight_flush"), [("A", 7500), ("B", 7500), ("C", 6000)])
def test_the_ante_bonus_is_paid_on_a_hand_that_loses(paytable: str, straight_flush: int) -> None:
    rules = rules_with("md-tcp", ante_bonus=paytable)
    order = stacked(rules, {1: "9s 8h 7d", 2: "6s 5s 4s", "dealer": "Qs Js Ts"})
    pit = Pit(rules).sit(1, 2).ready(order).wager(1, ante=1500).wager(2, ante=1500).on().answer("play:1", "play:1")
    assert [pit.line(seat, "ante").outcome for seat in (1, 2)] == ["lose", "lose"]
    assert [pit.line(seat, "ante_bonus").paid_cents for seat in (1, 2)] == [1500, straight_flush]


@pytest.mark.clause("md-uth:12F")
@pytest.mark.parametrize(
    ("limit", "won"),
    [
        (None, 15_650_000),
        (15_650_001, 15_650_000),
        (15_650_000, 15_650_000),
        (15_649_999, 15_649_999),
        (7_500_000, 7_500_000),
    ],
)
def test_a_payout_limit_caps_what_one_hand_wins(limit: int | None, won: int) -> None:
    rules = rules_with("md-uth", filed={"payout_limit.amount_cents": limit})
    order = stacked(rules, {1: "As Ks", "dealer": "Qc Qd", "community": "Qs Js Ts 2c 3d"})
    pit = Pit(rules).sit(1).ready(order).wager(1, ante=30000, blind=30000, trips=10000, progressive=100).on()
    pit.answer("play:4")
    capped = [pit.line(1, wager).paid_cents for wager in ("ante", "play", "blind", "trips")]
    assert sum(capped) == won
    assert pit.line(1, "progressive").paid_cents == 1_000_015
