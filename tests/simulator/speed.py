"""What makes nights short and changes nothing else: one folder, statements compiled once, routes read once."""

from atexit import register
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from inspect import signature
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from litestar.datastructures import State
from litestar.di import Provide
from litestar.events import SimpleEventEmitter
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from croupier.house.database.database import Database
from croupier.server.accounts import accounts, cage
from croupier.server.app import app
from croupier.server.tables import sockets
from tests.house.database.postgres import memory
from tests.simulator.processes import Process, current

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
def shared_routes(process: Process) -> Iterator[None]:
    """An app made meanwhile, for this process, takes over the routes that the first one ever made has read.

    Reading them takes a fifth of a night that begins processes again and again. What differs between two apps is what
    their handlers are given; that is looked up by which process is at work. Only routes that somebody in a night asks
    for are there.
    """
    usual_routes, usual_app = app.API, app.Floor
    app.API = (*accounts.ROUTES, *cage.ROUTES, *sockets.ROUTES)
    app.Floor = _made_for(process, usual_app)  # type: ignore[assignment,misc]
    try:
        yield
    finally:
        app.API, app.Floor = usual_routes, usual_app  # type: ignore[misc]


def _made_for(process: Process, floor: type[app.Floor]) -> Callable[..., app.Floor]:
    def made(*, dependencies: dict[str, Provide], lifespan: list[Any], **given: Any) -> app.Floor:
        process.given = {name: provided.dependency for name, provided in dependencies.items() if not _asks(provided)}
        if not _first:
            looked_up = {name: Provide(_given(name), sync_to_thread=False) for name in process.given}
            _first.append(floor(dependencies=dependencies | looked_up, lifespan=[], **given))
        own = copy(_first[0])
        own.state, own._lifespan_managers, own.event_emitter = State(), lifespan, SimpleEventEmitter([])
        return own

    return made


_first: list[app.Floor] = []


def _asks(provided: Provide) -> bool:
    """Whether what a handler is given depends on the request: that is the same in every app."""
    return bool(signature(provided.dependency).parameters)


def _given(name: str) -> Callable[[], Any]:
    def given() -> Any:
        process = current()
        assert process is not None
        return process.given[name]()

    return given


@cache
def top() -> Path:
    """A folder for the disks of all nights of this process, in memory if there is one."""
    folder = TemporaryDirectory(prefix="croupier-", dir=memory())
    register(folder.cleanup)
    return Path(folder.name)
