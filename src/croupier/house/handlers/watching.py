"""What those who watch leave behind: notes on rounds, and audits that they had run. The cage's log keeps it."""

from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.log import events as he
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.table.values.duty import LONGEST_TEXT
from croupier.table.values.refusal import Refusal

LOST_AFTER_MS = 3_600_000  # an audit whose end nobody told of by then is not waited for


def note(transaction: TableTransaction, command: h.Note) -> Refusal | None:
    """Keeps a mark or a note."""
    if problem := _elsewhere(transaction):
        return problem
    if len(command.note) > LONGEST_TEXT or not (command.note.isprintable() and command.note == command.note.strip()):
        return Refusal("note", f"A note is one line of at most {LONGEST_TEXT} printable characters, or empty.", "")
    noted = he.Noted(table=command.table, round=command.round, record=command.record, note=command.note, by=command.by)
    return transaction.act(command.by, "Note", (noted,))


def begin_audit(transaction: TableTransaction, command: h.BeginAudit) -> Refusal | None:
    """Writes down who has the house audited, unless somebody has it audited already."""
    if problem := _elsewhere(transaction):
        return problem
    under_way = transaction.table.audit
    if under_way and transaction.at_ms - under_way.at_ms < LOST_AFTER_MS:
        return Refusal("audit_running", "An audit is under way already; wait for what it finds.", "")
    return transaction.act(command.by, "BeginAudit", (he.AuditBegun(by=command.by, at_ms=transaction.at_ms),))


def end_audit(transaction: TableTransaction, command: h.EndAudit) -> Refusal | None:
    """Writes down what an audit found."""
    if problem := _elsewhere(transaction):
        return problem
    if transaction.table.audit is None:
        return Refusal("no_audit", "No audit is under way; begin one.", "")
    ended = he.AuditEnded(
        by=command.by,
        ok=command.ok,
        problems=command.problems,
        first=command.first,
        records=command.records,
        took_ms=command.took_ms,
    )
    return transaction.act(command.by, "EndAudit", (ended,))


def _elsewhere(transaction: TableTransaction) -> Refusal | None:
    if transaction.table.table_id == CAGE:
        return None
    return Refusal("at_the_cage", "Notes and audits are kept in the cage's log, never at a table; ask there.", "")
