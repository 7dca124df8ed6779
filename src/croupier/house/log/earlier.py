"""What records of earlier versions say in other words, read as what is written today."""

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from croupier.house.log.events import Act, LoggedEvent
from croupier.table.values import events as e


class MeterMoved(e.Event, frozen=True):
    """Until version 0.4: a meter was hit, or, with less than nothing paid, what it paid was put back on it."""

    meter: str
    paid_cents: int
    cents: int


WRITTEN = b'"MeterMoved"'  # stands in a body that has to be read so


class EarlierAct(Struct, frozen=True, gc=False):
    """An act as it may have been written then."""

    by: str
    command: str
    events: tuple[LoggedEvent | MeterMoved, ...] = field(name="happenings")


class EarlierBody(Struct, frozen=True):
    """A record's body as it may have been written then."""

    encoding: int
    acts: tuple[EarlierAct, ...]
    command_id: str | None = None
    asked: bytes = b""


def read_today(acts: Sequence[EarlierAct]) -> tuple[Act, ...]:
    """The acts in today's words."""
    return tuple([Act(act.by, act.command, tuple(_events(act.events))) for act in acts])


def _events(events: Sequence[LoggedEvent | MeterMoved]) -> Iterator[LoggedEvent]:
    """The events of an act. A hit, and nothing else, was always followed by the award that it brought."""
    for event, following in zip(events, (*events[1:], None), strict=True):
        if not isinstance(event, MeterMoved):
            yield event
        elif isinstance(following, e.AwardPending):
            yield e.MeterHit(meter=event.meter, paid_cents=event.paid_cents, cents=event.cents)
        else:
            yield e.MeterRestored(meter=event.meter, restored_cents=-event.paid_cents, cents=event.cents)
