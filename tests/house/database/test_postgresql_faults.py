"""A server that is away, refuses us, fills up, is damaged or dies at the worst moment: one sentence, nothing lost."""

import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, select, text

from croupier.house.database import schema
from croupier.house.database.database import Database
from croupier.house.database.faults import Contended, OutcomeUnknown, Unavailable
from croupier.rulebook.errors import BadInput
from tests.house.database.disks import small_disk
from tests.house.database.postgres import SERVANT, Postgres, memory, throw_away

RULES = schema.rules
NUMBERS = count(1)
GUEST = "guest"
PASSWORD = "a secret/@:word"


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A server to do violence to; a guest needs a password."""
    with throw_away(memory()) as server:
        gate = server.data / "pg_hba.conf"
        gate.write_text(f"local all {GUEST} scram-sha-256\nlocal all postgres trust\n", "utf-8")
        ask(server, "SELECT pg_reload_conf()")
        ask(server, f"CREATE ROLE {GUEST} LOGIN PASSWORD '{PASSWORD}'")
        yield server


@pytest.fixture
def database(server: Postgres) -> Iterator[Database]:
    """An empty house there; the server runs again after each test."""
    name = f"house_{next(NUMBERS)}"
    ask(server, f"CREATE DATABASE {name}")
    with Database.open(server.url(name), create=True) as opened:
        yield opened
    if not server.running:
        server.start()


def ask(server: Postgres, statement: str) -> object:
    with psycopg.connect(server.url(), autocommit=True) as admin:
        answer = admin.execute(statement.encode())
        return answer.fetchone() if answer.description else None


def rules(*digests: str) -> list[tuple[str, str, str]]:
    return [(digest, "md-tcp", "x" * 1000) for digest in digests]


def kept(database: Database) -> set[str]:
    with database.read() as connection:
        return set(connection.execute(select(RULES.c.digest)).scalars())


def fails(url: str, sentence: str) -> None:
    """Opening says this and no more, and shows no password."""
    with pytest.raises(BadInput) as caught:
        Database.open(url)
    assert str(caught.value).startswith("The PostgreSQL database ")
    assert str(caught.value).endswith(f" {sentence}")
    assert PASSWORD not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_no_server_at_that_port() -> None:
    fails(
        "postgresql://kim:secret@127.0.0.1:1/house",
        "kim@127.0.0.1:1/house cannot be reached; check host and port, and see that the server runs.",
    )


def test_no_server_at_that_socket(tmp_path: Path) -> None:
    sentence = f"{tmp_path}/house cannot be reached; check host and port, and see that the server runs."
    fails(f"postgresql:///house?host={tmp_path}", sentence)


def test_an_option_that_does_not_exist() -> None:
    fails(
        "postgresql://kim:secret@127.0.0.1:1/house?sslmod=require",
        'has an address that cannot be read (invalid connection option "sslmod"); mend that part of it.',
    )


@pytest.mark.parametrize("password", ["secret", PASSWORD + "x"])
def test_a_wrong_password(server: Postgres, password: str) -> None:
    fails(server.url(user=GUEST, password=password), "refuses the user or the password; check both.")


def test_no_password(server: Postgres, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "none"))
    sentence = "asks for a password; write it in the address, as user:password@host."
    fails(server.url(user=GUEST), sentence)


def test_a_password_of_odd_letters(server: Postgres) -> None:
    fails(server.url(user=GUEST, password=PASSWORD), "is empty; check the address, or let it be set up as a new one.")


def test_a_user_who_is_not_admitted(server: Postgres) -> None:
    sentence = "admits no such user from here; add a line for them to the server's pg_hba.conf."
    fails(server.url(user="eve"), sentence)


def test_an_unknown_user(postgres: Postgres) -> None:
    fails(postgres.url(user="eve"), "knows no such user; check the name, or make the user with createuser.")


def test_an_unknown_database(server: Postgres) -> None:
    fails(server.url("nowhere"), "is not there; check the name, or make it with createdb.")


def test_a_database_that_takes_no_connections(server: Postgres) -> None:
    fails(
        server.url("template0"),
        'refuses the connection (database "template0" is not currently accepting connections); '
        "ask who runs the server.",
    )


def test_a_user_who_may_not_write(server: Postgres) -> None:
    with pytest.raises(Unavailable, match="may not be used so by this user; let its owner grant the rights"):
        Database.open(server.url(user=GUEST, password=PASSWORD), create=True)


def test_too_many_connections(server: Postgres) -> None:
    ask(server, "ALTER ROLE guest CONNECTION LIMIT 0")
    sentence = "has no connection free; close other programs, or raise max_connections."
    fails(server.url(user=GUEST, password=PASSWORD), sentence)
    ask(server, "ALTER ROLE guest CONNECTION LIMIT -1")


def test_a_read_only_database(server: Postgres, database: Database) -> None:
    """As one on a standby is."""
    ask(server, f"ALTER DATABASE {database.engine.url.database} SET default_transaction_read_only = on")
    database.close()
    with pytest.raises(Unavailable, match="is read-only; name the primary server"), database.write() as connection:
        database.insert(connection, RULES, rules("a"))


def test_a_statement_that_is_told_to_stop(database: Database) -> None:
    def work(connection: Connection) -> None:
        connection.execute(text("SET LOCAL statement_timeout = 10"))
        connection.execute(text("SELECT pg_sleep(30)"))

    with pytest.raises(Unavailable, match="took too long and was told to stop; lift the server's statement_timeout"):
        database.transact(work)


def test_a_full_disk(server: Postgres, database: Database) -> None:
    """The table is moved to a small disk, and filled."""
    place = server.folder / "disk"
    place.mkdir()
    with small_disk(place, mebibytes=1):
        shutil.chown(place, SERVANT)
        ask(server, f"CREATE TABLESPACE small LOCATION '{place}'")
        with database.engine.connect() as connection:
            connection.execute(text("ALTER TABLE seeds SET TABLESPACE small"))
            connection.commit()
        with database.write() as connection:
            database.insert(connection, schema.tables, [("t1", None, None, 0, b"")])

        def work(connection: Connection) -> None:
            database.insert(connection, schema.seeds, [("t1", number, b"x" * 1000) for number in range(5000)])

        with pytest.raises(Unavailable, match="could not be written, for the disk is full; make room on it"):
            database.transact(work)
        with database.write() as connection:
            assert connection.execute(select(schema.seeds)).all() == []
            connection.execute(text("DROP TABLE seeds"))
        ask(server, "CHECKPOINT")
        ask(server, "DROP TABLESPACE small")


def test_a_full_disk_where_none_can_be_mounted(database: Database) -> None:
    """The server's own code for it, raised by a function: all that is left where no small disk can be mounted."""
    raising = text("DO $$BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END$$")
    with pytest.raises(Unavailable, match="the disk is full; make room on it"), database.write() as connection:
        connection.execute(raising)


def test_a_damaged_table(server: Postgres, database: Database) -> None:
    with database.write() as connection:
        database.insert(connection, RULES, rules("a"))
        path = connection.execute(text("SELECT pg_relation_filepath('rules')")).scalar_one()
    ask(server, "CHECKPOINT")
    server.stop()
    file = server.data / path
    content = bytearray(file.read_bytes())
    content[4000:4016] = bytes(byte ^ 0xFF for byte in content[4000:4016])
    file.write_bytes(content)
    server.start()
    with pytest.raises(Unavailable, match="is damaged; restore the last backup, and check the disk it was on"):
        kept(database)


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_a_server_that_dies_before_the_commit(server: Postgres, database: Database, end: str) -> None:
    tried: list[str] = []

    def work(connection: Connection) -> None:
        tried.append(end)
        database.insert(connection, RULES, rules("a"))
        if len(tried) == 1:
            getattr(server, end)()
        database.insert(connection, RULES, rules("b"))

    lost = "broke off the connection before anything was written; see that the server runs, then try again"
    with pytest.raises(Contended, match=lost), database.write() as connection:
        work(connection)
    with pytest.raises(Unavailable, match="cannot be reached; check host and port"), database.read():
        pass
    server.start()
    assert kept(database) == set()
    database.transact(work)
    assert kept(database) == {"a", "b"}


def test_a_server_that_dies_before_a_plain_statement(server: Postgres, database: Database) -> None:
    def work() -> None:
        with database.write() as connection:
            connection.execute(RULES.insert().values(rules("a")[0]))
            server.kill()
            connection.execute(RULES.insert().values(rules("b")[0]))

    with pytest.raises(Contended, match="broke off the connection"):
        work()
    server.start()
    assert kept(database) == set()


def test_a_server_that_dies_and_comes_back_within_a_transaction(server: Postgres, database: Database) -> None:
    """What can be begun again is, and nobody notices."""
    tried: list[int] = []

    def work(connection: Connection) -> None:
        tried.append(1)
        database.insert(connection, RULES, rules("a"))
        if len(tried) == 1:
            server.kill()
            server.start()
        database.insert(connection, RULES, rules("b"))

    database.transact(work)
    assert len(tried) == 2
    assert kept(database) == {"a", "b"}


def test_a_server_that_was_away_between_transactions(server: Postgres, database: Database) -> None:
    """Connections kept from before are not used blindly."""
    assert kept(database) == set()
    server.kill()
    server.start()
    assert kept(database) == set()
    server.kill()
    server.start()
    with database.write() as connection:
        database.insert(connection, RULES, rules("a"))
    assert kept(database) == {"a"}


def test_our_own_error_while_the_server_dies_stays_our_own(
    server: Postgres, database: Database, capfd: pytest.CaptureFixture[str]
) -> None:
    def work() -> None:
        with database.write() as connection:
            database.insert(connection, RULES, rules("a"))
            server.kill()
            raise ValueError("ours")

    with pytest.raises(ValueError, match="ours"):
        work()
    assert capfd.readouterr() == ("", ""), "no traceback of the library's either"


def commit_meanwhile(server: Postgres, database: Database, waits_for: str) -> None:
    """Commit, and kill the server as soon as the commit waits for this."""
    waiting = f"SELECT 1 FROM pg_stat_activity WHERE wait_event = '{waits_for}'"

    def work() -> None:
        with database.write() as connection:
            database.insert(connection, RULES, rules("a"))

    with ThreadPoolExecutor(1) as threads:
        working = threads.submit(work)
        while not ask(server, waiting):
            assert not working.done(), working.exception()
            time.sleep(0.01)
        server.kill()
        with pytest.raises(OutcomeUnknown, match="it is not known whether the last step was kept; look before trying"):
            working.result()


def test_a_server_that_dies_in_the_commit_before_it_is_kept(server: Postgres, database: Database) -> None:
    """A check at the end of the transaction is still running when the server dies."""
    with database.write() as connection:
        connection.execute(
            text("CREATE FUNCTION doze() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); END'")
        )
        deferred = "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION doze()"
        connection.execute(text(f"CREATE CONSTRAINT TRIGGER dozes AFTER INSERT ON rules {deferred}"))
    commit_meanwhile(server, database, "PgSleep")
    server.start()
    assert kept(database) == set()


def test_a_server_that_dies_in_the_commit_after_it_is_kept(server: Postgres, database: Database) -> None:
    """The commit is on the disk, and the server waits for a standby to have it too when it dies."""
    ask(server, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    ask(server, "SELECT pg_reload_conf()")
    while ask(server, "SHOW synchronous_standby_names") != ("nobody",):
        time.sleep(0.01)
    commit_meanwhile(server, database, "SyncRep")
    (server.data / "postgresql.auto.conf").unlink()
    server.start()
    assert kept(database) == {"a"}
