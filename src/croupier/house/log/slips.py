"""Slips: the pit's paper for chips and cash that move between a table and the cage, or were counted."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.log import events as he

COUNTS = ("opener", "closer")  # of the tray, by a person: nothing moves, and the cage has no part in it
KEPT = 40  # slips of a table that are at hand when they are over; all stand in its log
SlipState = Literal["asked", "approved", "done", "refused"]


class Slip(Struct, frozen=True, gc=False):
    """A slip as far as it has come: who asked, approved and carried it out or refused it, each with the time."""

    slip: int
    kind: he.SlipKind
    pieces: tuple[tuple[int, int], ...]
    state: SlipState
    asked_by: str
    asked_ms: int
    approved_by: str = ""
    approved_ms: int = 0
    ended_by: str = ""
    ended_ms: int = 0
    books: int = 0
    note: str = ""

    @property
    def cents(self) -> int:
        """What its pieces come to."""
        return sum(worth * count for worth, count in self.pieces)

    @property
    def open(self) -> bool:
        """Whether somebody still has to do something with it."""
        return self.state in ("asked", "approved")


Slips = tuple[Slip, ...]


def slips_after(slips: Slips, event: he.SlipAsked | he.SlipApproved | he.SlipRefused | he.SlipDone) -> Slips:
    """The slips of a table after what happened to one of them."""
    if isinstance(event, he.SlipAsked):
        asked = Slip(event.slip, event.kind, event.pieces, "asked", event.by, event.at_ms)
        over = [one.slip for one in slips if not one.open]
        long_over = set(over[: max(0, len(over) - KEPT + 1)])
        return (*[one for one in slips if one.slip not in long_over], asked)
    return tuple([_changed(one, event) if one.slip == event.slip else one for one in slips])


def _changed(slip: Slip, event: he.SlipApproved | he.SlipRefused | he.SlipDone) -> Slip:
    if isinstance(event, he.SlipApproved):
        return replace(slip, state="approved", approved_by=event.by, approved_ms=event.at_ms)
    if isinstance(event, he.SlipRefused):
        return replace(slip, state="refused", ended_by=event.by, ended_ms=event.at_ms, note=event.note)
    return replace(slip, state="done", ended_by=event.by, ended_ms=event.at_ms, books=event.books)
