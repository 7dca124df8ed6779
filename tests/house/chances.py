"""Whether shuffles are fair: counts of what many of them dealt, and how likely such counts are by chance."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from math import comb, exp, lgamma, log

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card
from croupier.house.shuffles.shuffle import order_from

Counts = NDArray[np.int64]
Shuffler = Callable[[bytes], Iterable[Card]]

CARDS = len(DECK)
HANDS = {3: slice(0, 3), 4: slice(3, 7), 5: slice(7, 12)}  # which of the cards dealt make the hand of each size
BATCH = 10_000
_NUMBER = {card: number for number, card in enumerate(DECK)}
_RANK = np.array([card.rank for card in DECK])
_SUIT = np.array(["shdc".index(card.suit.value) for card in DECK])

# How often a class of hands comes among all hands of its size. A class is a pair of numbers: how many pairs of cards
# are of one rank (three of a kind has three such, a full house four), and 1 for a flush plus 2 for a straight.
EXACT: dict[int, dict[tuple[int, int], int]] = {
    3: {
        (3, 0): 13 * 4,
        (1, 0): 13 * 6 * 48,
        (0, 3): 12 * 4,
        (0, 2): 12 * (4**3 - 4),
        (0, 1): 4 * (comb(13, 3) - 12),
        (0, 0): (comb(13, 3) - 12) * (4**3 - 4),
    },
    4: {
        (6, 0): 13,
        (3, 0): 13 * 4 * 48,
        (2, 0): comb(13, 2) * 6 * 6,
        (1, 0): 13 * 6 * comb(12, 2) * 4**2,
        (0, 3): 11 * 4,
        (0, 2): 11 * (4**4 - 4),
        (0, 1): 4 * (comb(13, 4) - 11),
        (0, 0): (comb(13, 4) - 11) * (4**4 - 4),
    },
    5: {
        (6, 0): 13 * 48,
        (4, 0): 13 * 4 * 12 * 6,
        (3, 0): 13 * 4 * comb(12, 2) * 4**2,
        (2, 0): comb(13, 2) * 6 * 6 * 44,
        (1, 0): 13 * 6 * comb(12, 3) * 4**3,
        (0, 3): 10 * 4,
        (0, 2): 10 * (4**5 - 4),
        (0, 1): 4 * (comb(13, 5) - 10),
        (0, 0): (comb(13, 5) - 10) * (4**5 - 4),
    },
}


class Tally:
    """What came where, in so many shuffles."""

    def __init__(self) -> None:
        self.shuffles = 0
        self.places: Counts = np.zeros((CARDS, CARDS), np.int64)  # position by card
        self.follows: Counts = np.zeros((CARDS, CARDS), np.int64)  # card by the card after it
        self.hands: dict[int, Counts] = {size: np.zeros((7, 4), np.int64) for size in HANDS}

    def count(self, orders: NDArray[np.int64]) -> None:
        """Adds shuffles, a row each."""
        self.shuffles += len(orders)
        self.places += _pairs(np.broadcast_to(np.arange(CARDS), orders.shape), orders)
        self.follows += _pairs(orders[:, :-1], orders[:, 1:])
        for size, dealt in HANDS.items():
            self.hands[size] += classes(orders[:, dealt])

    def add(self, other: "Tally") -> None:
        """Adds another tally."""
        self.shuffles += other.shuffles
        self.places += other.places
        self.follows += other.follows
        for size in HANDS:
            self.hands[size] += other.hands[size]


def _pairs(left: NDArray[np.int64], right: NDArray[np.int64]) -> Counts:
    return np.bincount((CARDS * left + right).ravel(), minlength=CARDS**2).reshape(CARDS, CARDS)


def classes(hands: NDArray[np.int64]) -> Counts:
    """How often each class comes among hands, a row each."""
    size = hands.shape[1]
    ranks, suits = np.sort(_RANK[hands], axis=1), _SUIT[hands]
    alike = sum((ranks[:, a] == ranks[:, b]).astype(np.int64) for a in range(size) for b in range(a))
    wheel = np.array([*range(2, size + 1), 14])
    run = (ranks[:, -1] - ranks[:, 0] == size - 1) | (ranks == wheel).all(axis=1)
    shape = (suits == suits[:, :1]).all(axis=1) + 2 * (run & (alike == 0))
    return np.bincount(4 * np.asarray(alike) + shape, minlength=28).reshape(7, 4)


def tally(first: int, shuffles: int, shuffler: Shuffler = order_from) -> Tally:
    """The tally of shuffles from the seeds of these numbers."""
    found = Tally()
    for start in range(first, first + shuffles, BATCH):
        stop = min(start + BATCH, first + shuffles)
        seeds = (hashlib.sha256(b"fair %d" % number).digest() for number in range(start, stop))
        rows = b"".join(bytes(map(_NUMBER.__getitem__, shuffler(seed))) for seed in seeds)
        found.count(np.frombuffer(rows, np.uint8).reshape(-1, CARDS).astype(np.int64))
    return found


def verdicts(found: Tally) -> dict[str, float]:
    """For each test the chance of counts at least this far from, or this close to, what is expected."""
    symmetric, turning = _neighbours(found)
    return {
        "card by position": _by_position(found),
        "neighbours": symmetric,
        "neighbours by direction": turning,
        **{f"{size}-card hands": _hands(found, size) for size in HANDS},
    }


def _by_position(found: Tally) -> float:
    """Every shuffle is a permutation, so its 52 x 52 counts have 51 x 51 degrees of freedom and variance 1/51 each."""
    off = found.places - found.shuffles / CARDS
    return two_sided(float((off**2).sum()) * (CARDS - 1) / found.shuffles, (CARDS - 1) ** 2)


def _neighbours(found: Tally) -> tuple[float, float]:
    """Which card follows which, wherever in the deck, cleared of how often a card is the first or the last.

    What then is left falls into a part that is the same either way round and one that changes its sign. On each,
    renaming the cards turns everything into everything, so that its variance is the same in all directions; and it
    is known, because every single order has the same length there.
    """
    single = np.eye(CARDS, k=1)
    found_by_part = []
    for part, freedom in ((_both_ways, CARDS * (CARDS - 3) // 2), (_one_way, (CARDS - 1) * (CARDS - 2) // 2)):
        length = float((part(single) ** 2).sum())
        statistic = float((part(found.follows.astype(float)) ** 2).sum()) * freedom / (found.shuffles * length)
        found_by_part.append(two_sided(statistic, freedom))
    return found_by_part[0], found_by_part[1]


def _both_ways(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    both = (counts + counts.T) / 2
    sums = both.sum(axis=1)
    share = (sums - sums.sum() / (2 * CARDS - 2)) / (CARDS - 2)
    left: NDArray[np.float64] = both - share[:, None] - share[None, :]
    np.fill_diagonal(left, 0)
    return left


def _one_way(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    one = (counts - counts.T) / 2
    share = one.sum(axis=1) / CARDS
    left: NDArray[np.float64] = one - share[:, None] + share[None, :]
    return left


def _hands(found: Tally, size: int) -> float:
    """Hands by class against their exact odds; classes too rare to judge alone are judged together."""
    total = comb(CARDS, size)
    rows = sorted(
        (weight * found.shuffles / total, int(found.hands[size][kind])) for kind, weight in EXACT[size].items()
    )
    while rows[0][0] < 5:
        (expected, counted), (more, others), *rest = rows
        rows = sorted([(expected + more, counted + others), *rest])
    statistic = sum((counted - expected) ** 2 / expected for expected, counted in rows)
    return two_sided(statistic, len(rows) - 1)


def two_sided(statistic: float, freedom: int) -> float:
    """The chance that chi-square is at least so extreme, too great or too small."""
    above = chi_square_above(statistic, freedom)
    return 2 * min(above, 1 - above)


def chi_square_above(statistic: float, freedom: int) -> float:
    """The chance that chi-square exceeds the statistic: the upper incomplete gamma function, by series or fraction."""
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while term > total * 1e-15:
            step += 1
            term *= x / step
            total += term
        return 1 - scale * total
    # Lentz's way to work out a continued fraction from the top.
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for n in range(1, 100_000):
        factor = n * (a - n)
        b += 2
        d = 1 / (b + factor * d)
        c = b + factor / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return scale * fraction


def fair(chances: Sequence[float]) -> bool:
    """Whether all tests together leave fairness standing at 99 %: none falls below its share of one in a hundred."""
    return min(chances) * len(chances) > 0.01
