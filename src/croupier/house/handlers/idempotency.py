"""Requests answered within one transaction: a command that was answered before is answered so again."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from croupier.house.handlers import commands as h
from croupier.house.handlers.command_handlers import carry_out
from croupier.house.handlers.confirming import confirmed
from croupier.house.handlers.virtual_dealer import run_dealers
from croupier.house.log.house_table import HouseTable
from croupier.house.log.store import KeptAnswer
from croupier.house.transaction.house_transaction import HouseTransaction
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal

LONGEST_ID = 120
Known = dict[tuple[str, str], KeptAnswer]  # by table and command id


class Done(Struct, frozen=True):
    """A command was carried out, in this record, or where nothing was left to do, the last; `again` if it had been."""

    record: int
    again: bool = False


Answer = Done | Refusal


class _Begun(NamedTuple):
    """A request that its table has done, or refused with a problem, before the dealer goes on."""

    request: h.Request
    asked: bytes
    transaction: TableTransaction | None
    problem: Refusal | None


def answers(house_transaction: HouseTransaction, requests: Sequence[h.Request], known: Known) -> list[Answer]:
    """Each request's answer, in their order; `known` are those to commands that were asked before."""
    return [answer for some in _apart(requests) for answer in _answered(house_transaction, some, known)]


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


def _answered(house_transaction: HouseTransaction, requests: list[h.Request], known: Known) -> Iterator[Answer]:
    """The answers to requests of different tables: all are begun in their order, then their dealers take turns."""
    begun = [_begun(house_transaction, request, known) for request in requests]
    run_dealers(
        [one.transaction for one in begun if isinstance(one, _Begun) and one.transaction and one.problem is None]
    )
    for one in begun:
        yield _ended(house_transaction, one, known) if isinstance(one, _Begun) else one


def _begun(house_transaction: HouseTransaction, request: h.Request, known: Known) -> _Begun | Answer:
    """What a request asks is done; or its answer, where it is known already or is not to be kept."""
    table, command_id = request.table, request.command_id
    if table not in house_transaction.tables:
        return Refusal("no_table", f"There is no table {table!r}.", "")
    if len(command_id) > LONGEST_ID:
        return Refusal("command_id", f"A command's id has at most {LONGEST_ID} characters.", "")
    asked = hashlib.sha256(msgspec.json.encode(request.command)).digest() if command_id else b""
    if command_id and (earlier := known.get((table, command_id))):
        if earlier.asked != asked:
            return Refusal("id_used", "This command id was used for another command; make a new one.", "")
        return earlier.refusal or Done(earlier.record, again=True)
    if problem := _moved_on(request, house_transaction.tables[table]):
        return _Begun(request, asked, None, problem)
    transaction = TableTransaction(house_transaction, house_transaction.tables[table], command_id, asked)
    problem = carry_out(transaction, request.command)
    if problem is None and request.screen:
        confirmed(transaction, request.command.by, request.screen)
    return _Begun(request, asked, transaction, problem)


def _ended(house_transaction: HouseTransaction, begun: _Begun, known: Known) -> Answer:
    """The answer once the dealer has done what was due, kept under the command's id if it has one."""
    request, asked, transaction, problem = begun
    made = False
    if transaction:
        if problem:
            transaction.answers_nothing()
        transaction.end_record()  # where it was refused, what the house noted meanwhile
        made = not problem and transaction.table.version >= transaction.first
        house_transaction.tables[request.table] = transaction.table
    record = transaction.first if transaction and made else house_transaction.tables[request.table].version
    if request.command_id:
        answered = KeptAnswer(asked, record, problem)
        house_transaction.answer(request.table, request.command_id, answered, made)
        known[request.table, request.command_id] = answered
    return problem or Done(record)


def _moved_on(request: h.Request, table: HouseTable) -> Refusal | None:
    """Why what the asker takes for granted is not so any more, or None."""
    round_ = table.state.round
    if request.version is not None and request.version != table.version:
        return Refusal("stale", "The table has moved on since you saw it; look again.", "")
    if request.round is not None and (round_ is None or round_.number != request.round):
        return Refusal("stale", f"Round {request.round} is not under way any more; look again.", "")
    if request.point is not None and (round_ is None or round_.point != request.point):
        return Refusal("stale", "Something else is asked now; look again.", "")
    if request.player is not None and _holder(request.command, table) != request.player:
        return Refusal("not_your_seat", "This seat is not yours; choose one where you sit.", "")
    return None


def _holder(command: h.AnyRequestedCommand, table: HouseTable) -> str:
    """Whose seat a command is for: a decision is for who holds the box, who may have got up since."""
    seat, round_ = getattr(command, "seat", 0), table.state.round
    box = round_.box(seat) if round_ and isinstance(command, c.Decide) else None
    return box.player if box else table.state.player(seat)
