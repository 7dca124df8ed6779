"""Ultimate Texas Hold 'Em with best play.

Ante and blind are one unit each. The player raises four (or three) antes before the flop, two on it, one at
the end, or folds then. The dealer qualifies with a pair; otherwise the ante is returned. The blind pays by
its table on a win, is returned on a win below it and on a tie, and loses with the hand.
"""

from fractions import Fraction
from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.five_card_ladder import CATEGORIES
from croupier.odds.kernels.hold_em import HoldEmCounts, count_hold_em
from croupier.odds.kernels.hold_em_play import count_play
from croupier.odds.kernels.hold_em_values import OUTCOMES, play_values, scaled
from croupier.odds.kernels.showdown import starting_outcomes
from croupier.odds.kernels.suits import families, place
from croupier.odds.pieces import Run
from croupier.odds.returns import Outcome, Pays, ReturnTable, odds_to_one
from croupier.odds.situations.cards import distinct_cards

FLOPS_PER_BOARD = 10


class HoldEmSolution(msgspec.Struct, frozen=True):
    """The game solved for one blind paytable."""

    blind: dict[str, Fraction]
    returns: ReturnTable
    starting: tuple[dict[str, Fraction], ...]  # per starting-hand family: each action before the flop
    counts: HoldEmCounts

    def before_flop(self, cards: tuple[int, ...]) -> dict[str, Fraction]:
        """Value of each action with these two cards, before the flop."""
        distinct_cards(cards, 2)
        return self.starting[int(families(2).family[place(cards)])]


def solve(blind: Pays, run: Run | None = None) -> HoldEmSolution:
    """Best play at all three decisions against a blind paytable, and every outcome of it.

    `run` does the greater part of the work elsewhere, in pieces.
    """
    odds = tuple(odds_to_one(blind, CATEGORIES).values())
    return _solve(odds) if run is None else _solve_by(run, odds)


@lru_cache(maxsize=4)
def _solve(blind: tuple[Fraction, ...]) -> HoldEmSolution:
    return _solve_by(None, blind)


def _solve_by(run: Run | None, blind: tuple[Fraction, ...]) -> HoldEmSolution:
    scale, pays = scaled(blind)
    counts = count_hold_em(scale, pays, run)
    before = counts.starting[counts.raise_four].sum(axis=0)
    returns = _returns(blind, before, counts.raise_two, counts.call, counts.folds)
    starting = []
    for family in range(169):
        deals = FLOPS_PER_BOARD * int(counts.starting[family].sum())
        values = {
            f"play:{times}": Fraction(
                FLOPS_PER_BOARD * int(play_values(counts.starting[family], times, scale, pays).sum()),
                scale * deals,
            )
            for times in (4, 3)
        }
        starting.append({**values, "check": Fraction(int(counts.check_value[family]), scale * deals)})
    named = dict(zip(CATEGORIES, blind, strict=True))
    return HoldEmSolution(named, returns, tuple(starting), counts)


def follow(blind: Pays, raise_four: NDArray[np.bool_], flop_raise: NDArray[np.bool_], outs: int) -> ReturnTable:
    """Every outcome of a fixed way to play.

    ``raise_four`` is per starting-hand family, ``flop_raise`` per flop family and pair of cards; at the end
    the player stays with a hidden pair or better or against fewer than ``outs`` outs (0: plays best).
    """
    odds = tuple(odds_to_one(blind, CATEGORIES).values())
    scale, pays = scaled(odds)
    before = starting_outcomes()[raise_four].sum(axis=0)
    return _returns(odds, before, *count_play(scale, pays, raise_four, flop_raise, outs))


def _returns(
    blind: tuple[Fraction, ...],
    before: NDArray[np.int64],
    on_flop: NDArray[np.int64],
    at_end: NDArray[np.int64],
    folds: int,
) -> ReturnTable:
    """The outcomes of hands raised before the flop, on it, and played at the end, and the folds."""
    outcomes: list[Outcome] = []
    for times, table in ((4, FLOPS_PER_BOARD * before), (2, on_flop), (1, at_end)):
        for number, line in enumerate(CATEGORIES):
            for column, result in enumerate(OUTCOMES):
                if count := int(table[number, column]):
                    net = _net(result, times, blind[number])
                    outcomes.append(Outcome(f"play:{times}", result, line, net, Fraction(2 + times), count))
    outcomes.append(Outcome("fold", "fold", "", Fraction(-2), Fraction(2), folds))
    return ReturnTable(tuple(outcomes))


def _net(result: str, times: int, blind: Fraction) -> Fraction:
    """What ante, blind and a play wager of ``times`` antes win or lose together."""
    ante = 1 if result.endswith("_qualified") else 0
    if result.startswith("win"):
        return times + ante + blind
    if result.startswith("lose"):
        return Fraction(-times - ante - 1)
    return Fraction(0)


def beaten() -> dict[str, int]:
    """How many of 1,326 x 2,118,760 x 990 deals beat the player's hand, by its category.

    The rest is "not_beaten": a tie beats nobody. By symmetry the dealer's hand is beaten as often, so a wager
    that pays on either has twice these counts.
    """
    table = starting_outcomes().sum(axis=0)
    lost = {line: int(table[number, 3:].sum()) for number, line in enumerate(CATEGORIES)}
    return {**lost, "not_beaten": int(table[:, :3].sum())}
