"""A study as JSON, and as rows for tables of data; what it was made from stands in both."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from croupier.odds.studies.compare import CompareStudy
from croupier.odds.studies.errors import ErrorStudy
from croupier.odds.studies.meter import MeterStudy
from croupier.odds.studies.ruin import RuinStudy
from croupier.odds.studies.run import Made
from croupier.odds.studies.volatility import VolatilityStudy

Study = RuinStudy | MeterStudy | ErrorStudy | CompareStudy | VolatilityStudy


def publish(study: Study) -> dict[str, Any]:
    """The published form of a study."""
    form: dict[str, Any] = msgspec.to_builtins(study, str_keys=True)
    return form


def rows(study: Study) -> list[dict[str, Any]]:
    """The study as rows that all have the same columns."""
    found = [{**_made(study.made), **row} for row in _rows(study)]
    columns = dict.fromkeys(name for row in found for name in row)
    return [{name: row.get(name) for name in columns} for row in found]


def _made(made: Made) -> dict[str, Any]:
    return {
        "version": made.version,
        "rules": made.rules,
        "digest": made.digest,
        "seed": made.seed,
        "rounds": made.rounds,
        "strategy": " ".join(made.strategies),
        "stakes_cents": json.dumps(made.stakes_cents),
    }


def _rows(study: Study) -> Iterator[dict[str, Any]]:
    if isinstance(study, RuinStudy):
        yield from _structs(study.endings)
        for percent, cents in study.quantiles_cents.items():
            exact = study.exact_quantiles_cents
            yield {"quantile": percent, "cents": cents, "exact_cents": exact[percent] if exact else None}
    elif isinstance(study, VolatilityStudy):
        one = {"hands": 1, "mean_cents": study.mean_cents, "sd_cents": study.sd_cents, "n0_hands": study.n0_hands}
        yield one
        yield from _structs(study.spreads)
    elif isinstance(study, ErrorStudy):
        for row in _structs(study.errors):
            yield {"rate": study.rate, **row}
    elif isinstance(study, CompareStudy):
        other = {"other_rules": study.other.rules, "other_digest": study.other.digest}
        for row in _structs(study.wagers):
            yield {**other, **row}
        names = ("cents", "other_cents", "difference_cents", "standard_error_cents", "exact_cents")
        yield {**other, "wager": "all", **{name: getattr(study, name) for name in names}}
    else:
        for row in _structs(study.meters):
            del row["shown_cents"], row["quantiles_cents"]
            yield {**row, "long_run_return": study.long_run_return}
        yield from _structs(study.tables)


def _structs(found: Iterable[msgspec.Struct]) -> Iterator[dict[str, Any]]:
    for one in found:
        yield msgspec.to_builtins(one, str_keys=True)
