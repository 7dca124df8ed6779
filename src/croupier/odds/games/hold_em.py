"""Ultimate Texas Hold 'Em with best play.

Ante and blind are one unit each. The player raises four (or three) antes before the flop, two on it, one at
the end, or folds then. The dealer qualifies with a pair; otherwise the ante is returned. The blind pays by
its table on a win, is returned on a win below it and on a tie, and loses with the hand.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.five_card import strengths
from croupier.odds.kernels.five_card_ladder import CATEGORIES, FIRST, STRENGTHS
from croupier.odds.kernels.hold_em import HoldEmCounts, brought_beside, count_hold_em
from croupier.odds.kernels.hold_em_play import PAIR_HIGH, PAIR_LOW, Beside, Played, count_play
from croupier.odds.kernels.hold_em_values import OUTCOMES, play_values, scaled
from croupier.odds.kernels.showdown import starting_outcomes
from croupier.odds.kernels.suits import families, place
from croupier.odds.pieces import Run
from croupier.odds.situations.cards import distinct_cards
from croupier.odds.wagers.returns import Outcome, Pays, ReturnTable, common_scale, odds_to_one

FLOPS_PER_BOARD = 10
NOT_DEALT = STRENGTHS  # where a pair of cards has one of the flop's
Unfolded = tuple[Fraction | None, ...]  # by strength: what a hand brings if it is not folded; none where nothing asks


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


def solve_beside(blind: Pays, on_flop: Unfolded, at_end: Unfolded) -> HoldEmSolution:
    """The same with what hands bring beside the game as long as they are not folded, in antes.

    `on_flop` is by the strength of the player's two cards and the flop, `at_end` by that of the best five of seven.
    Every action's value has it in it, and the counts say which of the hands that bring something are folded.
    """
    return _solve_beside(tuple(odds_to_one(blind, CATEGORIES).values()), on_flop, at_end)


@lru_cache(maxsize=8)
def _solve_beside(odds: tuple[Fraction, ...], on_flop: Unfolded, at_end: Unfolded) -> HoldEmSolution:
    ends = [value or 0 for value in at_end]
    if any(len(set(ends[first:last])) > 1 for first, last in zip(FIRST, (*FIRST[1:], STRENGTHS), strict=True)):
        raise ValueError("at the end hands of one category bring the same; write lines of whole categories")
    if not any((*on_flop, *at_end)):  # hands are only counted, and best play is that of the game alone
        scale, pays = scaled(odds)
        alone, beside = _solve(odds).counts, _beside(on_flop, at_end, scale)
        played = count_play(scale, pays, alone.raise_four, alone.flop_raise, beside=beside)
        return _solution(odds, scale, pays, alone._replace(played=played))
    scale = common_scale(value for value in (*odds, *on_flop, *at_end) if value is not None)
    pays = np.array([int(value * scale) for value in odds])
    beside = _beside(on_flop, at_end, scale)
    deals = starting_outcomes().sum(axis=2).astype(object)
    most = FLOPS_PER_BOARD * (deals @ (6 * scale + pays)) + brought_beside(beside)
    if 24 * int(most.max()) >= 1 << 63:
        raise ValueError("the wagers have too fine a common measure; write rounder stakes and meters")
    return _solution(odds, scale, pays, count_hold_em(scale, pays, beside=beside))


def _beside(on_flop: Unfolded, at_end: Unfolded, scale: int) -> Beside:
    """The same as the kernels take it."""
    made = flop_strengths()
    asked = np.array([value is not None for value in (*on_flop, None)])
    worth = np.array([int((value or 0) * scale) for value in (*on_flop, None)])
    flop, pairs = np.nonzero(asked[made])
    starts = np.concatenate([[0], np.bincount(flop, minlength=len(made)).cumsum()])
    listed = made[flop, pairs].astype(np.int64)
    end = np.array([int((value or 0) * scale) for value in at_end])
    return Beside(end, starts, pairs.astype(np.int64), worth[listed], listed)


@cache
def flop_strengths() -> NDArray[np.uint16]:
    """Strength of each pair of cards with each flop, or `NOT_DEALT`: [flop family, pair]."""
    flops = families(3).sets
    found = np.full((len(flops), len(PAIR_HIGH)), NOT_DEALT, np.uint16)
    for number, flop in enumerate(flops):
        free = ~np.isin(PAIR_HIGH, flop) & ~np.isin(PAIR_LOW, flop)
        own = np.stack([PAIR_HIGH[free], PAIR_LOW[free]], axis=1).astype(np.uint8)
        found[number, free] = strengths(np.concatenate([own, np.tile(flop, (len(own), 1))], axis=1))
    return found


@lru_cache(maxsize=4)
def _solve(blind: tuple[Fraction, ...]) -> HoldEmSolution:
    return _solve_by(None, blind)


def _solve_by(run: Run | None, blind: tuple[Fraction, ...]) -> HoldEmSolution:
    scale, pays = scaled(blind)
    return _solution(blind, scale, pays, count_hold_em(scale, pays, run))


def _solution(blind: tuple[Fraction, ...], scale: int, pays: NDArray[np.int64], counts: HoldEmCounts) -> HoldEmSolution:
    before = counts.starting[counts.raise_four].sum(axis=0)
    returns = _returns(blind, before, counts.played)
    starting = []
    for family in range(169):
        deals = FLOPS_PER_BOARD * int(counts.starting[family].sum())
        values = {}
        for times in (4, 3):
            value = FLOPS_PER_BOARD * int(play_values(counts.starting[family], times, scale, pays).sum())
            values[f"play:{times}"] = Fraction(value + int(counts.brought[family]), scale * deals)
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
    return _returns(odds, before, count_play(scale, pays, raise_four, flop_raise, outs))


def _returns(blind: tuple[Fraction, ...], before: NDArray[np.int64], played: Played) -> ReturnTable:
    """The outcomes of hands raised before the flop, on it, and played at the end, and the folds."""
    outcomes: list[Outcome] = []
    for times, table in ((4, FLOPS_PER_BOARD * before), (2, played.raised), (1, played.called)):
        for number, line in enumerate(CATEGORIES):
            for column, result in enumerate(OUTCOMES):
                if count := int(table[number, column]):
                    net = _net(result, times, blind[number])
                    outcomes.append(Outcome(f"play:{times}", result, line, net, Fraction(2 + times), count))
    outcomes.append(Outcome("fold", "fold", "", Fraction(-2), Fraction(2), played.folds))
    return ReturnTable(tuple(outcomes))


# Of each outcome: whether the hand wins, ties or loses, and how many antes are decided by it.
RESULTS: Mapping[str, tuple[int, int]] = {
    "win_unqualified": (1, 0),
    "win_qualified": (1, 1),
    "tie": (0, 0),
    "lose_unqualified": (-1, 0),
    "lose_qualified": (-1, 1),
}


def _net(result: str, times: int, blind: Fraction) -> Fraction:
    """What ante, blind and a play wager of ``times`` antes win or lose together."""
    won, ante = RESULTS[result]
    return won * (times + ante) + (blind if won > 0 else Fraction(won))


def beaten() -> dict[str, int]:
    """How many of 1,326 x 2,118,760 x 990 deals beat the player's hand, by its category.

    The rest is "not_beaten": a tie beats nobody. By symmetry the dealer's hand is beaten as often, so a wager
    that pays on either has twice these counts.
    """
    table = starting_outcomes().sum(axis=0)
    lost = {line: int(table[number, 3:].sum()) for number, line in enumerate(CATEGORIES)}
    return {**lost, "not_beaten": int(table[:, :3].sum())}
