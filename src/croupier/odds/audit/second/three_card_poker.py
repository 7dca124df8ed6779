"""Three Card Poker: every hand of the player meets every hand of the dealer, one by one."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.odds.audit.second.compiled import compiled
from croupier.odds.audit.second.dealt import SUITS, masks_of
from croupier.odds.audit.second.hands import CATEGORY, THREE_CARD, three_of
from croupier.odds.audit.second.kinds import Kinds, kind_of_three

QUEEN = 1 << 10
HANDS, DEALERS = 22_100, 18_424


class Hand(Struct, frozen=True):
    """A player's hand: its category and kind, and over all hands of the dealer how the ante and the play fare."""

    category: str
    kind: str
    unqualified: int
    won: int
    lost: int


@compiled
def _meet(cards: NDArray[np.int64], values: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    for own in range(len(cards)):
        for other in range(len(cards)):
            if cards[own] & cards[other]:
                continue
            if values[other] >> CATEGORY == 0 and values[other] < QUEEN:
                out[own, 0] += 1
            elif values[own] > values[other]:
                out[own, 1] += 1
            elif values[own] < values[other]:
                out[own, 2] += 1


@cache
def _hands() -> tuple[Hand, ...]:
    dealt = list(combinations(range(52), 3))
    bits = np.array([sum(1 << card for card in cards) for cards in dealt], np.int64)
    values = [three_of(*masks_of(cards)) for cards in dealt]
    out = np.zeros((len(dealt), 3), np.int64)
    _meet(bits, np.array(values, np.int64), out)
    return tuple(
        Hand(THREE_CARD[value >> CATEGORY], kind_of_three(value, SUITS[cards[0] % 4]), *row)
        for cards, value, row in zip(dealt, values, out.tolist(), strict=True)
    )


def solve(bonus: Mapping[str, Fraction], beside: Mapping[str, Fraction] | None = None) -> tuple[Fraction, Kinds]:
    """What a round is worth in antes if each hand is played or folded as is better, and the kinds that are folded.

    `beside` is what a pair plus of one ante wins with each category; it is staked and lost with all others.
    """
    total, folded = Fraction(0), dict[str, int]()
    for hand in _hands():
        side = (beside.get(hand.category, Fraction(-1)) if beside else Fraction(0)) * DEALERS
        played = hand.unqualified + 2 * (hand.won - hand.lost) + bonus.get(hand.category, Fraction(0)) * DEALERS + side
        gone = -(2 if beside else 1) * DEALERS
        if played <= gone:
            folded[hand.kind] = folded.get(hand.kind, 0) + 1
        total += max(played, Fraction(gone))
    return total / (HANDS * DEALERS), folded
