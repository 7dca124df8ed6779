"""Dealer's errors: priced on rounds, checked against exact odds."""

from collections.abc import Mapping

import pytest

from croupier.odds.cache import Shelf
from croupier.odds.simulation.exact import Exactly, returns_of
from croupier.odds.simulation.payoffs import Payoff
from croupier.odds.simulation.simulate import prepare
from croupier.odds.simulation.strategies import Strategy
from croupier.odds.studies.errors import DealerError, ErrorStudy, _net, study_errors
from croupier.rulebook.elect import elect
from croupier.rulebook.errors import BadInput
from croupier.rulebook.payout import MeterShare, Rounding
from tests.soak import sized

ROUNDS = sized(300_000, 30_000_000)


def study(rulebook: str, stakes: Mapping[str, int], rate: float = 0.01) -> ErrorStudy:
    return study_errors(prepare(elect(rulebook), ROUNDS, 2, stakes=stakes), rate)


def named(found: ErrorStudy, wager: str, error: str) -> DealerError:
    return next(one for one in found.errors if (one.wager, one.error) == (wager, error))


def test_misread_hands_cost_what_the_exact_odds_say() -> None:
    found = study("md-tcp", {"ante": 100})
    run = prepare(elect("md-tcp"), 1, stakes={"ante": 100})
    returns = returns_of(run.engine.plan, Strategy("best"), Shelf())
    chance = {
        result: sum(outcome.count for outcome in returns.outcomes if outcome.result == result) / returns.total
        for result in ("win", "lose", "tie", "unqualified")
    }
    # Ante and play of a dollar each: read the wrong way they move by four dollars, a tie by two.
    for error, result, cents in (
        ("losing hand read as a win", "lose", 400), ("winning hand read as a loss", "win", -400),
        ("tie paid as a win", "tie", 200), ("tie taken as a loss", "tie", -200),
        ("dealer's missing qualification overlooked", "unqualified", 100),
    ):  # fmt: skip
        one = named(found, "base", error)
        assert one.player_cents == cents
        assert one.chance == pytest.approx(chance[result], abs=4 * (chance[result] / ROUNDS) ** 0.5)
        assert abs(one.cost_cents - chance[result] * cents * 10) < 4 * one.standard_error_cents


def test_wrong_lines_cost_what_the_exact_odds_say() -> None:
    found = study("md-fcp", {"ante": 100, "aces_up": 100})
    run = prepare(elect("md-fcp"), 1, stakes={"ante": 100, "aces_up": 100})
    side = run.engine.plan.sides[0]
    chances = Exactly(run.engine, Shelf()).chances(0, side)
    assert chances is not None
    nets = [payoff.net for payoff in run.engine.plan.side_payoffs[0, 0]]
    last = len(chances) - 1
    expected = {
        "paid one line too high": sum(float(chances[k]) * (nets[k - 1] - nets[k]) for k in range(1, last + 1)),
        "paid one line too low": sum(float(chances[k]) * (nets[k + 1] - nets[k]) for k in range(last)),
        "award forgotten": sum(float(chances[k]) * (-100 - nets[k]) for k in range(last + 1)),
        "losing wager paid the lowest line": float(1 - sum(chances)) * (nets[last] + 100),
    }
    for error, cents in expected.items():
        one = named(found, "aces_up", error)
        assert abs(one.cost_cents - cents * 10) < 4 * one.standard_error_cents, error


def test_only_errors_that_the_rules_leave_room_for_are_there() -> None:
    four = {one.error for one in study("md-fcp", {"ante": 100}).errors}
    assert not any("qualification" in error for error in four)  # the dealer always plays
    alone = study("md-tcp", {"pair_plus": 100})
    assert {one.wager for one in alone.errors} == {"pair_plus"}


def test_costs_follow_the_rate_and_add_up() -> None:
    one, ten = (study("md-tcp", {"ante": 100, "pair_plus": 100}, rate) for rate in (0.01, 0.1))
    for small, large in zip(one.errors, ten.errors, strict=True):
        assert large.cost_cents == pytest.approx(10 * small.cost_cents)
    assert one.lost_cents - one.gained_cents == pytest.approx(sum(error.cost_cents for error in one.errors))
    costs = [error.cost_cents for error in one.errors]
    assert costs == sorted(costs, reverse=True)


@pytest.mark.parametrize(("rounding", "net"), [("down_to_the_cent", 2_402), ("up_to_the_cent", 2_403)])
def test_a_share_of_a_meter_is_rounded_as_the_law_says(rounding: Rounding, net: int) -> None:
    share = Payoff("straight_flush", 100, 0, 0, MeterShare(25, "progressive"))
    assert _net(share, {"progressive": 10_010}, rounding) == net


def test_a_meter_is_priced_at_what_it_showed() -> None:
    found = study("md-tcp", {"ante": 100, "progressive": 100})
    forgotten = named(found, "progressive", "award forgotten")
    assert forgotten.player_cents < -1_000


@pytest.mark.parametrize("rate", [0.0, -0.1, 1.01])
def test_a_rate_is_a_share(rate: float) -> None:
    with pytest.raises(BadInput, match="error rate"):
        study("md-tcp", {"ante": 100}, rate)


def test_an_interrupt_is_no_study() -> None:
    def interrupt(rounds: int) -> None:
        if rounds:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study_errors(prepare(elect("md-tcp"), ROUNDS, 2), 0.01, progress=interrupt)
