"""The order of settlement at a Massachusetts table, by either method, and the hands left out for Cover All."""

from typing import Any

import pytest

from croupier.table.values import events as e
from tests.table.ma_fcp import NOTHING, of_kind, play_round, rules_of
from tests.table.pit import Pit, cards, stacked

# Seat 1 loses with three of a kind, seat 3 wins, seat 5 folds with aces up, seat 6 folds with nothing else.
HANDS: dict[int | str, str] = {
    1: "Qs Qh Qd 7h 9d",
    3: "As Ah Ad 5s 8d",
    5: "Js Jh 6h 6d Tc",
    6: "2c 3c 5h 7d 9c",
    "dealer": "Ks Kh Kd 2s 3h 4d",
}


def settled(method: int) -> Pit:
    """That round, settled by the method."""
    rules = rules_of(settlement_method=method)
    pit = Pit(rules).sit(1, 3, 5, 6).ready(stacked(rules, HANDS))
    pit.wager(1, ante=1000).wager(3, ante=1000, aces_up=500).wager(5, ante=1000, aces_up=500).wager(6, ante=1000)
    return play_round(pit, "play:3", "play:1", "fold", "fold")


def trace(pit: Pit) -> list[str]:
    """What happened since the dealer's reveal: shows, takes, pays, left, replaced, racked, each with its seat."""
    words = []
    for event in pit.events[pit.events.index(of_kind(pit, e.DealerRevealed)[-1]) :]:
        if isinstance(event, e.SeatRevealed):
            words.append(f"{event.seat} shows")
        elif isinstance(event, e.WagerSettled | e.AwardPaid):
            verb = "pays" if event.line.paid_cents or event.line.returned_cents else "takes"
            words.append(f"{event.line.seat} {verb} {event.line.wager}")
        elif isinstance(event, e.CardsCollected):
            words.append(f"{event.seat} racked")
        elif isinstance(event, e.HandLeftExposed):
            words.append(f"{event.seat} left")
        elif isinstance(event, e.ExposedHandReplaced):
            words.append(f"{event.seat} replaced")
    return words


@pytest.mark.clause(
    "ma-fcp-1:10(e)(1)",
    "ma-fcp-1:10(e)(1)(i)",
    "ma-fcp-1:10(e)(1)(ii)",
    "ma-fcp-1:10(e)(1)(iii)",
    "ma-fcp-1:10(e)(1)(iv)",
    "ma-fcp-1:10(d)#3",
)
def test_method_1_takes_each_step_round_the_table() -> None:
    assert trace(settled(1)) == [
        "5 shows", "3 shows", "1 shows",
        "1 takes ante", "1 takes play",
        "5 pays aces_up", "3 pays ante", "3 pays play", "3 pays ante_bonus", "3 pays aces_up", "1 pays ante_bonus",
        "5 racked", "3 racked", "1 racked", "0 racked",
    ]  # fmt: skip


@pytest.mark.clause(
    "ma-fcp-1:10(e)(2)",
    "ma-fcp-1:10(e)(2)(i)",
    "ma-fcp-1:10(e)(2)(ii)",
    "ma-fcp-1:10(e)(2)(iii)",
    "ma-fcp-1:10(d)#3",
)
def test_method_2_finishes_one_seat_before_the_next() -> None:
    assert trace(settled(2)) == [
        "5 shows", "5 pays aces_up", "5 racked",
        "3 shows", "3 pays ante", "3 pays play", "3 pays ante_bonus", "3 pays aces_up", "3 racked",
        "1 shows", "1 takes ante", "1 takes play", "1 pays ante_bonus", "1 racked",
        "0 racked",
    ]  # fmt: skip


@pytest.mark.clause("ma-fcp-1:10(d)#3")
@pytest.mark.parametrize("method", [1, 2])
def test_a_folded_hand_that_was_collected_is_never_shown(method: int) -> None:
    pit = settled(method)
    assert 6 not in [event.seat for event in of_kind(pit, e.SeatRevealed)]
    shows, reveal = of_kind(pit, e.SeatRevealed)[0], of_kind(pit, e.DealerRevealed)[0]
    assert pit.events.index(reveal) < pit.events.index(shows)


@pytest.mark.clause("ma-fcp-1:10(e)#2", "ma-fcp-1:10(f)")
@pytest.mark.parametrize("method", [1, 2])
def test_every_hand_can_be_rebuilt_from_the_rack_and_the_dealers_went_in_last(method: int) -> None:
    rack = settled(method).round.rack
    assert [seat for seat, _ in rack] == [6, 5, 3, 1, 0]
    hands = {(seat or "dealer"): held for seat, held in rack}
    assert hands == {place: cards(text) for place, text in HANDS.items()}


@pytest.mark.parametrize("method", [1, 2])
def test_both_methods_pay_the_same(method: int) -> None:
    pit = settled(method)
    nets = {seat: pit.net(seat) for seat in (1, 3, 5, 6)}
    # 1: loses ante and play, bonus 2 to 1.  3: even money twice, bonus 2 to 1, aces up 9 to 1.  5: two pair 2 to 1.
    assert nets == {1: -1000 - 3000 + 2000, 3: 1000 + 1000 + 2000 + 4500, 5: -1000 + 1000, 6: -1000}


def covered(method: int, hands: dict[int | str, str], answers: list[str], **elections: Any) -> Pit:
    """A settled round in which every box wagers ante and cover all, those that fold aces up as well."""
    rules = rules_of("ma-fcp-1", "automated_shoe", "cover_all", settlement_method=method, **elections)
    seats = [seat for seat in hands if isinstance(seat, int)]
    pit = Pit(rules).sit(*seats).ready(stacked(rules, hands))
    for seat, answer in zip(seats, answers, strict=True):
        pit.wager(seat, ante=1000, cover_all=100, **({"aces_up": 500} if answer == "fold" else {}))
    return play_round(pit, *answers)


STRAIGHT, QUADS, ROYAL = "Tc Js Qh Kd 2c", "8s 8h 8d 8c 5s", "Ac Kc Qc Jc 9d"
FLUSH_DEALER, LOW_DEALER = "2s 4s 6s 9s Jh Td", "3d 5c 7s 9h Jd 4s"
PAIR = "As Ad 9c 7h 3h"
# Seats are taken from 5 down: what is left exposed, what it replaces, and in which order hands go to the rack.
LEFT_OUT = [
    pytest.param(
        {1: STRAIGHT, 3: "Ts Th Ah 9d 6h", 5: PAIR, "dealer": LOW_DEALER},
        ["5 racked", "3 racked", "1 left"],
        ["1 racked", "0 racked"],
        marks=pytest.mark.clause("ma-fcp-1:12(h)a"),
        id="a_straight_stays",
    ),
    pytest.param(
        {1: NOTHING[4].replace("6s", "6h"), 3: "3c 5c 6c Qd Ts", 5: PAIR, "dealer": FLUSH_DEALER.replace("Td", "Tc")},
        ["0 left", "5 racked", "3 racked", "1 racked"],
        ["0 racked"],
        marks=pytest.mark.clause("ma-fcp-1:12(h)a"),
        id="the_dealers_own_flush_stays",
    ),
    pytest.param(
        {1: STRAIGHT, 3: "9h 9c 9d Ah Kh", 5: "As Ad 8c 7h 2h", "dealer": FLUSH_DEALER.replace("9s", "8s")},
        ["0 left", "5 racked", "3 left", "0 replaced", "1 left", "1 replaced", "1 racked"],
        ["3 racked", "0 racked"],
        marks=pytest.mark.clause("ma-fcp-1:12(i)"),
        id="a_higher_hand_takes_the_place",
    ),
    pytest.param(
        {1: "Tc Js Qh Kd 2c", 3: "Ts Jc Qd Kh 2h", 5: PAIR, "dealer": LOW_DEALER},
        ["5 racked", "3 left", "1 left"],
        ["3 racked", "1 racked", "0 racked"],
        marks=pytest.mark.clause("ma-fcp-1:12(i)"),
        id="equals_stay_together",
    ),
    pytest.param(
        {1: QUADS, 3: ROYAL, 5: "As Ad Tc 7h 2c", "dealer": LOW_DEALER},
        ["5 racked", "3 left", "1 left", "1 replaced", "1 racked"],
        ["3 racked", "0 racked"],
        marks=pytest.mark.clause("ma-fcp-1:12(i)"),
        id="a_royal_stays_over_four_of_a_kind",
    ),
    pytest.param(
        {1: ROYAL, 3: QUADS, 5: "As Ad Tc 7h 2c", "dealer": LOW_DEALER},
        ["5 racked", "3 left", "1 left", "3 replaced", "3 racked"],
        ["1 racked", "0 racked"],
        marks=pytest.mark.clause("ma-fcp-1:12(i)"),
        id="a_royal_replaces_four_of_a_kind",
    ),
]


@pytest.mark.clause("ma-fcp-1:12(j)")
@pytest.mark.parametrize("method", [1, 2])
@pytest.mark.parametrize(("hands", "before", "after"), LEFT_OUT)
def test_the_best_hand_stays_exposed_until_cover_all_is_settled_last(
    method: int, hands: dict[int | str, str], before: list[str], after: list[str]
) -> None:
    words = trace(covered(method, hands, ["play:1"] * 3))
    bets = [word for word in words if word.endswith("cover_all")]
    assert [bet[0] for bet in bets] == ["5", "3", "1"]
    place = words.index(bets[0])
    assert words[place : place + 3] == bets
    cards_only = ("left", "replaced", "racked")
    assert [word for word in words[:place] if word.endswith(cards_only)] == before
    assert words[place + 3 :] == after


@pytest.mark.clause("ma-fcp-1:12(h)a")
@pytest.mark.parametrize(
    ("rule", "left"),
    [
        ("exposed_hands_count", True),
        ("folded_hands_count", True),
        ("fold_forfeits", True),
        ("folded_hands_do_not_count", False),
    ],
)
def test_a_folded_hand_stays_out_only_where_it_counts(rule: str, left: bool) -> None:
    hands: dict[int | str, str] = {1: NOTHING[0], 3: STRAIGHT, "dealer": LOW_DEALER}
    words = trace(covered(2, hands, ["play:1", "fold"], cover_all_fold_rule=rule))
    assert ("3 left" in words) is left


@pytest.mark.clause("ma-fcp-1:12(h)a")
def test_nothing_stays_out_where_nobody_wagers_cover_all() -> None:
    rules = rules_of("ma-fcp-1", "automated_shoe", "cover_all")
    pit = Pit(rules).sit(1).ready(stacked(rules, {1: STRAIGHT, "dealer": FLUSH_DEALER})).wager(1, ante=1000)
    assert of_kind(play_round(pit, "play:1"), e.HandLeftExposed) == []
