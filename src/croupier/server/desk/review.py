"""The regulator's side of the desk over HTTP: clause by clause, remarks, decisions and their letter."""

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from croupier.house.handlers import filing_commands as fc
from croupier.rulebook.errors import BadInput
from croupier.rulebook.form.form import Question, form
from croupier.rulebook.form.said import said
from croupier.rulebook.register import clauses
from croupier.rulebook.submission import parse_submission
from croupier.server.accounts.dependencies import SignedInUser
from croupier.server.dependencies import GivenHouse, GivenService
from croupier.server.desk.filings import desk_seen, done, done_and_seen, found_filing
from croupier.server.desk.printed import letter_pdf
from croupier.server.desk.schemas import (
    Approval,
    ClauseAnswer,
    ClauseReviewed,
    DeskSeen,
    FilingAct,
    FilingSeen,
    Remark,
    Required,
)
from croupier.server.wire.errors import Problem


@get(
    "/desk/filings/{number:int}/clauses", operation_id="review_clauses", summary="Clause by clause", tags=["desk"],
    sync_to_thread=True,
)  # fmt: skip
def review_clauses(number: FromPath[int], house: GivenHouse) -> list[ClauseReviewed]:
    """Every clause of the rulebook in our words, with what the submission answers where it asks for something."""
    filed = parse_submission(found_filing(house, number).text, "the filing")
    found: dict[str, list[ClauseAnswer]] = {}
    for section in form(filed).sections:
        for question in section.questions:
            for clause in dict.fromkeys(clause for law in question.law for clause in law.clauses):
                says = " ".join(dict.fromkeys(law.says for law in question.law if clause in law.clauses))
                found.setdefault(clause, []).append(_answer(question, says))
    cited = [*clauses(filed.rules), *(clause for clause in found if ":" in clause)]
    return [_reviewed(clause, found.get(clause, [])) for clause in dict.fromkeys(cited)]


def _reviewed(clause: str, answers: list[ClauseAnswer]) -> ClauseReviewed:
    known = clauses(clause.partition(":")[0])[clause]
    return ClauseReviewed(clause, known.topic, known.summary, tuple(answers))


def _answer(question: Question, says: str) -> ClauseAnswer:
    told = tuple(one.message for one in question.findings)
    return ClauseAnswer(question.field, question.title, said(question) or question.default, says, told)


@post(
    "/desk/filings/{number:int}/remarks", operation_id="remark_filing", summary="Remark on a field", tags=["desk"],
    status_code=200,
)  # fmt: skip
async def remark_filing(
    number: FromPath[int], data: JSONBody[Remark], service: GivenService, me: SignedInUser
) -> FilingSeen:
    """A remark beside a field of a submission that waits for a decision."""
    command = fc.RemarkFiling(filing=number, field=data.field, note=data.note, by=f"{me.role}:{me.name}")
    return await done_and_seen(service, command, number, data.id, me)


@post(
    "/desk/filings/{number:int}/return", operation_id="return_filing", summary="Give it back", tags=["desk"],
    status_code=200,
)  # fmt: skip
async def return_filing(
    number: FromPath[int], data: JSONBody[FilingAct], service: GivenService, me: SignedInUser
) -> FilingSeen:
    """A submission is given back to be changed, with why."""
    command = fc.ReturnFiling(filing=number, version=data.version, note=data.note, by=f"{me.role}:{me.name}")
    return await done_and_seen(service, command, number, data.id, me)


@post(
    "/desk/filings/{number:int}/approval", operation_id="approve_filing", summary="Approve it", tags=["desk"],
    status_code=200,
)  # fmt: skip
async def approve_filing(
    number: FromPath[int], data: JSONBody[Approval], service: GivenService, me: SignedInUser
) -> FilingSeen:
    """A submission is in force from a day on, until another or for good, on conditions."""
    command = fc.ApproveFiling(
        filing=number,
        version=data.version,
        from_day=data.from_day,
        until_day=data.until_day,
        conditions=data.conditions,
        by=f"{me.role}:{me.name}",
    )
    return await done_and_seen(service, command, number, data.id, me)


@post(
    "/desk/approval", operation_id="require_approval", summary="Whether tables need one", tags=["desk"],
    status_code=200,
)  # fmt: skip
async def require_approval(
    data: JSONBody[Required], house: GivenHouse, service: GivenService, me: SignedInUser
) -> DeskSeen:
    """Whether a table opens only under an approved submission in force."""
    await done(service, fc.RequireApproval(required=data.required, by=f"{me.role}:{me.name}"), data.id, me)
    return desk_seen(house)


@get(
    "/desk/filings/{number:int}/letter", operation_id="print_letter", summary="The decision letter", tags=["desk"],
    media_type="application/pdf", sync_to_thread=True,
)  # fmt: skip
def print_letter(number: FromPath[int], house: GivenHouse) -> Response[bytes]:
    """The last decision on a filing, as a letter."""
    filing = found_filing(house, number)
    try:
        pdf = letter_pdf(filing)
    except BadInput as error:
        raise Problem(409, "not_decided", error.sentence) from None
    return Response(pdf, media_type="application/pdf", headers={"content-disposition": "inline"})


ROUTES = (review_clauses, remark_filing, return_filing, approve_filing, require_approval, print_letter)
