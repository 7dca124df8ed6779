"""The floor's screen over HTTP: every table at a glance, and who looks after which."""

import asyncio

from litestar import get, post
from litestar.params import FromPath, JSONBody

from croupier.house.handlers import commands as h
from croupier.server.accounts.dependencies import GivenUsers, SignedInUser
from croupier.server.dependencies import GivenHouse, GivenService
from croupier.server.pit.glance import Glance
from croupier.server.pit.schemas import PitSeen, SupervisorChosen
from croupier.server.tables.dependencies import GivenViewCache
from croupier.server.tables.finding import found_table
from croupier.server.wire.errors import Problem
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SUPERVISORS


@get("/pit", operation_id="see_pit", summary="Every table at a glance", tags=["pit"])
async def see_pit(house: GivenHouse, view_cache: GivenViewCache) -> PitSeen:
    """Every table: who deals, who sits there, what it waits for, and what it calls the floor for."""
    tables = await Glance(view_cache).look(await view_cache.look_at_lobby())
    return PitSeen(house.now_ms(), tuple(tables.values()))


@get("/pit/floorpersons", operation_id="list_floorpersons", summary="Who is of the floor", tags=["pit"])
async def list_floorpersons(users: GivenUsers) -> list[str]:
    """The names of those who may be assigned to a table."""
    everybody = await asyncio.to_thread(users.everybody)
    return [user.name for user in everybody if user.role in SUPERVISORS and not user.disabled]


@post(
    "/pit/{table:str}/supervisor",
    operation_id="assign_supervisor",
    summary="Who looks after a table",
    tags=["pit"],
    status_code=204,
)
async def assign_supervisor(
    table: FromPath[str],
    data: JSONBody[SupervisorChosen],
    house: GivenHouse,
    service: GivenService,
    users: GivenUsers,
    me: SignedInUser,
) -> None:
    """The floorperson who looks after a table from now on."""
    await asyncio.to_thread(found_table, house, table)
    if data.supervisor:
        user = await asyncio.to_thread(users.find, data.supervisor)
        if user is None or user.role not in SUPERVISORS or user.disabled:
            sentence = f"{data.supervisor!r:.40} is not of the floor; give the name that a floorperson signs in with."
            raise Problem(404, "not_of_the_floor", sentence)
    command = h.AssignSupervisor(supervisor=data.supervisor, by=f"{me.role}:{me.name}")
    answer = await service.send(h.Request(table, command, f"{me.name}:{data.id}"))
    if isinstance(answer, Refusal):
        raise Problem(409, answer.code, answer.sentence, answer.clause)


ROUTES = (see_pit, list_floorpersons, assign_supervisor)
