"""The timeline over HTTP: significant events of every table and of the cage, searched."""

import re
from typing import Annotated

from litestar import get
from litestar.params import FromQuery, QueryParameter
from msgspec.structs import asdict

from croupier.house.database.database import Connection
from croupier.house.database.schema import CAGE
from croupier.house.reports.significant import Group
from croupier.house.reports.timeline import Entry, Place, Wanted, search
from croupier.house.reports.watch_log import WatchLog
from croupier.server.dependencies import GivenHouse
from croupier.server.tables.finding import found_table
from croupier.server.watch.dependencies import GivenWatchLog
from croupier.server.watch.notes import notes_on
from croupier.server.watch.schemas import RoundAbout, Timeline, TimelineEntry
from croupier.server.wire.errors import Problem
from croupier.table.narration.names import people

_PLACE = re.compile(r"([0-9]{1,15})\.([0-9]{1,15})\.([a-z0-9-]{1,40})")
Moment = Annotated[int | None, QueryParameter(ge=0, le=2**53)]


def place_of(text: str) -> Place:
    """The place that an earlier page ended with."""
    found = _PLACE.fullmatch(text)
    if not found:
        raise Problem(400, "malformed", "before is not where a page of events ended; leave it out to begin anew.")
    return Place(int(found[1]), found[3], int(found[2]))


def text_of(place: Place) -> str:
    """A place as a page names where it ended."""
    return f"{place.at_ms}.{place.record}.{place.table}"


@get("/watch/timeline", operation_id="search_events", summary="What happened", tags=["watch"], sync_to_thread=True)
def search_events(
    house: GivenHouse,
    watch_log: GivenWatchLog,
    table: Annotated[str | None, QueryParameter(max_length=80)] = None,
    group: FromQuery[Group | None] = None,
    person: Annotated[str, QueryParameter(max_length=80)] = "",
    wager: Annotated[str, QueryParameter(max_length=40)] = "",
    least_cents: Moment = None,
    since_ms: Moment = None,
    until_ms: Moment = None,
    before: Annotated[str | None, QueryParameter(max_length=120)] = None,
) -> Timeline:
    """Significant events, the latest first: of a table or of all, by time, person, wager, amount and what they are.

    Cards that are not face up are never told.
    """
    tables = (
        [*house.tables(), CAGE] if table is None else [table if table == CAGE else found_table(house, table).table_id]
    )
    wanted = Wanted(
        tables=list(dict.fromkeys(tables)),
        groups=(group,) if group else (),
        person=person.strip(),
        wager=wager.strip().lower().replace(" ", "_"),
        least_cents=least_cents,
        since_ms=since_ms or 0,
        until_ms=until_ms,
    )
    with house.database.read() as connection:
        found = search(connection, wanted, place_of(before) if before else None)
        entries = tuple([_seen(entry, watch_log, connection) for entry in found.entries])
    return Timeline(
        entries=entries,
        before=text_of(found.before) if found.before else "",
        looked_at=found.looked_at,
        looked_back_to_ms=found.before.at_ms if found.before else wanted.since_ms,
    )


def _seen(entry: Entry, watch_log: WatchLog, connection: Connection) -> TimelineEntry:
    about = RoundAbout(*entry.about) if entry.about else None
    noted = notes_on(watch_log, connection, entry.table, entry.round) if entry.round else ()
    told = {**asdict(entry), "by": people(entry.by), "about": about}
    return TimelineEntry(**told, notes=tuple([one for one in noted if one.record in (0, entry.record)]))


ROUTES = (search_events,)
