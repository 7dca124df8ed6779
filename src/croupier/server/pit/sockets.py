"""A socket in the pit: every table at a glance, as it changes."""

import asyncio

from litestar import websocket

from croupier.server.accounts.dependencies import GivenSessionConnections, SignedInSession
from croupier.server.pit.glance import Glance
from croupier.server.pit.schemas import PitSeen, PitTable
from croupier.server.tables.dependencies import GivenViewCache
from croupier.server.tables.live_views import Spectator
from croupier.server.tables.sockets import Socket, look_on, send

LOOK_SECONDS = 0.5  # how often it is looked whether something is new


@websocket("/pit/socket", name="pit_socket")
async def pit_socket(
    socket: Socket, view_cache: GivenViewCache, session_connections: GivenSessionConnections, session: SignedInSession
) -> None:
    """Somebody of the floor, who sees all tables."""
    spectator = Spectator(session.user, in_lobby=True)  # so that the tables' cards are kept up
    glance = Glance(view_cache)

    async def tell() -> None:
        shown: dict[str, PitTable] = {}
        cards = await view_cache.look_at_lobby()
        while True:
            now = await glance.look(cards)
            if changed := tuple([table for name, table in now.items() if shown.get(name) != table]):
                await send(socket, PitSeen(view_cache.house.now_ms(), changed))
            shown = now
            await asyncio.sleep(LOOK_SECONDS)
            cards = view_cache.tables

    await look_on(socket, view_cache, session_connections, session, spectator, tell)


ROUTES = (pit_socket,)
