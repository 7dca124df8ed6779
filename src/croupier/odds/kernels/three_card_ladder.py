"""Every three-card hand's strength, one hand at a time.

A strength is a number from 0 (5-3-2) to 740 (ace, king, queen of one suit): equal hands have equal strengths
and a better hand has a higher one. ``FIRST`` gives the lowest strength of each category. A straight beats a
flush, and three of a kind beats a straight.
"""

from bisect import bisect
from functools import cache
from itertools import combinations

CATEGORIES = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
FIRST = (0, 274, 430, 704, 716, 729)
STRENGTHS = 741
QUEEN_HIGH = 112  # Q-3-2, the lowest hand the dealer plays
SUITED_ACE_KING_QUEEN = STRENGTHS - 1


def _straight_top(mask: int) -> int:
    """Rank of the straight's top card (1 for the three-high), or -1."""
    for top in range(12, 1, -1):
        if mask == 7 << (top - 2):
            return top
    return 1 if mask == 0x1003 else -1


@cache
def _ladder() -> dict[tuple[str, int, int], int]:
    """Strength by category, rank or mask of ranks, and odd card."""
    masks = sorted(sum(1 << rank for rank in ranks) for ranks in combinations(range(13), 3))
    plain = [mask for mask in masks if _straight_top(mask) < 0]
    steps: list[tuple[str, int, int]] = [("high_card", mask, 0) for mask in plain]
    steps += [("pair", rank, odd) for rank in range(13) for odd in range(13) if odd != rank]
    steps += [("flush", mask, 0) for mask in plain]
    steps += [("straight", top, 0) for top in range(1, 13)]
    steps += [("three_of_a_kind", rank, 0) for rank in range(13)]
    steps += [("straight_flush", top, 0) for top in range(1, 13)]
    return {step: strength for strength, step in enumerate(steps)}


@cache
def _strength(low: int, middle: int, high: int, one_suit: bool) -> int:
    """Strength of three ranks in ascending order."""
    if low == high:
        return _ladder()["three_of_a_kind", low, 0]
    if low == middle:
        return _ladder()["pair", low, high]
    if middle == high:
        return _ladder()["pair", high, low]
    mask = 1 << low | 1 << middle | 1 << high
    top = _straight_top(mask)
    if top >= 0:
        return _ladder()["straight_flush" if one_suit else "straight", top, 0]
    return _ladder()["flush" if one_suit else "high_card", mask, 0]


def strength_of(cards: tuple[int, ...]) -> int:
    """Strength of three cards in ascending order."""
    low, middle, high = cards
    return _strength(low >> 2, middle >> 2, high >> 2, low & 3 == middle & 3 == high & 3)


def category(strength: int) -> str:
    """Name of the category a strength belongs to."""
    return CATEGORIES[bisect(FIRST, strength) - 1]
