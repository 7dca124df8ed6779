"""A meter's life: how often it reaches break-even, what comes back in the long run, and how linked tables share it.

Between awards a meter grows evenly, so its life is followed from award to award: how many wagers lie between two is
drawn at once, with the exact chance of each award. A million years take a second.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, sqrt

import numpy as np
from msgspec import Struct

from croupier.odds.cache import Shelf
from croupier.odds.simulation.engine import Engine
from croupier.odds.simulation.exact import Exactly
from croupier.odds.simulation.results import QUANTILES
from croupier.odds.studies.run import Made
from croupier.rulebook.elect import MeterTerms
from croupier.rulebook.errors import BadInput
from croupier.rulebook.payout import Rounding, rounded

PROGRESSIVE = "progressive"
HOURS = 1_000
SHOWN = 200  # values kept of each meter's life


class Terms(Struct, frozen=True):
    """The progressive wager as numbers: EV = constant + the sum of slope times what each meter shows, in cents."""

    stake_cents: int
    constant_cents: Fraction  # without what meters pay
    slopes: Mapping[str, Fraction]
    awards: tuple[tuple[Fraction, str, int], ...]  # chance in one wager, meter, percent
    meters: Mapping[str, MeterTerms]
    share_rounding: Rounding  # of the part of a cent that a share of a meter leaves

    def break_even_cents(self, meter: str) -> int | None:
        """What the meter has to show for an even wager, the others at their reset amounts; none if it never is."""
        if not self.slopes.get(meter):
            return None
        others = sum(
            (slope * self.meters[name].reset_cents for name, slope in self.slopes.items() if name != meter), Fraction(0)
        )
        return max(0, ceil(-(self.constant_cents + others) / self.slopes[meter]))

    def long_run_return(self, rates_percent: Mapping[str, Fraction], resets_cents: Mapping[str, int]) -> Fraction:
        """What comes back of each unit staked: all that is put into the meters is won some day."""
        fed = sum(rates_percent.values(), Fraction(0)) / 100
        seeded = sum(
            (chance * resets_cents[meter] for chance, meter, percent in self.awards if percent == 100), Fraction(0)
        )
        return 1 + (self.constant_cents + seeded) / self.stake_cents + fed


class MeterLife(Struct, frozen=True, kw_only=True):
    """One meter. A cycle ends when all of the meter is won; `reached` of them saw break-even."""

    meter: str
    rate_percent: float
    reset_cents: int
    break_even_cents: int | None
    cycles: int
    reached: float | None
    reached_error: float | None
    exact_reached: float | None
    above: float | None  # share of wagers made at break-even or more
    average_cents: float
    wagers_per_cycle: float | None
    hours_per_cycle: float | None
    hours_to_break_even: float | None  # from reset, if nobody wins
    quantiles_cents: Mapping[int, int]
    shown_cents: tuple[int, ...]  # values that it showed, evenly over its life


class TableShare(Struct, frozen=True, kw_only=True):
    """One of the linked tables, in 1,000 hours: what it puts into the meters and what they pay there.

    `paid_sd_cents` is luck; `hours_per_full_award` is how long between full awards at this table.
    """

    table: int
    seats: int
    share: float
    contributed_cents: float
    paid_cents: float
    paid_sd_cents: float
    hours_per_full_award: float | None


class MeterStudy(Struct, frozen=True, kw_only=True):
    """The life of a progressive's meters. Returns are per unit staked on it."""

    made: Made
    stake_cents: int
    hands_per_hour: int
    awards: int
    meters: tuple[MeterLife, ...]
    edge_to_player: float  # share of wagers made when all meters together give the player the edge
    return_at_reset: float
    long_run_return: float
    returns: tuple[tuple[float, int, float], ...]  # rate in percent, times the reset amount, long-run return
    tables: tuple[TableShare, ...]


def terms_of(engine: Engine, shelf: Shelf) -> Terms:
    """The progressive wager of the first seat; refused where there is none, or no meter pays."""
    plan = engine.plan
    number = next((place for place, side in enumerate(plan.sides) if side.wager == PROGRESSIVE), None)
    if number is None or PROGRESSIVE not in plan.stakes[0]:
        raise BadInput("There is no progressive wager at this table; add one to the stakes, such as progressive=100.")
    chances = Exactly(engine, shelf).chances(0, plan.sides[number])
    if chances is None:
        raise BadInput("How often this player's awards come is not known exactly; name a strategy such as best.")
    stake = plan.stakes[0][PROGRESSIVE]
    constant, awards = Fraction(-stake), []
    slopes: dict[str, Fraction] = {}
    for payoff, chance in zip(plan.side_payoffs[0, number], chances, strict=False):
        constant += chance * (payoff.paid + payoff.returned)
        if payoff.meter and chance:
            awards.append((chance, payoff.meter.meter, payoff.meter.percent))
            share = chance * Fraction(payoff.meter.percent, 100)
            slopes[payoff.meter.meter] = slopes.get(payoff.meter.meter, Fraction(0)) + share
    if not awards:
        raise BadInput("No line of this progressive's paytable is paid by a meter; elect another paytable.")
    meters = {meter.meter: meter for meter in plan.rules.meters}
    return Terms(stake, constant, slopes, tuple(awards), meters, plan.rules.share_rounding)


def study_meter(made: Made, terms: Terms, seats: Sequence[int], hands_per_hour: int, awards: int) -> MeterStudy:
    """Follow the meters through so many awards, fed and won at linked tables with so many seats each."""
    if not seats or min(seats) < 1 or hands_per_hour < 1 or awards < 1:
        raise BadInput("A link has tables with at least one seat, one hand an hour and one award to follow.")
    life = _Life(terms, made.seed)
    life.live(awards)
    an_hour = sum(seats) * hands_per_hour
    rates = {name: meter.rate_percent for name, meter in terms.meters.items()}
    resets = {name: meter.reset_cents for name, meter in terms.meters.items()}
    at_reset = terms.constant_cents + sum((slope * resets[name] for name, slope in terms.slopes.items()), Fraction(0))
    return MeterStudy(
        made=made,
        stake_cents=terms.stake_cents,
        hands_per_hour=hands_per_hour,
        awards=awards,
        meters=tuple(life.told(name, an_hour) for name in terms.slopes),
        edge_to_player=life.positive / life.wagers,
        return_at_reset=float(1 + at_reset / terms.stake_cents),
        long_run_return=float(terms.long_run_return(rates, resets)),
        returns=tuple(_returns(terms, rates, resets)),
        tables=tuple(_share(terms, life, place, seats, hands_per_hour) for place in range(len(seats))),
    )


def _returns(terms: Terms, rates: Mapping[str, Fraction], resets: Mapping[str, int]) -> list[tuple[float, int, float]]:
    """The long run at other rates, shared among the meters as now, and at multiples of the reset amounts."""
    whole = sum(rates.values(), Fraction(0))
    found = []
    for times in (1, 2, 5):
        for percent in range(0, 35, 5):
            chosen = {
                name: percent * (rate / whole if whole else Fraction(1, len(rates))) for name, rate in rates.items()
            }
            larger = {name: times * reset for name, reset in resets.items()}
            found.append((float(percent), times, float(terms.long_run_return(chosen, larger))))
    return found


def _share(terms: Terms, life: "_Life", place: int, seats: Sequence[int], hands_per_hour: int) -> TableShare:
    wagers = seats[place] * hands_per_hour * HOURS
    rate = sum((meter.rate_percent for meter in terms.meters.values()), Fraction(0)) / 100
    award_rate = float(sum((chance for chance, _, _ in terms.awards), Fraction(0)))
    full = float(sum((chance for chance, _, percent in terms.awards if percent == 100), Fraction(0)))
    return TableShare(
        table=place + 1,
        seats=seats[place],
        share=seats[place] / sum(seats),
        contributed_cents=float(rate * terms.stake_cents) * wagers,
        paid_cents=wagers * award_rate * life.paid / life.count,
        paid_sd_cents=sqrt(wagers * award_rate * life.paid_squares / life.count),
        hours_per_full_award=1 / (full * seats[place] * hands_per_hour) if full else None,
    )


class _Life:
    """The meters from award to award."""

    def __init__(self, terms: Terms, seed: int) -> None:
        self.terms = terms
        self.chance = np.random.Generator(np.random.Philox(seed))
        self.names = list(terms.slopes)
        self.value = {name: float(terms.meters[name].reset_cents) for name in self.names}
        self.gain = {name: float(terms.meters[name].rate_percent) / 100 * terms.stake_cents for name in self.names}
        self.even = {name: terms.break_even_cents(name) for name in self.names}
        self.wagers = self.positive = self.count = 0
        self.paid = self.paid_squares = 0.0
        self.sum = dict.fromkeys(self.names, 0.0)
        self.above = dict.fromkeys(self.names, 0)
        self.cycles = dict.fromkeys(self.names, 0)
        self.reached = dict.fromkeys(self.names, 0)
        self.peak = dict(self.value)
        self.samples: dict[str, list[tuple[float, int]]] = {name: [] for name in self.names}

    def live(self, awards: int) -> None:
        """Go on for so many awards."""
        chances = np.array([float(chance) for chance, _, _ in self.terms.awards])
        gaps = self.chance.geometric(chances.sum(), awards).tolist()
        which = self.chance.choice(len(chances), awards, p=chances / chances.sum()).tolist()
        where = self.chance.random(awards).tolist()
        for gap, award, place in zip(gaps, which, where, strict=True):
            self._grow(gap, place)
            _, meter, percent = self.terms.awards[award]
            paid = rounded(floor(self.value[meter]) * percent, 100, self.terms.share_rounding)
            self.count += 1
            self.paid += paid
            self.paid_squares += paid * paid
            if percent == 100:
                self.cycles[meter] += 1
                even = self.even[meter]
                self.reached[meter] += even is not None and floor(self.peak[meter]) >= even
                self.value[meter] = float(self.terms.meters[meter].reset_cents) + self.value[meter] % 1
                self.peak[meter] = self.value[meter]
            else:
                self.value[meter] -= paid

    def _grow(self, gap: int, place: float) -> None:
        """Take so many wagers, the last of which wins; each finds the meters with its own stake in them."""
        terms = self.terms
        self.wagers += gap
        worth = float(terms.constant_cents) + sum(float(terms.slopes[name]) * self.value[name] for name in self.names)
        self.positive += _from(0.0, worth, sum(float(terms.slopes[n]) * self.gain[n] for n in self.names), gap)
        for name in self.names:
            before, gain = self.value[name], self.gain[name]
            even = self.even[name]
            if even is not None:
                self.above[name] += _from(float(even), before, gain, gap)
            self.sum[name] += gap * before + gain * gap * (gap + 1) / 2
            self.samples[name].append((before + gain * (1 + floor(place * gap)), gap))
            self.value[name] = before + gain * gap
            self.peak[name] = max(self.peak[name], self.value[name])

    def told(self, meter: str, wagers_an_hour: int) -> MeterLife:
        """What became of a meter."""
        terms, even, gain = self.terms.meters[meter], self.even[meter], self.gain[meter]
        cycles = self.cycles[meter]
        full = float(
            sum((c for c, name, percent in self.terms.awards if name == meter and percent == 100), Fraction(0))
        )
        reached = self.reached[meter] / cycles if cycles and even is not None else None
        to_even = _wagers_to(even, terms.reset_cents, gain) if even is not None else None
        values = np.array([value for value, _ in self.samples[meter]])
        weights = np.array([weight for _, weight in self.samples[meter]], np.float64)
        order = np.argsort(values)
        spread = np.cumsum(weights[order]) / weights.sum()
        at = np.searchsorted(spread, (np.arange(SHOWN) + 0.5) / SHOWN)
        return MeterLife(
            meter=meter,
            rate_percent=float(terms.rate_percent),
            reset_cents=terms.reset_cents,
            break_even_cents=even,
            cycles=cycles,
            reached=reached,
            reached_error=sqrt(reached * (1 - reached) / cycles) if reached is not None else None,
            exact_reached=self._exact_reached(meter, to_even, full),
            above=self.above[meter] / self.wagers if even is not None else None,
            average_cents=self.sum[meter] / self.wagers,
            wagers_per_cycle=1 / full if full else None,
            hours_per_cycle=1 / full / wagers_an_hour if full else None,
            hours_to_break_even=to_even / wagers_an_hour if to_even is not None else None,
            quantiles_cents={
                percent: int(values[order[np.searchsorted(spread, percent / 100)]]) for percent in QUANTILES
            },
            shown_cents=tuple(int(value) for value in values[order[at]]),
        )

    def _exact_reached(self, meter: str, wagers: int | None, full: float) -> float | None:
        """Nobody wins it before it is there; only where no smaller share ever takes it back."""
        if any(name == meter and percent != 100 for _, name, percent in self.terms.awards) or wagers is None:
            return None
        return (1 - full) ** max(0, wagers - 1)


def _wagers_to(cents: int, start: int, gain: float) -> int | None:
    """How many wagers until a meter shows so much; none where it never does."""
    if start >= cents:
        return 0
    return ceil((cents - start) / gain) if gain else None


def _from(level: float, start: float, gain: float, gap: int) -> int:
    """How many of the next wagers are made at a level or more."""
    if start + gain >= level:
        return gap
    if gain <= 0:
        return 0
    return max(0, gap - ceil((level - start) / gain) + 1)
