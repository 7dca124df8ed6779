"""Filings as the desk sees them: found, shown, and asked for by who is signed in."""

import asyncio

from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.filing_commands import AnyFilingCommand
from croupier.house.log.filings import Filing, day_of
from croupier.house.service.house import House
from croupier.rulebook.errors import BadInput
from croupier.rulebook.form.form import form
from croupier.rulebook.load import load
from croupier.rulebook.submission import parse_submission
from croupier.server.accounts.users import User
from croupier.server.desk.schemas import ChangeSeen, DeskSeen, FilingCard, FilingSeen
from croupier.server.metrics import MeteredService
from croupier.server.wire.errors import Problem
from croupier.table.values.refusal import Refusal


def found_filing(house: House, number: int) -> Filing:
    """The filing of that number."""
    found = next((one for one in house.table(CAGE).filings if one.filing == number), None)
    if found is None:
        raise Problem(404, "no_filing", f"There is no filing {number}; the desk lists them.")
    return found


def desk_seen(house: House) -> DeskSeen:
    """All filings."""
    cage, day = house.table(CAGE), day_of(house.now_ms())
    return DeskSeen(tuple(card_of(one, day) for one in reversed(cage.filings)), cage.approval_required, day)


def card_of(filing: Filing, day: str) -> FilingCard:
    """A filing in the list."""
    last = filing.changes[-1]
    title, rules, game = _named(filing)
    return FilingCard(
        filing=filing.filing,
        title=title,
        rules=rules,
        game=game,
        standing=filing.standing(day),
        from_day=filing.from_day,
        until_day=filing.until_day,
        follows=filing.follows,
        version=filing.version,
        changed=last.kind,
        changed_by=name_of(last.by),
        changed_ms=last.at_ms,
    )


def _named(filing: Filing) -> tuple[str, str, str]:
    """The table's name, the rulebook and its game; where the rulebook is not at hand, a sentence that says so."""
    try:
        filed = parse_submission(filing.text, "the filing")
        return filed.table.name or "", filed.rules, load(filed.rules).title
    except BadInput as error:
        return "", "", error.sentence


def filing_seen(house: House, number: int) -> FilingSeen:
    """A filing with its form."""
    filing = found_filing(house, number)
    tables = (house.table(name) for name in house.tables()) if filing.state == "approved" else ()
    return FilingSeen(
        card=card_of(filing, day_of(house.now_ms())),
        open=filing.open,
        text=filing.text,
        form=form(parse_submission(filing.text, "the filing")),
        changes=tuple(
            ChangeSeen(one.kind, name_of(one.by), one.at_ms, one.fields, one.note) for one in reversed(filing.changes)
        ),
        conditions=filing.conditions,
        tables=tuple(table.table_id for table in tables if table.filing == number and not table.closed),
    )


async def done(service: MeteredService, command: AnyFilingCommand, asked_id: str, me: User) -> None:
    """Has a command carried out by the house, or says why it was not."""
    answer = await service.send(h.Request(CAGE, command, f"{me.name}:{asked_id}"))
    if isinstance(answer, Refusal):
        raise Problem(409, answer.code, answer.sentence, answer.clause)


async def done_and_seen(
    service: MeteredService, command: AnyFilingCommand, number: int, asked_id: str, me: User
) -> FilingSeen:
    """The filing after something was done with it."""
    await asyncio.to_thread(found_filing, service.house, number)
    await done(service, command, asked_id, me)
    return await asyncio.to_thread(filing_seen, service.house, number)


def name_of(by: str) -> str:
    """Who did it, by name alone."""
    return by.partition(":")[2] or by
