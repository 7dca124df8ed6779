"""Strategies in words, and what each costs."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from croupier.odds.advice.rules_of_play import rules_of_play
from croupier.odds.advice.strategy import RulesOfPlay
from croupier.rulebook.elect import elect
from croupier.rulebook.law.paytable import Lines, PaytableLine
from croupier.rulebook.payout import To

# Costs per ante as computed from the solved games; the published strategies' own figures are in brackets.
COSTS = [
    ("md-tcp", "threshold", 0.0, 0.0),
    ("md-tcp", "Q-6-4", 0.0, 0.0),
    ("md-tcp", "any queen", 0.00076, 0.00001),  # 3.45 % house edge against 3.37 %
    ("md-tcp", "mimic the dealer", 0.00076, 0.00001),
    ("md-fcp", "by the dealer's card", 0.00116, 0.00002),
    ("md-fcp", "pairs", 0.0061, 0.0001),  # about 3.4 % house edge against 2.79 %
    ("md-uth", "usual", 0.00248, 0.00001),  # 2.43 % house edge against 2.185 %
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
    made = [strategy for strategy in found.values() if strategy.source == "made from the solution"]
    published = [strategy for strategy in found.values() if strategy.source == "published"]
    assert published
    assert all(own.cost <= other.cost for own in made for other in published)


def test_no_way_to_play_is_told_twice(strategies_of: tuple[str, dict[str, RulesOfPlay]]) -> None:
    rulebook, found = strategies_of
    assert rulebook != "md-uth" or list(found) == ["usual"]


def test_a_blind_that_changes_the_starting_hands_has_a_strategy_of_its_own() -> None:
    rules = elect("md-uth")
    table = rules.table("blind")
    assert table is not None
    richer = replace(table, lines=Lines([PaytableLine("pair", To(30, 1))]))
    entries = tuple(replace(entry, table=richer) if entry.wager == "blind" else entry for entry in rules.tables)
    made, published = rules_of_play(replace(rules, tables=entries))
    assert (made.source, published.name) == ("made from the solution", "usual")
    assert made.cost < published.cost


def test_the_words_name_the_hands(strategies_of: tuple[str, dict[str, RulesOfPlay]]) -> None:
    rulebook, found = strategies_of
    words = {
        "md-tcp": "queen, six, four",
        "md-fcp": "three from a pair of kings",
        "md-uth": "king-five offsuit",
    }
    assert words[rulebook] in " ".join(next(iter(found.values())).rules)
