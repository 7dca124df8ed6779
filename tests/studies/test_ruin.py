"""Risk of ruin: followed exactly, by a slow twin in fractions, and in sessions that were played."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from croupier.odds.simulation.simulate import Simulation, prepare
from croupier.odds.studies.bankroll import GOAL, LIMIT, PLAYED, RUINED, Bankroll, work_out
from croupier.odds.studies.law import Law, round_law
from croupier.odds.studies.ruin import _ends, least_cents, study_ruin
from croupier.rulebook.elect import elect
from croupier.rulebook.errors import BadInput
from tests.soak import sized

STAKES = {"ante": 100, "pair_plus": 100}


def asked(**changed: Any) -> Bankroll:
    return Bankroll(**{"bankroll_cents": 1_000, "hands": 12, "least_cents": 300, **changed})


def prepared(rounds: int = sized(400_000, 40_000_000), rulebook: str = "md-tcp", **stakes: int) -> Simulation:
    return prepare(elect(rulebook), rounds, 11, stakes=stakes or STAKES)


def slowly(rules: Bankroll, law: Law) -> tuple[dict[str, Fraction], dict[int, Fraction]]:
    """How sessions end and with what result, in fractions, one bankroll after another."""
    total = law.total
    going = {0: Fraction(1)}
    ends: dict[str, Fraction] = {RUINED: Fraction(0), LIMIT: Fraction(0), GOAL: Fraction(0), PLAYED: Fraction(0)}
    results: dict[int, Fraction] = {}
    for hand in range(rules.hands):
        after: dict[int, Fraction] = {}
        for result, chance in going.items():
            for cents, count in zip(law.cents, law.counts, strict=True):
                after[result + cents] = after.get(result + cents, Fraction(0)) + chance * Fraction(count, total)
        going = {}
        for result, chance in after.items():
            broke = rules.bankroll_cents + result < rules.least_cents
            if rules.loss_limit_cents and result <= -rules.loss_limit_cents:
                end = LIMIT if rules.bankroll_cents - rules.loss_limit_cents >= rules.least_cents else RUINED
            elif broke:
                end = RUINED
            elif rules.win_goal_cents and result >= rules.win_goal_cents:
                end = GOAL
            elif hand + 1 == rules.hands:
                end = PLAYED
            else:
                going[result] = chance
                continue
            ends[end] += chance
            results[result] = results.get(result, Fraction(0)) + chance
    return ends, results


@pytest.mark.parametrize(
    "changed",
    [{}, {"win_goal_cents": 350}, {"loss_limit_cents": 500}, {"win_goal_cents": 400, "loss_limit_cents": 300},
     {"loss_limit_cents": 10_000}, {"bankroll_cents": 333, "hands": 5}],
)  # fmt: skip
@pytest.mark.parametrize("law", [Law((-200, -100, 0, 300), (5, 2, 1, 3)), Law((-100, 150), (3, 2))])
def test_followed_exactly_it_agrees_with_fractions(changed: dict[str, int], law: Law) -> None:
    rules = asked(**changed)
    found = work_out(rules, law)
    ends, results = slowly(rules, law)
    assert found is not None
    assert sum(ends.values()) == 1
    for end, chance in ends.items():
        assert found.endings.get(end, 0.0) == pytest.approx(float(chance), abs=1e-13), end
    below = Fraction(0)
    for cents, chance in sorted(results.items()):
        for percent, quantile in found.quantiles_cents.items():
            if below < Fraction(percent, 100) <= below + chance:
                assert quantile == cents
        below += chance


def test_too_much_work_is_left_out() -> None:
    assert work_out(asked(hands=10_000_000), Law((-100, 10_000), (100, 1))) is None


@pytest.mark.parametrize("changed", [{}, {"win_goal_cents": 2_000}, {"loss_limit_cents": 1_000, "win_goal_cents": 500}])
def test_sessions_played_end_as_they_should(changed: dict[str, int]) -> None:
    run = prepared()
    rules = asked(bankroll_cents=3_000, hands=100, least_cents=least_cents(run), **changed)
    study = study_ruin(run, rules)
    assert study.sessions == run.rounds // 100
    assert sum(ending.share for ending in study.endings) == pytest.approx(1)
    for ending in study.endings:
        assert ending.exact is not None
        assert abs(ending.share - ending.exact) < 4 * max(ending.standard_error, 1e-4), ending
    assert study.ruined_by_hand[-1] == (100, study.endings[0].share)
    shares = [share for _, share in study.ruined_by_hand]
    assert shares == sorted(shares)


def test_each_session_ends_at_the_first_hand_that_ends_it() -> None:
    rules = asked(bankroll_cents=1_000, hands=30, win_goal_cents=600)
    nets = np.random.default_rng(4).choice([-200, -100, 100, 300], (500, 30), p=[0.3, 0.3, 0.3, 0.1])
    found = _ends(rules, nets)
    for session, end, cents, hands in zip(nets.tolist(), *(part.tolist() for part in found), strict=True):
        result, played, name = 0, 0, 3
        for net in session:
            result, played = result + net, played + 1
            if 1_000 + result < 300:
                name = 0
                break
            if result >= 600:
                name = 2
                break
        assert (end, cents, hands) == (name, result, played)


def test_what_a_hand_may_need_follows_from_the_rules() -> None:
    assert least_cents(prepared(1)) == 300
    assert least_cents(prepared(1, pair_plus=500)) == 500
    assert least_cents(prepared(1, "md-fcp", ante=100)) == 400
    assert least_cents(prepared(1, "md-uth", ante=100, blind=100)) == 600


@pytest.mark.parametrize(
    ("changed", "words"),
    [({"bankroll_cents": 299}, "does not cover one hand"), ({"hands": 0}, "at least one hand"),
     ({"win_goal_cents": -1}, "win goal"), ({"hands": 1_000_000}, "play more rounds")],
)  # fmt: skip
def test_impossible_sessions_are_refused(changed: dict[str, int], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        study_ruin(prepared(1_000), asked(**changed))


def test_the_issue_of_fifty_units() -> None:
    law = round_law(prepared(1).engine, prepared(1).shelf)
    assert law is not None
    found = work_out(asked(bankroll_cents=5_000, hands=500), law)
    assert found is not None
    assert found.endings[RUINED] == pytest.approx(0.740754, abs=1e-6)
