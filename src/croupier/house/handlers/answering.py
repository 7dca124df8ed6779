"""Requests answered within one transaction: a command that was answered before is answered so again."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from croupier.house.handlers import commands as h
from croupier.house.handlers.virtual import run_dealers
from croupier.house.handlers.wishes import carry_out
from croupier.house.log.desk import Desk
from croupier.house.log.store import Answered
from croupier.house.transaction.draft import Draft
from croupier.house.transaction.work import Work
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal

LONGEST_ID = 120
Known = dict[tuple[str, str], Answered]  # by table and command id


class Done(Struct, frozen=True):
    """A command was carried out, in this record, or where nothing was left to do, the last; `again` if it had been."""

    record: int
    again: bool = False


Answer = Done | Refusal


class _Begun(NamedTuple):
    """A request that its table has done, or refused with a problem, before the dealer goes on."""

    request: h.Request
    asked: bytes
    draft: Draft | None
    problem: Refusal | None


def answers(work: Work, requests: Sequence[h.Request], known: Known) -> list[Answer]:
    """Each request's answer, in their order; `known` are those to commands that were asked before."""
    return [answer for some in _apart(requests) for answer in _answered(work, some, known)]


def _apart(requests: Sequence[h.Request]) -> Iterator[list[h.Request]]:
    """The requests in their order, cut where one is for a table that the ones before it in its part have at work."""
    part, tables = list[h.Request](), set[str]()
    for request in requests:
        if request.table in tables:
            yield part
            part, tables = [], set()
        part.append(request)
        tables.add(request.table)
    yield part


def _answered(work: Work, requests: list[h.Request], known: Known) -> Iterator[Answer]:
    """The answers to requests of different tables: all are begun in their order, then their dealers take turns."""
    begun = [_begun(work, request, known) for request in requests]
    run_dealers([one.draft for one in begun if isinstance(one, _Begun) and one.draft and one.problem is None])
    for one in begun:
        yield _ended(work, one, known) if isinstance(one, _Begun) else one


def _begun(work: Work, request: h.Request, known: Known) -> _Begun | Answer:
    """What a request asks is done; or its answer, where it is known already or is not to be kept."""
    table, command_id = request.table, request.command_id
    if table not in work.desks:
        return Refusal("no_table", f"There is no table {table!r}.", "")
    if len(command_id) > LONGEST_ID:
        return Refusal("command_id", f"A command's id has at most {LONGEST_ID} characters.", "")
    asked = hashlib.sha256(msgspec.json.encode(request.command)).digest() if command_id else b""
    if command_id and (earlier := known.get((table, command_id))):
        if earlier.asked != asked:
            return Refusal("id_used", "This command id was used for another command; make a new one.", "")
        return earlier.refusal or Done(earlier.record, again=True)
    if problem := _moved_on(request, work.desks[table]):
        return _Begun(request, asked, None, problem)
    draft = Draft(work, work.desks[table], command_id, asked)
    return _Begun(request, asked, draft, carry_out(draft, request.command))


def _ended(work: Work, begun: _Begun, known: Known) -> Answer:
    """The answer once the dealer has done what was due, kept under the command's id if it has one."""
    request, asked, draft, problem = begun
    made = False
    if draft:
        if problem:
            draft.answers_nothing()
        draft.end_record()  # where it was refused, what the house noted meanwhile
        made = not problem and draft.desk.version >= draft.first
        work.desks[request.table] = draft.desk
    record = draft.first if draft and made else work.desks[request.table].version
    if request.command_id:
        answered = Answered(asked, record, problem)
        work.answer(request.table, request.command_id, answered, made)
        known[request.table, request.command_id] = answered
    return problem or Done(record)


def _moved_on(request: h.Request, desk: Desk) -> Refusal | None:
    """Why what the asker takes for granted is not so any more, or None."""
    round_ = desk.state.round
    if request.version is not None and request.version != desk.version:
        return Refusal("stale", "The table has moved on since you saw it; look again.", "")
    if request.round is not None and (round_ is None or round_.number != request.round):
        return Refusal("stale", f"Round {request.round} is not under way any more; look again.", "")
    if request.point is not None and (round_ is None or round_.point != request.point):
        return Refusal("stale", "Something else is asked now; look again.", "")
    if request.player is not None and _holder(request.command, desk) != request.player:
        return Refusal("not_your_seat", "This seat is not yours; choose one where you sit.", "")
    return None


def _holder(command: h.AnyWish, desk: Desk) -> str:
    """Whose seat a command is for: a decision is for who holds the box, who may have got up since."""
    seat, round_ = getattr(command, "seat", 0), desk.state.round
    box = round_.box(seat) if round_ and isinstance(command, c.Decide) else None
    return box.player if box else desk.state.player(seat)
