"""What no single log can tell: balances against transfers, links against meters, rows that belong to no table."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import BigInteger, Column, Connection, cast, func, select, union

from croupier.house.audit.link_movements import link_problem
from croupier.house.audit.report import Problem, Tally
from croupier.house.database import schema as s
from croupier.house.ledger.accounts import HOUSE_WIN, display, kind_of, may_owe, of_table, reserve
from croupier.house.links.clearing import read
from croupier.rulebook.elect import filed_as
from croupier.rulebook.errors import BadInput, NoRulebook
from croupier.rulebook.submission import parse_submission

OF_TABLES = (s.records, s.answers, s.unrecorded, s.checkpoints, s.snapshots, s.seeds, s.transfers)


def problems_in_books(connection: Connection) -> Iterator[Problem]:
    """Everything that is wrong beside the logs, as it is found."""
    yield from _rules(connection)
    yield from _astray(connection)
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
            filed = parse_submission(row.submission, "the filed submission")
        except BadInput as error:
            yield Problem("", 0, f"Rules {row.digest[:12]} cannot be read: {error}")
            continue
        try:
            rules = filed_as(filed, row.digest)
        except NoRulebook as error:
            yield Problem("", 0, f"Rules {row.digest[:12]} cannot be read: {error}")
            continue
        except BadInput:
            rules = None
        if rules is None or rules.rulebook.rulebook != row.rulebook:
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
        yield from _queued(connection, link, row.moves if row.kept_at else 0)


def _queued(connection: Connection, link: str, last: int) -> Iterator[Problem]:
    """What a link elsewhere has still to be told is the last of all messages, without a gap; tables compare theirs."""
    c = s.outbox.c
    rows = connection.execute(select(c.number, c.message).where(c.link_id == link).order_by(c.number)).all()
    if [number for number, _ in rows] != list(range(last - len(rows) + 1, last + 1)):
        yield Problem("", 0, f"What link {link} is to be told does not end with message {last}, or has gaps.")
    on_it = set(connection.execute(select(s.tables.c.table_id).where(s.tables.c.link_id == link)).scalars())
    for number, text in rows:
        if read(text).table not in on_it:
            yield Problem("", 0, f"Message {number} to link {link} is of a table that is not on it.")


def _moved_wrongly(connection: Connection, link: str) -> str | None:
    try:
        return link_problem(connection, link)
    except (KeyError, ValueError) as error:
        return f"The meters of link {link} are not such as a house keeps ({error!r})."


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
    owned |= {s.CAGE, HOUSE_WIN, *_of_links(connection)}
    for account in sorted(known - owned - gave.keys() - took.keys()):
        yield Problem("", 0, f"Account {account} is nobody's: no money ever went through it.")
    if total:
        yield Problem("", 0, f"All balances together come to {total} cents, not to nothing.")


def _of_links(connection: Connection) -> Iterator[str]:
    """The accounts of meters kept here, and of houses with which links are kept elsewhere."""
    far = dict(connection.execute(select(s.links.c.link_id, s.links.c.kept_at)).all())
    for link, meter in connection.execute(select(s.meters.c.link_id, s.meters.c.meter)).all():
        if not far.get(link):
            yield from (display(link, meter), reserve(link, meter))
    for account in connection.execute(select(s.accounts.c.account).where(s.accounts.c.kind == "link")).scalars():
        if far.get(account.split(":")[1]):
            yield account


def _summed(connection: Connection, side: Column[Any]) -> dict[str, int]:
    query = select(side, cast(func.sum(s.transfers.c.cents), BigInteger)).group_by(side)
    return dict(connection.execute(query).all())
