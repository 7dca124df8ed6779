"""What is asked of the database about tables and their logs, one question a function."""

from collections.abc import Generator, Iterable, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    ARRAY,
    BindParameter,
    Column,
    ColumnElement,
    Connection,
    Delete,
    Select,
    Text,
    any_,
    bindparam,
    cast,
    null,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from croupier.house.database import schema as s
from croupier.house.database.arrays import of_bytes, of_numbers, of_texts
from croupier.house.log.chain import Record, genesis
from croupier.house.log.house_table import HouseTable
from croupier.table.values.refusal import Refusal

CHUNK = 500


_ADVANCE = (
    update(s.tables)
    .where(s.tables.c.table_id == bindparam("name"), s.tables.c.version == bindparam("was"))
    .values(version=bindparam("now"), hash=bindparam("last"), digest=bindparam("by_rules"))
)
_ADVANCE_ALL = text(  # one statement for all, where each costs a message to the server
    "UPDATE tables SET version = v.version, hash = v.hash, digest = v.digest"
    " FROM unnest(CAST(:names AS text[]), CAST(:was AS bigint[]), CAST(:versions AS bigint[]),"
    " CAST(:hashes AS bytea[]), CAST(:digests AS text[])) AS v(name, was, version, hash, digest)"
    " WHERE tables.table_id = v.name AND tables.version = v.was"
)


_ANSWERS = text(  # both kinds at once, where each question costs a message to the server
    "WITH w AS (SELECT * FROM unnest(CAST(:names AS text[]), CAST(:ids AS text[])) AS w(name, id))"
    " SELECT a.table_id, a.command_id, a.asked, a.record, CAST(NULL AS text) AS refusal FROM answers AS a"
    " JOIN w ON a.table_id = w.name AND a.command_id = w.id"
    " UNION ALL SELECT u.table_id, u.command_id, u.asked, u.version, u.refusal FROM unrecorded AS u"
    " JOIN w ON u.table_id = w.name AND u.command_id = w.id"
)


_IDS: BindParameter[Any] = bindparam("ids", expanding=True)
_MADE = select(
    s.answers.c.table_id, s.answers.c.command_id, s.answers.c.asked, s.answers.c.record, null()
).where(tuple_(s.answers.c.table_id, s.answers.c.command_id).in_(_IDS))  # fmt: skip
_UNRECORDED = select(
    s.unrecorded.c.table_id, s.unrecorded.c.command_id, s.unrecorded.c.asked, s.unrecorded.c.version,
    s.unrecorded.c.refusal,
).where(tuple_(s.unrecorded.c.table_id, s.unrecorded.c.command_id).in_(_IDS))  # fmt: skip
_AMONG = "among"  # the parameter of `among`


_ENDS = (  # made once, for it is asked of every table that has gone on
    select(s.records.c.number, s.records.c.hash, s.records.c.at_ms)
    .where(s.records.c.table_id == bindparam("name"), s.records.c.number > bindparam("after"))
    .order_by(s.records.c.number)
    .execution_options(yield_per=CHUNK * 10)
)


def among(dialect: str, column: Column[str]) -> ColumnElement[bool]:
    """That a column has one of the values that `listed` gives; for a statement that is made once."""
    if dialect == "postgresql":
        return column == any_(cast(bindparam(_AMONG), ARRAY(Text)))
    return column.in_(bindparam(_AMONG, expanding=True))


def listed(connection: Connection, values: Iterable[str]) -> dict[str, str | list[str]]:
    """The values for `among`; PostgreSQL is sent them as one, where each would cost a parameter."""
    ordered = sorted(set(values))
    return {_AMONG: of_texts(ordered) if connection.dialect.name == "postgresql" else ordered}


class TableRow(msgspec.Struct, frozen=True):
    """A table's row: its rules, and how far its log goes."""

    table_id: str
    digest: str | None
    link_id: str | None
    version: int
    hash: bytes


def table_rows(connection: Connection, names: Iterable[str] | None = None, lock: bool = False) -> list[TableRow]:
    """The rows of these tables, or of all, in the order of their names; locked where asked."""
    query = _rows_query(connection.dialect.name, some=names is not None, lock=lock)
    given = {} if names is None else listed(connection, names)
    return [TableRow(*row) for row in connection.execute(query, given).all()]


@cache
def _rows_query(dialect: str, *, some: bool, lock: bool) -> Select[Any]:
    query = select(s.tables).order_by(s.tables.c.table_id)
    if some:
        query = query.where(among(dialect, s.tables.c.table_id))
    return query.with_for_update() if lock else query


def new_table(connection: Connection, table_id: str, digest: str | None, link: str | None) -> None:
    """A table with nothing in its log yet."""
    row = {"table_id": table_id, "digest": digest, "link_id": link, "version": 0, "hash": genesis(table_id)}
    connection.execute(s.tables.insert().values(row))


def links(connection: Connection) -> list[tuple[str, str]]:
    """Every link, with the name of the database that keeps it; "" where that is this one."""
    query = select(s.links.c.link_id, s.links.c.kept_at).order_by(s.links.c.link_id)
    return [(row.link_id, row.kept_at) for row in connection.execute(query)]


def links_elsewhere(connection: Connection) -> list[tuple[str, str]]:
    """The links that other databases keep, each with the name of its database."""
    return [(link, at) for link, at in links(connection) if at]


def advance(connection: Connection, tables: Sequence[tuple[HouseTable, int]]) -> None:
    """The tables' rows with how far their logs go now, each from the version it had."""
    if not tables:
        return
    if connection.dialect.name == "postgresql":
        columns = {
            "names": of_texts([table.table_id for table, _ in tables]),
            "was": of_numbers([was for _, was in tables]),
            "versions": of_numbers([table.version for table, _ in tables]),
            "hashes": of_bytes([table.hash for table, _ in tables]),
            "digests": of_texts([table.digest or None for table, _ in tables]),
        }
        changed = connection.execute(_ADVANCE_ALL, columns)
    else:
        rows = [(table.table_id, was, table.version, table.hash, table.digest or None) for table, was in tables]
        keys = ("name", "was", "now", "last", "by_rules")
        changed = connection.execute(_ADVANCE, [dict(zip(keys, row, strict=True)) for row in rows])
    assert changed.rowcount in (-1, len(tables)), "the tables' rows are locked"


def records_after(connection: Connection, table_id: str, number: int, upto: int | None = None) -> Generator[Record]:
    """The records of a table after that one, in order; close it where they are not all taken."""
    query = (
        select(s.records)
        .where(s.records.c.table_id == table_id, s.records.c.number > number)
        .order_by(s.records.c.number)
        .execution_options(yield_per=CHUNK)
    )
    if upto is not None:
        query = query.where(s.records.c.number <= upto)
    with connection.execute(query) as rows:
        for row in rows:
            yield Record(*row)


class End(NamedTuple):
    """Where a log stood at one of its records."""

    number: int
    hash: bytes
    at_ms: int


def ends_after(connection: Connection, table_id: str, number: int) -> Generator[End]:
    """Where a table's log stood at each record after that one, in order; close it where they are not all taken."""
    with connection.execute(_ENDS, {"name": table_id, "after": number}) as rows:
        for row in rows:
            yield End(*row)


def round_records(connection: Connection, table_id: str, round_: int) -> list[Record]:
    """The records of one round."""
    query = (
        select(s.records)
        .where(s.records.c.table_id == table_id, s.records.c.round == round_)
        .order_by(s.records.c.number)
    )
    return [Record(*row) for row in connection.execute(query)]


class KeptAnswer(msgspec.Struct, frozen=True):
    """How a command was answered before: the record it made, or where nothing was left to do the last; or a refusal."""

    asked: bytes
    record: int
    refusal: Refusal | None


def answers(connection: Connection, ids: Sequence[tuple[str, str]]) -> dict[tuple[str, str], KeptAnswer]:
    """What was answered to these commands, each a table and a command id."""
    if not ids:
        return {}
    if connection.dialect.name == "postgresql":
        names, wanted = zip(*ids, strict=True)
        rows = connection.execute(_ANSWERS, {"names": of_texts(names), "ids": of_texts(wanted)}).all()
    else:
        rows = [*connection.execute(_MADE, {"ids": ids}), *connection.execute(_UNRECORDED, {"ids": ids})]
    return {
        (name, command_id): KeptAnswer(asked, record, msgspec.json.decode(said, type=Refusal) if said else None)
        for name, command_id, asked, record, said in rows
    }


class Unrecorded(NamedTuple):
    """An answer that no record is behind: a refusal, or none where nothing was left to do."""

    table_id: str
    command_id: str
    asked: bytes
    version: int
    refusal: str | None
    at_ms: int
    mark: bytes = b""

    @property
    def marked(self) -> bytes:
        """What the house's mark is over."""
        return msgspec.json.encode(tuple(self[:-1]))


def forget_unrecorded(connection: Connection, tables: Iterable[str], before_ms: int) -> None:
    """Forgets the answers of these tables without a record that are older than that."""
    connection.execute(_forgetting(connection.dialect.name), {"before_ms": before_ms, **listed(connection, tables)})


@cache
def _forgetting(dialect: str) -> Delete:
    c = s.unrecorded.c
    return s.unrecorded.delete().where(among(dialect, c.table_id), c.at_ms < bindparam("before_ms"))


def sealed_seeds(connection: Connection, table_id: str, shuffles: Iterable[int]) -> dict[int, bytes]:
    """The sealed seeds of these shuffles."""
    c = s.seeds.c
    query = select(c.shuffle, c.sealed).where(c.table_id == table_id, c.shuffle.in_(sorted(set(shuffles))))
    return {row.shuffle: row.sealed for row in connection.execute(query)}


def submission(connection: Connection, digest: str) -> str:
    """The submission that the rules of this digest were resolved from."""
    found: str = connection.execute(select(s.rules.c.submission).where(s.rules.c.digest == digest)).scalar_one()
    return found


def filed_hash(submission: str) -> str:
    """The hash of a submission as it is kept."""
    return sha256(submission.encode()).hexdigest()


def file_rules(connection: Connection, digest: str, rulebook: str, submission: str) -> None:
    """Keeps a submission under the digest of its rules, unless it is kept already."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    kept = dialect.insert(s.rules).values(digest=digest, rulebook=rulebook, submission=submission)
    connection.execute(kept.on_conflict_do_nothing())


def is_filed(connection: Connection, digest: str) -> bool:
    """Whether the rules of this digest are kept."""
    return connection.execute(select(s.rules.c.digest).where(s.rules.c.digest == digest)).first() is not None


def rulebooks_filed_under(connection: Connection) -> list[str]:
    """The rulebooks that rules of this house were made by."""
    return list(connection.execute(select(s.rules.c.rulebook).distinct().order_by(s.rules.c.rulebook)).scalars())


def snapshot(connection: Connection, table_id: str) -> tuple[int, bytes] | None:
    """How the table stood at some record, sealed."""
    row = connection.execute(select(s.snapshots).where(s.snapshots.c.table_id == table_id)).one_or_none()
    return (row.number, row.sealed) if row else None


def keep_snapshot(connection: Connection, table_id: str, number: int, sealed: bytes) -> None:
    """The new snapshot in place of the last."""
    changed = connection.execute(
        update(s.snapshots).where(s.snapshots.c.table_id == table_id).values(number=number, sealed=sealed)
    )
    if not changed.rowcount:
        connection.execute(s.snapshots.insert().values(table_id=table_id, number=number, sealed=sealed))
