"""The department's side of the desk over HTTP: submissions made, typed, filed, withdrawn, printed, taken home."""

import asyncio

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from croupier.house.handlers import filing_commands as fc
from croupier.rulebook.elect import resolve
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.form.form import answer, shown_at
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.shelf import example_text
from croupier.rulebook.sign import posting
from croupier.rulebook.submission import parse_submission
from croupier.server.accounts.dependencies import SignedInUser
from croupier.server.dependencies import GivenHouse, GivenService
from croupier.server.desk.filings import desk_seen, done, done_and_seen, filing_seen, found_filing
from croupier.server.desk.printed import sign_pdf
from croupier.server.desk.schemas import Answered, DeskSeen, FilingAct, FilingSeen, NewFiling, WholeText
from croupier.server.wire.errors import Problem

TRIES = 5  # to change one field while others change others


@get("/desk", operation_id="see_desk", summary="Every filing", tags=["desk"], sync_to_thread=True)
def see_desk(house: GivenHouse) -> DeskSeen:
    """The submissions of this house, the latest first, and how each stands."""
    return desk_seen(house)


@post("/desk/filings", operation_id="make_filing", summary="Begin a submission", tags=["desk"], status_code=200)
async def make_filing(
    data: JSONBody[NewFiling], house: GivenHouse, service: GivenService, me: SignedInUser
) -> FilingSeen:
    """A draft of a rulebook's example, an empty one, one of a file, or one that replaces an approved filing."""
    text, by = await asyncio.to_thread(_first_text, house, data), f"{me.role}:{me.name}"
    follows = data.follows if data.start == "follow" else 0
    await done(service, fc.MakeFiling(text=text, follows=follows, by=by), data.id, me)
    return await asyncio.to_thread(_made, house, by)


def _made(house: GivenHouse, by: str) -> FilingSeen:
    numbers = (one.filing for one in desk_seen(house).filings if found_filing(house, one.filing).made_by == by)
    return filing_seen(house, next(numbers))


def _first_text(house: GivenHouse, data: NewFiling) -> str:
    if data.start == "text":
        return data.text
    if data.start == "follow":
        return found_filing(house, data.follows).text
    if data.rules not in rulebook_ids():
        sentence = f"There is no rulebook {data.rules!r}; {nearest(data.rules, rulebook_ids())}."
        raise Problem(404, "no_rulebook", sentence)
    if data.start == "example":
        return example_text(data.rules)
    return f'# A Rules Submission under {load(data.rules).title}.\nrules = "{data.rules}"\n'


@get(
    "/desk/filings/{number:int}", operation_id="see_filing", summary="A filing", tags=["desk"], sync_to_thread=True
)  # fmt: skip
def see_filing(number: FromPath[int], house: GivenHouse) -> FilingSeen:
    """A submission as a form, with what is to be mended, and all that was done with it."""
    return filing_seen(house, number)


@post(
    "/desk/filings/{number:int}/answers", operation_id="answer_question", summary="Fill in a field", tags=["desk"],
    status_code=200,
)  # fmt: skip
async def answer_question(
    number: FromPath[int], data: JSONBody[Answered], house: GivenHouse, service: GivenService, me: SignedInUser
) -> FilingSeen:
    """One field of a draft; refused where somebody else has changed that field since it was looked at."""
    for attempt in range(TRIES):
        filing = await asyncio.to_thread(found_filing, house, number)
        now = await asyncio.to_thread(shown_at, filing.text, data.field)
        if now == data.value:
            break
        if now != data.was:
            last = next((one for one in reversed(filing.changes) if data.field in one.fields), filing.changes[-1])
            there = ", ".join(now) or "nothing"
            sentence = f"{last.by.partition(':')[2]} has changed {data.field} meanwhile; {there} stands there now."
            raise Problem(409, "changed_meanwhile", sentence)
        text = await asyncio.to_thread(answer, filing.text, data.field, data.value)
        command = fc.EditFiling(filing=number, version=filing.version, text=text, by=f"{me.role}:{me.name}")
        try:
            await done(service, command, f"{data.id}-{attempt}" if attempt else data.id, me)
            break
        except Problem as problem:
            if problem.trouble.code != "stale" or attempt == TRIES - 1:
                raise
    return await asyncio.to_thread(filing_seen, house, number)


@post(
    "/desk/filings/{number:int}/text", operation_id="write_filing", summary="Another text", tags=["desk"],
    status_code=200,
)  # fmt: skip
async def write_filing(
    number: FromPath[int], data: JSONBody[WholeText], service: GivenService, me: SignedInUser
) -> FilingSeen:
    """The whole text of a draft; refused where anything was done with the filing since it was looked at."""
    command = fc.EditFiling(filing=number, version=data.version, text=data.text, by=f"{me.role}:{me.name}")
    return await done_and_seen(service, command, number, data.id, me)


@post(
    "/desk/filings/{number:int}/submission", operation_id="submit_filing", summary="File it", tags=["desk"],
    status_code=200,
)  # fmt: skip
async def submit_filing(
    number: FromPath[int], data: JSONBody[FilingAct], service: GivenService, me: SignedInUser
) -> FilingSeen:
    """A draft that checks clean goes to the regulator."""
    command = fc.SubmitFiling(filing=number, version=data.version, by=f"{me.role}:{me.name}")
    return await done_and_seen(service, command, number, data.id, me)


@post(
    "/desk/filings/{number:int}/withdrawal", operation_id="withdraw_filing", summary="Withdraw it", tags=["desk"],
    status_code=200,
)  # fmt: skip
async def withdraw_filing(
    number: FromPath[int], data: JSONBody[FilingAct], service: GivenService, me: SignedInUser
) -> FilingSeen:
    """A filing is taken back for good, with why."""
    command = fc.WithdrawFiling(filing=number, note=data.note, by=f"{me.role}:{me.name}")
    return await done_and_seen(service, command, number, data.id, me)


@get(
    "/desk/filings/{number:int}/toml", operation_id="export_filing", summary="A filing as TOML", tags=["desk"],
    media_type="application/toml", sync_to_thread=True,
)  # fmt: skip
def export_filing(number: FromPath[int], house: GivenHouse) -> Response[bytes]:
    """The text of a submission as `croupier check` takes it, comments and all."""
    text = found_filing(house, number).text
    named = {"content-disposition": f'attachment; filename="filing-{number}.toml"'}
    return Response(text.encode(), media_type="application/toml", headers=named)


@get(
    "/desk/filings/{number:int}/sign", operation_id="print_sign", summary="The table's sign", tags=["desk"],
    media_type="application/pdf", sync_to_thread=True,
)  # fmt: skip
def print_sign(number: FromPath[int], house: GivenHouse) -> Response[bytes]:
    """The sign that the rules require at a table under this submission, once it complies."""
    filed = parse_submission(found_filing(house, number).text, "the submission")
    try:
        rules = resolve(filed)
    except BadInput as error:
        raise Problem(409, "submission", error.sentence, error.clause) from None
    pdf = sign_pdf(posting(rules, filed), rules)
    return Response(pdf, media_type="application/pdf", headers={"content-disposition": "inline"})


ROUTES = (
    see_desk, make_filing, see_filing, answer_question, write_filing, submit_filing, withdraw_filing, export_filing,
    print_sign,
)  # fmt: skip
