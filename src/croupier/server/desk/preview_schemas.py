"""What stands beside the form of a submission: asked for as one types, and told as far as it can be."""

from typing import Annotated

from msgspec import Meta, Struct

from croupier.server.desk.schemas import FieldName
from croupier.server.wire.pictures import ExactFraction
from croupier.server.wire.schemas import OddsSeen, TableInfo

MOST_BOXES = 20
MOST_ROUNDS = 300
MOST_TYPED = 200

Boxes = Annotated[int, Meta(ge=0, le=MOST_BOXES)]
Rounds = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
Typed = Annotated[str, Meta(max_length=400)]


class TypedAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a field and is not kept by the house yet."""

    field: FieldName
    value: tuple[Typed, ...]


class PreviewAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A submission with what was typed since; how many boxes are played, 0 for all, and how many rounds an hour.

    With `solve`, best play is solved where it is not known: while one types it need not be.
    """

    answers: tuple[TypedAnswer, ...] = ()
    boxes: Boxes = 0
    rounds_an_hour: Rounds = 40
    solve: bool = True


class NotShown(Struct, frozen=True):
    """What cannot be shown of a submission as it stands, and why."""

    what: str
    why: str


class HeldSeen(Struct, frozen=True):
    """What a table keeps of a wager in an hour, on average: of what is staked on it, at the stake of one box."""

    wager: str
    title: str
    stake_cents: int
    staked_cents: ExactFraction
    kept_cents: ExactFraction


class HourSeen(Struct, frozen=True):
    """What a table takes in and keeps in an hour of so many rounds and boxes, on average, and its hold: kept of staked.

    Amounts are fractions of cents, exact. `left_out` are wagers that are not in it.
    """

    boxes: int
    most_boxes: int
    rounds_an_hour: int
    staked_cents: ExactFraction
    kept_cents: ExactFraction
    hold: float
    wagers: tuple[HeldSeen, ...]
    left_out: tuple[NotShown, ...]


class PreviewSeen(Struct, frozen=True):
    """A submission as its table will be: the felt with its paytables, each wager's figures and an hour's win.

    `counting` are titles of what is still worked out, of `wagers` in all. Where there is `more`, ask again; `not_shown`
    says what cannot be told.
    """

    version: int
    felt: TableInfo | None
    figures: tuple[OddsSeen, ...]
    hour: HourSeen | None
    counting: tuple[str, ...]
    more: bool
    wagers: int
    not_shown: tuple[NotShown, ...]
