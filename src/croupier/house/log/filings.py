"""Filings: Rules Submissions of this house on their way to being in force, every change kept with who and when."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.log import filing_events as fe

FilingState = Literal["draft", "filed", "returned", "approved", "withdrawn"]
Standing = Literal["draft", "filed", "returned", "approved", "in_force", "over", "withdrawn"]
ChangeKind = Literal["made", "edited", "filed", "remarked", "returned", "approved", "withdrawn"]
KEPT_CHANGES = 400  # of a filing that are at hand; all stand in the cage's log


class Change(Struct, frozen=True, gc=False):
    """Something that was done with a filing: `fields` are the values that it was about, `note` what was said of it."""

    kind: ChangeKind
    by: str
    at_ms: int
    fields: tuple[str, ...] = ()
    note: str = ""


class Filing(Struct, frozen=True, gc=False):
    """A submission as far as it has come. `version` counts what was done with it; `follows` is what it is to replace.

    `conditions` and the days are the regulator's, once it is approved; `changes` are the last that were made.
    """

    filing: int
    text: str
    state: FilingState
    version: int
    made_by: str
    follows: int = 0
    digest: str = ""
    conditions: tuple[str, ...] = ()
    from_day: str = ""
    until_day: str = ""
    changes: tuple[Change, ...] = ()

    @property
    def open(self) -> bool:
        """Whether its text may be changed."""
        return self.state in ("draft", "returned")

    def standing(self, day: str) -> Standing:
        """What it is on a day: of one that is approved, whether it is in force then or over."""
        if self.state != "approved" or day < self.from_day:
            return self.state
        return "over" if self.until_day and day > self.until_day else "in_force"


Filings = tuple[Filing, ...]


def day_of(at_ms: int) -> str:
    """The day of a moment, by UTC."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).date().isoformat()


def spliced(before: str, after: str) -> tuple[int, int, str]:
    """The least that makes one text the other: where, how many characters go, and what comes in their place."""
    shortest = min(len(before), len(after))
    at = next((place for place in range(shortest) if before[place] != after[place]), shortest)
    end = next((n for n in range(shortest - at) if before[-1 - n] != after[-1 - n]), shortest - at)
    return at, len(before) - at - end, after[at : len(after) - end]


def filings_after(filings: Filings, event: fe.AnyFilingEvent) -> Filings:
    """The filings after what happened to one of them."""
    if isinstance(event, fe.FilingMade):
        made = Filing(event.filing, event.text, "draft", 1, event.by, follows=event.follows)
        return (*filings, _with_change(made, Change("made", event.by, event.at_ms)))
    return tuple([_changed(one, event) if one.filing == event.filing else one for one in filings])


def _changed(filing: Filing, event: fe.AnyFilingEvent) -> Filing:
    changed, by, at_ms = replace(filing, version=filing.version + 1), event.by, event.at_ms
    match event:
        case fe.FilingEdited():
            text = filing.text[: event.at] + event.put + filing.text[event.at + event.cut :]
            return _with_change(replace(changed, text=text), Change("edited", by, at_ms, event.fields))
        case fe.FilingSubmitted():
            return _with_change(replace(changed, state="filed", digest=event.digest), Change("filed", by, at_ms))
        case fe.FilingRemarked():
            return _with_change(changed, Change("remarked", by, at_ms, (event.field,), event.note))
        case fe.FilingReturned():
            return _with_change(replace(changed, state="returned"), Change("returned", by, at_ms, (), event.note))
        case fe.FilingApproved():
            approved = replace(
                changed,
                state="approved",
                conditions=event.conditions,
                from_day=event.from_day,
                until_day=event.until_day,
            )
            return _with_change(approved, Change("approved", by, at_ms))
        case fe.FilingWithdrawn():
            return _with_change(replace(changed, state="withdrawn"), Change("withdrawn", by, at_ms, (), event.note))
        case fe.FilingMade():
            raise ValueError(f"filing {event.filing} was made before")


def _with_change(filing: Filing, change: Change) -> Filing:
    return replace(filing, changes=(*filing.changes[-KEPT_CHANGES + 1 :], change))


def successor(filings: Iterable[Filing], number: int, day: str) -> Filing | None:
    """The filing in force that replaces one, by way of others that are over where need be; the last that does."""
    replacing = [one for one in filings if one.follows == number and one.standing(day) in ("in_force", "over")]
    for one in reversed(replacing):
        further = successor(filings, one.filing, day)
        if further or one.standing(day) == "in_force":
            return further or one
    return None
