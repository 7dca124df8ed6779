"""A second evaluator, slow and plain on purpose: it tries every way to choose the cards and keeps the best.

It shares nothing with `croupier.hands` but the cards' ranks and suits and the categories' names.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from croupier.cards import Card

Worth = tuple[int, list[int]]
"""The category's place from the bottom, then ranks to compare from the left. Tuples compare as hands do."""

ORDER = {
    3: ["high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush"],
    4: [
        *("high_card", "pair", "two_pair", "straight", "flush"),
        *("three_of_a_kind", "straight_flush", "four_of_a_kind"),
    ],
    5: [
        *("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush"),
        *("full_house", "four_of_a_kind", "straight_flush", "royal_flush"),
    ],
}


def worth_of_exactly(cards: Sequence[Card]) -> Worth:
    """What three, four or five cards are worth, all of them used."""
    size = len(cards)
    counted = Counter(card.rank for card in cards)
    ranks = sorted(counted, key=lambda rank: (counted[rank], rank), reverse=True)
    shape = [counted[rank] for rank in ranks]
    is_flush = len({card.suit for card in cards}) == 1
    is_low_run = sorted(counted) == [*range(2, size + 1), 14]
    is_run = is_low_run or sorted(counted) == list(range(min(ranks), min(ranks) + size))
    if is_run:
        ranks = [size if is_low_run else max(ranks)]
    if is_run and is_flush:
        name = "royal_flush" if size == 5 and ranks == [14] else "straight_flush"
    elif is_run:
        name = "straight"
    elif is_flush:
        name = "flush"
    elif shape[0] == 4:
        name = "four_of_a_kind"
    elif shape == [3, 2]:
        name = "full_house"
    elif shape[0] == 3:
        name = "three_of_a_kind"
    elif shape[:2] == [2, 2]:
        name = "two_pair"
    else:
        name = "pair" if shape[0] == 2 else "high_card"
    return ORDER[size].index(name), ranks


def best_worth(cards: Iterable[Card], size: int) -> Worth:
    """The best that `size` of the cards are worth."""
    return max(worth_of_exactly(chosen) for chosen in combinations(cards, size))
