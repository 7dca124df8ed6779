"""What a table calls the floor for: what somebody on duty called it for, and what the procedure waits for it to do."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.log import events as he
from croupier.house.log.house_table import HouseTable
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.rulebook.elect import GameRules
from croupier.table.procedure.silence import CALLERS
from croupier.table.values import commands as c
from croupier.table.values.duty import LONGEST_TEXT
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SUPERVISORS, role

MOST_CALLS = 12  # open at one table at once
CALL_REASONS: Mapping[he.CallReason | Literal["device"], str] = {
    "award": "an award",
    "ruling": "a ruling",
    "irregularity": "an irregularity",
    "dispute": "a dispute",
    "fill": "a fill",
    "other": "something else",
    "device": "what a device said",
}
Reason = he.CallReason | Literal["inspection", "device"]
# What the floor does where the procedure waits for it; all else that it does is a ruling.
_WAITED_FOR: Mapping[type, Reason] = {
    c.PrepareDeck: "inspection",
    c.TreatDevice: "device",
    c.ValidateAward: "award",
    c.RefuseAward: "award",
}


class FloorCall(Struct, frozen=True):
    """The floor is wanted at a table. `call` is the number to answer it by, 0 where doing the duty answers it.

    `says` is the duty, or what whoever called said of it; `since_ms` is when it was called, or since when the table has
    stood still.
    """

    call: int
    reason: Reason
    seat: int
    says: str
    clause: str
    by: str
    since_ms: int


def calls_of(rules: GameRules, table: HouseTable) -> tuple[FloorCall, ...]:
    """All that the floor is wanted for at a table, the oldest call first and what the game waits for before all."""
    if table.closed:
        return ()
    called = tuple(FloorCall(one.call, one.reason, one.seat, one.note, "", one.by, one.at_ms) for one in table.calls)
    duty = duty_at(rules, table, table.at_ms // 1000)
    if duty is None or duty.by not in SUPERVISORS:
        return called
    reason, seat = _WAITED_FOR.get(type(duty.command), "ruling"), getattr(duty.command, "seat", 0)
    return (FloorCall(0, reason, seat, duty.says, duty.clause, "", table.at_ms), *called)


def make_call(transaction: TableTransaction, command: h.MakeCall) -> Refusal | None:
    """The floor is called: by the dealer, who speaks for the players too, or by itself."""
    table, reason, note = transaction.table, command.reason, command.note.strip()
    if role(command.by) not in CALLERS:
        return Refusal("needs_dealer", "The dealer of the table calls the floor; ask for it there.", "")
    if not 0 <= command.seat <= transaction.rules.seats:
        return Refusal("no_seat", f"This table has seats 1 to {transaction.rules.seats}; 0 is for none of them.", "")
    if reason == "other" and not note:
        return Refusal("no_note", "Say in a few words what the floor is called for.", "")
    if problem := unwritable(note):
        return problem
    if any((one.reason, one.seat) == (reason, command.seat) for one in table.calls):
        sentence = f"The floor has been called for {CALL_REASONS[reason]} already; wait until it has answered."
        return Refusal("called", sentence, "")
    if len(table.calls) >= MOST_CALLS:
        return Refusal("called", "The floor has many calls here to answer; wait until it has come.", "")
    made = he.CallMade(
        call=table.calls_made + 1, reason=reason, seat=command.seat, note=note, by=command.by, at_ms=transaction.at_ms
    )
    return transaction.act(command.by, "MakeCall", (made,))


def answer_call(transaction: TableTransaction, command: h.AnswerCall) -> Refusal | None:
    """Somebody of the floor came, and says what was decided."""
    table, note = transaction.table, command.note.strip()
    if role(command.by) not in SUPERVISORS:
        return Refusal("needs_floor", "A floorperson answers that; one who is signed in does it at this table.", "")
    if all(one.call != command.call for one in table.calls):
        return Refusal("stale", "That call has been answered; look again.", "")
    if not note:
        return Refusal("no_note", "Say in a few words what was decided.", "")
    if problem := unwritable(note):
        return problem
    return transaction.act(command.by, "AnswerCall", (he.CallAnswered(call=command.call, note=note, by=command.by),))


def unwritable(note: str) -> Refusal | None:
    """Why a record does not take this note, or None."""
    if len(note) <= LONGEST_TEXT and (note.isprintable() or not note):
        return None
    return Refusal("note", f"A note is one line of at most {LONGEST_TEXT} printable characters.", "")
