"""Three-card strengths over arrays, by the ladder of ``three_card_ladder``."""

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.three_card_ladder import (
    CATEGORIES,
    FIRST,
    QUEEN_HIGH,
    STRENGTHS,
    SUITED_ACE_KING_QUEEN,
    strength_of,
)

__all__ = [
    "CATEGORIES",
    "FIRST",
    "QUEEN_HIGH",
    "STRENGTHS",
    "SUITED_ACE_KING_QUEEN",
    "category_of",
    "three_card_strengths",
]


@cache
def three_card_strengths() -> NDArray[np.uint16]:
    """Strength of every three cards, by colexicographic rank."""
    hands = sorted(combinations(range(52), 3), key=lambda cards: cards[::-1])
    return np.array([strength_of(cards) for cards in hands], np.uint16)


def category_of(strength: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Number of the category each strength belongs to."""
    return np.searchsorted(np.array(FIRST), strength, side="right") - 1
