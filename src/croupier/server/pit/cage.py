"""The cage's counter: chips for patrons without an account, and the open slips of every table."""

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.felt import PATRON_AT_CAGE
from croupier.house.service.house import House
from croupier.rulebook.submission import LARGEST_CENTS
from croupier.server.accounts.chips import balance_of
from croupier.server.accounts.dependencies import SignedInUser
from croupier.server.dependencies import GivenHouse, GivenService
from croupier.server.metrics import MeteredService
from croupier.server.pit.schemas import CageSeen, SlipAtCage
from croupier.server.pit.slips import slip_seen
from croupier.server.wire.errors import Problem
from croupier.server.wire.messages import CommandId
from croupier.table.values.refusal import Refusal


class ChipsForCash(Struct, frozen=True, forbid_unknown_fields=True):
    """Chips for cash or cash for chips, under an id that the browser made: sent again, it is done once."""

    id: CommandId
    cents: Annotated[int, Meta(ge=1, le=LARGEST_CENTS)]


@get("/cage", operation_id="see_cage", summary="The cage", tags=["cage"])
async def see_cage(house: GivenHouse) -> CageSeen:
    """What patrons without an account hold in chips, and the slips of all tables that wait for somebody."""
    return await asyncio.to_thread(cage_seen, house)


@post("/cage/issue", operation_id="issue_chips", summary="Sell chips to a patron", tags=["cage"], status_code=200)
async def issue_chips(
    data: JSONBody[ChipsForCash], house: GivenHouse, service: GivenService, me: SignedInUser
) -> CageSeen:
    """Chips for cash over the counter, to whoever has no account; the cage then."""
    command = h.BuyIn(player=PATRON_AT_CAGE, cents=data.cents, by=f"{me.role}:{me.name}")
    return await _done(house, service, h.Request(CAGE, command, f"{me.name}:{data.id}"))


@post("/cage/redeem", operation_id="redeem_chips", summary="Redeem a patron's chips", tags=["cage"], status_code=200)
async def redeem_chips(
    data: JSONBody[ChipsForCash], house: GivenHouse, service: GivenService, me: SignedInUser
) -> CageSeen:
    """Cash for chips over the counter, never more than the books say patrons hold; the cage then."""
    command = h.CashOut(player=PATRON_AT_CAGE, cents=data.cents, by=f"{me.role}:{me.name}")
    return await _done(house, service, h.Request(CAGE, command, f"{me.name}:{data.id}"))


async def _done(house: House, service: MeteredService, request: h.Request) -> CageSeen:
    answer = await service.send(request)
    if isinstance(answer, Refusal):
        raise Problem(409, answer.code, answer.sentence, answer.clause)
    return await asyncio.to_thread(cage_seen, house)


def cage_seen(house: House) -> CageSeen:
    """The cage as it is now, the slip that waits longest first; may block."""
    tables = [house.table(name) for name in house.tables()]
    slips = [
        SlipAtCage(table.table_id, table.title or house.title_of(table), slip_seen(slip))
        for table in tables
        for slip in table.slips
        if slip.open and not table.closed
    ]
    return CageSeen(
        balance_of(house, PATRON_AT_CAGE), tuple(sorted(slips, key=lambda one: (one.slip.asked_ms, one.table)))
    )


ROUTES = (see_cage, issue_chips, redeem_chips)
