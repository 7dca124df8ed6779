"""Strategies in words, and what each costs."""

from fractions import Fraction

import pytest

from croupier.odds.rules_of_play import rules_of_play
from croupier.odds.strategy import RulesOfPlay
from croupier.rulebook.elect import elect

# Costs per ante as computed from the solved games; the published strategies' own figures are in brackets.
COSTS = [
    ("md-tcp", "threshold", 0.0, 0.0),
    ("md-tcp", "Q-6-4", 0.0, 0.0),
    ("md-fcp", "by the dealer's card", 0.00116, 0.00002),
    ("md-fcp", "pairs", 0.0061, 0.0001),  # about 3.4 % house edge against 2.79 %
    ("md-uth", "usual", 0.0027, 0.0003),  # about 2.43 % house edge against 2.185 %
]


@pytest.fixture(scope="module", params=["md-tcp", "md-fcp", "md-uth"])
def strategies_of(request: pytest.FixtureRequest) -> tuple[str, dict[str, RulesOfPlay]]:
    rulebook = str(request.param)
    return rulebook, {found.name: found for found in rules_of_play(elect(rulebook))}


def test_each_strategy_costs_what_it_should(strategies_of: tuple[str, dict[str, RulesOfPlay]]) -> None:
    rulebook, found = strategies_of
    for of, name, cost, tolerance in COSTS:
        if of == rulebook:
            assert float(found[name].cost) == pytest.approx(cost, abs=tolerance), name


def test_no_strategy_beats_best_play(strategies_of: tuple[str, dict[str, RulesOfPlay]]) -> None:
    _, found = strategies_of
    assert all(strategy.cost >= Fraction(0) for strategy in found.values())


def test_a_strategy_made_from_the_solution_is_no_worse_than_the_published_one(
    strategies_of: tuple[str, dict[str, RulesOfPlay]],
) -> None:
    _, found = strategies_of
    made, published = found.values()
    assert made.source == "made from the solution"
    assert made.cost <= published.cost


def test_the_words_name_the_hands(strategies_of: tuple[str, dict[str, RulesOfPlay]]) -> None:
    rulebook, found = strategies_of
    words = {
        "md-tcp": "queen, six, four",
        "md-fcp": "three from a pair of kings",
        "md-uth": "king-five offsuit or better",
    }
    assert words[rulebook] in " ".join(next(iter(found.values())).rules)
