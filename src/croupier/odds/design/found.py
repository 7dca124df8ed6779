"""The paytables that were found, each with its exact figures, and which of them no other betters in everything."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, Literal

from msgspec import Struct

from croupier.odds.design.asked import Choices, Wanted
from croupier.rulebook.payout import Odds

Better = Literal["high", "low"]


class Design(Struct, frozen=True, kw_only=True):
    """One paytable that satisfies what was asked: its lines, best first, and its figures per unit staked."""

    lines: tuple[tuple[str, Odds], ...]
    ev: Fraction
    variance: Fraction
    hit_frequency: Fraction
    on_front: bool = False

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each unit staked."""
        return -self.ev

    @property
    def sd(self) -> float:
        """Standard deviation per unit staked."""
        return sqrt(self.variance)


class Preferred(Struct, frozen=True):
    """Of each figure, whether high or low is better: it decides which paytables are on the front."""

    edge: Better = "high"
    deviation: Better = "low"
    hits: Better = "high"

    def good(self, edge: Fraction, variance: Fraction, hits: Fraction) -> "Good":
        """The three figures turned so that more is better."""
        return (
            edge if self.edge == "high" else -edge,
            variance if self.deviation == "high" else -variance,
            hits if self.hits == "high" else -hits,
        )


Good = tuple[Fraction, Fraction, Fraction]


class Designed(Struct, frozen=True, kw_only=True):
    """All paytables that satisfy what was asked, the lowest edge first.

    `candidates` is how many there are of all choices of odds; none of them was left out unless it cannot satisfy.
    `solved` is for how many of them best play was solved again. `at` says on what the figures depend, `front_at` which
    places in `found` are the front.
    """

    rulebook: str
    wager: str
    title: str
    instead_of: str
    total: int
    at: Mapping[str, Any]
    wanted: Wanted
    preferred: Preferred
    moves: Mapping[str, Choices]
    candidates: int
    solved: int
    found: Sequence[Design]
    front_at: tuple[int, ...]

    @property
    def front(self) -> list[Design]:
        """Those that no other betters in one figure without being worse in another."""
        return [self.found[at] for at in self.front_at]


def front_of(figures: Sequence[Good]) -> set[int]:
    """The places of those figures that no others equal or better in all three and better in one."""
    by_third: dict[Fraction, list[int]] = {}
    for at, good in enumerate(figures):
        by_third.setdefault(good[2], []).append(at)
    kept: set[int] = set()
    better: list[tuple[list[Fraction], list[Fraction]]] = []  # steps of those with more of the third
    for third in sorted(by_third, reverse=True):
        steps = list(_steps(figures, by_third[third]))
        kept |= {at for at in steps if not any(_reaches(step, figures[at]) for step in better)}
        better.append(([-figures[at][0] for at in steps], [figures[at][1] for at in steps]))
    return kept


def _steps(figures: Sequence[Good], places: list[int]) -> Iterator[int]:
    """Those of one third figure that are best in the other two: the first falls, the second rises."""
    highest: Fraction | None = None
    first: Fraction | None = None
    for at in sorted(places, key=lambda at: figures[at][:2], reverse=True):
        here = figures[at]
        if highest is None or here[1] > highest or (here[1] == highest and here[0] == first):
            highest, first = here[1], here[0]
            yield at


def _reaches(step: tuple[list[Fraction], list[Fraction]], good: Good) -> bool:
    """Whether one of the steps has as much of the first two figures, or more."""
    at = bisect_right(step[0], -good[0])
    return at > 0 and step[1][at - 1] >= good[1]
