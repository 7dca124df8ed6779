"""A socket at a table, or in the lobby: requests come in, what there is to see goes out."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from msgspec import Struct, structs

from croupier.house.log.house_table import HouseTable
from croupier.house.service.service import Watcher
from croupier.rulebook.errors import BadInput
from croupier.server.accounts.dependencies import GivenSession, GivenSessionConnections
from croupier.server.accounts.guards import may
from croupier.server.accounts.session_connections import SessionConnection, SessionConnections, SessionOver
from croupier.server.accounts.sessions import Session
from croupier.server.dependencies import GivenSettings
from croupier.server.limits import Buckets
from croupier.server.settings import Rate, Settings
from croupier.server.tables.dependencies import GivenViewCache
from croupier.server.tables.finding import found_table
from croupier.server.tables.live_views import Spectator, ViewCache
from croupier.server.tables.lobby import LobbySeen
from croupier.server.tables.table_requests import answer_to
from croupier.server.wire.errors import Problem, trouble_of
from croupier.server.wire.messages import Answered, Asked, Goodbye, MeterSeen, MetersSeen, ServerMessage, TableSeen
from croupier.server.wire.schemas import TableCard
from croupier.server.wire.scopes import CLOSED_BY_US

PATIENCE_SECONDS = 10  # how long a reader may take for what is sent at once
MOST_MALFORMED = 5
NORMAL = 1000  # how a connection is closed where nothing is wrong
GAP_SECONDS = 0.1  # between two looks at a table while only others move it; a request of one's own is shown at once
SESSION_OVER = Goodbye(SessionOver().trouble.sentence, again=False)
TOO_MANY = Goodbye("Too many messages at once; load the page again.", again=False)
NOT_READ = Goodbye("What was sent cannot be read; load the page again.", again=False)
TOO_SLOW = Goodbye("The connection is too slow; it is tried again.", again=True)
UNREADABLE = "The message is not as it should be"
_read = msgspec.json.Decoder(Asked).decode
Socket = WebSocket[Any, Any, Any]


class Leaving(Exception):  # noqa: N818 - it is no error to leave
    """The connection ends; the goodbye, if any, is said first."""

    def __init__(self, goodbye: Goodbye | None = None) -> None:
        super().__init__(goodbye)
        self.goodbye = goodbye


@websocket("/tables/{table:str}/socket", name="table_socket")
async def table_socket(
    socket: Socket,
    table: FromPath[str],
    view_cache: GivenViewCache,
    session_connections: GivenSessionConnections,
    session: GivenSession,
    settings: GivenSettings,
) -> None:
    """One seat or watcher at a table."""
    await visit_table(socket, table, view_cache, session_connections, session, settings, TablePlace)


async def visit_table(
    socket: Socket,
    table: str,
    view_cache: ViewCache,
    session_connections: SessionConnections,
    session: Session | None,
    settings: Settings,
    place_of: "type[TablePlace]",
) -> None:
    """Somebody stays at a table until one side ends it, at a place of this kind."""

    async def stay() -> None:
        await asyncio.to_thread(found_table, view_cache.house, table)
        spectator = Spectator(session.user if session else None, table=table)
        async with view_cache.service.watch(table) as watcher:
            with view_cache.stand(spectator), session_connections.holding(session) as session_connection:
                place = place_of(socket, view_cache, spectator, watcher, session_connection, settings.table_requests)
                await until_one_ends(place.watch, place.tell, place.receive, session_connection.keep_checking)

    await let_in(socket, stay)


@websocket("/lobby/socket", name="lobby_socket")
async def lobby_socket(
    socket: Socket, view_cache: GivenViewCache, session_connections: GivenSessionConnections, session: GivenSession
) -> None:
    """Somebody in the lobby."""
    spectator = Spectator(session.user if session else None, in_lobby=True)

    async def tell() -> None:
        shown: dict[str, TableCard] = {}
        now = await view_cache.look_at_lobby()
        while True:
            if changed := tuple([card for name, card in now.items() if shown.get(name) != card]):
                await send(socket, LobbySeen(changed))
            shown = now
            await spectator.news.wait()
            spectator.news.clear()
            now = view_cache.tables

    await look_on(socket, view_cache, session_connections, session, spectator, tell)


async def look_on(
    socket: Socket,
    view_cache: ViewCache,
    session_connections: SessionConnections,
    session: Session | None,
    spectator: Spectator,
    tell: Callable[[], Awaitable[None]],
) -> None:
    """Somebody is told what there is to see until one side ends it, and asks nothing."""

    async def listen() -> None:
        await received(socket)
        raise Leaving(NOT_READ)

    async def stay() -> None:
        with view_cache.stand(spectator), session_connections.holding(session) as session_connection:
            await until_one_ends(tell, listen, session_connection.keep_checking)

    await let_in(socket, stay)


async def let_in(socket: Socket, stay: Callable[[], Awaitable[None]]) -> None:
    """Opens the door to whoever has not gone again meanwhile; however the visit ends, who is still there is told why.

    What nobody foresaw is for the log alone, and so is what it was about; the browser connects anew.
    """
    try:
        await _accept(socket)
        await stay()
    except Leaving as end:
        await _part(socket, end.goodbye)
    except SessionOver:
        await _part(socket, SESSION_OVER)
    except Exception as error:
        status, trouble = trouble_of(error)
        if status == 500:
            socket.scope["state"]["error"] = error
        again = not isinstance(error, Problem)  # a table that is not there will not be there the next time
        await _part(socket, Goodbye(trouble.sentence, again), CLOSED_BY_US + status if again else NORMAL)


async def _accept(socket: Socket) -> None:
    try:
        await socket.accept()
    except OSError:
        raise Leaving from None


class TablePlace:
    """One connection to a table. The table is sent as it stands when the last message has gone: never a queue of it."""

    def __init__(
        self,
        socket: Socket,
        view_cache: ViewCache,
        spectator: Spectator,
        watcher: Watcher,
        session_connection: SessionConnection,
        requests: Rate,
    ) -> None:
        self._socket = socket
        self.view_cache = view_cache
        self.spectator = spectator
        self._watcher = watcher
        self._session_connection = session_connection
        self._table: HouseTable | None = None
        self._answers: deque[Answered] = deque()
        self._urgent = asyncio.Event()  # what is new concerns this place: no reason to wait for more
        self._table_requests = Buckets(requests)
        self._malformed = 0
        self._told_last = 0

    async def watch(self) -> None:
        """Notes every change of the table."""
        while True:
            self._table = await self._watcher.next()
            if self._concerns_me(self._table):
                self._urgent.set()
            self.spectator.news.set()

    def _concerns_me(self, table: HouseTable) -> bool:
        """Whether this place is asked for an answer, or a round is over."""
        round_, user = table.state.round, self.spectator.user
        asked = table.state.player(round_.to_ask[0]) if round_ and round_.to_ask else ""
        return bool(user and asked == user.name) or table.last_number != self._told_last

    async def tell(self) -> None:
        """Sends what is new: the table, answers, the meters of its link when other tables moved them."""
        shown: TableSeen | None = None
        stands: tuple[object, ...] | None = None  # for what the clock was shown to run, who deals, which devices speak
        meters: tuple[MeterSeen, ...] = ()
        while True:
            await self.spectator.news.wait()
            self.spectator.news.clear()
            self._urgent.clear()
            if self._table is None:
                continue
            # Behind the table as it is since: who hears that a request is done has seen it done.
            telling: list[ServerMessage | str] = [self._answers.popleft() for _ in range(len(self._answers))]
            table = self.view_cache.house.known(self._table.table_id) or self._table
            still = await self.view_cache.viewer_snapshot(table, self.spectator.user, self._told_last)
            moving = self.view_cache.moves(table)
            # A clock may begin behind the table that it runs for, and run otherwise for who comes and goes.
            clock = moving.waiting and structs.replace(moving.waiting, left_ms=0)
            now, stood, stands = moving.meters, stands, (clock, moving.dealer_here, self._devices(table))
            if shown is None or stands != stood or not _alike(shown, still.seen):
                telling[:0] = [*await self.beside(table), still.text(moving)]
                shown, meters = still.seen, now
                self.spectator.balance_cents, self._told_last = shown.balance_cents, table.last_number
            if meters != now:
                meters = now
                telling.append(MetersSeen({table.link: meters}))
            if telling:
                await send(self._socket, *telling)
            enough = asyncio.get_running_loop().call_later(GAP_SECONDS, self._urgent.set)
            await self._urgent.wait()
            enough.cancel()

    def _devices(self, table: HouseTable) -> tuple[str, ...]:
        return self.view_cache.attendance.devices_at(table.table_id) if table.devices else ()

    async def beside(self, table: HouseTable) -> list[str]:
        """What is sent ahead of a table that is shown anew: nothing to who only sits there or looks on."""
        return []

    async def receive(self) -> None:
        """Answers requests one after the other, as they come."""
        while True:
            text = await received(self._socket)
            if self._table_requests.wait_seconds("", time.monotonic()):
                raise Leaving(TOO_MANY)
            self._answers.append(await self._answer(text))
            self._urgent.set()
            self.spectator.news.set()

    async def _answer(self, text: str) -> Answered:
        try:
            asked = _read(text)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            self._malformed += 1
            if self._malformed > MOST_MALFORMED:
                raise Leaving(NOT_READ) from None
            return Answered("", "refused", "malformed", str(BadInput(f"{UNREADABLE}: {error}.")))
        try:
            session = await self._session_connection.checked(used=True)
            may("ask_table", session)
            assert session is not None, "only who is signed in asks anything of a table"
            assert self._table is not None, "a table is shown before anything is asked of it"
            table = self.view_cache.house.known(self._table.table_id) or self._table
            return await self._session_connection.ask(answer_to(self.view_cache.service, session.user, table, asked))
        except SessionOver:
            raise
        except Problem as problem:
            said = problem.trouble
            return Answered(asked.id, "refused", said.code, said.sentence, said.clause)
        except BadInput:
            return Answered(asked.id, "failed", "unavailable", trouble_of(Problem(503))[1].sentence)


def _alike(shown: TableSeen, seen: TableSeen) -> bool:
    """Whether both show the same, the last round aside, which is sent once."""
    told = {"last": None, "last_as_before": True}
    return shown is seen or (
        shown.version == seen.version and structs.replace(shown, **told) == structs.replace(seen, **told)
    )


async def until_one_ends(*works: Callable[[], Awaitable[None]]) -> None:
    """Runs all of them until one ends the connection, and raises what it ended with."""
    tasks = [asyncio.ensure_future(work()) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    ends = [error for task in done if (error := task.exception())]
    # Where several end at once, what nobody foresaw is not hidden by somebody's leaving.
    raise min(ends, key=lambda error: isinstance(error, Leaving | SessionOver))


async def received(socket: Socket) -> str:
    """The next message, "" for one that is no text."""
    try:
        return await socket.receive_data(mode="text")
    except WebSocketDisconnect:
        raise Leaving from None


async def send(socket: Socket, *telling: Struct | str) -> None:
    """Sends messages, or the text of one, to whoever reads at all."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            for told in telling:
                await socket.send_data(told if isinstance(told, str) else msgspec.json.encode(told).decode())
    except TimeoutError:
        raise Leaving(TOO_SLOW) from None
    # A server raises OSError where nobody is left to send to, RuntimeError where it has said goodbye itself: to who
    # has not answered its pings.
    except (WebSocketDisconnect, OSError, RuntimeError):
        raise Leaving from None


async def _part(socket: Socket, goodbye: Goodbye | None, code: int = NORMAL) -> None:
    if goodbye is None:
        return
    try:
        await send(socket, goodbye)
        await socket.close(code)
    except Exception:  # whoever has gone is not told
        return


ROUTES = (table_socket, lobby_socket)
