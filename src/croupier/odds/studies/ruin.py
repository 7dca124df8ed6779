"""Risk of ruin: how sessions with a bankroll end, and what they win or lose."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.odds.pieces import Run
from croupier.odds.simulation.players import answers_of
from croupier.odds.simulation.simulate import Progress, Simulation
from croupier.odds.studies.bankroll import ENDS, GOAL, LIMIT, PLAYED, RUINED, Bankroll, check, quantiles, work_out
from croupier.odds.studies.law import round_law
from croupier.odds.studies.run import Made, Nets, made_from, nets_of
from croupier.rulebook.errors import BadInput

MARKS = 60


class Ending(Struct, frozen=True, kw_only=True):
    """One way that sessions end: their share, and exactly where that is known."""

    end: str
    share: float
    standard_error: float
    exact: float | None = None


class RuinStudy(Struct, frozen=True, kw_only=True):
    """How sessions of one seat end. Quantiles are of what they won or lost, in percent to cents."""

    made: Made
    rules: Bankroll
    sessions: int
    endings: tuple[Ending, ...]
    mean_cents: float
    mean_hands: float
    quantiles_cents: Mapping[int, int]
    exact_quantiles_cents: Mapping[int, int] | None
    ruined_by_hand: tuple[tuple[int, float], ...]  # share that had ended at the bottom after so many hands


class Ends(NamedTuple):
    """How sessions ended: which way by the place in ENDS, with what result, after how many hands."""

    end: NDArray[np.int64]
    cents: NDArray[np.int64]
    hands: NDArray[np.int64]


def least_cents(simulation: Simulation, seat: int = 0) -> int:
    """The most that a hand may need: the stakes, and the largest play wager that the rules allow."""
    plan = simulation.engine.plan
    stakes = plan.stakes[seat]
    times = max(max(answers_of(point).values()) for point in plan.rules.rulebook.decisions.points)
    return sum(stakes.values()) + times * stakes.get("ante", 0)


def study_ruin(
    simulation: Simulation, rules: Bankroll, run: Run | None = None, progress: Progress = lambda rounds: None
) -> RuinStudy:
    """Play sessions one after another, each with a bankroll of its own, and say how they ended."""
    check(rules)
    found = [_ends(rules, whole) for whole in _sessions(simulation, rules.hands, run, progress)]
    ends = Ends(*(np.concatenate(part) for part in zip(*found, strict=True)))
    sessions = len(ends.end)
    law = round_law(simulation.engine, simulation.shelf)
    exact = work_out(rules, law) if law else None
    endings = []
    for place, name in enumerate(ENDS):
        share = int((ends.end == place).sum()) / sessions
        if _possible(rules, name):
            error = (share * (1 - share) / sessions) ** 0.5
            known = exact.endings[name] if exact else None
            endings.append(Ending(end=name, share=share, standard_error=error, exact=known))
    bottom = ends.hands[ends.end == ENDS.index(rules.bottom)]
    marks = np.unique(np.linspace(0, rules.hands, MARKS + 1).astype(int))
    return RuinStudy(
        made=made_from(simulation),
        rules=rules,
        sessions=sessions,
        endings=tuple(endings),
        mean_cents=float(ends.cents.mean()),
        mean_hands=float(ends.hands.mean()),
        quantiles_cents=quantiles(*np.unique(ends.cents, return_counts=True)),
        exact_quantiles_cents=exact.quantiles_cents if exact else None,
        ruined_by_hand=tuple((int(hand), int((bottom <= hand).sum()) / sessions) for hand in marks),
    )


def _possible(rules: Bankroll, end: str) -> bool:
    if end in (RUINED, LIMIT):
        return end == rules.bottom
    return end != GOAL or bool(rules.win_goal_cents)


def _sessions(simulation: Simulation, hands: int, run: Run | None, progress: Progress) -> Iterator[Nets]:
    """The first seat's results, [session, hand], batch by batch; the last session is left out where it is not whole."""
    if simulation.rounds < hands:
        raise BadInput(f"A session has {hands:,} hands and there are {simulation.rounds:,} rounds; play more rounds.")
    rest = np.zeros(0, np.int64)
    for (nets,) in nets_of([simulation], run, progress):
        joined = np.concatenate([rest, nets[0]])
        whole = len(joined) // hands * hands
        if whole:
            yield joined[:whole].reshape(-1, hands)
        rest = joined[whole:]


def _ends(rules: Bankroll, nets: NDArray[np.int64]) -> Ends:
    """How each session ended: the first hand after which it was over, or the last one."""
    results = np.cumsum(nets, axis=1)
    over = results <= rules.floor_cents
    if rules.win_goal_cents:
        over |= results >= rules.win_goal_cents
    at = np.where(over.any(axis=1), over.argmax(axis=1), rules.hands - 1)
    cents = results[np.arange(len(results)), at]
    end = np.full(len(results), ENDS.index(PLAYED))
    end[cents <= rules.floor_cents] = ENDS.index(rules.bottom)
    if rules.win_goal_cents:
        end[cents >= rules.win_goal_cents] = ENDS.index(GOAL)
    return Ends(end, cents, at + 1)
