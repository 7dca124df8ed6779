"""A socket at a table, or in the lobby: wishes come in, what there is to see goes out."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from croupier.house.desk import Desk
from croupier.house.service import Watcher
from croupier.rulebook.errors import BadInput
from croupier.server.errors import Problem, trouble_of
from croupier.server.finding import found_desk
from croupier.server.given import GivenClock, GivenRail, GivenSession, GivenSessions, GivenSettings
from croupier.server.guards import may
from croupier.server.limits import Buckets
from croupier.server.lobby import LobbySeen
from croupier.server.pages import TableCard
from croupier.server.rail import Onlooker, Rail
from croupier.server.sessions import NOTED_MS, Session, Sessions
from croupier.server.settings import Rate
from croupier.server.wire import Answered, Asked, Goodbye, MeterSeen, MetersSeen, TableSeen, Told
from croupier.server.wishing import answer_to

PATIENCE_SECONDS = 10  # how long a reader may take for one message
MOST_MALFORMED = 5
RECHECK_SECONDS = 60.0  # how often it is looked whether who is signed in still is
TRUSTED_SECONDS = 1.0  # how long a session that was looked up is taken for granted while wishes pour in
GAP_SECONDS = 0.1  # between two looks at a table while only others move it; a wish of one's own is shown at once
SESSION_OVER = Goodbye("Your session is over; sign in again.", again=False)
TOO_MANY = Goodbye("Too many messages at once; load the page again.", again=False)
NOT_READ = Goodbye("What was sent cannot be read; load the page again.", again=False)
TOO_SLOW = Goodbye("The connection is too slow; it is tried again.", again=True)
UNREADABLE = "The message is not as it should be"
_read = msgspec.json.Decoder(Asked).decode
Socket = WebSocket[Any, Any, Any]
Clock = Callable[[], int]


class Leaving(Exception):  # noqa: N818 - it is no error to leave
    """The connection ends; the goodbye, if any, is said first."""

    def __init__(self, goodbye: Goodbye | None = None) -> None:
        super().__init__(goodbye)
        self.goodbye = goodbye


@websocket("/tables/{table:str}/socket", name="table_socket")
async def table_socket(
    socket: Socket,
    table: FromPath[str],
    rail: GivenRail,
    sessions: GivenSessions,
    session: GivenSession,
    settings: GivenSettings,
    clock: GivenClock,
) -> None:
    """One seat or watcher at a table."""
    await socket.accept()
    try:
        await asyncio.to_thread(found_desk, rail.house, table)
    except (BadInput, Problem) as error:
        await _part(socket, Goodbye(trouble_of(error)[1].sentence, again=not isinstance(error, Problem)))
        return
    onlooker = Onlooker(session.user if session else None)
    async with rail.service.watch(table) as watcher:
        with rail.stand(onlooker):
            signed_in = SignedIn(sessions, session, clock)
            place = TablePlace(socket, rail, onlooker, watcher, signed_in, settings.wishes)
            await _until_one_ends(socket, place.watch, place.tell, place.receive, place.signed_in.keep_checking)


@websocket("/lobby/socket", name="lobby_socket")
async def lobby_socket(
    socket: Socket, rail: GivenRail, sessions: GivenSessions, session: GivenSession, clock: GivenClock
) -> None:
    """Somebody in the lobby."""
    await socket.accept()
    signed_in = SignedIn(sessions, session, clock)
    onlooker = Onlooker(session.user if session else None, in_lobby=True)

    async def tell() -> None:
        shown: dict[str, TableCard] = {}
        now = await rail.look_at_lobby()
        while True:
            if changed := tuple([card for name, card in now.items() if shown.get(name) != card]):
                await _send(socket, LobbySeen(changed))
            shown = now
            await onlooker.news.wait()
            onlooker.news.clear()
            now = rail.tables

    async def listen() -> None:
        await _received(socket)
        raise Leaving(NOT_READ)  # nothing is asked of the lobby

    with rail.stand(onlooker):
        await _until_one_ends(socket, tell, listen, signed_in.keep_checking)


class SignedIn:
    """Whose connection it is, for as long as the session lasts."""

    def __init__(self, sessions: Sessions, session: Session | None, clock: Clock) -> None:
        self.session = session
        self._sessions = sessions
        self._clock = clock
        self._checked_at = 0.0

    async def checked(self, used: bool = False) -> Session | None:
        """The session, if there was one and it still is; where it is `used` it stays so for longer."""
        if self.session is None or time.monotonic() - self._checked_at < TRUSTED_SECONDS:
            return self.session
        now_ms = self._clock()
        found = await asyncio.to_thread(self._sessions.look, self.session.key, now_ms)
        if found is None:
            raise Leaving(SESSION_OVER)
        if used and now_ms - found.seen_ms >= NOTED_MS:
            await asyncio.to_thread(self._sessions.note, found.key, now_ms)
        self.session, self._checked_at = found, time.monotonic()
        return found

    async def keep_checking(self) -> None:
        """Ends the connection once the session is over."""
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            await self.checked()


class TablePlace:
    """One connection to a table. The table is sent as it stands when the last message has gone: never a queue of it."""

    def __init__(
        self, socket: Socket, rail: Rail, onlooker: Onlooker, watcher: Watcher, signed_in: SignedIn, wishes: Rate
    ) -> None:
        self.signed_in = signed_in
        self._socket = socket
        self._rail = rail
        self._onlooker = onlooker
        self._watcher = watcher
        self._desk: Desk | None = None
        self._answers: deque[Answered] = deque()
        self._urgent = asyncio.Event()  # what is new concerns this place: no reason to wait for more
        self._wishes = Buckets(wishes)
        self._malformed = 0
        self._told_last = 0

    async def watch(self) -> None:
        """Notes every change of the table."""
        while True:
            self._desk = await self._watcher.next()
            if self._concerns_me(self._desk):
                self._urgent.set()
            self._onlooker.news.set()

    def _concerns_me(self, desk: Desk) -> bool:
        """Whether this place is asked for an answer, or a round is over."""
        round_, user = desk.state.round, self._onlooker.user
        asked = desk.state.player(round_.to_ask[0]) if round_ and round_.to_ask else ""
        return bool(user and asked == user.name) or desk.last_number != self._told_last

    async def tell(self) -> None:
        """Sends what is new: the table, answers, the meters of its link when other tables moved them."""
        shown: TableSeen | None = None
        meters: tuple[MeterSeen, ...] = ()
        while True:
            await self._onlooker.news.wait()
            self._onlooker.news.clear()
            self._urgent.clear()
            if self._desk is None:
                continue
            answers = [self._answers.popleft() for _ in range(len(self._answers))]
            desk = self._rail.house.known(self._desk.table_id) or self._desk
            seen = await self._rail.seen(desk, self._onlooker.user, self._told_last)
            if shown is None or not _alike(shown, seen):
                await _send(self._socket, seen)
                shown, meters = seen, seen.meters
                self._onlooker.balance_cents, self._told_last = seen.balance_cents, desk.last_number
            for answer in answers:  # behind the table as it is since: who hears that a wish is done has seen it done
                await _send(self._socket, answer)
            if meters != seen.meters:
                meters = seen.meters
                await _send(self._socket, MetersSeen({desk.link: meters}))
            with suppress(TimeoutError):
                async with asyncio.timeout(GAP_SECONDS):
                    await self._urgent.wait()

    async def receive(self) -> None:
        """Answers wishes one after the other, as they come."""
        while True:
            text = await _received(self._socket)
            if self._wishes.wait_seconds("", time.monotonic()):
                raise Leaving(TOO_MANY)
            self._answers.append(await self._answer(text))
            self._urgent.set()
            self._onlooker.news.set()

    async def _answer(self, text: str) -> Answered:
        try:
            asked = _read(text)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._malformed += 1
            if self._malformed > MOST_MALFORMED:
                raise Leaving(NOT_READ) from None
            return Answered("", "refused", "malformed", str(BadInput(f"{UNREADABLE}: {error}.")))
        try:
            session = await self.signed_in.checked(used=True)
            may("ask_table", session)
            assert session is not None, "only who is signed in asks anything of a table"
            assert self._desk is not None, "a table is shown before anything is asked of it"
            desk = self._rail.house.known(self._desk.table_id) or self._desk
            return await answer_to(self._rail.service, session.user, desk, asked)
        except Problem as problem:
            said = problem.trouble
            return Answered(asked.id, "refused", said.code, said.sentence, said.clause)
        except BadInput:
            return Answered(asked.id, "failed", "unavailable", trouble_of(Problem(503))[1].sentence)


def _alike(shown: TableSeen, seen: TableSeen) -> bool:
    """Whether nothing but a clock's hand has moved."""
    still = {"waiting": None, "meters": ()}
    return shown.version == seen.version and (
        msgspec.structs.replace(shown, **still, last=None, last_as_before=True)
        == msgspec.structs.replace(seen, **still, last=None, last_as_before=True)
    )


async def _until_one_ends(socket: Socket, *works: Callable[[], Awaitable[None]]) -> None:
    """Runs all of them until one ends the connection; then says goodbye."""
    tasks = [asyncio.ensure_future(work()) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        error = task.exception()
        if isinstance(error, Leaving):
            await _part(socket, error.goodbye)
        elif error is not None:
            raise error


async def _received(socket: Socket) -> str:
    """The next message, "" for one that is no text."""
    try:
        return await socket.receive_data(mode="text")
    except WebSocketDisconnect:
        raise Leaving from None


async def _send(socket: Socket, told: Told | LobbySeen) -> None:
    """Sends a message, to whoever reads at all."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await socket.send_data(msgspec.json.encode(told).decode())
    except TimeoutError:
        raise Leaving(TOO_SLOW) from None
    except (WebSocketDisconnect, OSError):  # a server raises OSError where nobody is left to send to
        raise Leaving from None


async def _part(socket: Socket, goodbye: Goodbye | None) -> None:
    if goodbye is None:
        return
    try:
        await _send(socket, goodbye)
        await socket.close()
    except Exception:  # whoever has gone is not told
        return


ROUTES = (table_socket, lobby_socket)
