"""Two tables on the same cards."""

from typing import Any

import numpy as np
import pytest

from croupier.odds.pieces import on_cores
from croupier.odds.simulation import simulate as simulating
from croupier.odds.simulation.simulate import Simulation, prepare
from croupier.odds.studies.compare import study_compare
from croupier.odds.studies.run import nets_of
from croupier.rulebook.elect import elect
from croupier.rulebook.errors import BadInput
from tests.soak import sized

ROUNDS = sized(200_000, 20_000_000)


def table(rulebook: str = "md-tcp", stakes: Any = None, **elections: Any) -> Simulation:
    return prepare(elect(rulebook, elections), ROUNDS, 8, stakes=stakes or {"ante": 100, "pair_plus": 100})


def test_the_difference_is_exact_within_its_error_which_is_small() -> None:
    study = study_compare(table(pair_plus="A"), table(pair_plus="D"))
    assert study.exact_cents == pytest.approx(2.081448, abs=1e-6)
    assert study.distance is not None
    assert abs(study.distance) < 4
    assert study.standard_error_cents < study.independent_error_cents / 10
    assert study.path[-1] == (ROUNDS, study.difference_cents, study.standard_error_cents)
    assert {wager.wager: wager.exact_cents for wager in study.wagers}["base"] == 0


def test_it_is_the_difference_of_the_rounds_themselves() -> None:
    one, other = table(ante_bonus="A"), table(ante_bonus="C")
    study = study_compare(one, other)
    apart = np.concatenate([b[0] - a[0] for a, b in nets_of([table(ante_bonus="A"), table(ante_bonus="C")])])
    assert study.difference_cents == apart.mean()
    assert study.standard_error_cents == pytest.approx(apart.std(ddof=1) / ROUNDS**0.5)
    mine, theirs = one.play(), other.play()
    assert study.difference_cents == pytest.approx((theirs.table_net_cents - mine.table_net_cents) / ROUNDS)


def test_two_rulebooks_of_one_game() -> None:
    stakes = {"ante": 100, "aces_up": 100}
    study = study_compare(table("md-fcp", stakes), table("ma-fcp-1", stakes))
    assert study.made.rules == "md-fcp"
    assert study.other.rules == "ma-fcp-1"
    assert study.exact_cents == pytest.approx(0.797242, abs=1e-6)
    assert study.distance is not None
    assert abs(study.distance) < 4


def test_a_table_against_itself_never_differs() -> None:
    study = study_compare(table(), table())
    assert (study.difference_cents, study.standard_error_cents, study.times_fewer) == (0, 0, None)


def test_cores_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "BLOCK", 16_384)
    found = [study_compare(table(pair_plus="A"), table(pair_plus="D"), on_cores(cores)) for cores in (1, 2)]
    assert found[0] == found[1]


def test_different_games_have_no_cards_in_common() -> None:
    with pytest.raises(BadInput, match="different games"):
        study_compare(table(stakes={"ante": 100}), table("md-fcp", {"ante": 100}))
