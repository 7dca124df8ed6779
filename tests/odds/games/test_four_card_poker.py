from fractions import Fraction

import numpy as np
import pytest

from croupier.odds.advice.strategies import four_card_cost, pairs_only
from croupier.odds.games.four_card_poker import solve
from croupier.odds.kernels.four_card_poker import DEALER_HANDS, not_beaten
from croupier.odds.kernels.suits import families
from croupier.odds.situations.four_card_poker import best

BONUS = {"four_of_a_kind": 25, "straight_flush": 20, "three_of_a_kind": 2}


def test_published_figures() -> None:
    returns = solve(BONUS)
    assert returns.total == 6 * 27_906_522_724_080
    assert float(-returns.ev) == pytest.approx(0.0279, abs=5e-5)
    assert float(returns.element_of_risk) == pytest.approx(0.0130, abs=5e-5)
    assert set(returns.decisions) == {"fold", "play:1", "play:3"}


def test_sampled_hands_agree_with_counting_one_situation() -> None:
    _, good = not_beaten()
    random = np.random.default_rng(4)
    for number in random.integers(0, 134_459, 30):
        cards = tuple(families(5).sets[number].tolist())
        slot = int(random.integers(0, 47))
        up = [card for card in range(52) if card not in cards][slot]
        lead = Fraction(2 * int(good[number, slot]) - DEALER_HANDS, DEALER_HANDS)
        assert best(cards, up, {}) == {"play:3": 4 * lead, "play:2": 3 * lead, "play:1": 2 * lead, "fold": -1}


def test_the_bonus_is_paid_on_every_hand_that_earns_it() -> None:
    # Trips always play, so one more to one on them adds exactly their share of hands.
    richer = solve({**BONUS, "three_of_a_kind": 3})
    assert richer.ev - solve(BONUS).ev == Fraction(58_656, 2_598_960)


def test_pairs_only_cost() -> None:
    # Published payback of this strategy per unit staked: about 98.41 percent.
    followed = solve(BONUS, pairs_only)
    assert float(followed.element_of_risk) == pytest.approx(0.0159, abs=1e-4)
    assert four_card_cost(BONUS, pairs_only) == solve(BONUS).ev - followed.ev > 0


def test_impossible_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="named twice"):
        best((0, 1, 2, 3, 4), 4, BONUS)
