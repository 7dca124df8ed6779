"""Five-card strengths: the best five of five, six or seven cards, over arrays.

A strength is a number from 0 (7-5-4-3-2) to 7461 (royal flush): equal hands have equal strengths and a better
hand has a higher one. ``FIRST`` gives the lowest strength of each category.

The strength of the ranks alone is found by the hash of ``rank_hash``; five or more cards of one suit are
looked up by their rank mask instead.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled
from croupier.odds.kernels.rank_hash import BUCKET_SHIFT, SLOTS, rank_hash

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
FIRST = (0, 1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7461)
STRENGTHS = 7462


class FiveCardTables(NamedTuple):
    """What the kernels look strengths up in."""

    card_key: NDArray[np.uint64]  # [52], of the rank hash
    displacement: NDArray[np.uint32]  # of the rank hash
    rank_strength: NDArray[np.uint16]  # [SLOTS]: strength of the ranks alone
    flush_strength: NDArray[np.uint16]  # [8192] by rank mask of one suit: 0 when fewer than five
    category: NDArray[np.uint8]  # [STRENGTHS]


@compiled()
def _straight_top(mask: int) -> int:
    """Rank of the best straight's top card (3 for the five-high), or -1."""
    for top in range(12, 3, -1):
        if (mask >> (top - 4)) & 31 == 31:
            return top
    return 3 if mask & 0x100F == 0x100F else -1


@compiled()
def _top(mask: int, count: int) -> int:
    """The mask's ``count`` highest ranks."""
    kept = 0
    for rank in range(12, -1, -1):
        if count and (mask >> rank) & 1:
            kept |= 1 << rank
            count -= 1
    return kept


@compiled()
def _order(mask: int, below: int) -> int:
    """Place of the mask among masks with as many ranks, ``below`` ranks left out, lowest first."""
    place, seen, width = 0, 0, 0
    for rank in range(13):
        if (below >> rank) & 1:
            continue
        if (mask >> rank) & 1:
            seen += 1
            ways = 1
            for i in range(seen):
                ways = ways * (width - i) // (i + 1)
            place += ways if width >= seen else 0
        width += 1
    return place


@compiled()
def _flush_table() -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """Strength of each suit mask, and place of each five-rank mask that is no straight."""
    places = np.full(8192, -1, np.int64)
    place = 0
    for mask in range(8192):
        if _top(mask, 5) == mask and _top(mask, 4) != mask and _straight_top(mask) < 0:
            places[mask] = place
            place += 1
    strengths = np.zeros(8192, np.uint16)
    for mask in range(8192):
        if _top(mask, 4) == mask:
            continue
        top = _straight_top(mask)
        strengths[mask] = 7452 + top - 3 if top >= 0 else 5863 + places[_top(mask, 5)]
    return strengths, places


@compiled()
def _ranks_strength(counts: NDArray[np.uint8], places: NDArray[np.int64]) -> int:
    """Strength of a hand by its ranks alone, as if no flush were possible."""
    at_least = np.zeros(5, np.int64)
    for rank in range(13):
        for i in range(counts[rank] + 1):
            at_least[i] |= 1 << rank
    ones, twos, threes, fours = at_least[1], at_least[2], at_least[3], at_least[4]
    if fours:
        group = _top(fours, 1)
        return int(7296 + 12 * _order(group, 0) + _order(_top(ones & ~group, 1), group))
    if threes:
        group = _top(threes, 1)
        if twos & ~group:
            return int(7140 + 12 * _order(group, 0) + _order(_top(twos & ~group, 1), group))
    top = _straight_top(ones)
    if top >= 0:
        return 5853 + top - 3
    if threes:
        return int(4995 + 66 * _order(group, 0) + _order(_top(ones & ~group, 2), group))
    if twos:
        group = _top(twos, 2)
        if _top(group, 1) != group:
            return int(4137 + 11 * _order(group, 0) + _order(_top(ones & ~group, 1), group))
        return int(1277 + 220 * _order(group, 0) + _order(_top(ones & ~group, 3), group))
    return int(places[_top(ones, 5)])


@compiled()
def _rank_strengths(choices: NDArray[np.uint8], places: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Strength of each choice of at least five ranks; 0 for smaller ones."""
    strengths = np.zeros(len(choices), np.uint16)
    for i in range(len(choices)):
        if choices[i].sum() >= 5:
            strengths[i] = _ranks_strength(choices[i], places)
    return strengths


@cache
def five_card_tables() -> FiveCardTables:
    """The lookup tables, built once."""
    flush_strength, places = _flush_table()
    hashed = rank_hash()
    rank_strength = np.zeros(SLOTS, np.uint16)
    rank_strength[hashed.slots] = _rank_strengths(hashed.counts, places)
    category = np.zeros(STRENGTHS, np.uint8)
    for number, first in enumerate(FIRST):
        category[first:] = number
    return FiveCardTables(hashed.card_key, hashed.displacement, rank_strength, flush_strength, category)


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
