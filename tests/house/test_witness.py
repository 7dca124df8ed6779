"""The witness outside the database knows how long the logs were, whoever cut them short."""

import logging
from pathlib import Path

import msgspec
import pytest

from croupier.house import commands as h
from croupier.house.audit import audit
from croupier.house.database import Database
from croupier.house.schema import CAGE
from croupier.house.witness import EVERY_SECONDS, Sighting, Witness, beside, read_witness
from croupier.rulebook.errors import BadInput
from tests.house.floor import KEYS, Floor
from tests.house.vandal import Vandal, vandal


class Hours:
    """A clock that a test sets, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return beside(tmp_path / "house.db.keys")


@pytest.fixture
def watched(database: Database, path: Path, hours: Hours) -> Floor:
    """A floor whose witness has seen some chips bought."""
    floor = Floor(database, witness=Witness(path, KEYS.signing, hours))
    floor.open("tcp")
    floor.play("tcp")
    assert floor.house.witness is not None
    floor.house.witness.write()
    return floor


def cut_at_cage(hand: Vandal) -> None:
    """The last that happened at the cage never was, in every row that tells of it."""
    last = hand.one("SELECT version FROM tables WHERE table_id = %s", CAGE)
    for giver, taker, cents in hand.run(
        "SELECT giver, taker, cents FROM transfers WHERE table_id = %s AND record = %s", CAGE, last
    ):
        hand.run("UPDATE accounts SET balance_cents = balance_cents + %s WHERE account = %s", cents, giver)
        hand.run("UPDATE accounts SET balance_cents = balance_cents - %s WHERE account = %s", cents, taker)
    for table, column in (("transfers", "record"), ("answers", "record"), ("records", "number")):
        hand.run(f"DELETE FROM {table} WHERE table_id = %s AND {column} = %s", CAGE, last)
    before = hand.one("SELECT hash FROM records WHERE table_id = %s AND number = %s", CAGE, last - 1)
    hand.run("UPDATE tables SET version = %s, hash = %s WHERE table_id = %s", last - 1, before, CAGE)


def test_a_log_cut_short_in_every_row_is_told_by_the_witness_alone(
    watched: Floor, database_url: str, path: Path
) -> None:
    watched.do(CAGE, h.BuyIn(player="ann", cents=123))
    assert watched.house.witness is not None
    watched.house.witness.write()
    assert audit(watched.database, KEYS, read_witness(path)).ok
    with vandal(database_url) as hand:
        last = hand.one("SELECT version FROM tables WHERE table_id = %s", CAGE)
        cut_at_cage(hand)
    assert audit(watched.database, KEYS).ok
    found = audit(watched.database, KEYS, read_witness(path)).first
    assert found is not None
    assert (found.table, found.record) == (CAGE, last)
    assert "witness" in found.sentence


def test_a_witness_that_saw_another_record_or_table_or_was_forged(watched: Floor, path: Path) -> None:
    seen = read_witness(path)
    assert audit(watched.database, KEYS, seen).ok
    assert [problem.table for problem in audit(watched.database, KEYS, {**seen, "gone": seen["tcp"]}).problems] == [
        "gone"
    ]
    for change in ({"hash": bytes(32)}, {"signature": bytes(64)}, {"at_ms": 5}):
        forged = msgspec.structs.replace(seen["tcp"], **change)
        found = audit(watched.database, KEYS, {**seen, "tcp": forged}).first
        assert found is not None
        assert (found.table, found.record) == ("tcp", seen["tcp"].number)


def test_the_witness_is_written_once_a_moment_and_never_goes_back(watched: Floor, path: Path, hours: Hours) -> None:
    before = read_witness(path)["tcp"].number
    watched.play("tcp")
    assert read_witness(path)["tcp"].number == before
    hours.now += EVERY_SECONDS
    watched.play("tcp")
    after = read_witness(path)["tcp"].number
    assert after > before
    late = Witness(path, KEYS.signing, hours)
    late.see([msgspec.structs.replace(watched.desk("tcp"), version=1)])
    assert read_witness(path)["tcp"].number == after
    assert set(read_witness(path)) >= {"tcp", CAGE}


def test_a_disk_that_refuses_the_witness_stops_no_table(
    watched: Floor, path: Path, hours: Hours, caplog: pytest.LogCaptureFixture
) -> None:
    path.unlink()
    path.mkdir()
    hours.now += EVERY_SECONDS
    with caplog.at_level(logging.WARNING):
        watched.play("tcp")
    assert "cannot be written" in caplog.text
    path.rmdir()
    before = watched.desk("tcp").version
    hours.now += EVERY_SECONDS
    watched.play("tcp")
    assert read_witness(path)["tcp"].number > before


def test_a_file_that_is_no_witness(path: Path) -> None:
    assert read_witness(path) == {}
    path.write_bytes(b"{")
    with pytest.raises(BadInput, match="not a house's witness"):
        read_witness(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(BadInput, match="cannot be read"):
        read_witness(path)


def test_a_sighting_holds_for_its_own_table_only(watched: Floor, path: Path) -> None:
    seen: Sighting = read_witness(path)["tcp"]
    public = KEYS.signing.public_key()
    assert seen.holds(public, "tcp")
    assert not seen.holds(public, CAGE)
