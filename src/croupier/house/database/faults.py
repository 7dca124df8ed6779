"""What can go wrong with a database, each as one sentence saying what to do."""

import logging
import re
import sqlite3
from typing import Literal, NamedTuple

import psycopg
from sqlalchemy.exc import DBAPIError

from croupier.rulebook.errors import BadInput

Phase = Literal["connecting", "working", "committing"]

_log = logging.getLogger("croupier")


class Unavailable(BadInput):
    """The database could not do it: certainly nothing of the transaction was written."""


class ReadOnly(Unavailable):
    """The database can be read and not written: a standby, or a file or user without the right."""


class Gone(Unavailable):
    """The database cannot be reached."""


class Contended(Unavailable):
    """Others were in the way, or the connection was lost: nothing was written, and trying again may succeed."""


class Lost(Contended, Gone):
    """The connection was lost before anything was written; a new one may come about."""


class OutcomeUnknown(BadInput):
    """The database fell silent while it was writing: all of the transaction is there or none, only reading tells."""


class Sentence(NamedTuple):
    """What a person is told of a kind of error, behind the database's name."""

    kind: type[Unavailable]
    says: str


LOCKED = Sentence(Contended, "is locked by another program; close that program, or wait and try again.")
WRITE_PROTECTED = Sentence(
    ReadOnly,
    "cannot be written; give it, its -wal and -shm files and their folder write permission, or copy it elsewhere.",
)
STANDBY = Sentence(ReadOnly, "is read-only; name the primary server, not a standby, and a user who may write.")
FULL = Sentence(Unavailable, "could not be written, for the disk is full; make room on it and try again.")
DAMAGED = Sentence(Unavailable, "is damaged; restore the last backup, and check the disk it was on.")
NOT_A_DATABASE = "is not a database; check the path, or restore the last backup."
DISK = Sentence(
    Unavailable, "could not be read or written, for the disk failed; check it, and restore a backup if it is damaged."
)
LOST = Sentence(Lost, "broke off the connection before anything was written; see that the server runs, then try again.")
UNKNOWN = "fell silent while writing, so it is not known whether the last step was kept; look before trying again."
STRANGE = "answered with an error that Croupier does not know ({}); look for it in the database's log, then try again."

NOT_TEXT = "Could not decode to UTF-8"  # how the driver puts it, without a code

# Every kind of error has one place here. None: what was asked was wrong, and no database is to blame. What is not
# listed is told as unavailable, and logged.
SQLITE: dict[int, Sentence | None] = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PROTOCOL: LOCKED,
    sqlite3.SQLITE_SCHEMA: LOCKED,
    sqlite3.SQLITE_READONLY: WRITE_PROTECTED,
    sqlite3.SQLITE_PERM: WRITE_PROTECTED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_IOERR: DISK,
    sqlite3.SQLITE_CANTOPEN: Sentence(
        Gone, "cannot be opened; check that its folder is there and that you may write in it."
    ),
    sqlite3.SQLITE_NOTADB: Sentence(Unavailable, NOT_A_DATABASE),
    sqlite3.SQLITE_NOMEM: Sentence(Unavailable, "needs more memory than there is; close other programs."),
    sqlite3.SQLITE_OK: None,  # the driver's own complaint
    sqlite3.SQLITE_ERROR: None,
    sqlite3.SQLITE_CONSTRAINT: None,
    sqlite3.SQLITE_MISMATCH: None,
    sqlite3.SQLITE_MISUSE: None,
    sqlite3.SQLITE_RANGE: None,
    sqlite3.SQLITE_TOOBIG: None,
}

# By SQLSTATE, or by its first two characters.
POSTGRESQL: dict[str, Sentence | None] = {
    "40": LOCKED,
    "55P03": LOCKED,
    "55006": LOCKED,
    "72": LOCKED,
    "25006": STANDBY,
    "25P03": LOST,
    "25P04": LOST,
    "53100": FULL,
    "53": Sentence(
        Unavailable, "has run out of memory or connections; raise the server's limits or close other programs."
    ),
    "42501": Sentence(
        ReadOnly, "may not be used so by this user; let its owner grant the rights, or name another user."
    ),
    "57014": Sentence(
        Unavailable, "took too long and was told to stop; lift the server's statement_timeout for this user."
    ),
    "28": Sentence(Gone, "refuses the user or the password; check both."),
    "3D": Sentence(Gone, "is not there; check the name, or make it with createdb."),
    "57": LOST,
    "08": LOST,
    "58": DISK,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
    **dict.fromkeys(
        (
            "00", "01", "02", "03", "09", "0A", "0B", "0F", "0L", "0P", "0Z", "10", "20", "21", "22", "23", "24", "25",
            "26", "27", "2B", "2D", "2F", "34", "38", "39", "3B", "3F", "42", "44", "54", "HV", "P0",
        )
    ),
}  # fmt: skip
OURS = (psycopg.ProgrammingError, psycopg.DataError, psycopg.IntegrityError, psycopg.NotSupportedError)
NOT_LISTED = Sentence(Unavailable, STRANGE)

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
    what = DAMAGED if str(error).startswith(NOT_TEXT) else SQLITE.get(code, NOT_LISTED)
    # A commit frame may lie in the log although the call to make it last failed: the next start may find it there.
    if phase == "committing" and what in (DISK, NOT_LISTED):
        return OutcomeUnknown(f"{name} {UNKNOWN}")
    return _told(name, what, f"code {code}", error)


def _postgresql_fault(name: str, error: psycopg.Error, phase: Phase, *, lost: bool) -> BadInput | None:
    if phase == "connecting" and isinstance(error, psycopg.ProgrammingError):
        said = str(error).strip()
        return Unavailable(f"{name} has an address that cannot be read ({said}); mend that part of it.")
    if phase == "connecting" and error.sqlstate is None:
        return Gone(f"{name} {_not_admitted(str(error))}")
    state = error.sqlstate or ""
    if not state and not lost and isinstance(error, OURS):
        return None  # the driver's own complaint
    what = LOST if lost else POSTGRESQL.get(state, POSTGRESQL.get(state[:2], NOT_LISTED))
    if phase == "committing" and (what == LOST or state in ("", "40003")):
        return OutcomeUnknown(f"{name} {UNKNOWN}")
    return _told(name, what, f"SQLSTATE {state}" if state else type(error).__name__, error)


def _told(name: str, what: Sentence | None, code: str, error: Exception) -> BadInput | None:
    if what is NOT_LISTED:
        _log.error("%s gave an error that is not sorted: %s", name, code, exc_info=error)
    return what.kind(f"{name} {what.says.format(code)}") if what else None


def _not_admitted(message: str) -> str:
    """Why no connection came about."""
    for said, what in NOT_ADMITTED.items():
        if re.search(said, message):
            return what
    if "FATAL:" in message:
        return f"refuses the connection ({message.rpartition('FATAL:')[2].strip()}); ask who runs the server."
    return "cannot be reached; check host and port, and see that the server runs."
