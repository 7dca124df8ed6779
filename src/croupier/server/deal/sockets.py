"""A socket at a table for whoever is on duty there: the table as they see it, and what their screen says beside it."""

import msgspec
from litestar import websocket
from litestar.params import FromPath

from croupier.house.log.house_table import HouseTable
from croupier.server.accounts.dependencies import GivenSession, GivenSessionConnections
from croupier.server.deal.console import deal_seen
from croupier.server.dependencies import GivenSettings
from croupier.server.tables.dependencies import GivenViewCache
from croupier.server.tables.sockets import Socket, TablePlace, visit_table


class DealPlace(TablePlace):
    """A connection of somebody on duty."""

    async def beside(self, table: HouseTable) -> list[str]:
        """What their screen says, ahead of the table that it belongs to."""
        assert self.spectator.user is not None, "nobody comes here who is not signed in"
        rules = await self.view_cache.rules_at(table)
        connected = self.view_cache.attendance.devices_at(table.table_id)
        return [msgspec.json.encode(deal_seen(rules, table, self.spectator.user, connected)).decode()]


@websocket("/deal/{table:str}/socket", name="deal_socket")
async def deal_socket(
    socket: Socket,
    table: FromPath[str],
    view_cache: GivenViewCache,
    session_connections: GivenSessionConnections,
    session: GivenSession,
    settings: GivenSettings,
) -> None:
    """Whoever deals at a table, or stands behind it."""
    await visit_table(socket, table, view_cache, session_connections, session, settings, DealPlace)


ROUTES = (deal_socket,)
