"""Every error that a database can give is sorted once: ours, try again, read-only, gone; the rest is unavailable."""

import logging
import sqlite3
from collections.abc import Iterator

import psycopg
import pytest
from sqlalchemy.exc import DBAPIError

from croupier.house.database.faults import (
    POSTGRESQL,
    SQLITE,
    Contended,
    Gone,
    OutcomeUnknown,
    Phase,
    ReadOnly,
    Unavailable,
    fault,
)
from croupier.house.database.outages import BELIEVED_SECONDS, Outage
from croupier.rulebook.errors import BadInput

# Every class of SQLSTATE that PostgreSQL lists, by what becomes of it while a transaction is at work.
OURS = "02 03 09 0A 0B 0F 0L 0P 0Z 10 20 21 22 23 24 25 26 27 2B 2D 2F 34 38 39 3B 3F 42 44 54 HV P0"
SORTED: dict[type[BadInput], str] = {Contended: "08 40 57 72", Gone: "28 3D", Unavailable: "53 55 58 F0 XX"}
BY_CODE: dict[str, type[BadInput]] = {
    "25006": ReadOnly, "42501": ReadOnly, "55P03": Contended, "55006": Contended, "25P03": Contended,
    "25P04": Contended, "57014": Unavailable, "53100": Unavailable, "XX001": Unavailable, "40001": Contended,
    "40P01": Contended,
}  # fmt: skip


def codes() -> Iterator[str]:
    """Every SQLSTATE that the driver knows."""
    for name in dir(psycopg.errors):
        found = getattr(psycopg.errors, name)
        if isinstance(found, type) and issubclass(found, psycopg.Error) and found.sqlstate:
            yield found.sqlstate


def told(error: Exception, phase: Phase = "working", lost: bool = False) -> BadInput | None:
    return fault("The database", DBAPIError("SELECT", {}, error, connection_invalidated=lost), phase)


def from_server(code: str) -> psycopg.Error:
    kind = type("FromServer", (psycopg.DatabaseError,), {"sqlstate": code})
    found: psycopg.Error = kind("no matter what")
    return found


@pytest.mark.parametrize("code", sorted(set(codes())))
def test_every_code_of_postgresql(code: str) -> None:
    expected = BY_CODE.get(code) or next((kind for kind, some in SORTED.items() if code[:2] in some.split()), None)
    found = told(from_server(code))
    if expected is None:
        assert code[:2] in OURS.split(), "a class that nobody has sorted"
        assert found is None
    else:
        assert isinstance(found, expected), (code, found)
        assert str(found).startswith("The database ")
        assert str(found).endswith(".")


@pytest.mark.parametrize("code", ["ZZ999", "XX000", "F0000", "55000"])
def test_what_is_not_listed_is_unavailable_and_logged(code: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        found = told(from_server(code))
    assert type(found) is Unavailable
    assert code in str(found)
    (record,) = caplog.records
    assert code in record.getMessage()
    assert record.exc_info


def test_what_is_lost_while_committing_is_not_known() -> None:
    assert isinstance(told(from_server("57P01"), "committing"), OutcomeUnknown)
    assert isinstance(told(from_server("40003"), "committing"), OutcomeUnknown)
    assert isinstance(told(psycopg.OperationalError("silence"), "committing", lost=True), OutcomeUnknown)
    assert isinstance(told(from_server("40001"), "committing"), Contended), "the server answered, and so it is known"
    assert isinstance(told(psycopg.OperationalError("silence"), "working", lost=True), Gone)


def test_the_driver_s_own_complaints_are_ours() -> None:
    for error in (psycopg.ProgrammingError("no"), psycopg.DataError("NUL"), sqlite3.ProgrammingError("closed")):
        assert told(error) is None


PRIMARY = [number for number in range(1, 27) if number != 16]  # as sqlite3.h numbers them; 16 is not used


@pytest.mark.parametrize("code", PRIMARY)
def test_every_code_of_sqlite(code: int, caplog: pytest.LogCaptureFixture) -> None:
    error = sqlite3.OperationalError("no matter what")
    error.sqlite_errorcode = code
    with caplog.at_level(logging.ERROR):
        found = told(error)
    if code not in SQLITE:
        assert type(found) is Unavailable
        assert caplog.records
        assert isinstance(told(error, "committing"), OutcomeUnknown)
    elif SQLITE[code] is None:
        assert found is None
    else:
        assert isinstance(found, Unavailable)


def test_every_row_says_what_to_do() -> None:
    for row in (*SQLITE.values(), *POSTGRESQL.values()):
        assert row is None or (row.says.endswith(".") and ";" in row.says)


class Times:
    """The outage of a database that is logged, and a clock to move."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("croupier.house.database.outages.time.monotonic", lambda: self.now)
        self.outage = Outage("The database")
        self.outage.logged = True


def test_an_outage_is_one_line_when_it_begins_and_one_when_it_ends(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    times = Times(monkeypatch)
    for _ in range(1000):
        times.outage.failed(Gone("The database cannot be reached; wait."), writes=False)
        times.outage.failed(Gone("The database cannot be reached; wait."), writes=True)
        times.now += 0.01
    assert [record.getMessage() for record in caplog.records] == [
        "An outage begins. The database cannot be reached; wait."
    ]
    for _ in range(1000):
        times.outage.works(writes=False)
    assert [record.getMessage() for record in caplog.records][1:] == [
        "The outage is over, after 10.0 seconds. The database answers again."
    ]
    assert not times.outage.sentence


def test_others_in_the_way_are_no_outage(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    times = Times(monkeypatch)
    times.outage.failed(Contended("The database is locked; wait."), writes=True)
    assert not times.outage.sentence
    assert not caplog.records


def test_what_is_only_seen_when_writing_is_over_when_something_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    times = Times(monkeypatch)
    times.outage.failed(Unavailable("The disk is full; make room."), writes=True)
    times.outage.works(writes=False)
    assert times.outage.sentence, "reading shows nothing"
    times.outage.works(writes=True, tried_only=True)
    assert times.outage.sentence, "a small write just after a real one failed shows nothing either"
    times.now += BELIEVED_SECONDS
    times.outage.works(writes=True, tried_only=True)
    assert not times.outage.sentence
    times.outage.failed(Unavailable("The disk is full; make room."), writes=True)
    times.outage.works(writes=True)
    assert not times.outage.sentence, "a real one does at once"
