"""Marks and notes on rounds, kept in the cage's log; and rounds exported as a bundle that is checked elsewhere."""

import asyncio
import re
from typing import Annotated

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from croupier.house.database.database import Connection
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.reports.bundles import bundle
from croupier.house.reports.watch_log import WatchLog
from croupier.house.service.house import House
from croupier.rulebook.errors import BadInput
from croupier.server.accounts.dependencies import SignedInUser
from croupier.server.dependencies import GivenHouse, GivenService
from croupier.server.tables.finding import found_table
from croupier.server.watch.dependencies import GivenWatchLog
from croupier.server.watch.schemas import MadeNote, NoteSeen, RoundNotes
from croupier.server.wire.errors import Problem
from croupier.table.narration.names import people
from croupier.table.values.refusal import Refusal

RoundNumber = Annotated[int, PathParameter(ge=1, le=2**53)]
_ROUND = re.compile(r"([a-z0-9-]{1,40})\.([0-9]{1,15})")


def notes_on(watch_log: WatchLog, connection: Connection, table: str, number: int) -> tuple[NoteSeen, ...]:
    """The notes on a round, as they are shown."""
    kept = watch_log.notes(connection, table, number)
    return tuple([NoteSeen(one.record, one.note, people(one.by), one.at_ms) for one in kept])


@get(
    "/watch/rounds/{table:str}/{number:int}/notes", operation_id="list_notes", summary="Notes on a round",
    tags=["watch"], sync_to_thread=True,
)  # fmt: skip
def list_notes(house: GivenHouse, watch_log: GivenWatchLog, table: FromPath[str], number: RoundNumber) -> RoundNotes:
    """What those who watch wrote beside a round and its records, the oldest first."""
    _played(house, table, number)
    with house.database.read() as connection:
        return RoundNotes(notes_on(watch_log, connection, table, number))


@post(
    "/watch/rounds/{table:str}/{number:int}/notes", operation_id="make_note", summary="Mark a round", tags=["watch"],
    status_code=200,
)  # fmt: skip
async def make_note(
    data: JSONBody[MadeNote],
    house: GivenHouse,
    service: GivenService,
    watch_log: GivenWatchLog,
    me: SignedInUser,
    table: FromPath[str],
    number: RoundNumber,
) -> RoundNotes:
    """Marks a round, or one record of it, with a note or none; nothing is written at the table."""
    await asyncio.to_thread(_played, house, table, number)
    command = h.Note(table=table, round=number, record=data.record, note=data.note.strip(), by=f"{me.role}:{me.name}")
    answer = await service.send(h.Request(CAGE, command, f"{me.name}:{data.id}"))
    if isinstance(answer, Refusal):
        raise Problem(409, answer.code, answer.sentence, answer.clause)
    return await asyncio.to_thread(_noted, house, watch_log, table, number)


def _noted(house: House, watch_log: WatchLog, table: str, number: int) -> RoundNotes:
    with house.database.read() as connection:
        return RoundNotes(notes_on(watch_log, connection, table, number))


@get(
    "/watch/bundle", operation_id="export_bundle", summary="Rounds as a bundle", tags=["watch"],
    media_type="application/zip", sync_to_thread=True,
)  # fmt: skip
def export_bundle(
    house: GivenHouse,
    watch_log: GivenWatchLog,
    rounds: Annotated[str, QueryParameter(max_length=3000)],
) -> Response[bytes]:
    """Rounds that are over as a zip: records, narration, proof and notes, which `croupier verify` checks anywhere.

    `rounds` names them, such as `oak-1.12,oak-2.3`.
    """
    wanted = list(dict.fromkeys(_named(one) for one in rounds.split(",")))
    for table, number in wanted:
        _played(house, table, number)
    try:
        with house.database.read() as connection:
            noted = [watch_log.notes(connection, table, number) for table, number in wanted]
            file = bundle(connection, wanted, house.keys, noted)
    except BadInput as error:
        raise Problem(409, "not_exported", error.sentence) from None
    (first, number), more = wanted[0], len(wanted) - 1
    name = f"{first}-{number}{f'-and-{more}' if more else ''}.zip"
    return Response(
        file, media_type="application/zip", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def _named(text: str) -> tuple[str, int]:
    found = _ROUND.fullmatch(text.strip())
    if not found:
        raise Problem(400, "malformed", "rounds names each round as its table, a dot and its number: oak-1.12,oak-2.3.")
    return found[1], int(found[2])


def _played(house: House, table: str, number: int) -> None:
    rounds = found_table(house, table).state.rounds
    if not 0 < number <= rounds:
        raise Problem(404, "no_round", f"Table {table} has not played round {number}; it has played {rounds}.")


ROUTES = (list_notes, make_note, export_bundle)
