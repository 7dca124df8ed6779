"""A file that is missing, locked, damaged, read-only or on a full disk: one sentence, and nothing lost."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, text
from sqlalchemy.exc import OperationalError

from croupier.house.database import schema
from croupier.house.database.database import Database
from croupier.house.database.faults import Contended, OutcomeUnknown, Unavailable
from croupier.rulebook.errors import BadInput
from tests.house.database.disks import copy_of_ours, files_limited_to, small_disk

RULES = schema.rules
READ_ONLY = (
    "cannot be written; give it, its -wal and -shm files and their folder write permission, or copy it elsewhere."
)


def rules(start: int, count: int) -> list[tuple[str, str, str]]:
    """Rows of about a kilobyte each."""
    return [(f"{number:08}", "md-tcp", "x" * 1000) for number in range(start, start + count)]


def count(database: Database) -> int:
    with database.read() as connection:
        return len(connection.execute(select(RULES.c.digest)).all())


def fails(sentence: str, path: Path, create: bool = False) -> None:
    with pytest.raises(BadInput) as caught:
        Database.open(path, create=create)
    assert str(caught.value) == f"The database {path} {sentence}"


@pytest.fixture
def house(house_file: Path, tmp_path: Path) -> Path:
    """A file with two hundred rules in it, all of them written to the file itself, not only to its log."""
    path = tmp_path / "house.db"
    shutil.copyfile(house_file, path)
    with Database.open(path) as database, database.write() as connection:
        database.insert(connection, RULES, rules(0, 200))
    assert not path.with_name("house.db-wal").exists()
    return path


def test_a_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    fails("is not there; check the path, or let a new one be made.", path)
    assert not path.exists()


@pytest.mark.parametrize("create", [True, False])
def test_a_missing_folder(tmp_path: Path, create: bool) -> None:
    path = tmp_path / "casino" / "house.db"
    fails(f"cannot be there, for there is no folder {path.parent}; make it first.", path, create)


@pytest.mark.parametrize("create", [True, False])
def test_a_folder_in_place_of_the_file(tmp_path: Path, create: bool) -> None:
    fails("is a folder or a device; write the path of a file.", tmp_path, create)


def test_a_device_in_place_of_the_file() -> None:
    fails("is a folder or a device; write the path of a file.", Path("/dev/null"), create=True)


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_a_name_no_file_can_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match=r"cannot be made \(.*\); choose a place where you may write\.$"):
        Database.open(tmp_path / name, create=True)


def test_a_file_with_an_odd_name(tmp_path: Path) -> None:
    path = tmp_path / "odd ?mode=memory#%41&.db"
    with Database.open(path, create=True) as database, database.write() as connection:
        database.insert(connection, RULES, rules(0, 1))
    with Database.open(path) as database:
        assert count(database) == 1


@pytest.mark.parametrize("content", [b"not a database, but a text long enough to have a header\n" * 20, b"x"])
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "house.db"
    path.write_bytes(content)
    fails("is not a database; check the path, or restore the last backup.", path)
    fails("is not a database; check the path, or restore the last backup.", path, create=True)
    assert path.read_bytes() == content


def test_a_damaged_header(house: Path) -> None:
    content = bytearray(house.read_bytes())
    content[:16] = bytes(16)
    house.write_bytes(content)
    fails("is not a database; check the path, or restore the last backup.", house)


def test_damaged_pages(house: Path) -> None:
    """The pages of tables and indexes start with their kind; other kinds are no pages of a database."""
    driver = sqlite3.connect(house)
    roots = driver.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = 'rules' AND rootpage > 0").fetchall()
    driver.close()
    content = bytearray(house.read_bytes())
    for start in [(root - 1) * 4096 for (root,) in roots]:
        content[start : start + 16] = bytes(byte ^ 0xFF for byte in content[start : start + 16])
    house.write_bytes(content)
    with Database.open(house) as database:
        damaged = "is damaged; restore the last backup, and check the disk it was on."
        with pytest.raises(Unavailable, match=damaged), database.read() as connection:
            connection.execute(select(RULES)).all()
        with pytest.raises(Unavailable, match=damaged), database.write() as connection:
            database.insert(connection, RULES, rules(500, 1))


def test_a_file_cut_short(house: Path) -> None:
    os.truncate(house, house.stat().st_size // 2)
    fails("is damaged; restore the last backup, and check the disk it was on.", house)


def test_a_file_taken_away_meanwhile_is_not_made_again(house: Path) -> None:
    with Database.open(house) as database:
        house.unlink()
        database.close()
        with pytest.raises(Unavailable, match="cannot be opened; check that its folder is there"):
            count(database)
    assert not house.exists()


def test_a_file_that_another_program_locks(house: Path) -> None:
    with Database.open(house, lock_seconds=1) as database:
        other = sqlite3.connect(house, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Contended, match="is locked by another program"), database.write():
            pass
        assert count(database) == 200
        other.execute("ROLLBACK")
        other.close()
        with database.write() as connection:
            database.insert(connection, RULES, rules(200, 1))
        assert count(database) == 201


def test_a_file_that_another_program_keeps_to_itself(house: Path) -> None:
    other = sqlite3.connect(house, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Contended, match="is locked by another program"):
        Database.open(house, lock_seconds=1)
    other.close()


def test_a_read_only_file(house: Path) -> None:
    with copy_of_ours(house) as path:
        path.chmod(0o400)
        with Database.open(path) as database:
            with pytest.raises(Unavailable, match=READ_ONLY), database.write() as connection:
                database.insert(connection, RULES, rules(200, 1))
            assert count(database) == 200
            path.chmod(0o600)


def test_a_file_that_may_not_even_be_read(house: Path) -> None:
    with copy_of_ours(house) as path:
        path.chmod(0o000)
        fails("cannot be opened; check that its folder is there and that you may write in it.", path)


def test_a_read_only_folder(house: Path) -> None:
    with copy_of_ours(house) as path:
        path.parent.chmod(0o500)
        fails(READ_ONLY, path)
        new = path.with_name("new.db")
        fails("cannot be made (Permission denied); choose a place where you may write.", new, create=True)


def test_a_full_disk(house: Path, tmp_path: Path) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    with small_disk(place, mebibytes=2) as disk:
        path = disk / "house.db"
        shutil.copyfile(house, path)
        with Database.open(path) as database:
            written = write_until_full(database)
            assert count(database) == 200 + written, "what was acknowledged is there, the rest is not"
            with database.read() as connection:
                assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"


def test_a_full_disk_where_none_can_be_mounted(house: Path) -> None:
    """A limit on the file's pages makes SQLite itself say that the disk is full."""
    with Database.open(house) as database:

        def work(connection: Connection) -> None:
            connection.exec_driver_sql("PRAGMA max_page_count = 10")
            database.insert(connection, RULES, rules(200, 1000))

        with pytest.raises(Unavailable, match="the disk is full; make room on it and try again"):
            database.transact(work)
        assert count(database) == 200


def write_until_full(database: Database) -> int:
    """How many rows were acknowledged before the disk was full."""
    for start in range(1000, 10_000, 50):
        try:
            with database.write() as connection:
                database.insert(connection, RULES, rules(start, 50))
        except Unavailable as full:
            assert "could not be written, for the disk is full; make room" in str(full)  # noqa: PT017 - the loop's end
            return start - 1000
    raise AssertionError("the disk is not full yet")


def test_a_disk_that_fails_while_committing(house: Path) -> None:
    """The log cannot grow; whether the commit reached it is then not ours to say."""
    with Database.open(house) as database:
        with database.write() as connection:
            database.insert(connection, RULES, rules(200, 50))
        log = house.with_name("house.db-wal").stat().st_size

        def work() -> None:
            with files_limited_to(log), database.write() as connection:
                database.insert(connection, RULES, rules(250, 50))

        with pytest.raises(OutcomeUnknown, match="it is not known whether the last step was kept; look before"):
            work()
        assert count(database) == 250
        with database.write() as connection:
            database.insert(connection, RULES, rules(250, 50))
        assert count(database) == 300


def test_a_log_on_no_local_disk(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where memory cannot be shared SQLite keeps its old way of writing, and says so; as it does for a memory disk."""
    monkeypatch.setattr("croupier.house.database.drivers.WAL", "PRAGMA journal_mode = DELETE")
    fails("is on a disk without shared memory; put it on a local disk.", house)


def test_what_is_done_wrong_inside_is_told_without_its_values(house: Path) -> None:
    with Database.open(house) as database:
        with pytest.raises(OperationalError, match="nonsense") as caught, database.write() as connection:
            connection.execute(text("INSERT INTO nonsense VALUES (:secret)"), {"secret": "hush"})
        assert "hush" not in str(caught.value)
