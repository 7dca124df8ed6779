"""Every four-card hand's strength: the best four of four, five or six cards, one hand at a time.

A strength is a number from 0 to 2534: equal hands have equal strengths and a better hand has a higher one.
``FIRST`` gives the lowest strength of each category. Three of a kind beats a flush, four of a kind beats all.
A hand is worth the better of what its ranks are worth and what its longest suit is worth.
"""

from bisect import bisect
from functools import cache
from itertools import combinations

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "straight",
    "flush",
    "three_of_a_kind",
    "straight_flush",
    "four_of_a_kind",
)
FIRST = (0, 704, 1562, 1640, 1651, 2355, 2511, 2522)
STRENGTHS = 2535
PAIR_OF_ACES = range(704 + 12 * 66, 1562)
FOUR_ACES = STRENGTHS - 1
ROYAL = 2521  # ace, king, queen, jack of one suit: the best straight flush


@cache
def _straight_top(mask: int) -> int:
    """Rank of the best straight's top card (2 for the four-high), or -1."""
    for top in range(12, 2, -1):
        if (mask >> (top - 3)) & 15 == 15:
            return top
    return 2 if mask & 0x1007 == 0x1007 else -1


def _subsets(size: int, ranks: list[int]) -> list[int]:
    """Masks of ``size`` of the ranks, lowest hand first."""
    return sorted(sum(1 << rank for rank in chosen) for chosen in combinations(ranks, size))


@cache
def _ladder() -> dict[tuple[str, int, int], int]:
    """Strength by category, mask of the grouped ranks and mask of the odd cards."""
    steps: list[tuple[str, int, int]] = []
    ranks = list(range(13))
    plain = [mask for mask in _subsets(4, ranks) if _straight_top(mask) < 0]
    tops = range(2, 13)
    steps += [("high_card", 0, mask) for mask in plain]
    for rank in ranks:
        others = [other for other in ranks if other != rank]
        steps += [("pair", 1 << rank, mask) for mask in _subsets(2, others)]
    steps += [("two_pair", mask, 0) for mask in _subsets(2, ranks)]
    steps += [("straight", 1 << top, 0) for top in tops]
    steps += [("flush", 0, mask) for mask in plain]
    for rank in ranks:
        steps += [("three_of_a_kind", 1 << rank, 1 << other) for other in ranks if other != rank]
    steps += [("straight_flush", 1 << top, 0) for top in tops]
    steps += [("four_of_a_kind", 1 << rank, 0) for rank in ranks]
    return {step: strength for strength, step in enumerate(steps)}


def _best(mask: int, count: int) -> int:
    """The mask's ``count`` highest ranks."""
    kept = 0
    for _ in range(count):
        top = 1 << (mask.bit_length() - 1)
        kept |= top
        mask ^= top
    return kept


def _ranks_step(counts: list[int]) -> tuple[str, int, int]:
    """Category, grouped ranks and odd cards of the best four by ranks alone."""
    ones = twos = threes = fours = 0  # the ranks with at least so many cards
    for rank, count in enumerate(counts):
        if count:
            ones |= 1 << rank
            if count > 1:
                twos |= 1 << rank
                threes |= 1 << rank if count > 2 else 0
                fours |= 1 << rank if count > 3 else 0
    if fours:
        return "four_of_a_kind", _best(fours, 1), 0
    if threes:
        group = _best(threes, 1)
        return "three_of_a_kind", group, _best(ones & ~group, 1)
    top = _straight_top(ones)
    if top >= 0:
        return "straight", 1 << top, 0
    if twos.bit_count() >= 2:
        return "two_pair", _best(twos, 2), 0
    if twos:
        return "pair", twos, _best(ones & ~twos, 2)
    return "high_card", 0, _best(ones, 4)


def ranks_strength(counts: list[int]) -> int:
    """Strength of a hand by its ranks alone, from how many cards it has of each."""
    return _ladder()[_ranks_step(counts)]


@cache
def flush_strength(mask: int) -> int:
    """Strength of the ranks of one suit; 0 when fewer than four."""
    if mask.bit_count() < 4:
        return 0
    top = _straight_top(mask)
    return _ladder()[("straight_flush", 1 << top, 0) if top >= 0 else ("flush", 0, _best(mask, 4))]


def strength_of(cards: tuple[int, ...]) -> int:
    """Strength of four, five or six cards."""
    counts = [0] * 13
    masks = [0] * 4
    for card in cards:
        counts[card >> 2] += 1
        masks[card & 3] |= 1 << (card >> 2)
    return max(ranks_strength(counts), *map(flush_strength, masks))


def category(strength: int) -> str:
    """Name of the category a strength belongs to."""
    return CATEGORIES[bisect(FIRST, strength) - 1]
