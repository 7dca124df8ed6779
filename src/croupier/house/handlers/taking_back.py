"""A slip of the fingers: the dealer takes the last entry back, until somebody has acted on it."""

from croupier.house.handlers import commands as h
from croupier.house.ledger.postings import taken_back
from croupier.house.log.entries import Entry
from croupier.house.log.house_table import HouseTable
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.table.procedure.silence import CALLERS
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import role

NOTHING_LEFT = (
    "There is no entry to take back: somebody has acted since, a meter has moved, or cards were turned up after what a"
    " player chose. Call the floor; a correction is theirs."
)
CARDS_SHOWN = (
    "There is no entry to take back: somebody has acted since, or cards of the house's deck or a result were shown,"
    " and a card that was seen cannot be unseen. Call the floor; a correction is theirs."
)
PARTED_WITH = (
    "A player has parted with chips that this entry had paid, so it cannot be taken back. Call the floor; a correction"
    " is theirs."
)


def last_entry(table: HouseTable) -> Entry | None:
    """What the dealer entered last, as long as it may be taken back."""
    return table.entries[-1] if table.entries and not table.closed else None


def take_back(transaction: TableTransaction, command: h.TakeBack) -> Refusal | None:
    """The table stands as before the last entry; the record stays, and its money goes back."""
    table = transaction.table
    entry = last_entry(table)
    if role(command.by) not in CALLERS:
        return Refusal("needs_dealer", "The dealer of the table takes back what the dealer entered.", "")
    if entry is None:
        return Refusal("nothing_entered", CARDS_SHOWN if table.card_source == "house" else NOTHING_LEFT, "")
    if entry.record != command.record:
        return Refusal("stale", "Something else was entered last; look again.", "")
    problem = transaction.act(command.by, "TakeBack", (taken_back(table.table_id, entry, command.by),))
    return Refusal("not_enough_chips", PARTED_WITH, "") if problem and problem.code == "not_enough_chips" else problem
