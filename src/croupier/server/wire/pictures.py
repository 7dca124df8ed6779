"""What the pictures are drawn from: edges, strategies, meters over time, and rounds against expectation."""

from msgspec import Struct


class ExactFraction(Struct, frozen=True):
    """A fraction of whole numbers, as text, for they may be long."""

    num: str
    den: str


class WagerEdge(Struct, frozen=True):
    """What the house keeps of a wager on average, `constant` with nothing on the meters, and what their cents add.

    The player's return on a unit is the constant and each meter's cents times its fraction, together; less than
    nothing is the house's edge. `element_of_risk` is the edge over all that is put at risk in the game against the
    dealer.
    """

    wager: str
    title: str
    element_of_risk: float | None
    constant: ExactFraction
    per_meter_cent: dict[str, ExactFraction]


class TableEdges(Struct, frozen=True):
    """The edges at a table, the game against the dealer first; none while they are `counting`."""

    table: str
    counting: bool
    wagers: tuple[WagerEdge, ...]


class StrategySeen(Struct, frozen=True):
    """A strategy in words, what it brings per ante and what it gives up against best play."""

    name: str
    source: str
    rules: tuple[str, ...]
    ev: ExactFraction
    cost: ExactFraction


class StrategyCell(Struct, frozen=True):
    """What best play does with one kind of hand; `share` of its hands call for that answer, "" where there is none."""

    action: str
    share: float
    label: str
    detail: str


class StrategyGrid(Struct, frozen=True):
    """Best play by two things that a player sees."""

    title: str
    rows_are: str
    columns_are: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[StrategyCell, ...], ...]


class TableStrategy(Struct, frozen=True):
    """Best play at a table as one picture, and as rules that people use, each with its exact cost."""

    grid: StrategyGrid
    strategies: tuple[StrategySeen, ...]


class MeterMoment(Struct, frozen=True):
    """What a meter showed from a moment on: it started, was fed, was won (`hit`) or set anew."""

    at_ms: int
    cents: int
    kind: str


class MeterPath(Struct, frozen=True):
    """What a meter showed over time; from its break-even on, the others as they are, the player has the edge here."""

    meter: str
    title: str
    break_even_cents: int | None
    moments: tuple[MeterMoment, ...]


class RoundExpected(Struct, frozen=True):
    """A round as it was played and as its wagers should go on average: cents, and square cents for the variance."""

    table: str
    round: int
    at_ms: int
    staked_cents: int
    net_cents: int
    mean_cents: float
    variance: float


class WagerExpected(Struct, frozen=True):
    """All wagers of one kind: what was staked and won or lost, and what they should bring on average."""

    wager: str
    title: str
    times: int
    staked_cents: int
    net_cents: int
    mean_cents: float
    sd_cents: float


class PlayedFigures(Struct, frozen=True):
    """Rounds against expectation, the oldest first, and the same by wager.

    `left_out` are wagers that hang on the hands of others, counted nowhere here; `by_themselves` are those whose
    spread is counted as if nothing else were staked. `more` where there are older rounds than these.
    """

    rounds: tuple[RoundExpected, ...]
    wagers: tuple[WagerExpected, ...]
    left_out: tuple[str, ...]
    by_themselves: tuple[str, ...]
    more: bool
