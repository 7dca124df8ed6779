from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from phevaluator import _pheval

from croupier.odds.kernels import five_card, four_card, three_card
from croupier.odds.kernels.suits import place
from tests.odds import slow

Strengths = Callable[[NDArray[np.uint8]], NDArray[np.uint16]]


def one(strengths: Strengths, cards: tuple[int, ...]) -> int:
    return int(strengths(np.array([cards], np.uint8))[0])


def sign(left: slow.Score | int, right: slow.Score | int) -> int:
    return (left > right) - (left < right)  # type: ignore[operator]


def two_hands(size: int) -> st.SearchStrategy[list[int]]:
    # Few ranks make ties, pairs and straights common; the two hands may share cards, as on a board.
    narrow = st.lists(st.integers(0, 27), min_size=size, max_size=size, unique=True)
    wide = st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True)
    return narrow | wide


@pytest.mark.parametrize("size", [5, 6, 7])
@given(data=st.data())
def test_five_card_order_is_the_slow_order(size: int, data: st.DataObject) -> None:
    left, right = (tuple(data.draw(two_hands(size))) for _ in range(2))
    fast = one(five_card.strengths, left), one(five_card.strengths, right)
    assert sign(*fast) == sign(slow.best_five(left), slow.best_five(right))
    assert five_card.category(fast[0]) == five_card.CATEGORIES[slow.best_five(left)[0]]


@pytest.mark.parametrize("size", [4, 5, 6])
@given(data=st.data())
def test_four_card_order_is_the_slow_order(size: int, data: st.DataObject) -> None:
    left, right = (tuple(data.draw(two_hands(size))) for _ in range(2))
    fast = one(four_card.strengths, left), one(four_card.strengths, right)
    assert sign(*fast) == sign(slow.best_four(left), slow.best_four(right))
    assert four_card.category(fast[0]) == four_card.CATEGORIES[slow.best_four(left)[0]]


def test_every_three_card_hand_is_in_the_slow_order() -> None:
    strengths = three_card.three_card_strengths()
    scores = {place(cards): slow.three_card(cards) for cards in combinations(range(52), 3)}
    ladder = {score: number for number, score in enumerate(sorted(set(scores.values())))}
    assert [ladder[scores[number]] for number in range(22100)] == strengths.tolist()


def test_queen_three_two_is_the_lowest_hand_the_dealer_plays() -> None:
    strengths = three_card.three_card_strengths()
    queen, jack = 4 * 10, 4 * 9
    assert strengths[place((0, 4 + 1, queen))] == three_card.QUEEN_HIGH
    assert strengths[place((4 * 7, 4 * 8 + 1, jack))] > three_card.QUEEN_HIGH  # a straight
    assert strengths[place((4 * 6, 4 * 8 + 1, jack))] == three_card.QUEEN_HIGH - 1


@pytest.mark.parametrize("size", [5, 6, 7])
def test_agrees_with_phevaluator(size: int) -> None:
    random = np.random.default_rng(size)
    hands = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (20_000, 1)), axis=1)[:, :size]
    native = getattr(_pheval, f"evaluate_{size}cards")
    assert (7462 - np.array([native(*hand) for hand in hands.tolist()]) == five_card.strengths(hands)).all()


@pytest.mark.parametrize("module", [five_card, four_card])
def test_hands_of_another_size_are_refused(module: object) -> None:
    with pytest.raises(ValueError, match="rows of"):
        module.strengths(np.zeros((1, 3), np.uint8))  # type: ignore[attr-defined]
