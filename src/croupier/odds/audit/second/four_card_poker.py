"""Four Card Poker: the dealer's hands are counted by their ranks, and those that a flush spoils are taken off.

For a player's five cards and the card that the dealer shows, the dealer's hands that do not beat the player's are
those whose ranks alone do not, less those among them with four or more of a suit that do. The first are counted by
how many cards of each rank are left, the second by the suit's ranks and one or two cards beside.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.odds.audit.second.compiled import compiled
from croupier.odds.audit.second.hands import CATEGORY, FOUR_CARD, alike, five_of, four_by_ranks, four_by_suit, four_of
from croupier.odds.audit.second.kinds import Kinds, kind_of_five, kind_of_four

DEALERS = comb(46, 5)  # hands of the dealer, the card shown among them
ALL = (1 << 13) - 1
Array = NDArray[np.int64]
CHOOSE = np.array([[comb(n, k) for k in range(5)] for n in range(5)], np.int64)
ROYAL, STRAIGHT_FLUSH, QUADS = 1 << 12, 6, 7


def _of_six() -> Iterator[tuple[int, ...]]:
    """How many cards of each rank six cards can have."""

    def go(rank: int, left: int) -> Iterator[tuple[int, ...]]:
        if rank == 13:
            if not left:
                yield ()
            return
        for count in range(min(4, left) + 1):
            for rest in go(rank + 1, left - count):
                yield (count, *rest)

    return go(0, 6)


def _ranks_value(counts: tuple[int, ...]) -> int:
    held, twice, thrice, four = (
        sum(1 << rank for rank, count in enumerate(counts) if count >= times) for times in (1, 2, 3, 4)
    )
    return four_by_ranks(held, twice, thrice, four)


@compiled
def _by_ranks(left: Array, best: int, counts: Array, values: Array, choose: Array, out: Array) -> None:
    """Per rank of the card shown, the dealer's hands whose ranks alone do not beat `best`; flushes not looked at."""
    for number in range(len(counts)):
        if values[number] > best:
            continue
        row = counts[number]
        ways = 1
        for rank in range(13):
            ways *= choose[left[rank], row[rank]]
        if ways == 0:
            continue
        for rank in range(13):
            if row[rank]:
                # Of so many ways, the card shown is in as many as its rank's cards are of those left.
                out[rank] += ways * row[rank] // left[rank]


@compiled
def _flush(
    own: int, beside: Array, best: int, masks: Array, sizes: Array, suit_values: Array, first: Array,
    rank_values: Array, in_suit: Array, off_suit: Array,
) -> None:  # fmt: skip
    """Hands whose ranks do not beat `best` but whose flush of one suit does, per card shown of that suit or another.

    `own` are the ranks of the suit that the player holds, `beside` the cards left of each rank in the other suits.
    """
    for number in range(len(masks)):
        mask = masks[number]
        if mask & own or suit_values[number] <= best:
            continue
        at, ways_here = first[number], 0
        if sizes[number] == 6:
            ways_here = 1 if rank_values[at] <= best else 0
        elif sizes[number] == 5:
            for rank in range(13):
                if rank_values[at + rank] <= best:
                    ways_here += beside[rank]
                    off_suit[rank] += 1
        else:
            for high in range(13):
                for low in range(high):
                    if rank_values[at] <= best:
                        ways_here += beside[high] * beside[low]
                        off_suit[high] += beside[low]
                        off_suit[low] += beside[high]
                    at += 1
                if rank_values[at] <= best:
                    ways_here += beside[high] * (beside[high] - 1) // 2
                    off_suit[high] += beside[high] - 1
                at += 1
        if ways_here:
            for rank in range(13):
                if (mask >> rank) & 1:
                    in_suit[rank] += ways_here


@cache
def _flushes() -> tuple[Array, Array, Array, Array, Array]:
    """All four to six ranks of a suit with their value, and the value by ranks with each one or two cards beside."""
    masks = [mask for mask in range(ALL + 1) if 4 <= mask.bit_count() <= 6]
    first: list[int] = []
    by_ranks: list[int] = []
    for mask in masks:
        counts = [(mask >> rank) & 1 for rank in range(13)]
        first.append(len(by_ranks))
        for beside in _beside(6 - mask.bit_count()):
            together = list(counts)
            for rank in beside:
                together[rank] += 1
            by_ranks.append(_ranks_value(tuple(together)))
    sizes = [mask.bit_count() for mask in masks]
    values = [four_by_suit(mask) for mask in masks]
    a, b, c, d, e = (np.array(column, np.int64) for column in (masks, sizes, values, first, by_ranks))
    return a, b, c, d, e


def _beside(cards: int) -> Iterator[tuple[int, ...]]:
    if cards == 0:
        yield ()
    elif cards == 1:
        yield from ((rank,) for rank in range(13))
    else:
        yield from ((high, low) for high in range(13) for low in range(high + 1))


class Dealer:
    """How many of the dealer's hands do not beat a value, for the player's cards and each card shown."""

    def __init__(self) -> None:
        listed = list(_of_six())
        self.counts = np.array(listed, np.int64)
        self.values = np.array([_ranks_value(row) for row in listed], np.int64)
        self.ranks: dict[tuple[bytes, int], Array] = {}
        self.suits: dict[tuple[int, bytes, int], tuple[Array, Array]] = {}

    def not_beating(self, suits: tuple[int, ...], best: int) -> Array:
        """Per suit and rank of the card shown; what stands at the player's own cards means nothing."""
        left = np.array([4 - sum((mask >> rank) & 1 for mask in suits) for rank in range(13)], np.int64)
        key = left.tobytes(), best
        if key not in self.ranks:
            self.ranks[key] = np.zeros(13, np.int64)
            _by_ranks(left, best, self.counts, self.values, CHOOSE, self.ranks[key])
        found = np.tile(self.ranks[key], (4, 1))
        for suit, own in enumerate(suits):
            in_suit, off_suit = self._flush(own, left, best)
            for other in range(4):
                found[other] -= in_suit if other == suit else off_suit
        return found

    def _flush(self, own: int, left: Array, best: int) -> tuple[Array, Array]:
        beside = left - np.array([1 - ((own >> rank) & 1) for rank in range(13)], np.int64)
        key = own, beside.tobytes(), best
        if key not in self.suits:
            self.suits[key] = np.zeros(13, np.int64), np.zeros(13, np.int64)
            masks, sizes, values, first, by_ranks = _flushes()
            _flush(own, beside, best, masks, sizes, values, first, by_ranks, *self.suits[key])
        return self.suits[key]


class Solved(Struct, frozen=True, kw_only=True):
    """The game solved: what a round is worth in antes, and of all hands and cards shown those folded, by kind."""

    ev: Fraction
    folded_four: Kinds
    folded_five: Kinds


@cache
def _dealt() -> tuple[tuple[tuple[int, ...], int, int, Array], ...]:
    """The player's hands: suits, how many are alike, value, and the dealer's hands that do not beat them, as shown."""
    dealer, found = Dealer(), []
    for suits, weight in alike(5):
        best = four_of(*suits)
        good = dealer.not_beating(suits, best)
        shown = [good[suit, rank] for suit in range(4) for rank in range(13) if not (suits[suit] >> rank) & 1]
        found.append((suits, weight, best, np.array(shown, np.int64)))
    return tuple(found)


def solve(bonus: Mapping[str, Fraction]) -> Solved:
    """Each hand and card shown played for one to three antes or folded, as is best."""
    total, four, five = Fraction(0), dict[str, int](), dict[str, int]()
    for suits, weight, best, good in _dealt():
        paid = bonus.get(FOUR_CARD[best >> CATEGORY], Fraction(0))
        lead = 2 * good - DEALERS
        played = np.where(lead > 0, 4, 2) * lead * paid.denominator + paid.numerator * DEALERS
        gone = -DEALERS * paid.denominator
        folds = int((played <= gone).sum())
        total += Fraction(weight * int(np.maximum(played, gone).sum()), paid.denominator)
        if folds:
            for kinds, kind in ((four, kind_of_four(best)), (five, kind_of_five(five_of(*suits)))):
                kinds[kind] = kinds.get(kind, 0) + weight * folds
    return Solved(ev=total / (comb(52, 5) * 47 * DEALERS), folded_four=four, folded_five=five)


@cache
def best_of_two_hands() -> Kinds:
    """The better of the player's hand and the dealer's, over all deals, by kind: the dealer may have six cards.

    For each bound, the deals in which neither hand is above it; the kinds lie between.
    """
    bounds = (
        ("less", (5 << CATEGORY) - 1), ("three_of_a_kind", (STRAIGHT_FLUSH << CATEGORY) - 1),
        ("straight_flush", (STRAIGHT_FLUSH << CATEGORY | ROYAL << 13) - 1),
        ("royal_flush", (QUADS << CATEGORY) - 1), ("four_of_a_kind", (QUADS << CATEGORY | ROYAL << 13) - 1),
    )  # fmt: skip
    dealer, reached, below = Dealer(), dict[str, int](), 0
    hands = [(suits, weight, four_of(*suits)) for suits, weight in alike(5)]
    for kind, bound in bounds:
        shown = 0
        for suits, weight, best in hands:
            if best <= bound:
                good = dealer.not_beating(suits, bound)
                free = sum(int(good[s, r]) for s in range(4) for r in range(13) if not (suits[s] >> r) & 1)
                shown += weight * free
        reached[kind] = shown // 6 - below  # each of the dealer's six cards was the one shown
        below = shown // 6
    everything = comb(52, 5) * comb(47, 6)
    return {**reached, "four_aces": everything - below}
