"""News between the processes of a house, by PostgreSQL's own notifications: tables that changed, players who are there.

What is told may be lost, with a process or a connection. Whoever needs to be sure looks at the database now and then.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from types import TracebackType
from typing import Self

import psycopg
import psycopg.conninfo
from sqlalchemy import URL

from croupier.house.database.drivers import CONNECT

CHANNEL = "croupier"
RETRY_SECONDS = 1.0
LONGEST_NOTE = 7900  # bytes; the server takes fewer than 8000

_log = logging.getLogger("croupier")


class Notifications:
    """Passes names of some kind, such as `tables`, on to the other processes, and what these tell to `heard`.

    Where the connection is lost a new one is made, and nothing is heard meanwhile.
    """

    def __init__(self, url: URL, heard: Callable[[str, Sequence[str]], None]) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._on_notification = heard
        self._to_tell: dict[tuple[str, str], None] = {}  # kinds and names, in the order they came
        self._something_to_tell = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._own_pid = 0  # of the connection that tells others

    async def __aenter__(self) -> Self:
        self._tasks = [asyncio.create_task(self._again_and_again(work)) for work in (self._listen, self._announce)]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def tell(self, kind: str, names: Iterable[str]) -> None:
        """Other processes shall hear of these names.

        A change is told behind its commit, not in it, for PostgreSQL lets transactions with notifications commit only
        one at a time.
        """
        self._to_tell.update(dict.fromkeys((kind, name) for name in names))
        self._something_to_tell.set()

    async def _again_and_again(self, work: Callable[[psycopg.AsyncConnection], Awaitable[None]]) -> None:
        address = psycopg.conninfo.make_conninfo(self._address, **CONNECT)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                    await work(connection)
            except (psycopg.Error, OSError):  # the server is away, or a standby; the next time, then
                pass
            except Exception:
                _log.exception("What other processes tell could not be taken in")
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, connection: psycopg.AsyncConnection) -> None:
        await connection.execute(f"LISTEN {CHANNEL}".encode())
        async for note in connection.notifies():
            if note.pid != self._own_pid:
                kind, _, names = note.payload.partition(":")
                self._on_notification(kind, names.split(","))

    async def _announce(self, connection: psycopg.AsyncConnection) -> None:
        self._own_pid = connection.info.backend_pid
        self._something_to_tell.set()  # what the last connection could not tell
        while True:
            await self._something_to_tell.wait()
            self._something_to_tell.clear()
            telling = list(self._to_tell)
            for note in notes(telling):
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, note))
            for told in telling:  # what could not be told stays, for the next connection
                self._to_tell.pop(told, None)


def notes(named: Iterable[tuple[str, str]]) -> list[str]:
    """Kinds and names in as few notes as the server's limit allows, each of one kind."""
    found: list[str] = []
    for kind, name in named:
        fits = found and found[-1].startswith(f"{kind}:") and len(f"{found[-1]},{name}".encode()) <= LONGEST_NOTE
        if fits:
            found[-1] += f",{name}"
        else:
            found.append(f"{kind}:{name}")
    return found
