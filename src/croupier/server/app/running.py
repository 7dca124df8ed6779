"""How the app is run: one set of limits for the wire, whoever starts it."""

import asyncio
import socket
import ssl
from collections.abc import Callable
from functools import partial
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from croupier.rulebook.errors import BadInput
from croupier.server.app.connections import AT_ONCE, Connections, Doorstep, raise_descriptors
from croupier.server.app.logs import Complaints
from croupier.server.settings import Settings, Tls

QUEUE = 1024  # connections that wait to be taken
PATIENCE_SECONDS = 5  # how long open connections have to end when the server stops


def configured(app: Any, settings: Settings, tls: ssl.SSLContext | None = None) -> uvicorn.Config:
    """The server's configuration; our own log has every request, so the server's has none."""
    connections = Connections(settings, raise_descriptors())
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        http=partial(Doorstep, connections, tls),  # type: ignore[arg-type]
        ws="websockets-sansio",
        ws_max_size=settings.frame_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=PATIENCE_SECONDS,
        backlog=AT_ONCE,
    )


class FloorServer(uvicorn.Server):
    """A server that says when it serves, and from then on once a second that it still does."""

    def __init__(self, config: uvicorn.Config, says: Callable[[], object]) -> None:
        super().__init__(config)
        self._says = says

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Opens the floor."""
        asyncio.get_running_loop().set_exception_handler(Complaints())
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(QUEUE)  # the server takes few at a time, and so has it that few wait
        if self.started:
            self._says()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        if counter % 10 == 0:
            self._says()
        return await super().on_tick(counter)


def served_by(
    app: Any, settings: Settings, tls: Tls | None = None, says: Callable[[], object] = lambda: None
) -> FloorServer:
    """The server of an app, to be run; where there is a certificate, by https."""
    context = None
    if tls:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*tls)
    return FloorServer(configured(app, settings, context), says)


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; who connects early waits."""
    if not 0 <= port <= 65_535:
        raise BadInput(f"A port is 0 to 65535, not {port}; 0 takes any that is free.")
    try:
        (family, kind, protocol, _, place), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        # With its protocol named: only then does asyncio send what there is to send without waiting for more.
        found = socket.socket(family, kind, protocol)
    except OSError as error:
        raise _deaf(host, port, error) from None
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(place)
        found.listen(QUEUE)
    except OSError as error:
        found.close()
        raise _deaf(host, port, error) from None
    return found


def _deaf(host: str, port: int, error: OSError) -> BadInput:
    return BadInput(
        f"The server cannot listen at {host}, port {port} ({error.strerror}); name another with --host or --port."
    )


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the host."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def origins_for(host: str, port: int, tls: bool, named: list[str]) -> tuple[str, ...]:
    """The addresses under which browsers reach the server: those that were named, or this machine's own."""
    if named:
        return tuple([_checked(origin) for origin in named])
    if not is_loopback(host):
        raise BadInput(f"Others reach {host}: say by which address, with --origin https://HOST.")
    scheme = "https" if tls else "http"
    return tuple([f"{scheme}://{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")])


def _checked(origin: str) -> str:
    try:
        parts = urlsplit(origin)
        whole = parts.scheme in ("http", "https") and parts.hostname and f"{parts.scheme}://{parts.netloc}" == origin
        _ = parts.port
    except ValueError:
        whole = False
    if not whole or "@" in origin:
        raise BadInput(f"{origin!r} is no origin; write https://HOST or https://HOST:PORT, with nothing behind it.")
    if parts.scheme == "http" and not is_loopback(parts.hostname or ""):
        raise BadInput(f"Passwords would reach {origin} in the clear; use https, by --tls-cert or a proxy in front.")
    return origin.lower()
