"""How often each category comes, over every hand there is, against counts known from combinatorics.

Of the 2,598,960 hands of five cards, those alike but for the suits' names are taken once and weighted.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, permutations, product
from math import comb

import pytest

from croupier.cards import DECK, Card
from croupier.hands import five_card, four_card, three_card
from croupier.hands.hand import Hand

from .twin import ORDER, best_worth

Weighted = tuple[tuple[Card, ...], int]

SUITS = [[card for card in DECK if card.suit.value == letter] for letter in "shdc"]


def five_cards_up_to_suit_names() -> Iterator[Weighted]:
    """One hand for each way to share five cards out among unnamed suits, and how many hands are like it."""
    choices = {count: list(combinations(range(13), count)) for count in range(6)}
    for shape in [(5, 0, 0, 0), (4, 1, 0, 0), (3, 2, 0, 0), (3, 1, 1, 0), (2, 2, 1, 0), (2, 1, 1, 1)]:
        for parts in product(*(choices[count] for count in shape)):
            if any(a < b for a, b in pairwise(parts) if len(a) == len(b)):
                continue
            cards = tuple(suit[i] for suit, part in zip(SUITS, parts, strict=True) for i in part)
            yield cards, len(set(permutations(parts)))


def each_once(count: int) -> Iterator[Weighted]:
    return ((cards, 1) for cards in combinations(DECK, count))


@pytest.fixture(scope="module")
def five_cards() -> list[Weighted]:
    hands = list(five_cards_up_to_suit_names())
    assert len(hands) == 134_459
    assert sum(weight for _, weight in hands) == comb(52, 5)
    return hands


def count_names(best_hand: Callable[[Sequence[Card]], Hand], weighted: Iterator[Weighted]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for cards, weight in weighted:
        counts[best_hand(cards).category] += weight
    return dict(counts)


def assert_ordered_as_the_twin(
    best_hand: Callable[[Sequence[Card]], Hand], size: int, hands: Iterator[Weighted]
) -> None:
    """Each strength goes with one worth and each worth with one strength, in the same order."""
    pairs = set()
    for cards, _ in hands:
        hand = best_hand(cards)
        place, ranks = best_worth(cards, size)
        assert hand.category == ORDER[size][place]
        pairs.add((hand.strength, (place, tuple(ranks))))
    ordered = sorted(pairs)
    assert len({strength for strength, _ in ordered}) == len({worth for _, worth in ordered}) == len(ordered)
    assert [worth for _, worth in ordered] == sorted(worth for _, worth in ordered)


@pytest.mark.clause("md-tcp:.06D")
def test_all_22_100_three_card_hands() -> None:
    assert count_names(three_card.best_hand, each_once(3)) == {
        "straight_flush": 12 * 4,
        "three_of_a_kind": 13 * comb(4, 3),
        "straight": 12 * (4**3 - 4),
        "flush": 4 * (comb(13, 3) - 12),
        "pair": 13 * comb(4, 2) * 48,
        "high_card": 16_440,
    }
    assert_ordered_as_the_twin(three_card.best_hand, 3, each_once(3))


@pytest.mark.clause("md-fcp:.06C", "ma-fcp-1:3(b)")
def test_all_270_725_four_card_hands() -> None:
    assert count_names(four_card.best_hand, each_once(4)) == {
        "four_of_a_kind": 13,
        "straight_flush": 11 * 4,
        "three_of_a_kind": 13 * comb(4, 3) * 48,
        "flush": 4 * (comb(13, 4) - 11),
        "straight": 11 * (4**4 - 4),
        "two_pair": comb(13, 2) * comb(4, 2) ** 2,
        "pair": 13 * comb(4, 2) * comb(12, 2) * 4**2,
        "high_card": 177_408,
    }


def test_every_fifth_four_card_hand_is_ordered_as_the_twin_says() -> None:
    assert_ordered_as_the_twin(four_card.best_hand, 4, (hand for i, hand in enumerate(each_once(4)) if i % 5 == 0))


@pytest.mark.clause("md-uth:6D")
def test_all_2_598_960_five_card_hands(five_cards: list[Weighted]) -> None:
    assert count_names(five_card.best_hand, iter(five_cards)) == {
        "royal_flush": 4,
        "straight_flush": 9 * 4,
        "four_of_a_kind": 13 * 48,
        "full_house": 13 * comb(4, 3) * 12 * comb(4, 2),
        "flush": 4 * (comb(13, 5) - 10),
        "straight": 10 * (4**5 - 4),
        "three_of_a_kind": 13 * comb(4, 3) * comb(12, 2) * 4**2,
        "two_pair": comb(13, 2) * comb(4, 2) ** 2 * 44,
        "pair": 13 * comb(4, 2) * comb(12, 3) * 4**3,
        "high_card": 1_302_540,
    }


def test_the_five_card_order_has_7_462_places_and_is_the_twins(five_cards: list[Weighted]) -> None:
    """Every set of ranks that five cards can have, once of mixed suits and once of one suit if it can be."""
    by_shape = {
        (tuple(sorted(card.rank for card in cards)), len({card.suit for card in cards}) == 1): (cards, weight)
        for cards, weight in five_cards
    }
    assert len(by_shape) == 7_462
    assert_ordered_as_the_twin(five_card.best_hand, 5, iter(by_shape.values()))


def test_best_four_of_all_2_598_960_five_cards(five_cards: list[Weighted]) -> None:
    """The figures on which reading A04 rests."""
    counts: Counter[str] = Counter()
    for cards, weight in five_cards:
        hand = four_card.best_hand(cards)
        if hand.is_four_aces:
            counts["four_aces"] += weight
        elif four_card.royal_suit(hand):
            counts["royal_flush"] += weight
        else:
            counts[hand.category] += weight
    assert counts["four_aces"] == 48
    assert counts["royal_flush"] == 192
    assert counts["four_of_a_kind"] == 576
    assert counts["straight_flush"] == 1_880
    assert counts["three_of_a_kind"] == 58_656
    assert counts.total() == comb(52, 5)
