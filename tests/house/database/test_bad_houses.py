"""What goes wrong under a running house: one sentence to who asked, nothing lost, and on it goes when it is mended."""

import asyncio
import os
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import count
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from croupier.house.audit.audit import audit
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.database.faults import Contended, Unavailable
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.links.remote_house import RemoteHouse
from croupier.house.service.house import House, TableTerms
from croupier.house.service.service import TableService
from croupier.rulebook.errors import BadInput
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal
from tests.house.audit.sabotage import sabotaged
from tests.house.database.disks import copy_of_ours
from tests.house.database.postgres import Postgres, memory, throw_away
from tests.house.database.test_every_write import everything
from tests.house.floor import KEYS, Floor, example

STAKE = c.PlaceWager(seat=1, wager="ante", stake_cents=1500)
NUMBERS = count(1)


@asynccontextmanager
async def service_at(database: Database) -> AsyncIterator[TableService]:
    async with TableService(House(database, KEYS)) as service:
        yield service


def run(test: Awaitable[None]) -> None:
    """Runs it to its end, which must come within half a minute."""
    asyncio.run(asyncio.wait_for(test, 30))


@pytest.fixture
def floor(floor: Floor) -> Floor:
    floor.open("one")
    return floor


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A server to do violence to."""
    with throw_away(memory()) as server:
        yield server


@pytest.fixture
def address(server: Postgres) -> Iterator[str]:
    """A house there with one table; the server runs again after each test."""
    name = f"house_{next(NUMBERS)}"
    ask(server, f"CREATE DATABASE {name}")
    with Database.open(server.url(name), create=True) as database:
        Floor(database).open("one")
    yield server.url(name)
    if not server.running:
        server.start()


@pytest.fixture
def path(house_file: Path, tmp_path: Path) -> Path:
    """A file with one table in it."""
    path = tmp_path / "house.db"
    shutil.copyfile(house_file, path)
    with Database.open(path) as database:
        Floor(database).open("one")
    return path


def ask(server: Postgres, statement: str) -> None:
    with psycopg.connect(server.url(), autocommit=True) as admin:
        admin.execute(statement.encode())


async def refused_then_done(
    database: Database, trouble: type[BadInput], sentence: str, cure: Callable[[], object], make: Callable[[], object]
) -> None:
    """A service in trouble says so and does nothing; cured, it does what is asked again, once."""
    async with service_at(database) as service:
        before = everything(database)
        make()
        with pytest.raises(trouble, match=sentence):
            await service.send(h.Request("one", STAKE, "w"))
        with pytest.raises(trouble, match=sentence):
            await service.send(h.Request("one", STAKE, "w"))
        cure()
        assert everything(database) == before
        answer = await service.send(h.Request("one", STAKE, "w"))
        assert isinstance(answer, Done)
        assert not answer.again
        assert await service.send(h.Request("one", STAKE, "w")) == Done(answer.record, again=True)
    assert audit(database, KEYS).ok


# Locked


def test_a_database_that_another_program_locks(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.house.database.database.ATTEMPTS", 1)
    with Database.open(database_url, lock_seconds=1) as database:
        Floor(database).open("one")
        with locker(database_url) as (lock, free):
            run(refused_then_done(database, Contended, "is locked by another program; close that", free, lock))


@contextmanager
def locker(url: str) -> Iterator[tuple[Callable[[], object], Callable[[], object]]]:
    """Another program, which locks and frees what the house writes."""
    if url.startswith("sqlite"):
        other = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        yield lambda: other.execute("BEGIN IMMEDIATE"), lambda: other.execute("ROLLBACK")
        other.close()
        return
    with psycopg.connect(url) as connection:
        yield lambda: connection.execute("LOCK TABLE tables IN SHARE MODE"), connection.rollback


# Full


def test_a_file_that_cannot_grow(path: Path) -> None:
    """A limit on the file's pages makes SQLite itself say that the disk is full, once there is no room in them."""

    async def test(database: Database) -> None:
        def limit(pages: int) -> None:
            with database.engine.connect() as connection:
                connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

        async with service_at(database) as service:
            limit(1)  # which is as many as there are
            done = 0
            with suppress(Unavailable):
                while done < 1000:
                    await service.send(h.Request("one", STAKE, f"w-{done}"))
                    done += 1
            with pytest.raises(Unavailable, match="the disk is full; make room"):
                await service.send(h.Request("one", STAKE, f"w-{done}"))
            table = service.house.table("one")
            assert table == House(database, KEYS).table("one")
            limit(2**30)
            assert await service.send(h.Request("one", STAKE, f"w-{done}")) == Done(table.version + 1)
            for number in range(done):
                assert isinstance(answer := await service.send(h.Request("one", STAKE, f"w-{number}")), Done)
                assert answer.again

    with Database.open(path) as database:
        run(test(database))
        assert audit(database, KEYS).ok


FULL = """
    CREATE FUNCTION full() RETURNS trigger LANGUAGE plpgsql
    AS $$BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END$$
"""


def test_a_server_whose_disk_is_full(server: Postgres, address: str) -> None:
    """The server's own code for it, raised where the transfers are written."""

    def fill() -> None:
        with psycopg.connect(address, autocommit=True) as admin:
            admin.execute(FULL.encode())
            admin.execute("CREATE TRIGGER full_disk BEFORE INSERT ON transfers EXECUTE FUNCTION full()")

    def empty() -> None:
        with psycopg.connect(address, autocommit=True) as admin:
            admin.execute("DROP FUNCTION full CASCADE")

    with Database.open(address) as database:
        run(refused_then_done(database, Unavailable, "the disk is full; make room", empty, fill))


# Read-only


def test_a_file_made_read_only(path: Path) -> None:
    with copy_of_ours(path) as copy, Database.open(copy) as database:

        def change(mode: int) -> None:
            for file in copy.parent.iterdir():  # the log beside it is made with the file's own permissions
                file.chmod(mode)
            database.close()  # whoever has the file open may go on

        run(
            refused_then_done(
                database, Unavailable, "cannot be written; give it", lambda: change(0o600), lambda: change(0o400)
            )
        )


def test_a_server_made_read_only(server: Postgres, address: str) -> None:
    """As a primary is that has become a standby."""
    with Database.open(address) as database:
        name = database.engine.url.database

        def change(state: str) -> None:
            ask(server, f"ALTER DATABASE {name} SET default_transaction_read_only = {state}")
            ask(server, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")

        sentence = "is read-only; name the primary server"
        run(refused_then_done(database, Unavailable, sentence, lambda: change("off"), lambda: change("on")))


# Missing


def test_a_file_taken_away_under_a_running_house(path: Path) -> None:
    """Nothing is written to a file that nobody will find again, and none is made in its place."""
    away = path.with_name("away.db")
    with Database.open(path) as database:
        run(
            refused_then_done(
                database,
                Unavailable,
                "cannot be opened; check that its folder is there",
                lambda: away.rename(path),
                lambda: path.rename(away),
            )
        )


def test_a_file_replaced_by_a_backup_under_a_running_house(path: Path) -> None:
    """The house goes on from what the backup knows, whatever it knew itself."""
    backup = path.with_name("backup.db")
    shutil.copyfile(path, backup)
    with Database.open(path) as database:
        floor = Floor(database)
        floor.play("one", 2)
        later = floor.table("one").version
        database.close()
        os.replace(backup, path)
        floor.play("one", 3)
        assert floor.table("one").version > later, "past what it knew, so that neither was taken for the other"
        assert floor.house.known("one") == House(database, KEYS).table("one")
        report = audit(database, KEYS)
        assert report.ok, report.problems


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_another_process_went_on_from_a_backup(path: Path, rounds: int) -> None:
    """Fewer, as many or more records than before: a house that saw the others takes none of the new for one of them."""
    backup = path.with_name("backup.db")
    shutil.copyfile(path, backup)
    with Database.open(path) as database:
        floor = Floor(database)
        floor.play("one", 2)
        database.close()
        os.replace(backup, path)
        with Database.open(path) as other:
            Floor(other).play("one", rounds)
        assert floor.table("one") == House(database, KEYS).table("one")
        floor.play("one", 1)
        assert floor.house.known("one") == House(database, KEYS).table("one")
        report = audit(database, KEYS)
        assert report.ok, report.problems


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_a_server_that_goes_and_comes_back(server: Postgres, address: str, end: str) -> None:
    with Database.open(address) as database:
        sentence = "cannot be reached; check host and port"
        run(refused_then_done(database, Unavailable, sentence, server.start, getattr(server, end)))


def test_a_service_that_cannot_start_says_so_and_leaves_nothing_behind(path: Path) -> None:
    async def test(database: Database) -> None:
        threads, path_away = threading.active_count(), path.with_name("away.db")
        path.rename(path_away)
        with pytest.raises(Unavailable, match="cannot be opened"):
            async with service_at(database):
                pass
        assert len(asyncio.all_tasks()) <= 2, "this test and who waits for it"
        assert threading.active_count() == threads
        path_away.rename(path)
        async with service_at(database) as service:
            assert isinstance(await service.send(h.Request("one", STAKE)), Done)

    with Database.open(path) as database:
        run(test(database))


def test_links_elsewhere_are_told_again_once_the_house_s_own_database_is_back(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.house.service.service.TEND_SECONDS", 0.001)

    async def test() -> None:
        Floor(database).open("one")
        house = House(
            database, KEYS, remote_houses={"nowhere": RemoteHouse("nowhere", "nowhere.db", "us", lambda *_: None)}
        )
        told, tend_links = list[str](), house.tend_links

        def counted() -> list[str]:
            told.append("tried")
            found = tend_links()
            told.append("told")
            return found

        monkeypatch.setattr(house, "tend_links", counted)
        with sabotaged(database, reads=True) as sabotage:
            async with TableService(house):
                while "told" not in told:
                    await asyncio.sleep(0.001)
                sabotage.arm("lasting")
                while told[-3:] != ["tried"] * 3:
                    await asyncio.sleep(0.001)
                sabotage.disarm()
                while told[-1] != "told":
                    await asyncio.sleep(0.001)

    run(test())


# Damaged


def test_a_damaged_file(path: Path) -> None:
    with Database.open(path) as database:
        database.close()
        whole = path.read_bytes()

        def damage() -> None:
            broken = bytearray(whole)
            for start in range(4096, len(broken), 4096):
                broken[start : start + 16] = bytes(byte ^ 0xFF for byte in broken[start : start + 16])
            rewrite(bytes(broken))

        def rewrite(content: bytes) -> None:
            database.close()
            path.write_bytes(content)

        run(refused_then_done(database, Unavailable, "is damaged; restore the last", lambda: rewrite(whole), damage))


def test_a_damaged_table_of_a_server(server: Postgres, address: str) -> None:
    with Database.open(address) as database:
        with database.engine.connect() as connection:
            file = server.data / connection.execute(text("SELECT pg_relation_filepath('tables')")).scalar_one()
        kept: list[bytes] = []

        def damage() -> None:
            ask(server, "CHECKPOINT")  # now: what is written after it would be mended from the log at the next start
            server.stop()
            kept.append(file.read_bytes())
            broken = bytearray(kept[0])
            broken[:16] = bytes(byte ^ 0xFF for byte in broken[:16])
            file.write_bytes(bytes(broken))
            server.start()

        def mend() -> None:
            server.stop()
            file.write_bytes(kept[0])
            server.start()

        run(refused_then_done(database, Unavailable, "is damaged; restore the last backup", mend, damage))


@pytest.mark.parametrize("seeds", ["changed", "gone"])
def test_one_table_that_cannot_be_read_stops_no_other(database: Database, seeds: str) -> None:
    """What only concerns one table is told to who asked there; whoever asked elsewhere at the same time is served."""
    floor = Floor(database)
    floor.open("one")
    floor.open("two")
    floor.bet("one")
    floor.do("one", h.EndBetting())
    with database.write() as connection:
        of_sqlite, here = ("seeds_update", "seeds_delete"), s.seeds.c.table_id == "one"
        for trigger in of_sqlite if database.dialect == "sqlite" else ("seeds_append_only ON seeds",):
            connection.exec_driver_sql(f"DROP TRIGGER {trigger}")
        changed = s.seeds.update().where(here).values(sealed=bytes(64))
        connection.execute(changed if seeds == "changed" else s.seeds.delete().where(here))
    house = House(database, KEYS)
    bad, good = house.submit([h.Request("one", c.Decide(seat=1, action="fold")), h.Request("two", STAKE)])
    assert isinstance(bad, BadInput)
    assert ("does not open" if seeds == "changed" else "is not kept") in str(bad)
    assert isinstance(good, Done)


# A submission that does not check

UNLAWFUL = example("md-tcp").replace("discard_rack_attached = true", "discard_rack_attached = false")


@pytest.mark.parametrize("submission", [UNLAWFUL, example("md-tcp") + "\nnonsense = 1\n", "", "\0", "rules = 'md-xyz'"])
def test_a_submission_that_does_not_check(floor: Floor, submission: str) -> None:
    """No table is opened by it, and a running one keeps its rules and plays on."""
    before = everything(floor.database)
    with pytest.raises(BadInput) as caught:
        floor.house.open_table("two", submission, TableTerms())
    assert "\n" not in str(caught.value)
    assert everything(floor.database) == before

    async def test() -> None:
        async with service_at(floor.database) as service:
            changed = await service.send(h.Request("one", h.ChangeRules(submission=submission), "change"))
            assert isinstance(changed, Refusal)
            assert (changed.sentence, changed.clause) == (caught.value.sentence, caught.value.clause)
            assert isinstance(await service.send(h.Request("one", STAKE)), Done)

    run(test())
    assert audit(floor.database, KEYS).ok
