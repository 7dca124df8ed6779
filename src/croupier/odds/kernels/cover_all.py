"""Cover All: the best four-card hand at a table of several players and the dealer, exactly.

Each player holds five cards and the dealer six, all from one deck. The classes, best first, are four aces, a
royal (ace, king, queen and jack of one suit), other four of a kind, other straight flush, three of a kind,
and less. For each class the deals where *no* hand reaches it are counted; the differences are the answer.

No hand reaches a class when no hand holds more than ``cap`` cards of a rank and no hand holds a *run*: four
cards in sequence of one suit. Over the hands, the product of (within the cap) minus (within the cap and with
a run) is multiplied out. The fours in sequence of one suit that a hand of five or six cards holds, less the
fives, number one if it has a run and zero if not: so the hands with runs become pieces of four or five cards
laid on the suits, with a sign.

Where the pieces lie matters only through how many ranks have how many cards left. From there on the other
cards of a piece's holder are free (a run and one or two cards hold no four of a kind, and three of a kind
only if the dealer's two both match one card of the run, which is taken off), and hands within the cap are
dealt one at a time from the ranks' remaining cards.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb, perm, prod

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled

CLASSES = ("four_aces", "royal_flush", "four_of_a_kind", "straight_flush", "three_of_a_kind", "less")
MOST_PLAYERS = 6
Stock = tuple[int, int, int, int, int]  # ranks with 4, 3, 2, 1 cards left, and cards no cap applies to


def _run_sets(ranks: int) -> list[tuple[int, int, int, int]]:
    """Each way to lay apart runs in one suit: its mask, fours, fives, and the mask of its fours."""
    starts = range(-1, ranks)  # -1 is the ace played low
    masks = []
    for length in (4, 5):
        for start in starts:
            if start + length <= ranks:
                cells = {(start + i) % ranks for i in range(length)}
                masks.append((sum(1 << cell for cell in cells), length))
    sets = []
    for count in range(ranks // 4 + 1):
        for chosen in combinations(masks, count):
            union = 0
            for mask, _ in chosen:
                if union & mask:
                    break
                union |= mask
            else:
                fours = sum(mask for mask, length in chosen if length == 4)
                lengths = [length for _, length in chosen]
                sets.append((union, lengths.count(4), lengths.count(5), fours))
    return sets


@compiled()
def _lay(sets: NDArray[np.int64], bits: NDArray[np.int64], laid: NDArray[np.int64], matched: NDArray[np.int64]) -> None:
    """Count the ways to lay pieces on four suits, by fours, fives and ranks with 1, 2, 3, 4 cards used.

    ``matched`` counts them once for each four and two cards more of a rank of it, those two cards used too.
    """
    count = sets.shape[0]
    most = laid.shape[0] - 1
    for i in range(count):
        a, fours_a, fives_a, run_a = sets[i]
        for j in range(i + 1):
            b, fours_b, fives_b, run_b = sets[j]
            if fours_a + fives_a + fours_b + fives_b > most:
                continue
            for k in range(j + 1):
                c, fours_c, fives_c, run_c = sets[k]
                if fours_a + fives_a + fours_b + fives_b + fours_c + fives_c > most:
                    continue
                for m in range(k + 1):
                    d, fours_d, fives_d, run_d = sets[m]
                    fours = fours_a + fours_b + fours_c + fours_d
                    fives = fives_a + fives_b + fives_c + fives_d
                    if fours + fives > most:
                        continue
                    ways = 24
                    if i == j and j == k and k == m:
                        ways = 1
                    elif (i == j and j == k) or (j == k and k == m):
                        ways = 4
                    elif i == j and k == m:
                        ways = 6
                    elif i == j or j == k or k == m:
                        ways = 12
                    two = (a & b) | (c & d) | ((a | b) & (c | d))
                    three = (a & b & (c | d)) | (c & d & (a | b))
                    four = a & b & c & d
                    once = (a | b | c | d) & ~two
                    twice = two & ~three
                    n1, n2, n3, n4 = bits[once], bits[twice], bits[three & ~four], bits[four]
                    laid[fours, fives, n1, n2, n3, n4] += ways
                    if fours:
                        lone = bits[run_a & once] + bits[run_b & once] + bits[run_c & once] + bits[run_d & once]
                        if lone:
                            matched[fours, fives, n1 - 1, n2, n3 + 1, n4] += 3 * ways * lone
                        double = bits[run_a & twice] + bits[run_b & twice] + bits[run_c & twice] + bits[run_d & twice]
                        if double:
                            matched[fours, fives, n1, n2 - 1, n3, n4 + 1] += ways * double


Layout = tuple[int, int, int, Stock]  # ways, fours, fives, what is left


@cache
def _all_runs(ranks: int) -> tuple[list[Layout], list[Layout]]:
    """Layouts of any runs, and those where the dealer's run has two of its ranks' cards with it."""
    sets = np.array(_run_sets(ranks), np.int64)
    bits = np.array([mask.bit_count() for mask in range(1 << ranks)], np.int64)
    shape = (MOST_PLAYERS + 2, MOST_PLAYERS + 2, *(ranks + 1,) * 4)
    layouts = []
    laid, matched = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    _lay(sets, bits, laid, matched)
    for counted in (laid, matched):
        found = []
        for fours, fives, n1, n2, n3, n4 in np.argwhere(counted).tolist():
            left = (ranks - n1 - n2 - n3 - n4, n1, n2, n3, 0)
            found.append((int(counted[fours, fives, n1, n2, n3, n4]), fours, fives, left))
        layouts.append(found)
    return layouts[0], layouts[1]


def _take(left: int, cap: int, ranks: int, most: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Ways to take cards from ``ranks`` ranks with ``left`` cards each, at most ``cap`` of one.

    Each comes as the cards taken, the number of ways, and how many ranks lose 1, 2, 3 and 4 cards.
    """
    top = min(left, cap)

    def choose(loss: int, free: int, budget: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        if loss > top:
            yield 0, 1, ()
            return
        for count in range(min(free, budget // loss) + 1):
            here = comb(free, count) * comb(left, loss) ** count
            for taken, ways, losses in choose(loss + 1, free - count, budget - loss * count):
                yield taken + loss * count, here * ways, (count, *losses)

    yield from choose(1, ranks, most)


@cache
def _hands(stock: Stock, size: int, cap: int) -> tuple[tuple[Stock, int], ...]:
    """What is left after one hand within the cap, and in how many ways."""
    partial: dict[tuple[tuple[int, ...], int], int] = {((0, 0, 0, 0), 0): 1}
    for index, ranks in enumerate(stock[:4]):
        left = 4 - index
        grown: dict[tuple[tuple[int, ...], int], int] = {}
        for (after, taken), ways in partial.items():
            for more, here, losses in _take(left, cap, ranks, size - taken):
                now = list(after)
                now[index] += ranks - sum(losses)
                for loss, count in enumerate(losses, start=1):
                    if left > loss:
                        now[index + loss] += count
                key = (tuple(now), taken + more)
                grown[key] = grown.get(key, 0) + ways * here
        partial = grown
    found: dict[Stock, int] = {}
    for (after, taken), ways in partial.items():
        rest = size - taken
        if rest <= stock[4]:
            four, three, two, one = after
            stock_after = (four, three, two, one, stock[4] - rest)
            found[stock_after] = found.get(stock_after, 0) + ways * comb(stock[4], rest)
    return tuple(found.items())


@cache
def _deal(stock: Stock, free: int, players: int, dealer: bool, cap: int) -> int:
    """Ways to deal ``free`` single cards, then hands within the cap to players and, if due, the dealer."""
    if free:
        return sum(ways * _deal(after, free - 1, players, dealer, cap) for after, ways in _hands(stock, 1, 4))
    if players:
        hands = _hands(stock, 5, cap)
        return sum(ways * _deal(after, 0, players - 1, dealer, cap) for after, ways in hands)
    return sum(ways for _, ways in _hands(stock, 6, cap)) if dealer else 1


def _none_reaches(players: int, cap: int, layouts: list[Layout], matched: list[Layout]) -> int:
    """Deals where no hand goes over the cap or holds a run of the layouts."""
    total = 0
    for ways, fours, fives, stock in layouts:
        pieces, sign = fours + fives, (-1) ** fours
        if pieces <= players:
            holders = perm(players, pieces)
            total += sign * ways * holders * _deal(stock, fours, players - pieces, True, cap)
        if 1 <= pieces <= players + 1:
            holders = perm(players, pieces - 1)
            others = players - pieces + 1
            if fours:  # the dealer holds a four and two free cards, in either order
                dealt = _deal(stock, fours + 1, others, False, cap)
                total += sign * ways * holders * fours * dealt // 2
            if fives:
                total += sign * ways * holders * fives * _deal(stock, fours + 1, others, False, cap)
    for ways, fours, fives, stock in matched:
        pieces = fours + fives
        if pieces <= players + 1:
            dealt = _deal(stock, fours - 1, players - pieces + 1, False, cap)
            total -= (-1) ** fours * ways * perm(players, pieces - 1) * dealt
    return total


def cover_all_counts(players: int, ranks: int = 13) -> dict[str, int]:
    """How many deals have each class as the best hand, for one to six players and the dealer.

    The deals are those of five cards to each player in turn and six to the dealer. A shorter deck keeps the
    ace and the lowest ranks: the ace plays next to the lowest and next to the highest other rank.
    """
    if not 1 <= players <= MOST_PLAYERS:
        raise ValueError(f"players is a number from 1 to {MOST_PLAYERS}, not {players}")
    if ranks < 5 or 5 * players + 6 > 4 * ranks:
        raise ValueError(f"{players} players and the dealer need a deck of five ranks and enough cards")
    dealt = [4 * ranks - 5 * player for player in range(players + 1)]
    deals = prod(comb(left, 5) for left in dealt[:-1]) * comb(dealt[-1], 6)
    royals: list[Layout] = []
    royals_over_aces: list[Layout] = []
    for royal in range(5):
        used = [0, 0, 0, 0, 0]
        used[royal] = 4
        left = (ranks - 4 + used[0], used[1], used[2], used[3], 0)
        royals.append((comb(4, royal), royal, 0, left))
        ace = [0, 0, 0, 0, 0]
        ace[royal] = 1
        pool = 4 * (ranks - 1) - 3 * royal
        royals_over_aces.append((comb(4, royal), royal, 0, (ace[0], ace[1], ace[2], ace[3], pool)))
    runs, matched = _all_runs(ranks)
    below = [
        deals,
        _none_reaches(players, 3, royals_over_aces[:1], []),
        _none_reaches(players, 3, royals_over_aces, []),
        _none_reaches(players, 3, royals, []),
        _none_reaches(players, 3, runs, []),
        _none_reaches(players, 2, runs, matched),
        0,
    ]
    return {name: below[i] - below[i + 1] for i, name in enumerate(CLASSES)}
