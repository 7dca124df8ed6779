"""Four Card Poker with best play.

The player's best four of five meet the dealer's best four of six, one of which was seen; a tie goes to the
player. The play wager is one to three antes. The ante bonus is paid, win or lose, whenever the player plays.

Rounds are counted over deals and face-up cards: 6 x 27,906,522,724,080.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.four_card import CATEGORIES, four_card_tables
from croupier.odds.kernels.four_card_poker import DEALER_HANDS, not_beaten
from croupier.odds.kernels.suits import families
from croupier.odds.wagers.returns import Outcome, Pays, ReturnTable, common_scale, odds_to_one

MOST_UNITS = 10**12  # times the dealer's hands, within 63 bits
MULTIPLES = (0, 1, 2, 3)  # 0 folds

# From the strengths of hands and, per hand, the ranks of the face-up cards: how many antes to play.
Strategy = Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.int64]]


def best_multiples(ante_bonus: Pays, unfolded: Sequence[Fraction] = ()) -> NDArray[np.int64]:
    """How many antes best play puts down, by family of the player's cards and face-up card; 0 folds.

    `unfolded` is what each family brings beside the game, in antes, if it is not folded.
    """
    bonus = odds_to_one(ante_bonus, CATEGORIES)
    scale = common_scale((*bonus.values(), *set(unfolded)))
    if max([*bonus.values(), *unfolded, Fraction(scale)]) * scale > MOST_UNITS:
        raise ValueError(f"the wagers need units of 1/{scale}; write odds and stakes with fewer different fractions")
    strength, good = not_beaten()
    lead = 2 * good.astype(np.int64) - DEALER_HANDS
    brought = np.array([int(bonus[line] * scale) for line in CATEGORIES])[four_card_tables().category[strength]]
    if unfolded:
        brought = brought + np.array([int(value * scale) for value in unfolded])
    multiple = np.where(lead > 0, 3, 1)
    value = scale * (1 + multiple) * lead + (brought * DEALER_HANDS)[:, None]
    multiple[value <= -scale * DEALER_HANDS] = 0
    return multiple


def solve(ante_bonus: Pays, strategy: Strategy | None = None) -> ReturnTable:
    """Every round's outcome in antes, with best play or a given strategy."""
    bonus = odds_to_one(ante_bonus, CATEGORIES)
    strength, good = not_beaten()
    category_of = four_card_tables().category[strength]
    multiple = best_multiples(ante_bonus) if strategy is None else strategy(strength.astype(np.int64), up_ranks())
    weights = families(5).weights
    hands: dict[int, NDArray[np.int64]] = {}  # per multiple: rounds and wins of each family
    for times in MULTIPLES:
        chosen = multiple == times
        rounds = chosen.sum(axis=1) * DEALER_HANDS
        wins = np.where(chosen, good, 0).sum(axis=1, dtype=np.int64)
        hands[times] = np.stack([rounds, wins], axis=1) * weights[:, None]
    outcomes = []
    for number, line in enumerate(CATEGORIES):
        for times in MULTIPLES:
            count, won = (int(total) for total in hands[times][category_of == number].sum(axis=0))
            if not count:
                continue
            if times == 0:
                outcomes.append(Outcome("fold", "fold", line, Fraction(-1), Fraction(1), count))
                continue
            for result, sign, ended in (("win", 1, won), ("lose", -1, count - won)):
                net = sign * (1 + times) + bonus[line]
                outcomes.append(Outcome(f"play:{times}", result, line, net, Fraction(1 + times), ended))
    return ReturnTable(tuple(outcomes))


@cache
def up_ranks() -> NDArray[np.int64]:
    """Rank of each face-up card, in the order of ``not_beaten``."""
    held = np.zeros((len(families(5).sets), 52), np.bool_)
    np.put_along_axis(held, families(5).sets.astype(np.int64), True, axis=1)
    ranks: NDArray[np.int64] = np.nonzero(~held)[1].reshape(-1, 47) // 4
    return ranks
