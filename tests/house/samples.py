"""Rows to fill a database with, whatever columns a table has."""

from typing import Any

from sqlalchemy import LargeBinary, Table, Text, select

from croupier.house.database import schema
from croupier.house.database.database import Database

# What stands in a column of this name, in any table; all else is empty.
STANDING: dict[str, Any] = {
    "digest": "d1",
    "table_id": "t1",
    "link_id": "strip",
    "meter": "major",
    "giver": "cage",
    "taker": "player:ann",
    "cents": 500,
    "number": 1,
    "record": 1,
}


def row(table: Table, **given: Any) -> tuple[Any, ...]:
    """A row of the table: what is given, what always stands in such a column, or nothing, zero or an empty text."""
    values = []
    for column in table.columns:
        empty = b"" if isinstance(column.type, LargeBinary) else "" if isinstance(column.type, Text) else 0
        values.append(given.get(column.name, STANDING.get(column.name, None if column.nullable else empty)))
    return tuple(values)


def open_accounts(database: Database, *players: str) -> None:
    """A cage, a table with one record, and these players, who have nothing yet."""
    with database.write() as connection:
        accounts = [("cage", "cage", 0), *((f"player:{name}", "player", 0) for name in players)]
        database.insert(connection, schema.accounts, accounts)
        for table in (schema.rules, schema.links, schema.tables, schema.records):
            database.insert(connection, table, [row(table)])


def fill(database: Database) -> None:
    """At least one row in every table."""
    open_accounts(database, "ann", "bob")
    with database.write() as connection:
        for table in schema.metadata.sorted_tables:
            if not connection.execute(select(table).limit(1)).first():
                database.insert(connection, table, [row(table)])


def balances(database: Database) -> dict[str, int]:
    """What is in every account."""
    with database.read() as connection:
        query = select(schema.accounts.c.account, schema.accounts.c.balance_cents)
        return {found.account: found.balance_cents for found in connection.execute(query)}
