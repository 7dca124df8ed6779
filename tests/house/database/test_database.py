"""Transactions: what is kept, what is not, who waits for whom, and what is tried again."""

import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier, Event, Thread
from types import SimpleNamespace

import psycopg
import pytest
from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from croupier.house.database import schema
from croupier.house.database.database import ATTEMPTS, Database
from croupier.house.database.faults import Contended, OutcomeUnknown, Unavailable
from croupier.rulebook.errors import BadInput
from tests.house.database.postgres import Postgres, memory, throw_away
from tests.house.samples import row

RULES = schema.rules


def rule(digest: str) -> tuple[str, str, str]:
    return digest, "md-tcp", "{}"


def kept(database: Database) -> set[str]:
    """The digests of the rules in the database."""
    with database.read() as connection:
        return set(connection.execute(select(RULES.c.digest)).scalars())


def test_what_is_written_is_kept(database: Database, database_url: str) -> None:
    with database.write() as connection:
        connection.execute(insert(RULES).values(rule("a")))
        connection.execute(insert(RULES).values(rule("b")))
    database.close()
    with Database.open(database_url) as again:
        assert kept(again) == {"a", "b"}


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, BadInput])
def test_nothing_is_kept_of_what_fails(database: Database, error: type[BaseException]) -> None:
    def work() -> None:
        with database.write() as connection:
            connection.execute(insert(RULES).values(rule("a")))
            raise error("no")

    with pytest.raises(error, match="no"):
        work()
    assert kept(database) == set()


def test_a_reader_sees_one_moment(database: Database) -> None:
    with database.read() as reader:
        assert reader.execute(select(RULES)).all() == []
        with database.write() as writer:
            writer.execute(insert(RULES).values(rule("a")))
        assert reader.execute(select(RULES)).all() == []
    assert kept(database) == {"a"}


def test_a_reader_cannot_write(database: Database) -> None:
    with pytest.raises(Unavailable), database.read() as connection:
        connection.execute(insert(RULES).values(rule("a")))
    with database.write() as connection:  # on the same connection of the pool
        connection.execute(insert(RULES).values(rule("b")))
    assert kept(database) == {"b"}


def test_a_broken_constraint_stays_an_integrity_error(database: Database) -> None:
    with pytest.raises(IntegrityError), database.write() as connection:
        connection.execute(insert(RULES).values([rule("a"), rule("a")]))
    assert kept(database) == set()


def test_a_faulty_statement_stays_an_error_of_the_program(database: Database) -> None:
    with pytest.raises(DBAPIError), database.write() as connection:
        connection.execute(text("SELECT nonsense"))


def test_an_error_that_is_hidden_does_not_pass_for_a_commit(new_postgres_url: Callable[[str], str]) -> None:
    """PostgreSQL answers the COMMIT of a transaction that has failed with a mere ROLLBACK, and no error."""
    with Database.open(new_postgres_url("house_template")) as database:

        def work(connection: Connection) -> None:
            connection.execute(insert(RULES).values(rule("a")))
            with pytest.raises(IntegrityError):
                connection.execute(insert(RULES).values(rule("a")))

        with pytest.raises(RuntimeError, match="had failed"):
            database.transact(work)
        assert kept(database) == set()


def test_a_transaction_ended_behind_our_back_does_not_pass_for_a_commit(tmp_path: Path) -> None:
    """SQLite ends a transaction by itself after some faults of the disk, and would then write each statement alone."""
    with Database.open(tmp_path / "house.db", create=True) as database:

        def work(connection: Connection) -> None:
            connection.execute(insert(RULES).values(rule("a")))
            connection.exec_driver_sql("ROLLBACK")

        with pytest.raises(RuntimeError, match="had failed"):
            database.transact(work)
        assert kept(database) == set()


def test_sqlite_is_set_to_lose_nothing(tmp_path: Path) -> None:
    with Database.open(tmp_path / "house.db", create=True) as database:
        expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "fullfsync": 1, "recursive_triggers": 1}
        for writes in (database.read, database.write):
            with writes() as connection:
                found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in expected}
                assert found == expected


def test_a_sqlite_database_set_otherwise_is_set_back(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with Database.open(path, create=True):
        pass
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)
    raw.close()
    with Database.open(path) as database, database.read() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


@pytest.mark.parametrize("setting", ["synchronous_commit", "fsync"])
def test_a_server_that_may_lose_a_commit_is_refused(setting: str) -> None:
    with throw_away(memory(), **{setting: "off"}) as server:
        sentence = f"The PostgreSQL database postgres@{server.folder}/postgres has {setting} off,"
        with pytest.raises(BadInput, match=sentence):
            Database.open(server.url(), create=True)


def test_a_database_that_may_lose_a_commit_is_refused(new_postgres_url: Callable[[str], str]) -> None:
    url = new_postgres_url("house_template")
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(
            "DO $$BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET synchronous_commit = off';END$$"
        )
    with pytest.raises(BadInput, match=r"has synchronous_commit off, .* set synchronous_commit = on\.$"):
        Database.open(url)


def test_a_database_that_cannot_spell_every_name_is_refused(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute("CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII'")
        with pytest.raises(BadInput, match="is not in UTF8; make it with createdb"):
            Database.open(postgres.url("ascii"), create=True)
        admin.execute("DROP DATABASE ascii")


def test_writers_wait_for_each_other(database: Database) -> None:
    """Two read a number under lock and write the next: none is lost."""
    with database.write() as connection:
        database.insert(connection, schema.links, [row(schema.links)])

    def count_up(_: int) -> None:
        with database.write() as connection:
            query = select(schema.links.c.moves).with_for_update()
            moves = connection.execute(query).scalar_one()
            connection.execute(schema.links.update().values(moves=moves + 1))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(count_up, range(40)))
    with database.read() as connection:
        assert connection.execute(select(schema.links.c.moves)).scalar() == 40


def test_nobody_waits_for_ever(database: Database, database_url: str) -> None:
    with database.write() as connection:
        database.insert(connection, schema.links, [row(schema.links)])
    with database.write() as holder, Database.open(database_url, lock_seconds=1) as other:
        holder.execute(schema.links.update().values(moves=1))
        with pytest.raises(Contended, match="is locked by another program; close that program"), other.write() as late:
            late.execute(schema.links.update().values(moves=2))
        with other.read() as reader:  # which waits for nobody
            assert reader.execute(select(schema.links.c.moves)).scalar() == 0


def test_nobody_waits_for_ever_for_a_connection(database_url: str) -> None:
    with Database.open(database_url, lock_seconds=1) as database, ExitStack() as readers:
        for _ in range(15):
            readers.enter_context(database.read())
        with pytest.raises(Contended, match="has no connection left for this program; wait"), database.read():
            pass


def test_what_others_were_in_the_way_of_is_tried_again(
    database: Database, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.write() as connection:
        database.insert(connection, schema.links, [row(schema.links)])
    held, let_go, paused = Event(), Event(), list[object]()

    def hold() -> None:
        with database.write() as connection:
            connection.execute(schema.links.update().values(moves=1))
            held.set()
            let_go.wait(30)

    def pause(seconds: object) -> None:
        paused.append(seconds)
        let_go.set()
        holder.join()

    def work(connection: Connection) -> str:
        connection.execute(schema.links.update().values(moves=schema.links.c.moves + 1))
        return "done"

    holder = Thread(target=hold)
    holder.start()
    held.wait(30)
    monkeypatch.setattr("croupier.house.database.database.time", SimpleNamespace(sleep=pause))
    with Database.open(database_url, lock_seconds=1) as other:
        assert other.transact(work) == "done"
    assert len(paused) == 1
    with database.read() as connection:
        assert connection.execute(select(schema.links.c.moves)).scalar() == 2


@pytest.mark.parametrize("state", ["40001", "40P01"])
def test_trying_again_has_an_end(new_postgres_url: Callable[[str], str], state: str) -> None:
    with Database.open(new_postgres_url("house_template")) as database:
        tried: list[str] = []

        def work(connection: Connection, until: int) -> None:
            tried.append(state)
            database.insert(connection, RULES, [rule(f"{len(tried)}")])
            if len(tried) < until:
                connection.exec_driver_sql(f"DO $$BEGIN RAISE EXCEPTION USING ERRCODE = '{state}'; END$$")

        with pytest.raises(Contended):
            database.transact(lambda connection: work(connection, ATTEMPTS + 1))
        assert len(tried) == ATTEMPTS
        assert kept(database) == set()
        tried.clear()
        database.transact(lambda connection: work(connection, ATTEMPTS))
        assert kept(database) == {f"{ATTEMPTS}"}


def test_two_that_lock_crosswise_both_get_through(new_postgres_url: Callable[[str], str]) -> None:
    with Database.open(new_postgres_url("house_template")) as database:
        with database.write() as connection:
            database.insert(connection, schema.links, [row(schema.links, link_id=name) for name in "ab"])
        both_hold_one = Barrier(2)
        tried: list[str] = []

        def cross(names: str) -> None:
            def work(connection: Connection) -> None:
                tried.append(names)
                for place, name in enumerate(names):
                    up = schema.links.update().where(schema.links.c.link_id == name)
                    connection.execute(up.values(moves=schema.links.c.moves + 1))
                    if place == 0 and len(tried) <= 2:
                        both_hold_one.wait(30)

            database.transact(work)

        with ThreadPoolExecutor(2) as threads:
            list(threads.map(cross, ["ab", "ba"]))
        assert len(tried) == 3, "one of them was the victim of the deadlock, once"
        with database.read() as connection:
            assert connection.execute(select(schema.links.c.moves)).scalars().all() == [2, 2]


def test_what_the_caller_raises_is_not_tried_again(database: Database) -> None:
    tried: list[int] = []

    def work(_: Connection) -> None:
        tried.append(1)
        raise OutcomeUnknown("Look before trying again.")

    with pytest.raises(OutcomeUnknown):
        database.transact(work)
    assert tried == [1]


def test_rows_of_every_kind_are_inserted(database: Database) -> None:
    rows = [
        ("t1", None, None, 2**62, bytes(range(256))),
        ("Tischlein déck dich 桌 \t\\N\n'\"", None, None, -(2**63), b""),
        *[(name, None, None, 0, b"{,}") for name in ("", "NULL", "{}", "a,b", '\\"', " ", "%s", ":name")],
    ]
    with database.write() as connection:
        database.insert(connection, schema.tables, rows)
        database.insert(connection, schema.answers, [])
    with database.read() as connection:
        found = connection.execute(select(schema.tables).order_by(schema.tables.c.table_id)).all()
    assert [tuple(values) for values in found] == sorted(rows)


def test_text_is_sorted_by_code_point(database: Database) -> None:
    names = ["a", "B", "é", "_", "Z", "10", "9", "ä", "桌"]
    with database.write() as connection:
        database.insert(connection, RULES, [rule(name) for name in names])
    with database.read() as connection:
        found = connection.execute(select(RULES.c.digest).order_by(RULES.c.digest)).scalars().all()
    assert found == sorted(names)


def test_no_row_is_inserted_where_one_cannot_be(database: Database) -> None:
    with pytest.raises(IntegrityError), database.write() as connection:
        database.insert(connection, RULES, [rule("a"), rule("b"), rule("a")])
    with pytest.raises(IntegrityError), database.write() as connection:
        database.insert(connection, RULES, [("a", "md-tcp", None)])
    assert kept(database) == set()


@pytest.mark.parametrize("refused", range(3))
def test_what_is_sent_together_is_kept_together_or_not_at_all(database: Database, refused: int) -> None:
    """Nobody waits for each answer, and yet no refusal is missed, whichever of the statements it is of."""

    def work(connection: Connection) -> None:
        with database.sent_together(connection):
            for place in range(3):
                again = f"{place}" if place == refused else f"beside {place}"
                database.insert(connection, RULES, [rule(f"{place}"), rule(again)])

    with pytest.raises(IntegrityError):
        database.transact(work)
    assert kept(database) == set()


def test_what_was_sent_together_is_there_afterwards(database: Database) -> None:
    with database.write() as connection:
        with database.sent_together(connection):
            for place in range(3):
                database.insert(connection, RULES, [rule(f"{place}")])
        assert set(connection.execute(select(RULES.c.digest)).scalars()) == {"0", "1", "2"}
    assert kept(database) == {"0", "1", "2"}


def test_what_fails_between_things_sent_together_is_told_as_it_is(database: Database) -> None:
    def work(connection: Connection) -> None:
        with database.sent_together(connection):
            database.insert(connection, RULES, [rule("a")])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        database.transact(work)
    assert kept(database) == set()


def test_a_server_lost_while_things_are_sent_together_wrote_nothing(new_postgres_url: Callable[[str], str]) -> None:
    with Database.open(new_postgres_url("house_template")) as database:

        def work(connection: Connection) -> None:
            backend = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
            with database.engine.connect() as other:
                other.execute(text("SELECT pg_terminate_backend(:backend)"), {"backend": backend})
            with database.sent_together(connection):
                database.insert(connection, RULES, [rule("a")])
                database.insert(connection, RULES, [rule("b")])

        with pytest.raises(Unavailable):
            database.transact(work)
        assert kept(database) == set()


def test_many_threads_share_a_database(database: Database) -> None:
    def work(number: int) -> None:
        database.transact(lambda connection: database.insert(connection, RULES, [rule(f"{number}")]))
        assert f"{number}" in kept(database)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(work, range(40)))
    assert len(kept(database)) == 40


def test_the_files_of_a_database_are_their_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with Database.open(tmp_path / "house.db", create=True) as database, database.write() as connection:
            connection.execute(insert(RULES).values(rule("a")))
            files = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert files == dict.fromkeys(("house.db", "house.db-wal", "house.db-shm"), 0o600)


def test_a_server_that_is_to_be_read_only_is_never_written(
    new_postgres_url: Callable[[str], str],
) -> None:
    """Neither at first nor after a read on the same connection."""
    url = new_postgres_url("house_template")
    with Database.open(url) as database:
        name = database.engine.url.database
        with psycopg.connect(url, autocommit=True) as admin:
            admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
        database.close()
        for _ in range(3):
            assert kept(database) == set()
            with pytest.raises(Unavailable, match="read-only"), database.write() as connection:
                connection.execute(insert(RULES).values(rule("a")))
        assert kept(database) == set()
