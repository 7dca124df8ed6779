"""How many hands there are of each strength, counted by ranks instead of hand by hand.

A choice of ranks with counts c stands for the product of C(4, c) hands. In a given suit a rank of count c has
a card in C(3, c - 1) of its C(4, c) ways: so the ways with a flush are the top terms of a product of
polynomials, one factor per rank. The flushes themselves are counted by the ranks of their suit.
"""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels import five_card, four_card
from croupier.odds.kernels.rank_hash import rank_hash


@cache
def five_card_frequencies(size: int) -> NDArray[np.int64]:
    """Hands of ``size`` cards (five to seven) of each five-card strength."""
    tables = five_card.five_card_tables()
    return _frequencies(size, 5, tables.rank_strength, tables.flush_strength, five_card.STRENGTHS)


@cache
def four_card_frequencies(size: int) -> NDArray[np.int64]:
    """Hands of ``size`` cards (four or five) of each four-card strength."""
    if size > 5:
        raise ValueError("with six cards a flush can be beaten by three of a kind; count four or five")
    tables = four_card.four_card_tables()
    return _frequencies(size, 4, tables.rank_strength, tables.flush_strength, four_card.STRENGTHS)


def _frequencies(
    size: int,
    flush: int,
    rank_strength: NDArray[np.uint16],
    flush_strength: NDArray[np.uint16],
    strengths: int,
) -> NDArray[np.int64]:
    """Hands of each strength, where a flush is ``flush`` cards and always the best of its hand."""
    hashed = rank_hash()
    chosen = hashed.counts.sum(axis=1) == size
    counts = hashed.counts[chosen].astype(np.int64)
    all_ways = np.array([comb(4, c) for c in range(5)])[counts].prod(axis=1)
    without = np.array([comb(3, c) for c in range(5)])[counts]
    with_suit = np.array([comb(3, c - 1) if c else 0 for c in range(5)])[counts]
    suited = np.zeros((len(counts), size + 1), np.int64)  # ways with so many cards of one given suit
    suited[:, 0] = 1
    for rank in range(13):
        grown = suited * without[:, rank, None]
        grown[:, 1:] += suited[:, :-1] * with_suit[:, rank, None]
        suited = grown
    plain = all_ways - 4 * suited[:, flush:].sum(axis=1)
    out = np.zeros(strengths, np.int64)
    np.add.at(out, rank_strength[hashed.slots[chosen]], plain)
    for mask in range(8192):
        if flush <= mask.bit_count() <= size:
            out[flush_strength[mask]] += 4 * comb(39, size - mask.bit_count())
    return out
