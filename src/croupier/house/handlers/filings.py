"""The desk: who may do what with a submission on its way to being in force. The cage's log keeps it."""

from datetime import date

from croupier.house.database.schema import CAGE
from croupier.house.handlers import filing_commands as fc
from croupier.house.log import filing_events as fe
from croupier.house.log.filings import Filing, spliced
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.rulebook.check import leaves
from croupier.rulebook.elect import resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.submission import Submission, parse_submission
from croupier.table.values.duty import LONGEST_TEXT
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import role, same_person

DEPARTMENT, REGULATOR, ADMIN = "department", "regulator", "admin"
LONGEST_SUBMISSION = 32_000  # characters
MOST_FILINGS = 10_000
MOST_CONDITIONS = 20
_DEPARTMENTS = ("made", "edited", "filed")  # what the department does with a filing


def make_filing(transaction: TableTransaction, command: fc.MakeFiling) -> Refusal | None:
    """A new draft."""
    filings = transaction.table.filings
    if problem := _not_theirs(transaction, command.by, DEPARTMENT):
        return problem
    if len(filings) >= MOST_FILINGS:
        return Refusal("filings", f"There are {MOST_FILINGS:,} filings, and no more are kept.", "")
    filed = _parsed(command.text)
    if isinstance(filed, Refusal):
        return filed
    if command.follows:
        before = next((one for one in filings if one.filing == command.follows), None)
        if before is None or before.state != "approved":
            return Refusal(
                "not_approved", f"Filing {command.follows} is not approved; one that is can be replaced.", ""
            )
        if _rules_of(before) != filed.rules:
            return _other_rulebook(_rules_of(before))
    made = fe.FilingMade(
        filing=len(filings) + 1,
        text=command.text,
        follows=command.follows,
        by=command.by,
        at_ms=transaction.at_ms,
    )
    return transaction.act(command.by, "MakeFiling", (made,))


def edit_filing(transaction: TableTransaction, command: fc.EditFiling) -> Refusal | None:
    """The text changes, with all that was done meanwhile seen by who changes it."""
    found = _found(transaction, command.filing, command.by, DEPARTMENT, command.version)
    if isinstance(found, Refusal):
        return found
    if not found.open:
        return Refusal("not_open", f"Filing {found.filing} is {found.state}; only a draft is changed.", "")
    filed = _parsed(command.text)
    if isinstance(filed, Refusal):
        return filed
    if _rules_of(found) != filed.rules:
        return _other_rulebook(_rules_of(found))
    if command.text == found.text:
        return None
    at, cut, put = spliced(found.text, command.text)
    edited = fe.FilingEdited(
        filing=found.filing,
        at=at,
        cut=cut,
        put=put,
        fields=_differ(parse_submission(found.text, "the submission"), filed),
        by=command.by,
        at_ms=transaction.at_ms,
    )
    return transaction.act(command.by, "EditFiling", (edited,))


def submit_filing(transaction: TableTransaction, command: fc.SubmitFiling) -> Refusal | None:
    """A draft that checks clean goes to the regulator."""
    found = _found(transaction, command.filing, command.by, DEPARTMENT, command.version)
    if isinstance(found, Refusal):
        return found
    if not found.open:
        return Refusal("not_open", f"Filing {found.filing} is {found.state} already.", "")
    try:
        rules = resolve(parse_submission(found.text, "the submission"))
    except BadInput as error:
        return Refusal("submission", error.sentence, error.clause)
    submitted = fe.FilingSubmitted(filing=found.filing, digest=rules.digest, by=command.by, at_ms=transaction.at_ms)
    return transaction.act(command.by, "SubmitFiling", (submitted,))


def remark_filing(transaction: TableTransaction, command: fc.RemarkFiling) -> Refusal | None:
    """A remark beside a field."""
    found = _found(transaction, command.filing, command.by, REGULATOR)
    if isinstance(found, Refusal):
        return found
    if found.state != "filed":
        return _not_filed(found)
    if problem := _note_problem(command.note):
        return problem
    if len(command.field) > LONGEST_TEXT or not command.field.isprintable():
        return Refusal("field", "Name the field as the form does.", "")
    remarked = fe.FilingRemarked(
        filing=found.filing, field=command.field, note=command.note.strip(), by=command.by, at_ms=transaction.at_ms
    )
    return transaction.act(command.by, "RemarkFiling", (remarked,))


def return_filing(transaction: TableTransaction, command: fc.ReturnFiling) -> Refusal | None:
    """Back to the department, with why."""
    found = _found(transaction, command.filing, command.by, REGULATOR, command.version)
    if isinstance(found, Refusal):
        return found
    if found.state != "filed":
        return _not_filed(found)
    if problem := _note_problem(command.note):
        return problem
    returned = fe.FilingReturned(filing=found.filing, note=command.note.strip(), by=command.by, at_ms=transaction.at_ms)
    return transaction.act(command.by, "ReturnFiling", (returned,))


def approve_filing(transaction: TableTransaction, command: fc.ApproveFiling) -> Refusal | None:
    """In force from a day on."""
    found = _found(transaction, command.filing, command.by, REGULATOR, command.version)
    if isinstance(found, Refusal):
        return found
    if found.state != "filed":
        return _not_filed(found)
    if same_person(command.by, found.made_by, *[one.by for one in found.changes if one.kind in _DEPARTMENTS]):
        sentence = f"You worked on filing {found.filing} for the department; another regulator has to decide on it."
        return Refusal("same_person", sentence, "")
    if problem := _days_problem(command.from_day, command.until_day):
        return problem
    conditions = tuple(one.strip() for one in command.conditions)
    if len(conditions) > MOST_CONDITIONS or any(_note_problem(one) for one in conditions):
        sentence = f"There are at most {MOST_CONDITIONS} conditions, each a line of at most {LONGEST_TEXT} characters."
        return Refusal("conditions", sentence, "")
    approved = fe.FilingApproved(
        filing=found.filing,
        conditions=conditions,
        from_day=command.from_day,
        until_day=command.until_day,
        by=command.by,
        at_ms=transaction.at_ms,
    )
    return transaction.act(command.by, "ApproveFiling", (approved,))


def withdraw_filing(transaction: TableTransaction, command: fc.WithdrawFiling) -> Refusal | None:
    """Taken back for good."""
    found = _found(transaction, command.filing, command.by, DEPARTMENT)
    if isinstance(found, Refusal):
        return found
    if found.state == "withdrawn":
        return Refusal("withdrawn", f"Filing {found.filing} is withdrawn already.", "")
    if problem := _note_problem(command.note):
        return problem
    withdrawn = fe.FilingWithdrawn(
        filing=found.filing, note=command.note.strip(), by=command.by, at_ms=transaction.at_ms
    )
    return transaction.act(command.by, "WithdrawFiling", (withdrawn,))


def require_approval(transaction: TableTransaction, command: fc.RequireApproval) -> Refusal | None:
    """The house's setting."""
    if problem := _not_theirs(transaction, command.by, ADMIN, REGULATOR):
        return problem
    if command.required == transaction.table.approval_required:
        return Refusal("as_it_is", "That is so already.", "")
    required = fe.ApprovalRequired(required=command.required, by=command.by, at_ms=transaction.at_ms)
    return transaction.act(command.by, "RequireApproval", (required,))


def _found(
    transaction: TableTransaction, number: int, by: str, whose: str, version: int | None = None
) -> Filing | Refusal:
    """The filing, if it is theirs to act on and stands as they have seen it."""
    if problem := _not_theirs(transaction, by, whose):
        return problem
    found = next((one for one in transaction.table.filings if one.filing == number), None)
    if found is None:
        return Refusal("no_filing", f"There is no filing {number}.", "")
    if version is not None and version != found.version:
        last = found.changes[-1]
        sentence = f"Filing {number} was {last.kind} by {last.by.partition(':')[2]} meanwhile; look at it again."
        return Refusal("stale", sentence, "")
    return found


def _not_theirs(transaction: TableTransaction, by: str, *whose: str) -> Refusal | None:
    if transaction.table.table_id != CAGE:
        return Refusal("at_the_cage", "Filings are kept in the cage's log, never at a table; ask there.", "")
    if role(by) in whose:
        return None
    return Refusal("not_your_role", f"This is for the {' or the '.join(whose)} to do.", "")


def _parsed(text: str) -> Submission | Refusal:
    if len(text) > LONGEST_SUBMISSION:
        return Refusal("submission", f"A submission has at most {LONGEST_SUBMISSION:,} characters.", "")
    try:
        return parse_submission(text, "the submission")
    except BadInput as error:
        return Refusal("submission", error.sentence, error.clause)


def _rules_of(filing: Filing) -> str:
    return parse_submission(filing.text, "the submission").rules


def _other_rulebook(rules: str) -> Refusal:
    return Refusal("other_rulebook", f"This filing is under {rules}; begin another for another rulebook.", "")


def _not_filed(filing: Filing) -> Refusal:
    return Refusal("not_filed", f"Filing {filing.filing} is {filing.state}; it waits for no decision.", "")


def _note_problem(note: str) -> Refusal | None:
    if 0 < len(note.strip()) <= LONGEST_TEXT and note.strip().isprintable():
        return None
    return Refusal("no_note", f"Say it in one line of at most {LONGEST_TEXT} characters.", "")


def _days_problem(from_day: str, until_day: str) -> Refusal | None:
    try:
        days = [date.fromisoformat(day).isoformat() == day for day in (from_day, until_day or from_day)]
    except ValueError:
        days = [False]
    if not all(days):
        return Refusal("days", "Give the day as year, month and day, such as 2027-01-31.", "")
    if until_day and until_day < from_day:
        return Refusal("days", f"{until_day} is before {from_day}; it ends on the day it begins, or later.", "")
    return None


def _differ(before: Submission, after: Submission) -> tuple[str, ...]:
    fields = dict.fromkeys([*leaves(before), *leaves(after)])
    return tuple(field for field in fields if before.look(field) != after.look(field))
