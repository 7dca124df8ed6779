"""The law of a round: the same mean as exact odds, and the frequencies of rounds that were played."""

from collections.abc import Mapping

import numpy as np
import pytest

from croupier.odds.cache import Shelf
from croupier.odds.simulation.exact import Exactly
from croupier.odds.simulation.simulate import Simulation, prepare
from croupier.odds.studies.law import law_of, round_law
from croupier.odds.studies.run import nets_of
from croupier.rulebook.elect import elect
from tests.soak import sized

ROUNDS = sized(200_000, 20_000_000)
KNOWN: list[tuple[str, Mapping[str, int], str]] = [
    ("md-tcp", {"ante": 100, "pair_plus": 100}, "best"),
    ("md-tcp", {"ante": 300, "pair_plus": 100}, "always"),
    ("md-tcp", {"pair_plus": 500}, "best"),
    ("md-tcp", {"ante": 100, "pair_plus": 100}, "never"),
    ("md-fcp", {"ante": 100, "aces_up": 200}, "best"),
    ("ma-fcp-2", {"ante": 100, "aces_up": 100}, "pairs"),
    ("md-uth", {"ante": 100, "blind": 100}, "best"),
]


def made(rulebook: str, stakes: Mapping[str, int], strategy: str, rounds: int = ROUNDS) -> Simulation:
    return prepare(elect(rulebook), rounds, 3, stakes=stakes, strategies=strategy)


@pytest.mark.parametrize(("rulebook", "stakes", "strategy"), KNOWN)
def test_the_law_is_that_of_the_rounds_played(rulebook: str, stakes: Mapping[str, int], strategy: str) -> None:
    run = made(rulebook, stakes, strategy)
    law = round_law(run.engine, Shelf())
    assert law is not None
    seen = np.concatenate([nets[0] for (nets,) in nets_of([run])])
    values, counts = np.unique(seen, return_counts=True)
    assert set(values.tolist()) <= set(law.cents)
    found = dict(zip(values.tolist(), counts.tolist(), strict=True))
    for cents, chance in zip(law.cents, law.chances.tolist(), strict=True):
        expected = chance * ROUNDS
        assert abs(found.get(cents, 0) - expected) < 5 * max(1, expected * (1 - chance)) ** 0.5, cents


@pytest.mark.parametrize(("rulebook", "stakes", "strategy"), KNOWN)
def test_its_mean_is_exact(rulebook: str, stakes: Mapping[str, int], strategy: str) -> None:
    run = made(rulebook, stakes, strategy, 1)
    law, exactly = round_law(run.engine, Shelf()), Exactly(run.engine, Shelf())
    assert law is not None
    parts = [exactly.side(0, number, {}) for number in range(len(run.engine.plan.sides))]
    parts += [exactly.part(0, "base")] if "ante" in stakes else []
    assert all(parts)
    assert law.mean == sum(part.mean for part in parts if part)
    if len(parts) == 1 and parts[0]:
        assert law.variance == parts[0].variance


@pytest.mark.parametrize(
    ("rulebook", "stakes"),
    [
        ("md-tcp", {"ante": 100, "six_card_bonus": 100}),  # the dealer's cards count too
        ("md-tcp", {"ante": 100, "progressive": 100}),  # a meter pays
        ("md-uth", {"ante": 100, "blind": 100, "trips": 100}),  # what folded hands would have made is not counted
    ],
)
def test_what_is_not_known_is_not_made_up(rulebook: str, stakes: Mapping[str, int]) -> None:
    assert round_law(made(rulebook, stakes, "best", 1).engine, Shelf()) is None


def test_a_law_adds_up_equal_results() -> None:
    law = law_of(iter([(200, 2), (-100, 5), (200, 4), (0, 0), (-100, 1)]))
    assert (law.cents, law.counts, law.step) == ((-100, 200), (1, 1), 100)
    assert law.mean == 50
    assert law.variance == 22_500
