"""One database, SQLite or PostgreSQL: transactions that last once committed, and faults told as sentences."""

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Engine, Table, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from croupier.house.database import drivers, migrations
from croupier.house.database.addresses import address, name_of
from croupier.house.database.faults import DAMAGED, Contended, Phase, fault
from croupier.house.database.outages import Outage

__all__ = ["Connection", "Database"]  # who passes a connection on needs no library for its type

ATTEMPTS = 5  # how often a transaction is begun before others' being in its way is told
PAUSE_MS = 20  # before the second attempt, and each time as much longer
LOCK_SECONDS = 10

Result = TypeVar("Result")


class Database:
    """A database of the house. Open it, use `read`, `write` or `transact`, close it; any thread may use it.

    Every trouble with file, disk, server or network is raised as one of three kinds of `BadInput`: `Unavailable`
    (certainly nothing was written), of it `Contended` (trying again may succeed), and `OutcomeUnknown` (the
    connection or disk failed while committing). What the caller did wrong, such as breaking a constraint, stays
    SQLAlchemy's `IntegrityError`.
    """

    def __init__(self, engine: Engine, name: str) -> None:
        self.engine = engine
        self.name = name
        self.dialect = engine.dialect.name  # sqlite or postgresql
        self.outage = Outage(name)

    @classmethod
    def open(cls, written: str | Path, *, create: bool = False, lock_seconds: int = LOCK_SECONDS) -> Self:
        """The database at a path, `sqlite:///PATH` or `postgresql://…`, its schema checked.

        With `create` a missing file is made, and an empty database gets its schema. Nobody waits longer than
        `lock_seconds` for another's lock, or for a connection.
        """
        database = cls.at(written, create=create, lock_seconds=lock_seconds)
        try:
            standing = database.revision()
            if standing == "" and create:
                database.migrate()
            else:
                migrations.check(database.name, standing)
                database._write_ahead()
        except BaseException:
            database.close()
            raise
        return database

    @classmethod
    def at(cls, written: str | Path, *, create: bool = False, lock_seconds: int = LOCK_SECONDS) -> Self:
        """The database there, whatever its schema: for `migrate` only."""
        url = address(written)
        return cls(drivers.engine_at(url, lock_seconds, create=create), name_of(url))

    def close(self) -> None:
        """Close every connection that is not in use."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one moment of the database, and cannot write."""
        with self._begun(writes=False) as connection:
            with self._told("working"):
                yield connection
            self.outage.works(writes=False)

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A connection in one transaction, which is committed at the end, or rolled back where something is raised.

        SQLite lets one transaction write at a time. PostgreSQL isolates as READ COMMITTED: lock what you read to
        change it, with `with_for_update()`.
        """
        with self._committed() as connection:
            yield connection
        self.outage.works(writes=True)

    def try_commit(self) -> None:
        """Commits something that leaves nothing behind, as lastingly as anything else; raises what is in its way."""
        row = {"mark": f"tried-{secrets.token_hex(8)}"}
        with self._committed() as connection:
            connection.execute(text(f"INSERT INTO {migrations.VERSION_TABLE} VALUES (:mark)"), row)
            connection.execute(text(f"DELETE FROM {migrations.VERSION_TABLE} WHERE version_num = :mark"), row)
        self.outage.works(writes=True, tried_only=True)

    @contextmanager
    def _committed(self) -> Iterator[Connection]:
        with self._begun(writes=True) as connection:
            with self._told("working", writes=True):
                yield connection
                drivers.must_be_whole(connection)
            with self._told("committing", writes=True):
                connection.commit()

    def transact(self, function: Callable[[Connection], Result]) -> Result:
        """What `function` returns in one write transaction, begun again, a few times, where others were in its way.

        The function may so be called more than once, and must change nothing but the database.
        """
        for attempt in range(1, ATTEMPTS):
            try:
                with self.write() as connection:
                    return function(connection)
            except Contended:
                time.sleep(PAUSE_MS * attempt / 1000)
        with self.write() as connection:
            return function(connection)

    def insert(self, connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert many rows fast: tuples with a value for every column, in the table's order."""
        if rows:
            drivers.insert_rows(connection, table, rows)

    def sent_together(self, connection: Connection) -> AbstractContextManager[None]:
        """Inserts in which nobody waits for the answer to each; what is refused of them is raised at the end."""
        return drivers.sent_together(connection)

    def migrate(self) -> None:
        """Bring an empty database or an older schema up to this version's, in one transaction."""
        standing = self.revision()
        if not migrations.can_be_upgraded(standing):
            migrations.check(self.name, standing)
            return
        self._write_ahead()
        with self.write() as connection:
            migrations.upgrade(connection)

    def revision(self) -> str | None:
        """The schema's revision; "" where the database is empty, none where it is not Croupier's."""
        with self.read() as connection:
            names = inspect(connection).get_table_names()
            if migrations.VERSION_TABLE not in names:
                return None if names else ""
            kept = connection.execute(text(f"SELECT version_num FROM {migrations.VERSION_TABLE}")).scalar()
            return kept if isinstance(kept, str) and kept else None  # SQLite would keep bytes there too

    def _write_ahead(self) -> None:
        with self._told("connecting"):
            drivers.use_write_ahead_log(self.engine)

    @contextmanager
    def _begun(self, *, writes: bool) -> Iterator[Connection]:
        """A connection with a transaction begun, which is rolled back unless it is committed."""
        with self._told("connecting"):
            connection = self.engine.connect()
        try:
            with self._told("working", writes=writes):
                drivers.begin(connection, writes=writes)
            yield connection
        finally:
            with suppress(DBAPIError):  # a connection that was lost has nothing left to undo
                connection.rollback()
            connection.close()

    @contextmanager
    def _told(self, phase: Phase, *, writes: bool = False) -> Iterator[None]:
        """Trouble with the database, told as a sentence."""
        try:
            yield
        except DBAPIError as error:
            told = fault(self.name, error, phase)
            if told is None:
                raise
            self.outage.failed(told, writes=writes)
            raise told from error
        except UnicodeDecodeError as error:  # a name or a text in it, or what it says of them, is no text at all
            raise DAMAGED.kind(f"{self.name} {DAMAGED.says}") from error
        except PoolTimeout as error:
            raise Contended(f"{self.name} has no connection left for this program; wait and try again.") from error
