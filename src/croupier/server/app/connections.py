"""Who is connected, and for how long without asking anything: nobody keeps others out by holding connections open.

Every connection is counted from its first moment, before hands are shaken for https. Where there are too many, or too
many from one address, whoever has been waited for longest makes room; where nobody is waited for, the new one is
refused. A request has to arrive in time, first its head, then its body, and an answer has to be read.

Sockets stay open for hours and ask for nothing, so they never take all of the places: some are for requests alone.
Where there are too many sockets, the oldest of those that nobody has signed in for makes room for the next.
"""

import asyncio
import resource
import ssl
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from croupier.server.limits import neighbourhood
from croupier.server.settings import Settings

SHAKING_SECONDS = 10.0  # for the handshake of https
HEAD_SECONDS = 10.0  # for the head of a request, and between two requests
BODY_SECONDS = 30.0
READING_SECONDS = 30.0  # for who reads an answer so slowly that it waits to be sent
AT_ONCE = 8  # connections that are taken at one turn of the event loop; a few turns later the first is looked at
RESERVED = 48 + 4 * AT_ONCE  # descriptors that are kept for the database, files, processes and who has just come
FEWEST = 16
FOR_REQUESTS = 8  # of so many places, one is kept from sockets, and never fewer than a quarter of the fewest
PROXIES = ("127.0.0.1", "::1")  # from where a proxy brings everybody, so that no address is counted there
REFUSED = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n"


def raise_descriptors() -> int:
    """How many descriptors this process may have, from now on as many as the machine allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (OSError, ValueError):  # some systems name a limit that they do not grant
        return soft
    return hard


class Place:
    """The place that one connection takes up, until it leaves."""

    def __init__(self, connections: "Connections", address: str, drop: Callable[[], object]) -> None:
        self.address = address
        self.drop = drop
        self.signed_in: Callable[[], bool] = lambda: False  # of a socket, whether it is somebody's who has signed in
        self._connections = connections

    def waits(self) -> None:
        """Something is expected from the other end: whoever is waited for longest makes room first."""
        self._connections.waiting[self] = None

    def asks(self) -> None:
        """Something is being done for it: it makes room for nobody."""
        self._connections.waiting.pop(self, None)

    def becomes_socket(self) -> bool:
        """Whether there is room for one more socket; who signs in for it makes room for nobody."""
        self.asks()
        return self._connections.one_more_socket(self)

    def leave(self) -> None:
        """The connection is over."""
        self._connections.leave(self)


class Connections:
    """Everybody who is connected to this process."""

    def __init__(self, settings: Settings, descriptors: int) -> None:
        self._most = max(min(settings.connections, descriptors - RESERVED), FEWEST)
        self._most_sockets = self._most - max(self._most // FOR_REQUESTS, FEWEST // 4)
        self._most_of_one = settings.connections_of_one
        self._places: set[Place] = set()
        self._by_address: Counter[str] = Counter()
        self.waiting: dict[Place, None] = {}  # who is waited for longest comes first
        self._sockets: dict[Place, None] = {}  # the oldest comes first

    def __len__(self) -> int:
        return len(self._places)

    def enter(self, address: str, drop: Callable[[], object]) -> Place | None:
        """A place for a connection from there, which `drop` ends at once; None where there is no room."""
        address = neighbourhood(address)
        if address not in PROXIES and self._by_address[address] >= self._most_of_one and not self._room(address):
            return None
        if len(self._places) >= self._most and not self._room():
            return None
        place = Place(self, address, drop)
        self._places.add(place)
        self._by_address[address] += 1
        place.waits()
        return place

    def _room(self, address: str = "") -> bool:
        """Whether somebody, of that address or of any, was waited for and has made room."""
        return _made_room(place for place in self.waiting if not address or place.address == address)

    def one_more_socket(self, place: Place) -> bool:
        """Whether a place may be a socket from now on, somebody else's having made room where that was needed."""
        if len(self._sockets) >= self._most_sockets and not _made_room(
            open_ for open_ in self._sockets if not open_.signed_in()
        ):
            return False
        self._sockets[place] = None
        return True

    def leave(self, place: Place) -> None:
        """A connection is over; it may be said more than once."""
        self.waiting.pop(place, None)
        self._sockets.pop(place, None)
        if place in self._places:
            self._places.discard(place)
            self._by_address[place.address] -= 1
            if not self._by_address[place.address]:
                del self._by_address[place.address]


def _made_room(places: Iterator[Place]) -> bool:
    """Whether there is such a place; the first of them is given up."""
    first = next(places, None)
    if first:
        first.leave()
        first.drop()
    return first is not None


class Doorstep(asyncio.Protocol):
    """A connection that has just come: it gets a place, and for https shakes hands, before anything is read of it."""

    def __init__(self, connections: Connections, tls: ssl.SSLContext | None, **given: Any) -> None:
        self._connections = connections
        self._tls = tls
        self._given = given  # what a server makes its protocols with
        self._all: set[Any] = given["server_state"].connections
        self._place: Place | None = None
        self._transport: asyncio.Transport | None = None
        self._early = b""
        self._shaking: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has come."""
        assert isinstance(transport, asyncio.Transport)
        peer = transport.get_extra_info("peername")
        self._transport = transport
        self._place = self._connections.enter(str(peer[0]) if peer else "", transport.abort)
        if self._place is None:
            if self._tls is None:
                transport.write(REFUSED)
            transport.close()
        elif self._tls is None:
            self._go_in(transport, self._place)
        else:
            self._all.add(self)
            transport.pause_reading()
            self._shaking = asyncio.get_running_loop().create_task(self._shake_hands(transport, self._place, self._tls))

    async def _shake_hands(self, transport: asyncio.Transport, place: Place, tls: ssl.SSLContext) -> None:
        loop = asyncio.get_running_loop()
        try:
            secured = await loop.start_tls(
                transport, self, tls, server_side=True, ssl_handshake_timeout=SHAKING_SECONDS
            )  # fmt: skip
        except (OSError, EOFError):  # of which an SSLError is one: who came speaks no https, or left, or took too long
            place.leave()
            transport.abort()
        else:
            if secured is not None and not secured.is_closing():
                self._go_in(secured, place)
        finally:
            self._all.discard(self)

    def _go_in(self, transport: asyncio.Transport, place: Place) -> None:
        place.drop = transport.abort
        inside = GuardedHttp(place, **self._given)
        transport.set_protocol(inside)
        inside.connection_made(transport)
        if self._early:
            inside.data_received(self._early)

    def data_received(self, data: bytes) -> None:
        """What came in one piece with the end of the handshake; from who was refused, nothing is heard."""
        if self._place:
            self._early += data

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever came has gone again."""
        if self._place:
            self._place.leave()

    def shutdown(self) -> None:
        """The server stops."""
        if self._transport:
            self._transport.abort()


class GuardedHttp(H11Protocol):
    """HTTP from whoever asks in time, and reads what is answered."""

    def __init__(self, place: Place, **given: Any) -> None:
        super().__init__(**given)
        self.ws_protocol_class: Any = partial(GuardedSocket, place)
        self._place = place
        self._timer: asyncio.TimerHandle | None = None
        self._awaited = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A request is expected."""
        super().connection_made(transport)
        self._look()

    def data_received(self, data: bytes) -> None:
        """Some of a request has come."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """The next request is expected."""
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From now on it is a socket, which the server keeps an eye on by pings."""
        self._await("")
        if self._place.becomes_socket():
            super().handle_websocket_upgrade(event)
        else:
            self.transport.write(REFUSED)
            self.transport.close()

    def pause_writing(self) -> None:
        """What is answered is not read as fast as it is sent."""
        super().pause_writing()
        self._await("reading", READING_SECONDS)

    def resume_writing(self) -> None:
        """It is read."""
        super().resume_writing()
        self._await("")
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever asked has gone."""
        self._await("")
        self._place.leave()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Gives whatever is awaited now its time, from when it began to be."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self or self._awaited == "reading":
            return
        if self.cycle is None or self.cycle.response_complete:
            if self._awaited != "head":
                self._place.waits()
                self._await("head", HEAD_SECONDS)
        elif self.cycle.more_body:
            if self._awaited != "body":
                self._place.waits()
                self._await("body", BODY_SECONDS)
        else:
            self._place.asks()
            self._await("")

    def _await(self, what: str, seconds: float = 0) -> None:
        if self._timer:
            self._timer.cancel()
        self._awaited = what
        self._timer = self.loop.call_later(seconds, self.transport.abort) if what else None


class GuardedSocket(WebSocketsSansIOProtocol):
    """A WebSocket, which takes up its place until it ends."""

    def __init__(self, place: Place, **given: Any) -> None:
        super().__init__(**given)
        self._place = place
        place.signed_in = self._signed_in

    def _signed_in(self) -> bool:
        scope: Any = getattr(self, "scope", None)  # there is none before the request is read
        return bool(scope and scope["state"].get("session"))

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever was connected has gone."""
        self._place.leave()
        super().connection_lost(exc)
