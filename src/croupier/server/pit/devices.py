"""The devices of a table from the pit: which there are, a new one and its token, and a token that ends."""

import asyncio
from collections.abc import Container

from litestar import get, post
from litestar.params import FromPath, JSONBody

from croupier.house.handlers import commands as h
from croupier.house.log.house_table import HouseTable
from croupier.server.accounts.dependencies import SignedInUser
from croupier.server.deal.console import devices_seen
from croupier.server.dependencies import GivenHouse, GivenService
from croupier.server.devices.tokens import key_of, new_token
from croupier.server.metrics import MeteredService
from croupier.server.pit.schemas import NewDevice, PitDevice, Revoking, TokenMade
from croupier.server.tables.dependencies import GivenViewCache
from croupier.server.tables.finding import found_table
from croupier.server.wire.errors import Problem
from croupier.table.narration.names import people
from croupier.table.values.refusal import Refusal


@get("/pit/{table:str}/devices", operation_id="list_devices", summary="The devices of a table", tags=["pit"])
async def list_devices(table: FromPath[str], house: GivenHouse, view_cache: GivenViewCache) -> list[PitDevice]:
    """Those whose token is good, with what each said last; nothing of any card."""
    found = await asyncio.to_thread(found_table, house, table)
    return pit_devices(found, view_cache.attendance.devices_at(table))


@post("/pit/{table:str}/devices", operation_id="add_device", summary="Add a device", tags=["pit"], status_code=200)
async def add_device(
    table: FromPath[str], data: JSONBody[NewDevice], house: GivenHouse, service: GivenService, me: SignedInUser
) -> TokenMade:
    """A device may speak at the table; its token is told by this answer, and never again."""
    token = new_token(table, data.device)
    command = h.AddDevice(device=data.device, kind=data.kind, key=key_of(token), by=f"{me.role}:{me.name}")
    await _done(table, command, "", house, service)
    return TokenMade(data.device, token)


@post(
    "/pit/{table:str}/devices/{name:str}/revocation",
    operation_id="revoke_device",
    summary="End a device's token",
    tags=["pit"],
    status_code=204,
)
async def revoke_device(
    table: FromPath[str],
    name: FromPath[str],
    data: JSONBody[Revoking],
    house: GivenHouse,
    service: GivenService,
    me: SignedInUser,
) -> None:
    """Whatever comes by this token from now on is refused, and its connection ends."""
    command = h.RevokeDevice(device=name, by=f"{me.role}:{me.name}")
    await _done(table, command, f"{me.name}:{data.id}", house, service)


async def _done(
    table: str, command: h.AnyHouseCommand, asked_id: str, house: GivenHouse, service: MeteredService
) -> None:
    await asyncio.to_thread(found_table, house, table)
    answer = await service.send(h.Request(table, command, asked_id))
    if isinstance(answer, Refusal):
        raise Problem(409, answer.code, answer.sentence, answer.clause)


def pit_devices(table: HouseTable, connected: Container[str]) -> list[PitDevice]:
    """The devices of a table as the pit sees them; `connected` are those that are."""
    return [
        PitDevice(seen.device, seen.kind, seen.connected, seen.says, people(one.by), one.at_ms)
        for one, seen in zip(table.devices, devices_seen(table, connected), strict=True)
    ]


ROUTES = (list_devices, add_device, revoke_device)
