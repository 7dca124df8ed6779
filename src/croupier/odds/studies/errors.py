"""What a dealer's errors cost: every kind that follows from the rules, priced on the rounds in which it can happen."""

from collections.abc import Callable, Iterator, Mapping
from math import sqrt

from msgspec import Struct

from croupier.odds.pieces import Run
from croupier.odds.simulation.payoffs import Payoff
from croupier.odds.simulation.plan import BASE, Plan
from croupier.odds.simulation.results import sample_sd
from croupier.odds.simulation.simulate import Progress, Simulation, Stopped
from croupier.odds.studies.run import Made, made_from
from croupier.rulebook.errors import BadInput
from croupier.rulebook.payout import Rounding, rounded

HANDS = 1_000
Change = tuple[int, int]  # what an error gives the player beyond what is due, in cents, and how often it could happen
BaseCode = tuple[int, str, bool, int]  # times, case, qualification and line: what a base code tells


class DealerError(Struct, frozen=True, kw_only=True):
    """One kind of error: in what share of rounds it can happen, and what each gives the player on average.

    `cost_cents` is what it costs the house in 1,000 hands if the dealer errs in the study's share of those chances;
    negative where the house gains, at the player's expense.
    """

    wager: str
    error: str
    chance: float
    player_cents: float
    cost_cents: float
    standard_error_cents: float


class ErrorStudy(Struct, frozen=True, kw_only=True):
    """What errors at one rate cost the house in 1,000 hands of one seat, dearest first, beside what it wins."""

    made: Made
    rate: float
    errors: tuple[DealerError, ...]
    house_cents: float  # what the house wins in 1,000 hands without errors
    lost_cents: float  # what errors in the player's favour cost it, each kind at the rate
    gained_cents: float  # and what those in its own favour bring


def study_errors(
    simulation: Simulation, rate: float, *, cores: int = 1, run: Run | None = None,
    progress: Progress = lambda rounds: None,
) -> ErrorStudy:  # fmt: skip
    """Play, and price every kind of error at the first seat."""
    if not 0 < rate <= 1:
        raise BadInput(f"An error rate is a share from 0 to 1, not {rate:g}; write 0.01 for one in a hundred.")
    try:
        simulation.play(cores=cores, run=run, progress=progress)
    except Stopped as stopped:
        raise stopped.why from None
    totals, rounds = simulation.totals, simulation.rounds
    plan = simulation.engine.plan
    shown = {path.shown.meter: round(totals.meter_at_turn(0, place)) for place, path in enumerate(totals.meters)}
    found = [
        _priced(wager, error, changes, rounds, rate)
        for wager, error, changes in (
            *_base_errors(plan, totals.base[0].tolist()),
            *_side_errors(plan, totals.side[0].tolist(), shown),
        )
        if changes
    ]
    costs = [error.cost_cents for error in found]
    return ErrorStudy(
        made=made_from(simulation),
        rate=rate,
        errors=tuple(sorted(found, key=lambda error: -error.cost_cents)),
        house_cents=-totals.sums[0] / rounds * HANDS,
        lost_cents=sum(cost for cost in costs if cost > 0),
        gained_cents=-sum(cost for cost in costs if cost < 0),
    )


def _priced(wager: str, error: str, changes: list[Change], rounds: int, rate: float) -> DealerError:
    chances = sum(count for _, count in changes)
    total = sum(cents * count for cents, count in changes)
    spread = sample_sd(total, sum(cents * cents * count for cents, count in changes), rounds)
    return DealerError(
        wager=wager,
        error=error,
        chance=chances / rounds,
        player_cents=total / chances,
        cost_cents=total / rounds * rate * HANDS,
        standard_error_cents=spread / sqrt(rounds) * rate * HANDS,
    )


def _compared(told: BaseCode, case: str, instead: str) -> BaseCode | None:
    return (told[0], instead, told[2], told[3]) if told[1] == case else None


def _qualification(told: BaseCode, qualified: bool) -> BaseCode | None:
    return (told[0], told[1], not qualified, told[3]) if told[2] is qualified else None


# What a dealer makes of an outcome, by kind of error; nothing where that kind cannot happen.
MISREAD: Mapping[str, Callable[[BaseCode], BaseCode | None]] = {
    "losing hand read as a win": lambda told: _compared(told, "lower", "higher"),
    "winning hand read as a loss": lambda told: _compared(told, "higher", "lower"),
    "tie paid as a win": lambda told: _compared(told, "tie", "higher"),
    "tie taken as a loss": lambda told: _compared(told, "tie", "lower"),
    "dealer's missing qualification overlooked": lambda told: _qualification(told, False),
    "dealer's qualification overlooked": lambda told: _qualification(told, True),
}


def _base_errors(plan: Plan, counts: list[int]) -> Iterator[tuple[str, str, list[Change]]]:
    if "ante" not in plan.stakes[0]:
        return
    net = plan.setup.base_net[0].tolist()
    played = [(code, count, plan.codes.told(code)) for code, count in enumerate(counts) if count]
    played = [(code, count, told) for code, count, told in played if told[0]]
    for error, misread in MISREAD.items():
        changes = []
        for code, count, told in played:
            taken = misread(told)
            if taken and (change := net[plan.codes.code(*taken)] - net[code]):
                changes.append((change, count))
        yield BASE, error, changes
    table, none = plan.base_table, plan.codes.lines - 1
    if table is None:
        return
    part = plan.game.decided_by
    paid = [(code, count, told) for code, count, told in played if plan.part_payoffs[0, part, code].paid]
    for error, instead in _lines(none).items():
        changes = []
        for code, count, told in paid:
            line = instead(told[3])
            if line is not None and (change := net[plan.codes.code(*told[:3], line)] - net[code]):
                changes.append((change, count))
        yield part, error, changes


def _lines(none: int) -> dict[str, Callable[[int], int | None]]:
    """Which line is paid instead of the one that is made; `none` is the place of no line."""
    return {
        "paid one line too high": lambda line: line - 1 if line else None,
        "paid one line too low": lambda line: line + 1 if line + 1 < none else None,
        "award forgotten": lambda line: none,
    }


def _side_errors(
    plan: Plan, counts: list[list[int]], meters: Mapping[str, int]
) -> Iterator[tuple[str, str, list[Change]]]:
    for number, side in enumerate(plan.sides):
        if side.wager not in plan.stakes[0]:
            continue
        none = len(side.table.lines)
        nets = [_net(payoff, meters, plan.rules.share_rounding) for payoff in plan.side_payoffs[0, number]]
        for error, instead in _lines(none).items():
            changes = []
            for line in range(none):
                paid = instead(line)
                if paid is not None and counts[number][line] and nets[paid] != nets[line]:
                    changes.append((nets[paid] - nets[line], counts[number][line]))
            yield side.wager, error, changes
        lost = counts[number][none] if none < plan.setup.forfeit else 0
        yield side.wager, "losing wager paid the lowest line", [(nets[none - 1] - nets[none], lost)] if lost else []


def _net(payoff: Payoff, meters: Mapping[str, int], rounding: Rounding) -> int:
    """What a line wins, a meter at what it showed on average."""
    if payoff.meter is None:
        return payoff.net
    return payoff.net + rounded(meters[payoff.meter.meter] * payoff.meter.percent, 100, rounding)
