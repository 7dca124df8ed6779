"""The fewest chips of a sum: against trying everything, in usual denominations and in odd ones."""

import pytest

from croupier.house.log.chips import colour_up, fewest_chips, fewest_of, worth_of
from croupier.house.log.events import USUAL_CENTS


def fewest_by_trying(most: int, chips: tuple[int, ...]) -> dict[int, int]:
    """For every sum up to `most` that these chips make, how few of them do."""
    fewest = {0: 0}
    for cents in range(1, most + 1):
        found = [fewest[cents - chip] + 1 for chip in chips if cents - chip in fewest]
        if found:
            fewest[cents] = min(found)
    return fewest


@pytest.mark.parametrize(
    "chips", [(1, 5, 25, 100), (2, 5, 10, 50), (4, 10, 20, 100), (3, 7, 20), (1, 15, 25), (6, 10, 15)]
)
def test_as_few_as_trying_everything_finds(chips: tuple[int, ...]) -> None:
    fewest = fewest_by_trying(600, chips)
    for cents in range(601):
        found, rest = fewest_chips(cents, chips)
        assert sum(chip * count for chip, count in found) + rest == cents
        if cents in fewest:
            assert (sum(count for _, count in found), rest) == (fewest[cents], 0), (cents, found)
        else:
            assert rest > 0


def test_a_sum_in_the_usual_chips_the_largest_first_and_what_no_chip_makes() -> None:
    assert fewest_chips(78_650, USUAL_CENTS) == (((50_000, 1), (10_000, 2), (2500, 3), (500, 2), (100, 1)), 50)
    assert fewest_chips(0, USUAL_CENTS) == ((), 0)
    assert fewest_chips(99, USUAL_CENTS) == ((), 99)
    assert fewest_chips(10**12, USUAL_CENTS) == (((50_000, 20_000_000),), 0)


def fewest_of_by_trying(there: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """For every sum that some of these pieces make, how few of them do."""
    fewest = {0: 0}
    for worth, count in there:
        before = dict(fewest)
        for more in range(1, count + 1):
            for cents, pieces in before.items():
                sum_ = cents + more * worth
                fewest[sum_] = min(fewest.get(sum_, pieces + more), pieces + more)
    return fewest


@pytest.mark.parametrize(
    "there",
    [((100, 2), (25, 3), (5, 7), (1, 4)), ((50, 1), (10, 6), (5, 2)), ((25, 1), (10, 3)), ((20, 4), (7, 3), (3, 5))],
)
def test_as_few_of_the_pieces_that_are_there_as_trying_everything_finds(there: tuple[tuple[int, int], ...]) -> None:
    fewest = fewest_of_by_trying(there)
    for cents in range(worth_of(there) + 30):
        found = fewest_of(cents, there)
        assert (found is not None) == (cents in fewest), cents
        if found is not None:
            assert worth_of(found) == cents
            assert sum(count for _, count in found) == fewest[cents]
            assert all(count <= dict(there)[worth] for worth, count in found)


def test_a_patrons_small_pieces_are_had_for_as_few_large_ones_as_will_do() -> None:
    there = ((10_000, 3), (2500, 2), (500, 1))
    assert fewest_of(1500, there) is None
    assert colour_up(1500, there) == (((2500, 1),), ((500, 5),))
    assert colour_up(1500, ((10_000, 3), (500, 0))) == (((10_000, 1),), ((500, 20),))
    assert colour_up(1500, ((500, 2),)) is None, "nothing larger is there"
    assert colour_up(100_000, there) is None, "there is not so much"
