"""The database beneath the house: its schema, its indexes and its pages are part of the audit, on both databases."""

import gzip
import sqlite3
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.database.faults import Unavailable
from croupier.house.database.shape import kept_shape, shape_of
from croupier.rulebook.errors import BadInput
from tests.house.floor import KEYS, Floor


@pytest.fixture
def played(database: Database) -> Floor:
    floor = Floor(database)
    floor.open("one")
    floor.play("one")
    return floor


def hand(url: str) -> sqlite3.Connection | psycopg.Connection[tuple[object, ...]]:
    """An administrator."""
    if url.startswith("sqlite"):
        return sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
    return psycopg.connect(url, autocommit=True)


def told(database: Database) -> str:
    return " ".join(problem.sentence for problem in audit(database, KEYS).problems)


def test_a_fresh_house_has_the_shape_that_is_kept(database: Database) -> None:
    """After a migration the kept one is written anew, as the module says."""
    with database.read() as connection:
        assert shape_of(connection) == kept_shape(database.dialect)


BOTH = (
    ("DROP INDEX records_by_round", "index records_by_round"),
    ("CREATE INDEX mine ON records (round)", "mine"),
    ("ALTER TABLE links ADD COLUMN colour TEXT", "links"),
    ("CREATE TABLE mine (one INTEGER)", "mine"),
    ("UPDATE croupier_schema SET version_num = version_num || 'x'", "version"),
    ("INSERT INTO croupier_schema VALUES ('0001_since_0.1.0')", "version"),
)
SQLITE = (
    ("DROP TRIGGER records_delete", "trigger records_delete on records is missing"),
    ("DROP TRIGGER transfers_post", "transfers_post"),
    (
        "DROP TRIGGER answers_update; CREATE TRIGGER answers_update BEFORE UPDATE ON answers BEGIN SELECT 1; END",
        "answers_update on answers is not as we made it",
    ),
    ("UPDATE posting SET open = 1", "The mark that transfers post by"),
    ("DELETE FROM posting", "The mark that transfers post by"),
    ("DROP INDEX rounds_by_player", "rounds_by_player"),
    ("CREATE TRIGGER mine AFTER INSERT ON records BEGIN SELECT 1; END", "trigger mine on records is none of ours"),
)
POSTGRESQL = (
    ("DROP TRIGGER records_append_only ON records", "trigger records.records_append_only is missing"),
    ("ALTER TABLE answers DISABLE TRIGGER answers_append_only", "answers.answers_append_only is not as we made it"),
    ("ALTER TABLE transfers DISABLE TRIGGER ALL", "foreign keys of transfers switched off"),
    ("ALTER TABLE accounts DROP CONSTRAINT never_below_zero", "never_below_zero is missing"),
    (
        "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
        "function refuse is not as we made it",
    ),
    ("CREATE RULE mine AS ON INSERT TO records DO ALSO NOTHING", "rule records.mine"),
    ("ALTER TABLE records ENABLE ROW LEVEL SECURITY", "table records is not as we made it"),
)


@pytest.mark.parametrize("number", range(len(BOTH) + len(POSTGRESQL)))
def test_a_changed_schema_is_found(played: Floor, database_url: str, number: int) -> None:
    statements = (*BOTH, *(SQLITE if played.database.dialect == "sqlite" else POSTGRESQL))
    statement, said = statements[number]
    assert audit(played.database, KEYS).ok
    admin = hand(database_url)
    for one in statement.split("; CREATE"):
        admin.execute(one if one == statement or one.startswith("DROP") else f"CREATE{one}")
    admin.close()
    assert said in told(played.database)


def test_an_index_that_leads_to_other_rows_is_found_on_sqlite(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with Database.open(path, create=True) as database:
        floor = Floor(database)
        floor.open("one")
        floor.play("one", 3)
    admin = sqlite3.connect(path, isolation_level=None)
    page_bytes = admin.execute("PRAGMA page_size").fetchone()[0]
    (page,) = admin.execute("SELECT rootpage FROM sqlite_master WHERE name = 'records_by_round'").fetchone()
    admin.close()
    data = bytearray(path.read_bytes())
    at = data.rindex(b"one", (page - 1) * page_bytes, page * page_bytes)
    data[at] ^= 1
    path.write_bytes(data)
    with Database.open(path) as database:
        assert "index records_by_round" in told(database)


@pytest.mark.parametrize("column", ["links.kept_at", "rules.rulebook", "records.table_id"])
def test_a_value_of_another_kind_is_found_on_sqlite(tmp_path: Path, column: str) -> None:
    """Bytes that read as the text that was there, put in its place by somebody who puts the triggers back."""
    path, (table, name) = tmp_path / "house.db", column.split(".")
    with Database.open(path, create=True) as database:
        Floor(database).open("one")
        assert audit(database, KEYS).ok
    admin = sqlite3.connect(path, isolation_level=None)
    triggers = admin.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for trigger, _ in triggers:
        admin.execute(f"DROP TRIGGER {trigger}")
    admin.execute(f"UPDATE {table} SET {name} = CAST({name} AS BLOB) WHERE rowid = 1")
    for _, made in triggers:
        admin.execute(made)
    admin.close()
    with Database.open(path) as database:
        assert f"In {table}, {name} is of another kind than it may be, in 1 rows." in told(database)


def test_a_schema_whose_version_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    Database.open(path, create=True).close()
    admin = sqlite3.connect(path, isolation_level=None)
    admin.execute("UPDATE croupier_schema SET version_num = CAST(version_num AS BLOB)")
    admin.close()
    with pytest.raises(BadInput, match="holds something else than a house"):
        Database.open(path)


def test_text_that_is_not_utf_8_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with Database.open(path, create=True) as database:
        Floor(database).open("one")
    admin = sqlite3.connect(path, isolation_level=None)
    admin.execute("PRAGMA writable_schema = ON")
    admin.execute("DROP TRIGGER transfers_update")
    admin.execute("UPDATE transfers SET reason = CAST(x'ff' AS TEXT)")
    admin.close()
    with Database.open(path) as database:
        assert "UTF-8" in told(database)
        with pytest.raises(Unavailable, match="damaged"), database.read() as connection:
            connection.exec_driver_sql("SELECT reason FROM transfers").all()


# PostgreSQL's own pages


@pytest.fixture
def pages(new_postgres_url: Callable[[str], str]) -> str:
    """The address of a played house on PostgreSQL with amcheck."""
    url = new_postgres_url("house_template")
    with Database.open(url) as database:
        floor = Floor(database)
        floor.open("one")
        floor.play("one", 3)
    return url


def test_amcheck_is_asked_where_it_is(pages: str) -> None:
    with Database.open(pages) as database:
        assert any("amcheck is not" in sentence for sentence in audit(database, KEYS).unchecked)
    with psycopg.connect(pages, autocommit=True) as admin:
        admin.execute("CREATE EXTENSION amcheck")
    with Database.open(pages) as database:
        report = audit(database, KEYS)
        assert report.ok, report.problems
        assert not any("amcheck" in sentence for sentence in report.unchecked)
    with psycopg.connect(pages, autocommit=True) as admin:
        admin.execute("CREATE ROLE reader LOGIN PASSWORD 'reader'")
        admin.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    try:
        with Database.open(psycopg_as(pages, "reader")) as database:
            report = audit(database, KEYS)
            assert report.ok, report.problems
            assert any("may not run" in sentence for sentence in report.unchecked)
    finally:
        with psycopg.connect(pages, autocommit=True) as admin:
            admin.execute("DROP OWNED BY reader; DROP ROLE reader")


def psycopg_as(url: str, user: str) -> str:
    """The same database for another user."""
    head, _, tail = url.rpartition("@") if "@" in url else ("postgresql://", "", url.removeprefix("postgresql://"))
    return f"{head.partition('://')[0] or 'postgresql'}://{user}:{user}@{tail}"


def test_an_index_that_leads_to_other_rows_is_found_on_postgresql(pages: str) -> None:
    with psycopg.connect(pages, autocommit=True) as admin:
        admin.execute("CREATE EXTENSION amcheck")
        # What is not in the index is not found by it: as if its page had been lost.
        admin.execute("UPDATE pg_index SET indisready = false WHERE indexrelid = 'movements_by_round'::regclass")
        admin.execute("UPDATE pg_index SET indisready = false WHERE indexrelid = 'records_by_round'::regclass")
    with Database.open(pages) as database:
        Floor(database).play("one", 2)
    with psycopg.connect(pages, autocommit=True) as admin:
        admin.execute("UPDATE pg_index SET indisready = true")
    with Database.open(pages) as database:
        assert "Index records_by_round is damaged" in told(database)


def test_a_house_of_an_earlier_version_has_the_same_shape_once_it_is_migrated(tmp_path: Path) -> None:
    for kept in (Path(__file__).parents[1] / "log" / "kept").glob("house-*.db.gz"):
        path = tmp_path / kept.name.removesuffix(".gz")
        path.write_bytes(gzip.decompress(kept.read_bytes()))
        with Database.at(path) as old:
            old.migrate()
        with Database.open(path) as database, database.read() as connection:
            assert shape_of(connection) == kept_shape("sqlite"), kept
