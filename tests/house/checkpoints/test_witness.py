"""The witness outside the database knows how long the logs were, whoever cut them short."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import cast

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from croupier.house.audit.audit import audit
from croupier.house.checkpoints.witness import EVERY_SECONDS, Sighting, Sightings, Witness, beside, read_witness
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.service.service import TableService
from croupier.rulebook.errors import BadInput
from croupier.table.values import commands as c
from tests.house.audit.vandal import Vandal, vandal
from tests.house.floor import KEYS, Floor
from tests.patience import PATIENCE_SECONDS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return beside(tmp_path / "house.db.keys")


@pytest.fixture
def watched(database: Database, path: Path) -> Floor:
    """A floor whose witness has seen some chips bought."""
    floor = Floor(database, witness=Witness(path, KEYS.signing, database))
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


async def committed_once(floor: Floor, path: Path) -> tuple[int, Sightings]:
    """A command is the last that is ever asked; when the witness says so, nothing having ended."""
    assert floor.house.witness is not None
    async with TableService(floor.house) as service:
        await service.send(h.Request("tcp", c.Leave(seat=1)))
        version = floor.table("tcp").version
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (seen := read_witness(path))["tcp"].number < version:
                await asyncio.sleep(0.02)
        return version, seen


def test_what_was_committed_last_is_written_down_within_a_second(watched: Floor, path: Path) -> None:
    version, seen = asyncio.run(committed_once(watched, path))
    assert seen["tcp"].number == version
    assert EVERY_SECONDS < 1
    assert audit(watched.database, KEYS, seen).ok


def test_every_table_is_looked_at_at_the_start(watched: Floor, path: Path) -> None:
    """Whoever committed was killed before anything was written down."""
    killed = Floor(watched.database, watched.clock)
    killed.play("tcp")
    killed.open("other", players=())
    assert read_witness(path)["tcp"].number < killed.table("tcp").version

    async def started() -> Sightings:
        async with TableService(watched.house):
            return read_witness(path)

    seen = asyncio.run(started())
    assert seen["tcp"].number == killed.table("tcp").version
    assert seen["other"].number == killed.table("other").version
    assert audit(watched.database, KEYS, seen).ok


def test_a_witness_never_goes_back(
    watched: Floor, database_url: str, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither where a log was cut short, nor where it went on otherwise from there."""
    watched.do(CAGE, h.BuyIn(player="ann", cents=123))
    assert watched.house.witness is not None
    watched.house.witness.write()
    before = read_witness(path)
    with vandal(database_url) as hand:
        cut_at_cage(hand)
    with caplog.at_level(logging.WARNING):
        watched.house.witness.write()
    assert "the witness knows" in caplog.text
    assert read_witness(path) == before
    other = Floor(watched.database, watched.clock)
    for _ in range(3):
        other.do(CAGE, h.BuyIn(player="bea", cents=77))
    watched.house.witness.write()
    assert "not the one that the witness saw" in caplog.text
    assert read_witness(path)[CAGE] == before[CAGE]
    found = audit(watched.database, KEYS, read_witness(path)).first
    assert found is not None
    assert (found.table, found.record) == (CAGE, before[CAGE].number)


def test_a_disk_that_refuses_the_witness_stops_no_table(
    watched: Floor, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    witness = watched.house.witness
    assert witness is not None
    path.unlink()
    path.mkdir()
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            watched.play("tcp")
            witness.write()
    assert caplog.text.count("cannot be written") == 1
    path.rmdir()
    witness.write()
    assert read_witness(path)["tcp"].number == watched.table("tcp").version


def test_what_a_killed_process_left_is_cleared_away(watched: Floor, path: Path) -> None:
    path.with_name(f"{path.name}.new").write_text("half of a")
    path.with_name(f"{path.name}.12345").write_text("half of a")
    watched.play("tcp")
    assert watched.house.witness is not None
    watched.house.witness.write()
    assert [found.name for found in path.parent.glob(f"{path.name}*")] == [path.name]


def test_a_witness_of_version_0_2_is_read_and_gone_on_from(watched: Floor, path: Path) -> None:
    """It had neither trees nor notes."""
    old = {name: Sighting(one.number, one.hash, one.at_ms, one.signature) for name, one in read_witness(path).items()}
    fields = ("number", "hash", "at_ms", "signature")
    path.write_bytes(msgspec.json.encode({name: {f: getattr(one, f) for f in fields} for name, one in old.items()}))
    assert read_witness(path) == old
    assert audit(watched.database, KEYS, old).ok
    watched.play("tcp")
    Witness(path, KEYS.signing, watched.database).write()
    assert read_witness(path)["tcp"].note
    assert audit(watched.database, KEYS, read_witness(path)).ok


def test_two_processes_that_write_at_once_lose_nothing(watched: Floor, path: Path) -> None:
    others = [Witness(path, KEYS.signing, watched.database) for _ in range(4)]
    stop = Event()

    def keep(witness: Witness) -> None:
        while not stop.is_set():
            witness.write()

    threads = [Thread(target=keep, args=(witness,)) for witness in others]
    for thread in threads:
        thread.start()
    for _ in range(5):
        watched.play("tcp")
    stop.set()
    for thread in threads:
        thread.join()
    others[0].write()
    assert read_witness(path)["tcp"].number == watched.table("tcp").version
    assert audit(watched.database, KEYS, read_witness(path)).ok


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


class SlowKey:
    """A key that takes so long to sign that somebody else commits meanwhile."""

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        self._others = [Thread(target=meanwhile)]

    def public_key(self) -> Ed25519PublicKey:
        return KEYS.signing.public_key()

    def sign(self, data: bytes) -> bytes:
        while self._others:
            other = self._others.pop()
            other.start()
            other.join(30)
        return KEYS.signing.sign(data)


def test_a_table_committed_while_the_witness_is_written_is_answered_and_seen(database: Database, path: Path) -> None:
    floor = Floor(database)
    for table in ("one", "two"):
        floor.open(table, players=())
    answers: list[object] = []
    key = SlowKey(lambda: answers.append(floor.ask("two", c.Sit(seat=1, player="bob"))))
    witness = Witness(path, cast(Ed25519PrivateKey, key), database)
    witness.write()
    assert [type(answer) for answer in answers] == [Done]
    witness.write()
    assert read_witness(path)["two"].number == floor.table("two").version
    assert audit(database, KEYS, read_witness(path)).ok
