"""A bankroll followed from hand to hand by the law of a round: no luck in it, and errors of rounding only."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.odds.simulation.results import QUANTILES
from croupier.odds.studies.law import Law
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import money

RUINED, LIMIT, GOAL, PLAYED = ENDS = ("ruined", "loss limit", "win goal", "all hands played")
MOST_STATES = 1 << 21
MOST_WORK = 4_000_000_000  # multiplications


class Bankroll(Struct, frozen=True, kw_only=True):
    """A player's money and when to stop, in cents and hands; 0 is no goal and no limit.

    A player is ruined once the bankroll is below `least_cents`, what the next hand may need.
    """

    bankroll_cents: int
    hands: int
    least_cents: int
    win_goal_cents: int = 0
    loss_limit_cents: int = 0

    @property
    def floor_cents(self) -> int:
        """The result at which the session ends at the bottom, or lower."""
        ruin = self.least_cents - 1 - self.bankroll_cents
        return max(ruin, -self.loss_limit_cents) if self.loss_limit_cents else ruin

    @property
    def bottom(self) -> str:
        """How a session is called that ends at the bottom."""
        limited = self.loss_limit_cents and -self.loss_limit_cents > self.least_cents - 1 - self.bankroll_cents
        return LIMIT if limited else RUINED


def check(rules: Bankroll) -> None:
    """Refuse what no session can be played with."""
    if rules.bankroll_cents < rules.least_cents:
        raise BadInput(
            f"A bankroll of {money(rules.bankroll_cents)} does not cover one hand, which may need "
            f"{money(rules.least_cents)}; bring more, or lower the stakes."
        )
    if rules.hands < 1:
        raise BadInput(f"A session has at least one hand, not {rules.hands}.")
    for name, cents in (("win goal", rules.win_goal_cents), ("loss limit", rules.loss_limit_cents)):
        if cents < 0:
            raise BadInput(f"A {name} is a sum of money, not {cents} cents; write 0 for none.")


def quantiles(cents: NDArray[np.int64], weights: NDArray[np.int64] | NDArray[np.float64]) -> dict[int, int]:
    """The smallest result that so many percent of the sessions do not exceed; `cents` ascend."""
    reached = np.cumsum(weights)
    places = [int(np.searchsorted(reached, reached[-1] * percent / 100 * (1 - 1e-12))) for percent in QUANTILES]
    return {percent: int(cents[place]) for percent, place in zip(QUANTILES, places, strict=True)}


class Exact(NamedTuple):
    """How likely each ending is, and quantiles of what sessions win or lose, in percent to cents."""

    endings: Mapping[str, float]
    quantiles_cents: Mapping[int, int]


def work_out(rules: Bankroll, law: Law) -> Exact | None:
    """Follow the chances of every bankroll from hand to hand; none where that is too much work."""
    step = law.step
    moves = np.array(law.cents) // step
    chances = law.chances
    bottom = rules.floor_cents // step  # results at or below this are over
    goal = -(-rules.win_goal_cents // step) if rules.win_goal_cents else 0
    highest = (goal - 1 if goal else 0) + int(moves.max()) * (1 if goal else rules.hands)
    lowest = bottom + 1 + min(0, int(moves.min()))
    size = highest - lowest + 1
    if size > MOST_STATES or size * len(moves) * rules.hands > MOST_WORK:
        return None
    at = np.zeros(size)
    at[-lowest] = 1.0
    ended = np.zeros(size)
    last = (goal or highest + 1) - lowest  # places from first to before last go on
    first = bottom + 1 - lowest
    for _ in range(rules.hands):
        held = np.flatnonzero(at)
        if not len(held):
            break
        low, high = int(held[0]), int(held[-1]) + 1
        after = np.zeros(size)
        for move, chance in zip(moves.tolist(), chances.tolist(), strict=True):
            after[low + move : high + move] += chance * at[low:high]
        ended[:first] += after[:first]
        ended[last:] += after[last:]
        after[:first] = 0.0
        after[last:] = 0.0
        at = after
    cents = (np.arange(size) + lowest) * step
    endings = {
        rules.bottom: float(ended[:first].sum()),
        GOAL: float(ended[last:].sum()),
        PLAYED: float(at.sum()),
    }
    return Exact(endings, quantiles(cents, ended + at))
