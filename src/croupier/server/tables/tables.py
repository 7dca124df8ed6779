"""Tables over HTTP: the lobby, a table as it is seen, and what is asked of it by who has no socket."""

import asyncio

from litestar import get, post
from litestar.params import FromPath, JSONBody

from croupier.server.given import GivenHolders, GivenHouse, GivenMe, GivenRail, SignedInSession
from croupier.server.tables.finding import found_desk
from croupier.server.tables.wishing import answer_to
from croupier.server.wire.errors import Problem
from croupier.server.wire.pages import TableCard
from croupier.server.wire.wire import Answered, Asked, TableSeen


@get("/tables", operation_id="list_tables", summary="The lobby", tags=["tables"])
async def list_tables(rail: GivenRail) -> list[TableCard]:
    """Every table of the house, open and closed."""
    return list((await rail.look_at_lobby()).values())


@get("/tables/{table:str}/view", operation_id="see_table", summary="A table as you see it", tags=["tables"])
async def see_table(table: FromPath[str], house: GivenHouse, rail: GivenRail, me: GivenMe) -> TableSeen:
    """The table now, as whoever is signed in may see it; anybody else sees what the public sees."""
    desk = await asyncio.to_thread(found_desk, house, table)
    return await rail.seen_at_once(desk, me)


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
    rail: GivenRail,
    holders: GivenHolders,
    session: SignedInSession,
) -> Answered:
    """A wish under an id of the browser's making; sent again it is answered again, and done once."""
    desk = await asyncio.to_thread(found_desk, house, table)
    with holders.holding(session) as holder:
        await holder.checked()
        rail.attendance.heard_from(table, session.user)
        answer = await holder.ask(answer_to(rail.service, session.user, desk, data))
    if answer.outcome in ("refused", "stale"):
        raise Problem(409, answer.code, answer.sentence, answer.clause)
    if answer.outcome == "failed":
        raise Problem(503, answer.code, answer.sentence)
    return answer


ROUTES = (list_tables, see_table, ask_table)
