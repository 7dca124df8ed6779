"""Fills, credits, counts of the tray and boxes out: asked by one, approved by another, carried out by the cage."""

from croupier.house.handlers import commands as h
from croupier.house.ledger.accounts import drop, inventory
from croupier.house.log import events as he
from croupier.house.log.house_table import HouseTable
from croupier.house.log.slips import COUNTS, Slip
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.rulebook.law.base import money
from croupier.rulebook.sign import joined
from croupier.rulebook.submission import LARGEST_CENTS
from croupier.table.values.duty import LONGEST_TEXT
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SUPERVISORS, role, same_person

CASHIER = "cashier"
MOST_OPEN = 12
MOST_KINDS, MOST_PIECES = 12, 100_000


def ask_slip(transaction: TableTransaction, command: h.AskSlip) -> Refusal | None:
    """Somebody at the table asks."""
    table = transaction.table
    if role(command.by) not in ("dealer", *SUPERVISORS):
        return Refusal("needs_dealer", "The dealer or the floor asks for that at the table.", "")
    if problem := _pieces_problem(command.pieces) or _worth_problem(table, command):
        return problem
    if sum(one.open for one in table.slips) >= MOST_OPEN:
        return Refusal("slips", "Many slips are open here; have them approved, carried out or refused first.", "")
    if any(one.open and one.kind == command.kind for one in table.slips):
        return Refusal("slips", f"A {command.kind} slip is open here already; finish or refuse it first.", "")
    number = table.slips_made + 1
    asked = he.SlipAsked(slip=number, kind=command.kind, pieces=command.pieces, by=command.by, at_ms=transaction.at_ms)
    return transaction.act(command.by, "AskSlip", (asked,))


def _pieces_problem(pieces: tuple[tuple[int, int], ...]) -> Refusal | None:
    worths = [worth for worth, _ in pieces]
    fits = all(worth > 0 and 0 < count <= MOST_PIECES for worth, count in pieces)
    whole = sum(worth * count for worth, count in pieces)
    if 0 < len(pieces) <= MOST_KINDS and fits and len(set(worths)) == len(worths) and whole <= LARGEST_CENTS:
        return None
    return Refusal("amount", "Say how many of each worth, each worth once; none is left at nothing.", "")


def _worth_problem(table: HouseTable, command: h.AskSlip) -> Refusal | None:
    """Why these pieces are not of this table: its tray holds its own chips; what lies in its box is cash."""
    if command.kind == "drop" or {worth for worth, _ in command.pieces} <= set(table.denominations_cents):
        return None
    chips = joined([money(worth) for worth in table.denominations_cents])
    return Refusal("denomination", f"The chips of this table are worth {chips}; say how many of these.", "")


def approve_slip(transaction: TableTransaction, command: h.ApproveSlip) -> Refusal | None:
    """A second person of the floor agrees."""
    slip = _open_slip(transaction, command.slip, "asked")
    if isinstance(slip, Refusal):
        return slip
    if role(command.by) not in SUPERVISORS:
        return Refusal("needs_floor", "A floorperson approves a slip.", "")
    if same_person(command.by, slip.asked_by):
        return Refusal("same_person", "You asked for it; another of the floor has to approve it.", "")
    approved = he.SlipApproved(slip=slip.slip, by=command.by, at_ms=transaction.at_ms)
    if slip.kind not in COUNTS:
        return transaction.act(command.by, "ApproveSlip", (approved,))
    return transaction.act(command.by, "ApproveSlip", (approved, _done(transaction, slip, command.by)))


def confirm_slip(transaction: TableTransaction, command: h.ConfirmSlip) -> Refusal | None:
    """The cage carries it out: money and slip in one record."""
    slip = _open_slip(transaction, command.slip, "approved")
    if isinstance(slip, Refusal):
        return slip
    if role(command.by) != CASHIER:
        return Refusal("needs_cashier", "A cashier confirms what the cage gave or took.", "")
    if same_person(command.by, slip.asked_by, slip.approved_by):
        return Refusal("same_person", "You asked for it or approved it; another cashier has to carry it out.", "")
    done = _done(transaction, slip, command.by)
    there = transaction.house_transaction.balance(inventory(transaction.table.table_id))
    if slip.kind == "credit" and slip.cents > there:
        return Refusal("inventory", "There are not so many chips in the inventory; refuse it and ask for less.", "")
    if slip.kind == "drop":
        moved = (he.DropTaken(cents=done.books, by=command.by),) if done.books else ()
        return transaction.act(command.by, "ConfirmSlip", (*moved, done))
    event = he.Filled if slip.kind == "fill" else he.Credited
    return transaction.act(command.by, "ConfirmSlip", (event(cents=slip.cents, by=command.by), done))


def refuse_slip(transaction: TableTransaction, command: h.RefuseSlip) -> Refusal | None:
    """Whoever asked takes it back, or the floor or the cage refuses it."""
    slip = next((one for one in transaction.table.slips if one.slip == command.slip and one.open), None)
    note = command.note.strip()
    if slip is None:
        return _over(command.slip)
    if role(command.by) not in (CASHIER, *SUPERVISORS) and command.by != slip.asked_by:
        return Refusal("needs_floor", "Whoever asked for it, the floor or the cage refuses a slip.", "")
    if not 0 < len(note) <= LONGEST_TEXT or not note.isprintable():
        return Refusal("no_note", f"Say why, in one line of at most {LONGEST_TEXT} characters.", "")
    refused = he.SlipRefused(slip=slip.slip, note=note, by=command.by, at_ms=transaction.at_ms)
    return transaction.act(command.by, "RefuseSlip", (refused,))


def _open_slip(transaction: TableTransaction, number: int, state: str) -> Slip | Refusal:
    slip = next((one for one in transaction.table.slips if one.slip == number), None)
    if slip is None or not slip.open:
        return _over(number)
    if slip.state == state:
        return slip
    if state == "asked":
        return Refusal("approved", f"Slip {number} is approved already; the cage carries it out.", "")
    return Refusal("not_approved", f"Slip {number} is not approved yet; a floorperson does that first.", "")


def _over(number: int) -> Refusal:
    return Refusal("stale", f"Slip {number} is not open here any more; look again.", "")


def _done(transaction: TableTransaction, slip: Slip, by: str) -> he.SlipDone:
    """That a slip is carried out, with what the books say of what was counted."""
    counted = drop if slip.kind == "drop" else inventory
    books = transaction.house_transaction.balance(counted(transaction.table.table_id))
    return he.SlipDone(
        slip=slip.slip, books=books if slip.kind in (*COUNTS, "drop") else 0, by=by, at_ms=transaction.at_ms
    )
