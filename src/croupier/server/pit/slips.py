"""Fills, credits, counts of the tray and boxes out over HTTP: asked, approved, carried out by the cage, printed."""

import asyncio
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier.house.handlers import commands as h
from croupier.house.log.events import SlipKind
from croupier.house.log.house_table import HouseTable
from croupier.house.log.slips import Slip
from croupier.rulebook.law.base import money
from croupier.server.accounts.dependencies import SignedInUser
from croupier.server.accounts.users import User
from croupier.server.dependencies import GivenHouse, GivenService
from croupier.server.metrics import MeteredService
from croupier.server.pit.schemas import SlipSeen
from croupier.server.tables.finding import found_table
from croupier.server.wire.errors import Problem
from croupier.server.wire.messages import CommandId
from croupier.table.narration.names import people
from croupier.table.values.refusal import Refusal
from croupier.typesetting import typeset

Worth = Annotated[int, Meta(ge=1, le=100_000_000)]
Count = Annotated[int, Meta(ge=1, le=100_000)]
TITLES = {"fill": "Fill", "credit": "Credit", "opener": "Opener", "closer": "Closer", "drop": "Drop box"}


class AskedSlip(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for or was counted: pairs of a piece's worth in cents and how many; sent again it is done once."""

    id: CommandId
    kind: SlipKind
    pieces: Annotated[tuple[tuple[Worth, Count], ...], Meta(min_length=1, max_length=12)]


class SlipAct(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody does with a slip, under an id of the browser's making; `note` says why it is refused."""

    id: CommandId
    note: Annotated[str, Meta(max_length=200)] = ""


@get("/pit/{table:str}/slips", operation_id="list_slips", summary="The slips of a table", tags=["pit"])
async def list_slips(table: FromPath[str], house: GivenHouse) -> list[SlipSeen]:
    """Those that are open and the last that are not, the latest first."""
    found = await asyncio.to_thread(found_table, house, table)
    return [slip_seen(one) for one in reversed(found.slips)]


@post("/pit/{table:str}/slips", operation_id="ask_slip", summary="Ask for a slip", tags=["pit"], status_code=200)
async def ask_slip(
    table: FromPath[str], data: JSONBody[AskedSlip], house: GivenHouse, service: GivenService, me: SignedInUser
) -> list[SlipSeen]:
    """A fill or a credit, a count of the tray, or a box to be taken out; the slips then."""
    command = h.AskSlip(kind=data.kind, pieces=data.pieces, by=f"{me.role}:{me.name}")
    return await _done(table, command, data.id, house, service, me)


@post(
    "/pit/{table:str}/slips/{number:int}/approval",
    operation_id="approve_slip",
    summary="Approve a slip",
    tags=["pit"],
    status_code=200,
)
async def approve_slip(
    table: FromPath[str],
    number: FromPath[int],
    data: JSONBody[SlipAct],
    house: GivenHouse,
    service: GivenService,
    me: SignedInUser,
) -> list[SlipSeen]:
    """By another than who asked; the slips then."""
    return await _done(table, h.ApproveSlip(slip=number, by=f"{me.role}:{me.name}"), data.id, house, service, me)


@post(
    "/pit/{table:str}/slips/{number:int}/confirmation",
    operation_id="confirm_slip",
    summary="The cage carries a slip out",
    tags=["pit"],
    status_code=200,
)
async def confirm_slip(
    table: FromPath[str],
    number: FromPath[int],
    data: JSONBody[SlipAct],
    house: GivenHouse,
    service: GivenService,
    me: SignedInUser,
) -> list[SlipSeen]:
    """Money and slip in one record; the slips then."""
    return await _done(table, h.ConfirmSlip(slip=number, by=f"{me.role}:{me.name}"), data.id, house, service, me)


@post(
    "/pit/{table:str}/slips/{number:int}/refusal",
    operation_id="refuse_slip",
    summary="Refuse a slip",
    tags=["pit"],
    status_code=200,
)
async def refuse_slip(
    table: FromPath[str],
    number: FromPath[int],
    data: JSONBody[SlipAct],
    house: GivenHouse,
    service: GivenService,
    me: SignedInUser,
) -> list[SlipSeen]:
    """Nothing moves, and why is kept; the slips then."""
    command = h.RefuseSlip(slip=number, note=data.note, by=f"{me.role}:{me.name}")
    return await _done(table, command, data.id, house, service, me)


@get(
    "/pit/{table:str}/slips/{number:int}/pdf",
    operation_id="print_slip",
    summary="A slip to print",
    tags=["pit"],
    media_type="application/pdf",
)
async def print_slip(table: FromPath[str], number: FromPath[int], house: GivenHouse) -> Response[bytes]:
    """The slip as far as it has come, with everybody who signed it."""
    found = await asyncio.to_thread(found_table, house, table)
    slip = next((one for one in found.slips if one.slip == number), None)
    if slip is None:
        raise Problem(404, "no_slip", f"Slip {number} is not among the last of this table; the log has it.")
    pdf = await asyncio.to_thread(printed, found, slip)
    return Response(pdf, media_type="application/pdf", headers={"content-disposition": "inline"})


async def _done(
    table: str, command: h.AnyHouseCommand, asked_id: str, house: GivenHouse, service: MeteredService, me: User
) -> list[SlipSeen]:
    await asyncio.to_thread(found_table, house, table)
    answer = await service.send(h.Request(table, command, f"{me.name}:{asked_id}"))
    if isinstance(answer, Refusal):
        raise Problem(409, answer.code, answer.sentence, answer.clause)
    return [slip_seen(one) for one in reversed((await asyncio.to_thread(house.table, table)).slips)]


def slip_seen(slip: Slip) -> SlipSeen:
    """A slip as screens show it."""
    counted = slip.kind in ("opener", "closer", "drop") and slip.state == "done"
    return SlipSeen(
        slip=slip.slip,
        kind=slip.kind,
        pieces=slip.pieces,
        cents=slip.cents,
        state=slip.state,
        asked_by=people(slip.asked_by),
        asked_ms=slip.asked_ms,
        approved_by=people(slip.approved_by) if slip.approved_by else "",
        ended_by=people(slip.ended_by) if slip.ended_by else "",
        books_cents=slip.books if counted else None,
        note=slip.note,
    )


def printed(table: HouseTable, slip: Slip) -> bytes:
    """A slip as PDF; times are of UTC."""
    counted = slip.kind in ("opener", "closer", "drop") and slip.state == "done"
    off = slip.cents - slip.books
    signatures = [("Asked by", slip.asked_by, slip.asked_ms), ("Approved by", slip.approved_by, slip.approved_ms)]
    ended = "Refused by" if slip.state == "refused" else "Carried out by"
    signatures.append((ended, slip.ended_by, slip.ended_ms))
    data = {
        "title": TITLES[slip.kind],
        "number": f"{table.table_id} / {slip.slip:06d}",
        "table": table.title or table.table_id,
        "state": slip.state + (f": {slip.note}" if slip.note else ""),
        "pieces": [[money(worth), f"{count:,}", money(worth * count)] for worth, count in slip.pieces],
        "total": money(slip.cents),
        "books": money(slip.books) if counted else "",
        "difference": "as counted" if not off else f"{money(abs(off))} {'more' if off > 0 else 'less'} was counted",
        "signatures": [[what, people(who) if who else "", moment_printed(at_ms)] for what, who, at_ms in signatures],
    }
    return typeset("croupier.server.pit", "slip", {"slip": msgspec.json.encode(data).decode()})


def moment_printed(at_ms: int) -> str:
    """A time as slips have it."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if at_ms else ""


ROUTES = (list_slips, ask_slip, approve_slip, confirm_slip, refuse_slip, print_slip)
