"""The schema's history: what migrating makes is what `schema` says, and other schemas are told what to do."""

import re
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from croupier.house.database import migrations, schema
from croupier.house.database.database import Database
from croupier.rulebook.errors import BadInput
from tests.databases import DIALECTS
from tests.house.samples import balances, fill

BESIDE = {migrations.VERSION_TABLE, "posting"}  # what is there beside the schema; the second on SQLite, for a guard

SIXTH = """
from alembic import op
import sqlalchemy as sa
revision = "0006_since_9.1.0"
down_revision = "0005_since_0.4.0"
def upgrade():
    op.add_column("links", sa.Column("colour", sa.Text))
    op.create_table("extra", sa.Column("id", sa.Integer, primary_key=True))
"""


@pytest.fixture
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """A function that makes a database of a kind with nothing in it, and gives its address."""

    def new(dialect: str) -> str:
        if dialect == "postgresql":
            make: Callable[[str], str] = request.getfixturevalue("new_postgres_url")
            return make("template0")
        sqlite3.connect(tmp_path / "empty.db").close()
        return f"sqlite:///{tmp_path / 'empty.db'}"

    return new


@pytest.fixture(params=DIALECTS)
def empty_url(request: pytest.FixtureRequest, new_url: Callable[[str], str]) -> str:
    """The address of a database with nothing in it, on SQLite and on PostgreSQL in turn."""
    return new_url(request.param)


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A later version of Croupier, with one migration more; the folder of its migrations."""
    versions = tmp_path / "50% versions"
    versions.mkdir()
    for file in migrations.VERSIONS.glob("*.py"):
        (versions / file.name).write_text(file.read_text("utf-8"), "utf-8")
    (versions / "0006_later.py").write_text(SIXTH, "utf-8")
    monkeypatch.setattr(migrations, "VERSIONS", versions)
    monkeypatch.setattr(migrations, "NEWEST", "0006_since_9.1.0")
    return versions


def tables(database: Database) -> set[str]:
    with database.read() as connection:
        return set(inspect(connection).get_table_names())


def constraints(connection: Connection) -> dict[str, Any]:
    """What every table of the schema demands, in the database's own words; Alembic compares no checks."""
    found = inspect(connection)

    def indexes(name: str) -> list[Any]:
        options = [
            {key: str(value) for key, value in one["dialect_options"].items()} for one in found.get_indexes(name)
        ]
        return [{**one, "dialect_options": said} for one, said in zip(found.get_indexes(name), options, strict=True)]

    def of(name: str) -> list[Any]:
        columns = [(column["name"], str(column["type"]), column["nullable"]) for column in found.get_columns(name)]
        many = (found.get_check_constraints(name), found.get_foreign_keys(name), indexes(name))
        return [columns, found.get_pk_constraint(name), *(sorted(map(str, each)) for each in many)]

    return {name: of(name) for name in sorted(schema.metadata.tables)}


def test_migrating_makes_what_the_schema_says(database: Database) -> None:
    """Change `schema.py` and a new migration together; a migration that was released is never edited."""
    assert tables(database) - BESIDE == set(schema.metadata.tables)
    with database.read() as connection:
        context = MigrationContext.configure(
            connection,
            opts={"include_name": lambda name, kind, _: kind != "table" or name not in BESIDE, "compare_type": True},
        )
        assert compare_metadata(context, schema.metadata) == []


def test_migrating_makes_every_constraint_the_schema_says(database: Database, new_url: Callable[[str], str]) -> None:
    with Database.at(new_url(database.dialect)) as made:
        with made.write() as connection:
            schema.metadata.create_all(connection)
        with made.read() as expected, database.read() as found:
            assert constraints(found) == constraints(expected)


def test_every_text_is_sorted_by_code_point(new_postgres_url: Callable[[str], str]) -> None:
    """Whatever the server's own order of letters is."""
    query = "SELECT table_name, column_name, collation_name FROM information_schema.columns WHERE data_type = 'text'"
    with psycopg.connect(new_postgres_url("house_template")) as connection:
        columns = connection.execute(f"{query} AND table_schema = 'public'".encode()).fetchall()
    assert len(columns) > 20
    assert [column for column in columns if column[2] != "C"] == []


def test_the_newest_revision_is_the_last_migration() -> None:
    scripts = ScriptDirectory(str(migrations.FOLDER), version_locations=[str(migrations.VERSIONS)])
    assert scripts.get_current_head() == migrations.NEWEST
    revisions = [script.revision for script in scripts.walk_revisions()]
    for number, revision in enumerate(reversed(revisions), 1):
        assert re.fullmatch(rf"{number:04}_since_\d+\.\d+\.\d+", revision)


def test_an_empty_database_is_set_up_when_asked(empty_url: str) -> None:
    with pytest.raises(BadInput, match="is empty; check the address, or let it be set up as a new one"):
        Database.open(empty_url)
    with Database.open(empty_url, create=True) as database:
        assert database.revision() == migrations.NEWEST
    with Database.open(empty_url, create=True) as database:
        fill(database)
    with Database.open(empty_url) as database:
        assert balances(database)["cage"] == -500


def test_many_may_set_it_up_at_once(empty_url: str) -> None:
    def open_and_look(_: int) -> str | None:
        with Database.open(empty_url, create=True) as database:
            return database.revision()

    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(open_and_look, range(4))) == {migrations.NEWEST}


def test_migrating_twice_changes_nothing(database: Database) -> None:
    fill(database)
    database.migrate()
    assert balances(database)["cage"] == -500


def test_what_is_not_ours_is_left_alone(empty_url: str) -> None:
    other = Database.at(empty_url)
    with other.write() as connection:
        connection.execute(text("CREATE TABLE recipes (soup TEXT)"))
    for create in (True, False):
        with pytest.raises(BadInput, match="holds something else than a house of Croupier's; choose another"):
            Database.open(empty_url, create=create)
    with pytest.raises(BadInput, match="holds something else"):
        other.migrate()
    assert tables(other) == {"recipes"}
    if other.dialect == "sqlite":
        with other.read() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "delete"
    other.close()


@pytest.mark.parametrize("revision", ["", "soup", "0001_since_0.0.9", None])
def test_a_revision_nobody_gave(database: Database, database_url: str, revision: str | None) -> None:
    with database.write() as connection:
        connection.execute(text(f"DELETE FROM {migrations.VERSION_TABLE}"))
        if revision is not None:
            connection.execute(
                text(f"INSERT INTO {migrations.VERSION_TABLE} VALUES (:revision)"), {"revision": revision}
            )
    with pytest.raises(BadInput, match="holds something else"):
        Database.open(database_url)


def test_an_older_database_is_migrated_when_asked(database: Database, database_url: str, later: Path) -> None:
    fill(database)
    for create in (True, False):
        with pytest.raises(BadInput, match=r"is of an older version; back it up, then run `croupier house migrate`\.$"):
            Database.open(database_url, create=create)
    with Database.at(database_url) as old:
        old.migrate()
    with Database.open(database_url) as migrated:
        assert "extra" in tables(migrated)
        assert balances(migrated)["cage"] == -500
        with migrated.read() as connection:
            assert connection.execute(text("SELECT colour FROM links")).scalar_one() is None
    assert later.name == "50% versions"


def test_a_newer_database_asks_for_a_newer_croupier(
    database_url: str, later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Database.at(database_url) as migrated:
        migrated.migrate()
    monkeypatch.undo()
    for create in (True, False):
        with pytest.raises(BadInput, match=r"is newer than this Croupier; install Croupier 9\.1\.0 or later\.$"):
            Database.open(database_url, create=create)
    with Database.at(database_url) as newer, pytest.raises(BadInput, match="is newer than this Croupier"):
        newer.migrate()
    assert later.exists()


def test_a_migration_that_fails_leaves_the_database_as_it_was(database: Database, later: Path) -> None:
    fill(database)
    file = later / "0006_later.py"
    file.write_text(SIXTH + "    op.execute('SELECT nonsense')\n", "utf-8")
    before = tables(database)
    with pytest.raises(Exception, match="nonsense"):
        database.migrate()
    assert tables(database) == before
    assert database.revision() == "0005_since_0.4.0"
    with database.read() as connection:
        assert "colour" not in [column["name"] for column in inspect(connection).get_columns("links")]


def test_a_schema_of_another_user_of_the_server_is_not_ours(new_postgres_url: Callable[[str], str]) -> None:
    url = new_postgres_url("template0")
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("CREATE SCHEMA kitchen")
        admin.execute("CREATE TABLE kitchen.recipes (soup text)")
    with Database.open(url, create=True) as database:
        assert database.revision() == migrations.NEWEST
