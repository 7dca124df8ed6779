"""A simulation's result as JSON, and as rows for tables of data."""

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.odds.publishing.published import exactly
from croupier.odds.simulation.results import SimulationResult, WagerResult


def publish(result: SimulationResult) -> dict[str, Any]:
    """The published form of a run."""
    form: dict[str, Any] = {
        name: msgspec.to_builtins(getattr(result, name), str_keys=True)
        for name in (*RUN, "stakes_cents", "complete", "resumed_at", "seconds")
    }
    form["results"] = [_wager(found) for found in result.results]
    form["table"] = {
        "net_cents": result.table_net_cents,
        "hold": result.table_hold,
        "sd_cents": result.table_sd_cents,
    }
    form["sessions"] = msgspec.to_builtins(result.sessions, str_keys=True)
    form["meters"] = msgspec.to_builtins(result.meters)
    return form


RUN = ("version", "rules", "digest", "seed", "seats", "rounds", "rounds_asked", "strategies")
FIGURES = ("net_cents", "staked_cents", "mean", "sd", "standard_error", "hold", "ev", "distance")


def _wager(found: WagerResult) -> dict[str, Any]:
    form = {name: getattr(found, name) for name in found.__struct_fields__}
    form["hits"], form["rare"] = dict(found.hits), dict(found.rare)
    form["ev"] = exactly(found.ev) if found.ev is not None else None
    return form


def rows(result: SimulationResult) -> Iterator[dict[str, Any]]:
    """One row for each wager and for each line of its paytable; what the run was stands in every row."""
    run = {
        "version": result.version,
        "rules": result.rules,
        "digest": result.digest,
        "seed": result.seed,
        "seats": result.seats,
    }
    for found in result.results:
        figures = {
            "seat": found.seat,
            "wager": found.wager,
            "paytable": found.paytable,
            "strategy": found.strategy,
            "rounds": found.rounds,
            "unit_cents": found.unit_cents,
        }
        yield {
            **run,
            **figures,
            "line": "",
            "hits": found.rounds,
            "net_cents": found.net_cents,
            "staked_cents": found.staked_cents,
            "mean": found.mean,
            "sd": found.sd,
            "standard_error": found.standard_error,
            "hold": found.hold,
            "ev": float(found.ev) if found.ev is not None else None,
            "distance": found.distance,
        }
        for line, hits in found.hits.items():
            yield {
                **run,
                **figures,
                "line": line,
                "hits": hits,
                **dict.fromkeys(FIGURES),
            }
