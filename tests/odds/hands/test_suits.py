from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from croupier.odds.kernels.suits import SUIT_ORDERS, families, place, renamed_pairs


@pytest.mark.parametrize(("size", "count"), [(1, 13), (2, 169), (3, 1755), (4, 16432), (5, 134459)])
def test_families(size: int, count: int) -> None:
    kept = families(size)
    assert len(kept.sets) == count
    assert kept.weights.sum() == comb(52, size)


def test_a_flop_and_its_renamings_are_one_family() -> None:
    kept = families(3)
    for cards in list(combinations(range(52), 3))[::97]:
        number = kept.family[place(cards)]
        orders = permutations(range(4))
        orbit = {tuple(sorted(card // 4 * 4 + order[card % 4] for card in cards)) for order in orders}
        assert {int(kept.family[place(other)]) for other in orbit} == {int(number)}
        assert kept.weights[number] == len(orbit)
        order = SUIT_ORDERS[kept.renaming[place(cards)]]
        renamed = sorted(card // 4 * 4 + order[card % 4] for card in cards)
        assert renamed == kept.sets[number].tolist()


def test_renamed_pairs_move_both_cards() -> None:
    moved = renamed_pairs()
    for number, order in enumerate(SUIT_ORDERS):
        assert moved[number, place((5, 42))] == place((4 + order[1], 40 + order[2]))
    assert np.array_equal(np.sort(moved, axis=1), np.tile(np.arange(1326), (24, 1)))
