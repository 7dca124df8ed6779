"""A byte of a played house is changed, anywhere in its files: an audit finds it, or nothing was there to be found.

That nothing was there is shown, not supposed: every row of every table, with its kind and its place, and every
statement of the schema reads as before, through another connection than the audit's.
"""

import os
import random
import re
import sqlite3
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from croupier.house.audit.audit import audit
from croupier.house.checkpoints.witness import Witness, beside, read_witness
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.rulebook.errors import BadInput
from croupier.table.values import commands as c
from croupier.table.values.box import Wager
from tests.house.floor import KEYS, Floor, example
from tests.house.played import play_many
from tests.soak import sized

FLIPS = sized(60, 10_000)
SEED = 20_271
BLANKS = re.compile(rb"[ \t\n\r\f]+")  # one blank for another in a statement of the schema says the same
GOOD = ("found", "refused", "held nothing")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house where something of everything is kept: rounds, meters, seeds of players, refusals, a closed table."""
    path = tmp_path_factory.mktemp("flips") / "house.db"
    with Database.open(path, create=True) as database:
        floor = Floor(database)
        floor.open("hold-em", "md-uth", ("ann", "ben"))
        floor.open("four", "ma-fcp-2", ("cay",), mode="open")
        floor.open("three", "md-tcp", ("dan",))
        floor.do("four", h.OfferSeed(player="cay", seed="seven"), "seed-1")
        play_many(floor, ["hold-em", "four", "three"], 4)
        for number in range(5):
            floor.refused("four", c.Decide(seat=1, action="fold"), f"early-{number}")
            floor.do("four", h.SetWagers(seat=1, stakes=(Wager("ante", 0),)), f"nothing-{number}")
        floor.do("four", h.ChangeRules(submission=example("ma-fcp-2") + "\n# as before\n"), "rules-1")
        floor.do("three", c.Leave(seat=1), "leave-1")
        floor.do("three", h.CloseTable(), "close-1")
        Witness(beside(path.with_name("house.db.keys")), KEYS.signing, database).write()
        with database.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def content(path: Path) -> list[object] | None:
    """All that a reader of the file can find in it, row by row, byte for byte; None where it cannot be read."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as driver:
            driver.text_factory = bytes
            schema = driver.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
            statements = [BLANKS.sub(b" ", b" ".join(word or b"" for word in row)) for row in schema]
            tables = sorted(name.decode() for kind, name, _, _ in schema if kind == b"table")
            rows = [(name, driver.execute(f"SELECT rowid, * FROM {name} ORDER BY rowid").fetchall()) for name in tables]
        return [statements, rows]
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    finally:
        driver.close()


def outcome(path: Path, before: list[object] | None) -> str:
    """Whether the house is refused, or does not pass its audit; or that all in it reads as before."""
    try:
        with Database.open(path) as database:
            report = audit(database, KEYS, read_witness(beside(path.with_name("house.db.keys"))))
    except BadInput:
        return "refused"
    except Exception as error:
        return f"a traceback: {error!r:.200}"
    if not report.ok:
        return "found"
    return "held nothing" if content(path) == before else "missed"


def test_a_changed_byte_is_found_or_nothing_was_there(played: Path) -> None:
    whole, before, chance = played.read_bytes(), content(played), random.Random(SEED)
    assert outcome(played, before) == "held nothing"
    assert played.read_bytes() == whole
    said, missed = Counter[str](), list[tuple[int, int, str]]()
    for _ in range(FLIPS):
        at, other = chance.randrange(len(whole)), chance.randrange(1, 256)
        change(played, at, whole[at] ^ other)
        what = outcome(played, before)
        said[what] += 1
        if what not in GOOD:
            missed.append((at, other, what))
        for left in played.parent.glob("house.db-*"):
            left.unlink()
        change(played, at, whole[at])
        if played.read_bytes() != whole:  # somebody wrote into the damaged file
            played.write_bytes(whole)
    print(f"\n{FLIPS} changed bytes of {len(whole):,}: {dict(said)}")
    assert missed == []
    assert said["found"] + said["refused"] > FLIPS // 3


def change(path: Path, at: int, value: int) -> None:
    """One byte of the file is another."""
    file = os.open(path, os.O_RDWR)
    try:
        os.pwrite(file, bytes([value]), at)
    finally:
        os.close(file)


def test_a_changed_byte_of_the_witness_is_found_or_means_the_same(played: Path) -> None:
    path = beside(played.with_name("house.db.keys"))
    whole, before, chance = path.read_bytes(), read_witness(path), random.Random(SEED)
    with Database.open(played) as database:
        for _ in range(sized(60, 1_000)):
            at, other = chance.randrange(len(whole)), chance.randrange(1, 256)
            changed = bytes([*whole[:at], whole[at] ^ other, *whole[at + 1 :]])
            path.write_bytes(changed)
            try:
                seen = read_witness(path)
            except BadInput:
                continue
            same = msgspec.json.encode(seen) == msgspec.json.encode(before)  # base 64 has bits that say nothing
            assert same or not audit(database, KEYS, seen).ok, (at, other)
    path.write_bytes(whole)
