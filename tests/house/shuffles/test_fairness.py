"""Dealt cards as chance would have them: every card in every position, after every other, and in every kind of hand.

The shuffles are real ones from fixed seeds, so that a run says the same every time. Ten million take about two
minutes on two cores that have nothing else to do.
"""

import hashlib
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from math import comb
from multiprocessing import get_context

import numpy as np
import pytest

from croupier.cards import DECK, Card
from croupier.hands import five_card
from croupier.house.shuffles.shuffle import order_from
from tests.house.chances import EXACT, HANDS, Tally, chi_square_above, classes, fair, tally, verdicts

USUAL, SOAKING, SHARE = 20_000, 10_000_000, 250_000


def assert_fair(found: Tally, shuffles: int) -> None:
    assert found.shuffles == shuffles
    assert (found.places.sum(axis=0) == shuffles).all()
    assert found.follows.sum() == 51 * shuffles
    assert all(found.hands[size].sum() == shuffles for size in HANDS)
    chances = verdicts(found)
    assert fair(list(chances.values())), chances


def test_twenty_thousand_shuffles_are_fair() -> None:
    assert_fair(tally(0, USUAL), USUAL)


@pytest.mark.soak
def test_ten_million_shuffles_are_fair() -> None:
    found = Tally()
    with ProcessPoolExecutor(2, get_context("spawn")) as workers:
        for part in workers.map(tally, range(0, SOAKING, SHARE), [SHARE] * (SOAKING // SHARE)):
            found.add(part)
    assert_fair(found, SOAKING)


# Shuffles that are wrong in ways that are easily written: the tests above must find each.


def any_with_any(seed: bytes) -> list[Card]:
    """Each card exchanged with any card, instead of with one not yet placed."""
    deck = list(DECK)
    for place, byte in enumerate(_bytes(seed)[:52]):
        other = byte % 52
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def no_byte_thrown_away(seed: bytes) -> list[Card]:
    """Remainders of whole bytes, which favour the low ones."""
    deck = list(DECK)
    for left, byte in zip(range(52, 1, -1), _bytes(seed), strict=False):
        deck[left - 1], deck[byte % left] = deck[byte % left], deck[left - 1]
    return deck


def one_too_few(seed: bytes) -> list[Card]:
    """No card may stay where it is, so that only orders of one cycle come."""
    deck = list(DECK)
    for left, byte in zip(range(52, 1, -1), _bytes(seed), strict=False):
        deck[left - 1], deck[byte % (left - 1)] = deck[byte % (left - 1)], deck[left - 1]
    return deck


def often_together(seed: bytes) -> list[Card]:
    """A fair shuffle in which the ace of spades, four times in a hundred, slips before the king."""
    deck = list(order_from(seed))
    if seed[0] < 10:
        deck.remove(Card.ACE_OF_SPADES)
        deck.insert(deck.index(Card.KING_OF_SPADES), Card.ACE_OF_SPADES)
    return deck


def too_even(seed: bytes) -> list[Card]:
    """The same order, turned round by one card each time: every position sees every card equally often."""
    turn = int.from_bytes(seed[:8], "big") % 52
    return [*order_from(bytes(32))[turn:], *order_from(bytes(32))[:turn]]


def _bytes(seed: bytes) -> bytes:
    return hashlib.sha512(seed).digest()


@pytest.mark.parametrize("wrong", [any_with_any, no_byte_thrown_away, one_too_few, often_together, too_even])
def test_a_shuffle_that_is_wrong_is_found_out(wrong: object) -> None:
    assert callable(wrong)
    assert not fair(list(verdicts(tally(0, USUAL, wrong)).values()))


@pytest.mark.parametrize("size", EXACT)
def test_the_exact_odds_are_of_all_hands(size: int) -> None:
    assert sum(EXACT[size].values()) == comb(52, size)


@pytest.mark.parametrize("size", [3, 4])
def test_the_exact_odds_are_the_counts_of_all_hands(size: int) -> None:
    counted = classes(np.array(list(combinations(range(52), size))))
    assert {kind: int(counted[kind]) for kind in np.ndindex(7, 4) if counted[kind]} == EXACT[size]


def test_hands_of_five_are_told_apart_as_the_evaluator_does() -> None:
    kinds = {
        "high_card": (0, 0), "pair": (1, 0), "two_pair": (2, 0), "three_of_a_kind": (3, 0), "straight": (0, 2),
        "flush": (0, 1), "full_house": (4, 0), "four_of_a_kind": (6, 0), "straight_flush": (0, 3),
        "royal_flush": (0, 3),
    }  # fmt: skip
    hands = [order_from(bytes([number]) * 32)[:5] for number in range(200)]
    hands += [DECK[first : first + 5] for first in range(9)]  # flushes and straights
    hands += [(*DECK[9:13], DECK[0]), (*DECK[9:12], DECK[25], DECK[13]), (*DECK[0:4], DECK[17])]
    hands += [(DECK[0], DECK[13], DECK[26], last, DECK[1]) for last in (DECK[39], DECK[14], DECK[5])]
    for hand in hands:
        counted = classes(np.array([[DECK.index(card) for card in hand]]))
        assert counted[kinds[five_card.best_hand(hand).category]] == 1, hand


@pytest.mark.parametrize(
    ("freedom", "statistic", "chance"),
    [  # from printed tables of chi-square
        (1, 3.841, 0.05),
        (5, 11.070, 0.05),
        (5, 15.086, 0.01),
        (8, 2.733, 0.95),
        (10, 23.209, 0.01),
        (100, 124.342, 0.05),
        (100, 77.929, 0.95),
        (1000, 1106.969, 0.01),
    ],
)
def test_chi_square_is_as_printed(freedom: int, statistic: float, chance: float) -> None:
    assert chi_square_above(statistic, freedom) == pytest.approx(chance, rel=2e-3)
