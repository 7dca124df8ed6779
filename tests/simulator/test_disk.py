"""The simulated disk keeps what it was told to keep, loses what it may lose, and SQLite on it is SQLite."""

import sqlite3
from pathlib import Path
from random import Random

import pytest

from croupier.house.database.database import Database
from croupier.house.database.faults import OutcomeUnknown, Unavailable
from tests.simulator.disk import SECTOR_BYTES, Disk, File
from tests.simulator.houses import FILE, mounted
from tests.simulator.processes import Process
from tests.simulator.vfs import FILES


def test_what_was_synced_survives_a_power_cut_and_the_rest_may_not() -> None:
    survived = set()
    for seed in range(50):
        file = File(b"old")
        file.write(0, b"new")
        file.sync()
        file.write(SECTOR_BYTES, b"x" * 2 * SECTOR_BYTES)
        assert file.read(0, 3) == b"new"
        file.lose_power(Random(seed))
        assert file.read(0, 3) == b"new"
        survived.add((file.read(SECTOR_BYTES, 1), file.read(2 * SECTOR_BYTES, 1)))
    assert survived >= {(b"", b""), (b"x", b"x"), (b"\0", b"x"), (b"x", b"")}


def test_a_disk_that_lies_keeps_nothing_for_certain() -> None:
    disk = Disk("liar", {"file": b"old"})
    file = disk.files["file"]
    disk.lying = True
    file.write(0, b"new")
    disk.sync(file)
    file.lose_power(Random(1))
    assert disk.syncs_lied == 1
    assert file.read(0, 3) == b"old"


def test_a_file_that_was_deleted_may_come_back() -> None:
    came_back = set()
    for seed in range(20):
        disk = Disk("one", {"file": b"old"})
        disk.delete("file", lasting=False)
        disk.lose_power(Random(seed))
        came_back.add("file" in disk.files)
    assert came_back == {True, False}
    disk = Disk("one", {"file": b"old"})
    disk.delete("file", lasting=True)
    disk.lose_power(Random(1))
    assert not disk.files


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return mounted(str(tmp_path / "disk"), "disk")


def numbers(path: Path) -> list[int]:
    with sqlite3.connect(path) as connection:
        found = [row[0] for row in connection.execute("SELECT number FROM kept ORDER BY number")]
    connection.close()
    return found


def keep(path: Path, number: int, process: Process) -> None:
    """Commits a number, begins another transaction, and dies."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS kept (number INTEGER, filling BLOB)")
    connection.execute("INSERT INTO kept VALUES (?, randomblob(6000))", (number,))
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO kept VALUES (1000, randomblob(6000))")
    process.dead = True
    connection.close()


def test_sqlite_loses_nothing_that_it_committed_on_an_honest_disk(tmp_path: Path, disk: Disk) -> None:
    path = tmp_path / "disk" / FILE
    with FILES.in_place():
        for number in range(1, 21):
            process = Process("house", str(number))
            process.context.run(keep, path, number, process)
            FILES.bury(process)
            disk.lose_power(Random(number))
            assert numbers(path) == list(range(1, number + 1))


def test_two_processes_never_write_at_once(tmp_path: Path, disk: Disk) -> None:
    path = tmp_path / "disk" / FILE
    with FILES.in_place():
        first, second = [sqlite3.connect(path, isolation_level=None, timeout=0) for _ in range(2)]
        first.execute("PRAGMA journal_mode = WAL")
        first.execute("CREATE TABLE kept (number INTEGER)")
        first.execute("BEGIN IMMEDIATE")
        first.execute("INSERT INTO kept VALUES (1)")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            second.execute("BEGIN IMMEDIATE")
        assert second.execute("SELECT count(*) FROM kept").fetchone() == (0,)
        first.execute("COMMIT")
        second.execute("INSERT INTO kept VALUES (2)")
        first.close()
        second.close()
        assert numbers(path) == [1, 2]


def test_a_dead_process_and_a_broken_or_full_disk_are_told_as_faults(tmp_path: Path, disk: Disk) -> None:
    process = Process("house", "one")

    def work() -> None:
        with Database.open(tmp_path / "disk" / FILE, create=True) as database:
            disk.full = True
            with pytest.raises(Unavailable, match="full"), database.write() as connection:
                connection.exec_driver_sql("CREATE TABLE more (number INTEGER)")
            disk.full, disk.failing = False, True
            with pytest.raises((Unavailable, OutcomeUnknown)), database.write() as connection:
                connection.exec_driver_sql("CREATE TABLE more (number INTEGER)")
            disk.failing = False
            process.dead = True
            with pytest.raises((Unavailable, OutcomeUnknown)), database.write() as connection:
                connection.exec_driver_sql("CREATE TABLE more (number INTEGER)")

    with FILES.in_place():
        process.context.run(work)
