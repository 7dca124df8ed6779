"""A row of a played house is changed, taken away or added by somebody who puts every trigger back: an audit finds it.

Users and their sessions are no part of the books. Nor is a refusal missed that was taken away: nothing hangs on it, and
after an hour it is forgotten anyway.
"""

import random
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

from croupier.house.audit.audit import audit
from croupier.house.checkpoints.witness import beside, read_witness
from croupier.house.database.database import Database
from croupier.rulebook.errors import BadInput
from tests.house.audit.test_flips import played as played  # the same house: something of everything is kept there
from tests.house.floor import KEYS
from tests.soak import sized

EDITS = sized(25, 2_000)
SEED = 41
BOOKS = (
    "croupier_schema", "rules", "accounts", "links", "tables", "meters", "records", "checkpoints", "seeds", "movements",
    "transfers", "posting", "answers", "unrecorded",
)  # fmt: skip
KINDS = ("cell", "cell", "cell", "cell", "cell", "row gone", "row added", "value of another row")


def other(value: Any, chance: random.Random) -> Any:
    """Another value for one: a little more, nothing, something else, or the same as another kind."""
    if value is None:
        return chance.choice([1, "x", b"x"])
    if isinstance(value, int):
        return chance.choice([value + 1, 0 if value else 7, None, f"{value}x"])
    if isinstance(value, str):
        return chance.choice([value[:-1] + "~", value + " ", None, value.encode()])
    return chance.choice([value[:-1] + bytes([value[-1] ^ 1]) if value else b"x", value + b"\0", None, value.hex()])


def edited(admin: sqlite3.Connection, chance: random.Random) -> str:
    """One edit; what it was."""
    table, kind = chance.choice(BOOKS), chance.choice(KINDS)
    columns = [row[1] for row in admin.execute(f"PRAGMA table_info({table})")]
    rows = admin.execute(f"SELECT rowid, * FROM {table}").fetchall()
    (rowid, *values), number = chance.choice(rows), chance.randrange(len(columns))
    told = f"{kind} of {table}, row {rowid}"
    if kind == "row gone":
        admin.execute(f"DELETE FROM {table} WHERE rowid = ?", (rowid,))
        return told
    value = chance.choice(rows)[number + 1] if kind == "value of another row" else other(values[number], chance)
    told = f"{told}: {columns[number]} {values[number]!r:.40} as {value!r:.40}"
    if kind == "row added":
        values[number] = value
        admin.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
    elif value == values[number] and type(value) is type(values[number]):
        raise sqlite3.IntegrityError("it would be as before")
    else:
        admin.execute(f"UPDATE {table} SET {columns[number]} = ? WHERE rowid = ?", (value, rowid))
    return told


def changed(path: Path, chance: random.Random) -> str:
    """An edit that the database itself takes, every trigger put back behind it."""
    while True:
        admin = sqlite3.connect(path, isolation_level=None)
        admin.execute("BEGIN")
        triggers = admin.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        try:
            for name, _ in triggers:
                admin.execute(f"DROP TRIGGER {name}")
            told = edited(admin, chance)
            for _, statement in triggers:
                admin.execute(statement)
            admin.execute("COMMIT")
            return told
        except sqlite3.IntegrityError:
            admin.execute("ROLLBACK")
        finally:
            admin.close()


def outcome(path: Path) -> str:
    """Whether the house is refused, does not pass its audit, or passes it."""
    try:
        with Database.open(path) as database:
            report = audit(database, KEYS, read_witness(beside(path.with_name("house.db.keys"))))
    except BadInput:
        return "refused"
    return "passed" if report.ok else "found"


def test_a_changed_row_is_found(played: Path) -> None:
    whole, chance = played.read_bytes(), random.Random(SEED)
    assert outcome(played) == "passed"
    said, missed = Counter[str](), list[str]()
    for _ in range(EDITS):
        told = changed(played, chance)
        what = outcome(played)
        if what == "passed" and told.startswith("row gone of unrecorded"):
            what = "a refusal gone"
        said[what] += 1
        if what == "passed":
            missed.append(told)
        for left in played.parent.glob("house.db-*"):
            left.unlink()
        played.write_bytes(whole)
    print(f"\n{EDITS} edits of rows: {dict(said)}")
    assert missed == []


def test_nothing_hides_in_front_of_the_first_record(played: Path) -> None:
    whole = played.read_bytes()
    for number in (0, -1, -(2**63)):
        admin = sqlite3.connect(played, isolation_level=None)
        admin.execute(
            "INSERT INTO records SELECT table_id, ?, round, at_ms, body, hash FROM records LIMIT 1", (number,)
        )
        admin.close()
        assert outcome(played) == "found"
        played.write_bytes(whole)
