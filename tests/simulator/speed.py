"""What makes nights short and changes nothing else: a folder for all of them, statements compiled once for all."""

from atexit import register
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from croupier.house.database import Database
from croupier.server import accounts, app, cage, sockets
from tests.house.postgres import memory

_compiled: dict[str, Any] = {}


def share_compiled(database: Database) -> Database:
    """The database, with the statements that others have compiled: for one SQLite they are as for any other."""
    SQLiteDialect_pysqlite.__eq__ = _is_sqlite_too  # type: ignore[method-assign]
    SQLiteDialect_pysqlite.__hash__ = _always_the_same  # type: ignore[assignment]
    engine = database.engine
    engine._compiled_cache = _compiled.setdefault("cache", engine._compiled_cache)
    return database


def _is_sqlite_too(_: Any, other: object) -> bool:
    return isinstance(other, SQLiteDialect_pysqlite)


def _always_the_same(_: Any) -> int:
    return 1


@contextmanager
def few_routes() -> Iterator[None]:
    """An app made meanwhile has only the routes that somebody in a night asks for: each takes a while to register."""
    usual = app.API
    app.API = (*accounts.ROUTES, *cage.ROUTES, *sockets.ROUTES)
    try:
        yield
    finally:
        app.API = usual


@cache
def top() -> Path:
    """A folder for the disks of all nights of this process, in memory if there is one."""
    folder = TemporaryDirectory(prefix="croupier-", dir=memory())
    register(folder.cleanup)
    return Path(folder.name)
