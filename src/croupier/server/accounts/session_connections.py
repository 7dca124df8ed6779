"""Sockets and requests that come under a session: when it is ended before its time, they are told at once.

The other processes of the house are told of it too; one that does not hear finds out when it looks the next time.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from croupier.house.service.service import TableService
from croupier.rulebook.errors import BadInput
from croupier.server.accounts.sessions import NOTED_MS, Session, Sessions
from croupier.server.wire.errors import Problem

RECHECK_SECONDS = 60.0  # how often it is looked whether who is connected is still signed in
TRUSTED_SECONDS = 1.0  # how long a session that was looked up is taken for granted while requests pour in
REMEMBERED_SECONDS = 60.0  # how long it is known that a session was ended, for whoever was let in just before
KIND = "sessions"
Found = TypeVar("Found")


class SessionOver(Problem):
    """The session is over, and nothing is done under it any more."""

    def __init__(self) -> None:
        super().__init__(401, "session_over", "Your session is over; sign in again.")


class SessionConnection:
    """A connection, or a request, that goes by a session; None where nobody is signed in."""

    def __init__(self, sessions: Sessions, session: Session | None, clock: Callable[[], int]) -> None:
        self.session = session
        self.over = asyncio.Event()
        self.asking: set[asyncio.Future[Any]] = set()
        self._sessions = sessions
        self._clock = clock
        self._checked_at = time.monotonic()  # who comes in was just looked up at the door

    async def checked(self, used: bool = False) -> Session | None:
        """The session, if there was one and it still is; where it is `used` it stays so for longer."""
        self._must_last()
        if self.session and time.monotonic() - self._checked_at >= TRUSTED_SECONDS:
            now_ms = self._clock()
            found = await asyncio.to_thread(self._sessions.look, self.session.key, now_ms)
            if found is None:
                raise SessionOver
            if used and now_ms - found.seen_ms >= NOTED_MS:
                await asyncio.to_thread(self._sessions.note, found.key, now_ms)
            self.session, self._checked_at = found, time.monotonic()
            self._must_last()  # it may have been ended since it was found
        return self.session

    def _must_last(self) -> None:
        if self.over.is_set():
            raise SessionOver

    async def keep_checking(self) -> None:
        """Raises once the session is over."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(RECHECK_SECONDS):
                    await self.over.wait()
            with suppress(BadInput):  # the database is away; the next time, then
                await self.checked()

    async def ask(self, asking: Coroutine[Any, Any, Found]) -> Found:
        """What is found, though the connection be lost meanwhile: whoever ends the session waits for it."""
        task = asyncio.ensure_future(asking)
        self.asking.add(task)
        task.add_done_callback(self._asked)
        return await asyncio.shield(task)

    def _asked(self, task: "asyncio.Future[Any]") -> None:
        self.asking.discard(task)
        if not task.cancelled():
            task.exception()  # where nobody waits for it any more, nobody is told


class SessionConnections:
    """Everybody in this process who goes by a session."""

    def __init__(self, service: TableService, sessions: Sessions, clock: Callable[[], int]) -> None:
        self._service = service
        self._sessions = sessions
        self._clock = clock
        self._connections: dict[str, set[SessionConnection]] = {}
        self._ended: dict[str, float] = {}  # the keys of sessions that were ended, and when, the latest last
        service.on_notification(KIND, self._part)

    @contextmanager
    def holding(self, session: Session | None) -> Iterator[SessionConnection]:
        """Somebody who goes by this session for a while."""
        session_connection = SessionConnection(self._sessions, session, self._clock)
        if session is None:
            yield session_connection
            return
        name = session.key.hex()
        if name in self._ended:
            session_connection.over.set()
        self._connections.setdefault(name, set()).add(session_connection)
        try:
            yield session_connection
        finally:
            for task in session_connection.asking:
                task.add_done_callback(lambda _: self._forget(name, session_connection))
            self._forget(name, session_connection)

    def _forget(self, name: str, session_connection: SessionConnection) -> None:
        """Who has gone is still known while something that they asked for is being done."""
        theirs = self._connections.get(name, set())
        if not session_connection.asking:
            theirs.discard(session_connection)
        if not theirs:
            self._connections.pop(name, None)

    async def end(self, session: Session) -> None:
        """Signs this session out: once this is done, nothing is done under it any more."""
        await asyncio.to_thread(self._sessions.end, session.key)
        await self._end([session.key])

    async def end_all(self, user: str, but: Session | None = None) -> None:
        """Signs a user out everywhere, or everywhere but here."""
        await self._end(await asyncio.to_thread(self._sessions.end_all, user, but.key if but else b""))

    async def _end(self, keys: Iterable[bytes]) -> None:
        names = [key.hex() for key in keys]
        self._service.announce(KIND, names)
        self._part(names)
        asked = [
            task
            for name in names
            for session_connection in self._connections.get(name, ())
            for task in session_connection.asking
        ]
        if asked:  # before the session was over, and so it is done; but not later than this
            await asyncio.wait(asked)

    def _part(self, names: Iterable[str]) -> None:
        now = time.monotonic()
        self._ended = {name: at for name, at in self._ended.items() if at > now - REMEMBERED_SECONDS}
        for name in names:
            self._ended[name] = now
            for session_connection in self._connections.get(name, ()):
                session_connection.over.set()
