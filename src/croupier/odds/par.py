"""A PAR sheet: all that a laboratory starts from, as plain values ready to be set."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from croupier.odds.results import Result
from croupier.odds.strategy import RulesOfPlay
from croupier.rulebook.elect import GameRules


class ParLine(Struct, frozen=True):
    """One line of a return table, as printed."""

    line: str
    pays: str
    count: str
    probability: str
    contribution: str


class ParPlot(Struct, frozen=True):
    """Return against one meter: a straight line through two points, and where it breaks even."""

    meter: str
    from_cents: int
    to_cents: int
    from_return: float
    to_return: float
    break_even_cents: int | None


class ParWager(Struct, frozen=True, kw_only=True):
    """One wager under one paytable."""

    title: str
    paytable: str
    status: str
    clause: str
    house_edge: str
    sd: str
    hit_frequency: str
    element_of_risk: str
    volatility: str
    total: str
    depends_on: tuple[str, ...]
    decisions: tuple[tuple[str, str], ...]
    lines: tuple[ParLine, ...]
    long_run_return: str
    plots: tuple[ParPlot, ...]


class Par(Struct, frozen=True, kw_only=True):
    """The whole sheet."""

    title: str
    rulebook: str
    jurisdiction: str
    status: str
    digest: str
    wagers: tuple[ParWager, ...]
    strategies: tuple[tuple[str, str, str, tuple[str, ...]], ...]


def par(rules: GameRules, results: Iterable[Result], strategies: Iterable[RulesOfPlay]) -> Par:
    """The sheet of a rulebook's results."""
    book = rules.rulebook
    return Par(
        title=book.title,
        rulebook=book.rulebook,
        jurisdiction=book.jurisdiction,
        status=book.status,
        digest=rules.digest,
        wagers=tuple(par_wager(result) for result in results),
        strategies=tuple((s.name, s.source, percent(s.cost, 4), s.rules) for s in strategies),
    )


def percent(value: Fraction | float, places: int = 3) -> str:
    """A share in percent."""
    return f"{float(value) * 100:.{places}f} %"


def par_wager(result: Result) -> ParWager:
    """One result as the sheet prints it."""
    edge = result.house_edge
    # N0: the rounds after which the expected loss equals one standard deviation.
    rounds = f"{float(result.variance / edge**2):,.0f} rounds" if edge else "none"
    return ParWager(
        title=result.title + _setting(result.at),
        paytable=result.paytable,
        status=result.status,
        clause=result.clause,
        house_edge=percent(edge, 4),
        sd=f"{result.sd:.4f}",
        hit_frequency=percent(result.hit_frequency),
        element_of_risk=percent(result.element_of_risk, 4) if result.element_of_risk is not None else "",
        volatility=rounds,
        total=f"{result.total:,}",
        depends_on=tuple(_circumstances(result.at)),
        decisions=tuple((name, percent(share)) for name, share in result.decisions.items()),
        lines=tuple(
            ParLine(
                " ".join(
                    part for part in (line.decision, line.result.replace("_", " "), line.line.replace("_", " ")) if part
                ),
                line.pays,
                f"{line.count:,}",
                f"{line.count / result.total:.9f}",
                f"{float(line.contribution):+.6f}",
            )
            for line in result.lines
        ),
        long_run_return=percent(result.meters.long_run_return) if result.meters else "",
        plots=tuple(_plots(result)),
    )


def _setting(at: Mapping[str, Any]) -> str:
    """What tells apart two results of one paytable: how it is made, how many are dealt in, an election."""
    if "made" in at:
        return f", {at['made']}"
    return f", {at['players']} dealt in" if "players" in at else ""


def _circumstances(at: Mapping[str, Any]) -> Iterable[str]:
    for name, value in at.items():
        shown = ", ".join(f"{key} {item:,}" for key, item in value.items()) if isinstance(value, Mapping) else value
        yield f"{name.replace('_', ' ')}: {shown}"


def _plots(result: Result) -> Iterable[ParPlot]:
    if result.meters is None:
        return
    shown = result.at.get("meters_cents", {})
    for meter, slope in result.meters.per_cent.items():
        even = result.meters.break_even_cents[meter]
        low, high = shown[meter], 2 * max(even or 0, shown[meter])
        others = result.ev - slope * low
        yield ParPlot(meter, low, high, float(1 + others + slope * low), float(1 + others + slope * high), even)
