"""Five-card strengths over arrays: the best five of five, six or seven cards, by ``five_card_ladder``.

The strength of the ranks alone is found by the hash of ``rank_hash``; five or more cards of one suit are
looked up by their rank mask instead.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled
from croupier.odds.kernels.five_card_ladder import (
    CATEGORIES,
    FIRST,
    STRENGTHS,
    category_numbers,
    flush_strengths,
    ranks_strengths,
)
from croupier.odds.kernels.rank_hash import BUCKET_SHIFT, SLOTS, rank_hash

__all__ = ["CATEGORIES", "FIRST", "STRENGTHS", "FiveCardTables", "category", "five_card_tables", "strengths"]


class FiveCardTables(NamedTuple):
    """What the kernels look strengths up in."""

    card_key: NDArray[np.uint64]  # [52], of the rank hash
    displacement: NDArray[np.uint32]  # of the rank hash
    rank_strength: NDArray[np.uint16]  # [SLOTS]: strength of the ranks alone
    flush_strength: NDArray[np.uint16]  # [8192] by rank mask of one suit: 0 when fewer than five
    category: NDArray[np.uint8]  # [STRENGTHS]


@cache
def five_card_tables() -> FiveCardTables:
    """The lookup tables, built once."""
    hashed = rank_hash()
    rank_strength = np.zeros(SLOTS, np.uint16)
    enough = hashed.counts.sum(axis=1) >= 5
    rank_strength[hashed.slots[enough]] = ranks_strengths(hashed.counts[enough])
    category = category_numbers(np.arange(STRENGTHS, dtype=np.uint16)).astype(np.uint8)
    return FiveCardTables(hashed.card_key, hashed.displacement, rank_strength, flush_strengths(), category)


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
        # Each suit counter starts at 3, so that five of a suit set its top bit.
        total = np.uint64(0x3333)
        # A loop of fixed length is unrolled; one over `size` is a fifth slower.
        for i in range(5):
            total += card_key[hands[row, i]]
        if size > 5:
            total += card_key[hands[row, 5]]
        if size > 6:
            total += card_key[hands[row, 6]]
        if total & np.uint64(0x8888):
            suit = 0
            while not (total >> np.uint64(4 * suit + 3)) & np.uint64(1):
                suit += 1
            mask = 0
            for i in range(size):
                if hands[row, i] & 3 == suit:
                    mask |= 1 << (hands[row, i] >> 2)
            # Seven cards with a flush hold no four of a kind and no full house.
            out[row] = flush_strength[mask]
        else:
            key = np.uint32(total >> np.uint64(32))
            slot = (key + displacement[key >> np.uint32(BUCKET_SHIFT)]) & np.uint32(SLOTS - 1)
            out[row] = rank_strength[slot]


def strengths(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Strength of each row of five, six or seven different cards."""
    if hands.ndim != 2 or not 5 <= hands.shape[1] <= 7:
        raise ValueError(f"hands come as rows of 5, 6 or 7 cards, not in shape {hands.shape}")
    tables = five_card_tables()
    out = np.empty(len(hands), np.uint16)
    cards = np.ascontiguousarray(hands, np.uint8)
    _evaluate(cards, tables.card_key, tables.displacement, tables.rank_strength, tables.flush_strength, out)
    return out


def category(strength: int) -> str:
    """Name of the category a strength belongs to."""
    return CATEGORIES[int(five_card_tables().category[strength])]
