"""Strengths of the hands in many rounds at once: cards lie in rows, one round to a column."""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.five_card import STRENGTHS, FiveCardTables
from croupier.odds.kernels.four_card import FourCardTables
from croupier.odds.kernels.rank_hash import BUCKET_SHIFT, SLOTS
from croupier.odds.kernels.suits import families, place
from croupier.odds.kernels.three_card import STRENGTHS as THREE_CARD_STRENGTHS
from croupier.odds.kernels.three_card import three_card_strengths
from croupier.odds.simulation.kernels.compiled import compiled

ROYAL = STRENGTHS - 1
SUPER_ROYAL = STRENGTHS  # and the suit: six cards, ace down to nine of one suit
NOTHING = SUPER_ROYAL + 4  # no hand at all, where only a beaten one counts
CLASSES = NOTHING + 1  # more than any kind of cards needs
SUITED_ACE_KING_QUEEN = THREE_CARD_STRENGTHS - 1  # and the suit
_ACE_TO_NINE = 0x1F80
_SUITS = np.uint64(0x8888)


class ThreeCardTables(NamedTuple):
    """The class of three cards in two steps: two cards make a pair's place, with the third a class."""

    pair: NDArray[np.uint16]  # [52 * 52]
    triple: NDArray[np.uint16]  # [1326 * 52]: the strength, above the highest also the suit


@cache
def three_card_tables() -> ThreeCardTables:
    """The tables, built once."""
    strengths = three_card_strengths()
    pair = np.zeros((52, 52), np.uint16)
    triple = np.zeros((1326, 52), np.uint16)
    for one, two in combinations(range(52), 2):
        pair[one, two] = pair[two, one] = place((one, two))
    for cards in combinations(range(52), 3):
        strength = int(strengths[place(cards)])
        for out in range(3):
            one, two = (card for at, card in enumerate(cards) if at != out)
            suit = cards[0] % 4 if strength == SUITED_ACE_KING_QUEEN else 0
            triple[pair[one, two], cards[out]] = strength + suit
    return ThreeCardTables(pair.ravel(), triple.ravel())


@compiled()
def three_card_classes(
    one: NDArray[np.uint8], two: NDArray[np.uint8], three: NDArray[np.uint8], tables: ThreeCardTables,
    out: NDArray[np.int16],
) -> None:  # fmt: skip
    """Fill in the class of three cards."""
    for i in range(out.shape[0]):
        pair = np.int64(tables.pair[np.int64(one[i]) * 52 + two[i]])
        out[i] = tables.triple[pair * 52 + three[i]]


@compiled()
def _add(row: NDArray[np.uint8], card_key: NDArray[np.uint64], totals: NDArray[np.uint64]) -> None:
    for i in range(totals.shape[0]):
        totals[i] += card_key[row[i]]


@compiled()
def _suit_mask(decks: NDArray[np.uint8], rows: NDArray[np.int64], i: int, suit: int) -> int:
    mask = 0
    for row in rows:
        if decks[row, i] & 3 == suit:
            mask |= 1 << (decks[row, i] >> 2)
    return mask


@compiled()
def _suit_of(total: np.uint64) -> int:
    suit = 0
    while not (total >> np.uint64(4 * suit + 3)) & np.uint64(1):
        suit += 1
    return suit


@compiled()
def five_card_classes(
    decks: NDArray[np.uint8], rows: NDArray[np.int64], tables: FiveCardTables, totals: NDArray[np.uint64],
    out: NDArray[np.int16],
) -> None:  # fmt: skip
    """Fill in the strength of the best five of the five to seven cards in those rows; of six also the super royal."""
    totals[:] = np.uint64(0x3333)
    for row in rows:
        _add(decks[row], tables.card_key, totals)
    for i in range(out.shape[0]):
        total = totals[i]
        if total & _SUITS:
            suit = _suit_of(total)
            mask = _suit_mask(decks, rows, i, suit)
            strength = np.int64(tables.flush_strength[mask])
            if strength == ROYAL and rows.shape[0] == 6 and mask == _ACE_TO_NINE:
                strength = np.int64(SUPER_ROYAL + suit)
            out[i] = strength
        else:
            key = np.uint32(total >> np.uint64(32))
            slot = (key + tables.displacement[key >> np.uint32(BUCKET_SHIFT)]) & np.uint32(SLOTS - 1)
            out[i] = tables.rank_strength[slot]


@compiled()
def four_card_classes(
    decks: NDArray[np.uint8], rows: NDArray[np.int64], tables: FourCardTables, totals: NDArray[np.uint64],
    out: NDArray[np.int16],
) -> None:  # fmt: skip
    """Fill in the strength of the best four of the five or six cards in those rows."""
    totals[:] = np.uint64(0x4444)
    for row in rows:
        _add(decks[row], tables.card_key, totals)
    for i in range(out.shape[0]):
        total = totals[i]
        key = np.uint32(total >> np.uint64(32))
        slot = (key + tables.displacement[key >> np.uint32(BUCKET_SHIFT)]) & np.uint32(SLOTS - 1)
        strength = tables.rank_strength[slot]
        if total & _SUITS:
            strength = max(strength, tables.flush_strength[_suit_mask(decks, rows, i, _suit_of(total))])
        out[i] = strength


@cache
def packed_families(size: int) -> NDArray[np.uint32]:
    """By the place of a set of cards: its family, times 32, and the renaming of suits that leads there."""
    found = families(size)
    packed: NDArray[np.uint32] = (found.family.astype(np.uint32) << np.uint32(5)) | found.renaming
    return packed


@compiled(inline=True)
def ordered(one: np.int64, two: np.int64) -> tuple[np.int64, np.int64]:
    """The lower and the higher of two."""
    return min(one, two), max(one, two)


@compiled()
def place_of_three(one: np.int64, two: np.int64, three: np.int64) -> np.int64:
    """Colexicographic place of three cards."""
    a, b = ordered(one, two)
    b, c = ordered(b, three)
    a, b = ordered(a, b)
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@compiled()
def place_of_five(one: np.int64, two: np.int64, three: np.int64, four: np.int64, five: np.int64) -> np.int64:
    """Colexicographic place of five cards."""
    a, b = ordered(one, two)
    d, e = ordered(four, five)
    c, e = ordered(three, e)
    c, d = ordered(c, d)
    b, e = ordered(b, e)
    a, d = ordered(a, d)
    a, c = ordered(a, c)
    b, d = ordered(b, d)
    b, c = ordered(b, c)
    return (
        a
        + b * (b - 1) // 2
        + c * (c - 1) * (c - 2) // 6
        + d * (d - 1) * (d - 2) * (d - 3) // 24
        + e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120
    )
