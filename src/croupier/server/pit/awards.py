"""Slips of Progressive awards over HTTP: listed, and each to be printed with hand, meter, amount and who signed."""

import asyncio

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from croupier.house.log.house_table import HouseTable
from croupier.house.reports.award_slips import AwardSlip, Signed, award_slip, awards_paid
from croupier.house.service.house import House
from croupier.rulebook.law.base import money
from croupier.rulebook.sign import line_title
from croupier.server.dependencies import GivenHouse
from croupier.server.pit.schemas import AwardSeen
from croupier.server.pit.slips import moment_printed
from croupier.server.tables.finding import found_table
from croupier.server.wire.errors import Problem
from croupier.table.narration.names import people, player_name
from croupier.table.values.state import OFF_TABLE
from croupier.typesetting import typeset

LISTED = 40
SOURCES = {OFF_TABLE: "paid off the table", "table_inventory": "paid from the table inventory"}


@get("/pit/{table:str}/awards", operation_id="list_awards", summary="The awards of a table", tags=["pit"])
async def list_awards(table: FromPath[str], house: GivenHouse) -> list[AwardSeen]:
    """The Progressive awards that were paid there last, the latest first."""
    await asyncio.to_thread(found_table, house, table)
    return await asyncio.to_thread(_listed, house, table)


@get(
    "/pit/{table:str}/awards/{number:int}/pdf",
    operation_id="print_award",
    summary="An award's slip to print",
    tags=["pit"],
    media_type="application/pdf",
)
async def print_award(table: FromPath[str], number: FromPath[int], house: GivenHouse) -> Response[bytes]:
    """Hand, meter and amount, who verified, validated and documented it, and the document's number."""
    found = await asyncio.to_thread(found_table, house, table)
    pdf = await asyncio.to_thread(_printed, house, found, number)
    return Response(pdf, media_type="application/pdf", headers={"content-disposition": "inline"})


def _listed(house: House, table: str) -> list[AwardSeen]:
    with house.database.read() as connection:
        paid = awards_paid(connection, table)
    return [AwardSeen(one.award, one.round, one.seat, one.cents, one.at_ms) for one in paid[: -LISTED - 1 : -1]]


def _printed(house: House, table: HouseTable, number: int) -> bytes:
    with house.database.read() as connection:
        slip = award_slip(connection, table.table_id, number)
    if slip is None:
        raise Problem(404, "no_award", f"Award {number} was not paid at this table; its list has those that were.")
    return printed(table, slip)


def printed(table: HouseTable, slip: AwardSlip) -> bytes:
    """An award's slip as PDF; times are of UTC."""
    line, award = slip.line, slip.award
    meter = f"{line.meter}, which then showed {money(slip.meter_cents)}" if line.meter else "none: a fixed sum"
    facts = [
        ("Table", table.title or table.table_id),
        ("Round, seat", f"{award.round}, seat {award.seat}"),
        ("Player", player_name(slip.player)),
        ("Hand", line_title(line.line or "")),
        ("Cards", " ".join(map(str, (*slip.cards, *slip.community))) or "are printed once the round is over"),
        ("Wager", money(line.stake_cents)),
        ("Pays", f"{line.odds} ({line.clause})"),
        ("Meter", meter),
        ("Document", slip.document or ("to be done" if _owed(slip) else "none is asked for")),
    ]
    data = {
        "number": f"{table.table_id} / A{award.award:06d}",
        "facts": facts,
        "amount": money(award.cents),
        "source": SOURCES[slip.source],
        "signatures": [
            _signature("Hand and light verified by", slip.verified),
            _signature("Validated by", slip.validated),
            *([_signature("Documented by", slip.documented)] if slip.documented.by or _owed(slip) else ()),
        ],
    }
    return typeset("croupier.server.pit", "award", {"award": msgspec.json.encode(data).decode()})


def _owed(slip: AwardSlip) -> bool:
    """Whether its paperwork has to be done: where the text keeps the cards until then, and it is paid elsewhere."""
    return slip.source == OFF_TABLE and bool(slip.documented.clause)


def _signature(what: str, signed: Signed) -> tuple[str, str, str, str]:
    who = people(signed.by) if signed.by else ""
    return what, who, moment_printed(signed.at_ms), signed.clause


ROUTES = (list_awards, print_award)
