"""A sum in chips: the fewest that make it up in a table's denominations."""

from collections.abc import Sequence
from functools import lru_cache
from math import lcm


def fewest_chips(cents: int, denominations: Sequence[int]) -> tuple[tuple[tuple[int, int], ...], int]:
    """The fewest chips of a sum, each denomination with how many, the largest first; and what no chip makes up."""
    chips = tuple(sorted(set(denominations), reverse=True))
    for rest in range(cents + 1):
        if rest and rest >= chips[-1]:
            break
        if (found := _fewest(cents - rest, chips)) is not None:
            return tuple((chip, count) for chip, count in zip(chips, found, strict=True) if count), rest
    return (), cents


@lru_cache(maxsize=4096)
def _fewest(cents: int, chips: tuple[int, ...]) -> tuple[int, ...] | None:
    """How many of each chip, the largest first, None where they cannot make the sum exactly.

    Fewer of the largest than fit may be better, 2 x $2.50 beside $1: but never fewer by as many as smaller ones of one
    kind could make up together.
    """
    largest, smaller = chips[0], chips[1:]
    most = cents // largest
    if not smaller:
        return (most,) if most * largest == cents else None
    fewer = max(lcm(largest, chip) // largest for chip in smaller) * len(smaller)
    best: tuple[int, ...] | None = None
    for count in range(most, max(most - fewer, 0) - 1, -1):
        rest = _fewest(cents - count * largest, smaller)
        if rest is not None and (best is None or count + sum(rest) < sum(best)):
            best = (count, *rest)
    return best
