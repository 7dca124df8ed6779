"""A result as JSON: integers as text, exact fractions over the number of deals where that is possible."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import to_builtins

from croupier.odds.advice.strategy import RulesOfPlay
from croupier.odds.wagers.results import Line, Result
from croupier.odds.wagers.statistics import Permission, Statistics
from croupier.odds.wagers.whole import WholeBet


def published(rulebook: str, results: Iterable[Result]) -> dict[str, Any]:
    """The published form of a rulebook's results."""
    return {"rules": rulebook, "results": [publish(result) for result in results]}


def publish(result: Result) -> dict[str, Any]:
    """The published form of one result; what does not apply to it is left out."""
    form: dict[str, Any] = {
        "wager": result.wager,
        "paytable": result.paytable,
        "status": result.status,
        "clause": result.clause,
        "ev": over(result.ev, result.total),
        "house_edge": float(result.house_edge),
        "sd": result.sd,
        "hit_frequency": float(result.hit_frequency),
        "lines": [_line(line) for line in result.lines],
        "total": str(result.total),
    }
    if result.at:
        form["at"] = {name: dict(value) if isinstance(value, Mapping) else value for name, value in result.at.items()}
    if result.element_of_risk is not None:
        form["element_of_risk"] = float(result.element_of_risk)
        form["decisions"] = {name: float(share) for name, share in result.decisions.items()}
    if result.by_stake:
        form["ev_by_stake"] = {
            "constant": over(result.by_stake.constant, result.total),
            "over_stake_cents": over(result.by_stake.over_stake, result.total),
        }
    if result.meters:
        form["constant"] = over(result.meters.constant, result.total)
        form["per_meter_cent"] = {name: over(slope, result.total) for name, slope in result.meters.per_cent.items()}
        form["break_even_meter_cents"] = dict(result.meters.break_even_cents)
        form["long_run_return"] = float(result.meters.long_run_return)
    if result.instead_of:
        form["instead_of"] = result.instead_of
    if result.own_play:
        form["play_changed"] = result.own_play.changed
        form["keeping_play_costs"] = over(result.own_play.keeping_costs, result.total)
    return form


def publish_statistics(result: Result, found: Statistics, allowed: Permission | None = None) -> dict[str, Any]:
    """The published form of a result's further figures, and of what the rules say of its paytable."""
    session = found.session
    form: dict[str, Any] = {
        "skewness": found.skewness(result.variance),
        "drought_rounds": found.drought,
        "return_by_line": [
            {
                "line": line.line,
                "pays": line.pays,
                "count": str(line.count),
                "returned": over(line.returned, result.total),
                "edge_per_unit": over(-line.per_unit, result.total),
            }
            for line in found.lines
        ],
        "session": {
            "rounds": session.rounds,
            "mean": exactly(session.mean),
            "variance": exactly(session.variance),
            "ahead": session.ahead,
            "quantiles": {str(percent): units for percent, units in session.quantiles.items()},
            "bars": [[bar.from_units, bar.to_units, bar.chance] for bar in session.bars],
            "large_from": None if session.large_from is None else float(session.large_from),
            "large_chance": session.large_chance,
        },
    }
    return form | ({"permission": to_builtins(allowed)} if allowed else {})


def over(value: Fraction, total: int) -> dict[str, str]:
    """The fraction over the number of deals, or over the least multiple of it that makes it exact."""
    counted = value * total
    return {"num": str(counted.numerator), "den": str(total * counted.denominator)}


def _line(line: Line) -> dict[str, Any]:
    form: dict[str, Any] = {"line": line.line, "count": str(line.count), "pays": line.pays}
    if line.decision:
        form |= {"decision": line.decision, "result": line.result, "contribution": float(line.contribution)}
    return form


def publish_strategy(strategy: RulesOfPlay) -> dict[str, Any]:
    """The published form of a strategy: its rules in words, its exact EV and what it gives up per ante."""
    return {
        "name": strategy.name,
        "source": strategy.source,
        "rules": list(strategy.rules),
        "ev": exactly(strategy.ev),
        "cost": exactly(strategy.cost),
    }


def publish_whole(bet: WholeBet) -> dict[str, Any]:
    """The published form of a whole bet: cents a round, exact."""
    return {
        "rules": bet.rules,
        "stakes_cents": dict(bet.stakes_cents),
        "meters_cents": dict(bet.meters_cents),
        "ev_cents": exactly(bet.ev_cents),
        "ignoring_costs_cents": exactly(bet.ignoring_costs_cents),
        "wagers": [
            {
                "wager": wager.wager,
                "paytable": wager.paytable,
                "stake_cents": wager.stake_cents,
                "fold_loses": wager.fold_loses,
                "ev_cents": exactly(wager.ev_cents),
                "ev_alone_cents": exactly(wager.ev_alone_cents),
            }
            for wager in bet.wagers
        ],
        "decisions": {name: float(share) for name, share in bet.decisions.items()},
        "decisions_alone": {name: float(share) for name, share in bet.decisions_alone.items()},
    }


def exactly(value: Fraction) -> dict[str, str]:
    """A fraction in its lowest terms."""
    return {"num": str(value.numerator), "den": str(value.denominator)}
