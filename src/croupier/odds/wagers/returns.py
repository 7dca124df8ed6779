"""What a wager gives back: every outcome, how often, and what follows from that."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm, sqrt

import msgspec

MOST_TO_ONE = 10_000_000
FINEST = 1_000
Pays = Mapping[str, int | Fraction | tuple[int, int]]  # line name to odds "to one"


class Outcome(msgspec.Struct, frozen=True):
    """One way a round can end."""

    decision: str  # what the player did last: "fold", "play:4"; "" for a wager without decisions
    result: str  # who won and, where it matters, whether the dealer qualified
    line: str  # the player's hand
    net: Fraction  # won or lost, in units of the first wager
    staked: Fraction  # all that was put at risk, in the same units
    count: int  # rounds that end so


class ReturnTable(msgspec.Struct, frozen=True):
    """All outcomes of a wager; every figure is exact but ``sd``."""

    outcomes: tuple[Outcome, ...]

    @property
    def total(self) -> int:
        """Rounds counted."""
        return sum(outcome.count for outcome in self.outcomes)

    @property
    def ev(self) -> Fraction:
        """Average won per unit of the first wager; negative when the house is ahead."""
        return sum((outcome.net * outcome.count for outcome in self.outcomes), Fraction(0)) / self.total

    @property
    def variance(self) -> Fraction:
        """Variance of the amount won."""
        squares = sum((outcome.net**2 * outcome.count for outcome in self.outcomes), Fraction(0))
        return squares / self.total - self.ev**2

    @property
    def sd(self) -> float:
        """Standard deviation of the amount won."""
        return sqrt(self.variance)

    @property
    def staked(self) -> Fraction:
        """Average put at risk."""
        return sum((outcome.staked * outcome.count for outcome in self.outcomes), Fraction(0)) / self.total

    @property
    def element_of_risk(self) -> Fraction:
        """House edge per unit put at risk."""
        return -self.ev / self.staked

    @property
    def hit_frequency(self) -> Fraction:
        """Share of rounds that win something."""
        return Fraction(sum(outcome.count for outcome in self.outcomes if outcome.net > 0), self.total)

    @property
    def decisions(self) -> dict[str, Fraction]:
        """Share of rounds that end with each decision."""
        counts: dict[str, int] = {}
        for outcome in self.outcomes:
            counts[outcome.decision] = counts.get(outcome.decision, 0) + outcome.count
        total = self.total
        return {decision: Fraction(count, total) for decision, count in counts.items()}


def odds_to_one(pays: Pays, lines: Iterable[str]) -> dict[str, Fraction]:
    """The odds of each line as a fraction, 0 where the paytable has none; an unknown line is refused."""
    known = tuple(lines)
    for line, value in pays.items():
        if line not in known:
            raise ValueError(f"no hand is called {line!r} here; the lines are {', '.join(known)}")
        if isinstance(value, tuple) and value[1] <= 0:
            odds = f"{value[0]} to {value[1]}"
            raise ValueError(f"the odds of {line} are {odds}; the second number must be positive")
        if not 0 <= _fraction(value) <= MOST_TO_ONE or _fraction(value).denominator > FINEST:
            raise ValueError(
                f"the odds of {line} are {_fraction(value)} to 1; write odds from 0 to {MOST_TO_ONE:,} to 1, "
                f"with a second number of at most {FINEST}"
            )
    return {line: _fraction(pays.get(line, 0)) for line in known}


def _fraction(value: int | Fraction | tuple[int, int]) -> Fraction:
    return Fraction(*value) if isinstance(value, tuple) else Fraction(value)


def common_scale(odds: Iterable[Fraction]) -> int:
    """The smallest number that makes every one of the odds whole."""
    return lcm(*(value.denominator for value in odds))


def side_wager(counts: Mapping[str, int], pays: Pays) -> ReturnTable:
    """A wager of one unit on a class of hands: the lines pay to one, all other classes lose."""
    odds = odds_to_one(pays, counts)
    return ReturnTable(
        tuple(
            Outcome(
                decision="",
                result="win" if line in pays else "lose",
                line=line,
                net=odds[line] if line in pays else Fraction(-1),
                staked=Fraction(1),
                count=count,
            )
            for line, count in counts.items()
        )
    )
