"""Tables over HTTP: the lobby, a table as it is seen, and what is asked of it by who has no socket."""

import asyncio

from litestar import get, post
from litestar.params import FromPath, JSONBody

from croupier.server.accounts.dependencies import GivenMe, GivenSessionConnections, SignedInSession
from croupier.server.dependencies import GivenHouse
from croupier.server.tables.dependencies import GivenViewCache
from croupier.server.tables.finding import found_table
from croupier.server.tables.table_requests import answer_to
from croupier.server.wire.errors import Problem
from croupier.server.wire.messages import Answered, Asked, TableSeen
from croupier.server.wire.schemas import TableCard


@get("/tables", operation_id="list_tables", summary="The lobby", tags=["tables"])
async def list_tables(view_cache: GivenViewCache) -> list[TableCard]:
    """Every table of the house, open and closed."""
    return list((await view_cache.look_at_lobby()).values())


@get("/tables/{table:str}/view", operation_id="see_table", summary="A table as you see it", tags=["tables"])
async def see_table(table: FromPath[str], house: GivenHouse, view_cache: GivenViewCache, me: GivenMe) -> TableSeen:
    """The table now, as whoever is signed in may see it; anybody else sees what the public sees."""
    house_table = await asyncio.to_thread(found_table, house, table)
    return await view_cache.seen_at_once(house_table, me)


@post(
    "/tables/{table:str}/commands",
    operation_id="ask_table",
    summary="Ask something of a table",
    tags=["tables"],
    status_code=200,
)
async def ask_table(
    table: FromPath[str],
    data: JSONBody[Asked],
    house: GivenHouse,
    view_cache: GivenViewCache,
    session_connections: GivenSessionConnections,
    session: SignedInSession,
) -> Answered:
    """A request under an id of the browser's making; sent again it is answered again, and done once."""
    house_table = await asyncio.to_thread(found_table, house, table)
    with session_connections.holding(session) as session_connection:
        await session_connection.checked()
        view_cache.attendance.heard_from(table, session.user)
        answer = await session_connection.ask(answer_to(view_cache.service, session.user, house_table, data))
    if answer.outcome in ("refused", "stale"):
        raise Problem(409, answer.code, answer.sentence, answer.clause)
    if answer.outcome == "failed":
        raise Problem(503, answer.code, answer.sentence)
    return answer


ROUTES = (list_tables, see_table, ask_table)
