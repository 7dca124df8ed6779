"""A sum in chips: the fewest that make it up, of a table's denominations or of the pieces that are there."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import lcm

Pieces = tuple[tuple[int, int], ...]  # each worth, the largest first, with how many
MOST_EXCHANGED = 4  # pieces that a dealer changes at once to make a payment up


def fewest_chips(cents: int, denominations: Sequence[int]) -> tuple[Pieces, int]:
    """The fewest chips of a sum, each denomination with how many, the largest first; and what no chip makes up."""
    chips = tuple(sorted(set(denominations), reverse=True))
    for rest in range(cents + 1):
        if rest and rest >= chips[-1]:
            break
        if (found := _fewest(cents - rest, chips)) is not None:
            return _told(chips, found), rest
    return (), cents


def fewest_of(cents: int, there: Pieces) -> Pieces | None:
    """The fewest of the pieces that are there to make up a sum exactly, None where they cannot."""
    known = sorted([(worth, count) for worth, count in there if count > 0], reverse=True)
    chips, counts = tuple([worth for worth, _ in known]), tuple([count for _, count in known])
    found = _fewest(cents, chips, counts) if chips else None
    return _told(chips, found) if found is not None else None if cents else ()


def with_pieces(there: Pieces, more: Iterable[tuple[int, int]], sign: int = 1) -> Pieces:
    """So many pieces more of each worth, or where the sign is -1 fewer."""
    counts = dict(there)
    for worth, count in more:
        counts[worth] = counts.get(worth, 0) + sign * count
    return tuple(sorted(counts.items(), reverse=True))


def worth_of(pieces: Pieces) -> int:
    """What pieces come to, in cents."""
    return sum(worth * count for worth, count in pieces)


def colour_up(cents: int, there: Pieces) -> tuple[Pieces, Pieces] | None:
    """Which pieces to give a patron for which smaller ones, so that a sum can be made up then: as few as will do."""
    for count in range(1, MOST_EXCHANGED + 1):
        for large, held in sorted(there):
            for small, _ in there:
                if held < count or small >= large or large % small:
                    continue
                given, taken = ((large, count),), ((small, count * large // small),)
                if fewest_of(cents, with_pieces(with_pieces(there, given, -1), taken)) is not None:
                    return given, taken
    return None


def _told(chips: Sequence[int], counts: Sequence[int]) -> Pieces:
    return tuple([(chip, count) for chip, count in zip(chips, counts, strict=True) if count])


@lru_cache(maxsize=4096)
def _fewest(cents: int, chips: tuple[int, ...], there: tuple[int, ...] = ()) -> tuple[int, ...] | None:
    """How many of each chip, the largest first, None where they cannot make the sum exactly.

    There are as many of each as one likes, or as many as `there` says. Fewer of the largest than fit may be better, 2 x
    $2.50 beside $1: but never fewer by as many as smaller ones of one kind could make up together.
    """
    if there and cents > sum(chip * count for chip, count in zip(chips, there, strict=True)):
        return None
    largest, smaller = chips[0], chips[1:]
    most = min(cents // largest, there[0]) if there else cents // largest
    if not smaller:
        return (most,) if most * largest == cents else None
    fewer = max(lcm(largest, chip) // largest for chip in smaller) * len(smaller)
    best: tuple[int, ...] | None = None
    for count in range(most, max(most - fewer, 0) - 1, -1):
        rest = _fewest(cents - count * largest, smaller, there[1:])
        if rest is not None and (best is None or count + sum(rest) < sum(best)):
            best = (count, *rest)
    return best
