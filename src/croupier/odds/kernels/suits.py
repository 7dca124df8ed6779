"""Sets of cards that differ only by a renaming of suits, counted once.

Of each such family one set is kept: the one whose four suit masks, clubs first, descend. Its weight is the
number of sets in the family. There are 13, 169, 1,755, 16,432 and 134,459 families of one to five cards.
"""

from functools import cache
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled

SUIT_ORDERS = np.array(list(permutations(range(4))), np.int64)  # [24, suit]: the suit's new name


class Families(NamedTuple):
    """Every family of sets of one size."""

    sets: NDArray[np.uint8]  # [families, size]: the kept set, cards ascending
    weights: NDArray[np.int64]  # [families]: how many sets the family has
    family: NDArray[np.int32]  # [sets]: family of each set, by its place
    renaming: NDArray[np.uint8]  # [sets]: row of SUIT_ORDERS that turns the set into the kept one


@compiled()
def _walk(
    size: int, total: int, orders: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]:
    """The kept sets, and for each set of ``size`` cards its kept set's place and the renaming."""
    binomial = np.zeros((53, 8), np.int64)
    for n in range(53):
        binomial[n, 0] = 1
        for k in range(1, 8):
            binomial[n, k] = binomial[n - 1, k - 1] + binomial[n - 1, k] if n else 0
    order_of = np.zeros((4, 4, 4), np.uint8)
    for order in range(24):
        order_of[orders[order, 0], orders[order, 1], orders[order, 2]] = order
    cards = np.arange(size)
    kept = np.zeros((total, size), np.uint8)
    weights = np.zeros(total, np.int64)
    kept_place = np.zeros(total, np.int64)
    renaming = np.zeros(total, np.uint8)
    masks = np.zeros(4, np.int64)
    names = np.zeros(4, np.int64)
    renamed = np.zeros(size, np.int64)
    found = 0
    for place in range(total):
        masks[:] = 0
        for i in range(size):
            masks[cards[i] & 3] |= 1 << (cards[i] >> 2)
        for suit in range(4):
            names[suit] = 0
            for other in range(4):
                if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                    names[suit] += 1
        # Cards of one rank may change order among themselves under the new names: insert in place.
        for i in range(size):
            card = (cards[i] & ~3) | names[cards[i] & 3]
            j = i
            while j and renamed[j - 1] > card:
                renamed[j] = renamed[j - 1]
                j -= 1
            renamed[j] = card
        at = 0
        for i in range(size):
            at += binomial[renamed[i], i + 1]
        kept_place[place] = at
        weights[at] += 1
        renaming[place] = order_of[names[0], names[1], names[2]]
        if at == place:
            for i in range(size):
                kept[found, i] = cards[i]
            found += 1
        i = 0
        while i < size - 1 and cards[i] + 1 == cards[i + 1]:
            cards[i] = i
            i += 1
        cards[i] += 1
    return kept[:found], weights, kept_place, renaming


@cache
def families(size: int) -> Families:
    """The families of sets of ``size`` cards, one to five. The place of a set is its colexicographic rank."""
    kept, weights, kept_place, renaming = _walk(size, comb(52, size), SUIT_ORDERS)
    is_kept = weights > 0
    number = np.cumsum(is_kept) - 1
    return Families(kept, weights[is_kept], number[kept_place].astype(np.int32), renaming)


def place(cards: tuple[int, ...]) -> int:
    """Colexicographic rank of a set of cards among sets of its size."""
    return sum(comb(card, i + 1) for i, card in enumerate(sorted(cards)))


@cache
def renamed_pairs() -> NDArray[np.int16]:
    """For each renaming, the place each pair of cards moves to."""
    moved = np.zeros((24, 1326), np.int16)
    for order in range(24):
        card = np.array([(c & ~3) | SUIT_ORDERS[order, c & 3] for c in range(52)])
        for high in range(52):
            for low in range(high):
                a, b = sorted((card[low], card[high]))
                moved[order, high * (high - 1) // 2 + low] = b * (b - 1) // 2 + a
    return moved
