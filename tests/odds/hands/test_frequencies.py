from itertools import combinations

import numpy as np
import pytest

from croupier.odds.hands.frequencies import (
    SUITS,
    beaten_hands,
    best_hand_at_table,
    five_card_hands,
    four_card_hands,
    merge,
    starting_hands,
    three_card_hands,
)
from croupier.odds.kernels import five_card, four_card
from croupier.odds.kernels.frequencies import five_card_frequencies, four_card_frequencies
from croupier.odds.wagers.returns import side_wager

QUADS = {"four_of_a_kind": ("four_of_a_kind", "four_aces")}
SUITED_AKQ = {"straight_flush": ("straight_flush", *(f"ace_king_queen_{suit}" for suit in SUITS))}


def all_hands(size: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    flat = np.fromiter((card for hand in combinations(range(52), size) for card in hand), np.uint8)
    return flat.reshape(-1, size)


def test_counting_by_ranks_agrees_with_counting_every_hand() -> None:
    hands = all_hands(5)
    five = np.bincount(five_card.strengths(hands), minlength=five_card.STRENGTHS)
    four = np.bincount(four_card.strengths(hands), minlength=four_card.STRENGTHS)
    assert np.array_equal(five, five_card_frequencies(5))
    assert np.array_equal(four, four_card_frequencies(5))


def test_totals() -> None:
    assert sum(three_card_hands().values()) == 22_100
    assert sum(four_card_hands().values()) == 2_598_960
    assert sum(five_card_hands(6).values()) == 20_358_520
    assert sum(five_card_hands(7).values()) == 133_784_560
    assert sum(starting_hands().values()) == 1326 * 1225
    assert sum(beaten_hands(True).values()) == 2_781_381_002_400
    assert all(count >= 0 for count in beaten_hands(True).values())


PUBLISHED_SEVEN = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
    "two_pair": 31_433_400,
    "pair": 58_627_800,
    "high_card": 23_294_460,
}


def test_seven_cards_as_published() -> None:
    merged = merge(five_card_hands(7), {**QUADS, "pair": ("pair", "pair_of_tens_or_better")})
    assert merged == PUBLISHED_SEVEN


@pytest.mark.parametrize(
    ("pays", "edge"),
    [((40, 30, 6, 4, 1), 0.0232), ((40, 30, 6, 3, 1), 0.0728), ((40, 30, 5, 4, 1), 0.0557)],
)
def test_pair_plus_as_published(pays: tuple[int, ...], edge: float) -> None:
    lines = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair")
    returns = side_wager(merge(three_card_hands(), SUITED_AKQ), dict(zip(lines, pays, strict=True)))
    assert float(-returns.ev) == pytest.approx(edge, abs=5e-5)


@pytest.mark.parametrize(("full_house", "edge"), [(9, 0.0090), (8, 0.0350)])
def test_trips_as_published(full_house: int, edge: float) -> None:
    pays = {
        "royal_flush": 50, "straight_flush": 40, "four_of_a_kind": 30, "full_house": full_house, "flush": 7,
        "straight": 4, "three_of_a_kind": 3,
    }  # fmt: skip
    returns = side_wager(merge(five_card_hands(7), QUADS), pays)
    assert float(-returns.ev) == pytest.approx(edge, abs=5e-5)


def test_bad_beat_as_published() -> None:
    pays = {
        "straight_flush": 7500, "four_of_a_kind": 500, "full_house": 50, "flush": 30, "straight": 20,
        "three_of_a_kind": 9,
    }  # fmt: skip
    assert float(-side_wager(beaten_hands(True), pays).ev) == pytest.approx(0.1479, abs=5e-5)
    assert side_wager(beaten_hands(False), pays).ev < side_wager(beaten_hands(True), pays).ev


def test_beaten_hands_against_a_simulation() -> None:
    random = np.random.default_rng(23)
    deals = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (200_000, 1)), axis=1)
    player = five_card.strengths(deals[:, :7])
    dealer = five_card.strengths(deals[:, 2:9])
    table = five_card.five_card_tables().category
    counts = beaten_hands(False)
    for number, line in enumerate(five_card.CATEGORIES):
        seen = int(((player < dealer) & (table[player] == number)).sum())
        share = counts[line] / sum(counts.values())
        assert abs(seen - len(deals) * share) < 4.5 * np.sqrt(len(deals) * share * (1 - share)) + 1


def test_starting_hands_by_counting_pairs() -> None:
    counts = starting_hands()
    ranks = "23456789TJQKA"
    pairs = list(combinations(range(52), 2))
    suited = sum(a % 4 == b % 4 and {ranks[a // 4], ranks[b // 4]} == {"A", "K"} for a, b in pairs)
    assert counts["ace_king_suited"] == suited * 1225
    low_pairs = sum(a // 4 == b // 4 <= 8 for a, b in pairs)
    assert counts["pair_of_tens_or_less"] == low_pairs * 1225
    aces = sum(count for line, count in counts.items() if "aces" in line)
    assert aces == 6 * 1225
    assert counts["red_aces_and_dealer_aces"] + counts["other_aces_and_dealer_aces"] == 6


def test_cover_all_returns_are_level_across_the_columns() -> None:
    columns = {
        1: (250, 125, 90, 70, 8),
        2: (200, 100, 80, 50, 6),
        3: (150, 90, 60, 30, 5),
        4: (125, 80, 50, 30, 4),
        5: (100, 50, 30, 15, 4),
        6: (100, 50, 35, 20, 3),
    }
    lines = ("four_aces", "royal_flush", "four_of_a_kind", "straight_flush", "three_of_a_kind")
    for players, pays in columns.items():
        returns = side_wager(best_hand_at_table(players), dict(zip(lines, pays, strict=True)))
        assert 0.90 < 1 + float(returns.ev) < 0.94


def test_merging_an_unknown_class_is_refused() -> None:
    with pytest.raises(ValueError, match="no class is called 'quads'"):
        merge(three_card_hands(), {"four_of_a_kind": ("quads",)})
