"""The second methods against slow twins, and against the first in single situations."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from croupier.odds.audit.second import dealt, four_card_poker, hold_em, three_card_poker
from croupier.odds.audit.second.hands import CATEGORY, FIVE_CARD, alike, five_of, four_of, three_of
from croupier.odds.audit.second.kinds import answers
from croupier.odds.cache import Shelf
from croupier.odds.hands.counts import counted
from croupier.odds.kernels.four_card_poker import not_beaten
from croupier.odds.kernels.suits import families
from croupier.odds.situations.hold_em import best
from croupier.odds.wagers.catalogue import results
from tests.odds.games.test_hold_em import BLIND
from tests.odds.slow import Score, best_five, best_four, three_card

FLOP = (0, 7, 20)


@pytest.mark.parametrize(
    ("value", "twin", "sizes"),
    [(five_of, best_five, (5, 6, 7)), (four_of, best_four, (4, 5, 6)), (three_of, three_card, (3,))],
)
def test_values_put_hands_in_the_order_of_their_twins(
    value: Callable[..., int], twin: Callable[[tuple[int, ...]], Score], sizes: tuple[int, ...]
) -> None:
    chance = random.Random(7)
    for size in sizes:
        # Of a whole deck and of six ranks, where hands are better and closer.
        hands = [tuple(chance.sample(range(deck), size)) for deck in (52, 24) for _ in range(1_500)]
        told = sorted((twin(hand), value(*dealt.masks_of(hand))) for hand in hands)
        for (score, one), (next_score, other) in pairwise(told):
            assert (one < other, one == other) == (score < next_score, score == next_score)
        assert all(one >> CATEGORY == score[0] for score, one in told)


def test_hands_that_are_alike_stand_for_all_there_are() -> None:
    assert [(len(found), sum(weight for _, weight in found)) for found in map(list, map(alike, (2, 3, 5)))] == [
        (169, 1_326),
        (1_755, 22_100),
        (134_459, 2_598_960),
    ]


def test_hands_dealt_one_by_one_are_as_many_as_hands_counted() -> None:
    for best_of, ranked_on in ((dealt.FOUR, "own_best_four_of_five"), (dealt.FIVE, "own_five_cards")):
        first = counted(ranked_on, Shelf()).counts
        for kind, count in dealt.dealt(5, best_of).items():
            assert count == first[{"pair_tens_or_better": "pair_of_tens_or_better"}.get(kind, kind)]


def test_what_a_kind_answers_to() -> None:
    assert answers("four_aces") == ("four_aces", "four_of_a_kind")
    both = ("player_aces_and_dealer_aces", "pair_of_aces")
    assert answers(" ".join(both))[:2] == both
    assert answers("super_royal_diamonds")[1:] == ("super_royal_any_suit", "royal_flush", "straight_flush")


def test_three_card_poker_hand_by_hand() -> None:
    bonus = {"straight_flush": Fraction(5), "three_of_a_kind": Fraction(4), "straight": Fraction(1)}
    value, folded = three_card_poker.solve(bonus)
    assert value == next(results("md-tcp", "base", "A")).ev
    assert folded == {"high_card": 7_200}


def test_the_dealers_hands_by_ranks_and_flushes() -> None:
    _, good = not_beaten()
    chance = np.random.default_rng(3)
    dealer = four_card_poker.Dealer()
    for number in chance.integers(0, 134_459, 40):
        cards = tuple(families(5).sets[number].tolist())
        found = dealer.not_beating(dealt.masks_of(cards), four_of(*dealt.masks_of(cards)))
        shown = [int(found[card % 4, card // 4]) for card in range(52) if card not in cards]
        assert shown == good[number].tolist()


def test_a_flop_with_every_turn_and_river() -> None:
    odds = {line: Fraction(*pays) if isinstance(pays, tuple) else Fraction(pays) for line, pays in BLIND.items()}
    pays = np.array([[int(odds.get(name, Fraction(0)) * 2) for name in FIVE_CARD] + [2]])
    found = hold_em._flop(np.array(FLOP), pays)
    deals = 2 * hold_em.HANDS * hold_em.DEALERS
    for pair in (3, 77, 500, 900, 1_100):
        values = best(tuple(sorted(found.cards[pair].tolist())), FLOP, BLIND)
        assert Fraction(int(found.checked[0, pair]), deals) == values["check"]
        assert Fraction(int(4 * found.lead[pair] + found.rest[0, pair]), deals) == values["play:2"]
