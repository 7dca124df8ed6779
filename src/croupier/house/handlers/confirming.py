"""Acts that somebody of the floor confirms, or does not, on the dealer's screen: both are named in the record."""

from croupier.house.handlers import commands as h
from croupier.house.handlers.floor_calls import unwritable
from croupier.house.log import events as he
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SUPERVISORS, role


def confirmed(transaction: TableTransaction, by: str, screen: str) -> None:
    """Writes beside what was done on whose screen it was confirmed."""
    problem = transaction.act(by, "Confirm", (he.FloorConfirmed(by=by, screen=screen),))
    assert problem is None, "it moves no money"


def decline(transaction: TableTransaction, command: h.Decline) -> Refusal | None:
    """The floor does not confirm: that is written down with its reason, and the table waits as before."""
    if role(command.by) not in SUPERVISORS:
        return Refusal("needs_floor", "A floorperson confirms that, or refuses it.", "")
    reason = command.reason.strip()
    if not reason:
        return Refusal("no_reason", "Say in a few words why it is not confirmed.", "")
    if problem := unwritable(reason) or unwritable(command.what):
        return problem
    declined = he.FloorDeclined(what=command.what, reason=reason, by=command.by)
    return transaction.act(command.by, "Decline", (declined,))
