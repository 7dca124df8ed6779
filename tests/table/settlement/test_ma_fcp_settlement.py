"""Settlement cases of Massachusetts Four Card Poker, one row a case: hands, wagers, and what each wager comes to."""

from collections.abc import Mapping
from typing import Any

import pytest

from croupier.rulebook.elect import GameRules
from croupier.table.settlement.settle import settle
from croupier.table.values.box import Box, wagers_of
from croupier.table.values.showdown import Settlement, Showdown
from tests.table.ma_fcp import EDITIONS, NOTHING, rules_of
from tests.table.pit import cards

# Dealers: six cards, the last face up.
NINES, FLUSH, KING_HIGH = "9s 9h 3c 4d 6c Jd", "2d 5d 8d Td 3c 6h", "Ks Jh 9d 7c 5s 2h"


def case(name: str, clauses: str, *values: object) -> Any:
    """A row; `clauses` are local ids separated by spaces."""
    marks = [pytest.mark.clause(*(f"ma-fcp-1:{clause}" for clause in clauses.split()))] if clauses else []
    return pytest.param(*values, marks=marks, id=name)


def seat(number: int, held: str, wagers: Mapping[str, int], folded: bool = False, player: str = "") -> Box:
    """A box at the showdown."""
    return Box(number, player or f"player {number}", wagers_of(wagers), cards(held), folded)


def nets(result: Settlement, number: int) -> dict[str, int]:
    """What each wager of a seat is up or down by."""
    return {line.wager: line.net_cents for line in result.lines if line.seat == number}


def shown(rules: GameRules, dealer: str, *seats: Box) -> Settlement:
    """The settlement of these seats against the dealer, all from one deck."""
    out = [*cards(dealer), *(card for box in seats for card in box.cards)]
    assert len(out) == len(set(out)), "a card is there twice"
    return settle(rules, Showdown(cards(dealer), (), (), seats))


AGAINST_DEALER = [
    case("higher_category", "11(a)(1)", "Qs Qh Jc Js 7d", NINES, 1000, {"ante": 1000, "play": 1000}),
    case("higher_pair", "11(a)(1)", "Ts Th 3h 7d Kc", NINES, 1000, {"ante": 1000, "play": 1000}),
    case("same_pair_higher_side_card", "11(a)(1)", "9d 9c Ah 7s 3h", NINES, 1000, {"ante": 1000, "play": 1000}),
    case("tie_on_all_four_cards", "11(a)(1)", "9d 9c Jh 6d 3h", NINES, 1000, {"ante": 1000, "play": 1000}),
    case("same_pair_lower_last_card", "10(d)#5", "9d 9c Jh 5d 3h", NINES, 1000, {"ante": -1000, "play": -1000}),
    case("lower_pair", "10(d)#5", "8s 8h Ah Kd Qc", NINES, 1000, {"ante": -1000, "play": -1000}),
    case("high_card_lower", "10(d)#5", "Kd Jc 9h 6s 2c", KING_HIGH, 1000, {"ante": -1000, "play": -1000}),
    case("high_card_tie", "11(a)(1)", "Kd Jc 9h 7s 2c", KING_HIGH, 1000, {"ante": 1000, "play": 1000}),
    case("high_card_higher", "11(a)(1)", "Kd Jc 9h 8s 2c", KING_HIGH, 1000, {"ante": 1000, "play": 1000}),
    case("dealer_below_queen_still_competes", "10(d)#5", "Jh 8c 6d 4s 2c", "Jc 9d 7h 5s 3d 2h", 1000,
         {"ante": -1000, "play": -1000}),
    case("play_once", "6(a)(1)#2", "Ts Th 3h 7d Kc", NINES, 1000, {"ante": 1000, "play": 1000}),
    case("play_one_and_a_half_times", "6(a)(1)#2", "Ts Th 3h 7d Kc", NINES, 1500, {"ante": 1000, "play": 1500}),
    case("play_three_times_wins", "6(a)(1)#2", "Ts Th 3h 7d Kc", NINES, 3000, {"ante": 1000, "play": 3000}),
    case("play_three_times_loses", "10(d)#5", "8s 8h Ah Kd Qc", NINES, 3000, {"ante": -1000, "play": -3000}),
    case("best_four_of_five", "", "Ah Ad Kc Kd Qs", "Ac As Qh Qd 3c 4h", 1000, {"ante": 1000, "play": 1000}),
    case("dealers_best_four_of_six", "", "Kd Kc Ah 7s 3h", "9s 9h 2c 2d 6s Jd", 1000, {"ante": -1000, "play": -1000}),
    case("the_up_card_counts", "", "8s 8h Ah Kd Qc", "9s 7h 2c 4d 6s 9d", 1000, {"ante": -1000, "play": -1000}),
    case("three_of_a_kind_beats_a_flush", "", "3s 3h 3d 7d Kc", FLUSH, 1000,
         {"ante": 1000, "play": 1000, "ante_bonus": 2000}),
    case("a_straight_loses_to_a_flush", "", "Ts Jh Qc Kh 2c", FLUSH, 1000, {"ante": -1000, "play": -1000}),
    case("ace_two_three_four_is_the_lowest_straight", "", "As 2h 3d 4c Kd", "5s 6h 7d 8c Jh Kc", 1000,
         {"ante": -1000, "play": -1000}),
    case("no_run_wraps_round_the_ace", "", "Qh Ks As 2c 3d", NINES, 1000, {"ante": -1000, "play": -1000}),
]  # fmt: skip


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("own", "dealer", "play", "expected"), AGAINST_DEALER)
def test_ante_and_play(edition: str, own: str, dealer: str, play: int, expected: dict[str, int]) -> None:
    result = shown(rules_of(edition), dealer, seat(1, own, {"ante": 1000, "play": play}))
    assert nets(result, 1) == expected


# The example pays 30 to 1 for four of a kind, above the table's minimum of 25.
QUADS_DEALER, ROYAL_DEALER = "Ks Kh Kd Kc 2s 4h", "Ad Kd Qd Jd 9c 8c"
BONUS = [
    case("three_of_a_kind_wins", "11(a)(2)#1", "3s 3h 3d 7d Kc", NINES, 2000),
    case("three_of_a_kind_loses", "11(a)(2)#1", "3s 3h 3d 7d Qc", QUADS_DEALER, 2000),
    case("straight_flush_wins", "11(a)(2)/odds", "5s 6s 7s 8s Kc", NINES, 20_000),
    case("straight_flush_loses", "11(a)(2)#1", "5s 6s 7s 8s Ac", QUADS_DEALER, 20_000),
    case("royal_is_a_straight_flush", "", "As Ks Qs Js 2c", NINES, 20_000),
    case("royal_ties", "11(a)(2)#1", "As Ks Qs Js 2c", ROYAL_DEALER, 20_000),
    case("four_of_a_kind_raised_odds", "11(a)(2)#2", "5s 5h 5d 5c Kc", NINES, 30_000),
    case("four_aces_are_four_of_a_kind", "11(a)(2)#2", "As Ah Ad Ac Kc", NINES, 30_000),
    case("flush_has_none", "11(a)(2)/odds", "As Ts 8s 3s Kc", NINES, 0),
    case("straight_has_none", "11(a)(2)/odds", "Ts Jh Qc Kd 2c", NINES, 0),
    case("two_pair_has_none", "11(a)(2)/odds", "Ts Th Qc Qd 2c", NINES, 0),
]


@pytest.mark.parametrize(("own", "dealer", "bonus"), BONUS)
def test_ante_bonus(own: str, dealer: str, bonus: int) -> None:
    rules = rules_of()
    played = nets(shown(rules, dealer, seat(1, own, {"ante": 1000, "play": 3000})), 1)
    assert played.get("ante_bonus", 0) == bonus  # on the ante alone, whatever the play
    folded = nets(shown(rules, dealer, seat(1, own, {"ante": 1000}, folded=True)), 1)
    assert folded == {"ante": -1000}
    alone = nets(shown(rules, dealer, seat(1, own, {"aces_up": 1000})), 1)
    assert set(alone) == {"aces_up"}


@pytest.mark.clause("ma-fcp-1:11(a)(2)#1")
def test_a_lost_ante_and_play_are_taken_though_the_bonus_is_paid() -> None:
    result = shown(rules_of(), QUADS_DEALER, seat(1, "3s 3h 3d 7d Qc", {"ante": 1000, "play": 1000}))
    assert nets(result, 1) == {"ante": -1000, "play": -1000, "ante_bonus": 2000}


@pytest.mark.clause("ma-fcp-1:11(a)(2)/odds")
@pytest.mark.parametrize(("own", "bonus"), [("5s 5h 5d 5c Kc", 25_000), ("5s 6s 7s 8s Kc", 20_000)])
def test_ante_bonus_without_raised_odds(own: str, bonus: int) -> None:
    result = shown(rules_of(filed={"odds": {}}), NINES, seat(1, own, {"ante": 1000, "play": 1000}))
    assert nets(result, 1)["ante_bonus"] == bonus


# What $10 on aces up wins: tables I to VII.
ACES_UP = [
    case("four_of_a_kind", "11(a)(3)#2", "5s 5h 5d 5c Kc", (50, 50, 50, 50, 50, 50, 50)),
    case("royal_is_a_straight_flush", "", "As Ks Qs Js 2c", (40, 40, 30, 30, 40, 40, 40)),
    case("straight_flush", "11(a)(3)#2", "5s 6s 7s 8s Kc", (40, 40, 30, 30, 40, 40, 40)),
    case("three_of_a_kind", "11(a)(3)#2", "3s 3h 3d 7d Kc", (9, 7, 9, 7, 8, 8, 7)),
    case("flush", "11(a)(3)#2", "As Ts 8s 3s Kc", (6, 6, 6, 6, 5, 6, 5)),
    case("straight", "11(a)(3)#2", "Ts Jh Qc Kd 2c", (4, 5, 4, 5, 4, 4, 4)),
    case("two_pair", "11(a)(3)#2", "Ts Th Qc Qd 2c", (2, 2, 2, 2, 3, 2, 3)),
    case("pair_of_aces", "11(a)(3)#2", "As Ah 9c 7d 2c", (1, 1, 1, 1, 1, 1, 1)),
    case("pair_of_kings_loses", "10(d)#5", "Ks Kh 9c 7d 2c", (-1, -1, -1, -1, -1, -1, -1)),
    case("ace_high_loses", "10(d)#5", "As Kh 9c 7d 2c", (-1, -1, -1, -1, -1, -1, -1)),
]
TABLES = ("I", "II", "III", "IV", "V", "VI", "VII")


@pytest.mark.clause("ma-fcp-1:11(a)(3)#1")
@pytest.mark.parametrize("dealer", [NINES, "Kd Qd Jd Td 8h 6h"])
@pytest.mark.parametrize(("own", "wins"), ACES_UP)
def test_aces_up_goes_by_the_players_hand_alone(own: str, wins: tuple[int, ...], dealer: str) -> None:
    if set(own.split()) & set(dealer.split()):
        dealer = "Qs Qh Jc 8c 6h 4h"
    for table, times in zip(TABLES, wins, strict=True):
        for folded in (False, True):
            wagers = {"ante": 1000, "aces_up": 1000} | ({} if folded else {"play": 1000})
            result = shown(rules_of(aces_up=table), dealer, seat(1, own, wagers, folded))
            assert nets(result, 1)["aces_up"] == 1000 * times


@pytest.mark.clause("ma-fcp-1:11(a)(3)#2")
def test_aces_up_pays_raised_odds_where_they_are_filed() -> None:
    rules = rules_of(aces_up="I", filed={"odds": {"aces_up": {"straight": "5 to 1"}}})
    for own, net in (("Ts Jh Qc Kd 2c", 5000), ("As Ts 8s 3s Kc", 6000)):
        assert nets(shown(rules, NINES, seat(1, own, {"aces_up": 1000})), 1) == {"aces_up": net}


# Cover All by the number of positions dealt: what $1 wins on each line (column = positions + 1).
WON = {
    "four_aces": ("As Ah Ad Ac 9d", {1: 250, 2: 200, 3: 150, 4: 125, 5: 100, 6: 100}),
    "royal_flush": ("Ac Kc Qc Jc 9d", {1: 125, 2: 100, 3: 90, 4: 80, 5: 50, 6: 50}),
    "four_of_a_kind": ("Qs Qh Qd Qc 9d", {1: 90, 2: 80, 3: 60, 4: 50, 5: 30, 6: 35}),
    "straight_flush": ("Tc Jc Qc Kc 9d", {1: 70, 2: 50, 3: 30, 4: 30, 5: 15, 6: 20}),
    "three_of_a_kind": ("Ks Kh Kd 9d 7h", {1: 8, 2: 6, 3: 5, 4: 4, 5: 4, 6: 3}),
    "flush": ("2c 3c Tc Kc 9d", dict.fromkeys(range(1, 7), -1)),
    "nothing": ("As Kh Tc 9d 7h", dict.fromkeys(range(1, 7), -1)),
}
COLUMNS = [
    case(f"{line}-{positions}_dealt", "12(b) 12(c)", own, positions, won[positions])
    for line, (own, won) in WON.items()
    for positions in won
]
LOW_DEALER = "3d 5c 7s 9h Jd 4s"


def covering(positions: int, held: str, holder: int) -> tuple[str, list[Box]]:
    """A dealer and so many seats with nothing, but for the one (0 the dealer) that holds these cards."""
    seats = [
        seat(number, held if number == holder else NOTHING[number - 2], {"ante": 1000, "play": 1000, "cover_all": 100})
        for number in range(1, positions + 1)
    ]
    return (f"{held} 4s" if holder == 0 else LOW_DEALER), seats


@pytest.mark.parametrize(("own", "positions", "won"), COLUMNS)
def test_cover_all_pays_by_the_number_of_positions_dealt(own: str, positions: int, won: int) -> None:
    dealer, seats = covering(positions, own, holder=1)
    result = shown(rules_of("ma-fcp-1", "automated_shoe", "cover_all"), dealer, *seats)
    assert [nets(result, number)["cover_all"] for number in range(1, positions + 1)] == [100 * won] * positions
    assert {line.wager for line in result.lines[-positions:]} == {"cover_all"}


def cover(*seats: Box, dealer: str = LOW_DEALER, **elections: Any) -> dict[int, int]:
    """What Cover All nets each seat."""
    result = shown(rules_of("ma-fcp-1", "automated_shoe", "cover_all", **elections), dealer, *seats)
    return {line.seat: line.net_cents for line in result.lines if line.wager == "cover_all"}


BET = {"ante": 1000, "play": 1000, "cover_all": 100}
FOLDED = {"ante": 1000, "cover_all": 100}
KINGS, RUN = WON["three_of_a_kind"][0], "Tc Jc Qc Kc 9d"


@pytest.mark.clause("ma-fcp-1:12(b)")
def test_the_dealers_hand_wins_cover_all_for_everybody() -> None:
    both = (seat(1, NOTHING[0], BET), seat(2, NOTHING[1], BET))
    assert cover(*both, dealer="Ks Kh Kd 9d 7h 4s") == {1: 600, 2: 600}
    assert cover(*both, dealer="2c 3c Tc Kc 9d 4s") == {1: -100, 2: -100}  # a flush is not enough


@pytest.mark.clause("ma-fcp-1:12(g)#1", "ma-fcp-1:12(g)#2")
def test_only_the_highest_hand_pays_cover_all() -> None:
    seats = (seat(1, NOTHING[0], BET), seat(2, RUN, BET))
    result = shown(rules_of("ma-fcp-1", "automated_shoe", "cover_all"), "Ks Kh Kd 9c 7h 4s", *seats)
    lines = [(line.seat, line.line, line.net_cents) for line in result.lines if line.wager == "cover_all"]
    assert lines == [(2, "straight_flush", 5000), (1, "straight_flush", 5000)]


ABOVE = [
    case("royal_above_four_of_a_kind", "12(g)#1", "Ac Kc Qc Jc 9d", "8s 8h 8d 8c 2c", 10_000),
    case("four_aces_above_royal", "12(g)#1", "As Ah Ad Ac 9d", "Kc Qc Jc Tc 2c", 20_000),
    case("four_of_a_kind_above_straight_flush", "12(g)#1", "8s 8h 8d 8c 9d", "Kc Qc Jc Tc 2c", 8000),
    case("ace_low_run_is_no_royal", "12(g)#1", "Ac 2c 3c 4c 9d", "Qs Qh Kd 2h 6d", 5000),
]


@pytest.mark.parametrize(("one", "two", "net"), ABOVE)
def test_cover_all_ranks_by_its_own_list(one: str, two: str, net: int) -> None:
    assert cover(seat(1, one, BET), seat(2, two, BET), dealer="3d 5d 7s 9h Jd 4s") == {1: net, 2: net}


# Seat 1 folds three kings, with aces up or without; seat 2 plays nothing. The three-hand column pays 6 to 1.
FOLD_RULES = [
    case("exposed_with_aces_up", "12(b)", "exposed_hands_count", True, {1: 600, 2: 600}),
    case("racked_without", "12(b)", "exposed_hands_count", False, {1: -100, 2: -100}),
    case("forfeits_with_aces_up", "12(b)", "fold_forfeits", True, {1: -100, 2: 600}),
    case("forfeits_without", "12(b)", "fold_forfeits", False, {1: -100, 2: -100}),
    case("counts_with_aces_up", "12(b)", "folded_hands_count", True, {1: 600, 2: 600}),
    case("counts_without", "12(b)", "folded_hands_count", False, {1: 600, 2: 600}),
    case("never_counts_with_aces_up", "12(b)", "folded_hands_do_not_count", True, {1: -100, 2: -100}),
    case("never_counts_without", "12(b)", "folded_hands_do_not_count", False, {1: -100, 2: -100}),
]


@pytest.mark.parametrize(("rule", "aces_up", "expected"), FOLD_RULES)
def test_what_a_fold_does_to_cover_all(rule: str, aces_up: bool, expected: dict[int, int]) -> None:
    wagers = FOLDED | ({"aces_up": 500} if aces_up else {})
    seats = (seat(1, KINGS, wagers, folded=True), seat(2, NOTHING[0], BET))
    assert cover(*seats, cover_all_fold_rule=rule) == expected


@pytest.mark.clause("ma-fcp-1:12(c)")
def test_a_fold_does_not_change_the_column() -> None:
    seats = (seat(1, KINGS, BET), seat(2, NOTHING[0], FOLDED, folded=True), seat(3, NOTHING[1], FOLDED, folded=True))
    assert cover(*seats) == {1: 500, 2: 500, 3: 500}
