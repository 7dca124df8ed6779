"""Two tables on the same cards: what one is worth more than the other, with far less luck in it."""

from math import sqrt

from msgspec import Struct

from croupier.odds.pieces import Run
from croupier.odds.simulation.results import SimulationResult, sample_sd
from croupier.odds.simulation.simulate import Progress, Simulation
from croupier.odds.studies.run import Made, made_from, nets_of
from croupier.rulebook.errors import BadInput


class WagerDifference(Struct, frozen=True, kw_only=True):
    """One wager of the first seat at both tables, in cents a round; a paytable's id on each side."""

    wager: str
    paytable: str
    other_paytable: str
    cents: float
    other_cents: float
    difference_cents: float
    exact_cents: float | None


class CompareStudy(Struct, frozen=True, kw_only=True):
    """What the second table gives the first seat more than the first, in cents a round.

    `independent_error_cents` is what the standard error would be had each table its own cards, and `times_fewer` how
    many times more rounds that would take for the same precision; none where the two never differed.
    """

    made: Made
    other: Made
    wagers: tuple[WagerDifference, ...]
    cents: float
    other_cents: float
    difference_cents: float
    standard_error_cents: float
    independent_error_cents: float
    times_fewer: float | None
    exact_cents: float | None
    distance: float | None
    path: tuple[tuple[int, float, float], ...]  # rounds, difference so far in cents, its standard error


MARKS = 60


def study_compare(
    one: Simulation, other: Simulation, run: Run | None = None, progress: Progress = lambda rounds: None
) -> CompareStudy:
    """Play both tables on the same cards."""
    if one.engine.plan.game != other.engine.plan.game:
        raise BadInput(
            f"{one.engine.plan.rules.rulebook.rulebook} and {other.engine.plan.rules.rulebook.rulebook} are different "
            "games, which no cards are the same for; compare two rulebooks of one game."
        )
    if (one.seed, one.rounds, one.session) != (other.seed, other.rounds, other.session):
        raise ValueError("two runs on the same cards have one seed, one number of rounds and one session")
    total = squares = done = 0
    path: list[tuple[int, float, float]] = []
    for nets, others in nets_of([one, other], run, progress):
        apart = others[0] - nets[0]
        done += len(apart)
        total += int(apart.sum())
        squares += sum(value * value for value in apart[apart != 0].tolist())
        if not path or done - path[-1][0] >= one.rounds / MARKS or done == one.rounds:
            path.append((done, total / done, sample_sd(total, squares, done) / sqrt(done)))
    rounds = one.rounds
    error = sample_sd(total, squares, rounds) / sqrt(rounds)
    spreads = [sample_sd(side.totals.sums[0], side.totals.squares[0], rounds) for side in (one, other)]
    independent = sqrt(spreads[0] ** 2 + spreads[1] ** 2) / sqrt(rounds)
    found = one.result(), other.result()
    exact = _exact(*found, "all")
    gap = total / rounds - exact if exact is not None else 0.0
    return CompareStudy(
        made=made_from(one),
        other=made_from(other),
        wagers=tuple(_wagers(*found)),
        cents=one.totals.sums[0] / rounds,
        other_cents=other.totals.sums[0] / rounds,
        difference_cents=total / rounds,
        standard_error_cents=error,
        independent_error_cents=independent,
        times_fewer=(independent / error) ** 2 if error else None,
        exact_cents=exact,
        distance=None if exact is None else gap / error if error else 0.0,
        path=tuple(path),
    )


def _wagers(one: SimulationResult, other: SimulationResult) -> list[WagerDifference]:
    """The wagers that both tables have; of the game against the dealer the whole only."""
    there = {found.wager: found for found in other.results if found.seat == 1}
    parts = ("all", "ante", "play", "blind", "ante_bonus")
    differences = []
    for found in one.results:
        match = there.get(found.wager)
        if found.seat != 1 or match is None or found.wager in parts:
            continue
        mine, theirs = found.net_cents / found.rounds, match.net_cents / match.rounds
        differences.append(
            WagerDifference(
                wager=found.wager,
                paytable=found.paytable,
                other_paytable=match.paytable,
                cents=mine,
                other_cents=theirs,
                difference_cents=theirs - mine,
                exact_cents=_exact(one, other, found.wager),
            )
        )
    return differences


def _exact(one: SimulationResult, other: SimulationResult, wager: str) -> float | None:
    mine, theirs = one.wager(wager), other.wager(wager)
    if mine.ev is None or theirs.ev is None:
        return None
    return float(theirs.ev * theirs.unit_cents - mine.ev * mine.unit_cents)
