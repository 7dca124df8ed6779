"""The result of a simulation, as people and machines read it."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from msgspec import Struct

QUANTILES = (1, 5, 25, 50, 75, 95, 99)


class WagerResult(Struct, frozen=True, kw_only=True):
    """One wager of one seat. Money is per unit: the wager's stake, or the ante where it has none of its own.

    `base` is the game against the dealer as a whole, and `all` everything that the seat has down. `ev` is exact, as is
    `exact_sd`, by which `distance` counts the standard errors from `mean` to `ev`; where there is none, by `sd`.
    `rare` are the lines that are not expected once in so many rounds, and how often they are: where there are any,
    the mean is not yet spread around `ev` as standard errors suppose, and `distance` says little.
    """

    seat: int
    wager: str
    paytable: str
    strategy: str
    rounds: int
    unit_cents: int
    net_cents: int
    staked_cents: int
    mean: float
    sd: float
    standard_error: float
    hold: float
    hits: Mapping[str, int]
    ev: Fraction | None = None
    exact_sd: float | None = None
    distance: float | None = None
    rare: Mapping[str, float] = {}


class SessionResult(Struct, frozen=True, kw_only=True):
    """What sessions of so many rounds won or lost one seat: quantiles, in percent, to cents."""

    seat: int
    rounds: int
    sessions: int
    mean_cents: float
    won: float
    lowest_cents: int
    highest_cents: int
    quantiles_cents: Mapping[int, int]


class MeterResult(Struct, frozen=True, kw_only=True):
    """A meter's life: what it showed on average, its awards, and its path as pairs of round and cents."""

    meter: str
    average_cents: float
    highest_cents: int
    last_cents: int
    awards: int
    full_awards: int
    paid_cents: int
    path: tuple[tuple[int, int], ...]


class SimulationResult(Struct, frozen=True, kw_only=True):
    """A run: what was asked, with which version and rules, and what came of it.

    `complete` is false where an interrupt came before all rounds were played. `seconds` is what the rounds took that
    were played now, those after the first `resumed_at`.
    """

    version: str
    rules: str
    digest: str
    seed: int
    seats: int
    rounds: int
    rounds_asked: int
    strategies: tuple[str, ...]
    stakes_cents: tuple[Mapping[str, int], ...]
    results: tuple[WagerResult, ...]
    table_net_cents: int
    table_hold: float
    table_sd_cents: float
    sessions: tuple[SessionResult, ...]
    meters: tuple[MeterResult, ...]
    resumed_at: int = 0
    seconds: float = 0.0
    complete: bool = True

    @property
    def rounds_a_second(self) -> float:
        """How fast the rounds were played, 0 where none were."""
        return (self.rounds - self.resumed_at) / self.seconds if self.seconds else 0.0

    def wager(self, wager: str, seat: int = 1) -> WagerResult:
        """The result of one wager of a seat."""
        return next(found for found in self.results if found.wager == wager and found.seat == seat)


def sample_sd(total: int, squares: int, rounds: int) -> float:
    """Standard deviation of results with that sum and sum of squares, from exact whole numbers."""
    if rounds < 2:
        return 0.0
    return sqrt(Fraction(squares * rounds - total * total, rounds * (rounds - 1)))


def session_result(seat: int, rounds: int, found: Counter[int]) -> SessionResult | None:
    """The quantiles of session results; none where no session is over."""
    count = found.total()
    if not count:
        return None
    ordered = sorted(found.items())
    quantiles = {}
    for percent in QUANTILES:
        # The smallest result that so many percent of the sessions do not exceed.
        needed, seen = -(-count * percent // 100), 0
        for cents, times in ordered:
            seen += times
            if seen >= needed:
                quantiles[percent] = cents
                break
    return SessionResult(
        seat=seat,
        rounds=rounds,
        sessions=count,
        mean_cents=sum(cents * times for cents, times in ordered) / count,
        won=sum(times for cents, times in ordered if cents > 0) / count,
        lowest_cents=ordered[0][0],
        highest_cents=ordered[-1][0],
        quantiles_cents=quantiles,
    )
