"""What the watch page shows beside the felts."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from croupier.house.reports.audit_state import LogState
from croupier.house.reports.significant import Group
from croupier.table.values.duty import LONGEST_TEXT


class NoteSeen(Struct, frozen=True):
    """A mark on a round or on one record of it, 0 for the round, with a note or none: whose it is, and when."""

    record: int
    note: str
    by: str
    at_ms: int


class RoundNotes(Struct, frozen=True):
    """The notes on a round and on its records, the oldest first."""

    notes: tuple[NoteSeen, ...]


class MadeNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A mark, or a note, under an id that the browser made: sent again, it is kept once."""

    id: Annotated[str, Meta(min_length=8, max_length=40, pattern=r"\A[A-Za-z0-9._-]+\Z")]
    record: Annotated[int, Meta(ge=0, le=2**53)] = 0
    note: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""


class RoundAbout(Struct, frozen=True):
    """The round that something is about, and the record of it where it begins, 0 for the beginning."""

    table: str
    round: int
    record: int


class TimelineEntry(Struct, frozen=True):
    """Something significant that happened: where and when, who did it, whose box it concerns, and by which clause.

    `round` is 0 for what happened at the cage, and at a table between rounds the number of the one to come.
    """

    table: str
    round: int
    record: int
    at_ms: int
    group: Group
    event: str
    by: str
    seat: int
    player: str
    wager: str
    cents: int | None
    clause: str
    sentence: str
    about: RoundAbout | None
    notes: tuple[NoteSeen, ...]


class AuditRunSeen(Struct, frozen=True):
    """An audit of the whole house that came to its end: whose, when, and what it found."""

    by: str
    at_ms: int
    ok: bool
    problems: int
    first: str
    records: int
    took_ms: int


class AuditUnderWay(Struct, frozen=True):
    """An audit under way: whose, since when, how many of its parts are done; 0 of 0 where another process runs it."""

    by: str
    at_ms: int
    done: int
    of: int


class AuditState(Struct, frozen=True):
    """How far every log is vouched for, the last audit of the whole house, and the one under way."""

    logs: tuple[LogState, ...]
    last: AuditRunSeen | None
    under_way: AuditUnderWay | None


class MovementSeen(Struct, frozen=True):
    """A movement of a meter: why, by how much, what it shows then, and the round that caused it, 0 for none.

    What it gained may be parts of a cent. `reverses` is the movement that it takes back.
    """

    move: int
    meter: str
    title: str
    kind: Literal["start", "contribution", "hit", "reseed", "reversal"]
    gain_cents: float
    shown_cents: int
    reverses: int | None
    table: str
    round: int
    record: int
    at_ms: int


class MeterMovements(Struct, frozen=True):
    """Movements of a link's meters, the latest first; `before` asks for earlier ones, None where there are none."""

    movements: tuple[MovementSeen, ...]
    before: int | None


class Timeline(Struct, frozen=True):
    """Significant events, the latest first.

    `before` asks for what was before these, "" where nothing was: a search looks at so many records at most, and may
    have to be asked to go on though it found nothing. `looked_back_to_ms` is how far back it came.
    """

    entries: tuple[TimelineEntry, ...]
    before: str
    looked_at: int
    looked_back_to_ms: int
