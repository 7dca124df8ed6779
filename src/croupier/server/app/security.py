"""The door: every request passes here first, and every answer on its way out.

How often somebody may come, whether a request is the page's own, and who is signed in is settled before a handler
runs. What came and how it ended is logged, without anything that somebody could use.
"""

import asyncio
import hmac
import math
import secrets
import time
from collections.abc import Callable

import msgspec
from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from litestar.utils import normalize_path

from croupier.house.service.house import House
from croupier.server.accounts.cookies import CSRF_HEADER, csrf_cookie, csrf_name, session_name
from croupier.server.accounts.sessions import Sessions
from croupier.server.app.headers import security_headers
from croupier.server.app.logs import log_request
from croupier.server.devices.tokens import device_of
from croupier.server.limits import Buckets, neighbourhood
from croupier.server.metrics import Metrics
from croupier.server.settings import Settings
from croupier.server.wire.errors import Problem, trouble_of
from croupier.server.wire.scopes import CLOSED_BY_US, is_socket, method_of

SAFE = ("GET", "HEAD", "OPTIONS")
SIGN_INS = ("/api/session", "/api/guest", "/api/password", "/api/pin")
CONFIRMATION = "/confirmation"  # how the address ends at which a PIN is tried
API = "/api/"


class Door:
    """Stands before the app."""

    def __init__(
        self,
        inside: ASGIApp,
        settings: Settings,
        sessions: Sessions,
        metrics: Metrics,
        clock: Callable[[], int],
        house: House,
    ) -> None:
        self._inside = inside
        self._settings = settings
        self._sessions = sessions
        self._metrics = metrics
        self._clock = clock
        self._house = house
        self._origins = {origin.lower() for origin in settings.origins}
        self._by_address = Buckets(settings.requests)
        self._by_session = Buckets(settings.requests)
        self._signing_in = Buckets(settings.sign_ins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request in, or answers why not."""
        scope["path"] = normalize_path(scope["path"])  # as the router does: nobody gets round a check by more slashes
        state = scope.setdefault("state", {})
        state.update(
            session=None, device=None, request=secrets.token_hex(8), began=time.perf_counter(), status=0, error=None
        )
        with self._metrics.coming(scope):
            try:
                await self._let_in(scope, receive, self._outgoing(scope, send))
            except Exception as error:  # after the answer had begun: it cannot be told any more
                state["error"] = error
                raise
            finally:
                log_request(scope)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if not _looks(scope) or scope["path"].startswith(API):
                await self._check(scope)
        except Exception as error:
            await _refuse(scope, send, error)
        else:
            await self._inside(scope, receive, send)

    async def _check(self, scope: Scope) -> None:
        connection: ASGIConnection = ASGIConnection(scope)  # type: ignore[type-arg]
        address = neighbourhood(scope["client"][0] if scope["client"] else "")
        _take(self._by_address, address)
        device_token = _bearer(connection)
        if not _looks(scope) and not (device_token and is_socket(scope)):  # no page makes a browser send such a token
            if scope["path"] in SIGN_INS or scope["path"].endswith(CONFIRMATION):
                _take(self._signing_in, address)
            self._check_origin(connection)
        if device_token:
            await self._check_device(scope, device_token)
        elif token := connection.cookies.get(session_name(self._settings)):
            session = await asyncio.to_thread(self._sessions.of, token, self._clock())
            scope["state"]["session"] = session
            if session:
                _take(self._by_session, session.key.hex())

    async def _check_device(self, scope: Scope, token: str) -> None:
        device = await asyncio.to_thread(device_of, self._house, token)
        if device is None:
            raise Problem(401, "token", "This token is no device's, or is good no more; the floor adds a device anew.")
        _take(self._by_session, device.key)
        scope["state"]["device"] = device

    def _check_origin(self, connection: ASGIConnection) -> None:  # type: ignore[type-arg]
        """Refuses what another site's page makes a browser send."""
        origin = connection.headers.get("origin", "").lower()
        if origin not in self._origins:
            where = "; open it under " + " or ".join(self._settings.origins)
            raise Problem(403, "origin", f"The request does not come from this house's own page{where}.")
        if is_socket(connection.scope):
            return  # a browser names the page's origin truly, and cannot add a header
        cookie, header = connection.cookies.get(csrf_name(self._settings), ""), connection.headers.get(CSRF_HEADER, "")
        if not cookie or not hmac.compare_digest(cookie.encode(), header.encode()):
            sentence = f"Send the value of the cookie {csrf_name(self._settings)} in the header {CSRF_HEADER} too."
            raise Problem(403, "csrf", sentence)

    def _outgoing(self, scope: Scope, send: Send) -> Send:
        headers = security_headers(self._settings, scope["path"])
        if scope["path"].startswith(API) and not is_socket(scope):
            headers += self._first_cookie(scope)

        async def outgoing(message: Message) -> None:
            if message["type"] == "http.response.start":
                scope["state"]["status"] = message["status"]
                given = list(message.get("headers", []))
                names = {name.lower() for name, _ in given}
                # A handler's own word stands, such as how long a picture may be kept.
                message["headers"] = [*given, *[pair for pair in headers if pair[0] not in names or _sets(pair)]]
            elif message["type"] == "websocket.accept":
                scope["state"]["status"] = 101
            elif message["type"] == "websocket.close" and not scope["state"]["status"]:
                scope["state"]["status"] = 403
            elif message["type"] == "websocket.close" and message.get("code", 0) >= CLOSED_BY_US:
                scope["state"]["status"] = message["code"]
            await send(message)

        return outgoing

    def _first_cookie(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        connection: ASGIConnection = ASGIConnection(scope)  # type: ignore[type-arg]
        if csrf_name(self._settings) in connection.cookies:
            return []
        return [(b"set-cookie", csrf_cookie(self._settings).to_header(header="").encode())]


def _bearer(connection: ASGIConnection) -> str:  # type: ignore[type-arg]
    """The token in the header of a request that comes from no browser, "" where there is none."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _looks(scope: Scope) -> bool:
    """Whether it can change nothing, by its method alone: wherever it goes, anything else must be the page's own."""
    return method_of(scope) in SAFE


def _sets(header: tuple[bytes, bytes]) -> bool:
    return header[0] == b"set-cookie"


def _take(buckets: Buckets, key: str) -> None:
    wait = buckets.wait_seconds(key, time.monotonic())
    if wait:
        problem = Problem(429, "too_often", f"Too many requests; try again in {math.ceil(wait)} seconds.")
        problem.headers = {"retry-after": str(math.ceil(wait))}
        raise problem


async def _refuse(scope: Scope, send: Send, error: Exception) -> None:
    status, trouble = trouble_of(error)
    if status == 500:
        scope["state"]["error"] = error
    if is_socket(scope):
        await send({"type": "websocket.close", "code": CLOSED_BY_US + status, "reason": trouble.sentence[:120]})
        return
    headers = {"content-type": "application/json", **(getattr(error, "headers", None) or {})}
    written = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": written})
    await send({"type": "http.response.body", "body": msgspec.json.encode(trouble), "more_body": False})
