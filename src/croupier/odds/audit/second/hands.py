"""What a hand is worth, read off the ranks that it holds of each suit: the two is bit 0 of a mask, the ace bit 12.

A value is a number: of two hands the one with the larger wins. Its top says the category, then come the ranks that
make it, then those beside, each as a mask; masks of as many ranks compare as their cards do, highest first.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from croupier.odds.audit.second.compiled import compiled

CATEGORY, MADE = 26, 13  # where the category and the ranks that make it stand in a value
ACE, TEN = 12, 8
# Categories of each kind of hand, the lowest first.
THREE_CARD = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
FOUR_CARD = (
    "high_card", "pair", "two_pair", "straight", "flush", "three_of_a_kind", "straight_flush", "four_of_a_kind",
)  # fmt: skip
FIVE_CARD = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
)  # fmt: skip


@compiled
def size(mask: int) -> int:
    """How many ranks a mask holds."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled
def highest(mask: int, count: int) -> int:
    """The highest so many ranks of a mask."""
    extra = size(mask) - count
    while extra > 0:
        mask &= mask - 1
        extra -= 1
    return mask


@compiled
def top_of_run(mask: int, length: int) -> int:
    """The mask of the highest rank that so many in sequence end in, the ace also low; 0 where there is none."""
    ranks = (mask << 1) | ((mask >> ACE) & 1)
    run = ranks
    for step in range(1, length):
        run &= ranks << step
    return highest(run, 1) >> 1


@compiled
def value_of(category: int, made: int, beside: int) -> int:
    """A value from its parts."""
    return (category << CATEGORY) | (made << MADE) | beside


@compiled
def five_of(a: int, b: int, c: int, d: int) -> int:
    """The value of the best five of five to seven cards."""
    held = a | b | c | d
    twice = (a & b) | (a & c) | (a & d) | (b & c) | (b & d) | (c & d)
    thrice = (a & b & (c | d)) | (c & d & (a | b))
    four = a & b & c & d
    suit = 0
    for mask in (a, b, c, d):
        if size(mask) >= 5:
            suit = mask
    if suit:
        top = top_of_run(suit, 5)
        if top:
            return value_of(9 if top == 1 << ACE else 8, top, 0)
    if four:
        return value_of(7, four, highest(held & ~four, 1))
    if thrice:
        three = highest(thrice, 1)
        pairs = twice & ~three
        if pairs:
            return value_of(6, three, highest(pairs, 1))
    if suit:
        return value_of(5, highest(suit, 5), 0)
    top = top_of_run(held, 5)
    if top:
        return value_of(4, top, 0)
    if thrice:
        return value_of(3, thrice, highest(held & ~thrice, 2))
    if twice:
        pairs = highest(twice, 2)
        if size(pairs) == 2:
            return value_of(2, pairs, highest(held & ~pairs, 1))
        return value_of(1, pairs, highest(held & ~pairs, 3))
    return value_of(0, 0, highest(held, 5))


@compiled
def four_by_ranks(held: int, twice: int, thrice: int, four: int) -> int:
    """The value of the best four by the ranks alone, from those held at all, twice, three times and four times."""
    if four:
        return value_of(7, highest(four, 1), 0)
    if thrice:
        three = highest(thrice, 1)
        return value_of(5, three, highest(held & ~three, 1))
    top = top_of_run(held, 4)
    if top:
        return value_of(3, top, 0)
    if twice:
        pairs = highest(twice, 2)
        if size(pairs) == 2:
            return value_of(2, pairs, 0)
        return value_of(1, pairs, highest(held & ~pairs, 2))
    return value_of(0, 0, highest(held, 4))


@compiled
def four_by_suit(mask: int) -> int:
    """The value of the best four of one suit; 0 where there are fewer."""
    if size(mask) < 4:
        return 0
    top = top_of_run(mask, 4)
    return value_of(6, top, 0) if top else value_of(4, highest(mask, 4), 0)


@compiled
def four_of(a: int, b: int, c: int, d: int) -> int:
    """The value of the best four of four to six cards."""
    twice = (a & b) | (a & c) | (a & d) | (b & c) | (b & d) | (c & d)
    thrice = (a & b & (c | d)) | (c & d & (a | b))
    best = four_by_ranks(a | b | c | d, twice, thrice, a & b & c & d)
    for mask in (a, b, c, d):
        best = max(best, four_by_suit(mask))
    return best


@compiled
def three_of(a: int, b: int, c: int, d: int) -> int:
    """The value of three cards."""
    held = a | b | c | d
    twice = (a & b) | (a & c) | (a & d) | (b & c) | (b & d) | (c & d)
    top = top_of_run(held, 3) if size(held) == 3 else 0
    if size(held) == 3 and held in (a, b, c, d):
        return value_of(5, top, 0) if top else value_of(2, held, 0)
    if (a & b & (c | d)) | (c & d & (a | b)):
        return value_of(4, held, 0)
    if top:
        return value_of(3, top, 0)
    if twice:
        return value_of(1, twice, held & ~twice)
    return value_of(0, 0, held)


Suits = tuple[int, int, int, int]


def alike(cards: int) -> Iterator[tuple[Suits, int]]:
    """The hands of so many cards that differ in more than the names of the suits, and how many each stands for.

    Two hands are alike where the same masks are held, of whichever suits.
    """
    masks = [mask for mask in range(1 << 13) if mask.bit_count() <= cards]
    by_size: dict[int, list[int]] = {}
    for mask in masks:
        by_size.setdefault(mask.bit_count(), []).append(mask)
    for sizes in combinations_with_replacement(range(cards + 1), 4):
        if sum(sizes) != cards:
            continue
        yield from _of_sizes(sizes, by_size)


def _of_sizes(sizes: tuple[int, ...], by_size: dict[int, list[int]]) -> Iterator[tuple[Suits, int]]:
    ways = {1: 24, 2: 12, 3: 4, 4: 1}
    found: list[tuple[int, ...]] = [()]
    for place, wanted in enumerate(sizes):
        found = [
            (*start, mask)
            for start in found
            for mask in by_size[wanted]
            if not (place and sizes[place - 1] == wanted and mask < start[-1])
        ]
    for a, b, c, d in found:
        same = sorted((a, b, c, d).count(mask) for mask in {a, b, c, d})
        yield (a, b, c, d), 6 if same == [2, 2] else ways[same[-1]]
