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

Who = Role | Literal["nobody", "device"]  # nobody: whoever is not signed in; a device comes with a token of its own

PLAYERS: frozenset[Who] = frozenset({"player"})
SIGNED_IN: frozenset[Role] = frozenset(get_args(Role))
EVERYBODY: frozenset[Who] = SIGNED_IN | {"nobody"}
ADMINS: frozenset[Who] = frozenset({"admin"})
FLOOR: frozenset[Who] = frozenset({"floor", "casino_supervisor"})
AT_THE_TABLE: frozenset[Who] = PLAYERS | FLOOR | {"dealer"}
ON_DUTY: frozenset[Who] = FLOOR | {"dealer"}
CASHIERS: frozenset[Who] = frozenset({"cashier"})
SERVING: frozenset[Who] = FLOOR | CASHIERS  # of players with an account
WATCHING: frozenset[Who] = frozenset({"surveillance", "regulator"})
DEPARTMENT: frozenset[Who] = frozenset({"department"})
REGULATORS: frozenset[Who] = frozenset({"regulator"})
AT_THE_DESK: frozenset[Who] = DEPARTMENT | REGULATORS | ADMINS | FLOOR  # the floor opens tables by filings
SEES_COMPONENTS: frozenset[Who] = WATCHING | ADMINS | FLOOR  # what runs where
IN_THE_PIT: frozenset[Who] = FLOOR | CASHIERS | WATCHING | {"admin"}  # the floor acts, others look
READS_ROUNDS: frozenset[Who] = PLAYERS | WATCHING
TOLD_ROUNDS: frozenset[Who] = READS_ROUNDS | FLOOR | {"dealer"}

DEVICE: Literal["device"] = "device"

ROLES: dict[str, frozenset[Who]] = {
    # accounts
    "who_am_i": EVERYBODY,
    "sign_in": EVERYBODY,
    "sign_out": SIGNED_IN,
    "play_as_guest": EVERYBODY,
    "change_password": SIGNED_IN,
    "set_pin": FLOOR,
    "buy_in": PLAYERS | SERVING,  # a player for themselves where a guest
    "cash_out": SERVING,
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
    "try_correction": ON_DUTY,
    "confirm_act": frozenset({"dealer"}),  # by the name and the PIN of somebody of the floor
    "device_socket": frozenset({DEVICE}),
    "deal_socket": ON_DUTY,  # what may be asked there is `ask_table`'s
    # the pit
    "see_pit": IN_THE_PIT,
    "pit_socket": IN_THE_PIT,
    "list_floorpersons": FLOOR,
    "assign_supervisor": FLOOR,
    "table_result": IN_THE_PIT,
    "see_cage": IN_THE_PIT,
    "issue_chips": CASHIERS,
    "redeem_chips": CASHIERS,
    # surveillance and the regulator
    "search_events": WATCHING,
    "list_notes": WATCHING,
    "make_note": WATCHING,
    "export_bundle": WATCHING,
    "audit_state": WATCHING,
    "run_audit": WATCHING,
    "meter_movements": WATCHING,
    "rate_players": IN_THE_PIT,
    "check_submission": FLOOR,
    "open_table": FLOOR,
    "change_rules": FLOOR,
    "close_table": FLOOR,
    "list_devices": IN_THE_PIT,
    "add_device": FLOOR | ADMINS,
    "revoke_device": FLOOR | ADMINS,
    "list_slips": IN_THE_PIT | {"dealer"},
    "print_slip": IN_THE_PIT | {"dealer"},
    "list_awards": IN_THE_PIT | {"dealer"},
    "print_award": IN_THE_PIT | {"dealer"},
    "ask_slip": ON_DUTY,
    "approve_slip": FLOOR,
    "confirm_slip": CASHIERS,
    "refuse_slip": ON_DUTY | CASHIERS,
    # the desk
    "see_desk": AT_THE_DESK,
    "see_filing": AT_THE_DESK,
    "preview_filing": AT_THE_DESK,
    "export_filing": AT_THE_DESK,
    "print_sign": AT_THE_DESK,
    "print_letter": AT_THE_DESK,
    "review_clauses": AT_THE_DESK,
    "list_components": SEES_COMPONENTS,
    "make_filing": DEPARTMENT,
    "answer_question": DEPARTMENT,
    "write_filing": DEPARTMENT,
    "submit_filing": DEPARTMENT,
    "withdraw_filing": DEPARTMENT,
    "remark_filing": REGULATORS,
    "return_filing": REGULATORS,
    "approve_filing": REGULATORS,
    "require_approval": REGULATORS | ADMINS,
    "compare": EVERYBODY,  # rulebooks; a filing is for who may `see_filing`
    "compare_edges": EVERYBODY,  # likewise
    # beside the felt
    "table_info": EVERYBODY,
    "table_odds": EVERYBODY,
    "table_edges": EVERYBODY,
    "table_strategy": EVERYBODY,
    "meter_paths": EVERYBODY,
    "studio_wagers": SIGNED_IN,
    "studio_price": SIGNED_IN,
    "studio_design": SIGNED_IN,
    "studio_designs": SIGNED_IN,
    "studio_par": SIGNED_IN,
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
    """Holds a request to the table of who may do what; a device's token is good for nothing else."""
    if connection.scope["state"].get("device"):
        if DEVICE not in ROLES.get(operation_of(handler), frozenset()):
            raise Problem(403, "not_your_role", "This token is a device's; it is good for its own socket alone.")
        return
    may(operation_of(handler), session_of(connection))
