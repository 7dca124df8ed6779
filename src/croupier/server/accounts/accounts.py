"""Signing in and out, guests, and the users of the house."""

import asyncio
from collections.abc import Callable
from typing import Annotated

from litestar import Response, delete, get, patch, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier.house.service.house import House
from croupier.server.accounts.cage import give_guest
from croupier.server.accounts.chips import balance_of
from croupier.server.accounts.cookies import session_cookie
from croupier.server.accounts.dependencies import (
    GivenSession,
    GivenSessionConnections,
    GivenSessions,
    GivenUsers,
    SignedInSession,
    SignedInUser,
)
from croupier.server.accounts.session_connections import SessionConnections
from croupier.server.accounts.sessions import Session, Sessions
from croupier.server.accounts.users import LONGEST, User, Users
from croupier.server.dependencies import GivenClock, GivenHouse, GivenService, GivenSettings
from croupier.server.settings import Settings
from croupier.server.wire.errors import Problem
from croupier.server.wire.schemas import Me, Role
from croupier.table.values.roles import SUPERVISORS

Clock = Callable[[], int]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Password = Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and its password."""

    name: Name
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """The password that is known, and the one to be known from now on."""

    old: Password
    new: Password


class NewPin(Struct, frozen=True, forbid_unknown_fields=True):
    """The PIN to be known from now on, and the password of whose it is."""

    password: Password
    pin: Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class NewUser(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody to be let in."""

    name: Name
    role: Role


class UserChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to change about a user; what is left out stays."""

    role: Role | None = None
    disabled: bool | None = None
    unlock: bool = False
    new_password: bool = False


class UserSeen(Struct, frozen=True):
    """A user, and where one was just made for them, the one-time password to hand over."""

    name: str
    role: Role
    disabled: bool
    must_change: bool
    created_ms: int
    one_time_password: str = ""


def me_of(house: House, users: Users, user: User, began_ms: int, now_ms: int) -> Me:
    """A user as they see themselves; may block."""
    balance = balance_of(house, user.name) if user.role == "player" else None
    has_pin = user.role in SUPERVISORS and users.has_pin(user.name)
    return Me(user.name, user.role, user.guest, user.one_time, balance, (now_ms - began_ms) // 1000, has_pin)


@get("/session", operation_id="who_am_i", summary="Who is signed in", tags=["accounts"])
async def who_am_i(house: GivenHouse, users: GivenUsers, session: GivenSession, clock: GivenClock) -> Me | None:
    """Whoever is signed in, null where nobody is."""
    if session is None:
        return None
    return await asyncio.to_thread(me_of, house, users, session.user, session.created_ms, clock())


@post("/session", operation_id="sign_in", summary="Sign in", tags=["accounts"], status_code=200)
async def sign_in(
    data: JSONBody[SignIn],
    house: GivenHouse,
    users: GivenUsers,
    sessions: GivenSessions,
    session_connections: GivenSessionConnections,
    session: GivenSession,
    settings: GivenSettings,
    clock: GivenClock,
) -> Response[Me]:
    """Begins a new session; the one before, if any, is over. Five failures lock a name for a quarter of an hour."""
    user = await asyncio.to_thread(users.check, data.name, data.password, clock())
    return await _begun(user, house, users, sessions, session_connections, session, settings, clock)


@delete("/session", operation_id="sign_out", summary="Sign out", tags=["accounts"])
async def sign_out(
    session_connections: GivenSessionConnections, session: SignedInSession, settings: GivenSettings
) -> Response[None]:
    """Ends this session, here and now."""
    await session_connections.end(session)
    return Response(None, cookies=[session_cookie(settings, "")])


@post("/guest", operation_id="play_as_guest", summary="Play as a guest", tags=["accounts"], status_code=200)
async def play_as_guest(
    house: GivenHouse,
    service: GivenService,
    users: GivenUsers,
    sessions: GivenSessions,
    session_connections: GivenSessionConnections,
    session: GivenSession,
    settings: GivenSettings,
    clock: GivenClock,
) -> Response[Me]:
    """A new player with play money, where the house has guests."""
    if not settings.guests:
        raise Problem(403, "no_guests", "This house has no guests; sign in with a name that the floor gave you.")
    user = await asyncio.to_thread(users.add_guest, clock())
    await give_guest(service, user.name, settings.guest_cents)
    return await _begun(user, house, users, sessions, session_connections, session, settings, clock)


async def _begun(
    user: User,
    house: House,
    users: Users,
    sessions: Sessions,
    session_connections: SessionConnections,
    session: Session | None,
    settings: Settings,
    clock: Clock,
) -> Response[Me]:
    if session:
        await session_connections.end(session)
    token = await asyncio.to_thread(sessions.begin, user.name, clock())
    me = await asyncio.to_thread(me_of, house, users, user, 0, 0)
    return Response(me, cookies=[session_cookie(settings, token)])


@post("/password", operation_id="change_password", summary="Change one's password", tags=["accounts"], status_code=204)
async def change_password(
    data: JSONBody[NewPassword],
    users: GivenUsers,
    session_connections: GivenSessionConnections,
    session: SignedInSession,
    clock: GivenClock,
) -> None:
    """A new password; every other session of this user is over."""
    await asyncio.to_thread(users.change_password, session.user, data.old, data.new, clock())
    await session_connections.end_all(session.user.name, but=session)


@post("/pin", operation_id="set_pin", summary="Set one's PIN", tags=["accounts"], status_code=204)
async def set_pin(data: JSONBody[NewPin], users: GivenUsers, me: SignedInUser, clock: GivenClock) -> None:
    """A PIN by which somebody of the floor confirms an act on the dealer's screen."""
    await asyncio.to_thread(users.set_pin, me, data.password, data.pin, clock())


@get("/users", operation_id="list_users", summary="Users of the house", tags=["users"])
async def list_users(users: GivenUsers) -> list[UserSeen]:
    """Everybody who may sign in, guests left out."""
    return [_seen(user) for user in await asyncio.to_thread(users.everybody) if not user.guest]


@post("/users", operation_id="add_user", summary="A new user", tags=["users"])
async def add_user(data: JSONBody[NewUser], users: GivenUsers, clock: GivenClock) -> UserSeen:
    """A new user, with a one-time password to hand over."""
    user, password = await asyncio.to_thread(users.add, data.name, data.role, clock())
    return _seen(user, password)


@patch("/users/{name:str}", operation_id="change_user", summary="Change a user", tags=["users"])
async def change_user(
    name: FromPath[str],
    data: JSONBody[UserChange],
    me: SignedInUser,
    users: GivenUsers,
    session_connections: GivenSessionConnections,
) -> UserSeen:
    """Another role, in or out, unlocked, or a new one-time password; but for unlocking, their sessions are over."""
    user = await asyncio.to_thread(users.find, name)
    if user is None or user.guest:
        raise Problem(404, "no_user", f"There is no user {name!r:.40}; GET /api/users lists them.")
    if user.name == me.name:
        raise Problem(409, "yourself", "Another admin must change you, so that one is always left.")
    await asyncio.to_thread(users.change, name, data.role, data.disabled)
    password = await asyncio.to_thread(users.new_password, name) if data.new_password else ""
    if data.unlock:
        await asyncio.to_thread(users.unlock, name)
    if data.role is not None or data.disabled or data.new_password:
        await session_connections.end_all(name)
    changed = await asyncio.to_thread(users.find, name)
    assert changed is not None, "no user is ever removed"
    return _seen(changed, password)


def _seen(user: User, password: str = "") -> UserSeen:
    return UserSeen(user.name, user.role, user.disabled, user.one_time, user.created_ms, password)


ROUTES = (who_am_i, sign_in, sign_out, play_as_guest, change_password, set_pin, list_users, add_user, change_user)
