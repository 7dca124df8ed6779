"""Four-card strengths over arrays, by the ladder of ``four_card_ladder``."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled
from croupier.odds.kernels.four_card_ladder import (
    CATEGORIES,
    FIRST,
    FOUR_ACES,
    PAIR_OF_ACES,
    ROYAL,
    STRENGTHS,
    category,
    flush_strength,
    ranks_strength,
)
from croupier.odds.kernels.rank_hash import BUCKET_SHIFT, SLOTS, rank_hash

__all__ = [
    "CATEGORIES",
    "FIRST",
    "FOUR_ACES",
    "PAIR_OF_ACES",
    "ROYAL",
    "STRENGTHS",
    "FourCardTables",
    "category",
    "four_card_tables",
    "strengths",
]


class FourCardTables(NamedTuple):
    """What the kernels look strengths up in."""

    card_key: NDArray[np.uint64]  # [52], of the rank hash
    displacement: NDArray[np.uint32]  # of the rank hash
    rank_strength: NDArray[np.uint16]  # [SLOTS]: strength of the ranks alone
    flush_strength: NDArray[np.uint16]  # [8192] by rank mask of one suit: 0 when fewer than four
    category: NDArray[np.uint8]  # [STRENGTHS]


@cache
def four_card_tables() -> FourCardTables:
    """The lookup tables, built once."""
    hashed = rank_hash()
    by_ranks = np.zeros(SLOTS, np.uint16)
    sizes = hashed.counts.sum(axis=1)
    wanted = (sizes >= 4) & (sizes <= 6)
    for counts, slot in zip(hashed.counts[wanted].tolist(), hashed.slots[wanted].tolist(), strict=True):
        by_ranks[slot] = ranks_strength(counts)
    by_suit = np.array([flush_strength(mask) for mask in range(8192)], np.uint16)
    numbers = np.array([CATEGORIES.index(category(strength)) for strength in range(STRENGTHS)], np.uint8)
    return FourCardTables(hashed.card_key, hashed.displacement, by_ranks, by_suit, numbers)


@compiled()
def _evaluate(
    hands: NDArray[np.uint8],
    card_key: NDArray[np.uint64],
    displacement: NDArray[np.uint32],
    rank_strength: NDArray[np.uint16],
    flush_strength: NDArray[np.uint16],
    out: NDArray[np.uint16],
) -> None:
    size = hands.shape[1]
    for row in range(hands.shape[0]):
        # Each suit counter starts at 4, so that four of a suit set its top bit.
        total = np.uint64(0x4444)
        for i in range(size):
            total += card_key[hands[row, i]]
        key = np.uint32(total >> np.uint64(32))
        strength = rank_strength[(key + displacement[key >> np.uint32(BUCKET_SHIFT)]) & np.uint32(SLOTS - 1)]
        if total & np.uint64(0x8888):
            suit = 0
            while not (total >> np.uint64(4 * suit + 3)) & np.uint64(1):
                suit += 1
            mask = 0
            for i in range(size):
                if hands[row, i] & 3 == suit:
                    mask |= 1 << (hands[row, i] >> 2)
            strength = max(strength, flush_strength[mask])
        out[row] = strength


def strengths(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Strength of each row of four, five or six different cards."""
    if hands.ndim != 2 or not 4 <= hands.shape[1] <= 6:
        raise ValueError(f"hands come as rows of 4, 5 or 6 cards, not in shape {hands.shape}")
    tables = four_card_tables()
    out = np.empty(len(hands), np.uint16)
    cards = np.ascontiguousarray(hands, np.uint8)
    _evaluate(cards, tables.card_key, tables.displacement, tables.rank_strength, tables.flush_strength, out)
    return out
