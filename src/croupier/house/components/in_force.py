"""What a house runs by: its filings in force, and the submission and the rules of every open table."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct
from sqlalchemy import Connection

from croupier.house.components.listing import Component, Name, Words
from croupier.house.database.schema import CAGE
from croupier.house.log import store
from croupier.house.log.chain import Record, decoded
from croupier.house.log.events import RulesChanged
from croupier.house.log.filings import day_of
from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import House
from croupier.house.shuffles.proof import Hash
from croupier.rulebook.digests import digest_of
from croupier.rulebook.submission import parse_submission

Count = Annotated[int, Meta(ge=0, le=2**53)]


class RunningTable(Struct, frozen=True, forbid_unknown_fields=True):
    """An open table: by which rules it is run, elected by which submission, under which filing (0 for none).

    `since_round` is the first round under these rules, 0 where they are those that it opened with; they are in force
    since `since_ms`.
    """

    table: Name
    title: Words
    rulebook: Name
    rules: Hash
    submission: Hash
    filing: Count
    since_round: Count
    since_ms: Count


def running_tables(house: House) -> tuple[RunningTable, ...]:
    """The open tables, in the order of their names."""
    tables = [table for table in map(house.table, sorted(house.tables())) if not table.closed]
    titles = {table.table_id: house.title_of(table) for table in tables}
    with house.database.read() as connection:
        return tuple([_running(connection, table, titles[table.table_id]) for table in tables])


def _running(connection: Connection, table: HouseTable, title: str) -> RunningTable:
    filed = parse_submission(store.submission(connection, table.digest), "the filed submission")
    since = table.ruled_by[-1][0] if len(table.ruled_by) > 1 else 0
    return RunningTable(
        table=table.table_id,
        title=title,
        rulebook=filed.rules,
        rules=table.digest,
        submission=digest_of(filed),
        filing=table.filing,
        since_round=since,
        since_ms=_since_ms(connection, table, since),
    )


def _since_ms(connection: Connection, table: HouseTable, since_round: int) -> int:
    """When the rules of a table came into force: as it opened, as their first round could begin, or within its records.

    What is done between two rounds is recorded under the one to come, a change of rules too.
    """
    if not since_round:
        return next(store.records_after(connection, table.table_id, 0, 1)).at_ms
    records = store.round_records(connection, table.table_id, since_round)
    changed = [record.at_ms for record in records if _changes_to(table.digest, record)]
    return [table.at_ms, *[record.at_ms for record in records[:1]], *changed][-1]


def _changes_to(digest: str, record: Record) -> bool:
    events = (event for act in decoded(record.body) for event in act.events)
    return any(isinstance(event, RulesChanged) and event.digest == digest for event in events)


def submissions(house: House, tables: tuple[RunningTable, ...]) -> Iterator[Component]:
    """Of each filing in force and each open table: the submission by its values, and the rules that it elects."""
    day = day_of(house.now_ms())
    for filing in house.table(CAGE).filings:
        if filing.standing(day) == "in_force":
            filed = parse_submission(filing.text, "the filing")
            yield Component(f"filing-{filing.filing}/submission", digest_of(filed))
            yield Component(f"filing-{filing.filing}/rules", filing.digest)
    for table in tables:
        yield Component(f"table-{table.table}/submission", table.submission)
        yield Component(f"table-{table.table}/rules", table.rules)
