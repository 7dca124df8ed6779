"""The exact result of one wager under one paytable."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.odds.wagers.returns import ReturnTable
from croupier.rulebook.law.paytable import Lines, Paytable
from croupier.rulebook.payout import FixedSum, For, MeterShare, Odds, Push, To


class Line(Struct, frozen=True):
    """One line of a return table: how often it comes, what it pays, and what that adds to the EV.

    In the game against the dealer `line` is the player's hand, `decision` the last thing the player did and
    `result` how it ended; `pays` is then what all wagers win or lose together, in antes.
    """

    line: str
    count: int
    pays: str
    contribution: Fraction
    decision: str = ""
    result: str = ""


class Meters(Struct, frozen=True, kw_only=True):
    """How a result moves with the meters: EV = constant + the sum of each meter's cents times `per_cent`.

    A break-even is where that meter alone, the others as they are, brings the EV to nothing. `long_run_return` is
    what comes back of each unit staked over many hits, with the rates and reset amounts of the result's `at`.
    """

    constant: Fraction
    per_cent: Mapping[str, Fraction]
    break_even_cents: Mapping[str, int | None]
    long_run_return: Fraction


class ByStake(Struct, frozen=True, kw_only=True):
    """The EV at any stake where sums of money are fixed: constant + over_stake / stake in cents."""

    constant: Fraction
    over_stake: Fraction


class OwnPlay(Struct, frozen=True, kw_only=True):
    """Whether a paytable of one's own changes best play, and what keeping the posted table's play would cost."""

    changed: bool
    keeping_costs: Fraction


class Folding(Struct, frozen=True, kw_only=True):
    """What a fold does to a wager: whether it loses it, and how many deals with a paying hand best play folds."""

    loses: bool
    paying_deals: int = 0


class Result(Struct, frozen=True, kw_only=True):
    """A wager's odds, exact. Money is per unit staked (per ante in the game against the dealer).

    `at` says on what the result depends: stake, meters, hands at the table, an election, a fold in words. A paytable of
    one's own has its lines in `own_lines`, and in `instead_of` the posted one that it takes the place of.
    """

    wager: str
    paytable: str
    title: str
    ev: Fraction
    variance: Fraction
    hit_frequency: Fraction
    lines: tuple[Line, ...]
    total: int
    status: str = "selectable"
    clause: str = ""
    at: Mapping[str, Any] = {}
    folding: Folding | None = None
    by_stake: ByStake | None = None
    meters: Meters | None = None
    element_of_risk: Fraction | None = None
    decisions: Mapping[str, Fraction] = {}
    instead_of: str = ""
    own_lines: Lines = Lines()
    own_play: OwnPlay | None = None

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each unit staked."""
        return -self.ev

    @property
    def sd(self) -> float:
        """Standard deviation per unit staked."""
        return sqrt(self.variance)


class Stakes(Struct, frozen=True, kw_only=True):
    """What a result needs besides the cards. `free` marks an award that nothing is staked on."""

    stake_cents: int = 100
    meters_cents: Mapping[str, int] = {}
    resets_cents: Mapping[str, int] = {}
    rates_percent: Mapping[str, Fraction] = {}
    fixed_sum_returns_stake: bool = True
    free: bool = False


def net(odds: Odds, stakes: Stakes) -> Fraction:
    """What a line adds to one unit staked, the stake itself counted."""
    if isinstance(odds, To):
        return Fraction(odds.pays, odds.per)
    if isinstance(odds, For):
        return Fraction(odds.pays, odds.per) - 1
    if isinstance(odds, Push):
        return Fraction(0)
    if isinstance(odds, FixedSum):
        stays = stakes.free or stakes.fixed_sum_returns_stake
        return Fraction(odds.cents, stakes.stake_cents) - (0 if stays else 1)
    return Fraction(stakes.meters_cents[odds.meter] * odds.percent, 100 * stakes.stake_cents) - 1


def side_result(
    wager: str, title: str, table: Paytable, counts: Mapping[str, int], total: int, stakes: Stakes
) -> Result:
    """The result of a wager that its paytable alone decides; what makes no line loses the stake, if there is one."""
    wins = [(line, net(line.pays, stakes), counts[line.line]) for line in table.lines]
    lost = 0 if stakes.free else total - sum(counts[line.line] for line in table.lines)
    ev = (sum((value * count for _, value, count in wins), Fraction(0)) - lost) / total
    squares = (sum((value**2 * count for _, value, count in wins), Fraction(0)) + lost) / total
    result = Result(
        wager=wager,
        paytable=table.id,
        title=title,
        ev=ev,
        variance=squares - ev**2,
        hit_frequency=Fraction(sum(count for _, value, count in wins if value > 0), total),
        lines=tuple(Line(line.line, count, str(line.pays), value * count / total) for line, value, count in wins),
        total=total,
        status=table.status,
        clause=table.clause[0],
    )
    if any(isinstance(line.pays, MeterShare) for line in table.lines):
        result = replace(result, meters=_meters(table, counts, result, stakes))
    if not stakes.free and any(isinstance(line.pays, FixedSum) for line in table.lines):
        result = replace(result, by_stake=_by_stake(table, counts, result, stakes))
    return result


def _by_stake(table: Paytable, counts: Mapping[str, int], result: Result, stakes: Stakes) -> ByStake:
    sums = sum(line.pays.cents * counts[line.line] for line in table.lines if isinstance(line.pays, FixedSum))
    over = Fraction(sums, result.total)
    return ByStake(constant=result.ev - over / stakes.stake_cents, over_stake=over)


def _meters(table: Paytable, counts: Mapping[str, int], result: Result, stakes: Stakes) -> Meters:
    """The slopes, break-evens and long run.

    In the long run a meter pays out what was put in: the rate of each stake, and the reset amount at each full
    award. What it shows at the moment does not matter then.
    """
    slopes: dict[str, Fraction] = {}
    fed = sum(stakes.rates_percent.values(), Fraction(0)) / 100
    for line in table.lines:
        if isinstance(line.pays, MeterShare):
            meter, chance = line.pays.meter, Fraction(counts[line.line], result.total)
            slope = chance * Fraction(line.pays.percent, 100 * stakes.stake_cents)
            slopes[meter] = slopes.get(meter, Fraction(0)) + slope
            if line.pays.percent == 100:
                fed += chance * Fraction(stakes.resets_cents[meter], stakes.stake_cents)
    shown = sum((slope * stakes.meters_cents[meter] for meter, slope in slopes.items()), Fraction(0))
    constant = result.ev - shown
    even = {
        meter: max(0, ceil(stakes.meters_cents[meter] - result.ev / slope)) if slope else None
        for meter, slope in slopes.items()
    }
    return Meters(constant=constant, per_cent=slopes, break_even_cents=even, long_run_return=1 + constant + fed)


def base_result(title: str, table: Paytable, returns: ReturnTable) -> Result:
    """The result of the game against the dealer under an ante bonus or blind table."""
    total = returns.total
    lines = tuple(
        Line(o.line, o.count, _signed(o.net), o.net * o.count / total, o.decision, o.result)
        for o in returns.outcomes
        if o.count
    )
    return Result(
        wager="base",
        paytable=table.id,
        title=title,
        ev=returns.ev,
        variance=returns.variance,
        hit_frequency=returns.hit_frequency,
        lines=lines,
        total=total,
        status=table.status,
        clause=table.clause[0],
        element_of_risk=returns.element_of_risk,
        decisions=returns.decisions,
    )


def _signed(value: Fraction) -> str:
    return f"{'+' if value > 0 else ''}{value}"
