"""Four-card strengths: the best four of four, five or six cards.

A strength is a number from 0 to 2534: equal hands have equal strengths and a better hand has a higher one.
``FIRST`` gives the lowest strength of each category. Three of a kind beats a flush, four of a kind beats all.
"""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled
from croupier.odds.kernels.rank_hash import BUCKET_SHIFT, SLOTS, rank_hash

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "straight",
    "flush",
    "three_of_a_kind",
    "straight_flush",
    "four_of_a_kind",
)
FIRST = (0, 704, 1562, 1640, 1651, 2355, 2511, 2522)
STRENGTHS = 2535
PAIR_OF_ACES = range(704 + 12 * 66, 1562)
FOUR_ACES = STRENGTHS - 1
ROYAL = 2521  # ace, king, queen, jack of one suit: the best straight flush


class FourCardTables(NamedTuple):
    """What the kernels look strengths up in."""

    card_key: NDArray[np.uint64]  # [52], of the rank hash
    displacement: NDArray[np.uint32]  # of the rank hash
    rank_strength: NDArray[np.uint16]  # [SLOTS]: strength of the ranks alone
    flush_strength: NDArray[np.uint16]  # [8192] by rank mask of one suit: 0 when fewer than four
    category: NDArray[np.uint8]  # [STRENGTHS]


def _straight_top(mask: int) -> int:
    """Rank of the best straight's top card (2 for the four-high), or -1."""
    for top in range(12, 2, -1):
        if (mask >> (top - 3)) & 15 == 15:
            return top
    return 2 if mask & 0x1007 == 0x1007 else -1


def _subsets(size: int, ranks: list[int]) -> list[int]:
    """Masks of ``size`` of the ranks, lowest hand first."""
    return sorted(sum(1 << rank for rank in chosen) for chosen in combinations(ranks, size))


def _ladder() -> dict[tuple[str, int, int], int]:
    """Strength by category, mask of the grouped ranks and mask of the odd cards."""
    steps: list[tuple[str, int, int]] = []
    ranks = list(range(13))
    plain = [mask for mask in _subsets(4, ranks) if _straight_top(mask) < 0]
    tops = range(2, 13)
    steps += [("high_card", 0, mask) for mask in plain]
    for rank in ranks:
        others = [other for other in ranks if other != rank]
        steps += [("pair", 1 << rank, mask) for mask in _subsets(2, others)]
    steps += [("two_pair", mask, 0) for mask in _subsets(2, ranks)]
    steps += [("straight", 1 << top, 0) for top in tops]
    steps += [("flush", 0, mask) for mask in plain]
    for rank in ranks:
        steps += [("three_of_a_kind", 1 << rank, 1 << other) for other in ranks if other != rank]
    steps += [("straight_flush", 1 << top, 0) for top in tops]
    steps += [("four_of_a_kind", 1 << rank, 0) for rank in ranks]
    return {step: strength for strength, step in enumerate(steps)}


def _best(mask: int, count: int) -> int:
    """The mask's ``count`` highest ranks."""
    kept = 0
    for _ in range(count):
        top = 1 << (mask.bit_length() - 1)
        kept |= top
        mask ^= top
    return kept


def _ranks_step(counts: list[int]) -> tuple[str, int, int]:
    """Category, grouped ranks and odd cards of the best four by ranks alone."""
    at_least = [sum(1 << rank for rank, count in enumerate(counts) if count >= n) for n in range(5)]
    ones, twos, threes, fours = at_least[1:]
    if fours:
        return "four_of_a_kind", _best(fours, 1), 0
    if threes:
        group = _best(threes, 1)
        return "three_of_a_kind", group, _best(ones & ~group, 1)
    top = _straight_top(ones)
    if top >= 0:
        return "straight", 1 << top, 0
    if twos.bit_count() >= 2:
        return "two_pair", _best(twos, 2), 0
    if twos:
        return "pair", twos, _best(ones & ~twos, 2)
    return "high_card", 0, _best(ones, 4)


@cache
def four_card_tables() -> FourCardTables:
    """The lookup tables, built once."""
    ladder = _ladder()
    hashed = rank_hash()
    rank_strength = np.zeros(SLOTS, np.uint16)
    sizes = hashed.counts.sum(axis=1)
    wanted = (sizes >= 4) & (sizes <= 6)
    for counts, slot in zip(hashed.counts[wanted].tolist(), hashed.slots[wanted].tolist(), strict=True):
        rank_strength[slot] = ladder[_ranks_step(counts)]
    flush_strength = np.zeros(8192, np.uint16)
    for mask in range(8192):
        if mask.bit_count() >= 4:
            top = _straight_top(mask)
            step = ("straight_flush", 1 << top, 0) if top >= 0 else ("flush", 0, _best(mask, 4))
            flush_strength[mask] = ladder[step]
    category = np.zeros(STRENGTHS, np.uint8)
    for number, first in enumerate(FIRST):
        category[first:] = number
    return FourCardTables(hashed.card_key, hashed.displacement, rank_strength, flush_strength, category)


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


def category(strength: int) -> str:
    """Name of the category a strength belongs to."""
    return CATEGORIES[int(four_card_tables().category[strength])]
