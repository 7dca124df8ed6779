"""Somebody who can write the database past all that it guards, as an administrator can."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from sqlalchemy import make_url

from croupier.house.database import schema as s

Row = tuple[Any, ...]


class Vandal:
    """Runs statements with every trigger and foreign key out of the way; `%s` stands for a value."""

    def __init__(self, driver: Any, mark: str, guards: Sequence[tuple[str, str]] = ()) -> None:
        self._driver = driver
        self._mark = mark
        self._guards = guards  # triggers to be dropped before a statement, and made again behind it

    def run(self, statement: str, *values: Any) -> list[Row]:
        """Runs a statement, kept at once; what it returns."""
        for name, _ in self._guards:
            self._driver.execute(f"DROP TRIGGER IF EXISTS {name}")
        try:
            cursor = self._driver.execute(statement.replace("%s", self._mark), values)
            return list(cursor.fetchall()) if cursor.description else []
        finally:
            for _, trigger in self._guards:
                self._driver.execute(trigger)

    def one(self, statement: str, *values: Any) -> Any:
        """The first value of the first row."""
        return self.run(statement, *values)[0][0]

    def rows(self, table: str) -> list[Row]:
        """All rows of a table, in the order of its key."""
        keys = ", ".join(column.name for column in s.metadata.tables[table].primary_key)
        return self.run(f"SELECT * FROM {table} ORDER BY {keys}")

    def put(self, table: str, old: Row | None, new: Row | None) -> None:
        """One row in place of another; None for none."""
        known = s.metadata.tables[table]
        if old is not None:
            places = {column.name: place for place, column in enumerate(known.columns)}
            keys = [column.name for column in known.primary_key]
            where = " AND ".join(f"{key} = %s" for key in keys)
            self.run(f"DELETE FROM {table} WHERE {where}", *[old[places[key]] for key in keys])
        if new is not None:
            self.run(f"INSERT INTO {table} VALUES ({', '.join(['%s'] * len(new))})", *new)


@contextmanager
def vandal(address: str) -> Iterator[Vandal]:
    """A vandal at the database of that address."""
    if address.startswith("sqlite"):
        with sqlite3.connect(make_url(address).database or "", isolation_level=None) as driver:
            triggers = driver.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
            yield Vandal(driver, "?", triggers)
        driver.close()
        return
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        yield Vandal(connection, "%s")


def flipped(value: bytes, place: int, bit: int = 0) -> bytes:
    """The bytes with one bit turned."""
    changed = bytearray(value)
    changed[place % len(changed)] ^= 1 << bit
    return bytes(changed)


def other(value: Any, number: int) -> Any:
    """Some other value of the same kind; `number` says which."""
    if isinstance(value, bytes):
        return flipped(value, number // 8, number % 8) if value else b"x"
    if isinstance(value, int):
        return value + 1 + number % 1000
    if value is None:
        return 1
    return f"{value}{number}" if number % 2 or not value else value[:-1]


def columns(table: str) -> Sequence[str]:
    """The names of a table's columns."""
    return [column.name for column in s.metadata.tables[table].columns]
