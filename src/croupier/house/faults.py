"""What can go wrong with a database, each as one sentence saying what to do."""

import re
import sqlite3
from typing import Literal

import psycopg
from sqlalchemy.exc import DBAPIError

from croupier.rulebook.errors import BadInput

Phase = Literal["connecting", "working", "committing"]


class Unavailable(BadInput):
    """The database could not do it: certainly nothing of the transaction was written."""


class Contended(Unavailable):
    """Others were in the way, or the connection was lost: nothing was written, and trying again may succeed."""


class OutcomeUnknown(BadInput):
    """The database fell silent while it was writing: all of the transaction is there or none, only reading tells."""


LOCKED = "is locked by another program; close that program, or wait and try again."
READ_ONLY = (
    "cannot be written; give it, its -wal and -shm files and their folder write permission, or copy it elsewhere."
)
FULL = "could not be written, for the disk is full; make room on it and try again."
DAMAGED = "is damaged; restore the last backup, and check the disk it was on."
NOT_A_DATABASE = "is not a database; check the path, or restore the last backup."
DISK = "could not be read or written, for the disk failed; check it, and restore a backup if it is damaged."
LOST = "broke off the connection before anything was written; see that the server runs, then try again."
UNKNOWN = "fell silent while writing, so it is not known whether the last step was kept; look before trying again."

SQLITE = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PROTOCOL: LOCKED,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_IOERR: DISK,
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; check that its folder is there and that you may write in it.",
    sqlite3.SQLITE_NOTADB: NOT_A_DATABASE,
}

# By SQLSTATE, or by its first two characters.
POSTGRESQL = {
    "40001": LOCKED,
    "40P01": LOCKED,
    "55P03": LOCKED,
    "25006": "is read-only; name the primary server, not a standby, and a user who may write.",
    "53100": FULL,
    "53": "has run out of memory or connections; raise the server's limits or close other programs.",
    "42501": "may not be used so by this user; let its owner grant the rights, or name another user.",
    "57014": "took too long and was told to stop; lift the server's statement_timeout for this user.",
    "57": LOST,
    "08": LOST,
    "58": DISK,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}

# libpq gives no code where no connection comes about, so what was said is searched.
NOT_ADMITTED = {
    "password authentication failed": "refuses the user or the password; check both.",
    "no password supplied": "asks for a password; write it in the address, as user:password@host.",
    "no pg_hba.conf entry": "admits no such user from here; add a line for them to the server's pg_hba.conf.",
    'database ".*" does not exist': "is not there; check the name, or make it with createdb.",
    'role ".*" does not exist': "knows no such user; check the name, or make the user with createuser.",
    "too many|connection slots": "has no connection free; close other programs, or raise max_connections.",
    "starting up|not yet accepting|recovery": "is starting; wait and try again.",
    "shutting down": "is shutting down; wait until it runs again.",
}


def fault(name: str, error: DBAPIError, phase: Phase) -> BadInput | None:
    """What to tell a person of the error, or nothing where it is no trouble of the database's but of what was asked."""
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        return _sqlite_fault(name, cause, phase)
    assert isinstance(cause, psycopg.Error)
    return _postgresql_fault(name, cause, phase, lost=error.connection_invalidated)


def _sqlite_fault(name: str, error: sqlite3.Error, phase: Phase) -> BadInput | None:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF  # the rest only tells kinds apart
    what = SQLITE.get(code)
    if what is None:
        return None
    if what == LOCKED:
        return Contended(f"{name} {what}")
    # A commit frame may lie in the log although the call to make it last failed: the next start may find it there.
    if phase == "committing" and what == DISK:
        return OutcomeUnknown(f"{name} {UNKNOWN}")
    return Unavailable(f"{name} {what}")


def _postgresql_fault(name: str, error: psycopg.Error, phase: Phase, *, lost: bool) -> BadInput | None:
    if phase == "connecting" and isinstance(error, psycopg.ProgrammingError):
        said = str(error).strip()
        return Unavailable(f"{name} has an address that cannot be read ({said}); mend that part of it.")
    if phase == "connecting" and error.sqlstate is None:
        return Unavailable(f"{name} {_not_admitted(str(error))}")
    state = error.sqlstate or ""
    what = LOST if lost else POSTGRESQL.get(state, POSTGRESQL.get(state[:2]))
    if what is None:
        return None
    if what == LOST and phase == "committing":
        return OutcomeUnknown(f"{name} {UNKNOWN}")
    return Contended(f"{name} {what}") if what in (LOCKED, LOST) else Unavailable(f"{name} {what}")


def _not_admitted(message: str) -> str:
    """Why no connection came about."""
    for said, what in NOT_ADMITTED.items():
        if re.search(said, message):
            return what
    if "FATAL:" in message:
        return f"refuses the connection ({message.rpartition('FATAL:')[2].strip()}); ask who runs the server."
    return "cannot be reached; check host and port, and see that the server runs."
