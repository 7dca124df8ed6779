"""What those who watch left behind, as the cage's log has it: read once from its beginning, then only what is new."""

from contextlib import closing
from threading import Lock

from msgspec import Struct
from sqlalchemy import Connection

from croupier.house.database.schema import CAGE
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import decoded

_TELLS = (b'"Noted"', b'"AuditBegun"', b'"AuditEnded"')  # stand in a body that is read


class KeptNote(Struct, frozen=True):
    """A mark or a note: on which round, on which record of it, 0 for the round, whose and when."""

    table: str
    round: int
    record: int
    note: str
    by: str
    at_ms: int


class AuditRun(Struct, frozen=True):
    """An audit that somebody had run, and what it found."""

    by: str
    at_ms: int
    ok: bool
    problems: int
    first: str
    records: int
    took_ms: int


class WatchLog:
    """Notes and audits; any thread may ask."""

    def __init__(self) -> None:
        self._upto = 0
        self._notes: dict[tuple[str, int], tuple[KeptNote, ...]] = {}
        self._last_audit: AuditRun | None = None
        self._reading = Lock()

    def notes(self, connection: Connection, table: str, round_: int) -> tuple[KeptNote, ...]:
        """The notes on a round and on its records, the oldest first."""
        self._read_on(connection)
        return self._notes.get((table, round_), ())

    def last_audit(self, connection: Connection) -> AuditRun | None:
        """The last audit that came to its end."""
        self._read_on(connection)
        return self._last_audit

    def _read_on(self, connection: Connection) -> None:
        with self._reading, closing(store.records_after(connection, CAGE, self._upto)) as records:
            for record in records:
                if any(name in record.body for name in _TELLS):
                    for act in decoded(record.body):
                        for event in act.events:
                            self._take(event, record.at_ms)
                self._upto = record.number

    def _take(self, event: he.LoggedEvent, at_ms: int) -> None:
        if isinstance(event, he.Noted):
            kept = KeptNote(event.table, event.round, event.record, event.note, event.by, at_ms)
            about = (event.table, event.round)
            self._notes[about] = (*self._notes.get(about, ()), kept)
        elif isinstance(event, he.AuditEnded):
            self._last_audit = AuditRun(
                event.by, at_ms, event.ok, event.problems, event.first, event.records, event.took_ms
            )
