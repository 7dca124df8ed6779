"""Volatility: how far results spread, and how long until the house edge shows through."""

from math import erf, sqrt

import numpy as np
from msgspec import Struct

from croupier.odds.pieces import Run
from croupier.odds.simulation.results import sample_sd
from croupier.odds.simulation.simulate import Progress, Simulation
from croupier.odds.studies.law import Law, round_law
from croupier.odds.studies.run import Made, made_from, nets_of

HANDS = (100, 1_000, 10_000)
NINETY_PERCENT = 1.6448536269514722  # standard deviations either side
MOST_POINTS = 1 << 24


class Spread(Struct, frozen=True, kw_only=True):
    """What so many hands come to: with chance 90 in 100 within `band_cents` of the mean either way.

    `index` is that band as a share of all that is staked. `ahead` is the chance to have won something, exact in
    `exact_ahead`.
    """

    hands: int
    mean_cents: float
    sd_cents: float
    band_cents: float
    index: float
    ahead: float
    exact_ahead: float | None


class VolatilityStudy(Struct, frozen=True, kw_only=True):
    """One seat's results per hand and over many hands; `exact` where they come from exact odds and not from rounds.

    N0 is how many hands it takes until the mean is as large as one standard deviation.
    """

    made: Made
    exact: bool
    staked_cents: float
    mean_cents: float
    sd_cents: float
    standard_error_cents: float
    n0_hands: float | None
    spreads: tuple[Spread, ...]


def study_volatility(
    simulation: Simulation, run: Run | None = None, progress: Progress = lambda rounds: None
) -> VolatilityStudy:
    """The volatility of the first seat's rounds."""
    for _ in nets_of([simulation], run, progress):
        pass
    rounds, totals = simulation.rounds, simulation.totals
    law = round_law(simulation.engine, simulation.shelf)
    sampled = sample_sd(totals.sums[0], totals.squares[0], rounds)
    mean, sd = (float(law.mean), law.sd) if law else (totals.sums[0] / rounds, sampled)
    staked = simulation.result().wager("all").staked_cents / rounds
    return VolatilityStudy(
        made=made_from(simulation),
        exact=law is not None,
        staked_cents=staked,
        mean_cents=mean,
        sd_cents=sd,
        standard_error_cents=0.0 if law else sampled / sqrt(rounds),
        n0_hands=(sd / mean) ** 2 if mean else None,
        spreads=tuple(_spread(hands, mean, sd, staked, law) for hands in HANDS),
    )


def _spread(hands: int, mean: float, sd: float, staked: float, law: Law | None) -> Spread:
    deviation = sd * sqrt(hands)
    return Spread(
        hands=hands,
        mean_cents=mean * hands,
        sd_cents=deviation,
        band_cents=NINETY_PERCENT * deviation,
        index=NINETY_PERCENT * deviation / (staked * hands),
        ahead=(1 + erf(mean * hands / deviation / sqrt(2))) / 2 if deviation else float(mean > 0),
        exact_ahead=ahead_after(law, hands) if law else None,
    )


def ahead_after(law: Law, hands: int) -> float | None:
    """The chance to have won something after so many hands, from the law of one; none where it spreads too far.

    Sums of independent results are the law's transform to a power.
    """
    step = law.step
    moves = np.array(law.cents) // step
    size = 1 << (int(moves.max() - moves.min()) * hands + 1).bit_length()
    if size > MOST_POINTS:
        return None
    one = np.zeros(size)
    one[moves - moves.min()] = law.chances
    after = np.fft.irfft(np.fft.rfft(one) ** hands, size)
    return float(after[1 - int(moves.min()) * hands :].sum())
