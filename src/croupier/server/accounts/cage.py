"""The cage: chips for players. A guest takes play money; everybody else is served by a cashier or the floor."""

import asyncio
import secrets
from typing import Annotated

from litestar import post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Answer
from croupier.house.handlers.slips import CASHIER
from croupier.house.log import store
from croupier.house.service.house import House
from croupier.rulebook.law.base import money
from croupier.rulebook.submission import LARGEST_CENTS
from croupier.server.accounts.chips import balance_of
from croupier.server.accounts.dependencies import GivenUsers, SignedInUser
from croupier.server.accounts.users import User, Users
from croupier.server.dependencies import GivenHouse, GivenService, GivenSettings
from croupier.server.metrics import MeteredService
from croupier.server.settings import Settings
from croupier.server.wire.errors import Problem
from croupier.server.wire.schemas import Me
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SUPERVISORS

SERVING = (CASHIER, *SUPERVISORS)
ATTEMPTS = 20  # to be served while others are at the cage


class AtTheCage(Struct, frozen=True, forbid_unknown_fields=True):
    """Chips to be bought or given back, under an id that the browser made: sent again, it is done once.

    `player` is who is served; a guest leaves it out.
    """

    id: Annotated[str, Meta(min_length=8, max_length=40, pattern=r"\A[A-Za-z0-9._-]+\Z")]
    cents: Annotated[int, Meta(ge=1, le=LARGEST_CENTS)]
    player: Annotated[str, Meta(max_length=64)] = ""


async def give_guest(service: MeteredService, name: str, cents: int) -> None:
    """A new guest's play money."""
    request = h.Request(CAGE, h.BuyIn(player=name, cents=cents), f"{name}:{secrets.token_hex(8)}")
    _told(await service.send(request))


@post("/cage/buy-in", operation_id="buy_in", summary="Buy chips", tags=["cage"], status_code=200)
async def buy_in(
    data: JSONBody[AtTheCage],
    me: SignedInUser,
    house: GivenHouse,
    service: GivenService,
    users: GivenUsers,
    settings: GivenSettings,
) -> Me:
    """Chips for a guest, as many as guests may hold, or by cashier or floor for a player; whose chips they are now."""
    if me.role in SERVING:
        player = await _served(data, users)
        command = h.BuyIn(player=player.name, cents=data.cents, by=f"{me.role}:{me.name}")
        _told(await service.send(h.Request(CAGE, command, f"{me.name}:{data.id}")))
        return await _shown(house, player)
    if not me.guest:
        raise Problem(403, "floor_serves", "The cage or the floor sells you chips; ask there.")
    if data.player not in ("", me.name) or data.cents > settings.guest_cents:
        most = money(settings.guest_cents)
        raise Problem(403, "play_money", f"A guest takes at most {most} at a time, and for themselves only.")
    await _serve_guest(data, me, house, service, settings)
    return await _shown(house, me)


@post("/cage/cash-out", operation_id="cash_out", summary="Cash chips in", tags=["cage"], status_code=200)
async def cash_out(
    data: JSONBody[AtTheCage], me: SignedInUser, house: GivenHouse, service: GivenService, users: GivenUsers
) -> Me:
    """A player gives chips back for cash; whose chips they are, with what is left."""
    player = await _served(data, users)
    command = h.CashOut(player=player.name, cents=data.cents, by=f"{me.role}:{me.name}")
    _told(await service.send(h.Request(CAGE, command, f"{me.name}:{data.id}")))
    return await _shown(house, player)


async def _served(data: AtTheCage, users: Users) -> User:
    player = await asyncio.to_thread(users.find, data.player)
    if player is None or player.role != "player":
        raise Problem(404, "no_player", f"There is no player {data.player!r:.40}; give the name they sign in with.")
    if player.guest:
        raise Problem(403, "play_money", "A guest's chips are play money; the cage does not deal in them.")
    return player


async def _serve_guest(data: AtTheCage, me: User, house: House, service: MeteredService, settings: Settings) -> None:
    """Sells only at the cage as it was looked at, so that many requests at once come to no more than one."""
    for attempt in range(ATTEMPTS):
        command_id = f"{me.name}:{data.id}.{attempt}"
        version, balance, known = await asyncio.to_thread(_look, house, me.name, command_id)
        if balance >= settings.guest_cents and not known:
            most = money(settings.guest_cents)
            raise Problem(409, "enough", f"You have {money(balance)}; play until you have less than {most}.")
        answer = await service.send(h.Request(CAGE, h.BuyIn(player=me.name, cents=data.cents), command_id, version))
        if not (isinstance(answer, Refusal) and answer.code == "stale"):
            return _told(answer)
    raise Problem(503)


def _look(house: House, name: str, command_id: str) -> tuple[int, int, bool]:
    version = house.table(CAGE).version
    with house.database.read() as connection:
        known = store.answers(connection, [(CAGE, command_id)])
    return version, balance_of(house, name), bool(known)


async def _shown(house: House, user: User) -> Me:
    balance = await asyncio.to_thread(balance_of, house, user.name)
    return Me(user.name, user.role, user.guest, user.one_time, balance, 0)


def _told(answer: Answer) -> None:
    if isinstance(answer, Refusal):
        raise Problem(409, answer.code, answer.sentence, answer.clause)


ROUTES = (buy_in, cash_out)
