"""What ante, blind and play are worth together in Ultimate Texas Hold 'Em, as whole numbers.

Values are antes times the common denominator of the blind's odds, summed over deals.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.five_card_ladder import FIRST
from croupier.odds.wagers.returns import common_scale

QUALIFYING = FIRST[1]  # the lowest strength with a pair
# Columns of an outcome table. The dealer qualifies with a pair or better.
OUTCOMES = ("win_unqualified", "win_qualified", "tie", "lose_unqualified", "lose_qualified")
# A family has up to 2.6e11 deals, counted 24-fold, and their values must add up within 63 bits.
MOST_UNITS = 1_000_000


def scaled(odds: tuple[Fraction, ...]) -> tuple[int, NDArray[np.int64]]:
    """A common denominator, and the odds as whole numbers over it."""
    scale = common_scale(odds)
    whole = [int(value * scale) for value in odds]
    if max(scale, *whole) > MOST_UNITS:
        raise ValueError(f"over a common denominator the blind's odds pass {MOST_UNITS:,}; write simpler odds")
    return scale, np.array(whole)


def play_values(outcomes: NDArray[np.int64], times: int, scale: int, blind: NDArray[np.int64]) -> NDArray[np.int64]:
    """Value of a play wager of ``times`` the ante with these outcomes, one number per category."""
    weak_win, win, _, weak_loss, loss = (outcomes[..., column] for column in range(5))
    value = scale * ((times + 1) * win + times * weak_win - (times + 1) * weak_loss - (times + 2) * loss)
    paid: NDArray[np.int64] = value + blind * (weak_win + win)
    return paid
