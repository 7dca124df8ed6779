from fractions import Fraction

import numpy as np
import pytest

from croupier.odds.advice.strategies import any_queen, mimic_the_dealer, queen_six_four, three_card_cost
from croupier.odds.games.three_card_poker import solve
from croupier.odds.kernels.suits import families
from croupier.odds.kernels.three_card_poker import DEALER_HANDS, three_card_outcomes
from croupier.odds.situations.three_card_poker import best

BONUS = {"straight_flush": 5, "three_of_a_kind": 4, "straight": 1}
PAIR_PLUS = {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 4, "pair": 1}


def test_published_figures() -> None:
    returns = solve(BONUS)
    assert returns.total == 407_170_400
    assert float(-returns.ev) == pytest.approx(0.0337, abs=5e-5)
    assert float(returns.element_of_risk) == pytest.approx(0.0201, abs=5e-5)
    assert returns.sd == pytest.approx(1.64, abs=5e-3)
    assert float(returns.decisions["play:1"]) == pytest.approx(0.6742, abs=5e-5)


def test_best_play_is_queen_six_four() -> None:
    assert three_card_cost(BONUS, queen_six_four) == 0
    assert three_card_cost(BONUS, lambda strength: True) > 0


def test_any_queen_costs_what_its_worst_hands_give_up() -> None:
    # Published: 3.45 percent for queen high or better. Each hand that best play folds is met by every dealer.
    given_up, hands = Fraction(0), 0
    for cards, weight in zip(families(3).sets.tolist(), families(3).weights.tolist(), strict=True):
        ranks = sorted({card // 4 for card in cards}, reverse=True)
        suited = len({card % 4 for card in cards}) == 1
        if not suited and ranks[0] == 10 and len(ranks) == 3 and tuple(ranks) < (10, 4, 2):
            given_up += weight * (-1 - best(tuple(cards), BONUS)["play:1"])
            hands += weight
    assert hands == 8 * 60  # Q-3-2 to Q-6-3, of which 60 each are of more than one suit
    for strategy in (any_queen, mimic_the_dealer):
        assert three_card_cost(BONUS, strategy) == given_up / 22_100
        assert f"{float(-solve(BONUS, strategy=strategy).ev):.2%}" == "3.45%"


def test_a_richer_bonus_never_hurts_and_pays_on_losing_hands() -> None:
    richer = solve({**BONUS, "straight": 2})
    straights = Fraction(720, 22_100)
    assert richer.ev - solve(BONUS).ev == straights


def test_every_sampled_hand_agrees_with_meeting_every_dealer() -> None:
    _, outcomes = three_card_outcomes()
    for number in np.random.default_rng(3).integers(0, 1755, 12):
        unqualified, win, _, lose = outcomes[number].tolist()
        cards = tuple(families(3).sets[number].tolist())
        assert best(cards, {})["play:1"] == Fraction(unqualified + 2 * win - 2 * lose, DEALER_HANDS)
    assert (outcomes.sum(axis=1) == DEALER_HANDS).all()


def test_pair_plus_with_an_ante_is_the_sum_when_no_paying_hand_folds() -> None:
    together = solve(BONUS, PAIR_PLUS, Fraction(1, 2))
    alone = Fraction(40 * 48 + 30 * 52 + 6 * 720 + 4 * 1096 + 3744 - 16440, 22_100)
    assert float(alone) == pytest.approx(-0.0232, abs=5e-5)
    assert together.ev == solve(BONUS).ev + alone / 2


def test_a_pair_plus_that_pays_high_cards_changes_the_fold() -> None:
    # Every hand now wins five times the ante on the side, so folding gives up a sure win.
    pays = dict.fromkeys(("high_card", *PAIR_PLUS), 5)
    together = solve(BONUS, pays, Fraction(1))
    assert "fold" not in together.decisions


def test_impossible_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="named twice"):
        best((1, 1, 2), BONUS)
    with pytest.raises(ValueError, match="3 cards"):
        best((1, 2), BONUS)
    with pytest.raises(ValueError, match="no hand is called 'full_house'"):
        solve({"full_house": 3})
