"""The database under the house: whether its pages and indexes are whole, and its schema the one that we made."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, Connection, LargeBinary, Table, Text, func, select, text
from sqlalchemy.exc import DBAPIError

from croupier.house.audit.report import Problem
from croupier.house.database import schema as s
from croupier.house.database.migrations import NEWEST, VERSION_TABLE
from croupier.house.database.shape import kept_shape, shape_of

MOST_TOLD = 5  # of each kind

HAS_AMCHECK = "SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'"
INDEXES = (
    "SELECT c.oid, c.relname FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_am AS a"
    " ON a.oid = c.relam WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND a.amname = 'btree'"
    " ORDER BY c.relname"
)
TABLES = (
    "SELECT oid, relname FROM pg_class WHERE relnamespace = CAST(current_schema() AS regnamespace)"
    " AND relkind = 'r' ORDER BY relname"
)
NOT_ALLOWED = "42501"


def problems_in_database(connection: Connection, unchecked: list[str]) -> Iterator[Problem]:
    """What is wrong with the database itself; `unchecked` gets what could not be looked at."""
    if connection.dialect.name == "sqlite":
        yield from _sqlite_pages(connection)
    else:
        yield from _postgresql_pages(connection, unchecked)
    yield from _shape(connection)
    rows = list(connection.execute(text(f"SELECT * FROM {VERSION_TABLE}")).scalars())
    if rows != [NEWEST]:
        yield Problem("", 0, f"The schema's version is kept as {rows}, and this is {NEWEST}.")


def _sqlite_pages(connection: Connection) -> Iterator[Problem]:
    for found in connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_TOLD})").scalars():
        if found != "ok":
            yield Problem("", 0, f"SQLite finds its file damaged: {' '.join(str(found).split())}.")
    for table, *_ in connection.exec_driver_sql("PRAGMA foreign_key_check").all()[:MOST_TOLD]:
        yield Problem("", 0, f"A row of {table} belongs to one that is not there.")
    for table in s.metadata.sorted_tables:
        yield from _sqlite_kinds(connection, table)
    marks = [tuple(row) for row in connection.exec_driver_sql("SELECT rowid, open FROM posting")]
    if marks != [(1, 0)]:
        yield Problem("", 0, f"The mark that transfers post by is {marks}, not closed.")


def _sqlite_kinds(connection: Connection, table: Table) -> Iterator[Problem]:
    """Values of another kind than their column's, which SQLite would keep: bytes that read as a text, for one."""
    others = [func.count().filter(func.typeof(column).not_in(_kinds(column))) for column in table.columns]
    counts = connection.execute(select(*others).select_from(table)).one()
    for column, count in zip(table.columns, counts, strict=True):
        if count:
            yield Problem("", 0, f"In {table.name}, {column.name} is of another kind than it may be, in {count} rows.")


def _kinds(column: Column[Any]) -> list[str]:
    kind = "blob" if isinstance(column.type, LargeBinary) else "text" if isinstance(column.type, Text) else "integer"
    return [kind, "null"] if column.nullable else [kind]


def _postgresql_pages(connection: Connection, unchecked: list[str]) -> Iterator[Problem]:
    if not connection.execute(text(HAS_AMCHECK)).scalar():
        unchecked.append("PostgreSQL's own pages, for its extension amcheck is not in this database; make it there.")
        return
    try:
        for oid, name in connection.execute(text(INDEXES)).all():
            yield from _checked(connection, f"Index {name}", "SELECT bt_index_check(CAST(:oid AS oid), true)", oid)
        for oid, name in connection.execute(text(TABLES)).all():
            asked = "SELECT blkno, msg FROM verify_heapam(CAST(CAST(:oid AS oid) AS regclass))"
            yield from _checked(connection, f"Table {name}", asked, oid)
    except PermissionError:
        unchecked.append("PostgreSQL's own pages, for this user may not run the functions of amcheck.")


def _checked(connection: Connection, what: str, query: str, oid: int) -> Iterator[Problem]:
    """Asks amcheck about one index or table: the first raises what it finds, the second lists it."""
    try:
        with connection.begin_nested():
            found = [str(row[1]) for row in connection.execute(text(query), {"oid": oid}).all() if row[-1]]
    except DBAPIError as error:
        state = getattr(error.orig, "sqlstate", "") or ""
        if state == NOT_ALLOWED:
            raise PermissionError from None
        if not state.startswith("XX"):
            raise
        found = [str(error.orig).splitlines()[0]]
    for sentence in found[:MOST_TOLD]:
        yield Problem("", 0, f"{what} is damaged: {sentence}.")


def _shape(connection: Connection) -> Iterator[Problem]:
    """What was added to the schema, taken away or changed: triggers, indexes, constraints, columns."""
    there, due = shape_of(connection), kept_shape(connection.dialect.name)
    names = {line.partition(":")[0] for line in {*there} ^ {*due}}
    for name in sorted(names):
        here = any(line.partition(":")[0] == name for line in there)
        made = any(line.partition(":")[0] == name for line in due)
        what = "is not as we made it" if here and made else "is none of ours" if here else "is missing"
        yield Problem("", 0, f"In the schema, {name} {what}.")
