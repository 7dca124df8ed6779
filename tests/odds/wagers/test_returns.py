from fractions import Fraction

import pytest

from croupier.odds.wagers.returns import common_scale, odds_to_one, side_wager


def test_figures_of_a_coin() -> None:
    returns = side_wager({"heads": 1, "tails": 1}, {"heads": (9, 10)})
    assert returns.ev == Fraction(-1, 20)
    assert returns.variance == Fraction(19, 20) ** 2
    assert returns.sd == pytest.approx(0.95)
    assert returns.hit_frequency == Fraction(1, 2)
    assert returns.staked == 1
    assert returns.element_of_risk == Fraction(1, 20)


def test_a_line_that_pushes_is_no_hit() -> None:
    returns = side_wager({"seven": 1, "other": 3}, {"seven": 0})
    assert returns.hit_frequency == 0
    assert returns.ev == Fraction(-3, 4)


def test_odds_are_read_as_ratios() -> None:
    odds = odds_to_one({"flush": (3, 2), "straight": 1}, ("flush", "straight", "pair"))
    assert odds == {"flush": Fraction(3, 2), "straight": 1, "pair": 0}
    assert common_scale(odds.values()) == 2


def test_bad_odds_are_refused() -> None:
    with pytest.raises(ValueError, match="no hand is called 'flsh'"):
        odds_to_one({"flsh": 1}, ("flush",))
    with pytest.raises(ValueError, match="second number must be positive"):
        odds_to_one({"flush": (3, 0)}, ("flush",))
    for absurd in (-1, 10_000_001, Fraction(1, 1001)):
        with pytest.raises(ValueError, match="write odds from 0"):
            odds_to_one({"flush": absurd}, ("flush",))
    assert odds_to_one({"flush": 10_000_000}, ("flush",)) == {"flush": 10_000_000}
