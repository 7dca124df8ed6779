"""The dealer's screen over HTTP: what an option or a correction would bring about, before it is done."""

import asyncio

from litestar import post
from litestar.params import FromPath, JSONBody

from croupier.house.handlers.commands import TakeOption
from croupier.server.accounts.dependencies import GivenUsers, SignedInUser
from croupier.server.deal.corrections import correction_seen
from croupier.server.deal.options import SOMEBODY_OF_THE_FLOOR, consequence
from croupier.server.deal.schemas import Confirmation, Consequence, CorrectionSeen, TriedOption
from croupier.server.dependencies import GivenClock, GivenHouse, GivenService
from croupier.server.tables.dependencies import GivenViewCache
from croupier.server.tables.finding import found_table
from croupier.server.tables.table_requests import answer_to
from croupier.server.wire.errors import Problem
from croupier.server.wire.floor_requests import AnswerCall, CallFloor, CorrectRound, Decline, OrderCards
from croupier.server.wire.messages import Answered, DoDuty
from croupier.server.wire.messages import TakeOption as TakesOption
from croupier.server.wire.patron_requests import CorrectBuyIn
from croupier.table.values.refusal import Refusal

# What somebody of the floor does at a table; whether they may do this now, the house says.
FLOORS_ACTS = (DoDuty, TakesOption, OrderCards, AnswerCall, CallFloor, CorrectRound, CorrectBuyIn, Decline)


@post(
    "/deal/{table:str}/consequence",
    operation_id="try_option",
    summary="What an option would bring about",
    tags=["deal"],
    status_code=200,
)
async def try_option(
    table: FromPath[str], data: JSONBody[TriedOption], house: GivenHouse, view_cache: GivenViewCache, me: SignedInUser
) -> Consequence:
    """The remedy of what went wrong and its money, tried and not done: nothing is written, no hidden card told."""
    house_table = await asyncio.to_thread(found_table, house, table)
    rules = await view_cache.rules_at(house_table)
    by = SOMEBODY_OF_THE_FLOOR if data.floors else f"{me.role}:{me.name}"
    taken = TakeOption(option=data.option, found=tuple(data.found.items()), by=by)
    answer = consequence(rules, house_table, me, taken)
    if isinstance(answer, Refusal):
        raise Problem(409, answer.code, answer.sentence, answer.clause)
    return answer


@post(
    "/deal/{table:str}/correction",
    operation_id="try_correction",
    summary="What a correction of the last round would change",
    tags=["deal"],
    status_code=200,
)
async def try_correction(
    table: FromPath[str], data: JSONBody[CorrectRound], house: GivenHouse, me: SignedInUser
) -> CorrectionSeen:
    """Which results would be others, seat by seat, tried and not done: nothing is written."""
    house_table = await asyncio.to_thread(found_table, house, table)
    answer = await asyncio.to_thread(correction_seen, house, house_table, me, data)
    if isinstance(answer, Refusal):
        raise Problem(409, answer.code, answer.sentence, answer.clause)
    return answer


@post(
    "/deal/{table:str}/confirmation",
    operation_id="confirm_act",
    summary="An act of the floor's, confirmed with a PIN on the dealer's screen",
    tags=["deal"],
    status_code=200,
)
async def confirm_act(
    table: FromPath[str],
    data: JSONBody[Confirmation],
    house: GivenHouse,
    service: GivenService,
    users: GivenUsers,
    clock: GivenClock,
    me: SignedInUser,
) -> Answered:
    """What somebody of the floor does in their own name, or refuses, though a dealer is signed in on this screen."""
    if data.name == me.name:
        raise Problem(403, "own_pin", "You deal here: somebody of the floor confirms this, by their own name and PIN.")
    if not isinstance(data.asked.wish, FLOORS_ACTS):
        raise Problem(403, "not_the_floors", "That is not the floor's to confirm; do it on this screen yourself.")
    floor = await asyncio.to_thread(users.check_pin, data.name, data.pin, clock())
    house_table = await asyncio.to_thread(found_table, house, table)
    return await answer_to(service, floor, house_table, data.asked, f"{me.role}:{me.name}")


ROUTES = (try_option, try_correction, confirm_act)
