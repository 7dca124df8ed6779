"""Tables run from the pit: opened and changed by a submission that checks clean, and closed out."""

import asyncio
from typing import Annotated, Literal

from litestar import post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier.house.handlers import commands as h
from croupier.house.log.events import USUAL_CENTS
from croupier.house.service.house import TableTerms
from croupier.rulebook.check import check
from croupier.rulebook.errors import BadInput
from croupier.rulebook.finding import Finding
from croupier.rulebook.submission import LARGEST_CENTS, parse_submission
from croupier.server.accounts.dependencies import SignedInUser
from croupier.server.dependencies import GivenHouse, GivenService
from croupier.server.tables.finding import found_table
from croupier.server.wire.errors import Problem
from croupier.server.wire.messages import CommandId
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import CardSource

SubmissionText = Annotated[str, Meta(min_length=1, max_length=32_000)]


class FiledText(Struct, frozen=True, forbid_unknown_fields=True):
    """A Rules Submission as its file has it."""

    submission: SubmissionText


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened, and how it is run beside its rules."""

    table: Annotated[str, Meta(min_length=1, max_length=40)]
    submission: SubmissionText
    dealer: Literal["virtual", "human"] = "human"
    cards: CardSource = "house"
    chips: Literal["accounts", "felt"] = "accounts"
    denominations_cents: tuple[int, ...] = USUAL_CENTS
    inventory_cents: Annotated[int, Meta(ge=0, le=LARGEST_CENTS)] = 10_000_000


class NewRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The submission that governs from the next round on; sent again under its id it is done once."""

    id: CommandId
    submission: SubmissionText


class Closing(Struct, frozen=True, forbid_unknown_fields=True):
    """A table is to be closed out for good, under an id of the browser's making."""

    id: CommandId


@post("/pit/check", operation_id="check_submission", summary="Check a submission", tags=["pit"], status_code=200)
async def check_submission(data: JSONBody[FiledText]) -> list[Finding]:
    """What is to be mended in a submission, each with its field and clause; nothing where it may be filed."""
    return list(await asyncio.to_thread(lambda: check(parse_submission(data.submission, "the submission"))))


@post("/pit/tables", operation_id="open_table", summary="Open a table", tags=["pit"], status_code=204)
async def open_table(data: JSONBody[NewTable], house: GivenHouse, me: SignedInUser) -> None:
    """A new table under a submission that checks clean."""
    terms = TableTerms(
        dealer=data.dealer,
        card_source=data.cards,
        chip_source=data.chips,
        denominations_cents=data.denominations_cents,
        inventory_cents=data.inventory_cents,
    )
    try:
        await asyncio.to_thread(house.open_table, data.table, data.submission, terms, f"{me.role}:{me.name}")
    except BadInput as error:
        raise Problem(409, "submission", error.sentence, error.clause) from None


@post(
    "/pit/{table:str}/rules",
    operation_id="change_rules",
    summary="Other rules from the next round",
    tags=["pit"],
    status_code=204,
)
async def change_rules(
    table: FromPath[str], data: JSONBody[NewRules], house: GivenHouse, service: GivenService, me: SignedInUser
) -> None:
    """Limits or paytables by another submission, from the next round on."""
    await asyncio.to_thread(found_table, house, table)
    command = h.ChangeRules(submission=data.submission, by=f"{me.role}:{me.name}")
    _told(await service.send(h.Request(table, command, f"{me.name}:{data.id}")))


@post("/pit/{table:str}/closing", operation_id="close_table", summary="Close a table", tags=["pit"], status_code=204)
async def close_table(
    table: FromPath[str], data: JSONBody[Closing], house: GivenHouse, service: GivenService, me: SignedInUser
) -> None:
    """The table is counted and closed out for good; not while a round is under way."""
    await asyncio.to_thread(found_table, house, table)
    command = h.CloseTable(by=f"{me.role}:{me.name}")
    _told(await service.send(h.Request(table, command, f"{me.name}:{data.id}")))


def _told(answer: object) -> None:
    if isinstance(answer, Refusal):
        raise Problem(409, answer.code, answer.sentence, answer.clause)


ROUTES = (check_submission, open_table, change_rules, close_table)
