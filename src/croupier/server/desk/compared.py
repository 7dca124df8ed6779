"""What the page of a comparison is told."""

from typing import Literal

from msgspec import Struct

from croupier.rulebook.comparison.rulebooks import Difference
from croupier.rulebook.comparison.signs import SignDifference
from croupier.server.wire.pictures import ExactFraction
from croupier.server.wire.schemas import ReadingSeen

Part = Literal["filed", "law"]


class SideSeen(Struct, frozen=True):
    """One side of a comparison: as the address names it, in words, and what its table or its document is called.

    `problem` is why there is no sign of it, "" where there is.
    """

    choice: str
    name: str
    title: str
    rules: str
    problem: str


class SectionCompared(Struct, frozen=True):
    """Differences that belong together, in what is filed or in what the rulebooks say."""

    part: Part
    title: str
    differences: tuple[Difference, ...]


class ComparisonSeen(Struct, frozen=True):
    """Two sides, every difference between them, the readings that these name, and the lines of either sign only."""

    left: SideSeen
    right: SideSeen
    count: int
    sections: tuple[SectionCompared, ...]
    readings: tuple[ReadingSeen, ...]
    sign: tuple[SignDifference, ...]


class EdgeSeen(Struct, frozen=True):
    """What the house keeps of each unit staked: exactly, and as a share; neither while it is worked out.

    `note` says in what circumstances, `problem` why it is not known.
    """

    paytable: str
    edge: ExactFraction | None
    share: float
    note: str
    problem: str


class EdgesBeside(Struct, frozen=True):
    """One wager on both sides, None where it is not offered, and by how much more the house keeps on the right."""

    wager: str
    title: str
    left: EdgeSeen | None
    right: EdgeSeen | None
    more: ExactFraction | None
    more_share: float


class EdgesCompared(Struct, frozen=True):
    """The edges of both sides as far as they are known: so many wagers are done, of so many.

    `problem` is why there are none, "" where there are.
    """

    done: int
    wanted: int
    wagers: tuple[EdgesBeside, ...]
    problem: str = ""
