"""Every five-card hand's strength, without a compiler: by its ranks, and by the ranks of one suit.

A strength is a number from 0 (7-5-4-3-2) to 7461 (royal flush): equal hands have equal strengths and a better
hand has a higher one. ``FIRST`` gives the lowest strength of each category. Of five to seven cards the best
five are worth the better of what the ranks are worth and what the longest suit is worth.

Ranks are handled as masks of 13 bits, the two lowest, so that a table of 8,192 answers any question about one.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
# In each category, how many hands in a row differ by their kickers only.
KICKERS = (1277, 220, 11, 66, 1, 1, 1, 12, 1, 1)
STRENGTHS = 7462
MASKS = np.arange(8192)


class _Masks(NamedTuple):
    """What is asked about a mask of ranks, each by the mask."""

    top: tuple[NDArray[np.int64], ...]  # its so many highest ranks
    straight_top: NDArray[np.int64]  # rank of its best straight's top card (3 for the five-high), or -1
    place: NDArray[np.int64]  # its place among masks of as many ranks, lowest first
    plain_place: NDArray[np.int64]  # of five ranks: its place among those that are no straight


@cache
def _masks() -> _Masks:
    highest = np.zeros_like(MASKS)
    for rank in range(13):
        highest[1 << rank : 2 << rank] = 1 << rank
    top = [np.zeros_like(MASKS)]
    for _ in range(5):
        top.append(top[-1] | highest[MASKS & ~top[-1]])
    straight_top = np.where(MASKS & 0x100F == 0x100F, 3, -1)
    for rank in range(4, 13):
        straight_top[(MASKS >> (rank - 4)) & 31 == 31] = rank
    ranks = np.bitwise_count(MASKS)
    place = np.zeros_like(MASKS)
    for size in range(14):
        place[ranks == size] = np.arange((ranks == size).sum())
    plain = (ranks == 5) & (straight_top < 0)
    return _Masks(tuple(top), straight_top, place, np.cumsum(plain) - 1)


def _without(mask: NDArray[np.int64], rank: NDArray[np.int64]) -> NDArray[np.int64]:
    """The mask as if the one rank of the other, which it has not, did not exist."""
    closed: NDArray[np.int64] = (mask & (rank - 1)) | ((mask & -rank) >> 1)
    return closed


def ranks_strengths(counts: NDArray[np.integer]) -> NDArray[np.uint16]:
    """Strength of each row by its ranks alone: how many it has of each, five or more together."""
    top, straight_top, place, plain_place = _masks()
    ones, twos, threes, fours = ((counts >= times) @ (1 << np.arange(13)) for times in (1, 2, 3, 4))

    def order(group: NDArray[np.int64], odd: NDArray[np.int64]) -> NDArray[np.int64]:
        """Place of the odd ranks among those that are not of the group, which is one rank."""
        return place[_without(odd, group)]

    found = plain_place[top[5][ones]]

    pair = top[1][twos]
    found = np.where(twos > 0, FIRST[1] + 220 * place[pair] + order(pair, top[3][ones & ~pair]), found)

    pairs = top[2][twos]
    odd = top[1][ones & ~pairs]
    second = pairs & ~pair
    kicker = order(second, _without(odd, pair))
    found = np.where(pairs != pair, FIRST[2] + 11 * place[pairs] + kicker, found)

    trips = top[1][threes]
    found = np.where(threes > 0, FIRST[3] + 66 * place[trips] + order(trips, top[2][ones & ~trips]), found)

    straight = straight_top[ones]
    found = np.where(straight >= 0, FIRST[4] + straight - 3, found)

    over = top[1][twos & ~trips]
    found = np.where((threes > 0) & (over > 0), FIRST[6] + 12 * place[trips] + order(trips, over), found)

    quads = top[1][fours]
    found = np.where(fours > 0, FIRST[7] + 12 * place[quads] + order(quads, top[1][ones & ~quads]), found)
    return found.astype(np.uint16)


@cache
def flush_strengths() -> NDArray[np.uint16]:
    """Strength of the ranks of one suit, by their mask: 0 when fewer than five."""
    top, straight_top, _, plain_place = _masks()
    plain = FIRST[5] + plain_place[top[5]]
    found = np.where(straight_top >= 0, FIRST[8] + straight_top - 3, plain)
    return np.where(np.bitwise_count(MASKS) >= 5, found, 0).astype(np.uint16)


def category_numbers(strengths: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Number of the category each strength belongs to."""
    return np.searchsorted(np.array(FIRST), strengths, side="right") - 1
