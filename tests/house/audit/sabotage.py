"""A database that fails at a chosen step of a transaction: once, or from then on until it is mended."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal, NoReturn

import psycopg
from sqlalchemy import PoolProxiedConnection, event

from croupier.house.database.database import Database

Mode = Literal["once", "lasting", "kept", "contended"]
READS = ("SELECT", "PRAGMA", "SHOW")
COMMIT = "COMMIT"


class Sabotage:
    """Counts the steps of transactions, which are statements and commits, and fails at one of them.

    `once` refuses that step. `lasting` refuses it and whatever comes after, connections included, as if the disk or
    the server were gone. `kept` carries out all up to the commit, and then is lost. `contended` has another in the way
    at the first step, at the next attempt at the second step, and so on.
    """

    def __init__(self, database: Database, *, reads: bool) -> None:
        self._dialect = database.dialect
        self._reads = reads
        self._mode: Mode | None = None
        self._place = 0
        self._count = 0
        self.struck = ""  # the step at which it failed last

    def arm(self, mode: Mode, place: int = 1) -> None:
        """Fail at this step, 1 the first, of what comes."""
        self._mode, self._place, self._count, self.struck = mode, place, 0, ""

    def disarm(self) -> None:
        """All is well again."""
        self._mode = None

    def executing(self, cursor: Any, statement: str, *_: Any) -> None:
        """Called in place of a statement; unless it fails here, the statement is then carried out."""
        if self._reads or not statement.startswith(READS):
            try:
                self.step(cursor.connection, statement)
            except BaseException:
                cursor.close()  # for nobody else does when the connection is lost
                raise

    def step(self, driver: Any, name: str) -> None:
        """One step; fails if it is the one, or if all is lost already."""
        if self._mode is None:
            return
        self._count += 1
        if self._lost:
            self._lose(driver)
        if self._mode == "kept" or self._count != self._place:
            return
        self.struck = name
        if self._mode == "lasting":
            self._lose(driver)
        if self._mode == "once":
            raise self._full()
        self._place, self._count = self._place + 1, 0
        raise self._contended()

    def committed(self, driver: Any) -> None:
        """Called when a commit has been carried out."""
        if self._mode == "kept":
            self.struck = COMMIT
            self._lose(driver)

    def connected(self, driver: Any, *_: Any) -> None:
        """Called when a connection was made; there is none any more if all is lost."""
        if self._lost:
            self._lose(driver)

    @property
    def _lost(self) -> bool:
        return self._mode in ("lasting", "kept") and bool(self.struck)

    def _lose(self, driver: Any) -> NoReturn:
        if self._dialect == "postgresql":
            driver.close()  # the server hears nothing more, and takes back what was not committed
        raise self._gone()

    def _gone(self) -> Exception:
        if self._dialect == "postgresql":
            return psycopg.OperationalError("server closed the connection unexpectedly")
        return _sqlite_error(sqlite3.SQLITE_IOERR)

    def _full(self) -> Exception:
        return psycopg.errors.DiskFull() if self._dialect == "postgresql" else _sqlite_error(sqlite3.SQLITE_FULL)

    def _contended(self) -> Exception:
        if self._dialect == "postgresql":
            return psycopg.errors.DeadlockDetected()
        return _sqlite_error(sqlite3.SQLITE_BUSY)


def _sqlite_error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("sabotage")
    error.sqlite_errorcode = code
    return error


@contextmanager
def sabotaged(database: Database, *, reads: bool = False) -> Iterator[Sabotage]:
    """Makes a database able to fail; with `reads`, what only reads is a step too."""
    sabotage, engine = Sabotage(database, reads=reads), database.engine
    for name in ("do_execute", "do_executemany", "do_execute_no_params"):
        event.listen(engine, name, sabotage.executing)
    event.listen(engine, "connect", sabotage.connected)
    do_commit = engine.dialect.do_commit

    def commit(pooled: PoolProxiedConnection) -> None:
        sabotage.step(pooled.driver_connection, COMMIT)
        do_commit(pooled)
        sabotage.committed(pooled.driver_connection)

    engine.dialect.do_commit = commit  # type: ignore[method-assign,assignment]
    try:
        yield sabotage
    finally:
        sabotage.disarm()
