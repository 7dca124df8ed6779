"""The floor as an app: its routes, what their handlers are given, and the door before them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.types import ControllerRouterHandler, Receive, Scope, Send

from croupier.house.components.installed import at_the_start
from croupier.house.reports.watch_log import WatchLog
from croupier.house.service.house import House, wall_clock
from croupier.rulebook.errors import BadInput
from croupier.server.accounts import accounts, cage
from croupier.server.accounts.guards import guard
from croupier.server.accounts.session_connections import SessionConnections
from croupier.server.accounts.sessions import Session, Sessions
from croupier.server.accounts.users import User, Users
from croupier.server.app import health, web
from croupier.server.app.bodies import ReadStrictly
from croupier.server.app.health import Heartbeat
from croupier.server.app.openapi import OPENAPI
from croupier.server.app.security import Door
from croupier.server.deal import deal
from croupier.server.deal import sockets as deal_sockets
from croupier.server.desk import compare, components, desk, preview, review
from croupier.server.devices import sockets as device_sockets
from croupier.server.devices.lines import DeviceLines
from croupier.server.devices.tokens import ConnectedDevice
from croupier.server.history import figures, history
from croupier.server.metrics import MeteredService, Metrics
from croupier.server.odds import coach, odds, practice, strategy, studio
from croupier.server.pit import awards, devices, pit, ratings, result, running, slips
from croupier.server.pit import cage as patrons_cage
from croupier.server.pit import sockets as pit_sockets
from croupier.server.rules import information, rulebooks
from croupier.server.settings import Settings
from croupier.server.tables import sockets, tables  # fmt: skip
from croupier.server.tables.live_views import ViewCache
from croupier.server.tables.presence import Presence
from croupier.server.watch import audits, meters, notes, timeline
from croupier.server.watch.auditor import Auditor
from croupier.server.wire.errors import HANDLERS

API: tuple[ControllerRouterHandler, ...] = (
    *accounts.ROUTES, *cage.ROUTES, *tables.ROUTES, *sockets.ROUTES, *information.ROUTES, *odds.ROUTES,
    *deal.ROUTES, *deal_sockets.ROUTES, *practice.ROUTES, *coach.ROUTES, *rulebooks.ROUTES, *history.ROUTES,
    *figures.ROUTES, *strategy.ROUTES, *studio.ROUTES, *pit.ROUTES, *result.ROUTES, *ratings.ROUTES, *slips.ROUTES,
    *running.ROUTES, *patrons_cage.ROUTES, *awards.ROUTES,
    *pit_sockets.ROUTES, *timeline.ROUTES, *notes.ROUTES, *audits.ROUTES, *meters.ROUTES,
    *desk.ROUTES, *preview.ROUTES, *review.ROUTES, *compare.ROUTES, *components.ROUTES, *device_sockets.ROUTES,
    *devices.ROUTES,
)  # fmt: skip

_log = logging.getLogger("croupier.server")


class Floor(Litestar):
    """The app behind its door."""

    __slots__ = ("door",)
    door: Door

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Every request goes through the door; the server's own starting and stopping does not."""
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, _untraced(send))
        else:
            await self.door(scope, receive, send)

    async def inside(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What is behind the door."""
        await super().__call__(scope, receive, send)


def create_app(house: House, settings: Settings, clock: Callable[[], int] = wall_clock) -> Floor:
    """The app of a house. It runs the table service while it is up; the house stays the caller's to close."""
    users, sessions, metrics = Users(house.database, settings), Sessions(house.database, settings), Metrics()
    auditor = Auditor(house)
    at_the_start()  # what this process runs, whatever becomes of its files

    @asynccontextmanager
    async def serving(app: Litestar) -> AsyncIterator[None]:
        house.database.outage.logged = True
        async with AsyncExitStack() as stack:
            try:
                service = await stack.enter_async_context(MeteredService(house, metrics))
                view_cache = await stack.enter_async_context(ViewCache(service))
                await stack.enter_async_context(Presence(view_cache, users))
            except BadInput as trouble:
                _log.error("The floor cannot open: %s", trouble)
                raise
            except Exception:
                _log.exception("The floor cannot open")
                raise
            app.state.service, app.state.view_cache = service, view_cache
            app.state.session_connections = SessionConnections(service, sessions, clock)
            app.state.device_lines = DeviceLines(service)
            ahead = asyncio.create_task(asyncio.to_thread(_work_out_ahead, house)) if settings.odds_ahead else None
            try:
                yield
            finally:
                await auditor.stop()
                if ahead:
                    await asyncio.wait([ahead])
                del app.state.service, app.state.view_cache, app.state.session_connections, app.state.device_lines

    given = {
        "house": house, "settings": settings, "users": users, "sessions": sessions, "metrics": metrics,
        "clock": clock, "heartbeat": Heartbeat(house), "watch_log": WatchLog(), "auditor": auditor,
    }  # fmt: skip
    api = Router("/api", route_handlers=API, guards=[guard])
    app = Floor(
        route_handlers=[api, *health.ROUTES, *web.ROUTES],
        dependencies={
            **{name: _always(value) for name, value in given.items()},
            "service": Provide(_service, sync_to_thread=False),
            "view_cache": Provide(_view_cache, sync_to_thread=False),
            "session_connections": Provide(_session_connections, sync_to_thread=False),
            "session": Provide(_session, sync_to_thread=False),
            "lines": Provide(_device_lines, sync_to_thread=False),
            "device": Provide(_device, sync_to_thread=False),
            "me": Provide(_me, sync_to_thread=False),
        },
        lifespan=[serving],
        request_class=ReadStrictly,
        exception_handlers=HANDLERS,
        openapi_config=OPENAPI,
        request_max_body_size=settings.body_bytes,
        logging_config=None,
        debug=False,
    )
    app.door = Door(app.inside, settings, sessions, metrics, clock, house)
    return app


def _work_out_ahead(house: House) -> None:
    odds.work_out_ahead(house)
    strategy.work_out_ahead(house)


def _untraced(send: Send) -> Send:
    """Tells a server that the floor cannot open without all the places that this went through: it would log them."""

    async def sent(message: Any) -> None:
        await send({"type": message["type"]} if message["type"] == "lifespan.startup.failed" else message)

    return sent


def _always(value: Any) -> Provide:
    return Provide(lambda: value, sync_to_thread=False)


def _service(state: State) -> MeteredService:
    service: MeteredService = state.service
    return service


def _view_cache(state: State) -> ViewCache:
    view_cache: ViewCache = state.view_cache
    return view_cache


def _session_connections(state: State) -> SessionConnections:
    session_connections: SessionConnections = state.session_connections
    return session_connections


def _device_lines(state: State) -> DeviceLines:
    lines: DeviceLines = state.device_lines
    return lines


def _device(scope: Scope) -> ConnectedDevice | None:
    device: ConnectedDevice | None = scope["state"].get("device")
    return device


def _session(scope: Scope) -> Session | None:
    session: Session | None = scope["state"].get("session")
    return session


def _me(session: NamedDependency[Session | None]) -> User | None:
    return session.user if session else None
