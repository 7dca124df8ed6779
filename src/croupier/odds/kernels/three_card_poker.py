"""Three Card Poker, every deal counted: 22,100 x 18,424 = 407,170,400."""

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled
from croupier.odds.kernels.suits import families
from croupier.odds.kernels.three_card import QUEEN_HIGH, three_card_strengths

DEALER_HANDS = 18_424
# Columns of an outcome table. An unqualified dealer has less than queen high.
OUTCOMES = ("unqualified", "win", "tie", "lose")
# How hands may compare: the player's is lower, level or higher, and whether the dealer qualifies.
SHOWDOWNS = tuple((case, qualified) for qualified in (False, True) for case in ("lower", "tie", "higher"))


@compiled()
def _count(
    player: NDArray[np.uint64],
    player_strength: NDArray[np.uint16],
    dealer: NDArray[np.uint64],
    dealer_strength: NDArray[np.uint16],
) -> NDArray[np.int64]:
    out = np.zeros((len(player), 6), np.int64)
    for i in range(len(player)):
        for j in range(len(dealer)):
            if player[i] & dealer[j] == np.uint64(0):
                mine, theirs = player_strength[i], dealer_strength[j]
                out[i, 3 * (theirs >= QUEEN_HIGH) + 1 + (mine > theirs) - (mine < theirs)] += 1
    return out


@cache
def three_card_showdowns() -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """Strength of each family of player's hands, and how often over the dealer's 18,424 it compares in each way."""
    strength = three_card_strengths()
    hands = np.array(sorted(combinations(range(52), 3), key=lambda cards: cards[::-1]), np.uint64)
    bits = (np.uint64(1) << hands).sum(axis=1, dtype=np.uint64)
    kept = families(3)
    # Any hand of a family stands for all: take the first.
    first = np.unique(kept.family, return_index=True)[1]
    return strength[first], _count(bits[first], strength[first], bits, strength)


def three_card_outcomes() -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """The same as outcomes: whether an unqualified dealer's hand is beaten decides nothing in the game."""
    strength, counted = three_card_showdowns()
    return strength, np.column_stack([counted[:, :3].sum(axis=1), counted[:, 5], counted[:, 4], counted[:, 3]])
