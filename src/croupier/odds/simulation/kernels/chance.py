"""Chance: the cards of round number ``n`` of a seed, whoever asks and in whatever order.

The generator is Philox 4x32 with ten rounds, a counter-based one: 128 random bits are a function of a 64-bit key, here
the seed, and of a 128-bit counter, here the round's number, the place of the bits in the round, and the attempt.

Six cards at most are drawn from 58 of 64 bits: the bits are a fraction, and multiplied by 52, 51, 50 ... its whole
parts are the draws. The few fractions that would favour some cards are told by what remains and drawn again, so that
every order of cards is exactly as likely as every other.
"""

from math import prod

import numpy as np
from numpy.typing import NDArray

from croupier.odds.simulation.kernels.compiled import compiled

CARDS_PER_WORD = 6
DECK = 52
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_FRACTION = np.uint64(58)
_SPARE = np.uint64(6)
_MASK = np.uint64((1 << 58) - 1)
# The multipliers and key steps of Philox 4x32.
_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)


@compiled(inline=True)
def _mix(
    x0: np.uint64, x1: np.uint64, x2: np.uint64, x3: np.uint64, k0: np.uint64, k1: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    p0, p1 = _M0 * x0, _M1 * x2
    return (p1 >> _HALF) ^ x1 ^ (k0 & _LOW), p1 & _LOW, (p0 >> _HALF) ^ x3 ^ (k1 & _LOW), p0 & _LOW


@compiled(inline=True)
def philox(key: np.uint64, number: np.uint64, place: np.uint64, attempt: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The 128 bits of a counter as two words; ``number`` is half of the counter, the others a quarter each."""
    x0, x1, x2, x3 = number & _LOW, number >> _HALF, place, attempt
    k0, k1 = key & _LOW, key >> _HALF
    # Written out: a loop would keep the caller's loop over rounds from being vectorised.
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, k0, k1)
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, k0 + _W0, k1 + _W1)
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, k0 + _W0 * np.uint64(2), k1 + _W1 * np.uint64(2))
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, k0 + _W0 * np.uint64(3), k1 + _W1 * np.uint64(3))
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, k0 + _W0 * np.uint64(4), k1 + _W1 * np.uint64(4))
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, k0 + _W0 * np.uint64(5), k1 + _W1 * np.uint64(5))
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, k0 + _W0 * np.uint64(6), k1 + _W1 * np.uint64(6))
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, k0 + _W0 * np.uint64(7), k1 + _W1 * np.uint64(7))
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, k0 + _W0 * np.uint64(8), k1 + _W1 * np.uint64(8))
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, k0 + _W0 * np.uint64(9), k1 + _W1 * np.uint64(9))
    return x0 | (x1 << _HALF), x2 | (x3 << _HALF)


@compiled()
def words(key: np.uint64, first: np.uint64, place: int, one: NDArray[np.uint64], two: NDArray[np.uint64]) -> None:
    """Fill ``one[i]`` and ``two[i]`` with the bits that rounds ``first + i`` have at a place, at the first attempt."""
    for i in range(one.shape[0]):
        one[i], two[i] = philox(key, first + np.uint64(i), np.uint64(place), np.uint64(0))


@compiled()
def _draw(bits: NDArray[np.uint64], left: int, out: NDArray[np.uint8]) -> None:
    """Draw one of the ``left`` cards not drawn yet: fill in its place in the deck, and leave the bits not used."""
    for i in range(bits.shape[0]):
        scaled = bits[i] * np.uint64(left)
        bits[i] = scaled & _MASK
        out[i] = np.uint8((scaled >> _FRACTION) + np.uint64(52 - left))


@compiled()
def _replace(cards: NDArray[np.uint8], taken: NDArray[np.uint8], instead: np.uint8) -> None:
    """Where an earlier draw took the same place, the card there is the one that it left ``instead``."""
    for i in range(cards.shape[0]):
        card = cards[i]
        cards[i] = instead if taken[i] == card else card


def unfair(cards: int) -> NDArray[np.uint64]:
    """For each word of a round, the remainders below which its draws are made again."""
    starts = range(0, cards, CARDS_PER_WORD)
    ways = [prod(range(DECK - start, DECK - min(start + CARDS_PER_WORD, cards), -1)) for start in starts]
    return np.array([(1 << 58) % way for way in ways], np.uint64)


@compiled()
def deal(
    key: np.uint64,
    first: np.uint64,
    limits: NDArray[np.uint64],
    bits: NDArray[np.uint64],
    taken: NDArray[np.uint8],
    decks: NDArray[np.uint8],
) -> None:
    """Fill ``decks[card, i]`` with the cards of round ``first + i``.

    ``limits`` come from ``unfair``; ``bits``, two rows, and ``taken``, as large as ``decks``, are scratch.
    """
    cards, count = decks.shape
    for word in range(limits.shape[0]):
        if word & 1 == 0:
            words(key, first, word // 2, bits[0], bits[1])
        rest = bits[word & 1]
        start, end = CARDS_PER_WORD * word, min(CARDS_PER_WORD * word + CARDS_PER_WORD, cards)
        for i in range(count):
            rest[i] >>= _SPARE
        for k in range(start, end):
            _draw(rest, 52 - k, taken[k])
        for i in range(count):
            attempt = np.uint64(0)
            while rest[i] < limits[word]:
                attempt += np.uint64(1)
                one, two = philox(key, first + np.uint64(i), np.uint64(word // 2), attempt)
                rest[i] = (two if word & 1 else one) >> _SPARE
                for k in range(start, end):
                    _draw(rest[i : i + 1], 52 - k, taken[k, i : i + 1])
    # A shuffle after Fisher and Yates: a card drawn is replaced by the first one of the deck not drawn yet.
    for k in range(cards):
        decks[k] = taken[k]
        for earlier in range(k - 1, -1, -1):
            _replace(decks[k], taken[earlier], np.uint8(earlier))
