"""What no single log can tell: balances against transfers, answers against records, rows that belong to no table."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Column, Connection, cast, func, or_, select, union

from croupier.house import schema as s
from croupier.house.accounts import kind_of, may_owe, of_table
from croupier.house.audit_report import Problem, Tally
from croupier.house.link_audit import link_problem
from croupier.rulebook.elect import resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.submission import parse_submission
from croupier.table.refusal import Refusal

CHUNK = 2000
OF_TABLES = (s.records, s.answers, s.checkpoints, s.snapshots, s.seeds, s.transfers)


def problems_in_books(connection: Connection) -> Iterator[Problem]:
    """Everything that is wrong beside the logs, as it is found."""
    yield from _rules(connection)
    yield from _astray(connection)
    yield from _answers(connection)
    yield from _balances(connection)
    yield from _links(connection)


def uncounted(connection: Connection, tally: Tally, owed: Mapping[str, int]) -> Iterator[Problem]:
    """What no log accounts for, where every log was walked to its end; `owed` is what that came to for far links."""
    counted = {s.transfers: tally.transfers, s.movements: tally.movements, s.claims: tally.claims}
    for table, seen in counted.items():
        there = connection.execute(select(func.count()).select_from(table)).scalar_one()
        if there != seen:
            yield Problem("", 0, f"There are {there} {table.name}, and the logs account for {seen}.")
    for link, carry in connection.execute(select(s.links.c.link_id, s.links.c.owed_carry)).all():
        if carry != owed.get(link, 0):
            yield Problem(
                "", 0, f"Link {link} is owed {carry} parts of a cent, and the logs come to {owed.get(link, 0)}."
            )


def _rules(connection: Connection) -> Iterator[Problem]:
    for row in connection.execute(select(s.rules).order_by(s.rules.c.digest)).all():
        try:
            rules = resolve(parse_submission(row.submission, "the filed submission"))
        except BadInput as error:
            yield Problem("", 0, f"Rules {row.digest[:12]} cannot be read: {error}")
        else:
            if (rules.digest, rules.rulebook.rulebook) != (row.digest, row.rulebook):
                yield Problem("", 0, f"The submission kept as rules {row.digest[:12]} is another one's.")


def _astray(connection: Connection) -> Iterator[Problem]:
    """Rows of tables that there are none of."""
    known = set(connection.execute(select(s.tables.c.table_id)).scalars())
    for table in OF_TABLES:
        for name in sorted(set(connection.execute(select(table.c.table_id).distinct()).scalars()) - known):
            yield Problem(name, 0, f"There are {table.name} of table {name}, which there is not.")


def _links(connection: Connection) -> Iterator[Problem]:
    """A link that is kept here must have moved as its meters say; one kept elsewhere moves there alone."""
    c, rows = s.movements.c, connection.execute(select(s.links).order_by(s.links.c.link_id)).all()
    named = union(*[select(table.c.link_id) for table in (s.tables, s.meters, s.movements)])
    for link in sorted(set(connection.execute(named).scalars()) - {row.link_id for row in rows} - {None}):
        yield Problem("", 0, f"There are tables or meters on link {link}, which there is not.")
    for row in rows:
        link = row.link_id
        if not row.kept_at:
            if problem := _moved_wrongly(connection, link):
                yield Problem("", 0, problem)
        elif connection.execute(select(c.move).where(c.link_id == link).limit(1)).first():
            yield Problem("", 0, f"Link {link} is kept at {row.kept_at}, and yet its movements are here.")


def _moved_wrongly(connection: Connection, link: str) -> str | None:
    try:
        return link_problem(connection, link)
    except (KeyError, ValueError) as error:
        return f"The meters of link {link} are not such as a house keeps ({error!r})."


def _answers(connection: Connection) -> Iterator[Problem]:
    a, t = s.answers.c, s.tables.c
    nowhere = or_(a.record < 1, a.record > t.version)
    query = select(a.table_id, a.command_id, a.record).where(a.table_id == t.table_id, nowhere)
    for table, command, record in connection.execute(query.order_by(a.table_id, a.record)).all():
        yield Problem(table, record, f"Command {command} was answered with record {record}, which is not there.")
    twice = select(a.table_id, a.record).where(a.record.is_not(None)).group_by(a.table_id, a.record)
    for table, record in connection.execute(twice.having(func.count() > 1)).all():
        yield Problem(table, record, f"Two commands were answered with record {record}, which only one can have made.")
    refused = select(a.table_id, a.command_id, a.refusal).where(a.refusal.is_not(None))
    for table, command, refusal in connection.execute(refused.execution_options(yield_per=CHUNK)):
        try:
            msgspec.json.decode(refusal, type=Refusal)
        except msgspec.MsgspecError:
            yield Problem(table, 0, f"The refusal of command {command} cannot be read.")


def _balances(connection: Connection) -> Iterator[Problem]:
    c = s.transfers.c
    gave, took = _summed(connection, c.giver), _summed(connection, c.taker)
    total, known = 0, set[str]()
    for account, kind, balance in connection.execute(select(s.accounts).order_by(s.accounts.c.account)):
        total += balance
        known.add(account)
        due = took.get(account, 0) - gave.get(account, 0)
        if balance != due:
            yield Problem("", 0, f"Account {account} holds {balance} cents, and its transfers come to {due}.")
        if kind != kind_of(account):
            yield Problem("", 0, f"Account {account} is kept as one of the kind {kind}.")
        if balance < 0 and not may_owe(account):
            yield Problem("", 0, f"Account {account} owes {-balance} cents, which it may not.")
    tables = connection.execute(select(s.tables.c.table_id).where(s.tables.c.table_id != s.CAGE)).scalars()
    owned = {account for table in tables for account in of_table(table)}
    for account in sorted((owned | gave.keys() | took.keys()) - known):
        yield Problem("", 0, f"There is no account {account}, and money or a table belongs to it.")
    if total:
        yield Problem("", 0, f"All balances together come to {total} cents, not to nothing.")


def _summed(connection: Connection, side: Column[Any]) -> dict[str, int]:
    query = select(side, cast(func.sum(s.transfers.c.cents), BigInteger)).group_by(side)
    return dict(connection.execute(query).all())
