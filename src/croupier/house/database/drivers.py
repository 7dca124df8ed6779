"""The two engines: connections that lose nothing they acknowledged, and what only a driver can do."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import (
    URL,
    BigInteger,
    Boolean,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    Table,
    Text,
    create_engine,
    event,
)  # fmt: skip
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from croupier.house.database.addresses import name_of
from croupier.house.database.arrays import of_bytes, of_numbers, of_texts
from croupier.house.database.faults import NOT_A_DATABASE
from croupier.rulebook.errors import BadInput

WRITES = "writes"  # the execution option of connections that are to write, and whether one in the pool may
FILE = "file"  # which file a connection in the pool has open

MAGIC = b"SQLite format 3\0"  # SQLite takes a file of a few other bytes for an empty one, and would write over it
WAL = "PRAGMA journal_mode = WAL"
PRAGMAS = (
    "PRAGMA synchronous = FULL",  # a commit is on the disk before it returns
    "PRAGMA fullfsync = ON",  # past the drive's own cache, on the one system that asks for more than fsync
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",  # so that INSERT OR REPLACE cannot delete behind a trigger's back
)

# A server that is gone is noticed in seconds, not in the hours TCP would wait; an address may say otherwise.
CONNECT = {
    "connect_timeout": "10",
    "keepalives_idle": "10",
    "keepalives_interval": "3",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
    "application_name": "croupier",
    "client_encoding": "utf8",
}

# How PostgreSQL calls a type, and how a column of it is written; all others are texts.
TEXTS = (Text, "text", of_texts)
ARRAYS = (
    (LargeBinary, "bytea", of_bytes), (BigInteger, "int8", of_numbers), (Integer, "int4", of_numbers),
    (Boolean, "bool", of_numbers),
)  # fmt: skip


def engine_at(url: URL, lock_seconds: int, *, create: bool) -> Engine:
    """The engine for an address; nothing but a missing SQLite file, with `create`, is made yet."""
    if url.drivername == "sqlite":
        return _sqlite_engine(url, lock_seconds, create=create)
    return _postgresql_engine(url, lock_seconds)


def begin(connection: Connection, *, writes: bool) -> None:
    """Begin a transaction: one that writes, or one that sees a single moment and cannot."""
    if connection.dialect.name == "sqlite":
        connection.execution_options(**{WRITES: writes})
    elif not writes:
        connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    else:
        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)
        driver.read_only = None  # as the server says: whoever set default_transaction_read_only wants nothing written
    connection.begin()


def must_be_whole(connection: Connection) -> None:
    """Stop where the transaction has failed already, for PostgreSQL answers its COMMIT as if nothing were wrong."""
    driver = connection.connection.driver_connection
    if isinstance(driver, sqlite3.Connection):
        whole = driver.in_transaction
    else:
        assert isinstance(driver, psycopg.Connection)
        whole = driver.info.transaction_status in (TransactionStatus.IDLE, TransactionStatus.INTRANS)
    if not whole:
        raise RuntimeError("the transaction had failed, and its error was not passed on")


def insert_rows(connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows as fast as the database takes them."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_insertion(table), list(rows))
        return
    statement, arrays = _insertion_of_arrays(table)
    columns = zip(*rows, strict=True)
    connection.exec_driver_sql(statement, tuple([array(column) for array, column in zip(arrays, columns, strict=True)]))


@contextmanager
def sent_together(connection: Connection) -> Iterator[None]:
    """Lets statements that return nothing be sent without waiting for each one's answer, where that takes a message.

    What the database refuses of them is raised at the end, if not before.
    """
    driver = connection.connection.driver_connection
    if isinstance(driver, psycopg.Connection):
        with _wrapped(connection), driver.pipeline():
            yield
    else:
        yield


@contextmanager
def _wrapped(connection: Connection) -> Iterator[None]:
    """A driver's error as SQLAlchemy would raise it."""
    try:
        yield
    except (sqlite3.Error, psycopg.Error) as error:
        driver = connection.connection.driver_connection
        if isinstance(driver, psycopg.Connection) and driver.closed:
            connection.exec_driver_sql("SELECT 1")  # fails, and so tells SQLAlchemy of the loss
        raise DBAPIError.instance(None, None, error, Exception) from error


@cache
def _insertion(table: Table) -> str:
    columns, places = ", ".join(table.columns.keys()), ", ".join("?" * len(table.columns))
    return f"INSERT INTO {table.name} ({columns}) VALUES ({places})"


@cache
def _insertion_of_arrays(table: Table) -> tuple[str, tuple[Callable[[Any], str], ...]]:
    """The statement, and how each column is written: all its values are one parameter."""
    columns = table.columns.values()
    types = [next((found for found in ARRAYS if isinstance(column.type, found[0])), TEXTS) for column in columns]
    places = ", ".join(f"CAST(%s AS {name}[])" for _, name, _ in types)
    names = ", ".join(table.columns.keys())
    return f"INSERT INTO {table.name} ({names}) SELECT * FROM unnest({places})", tuple([array for *_, array in types])


def use_write_ahead_log(engine: Engine) -> None:
    """Let SQLite write ahead in a log, so that readers and the writer do not wait for each other."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            with _wrapped(connection):
                (mode,) = driver.execute(WAL).fetchone()
            if mode != "wal":
                raise BadInput(f"{name_of(engine.url)} is on a disk without shared memory; put it on a local disk.")


def _sqlite_engine(url: URL, lock_seconds: int, *, create: bool) -> Engine:
    path = Path(url.database or "")
    _find(path, name_of(url), create=create)
    address = f"{path.absolute().as_uri()}?mode=rw"  # never a new, empty file where the database has gone

    def connect(*_: Any) -> sqlite3.Connection:
        driver = sqlite3.connect(address, timeout=lock_seconds, isolation_level=None, check_same_thread=False, uri=True)
        try:
            for pragma in PRAGMAS:
                driver.execute(pragma)
        except BaseException:
            driver.close()
            raise
        return driver

    def begin(connection: Connection) -> None:
        writes, driver = connection.get_execution_options().get(WRITES, False), connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        with _wrapped(connection):  # asked of the driver itself: a third of all statements are these
            if connection.info.get(WRITES) is not writes:
                driver.execute(f"PRAGMA query_only = {'OFF' if writes else 'ON'}")
                connection.info[WRITES] = writes
            driver.execute("BEGIN IMMEDIATE" if writes else "BEGIN")

    def opened(_driver: Any, record: ConnectionPoolEntry) -> None:
        record.info[FILE] = _identity(path)

    def used_again(_driver: Any, record: ConnectionPoolEntry, _pooled: Any) -> None:
        if record.info[FILE] != _identity(path):
            raise DisconnectionError("the file was taken away or replaced; who writes to it writes for nobody")

    engine = create_engine(url, hide_parameters=True, pool_timeout=lock_seconds)
    event.listen(engine, "do_connect", connect)
    event.listen(engine, "connect", opened)
    event.listen(engine, "checkout", used_again)
    event.listen(engine, "begin", begin)
    return engine


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file is there, none where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _find(path: Path, name: str, *, create: bool) -> None:
    """See that there is a file, or make it."""
    if os.path.isfile(path):
        with suppress(OSError), open(path, "rb") as file:  # where it may not be read SQLite will say so
            if file.read(len(MAGIC)) not in (b"", MAGIC):
                raise BadInput(f"{name} {NOT_A_DATABASE}")
        return
    if os.path.exists(path):
        raise BadInput(f"{name} is a folder or a device; write the path of a file.")
    if not os.path.isdir(path.absolute().parent):
        raise BadInput(f"{name} cannot be there, for there is no folder {path.absolute().parent}; make it first.")
    if not create:
        raise BadInput(f"{name} is not there; check the path, or let a new one be made.")
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))  # its log and index get the same permissions
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"{name} cannot be made ({reason}); choose a place where you may write.") from error


def _postgresql_engine(url: URL, lock_seconds: int) -> Engine:
    def connect(_dialect: Any, _record: Any, args: list[Any], options: dict[str, Any]) -> psycopg.Connection[Any]:
        driver = psycopg.connect(*args, **{**CONNECT, **options}, autocommit=True)
        try:
            _must_last(driver, name_of(url))
            driver.execute(f"SET lock_timeout = {max(lock_seconds * 1000, 1)}")  # 0 would be for ever
        except BaseException:
            driver.close()
            raise
        driver.autocommit = False
        return driver

    engine = create_engine(url, hide_parameters=True, pool_timeout=lock_seconds, pool_pre_ping=True)
    event.listen(engine, "do_connect", connect)
    return engine


def _must_last(driver: psycopg.Connection[Any], name: str) -> None:
    """Refuse a server that acknowledges what a power cut would take back, or that cannot spell every name."""
    query = "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'server_encoding')"
    settings = dict(driver.execute(query).fetchall())
    for setting in ("synchronous_commit", "fsync"):
        if settings[setting] == "off":
            raise BadInput(f"{name} has {setting} off, so a power cut may take back a round; set {setting} = on.")
    if settings["server_encoding"] != "UTF8":
        raise BadInput(f"{name} is not in UTF8; make it with createdb --encoding=UTF8 --template=template0.")
