"""Volatility: from exact odds where they are known, else from rounds."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from croupier.odds.simulation.simulate import prepare
from croupier.odds.studies.law import Law
from croupier.odds.studies.volatility import ahead_after, study_volatility
from croupier.rulebook.elect import elect


def test_n0_is_where_the_mean_is_one_deviation() -> None:
    study = study_volatility(prepare(elect("md-uth"), 2_000, stakes={"ante": 100, "blind": 100}))
    assert study.exact
    assert study.n0_hands is not None
    assert study.mean_cents == pytest.approx(-2.185, abs=0.001)  # the house edge of md-uth's base game
    assert abs(study.mean_cents) * study.n0_hands == pytest.approx(study.sd_cents * study.n0_hands**0.5)
    for spread in study.spreads:
        assert spread.band_cents == pytest.approx(1.6448536 * study.sd_cents * spread.hands**0.5)
        assert spread.index == pytest.approx(spread.band_cents / spread.hands / study.staked_cents)


def test_rounds_serve_where_odds_do_not() -> None:
    study = study_volatility(prepare(elect("md-uth"), 50_000))
    assert not study.exact
    assert study.standard_error_cents == pytest.approx(study.sd_cents / 50_000**0.5)
    assert study.spreads[0].exact_ahead is None


@pytest.mark.parametrize("hands", [1, 2, 5])
def test_being_ahead_agrees_with_every_way_to_play(hands: int) -> None:
    law = Law((-200, -100, 0, 300), (5, 2, 1, 3))
    ways = product(zip(law.cents, law.counts, strict=True), repeat=hands)
    won = sum(prod(count for _, count in way) for way in ways if sum(cents for cents, _ in way) > 0)
    assert ahead_after(law, hands) == pytest.approx(float(Fraction(won, law.total**hands)), abs=1e-12)


def test_results_that_spread_too_far_are_left_out() -> None:
    assert ahead_after(Law((-1, 10_000_000), (1, 1)), 1_000) is None
