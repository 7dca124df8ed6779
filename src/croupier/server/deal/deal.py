"""The dealer's screen over HTTP: what an option would bring about, before it is done."""

import asyncio

from litestar import post
from litestar.params import FromPath, JSONBody

from croupier.house.handlers.commands import TakeOption
from croupier.server.accounts.dependencies import SignedInUser
from croupier.server.deal.options import consequence
from croupier.server.deal.schemas import Consequence, TriedOption
from croupier.server.dependencies import GivenHouse
from croupier.server.tables.dependencies import GivenViewCache
from croupier.server.tables.finding import found_table
from croupier.server.wire.errors import Problem
from croupier.table.values.refusal import Refusal


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
    taken = TakeOption(option=data.option, found=tuple(data.found.items()), by=f"{me.role}:{me.name}")
    answer = consequence(rules, house_table, me, taken)
    if isinstance(answer, Refusal):
        raise Problem(409, answer.code, answer.sentence, answer.clause)
    return answer


ROUTES = (try_option,)
