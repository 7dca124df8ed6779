"""Who works at a table: dealers tap in and out, and a floorperson is assigned to look after it."""

from croupier.house.handlers import commands as h
from croupier.house.log import events as he
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SUPERVISORS, role

DEALT_BY_ITSELF = Refusal("dealt_by_itself", "The house deals here by itself.", "")


def tap_in(transaction: TableTransaction, command: h.TapIn) -> Refusal | None:
    """The dealer who asks relieves whoever dealt here."""
    table, (kind, _, name) = transaction.table, command.by.partition(":")
    if table.dealer == "virtual":
        return DEALT_BY_ITSELF
    if kind != "dealer":
        return Refusal("not_a_dealer", "A dealer taps in for themselves; sign in as the dealer.", "")
    if table.dealing and table.dealing.name == name:
        return Refusal("tapped_in", "You deal here already.", "")
    relieved = (he.DealerTappedOut(dealer=table.dealing.name),) if table.dealing else ()
    tapped_in = he.DealerTappedIn(dealer=name, at_ms=transaction.at_ms)
    return transaction.act(command.by, "TapIn", (*relieved, tapped_in))


def tap_out(transaction: TableTransaction, command: h.TapOut) -> Refusal | None:
    """Whoever deals here stops; another dealer relieves them by tapping in."""
    dealing = transaction.table.dealing
    if dealing is None:
        return Refusal("nobody_deals", "No dealer has tapped in here.", "")
    if role(command.by) not in SUPERVISORS and command.by != f"dealer:{dealing.name}":
        return Refusal("not_yours", f"{dealing.name} deals here; tap in to relieve them.", "")
    return transaction.act(command.by, "TapOut", (he.DealerTappedOut(dealer=dealing.name),))


def assign_supervisor(transaction: TableTransaction, command: h.AssignSupervisor) -> Refusal | None:
    """The floor says who of them looks after this table."""
    if role(command.by) not in SUPERVISORS:
        return Refusal("needs_floor", "A floorperson assigns who looks after a table.", "")
    supervising = transaction.table.supervising
    if command.supervisor == (supervising.name if supervising else ""):
        return Refusal("assigned", "That is so already.", "")
    assigned = he.SupervisorAssigned(supervisor=command.supervisor, at_ms=transaction.at_ms)
    return transaction.act(command.by, "AssignSupervisor", (assigned,))
