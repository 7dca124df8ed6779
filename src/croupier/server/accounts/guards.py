"""Who may do what: one row for each operation, and the guard that holds everybody to it.

An operation without a row is nobody's: to add one, add its row.
"""

from typing import Literal, get_args

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from croupier.rulebook.phrases import words
from croupier.server.accounts.sessions import Session
from croupier.server.wire.errors import Problem
from croupier.server.wire.schemas import Role

Who = Role | Literal["nobody"]  # nobody: whoever is not signed in

PLAYERS: frozenset[Who] = frozenset({"player"})
SIGNED_IN: frozenset[Who] = frozenset(get_args(Role))
EVERYBODY: frozenset[Who] = SIGNED_IN | {"nobody"}
ADMINS: frozenset[Who] = frozenset({"admin"})
FLOOR: frozenset[Who] = frozenset({"floor", "casino_supervisor"})
AT_THE_CAGE: frozenset[Who] = PLAYERS | FLOOR  # a player for themselves where a guest, the floor for others
AT_THE_TABLE: frozenset[Who] = PLAYERS | FLOOR | {"dealer"}
ON_DUTY: frozenset[Who] = FLOOR | {"dealer"}
READS_ROUNDS: frozenset[Who] = frozenset({"player", "surveillance", "regulator"})
TOLD_ROUNDS: frozenset[Who] = READS_ROUNDS | FLOOR | {"dealer"}

ROLES: dict[str, frozenset[Who]] = {
    # accounts
    "who_am_i": EVERYBODY,
    "sign_in": EVERYBODY,
    "sign_out": SIGNED_IN,
    "play_as_guest": EVERYBODY,
    "change_password": SIGNED_IN,
    "buy_in": AT_THE_CAGE,
    "cash_out": FLOOR,
    "list_users": ADMINS,
    "add_user": ADMINS,
    "change_user": ADMINS,
    # tables
    "list_tables": EVERYBODY,
    "see_table": EVERYBODY,
    "ask_table": AT_THE_TABLE,
    "table_socket": EVERYBODY,  # whoever may not ask of the table is refused there, as `ask_table` is
    "lobby_socket": EVERYBODY,
    "try_option": ON_DUTY,
    "deal_socket": ON_DUTY,  # what may be asked there is `ask_table`'s
    # beside the felt
    "table_info": EVERYBODY,
    "table_odds": EVERYBODY,
    "table_edges": EVERYBODY,
    "table_strategy": EVERYBODY,
    "meter_paths": EVERYBODY,
    "coach": PLAYERS,
    "practise": EVERYBODY,
    "list_rulebooks": EVERYBODY,
    "show_rulebook": EVERYBODY,
    "show_clause": EVERYBODY,
    "list_rounds": READS_ROUNDS,
    "played_figures": READS_ROUNDS,
    "tell_round": TOLD_ROUNDS,  # a player those in which they had a box; `list_rounds` likewise
    "prove_round": EVERYBODY,  # cards and seeds, and nothing of who wagered what
}

# What may be done while a one-time password has not been changed.
BEFORE_THE_PASSWORD = frozenset({"who_am_i", "sign_in", "sign_out", "change_password"})


def operation_of(handler: BaseRouteHandler) -> str:
    """What an operation is called: its id in OpenAPI, a socket's name."""
    return getattr(handler, "operation_id", None) or handler.name or ""


def session_of(connection: ASGIConnection) -> Session | None:  # type: ignore[type-arg]
    """The session that the connection came with."""
    session: Session | None = connection.scope["state"].get("session")
    return session


def may(operation: str, session: Session | None) -> None:
    """Refuses who may not do this."""
    allowed = ROLES.get(operation, frozenset())
    if session is None:
        if "nobody" not in allowed:
            raise Problem(401)
        return
    if session.user.one_time and operation not in BEFORE_THE_PASSWORD:
        raise Problem(403, "one_time_password", "Your password is for one time only; choose one of your own first.")
    if session.user.role not in allowed:
        roles = " or ".join(words(who) for who in sorted(allowed - {"nobody"})) or "nobody"
        sentence = f"You are signed in as {words(session.user.role)}; this is for {roles}."
        raise Problem(403, "not_your_role", sentence)


async def guard(connection: ASGIConnection, handler: BaseRouteHandler) -> None:  # type: ignore[type-arg]
    """Holds a request to the table of who may do what."""
    may(operation_of(handler), session_of(connection))
