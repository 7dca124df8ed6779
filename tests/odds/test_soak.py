"""Checks that take minutes: run with ``-m soak``."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from croupier.odds.games.hold_em import solve
from croupier.odds.kernels.four_card_poker import DEALER_HANDS, not_beaten
from croupier.odds.kernels.suits import families
from croupier.odds.situations import four_card_poker, hold_em
from tests.odds.games.test_hold_em import BLIND

pytestmark = pytest.mark.soak


def test_one_starting_hand_played_out_on_every_flop() -> None:
    cards = (4 * 5, 4 * 9)  # jack and seven of clubs: the other three suits are alike
    rest = [card for card in range(52) if card not in cards]
    flops: Counter[tuple[tuple[int, ...], ...]] = Counter()
    sample = {}
    for flop in combinations(rest, 3):
        by_suit = [tuple(card // 4 for card in flop if card % 4 == suit) for suit in range(4)]
        key = (by_suit[0], *sorted(by_suit[1:]))
        flops[key] += 1
        sample[key] = flop
    total = Fraction(0)
    for key, count in flops.items():
        total += count * max(hold_em.best(cards, sample[key], BLIND).values())
    assert total / 19_600 == solve(BLIND).before_flop(cards)["check"]


def test_many_four_card_hands_agree_with_counting_one_situation() -> None:
    _, good = not_beaten()
    random = np.random.default_rng(40)
    for number in random.integers(0, 134_459, 3_000):
        cards = tuple(families(5).sets[number].tolist())
        slot = int(random.integers(0, 47))
        up = [card for card in range(52) if card not in cards][slot]
        lead = Fraction(2 * int(good[number, slot]) - DEALER_HANDS, DEALER_HANDS)
        assert four_card_poker.best(cards, up, {})["play:1"] == 2 * lead
