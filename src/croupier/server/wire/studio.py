"""What the paytable studio asks and is told."""

from typing import Annotated

from msgspec import Meta, Struct

from croupier.server.wire.pictures import ExactFraction

Name = Annotated[str, Meta(max_length=60)]
Text = Annotated[str, Meta(max_length=200)]
Few = Annotated[dict[Name, Text], Meta(max_length=60)]
Rounds = Annotated[int, Meta(ge=1, le=1000)]


class StudioLine(Struct, frozen=True):
    """A line by its name and title; what it pays, where that is posted."""

    line: str
    title: str
    pays: str = ""


class StudioPaytable(Struct, frozen=True):
    """A posted paytable."""

    id: str
    status: str
    lines: tuple[StudioLine, ...]


class StudioWager(Struct, frozen=True):
    """A wager whose paytable may be edited: the posted ones, and every line that its hands tell apart.

    `solved` says that best play depends on the paytable, so that each change is solved again.
    """

    wager: str
    title: str
    default: str
    solved: bool
    paytables: tuple[StudioPaytable, ...]
    lines: tuple[StudioLine, ...]


class StudioAsked(Struct, frozen=True, kw_only=True):
    """A paytable of one's own in place of a posted one: what each line pays, `none` for one that is taken away."""

    wager: Name
    paytable: Name
    lines: Few
    rounds: Rounds = 100


class StudioReturn(Struct, frozen=True):
    """What a line gives back of each unit staked, and what one more to one on it takes from the edge."""

    line: str
    title: str
    pays: str
    count: str
    returned: float
    per_unit: float


class StudioBar(Struct, frozen=True):
    """The share of sessions that end from one result up to, and not with, another."""

    from_units: float
    to_units: float
    chance: float


class StudioSession(Struct, frozen=True, kw_only=True):
    """What so many rounds win together, in units staked; `quantiles` by percent of sessions."""

    rounds: int
    ahead: float
    mean: float
    sd: float
    quantiles: dict[str, float]
    bars: tuple[StudioBar, ...]
    large_from: float | None
    large_chance: float


class StudioPermission(Struct, frozen=True):
    """What the rules say of the paytable."""

    kind: str
    sentence: str
    paytable: str
    clause: str
    below: tuple[str, ...]


class StudioPriced(Struct, frozen=True, kw_only=True):
    """The figures of a paytable. `play_changed` is known where best play was solved again."""

    ev: ExactFraction
    house_edge: float
    sd: float
    skewness: float
    hit_frequency: float
    drought: int | None
    lines: tuple[StudioReturn, ...]
    session: StudioSession
    permission: StudioPermission
    setting: str
    play_changed: bool | None


class StudioWanted(Struct, frozen=True, kw_only=True):
    """What a paytable shall bring, and which lines may move: ranges and choices as `croupier design` takes them."""

    wager: Name
    paytable: Name
    moves: Few
    edge: Text = ""
    hits: Text = ""
    deviation: Text = ""
    ladder: bool = False
    cap: Text = ""
    prefer: Few = {}


class StudioDesign(Struct, frozen=True):
    """A paytable that satisfies; `lines` in the order of the table."""

    house_edge: float
    sd: float
    hit_frequency: float
    front: bool
    lines: tuple[StudioLine, ...]


class StudioDesigned(Struct, frozen=True, kw_only=True):
    """All that satisfy, by number; of many of them the front and some others are in `designs`, lowest edge first.

    `as_file` says that they are not too many for a file.
    """

    candidates: str
    found: int
    on_front: int
    solved: int
    as_file: bool
    designs: tuple[StudioDesign, ...]
