"""Simulated results beside exact odds: every wager of every rulebook, and every line of its paytable."""

from math import sqrt

import pytest

from croupier.odds.cache import Shelf
from croupier.odds.simulation.exact import Exactly
from croupier.odds.simulation.results import SimulationResult
from croupier.odds.simulation.simulate import Simulation, prepare
from croupier.rulebook.elect import GameRules
from tests.simulation.tables import ELECTIONS, RULEBOOKS, growing, rules_of

ROUNDS, SOAK_ROUNDS = 2_000_000, 100_000_000
MOST = 4.0


def run(rules: GameRules, rounds: int, seed: int, strategies: tuple[str, ...]) -> tuple[Simulation, SimulationResult]:
    """A table where every seat makes every wager."""
    made = prepare(growing(rules), rounds, seed, seats=len(strategies), strategies=strategies, shelf=Shelf())
    return made, made.play(cores=2)


def assert_as_exact(made: Simulation, result: SimulationResult) -> None:
    """Means within four standard errors, and each line as often as it should be."""
    plan, exactly = made.engine.plan, Exactly(made.engine, made.shelf)
    for found in result.results:
        assert found.distance is not None, (found.seat, found.wager)
        assert abs(found.distance) <= MOST, (found.seat, found.wager, found.distance)
    for seat in range(plan.seats):
        for side in plan.sides:
            chances = exactly.chances(seat, side)
            assert chances is not None
            hits = result.wager(side.wager, seat + 1).hits
            for line, chance in zip(side.table.lines, chances, strict=True):
                expected = result.rounds * float(chance)
                # A few more than the normal limit allows, where a line comes a handful of times.
                assert abs(hits[line.line] - expected) <= MOST * sqrt(expected) + 4, (side.wager, line.line)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_wager_is_as_exact_odds_say(rulebook: str) -> None:
    assert_as_exact(*run(rules_of(rulebook), ROUNDS, 20, ("best", "best")))


@pytest.mark.parametrize(
    ("rulebook", "strategies"),
    [
        ("md-tcp", ("Q-6-4", "always", "never")),
        ("md-tcp", ("any queen", "mimic-the-dealer")),
        ("md-fcp", ("pairs", "always:2")),
        ("md-uth", ("usual", "always:1")),
    ],
)
def test_named_strategies_are_worth_what_the_solvers_say(rulebook: str, strategies: tuple[str, ...]) -> None:
    rules = rules_of(rulebook)
    stakes = {"ante": 100, "blind": 100} if "blind" in rules.offers else {"ante": 100}
    made = prepare(rules, 500_000, 21, seats=len(strategies), stakes=stakes, strategies=strategies)
    for found in made.play(cores=2).results:
        assert found.distance is not None
        assert abs(found.distance) <= MOST, (found.strategy, found.wager)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("rulebook", "number"), [(rulebook, number) for rulebook in RULEBOOKS for number in range(len(ELECTIONS[rulebook]))]
)
def test_every_wager_over_many_rounds(rulebook: str, number: int) -> None:
    rules = rules_of(rulebook, number)
    if rules.rulebook.cover_all and rules.elected("cover_all_fold_rule") == "fold_forfeits":
        assert_as_exact(*run(rules, SOAK_ROUNDS, 30, ("always", "always:1")))
    else:
        assert_as_exact(*run(rules, SOAK_ROUNDS, 30, ("best", "best")))
