"""The exact result of one wager under one paytable, in the published form."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, sqrt
from typing import Any

from msgspec import Struct

from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.payout import FixedSum, For, MeterShare, Odds, Push, To


class Line(Struct, frozen=True):
    """One line: how often it comes, and what it pays."""

    line: str
    count: int
    pays: str


class Result(Struct, frozen=True, kw_only=True):
    """A wager's odds. Money is per unit staked; everything but `sd` is exact until it is printed.

    `at` says on what the result depends: meters, stake, seats, a setting.
    """

    wager: str
    paytable: str
    ev: Fraction
    variance: Fraction
    hit_frequency: Fraction
    lines: tuple[Line, ...]
    total: int
    status: str = "selectable"
    clause: str = ""
    at: Mapping[str, Any] = {}
    per_meter_cent: Mapping[str, Fraction] = {}
    break_even_meter_cents: Mapping[str, int | None] = {}
    long_run_return: Fraction | None = None
    element_of_risk: Fraction | None = None
    decisions: Mapping[str, Fraction] = {}

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each unit staked."""
        return -self.ev

    @property
    def sd(self) -> float:
        """Standard deviation per unit staked."""
        return sqrt(self.variance)


class Stakes(Struct, frozen=True, kw_only=True):
    """What a result needs besides the cards: the stake, the meters, and whether a fixed sum returns the stake."""

    stake_cents: int = 100
    meters_cents: Mapping[str, int] = {}
    fixed_sum_returns_stake: bool = True


def net(odds: Odds, stakes: Stakes) -> Fraction:
    """What a line adds to one unit staked, the stake itself counted."""
    if isinstance(odds, To):
        return Fraction(odds.pays, odds.per)
    if isinstance(odds, For):
        return Fraction(odds.pays, odds.per) - 1
    if isinstance(odds, Push):
        return Fraction(0)
    if isinstance(odds, FixedSum):
        return Fraction(odds.cents, stakes.stake_cents) - (0 if stakes.fixed_sum_returns_stake else 1)
    return Fraction(stakes.meters_cents[odds.meter] * odds.percent, 100 * stakes.stake_cents) - 1


def side_result(
    wager: str, table: Paytable, counts: Mapping[str, int], total: int, stakes: Stakes | None = None, **more: Any
) -> Result:
    """The result of a wager that its paytable alone decides; whatever makes no line loses."""
    stakes = stakes or Stakes()
    lines = tuple(Line(line.line, counts[line.line], str(line.pays)) for line in table.lines)
    wins = [(net(line.pays, stakes), counts[line.line]) for line in table.lines]
    lost = total - sum(count for _, count in wins)
    ev = (sum((value * count for value, count in wins), Fraction(0)) - lost) / total
    squares = (sum((value**2 * count for value, count in wins), Fraction(0)) + lost) / total
    hits = sum(count for value, count in wins if value > 0)
    return Result(
        wager=wager,
        paytable=table.id,
        ev=ev,
        variance=squares - ev**2,
        hit_frequency=Fraction(hits, total),
        lines=lines,
        total=total,
        status=table.status,
        clause=table.clause[0],
        **more,
    )


def meter_terms(
    table: Paytable, counts: Mapping[str, int], total: int, stakes: Stakes, rates: Mapping[str, Fraction], ev: Fraction
) -> dict[str, Any]:
    """How the result moves with each meter: the slope, where it breaks even, and the long run with rate and reset."""
    slopes: dict[str, Fraction] = {}
    full: dict[str, Fraction] = {}
    for line in table.lines:
        if isinstance(line.pays, MeterShare):
            share = Fraction(counts[line.line] * line.pays.percent, 100 * total)
            slopes[line.pays.meter] = slopes.get(line.pays.meter, Fraction(0)) + share / stakes.stake_cents
            if line.pays.percent == 100:
                full[line.pays.meter] = full.get(line.pays.meter, Fraction(0)) + Fraction(counts[line.line], total)
    even = {meter: ceil(stakes.meters_cents[meter] - ev / slope) if slope else None for meter, slope in slopes.items()}
    shown = sum((slope * stakes.meters_cents[meter] for meter, slope in slopes.items()), Fraction(0))
    paid = sum((share * stakes.meters_cents[meter] / stakes.stake_cents for meter, share in full.items()), Fraction(0))
    fed = sum(rates.values(), Fraction(0)) / 100
    return {
        "per_meter_cent": slopes,
        "break_even_meter_cents": even,
        "long_run_return": 1 + ev - shown + paid + fed,
    }
