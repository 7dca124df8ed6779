"""The fewest chips of a sum: against trying everything, in usual denominations and in odd ones."""

import pytest

from croupier.house.log.events import USUAL_CENTS
from croupier.server.deal.chips import fewest_chips


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
