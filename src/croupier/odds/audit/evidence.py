"""What an audit says: plain values, every number computed and none of them rounded by hand."""

from collections.abc import Mapping

from msgspec import Struct

from croupier.rulebook.phrases import words


class ExactValue(Struct, frozen=True):
    """A fraction in its lowest terms, as text: its numbers are too long for most programs."""

    num: str
    den: str


class PlayedRow(Struct, frozen=True, kw_only=True):
    """What the simulation made of a row: its mean beside the exact value, in standard errors, and in which run.

    `rare` are the lines that are not expected once in so many rounds, and how often they are: then there is no `z`.
    """

    run: int
    mean: float
    standard_error: float
    z: float | None
    rare: Mapping[str, float] = {}


class PublishedFigure(Struct, frozen=True, kw_only=True):
    """A figure that others published, ours beside it, and whether they agree as far as it was printed."""

    what: str
    value: str
    ours: str
    source: str
    agrees: bool


class AuditRow(Struct, frozen=True, kw_only=True):
    """One wager under one paytable. `value` is what a unit staked wins on average, so the edge is its opposite.

    `method` names how it was worked out, twice; `second` is missing where there is no second method.
    """

    wager: str
    title: str
    paytable: str
    status: str
    setting: str
    clause: str
    method: str
    value: ExactValue
    percent: str
    second: ExactValue | None
    agrees: bool | None
    played: PlayedRow
    figures: tuple[PublishedFigure, ...] = ()


class AuditedRulebook(Struct, frozen=True, kw_only=True):
    """A rulebook's rows, by which rule data they were made, and which wagers have none: they hang on the showdown."""

    rulebook: str
    title: str
    digest: str
    rows: tuple[AuditRow, ...]
    left_out: tuple[str, ...] = ()


class Method(Struct, frozen=True, kw_only=True):
    """How a kind of row is worked out, and how again; `second` is empty where it is not."""

    method: str
    of: str
    first: str
    second: str = ""


class AuditRun(Struct, frozen=True, kw_only=True):
    """A run of the simulation: enough to play it again."""

    run: int
    rulebook: str
    rules: str
    seed: int
    rounds: int
    seats: int
    stakes_cents: tuple[Mapping[str, int], ...]
    counted: tuple[str, ...]


class AuditSummary(Struct, frozen=True, kw_only=True):
    """What the whole comes to; `largest_z` is of nothing where no row is measured, each having a line too rare for it.

    Rows that look at the same cards of the same run move together; `counts` has those once. `expected_z` is the largest
    distance from nothing to expect of so many counts, `expected_z_of_rows` of so many rows, each by itself.
    """

    rows: int
    second: int
    agree: int
    figures: int
    figures_agree: int
    measured: int
    rare: int
    largest_z: float
    largest_z_of: str
    counts: int
    expected_z: float
    expected_z_of_rows: float


class Audit(Struct, frozen=True, kw_only=True):
    """The whole audit, and by what it was made: version, digests of the code, rounds and first seed."""

    version: str
    counting: str
    playing: str
    second: str
    rounds: int
    seed: int
    summary: AuditSummary
    methods: tuple[Method, ...]
    rulebooks: tuple[AuditedRulebook, ...]
    runs: tuple[AuditRun, ...]


def second_words(audit: Audit, row: AuditRow) -> str:
    """Whether the second method gives the same, or why nothing is said of it."""
    if row.second is None:
        known = next(method for method in audit.methods if method.method == row.method)
        return "not run" if known.second else "none"
    return "same" if row.agrees else "DIFFERS"


def distance_words(row: AuditRow) -> str:
    """A row's distance in standard errors, or which lines are too rare for it to mean anything."""
    if row.played.z is not None:
        return f"{row.played.z:+.2f}"
    lines = ", ".join(f"{words(line)} {times:.2f} times" for line, times in row.played.rare.items())
    return f"rare: {lines} expected"
