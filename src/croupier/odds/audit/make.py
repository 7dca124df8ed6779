"""The audit made: every entry of every catalogue, exact, exact again, simulated, and beside what others published."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib.metadata import version
from math import erf, sqrt
from typing import Any

from croupier.odds.audit import digests
from croupier.odds.audit.again import Again
from croupier.odds.audit.cards import Cards, audited, cards_of
from croupier.odds.audit.evidence import (
    Audit,
    AuditedRulebook,
    AuditRow,
    AuditRun,
    AuditSummary,
    ExactValue,
    PlayedRow,
    PublishedFigure,
)
from croupier.odds.audit.figures import Figure, figures_of
from croupier.odds.audit.methods import METHODS, method_of
from croupier.odds.audit.simulated import Run, Simulated, runs, simulate_all
from croupier.odds.cache import Shelf
from croupier.odds.games.base import to_one
from croupier.odds.hands.classes import line_counts
from croupier.odds.publishing.told import setting
from croupier.odds.simulation.games import kind_of, means_of, source_name
from croupier.odds.wagers.catalogue import AS_POSTED, BASE, STAKE_CENTS, Entry, stakes_at
from croupier.odds.wagers.results import Result, side_result
from croupier.odds.wagers.showdown import hangs_on_showdown
from croupier.rulebook.digests import digest_of
from croupier.rulebook.law.document import Rulebook

Tell = Callable[[str], None]
Progress = Callable[[int], None]


def make(
    rounds: int,
    seed: int,
    shelf: Shelf,
    tell: Tell,
    only: str | None = None,
    all_flops: bool = False,
    progress: Progress = lambda _: None,
) -> Audit:
    """The whole audit, or of one rulebook; `all_flops` runs what takes half an hour, `progress` hears of rounds."""
    wanted = [run for run in runs(seed) if only in (None, run.book.rulebook)]
    played = list(simulate_all(wanted, rounds, shelf, tell, progress))
    books = list({run.book.rulebook: run.book for run in wanted}.values())
    audited = tuple(_audited(book, played, shelf, tell, all_flops) for book in books)
    return Audit(
        version=version("croupier"),
        counting=digests.counting_digest(),
        playing=digests.playing_digest(),
        second=digests.second_digest(),
        rounds=rounds,
        seed=seed,
        summary=summary(audited, {(row, cards) for book in books for row, cards in _groups(book, played)}),
        methods=tuple(METHODS.values()),
        rulebooks=audited,
        runs=tuple(_run(one.run, rounds) for one in played),
    )


def _run(run: Run, rounds: int) -> AuditRun:
    played = run.played
    return AuditRun(
        run=run.number,
        rulebook=run.book.rulebook,
        rules=played.rules.digest,
        seed=run.seed,
        rounds=rounds,
        seats=len(played.stakes_cents),
        stakes_cents=tuple(dict(stakes) for stakes in played.stakes_cents),
        counted=(*([f"the game, {played.base}"] if played.base else []), *(cards.name for cards in played.counts)),
    )


def _audited(book: Rulebook, played: Sequence[Simulated], shelf: Shelf, tell: Tell, all_flops: bool) -> AuditedRulebook:
    shelf.tell = tell
    catalogue = audited(book)
    again, rows, seen = Again(book, catalogue, tell, all_flops), [], set[tuple[str, str]]()
    for entry in catalogue:
        tell(f"working out {book.rulebook} twice")
        cards, result = cards_of(book, entry), entry.work_out(shelf, AS_POSTED)
        second = again.value(entry, cards, result.at)
        key = entry.wager, entry.table.id
        rows.append(
            AuditRow(
                wager=entry.wager,
                title=result.title,
                paytable=result.paytable,
                status=result.status,
                setting=setting(book, result.at),
                clause=result.clause,
                method=method_of(book, cards),
                value=_exact(result.ev),
                percent=f"{float(result.ev) * 100:+.4f} %",
                second=None if second is None else _exact(second),
                agrees=None if second is None else second == result.ev,
                played=played_row(book, entry, cards, result, _found(played, book, entry, cards)),
                figures=tuple(_figure(one, result) for one in figures_of(result, book.rulebook, key not in seen)),
            )
        )
        seen.add(key)
    left_out = tuple([wager.title for wager in book.wagers.wagers if hangs_on_showdown(book, wager.wager)])
    return AuditedRulebook(
        rulebook=book.rulebook, title=book.title, digest=digest_of(book), rows=tuple(rows), left_out=left_out
    )


def _exact(value: Fraction) -> ExactValue:
    return ExactValue(str(value.numerator), str(value.denominator))


def _found(played: Sequence[Simulated], book: Rulebook, entry: Entry, cards: Cards | None) -> Simulated:
    return next(one for one in played if one.has(book, entry.table.id, cards))


def played_row(book: Rulebook, entry: Entry, cards: Cards | None, result: Result, one: Simulated) -> PlayedRow:
    """What a run makes of an entry, at the stake and the meters of its exact result."""
    rounds = one.counts.rounds
    if cards is None:
        won = sum(net * count for net, count in one.counts.nets.items())
        mean = Fraction(won, rounds * STAKE_CENTS)
    else:
        classes = one.counts.classes[cards.name]
        means = {} if cards.players else means_of(kind_of(source_name(cards.ranked_on)))
        counts = line_counts(entry.table, classes, means)
        stakes, _ = stakes_at(book, entry.menu, entry.table, AS_POSTED)
        mean = side_result(entry.menu.wager, result.title, entry.table, counts, rounds, stakes).ev
    error = result.sd / sqrt(rounds)
    rare = {line: float(times) for line, times in _expected(entry, result, rounds).items() if 0 < times < 1}
    z = None if rare else float(mean - result.ev) / error
    return PlayedRow(run=one.run.number, mean=float(mean), standard_error=error, z=z, rare=rare)


def _expected(entry: Entry, result: Result, rounds: int) -> Mapping[str, Fraction]:
    """How often each line that pays is expected in so many rounds."""
    paying = to_one(entry.table) if entry.wager == BASE else {line.line: None for line in entry.table.lines}
    found = dict[str, Fraction]()
    for line in result.lines:
        if line.line in paying and line.decision != "fold":
            found[line.line] = found.get(line.line, Fraction(0)) + Fraction(line.count * rounds, result.total)
    return found


def _figure(figure: Figure, result: Result) -> PublishedFigure:
    as_share = figure.what != "sd"
    places = max(2, len(f"{figure.within:.10f}".rstrip("0")) - 2)

    def told(value: float, more: int) -> str:
        return f"{value * 100:.{places - 2 + more}f} %" if as_share else f"{value:.{places - 1 + more}f}"

    return PublishedFigure(
        what=figure.words,
        value=told(figure.value, -1 if as_share else 0),
        ours=told(figure.ours(result), 2),
        source=figure.source,
        agrees=figure.agrees(result),
    )


def _groups(book: Rulebook, played: Sequence[Simulated]) -> Iterator[tuple[int, Any]]:
    """What is counted of its own: the game of a run, and the cards that its wagers look at."""
    for entry in audited(book):
        cards = cards_of(book, entry)
        one = _found(played, book, entry, cards)
        yield one.run.number, source_name(cards.ranked_on) if cards else BASE


def summary(books: Sequence[AuditedRulebook], groups: set[tuple[int, Any]]) -> AuditSummary:
    """What the rows come to."""
    rows = [(book.rulebook, row) for book in books for row in book.rows]
    figures = [figure for _, row in rows for figure in row.figures]
    measured = [(abs(row.played.z), name, row) for name, row in rows if row.played.z is not None]
    largest = max(measured, key=lambda one: one[0], default=None)
    return AuditSummary(
        rows=len(rows),
        second=sum(row.second is not None for _, row in rows),
        agree=sum(row.agrees is True for _, row in rows),
        figures=len(figures),
        figures_agree=sum(figure.agrees for figure in figures),
        measured=len(measured),
        rare=len(rows) - len(measured),
        largest_z=largest[0] if largest else 0.0,
        largest_z_of=f"{largest[1]} {largest[2].title} {largest[2].paytable}" if largest else "",
        counts=len(groups),
        expected_z=expected_largest(len(groups)),
        expected_z_of_rows=expected_largest(len(measured)),
    )


def expected_largest(count: int, step: float = 0.001) -> float:
    """The largest of so many distances from the mean, each by itself, in standard errors, on average."""
    points = (number * step + step / 2 for number in range(int(8 / step)))
    return round(sum((1 - erf(x / sqrt(2)) ** count) * step for x in points), 2)
