"""What somebody does to the file of a database under a running server: an older one in its place, pages that rot."""

import os
import random
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from croupier.house.audit.audit import audit
from croupier.house.checkpoints.witness import Witness, read_witness
from croupier.house.database.database import Database
from croupier.house.log import store
from croupier.house.service.house import House, TableTerms
from croupier.rulebook.errors import BadInput
from croupier.server.wire import messages as w
from tests.house.floor import KEYS, example
from tests.server.live import Live, serving
from tests.server.logged import logged
from tests.server.seated import Seat
from tests.soak import sized

PAGE_BYTES = 4096
TRIALS = sized(4, 200)
TABLE = "one"


def until(holds: Callable[[], bool]) -> None:
    """Waits until something is so; the whole test's time limit is the only one."""
    while not holds():
        time.sleep(0.05)


class Served:
    """A served house on SQLite with a witness, and a player at its table."""

    def __init__(self, path: Path, live: Live, ann: Seat) -> None:
        self.path = path
        self.live = live
        self.ann = ann
        self.browser = live.browser()

    def play(self) -> None:
        """A whole round."""
        number = self.ann.round.number
        self.ann.bet()
        self.ann.ready()
        self.ann.decide(lambda actions: actions[0])
        self.ann.until(lambda seen: seen.round is not None and seen.round.number > number)

    def health(self) -> tuple[int, bool]:
        """The status, and whether all records are there."""
        answer = self.browser.get("/health")
        return answer.status_code, answer.json()["records"]

    def written_back(self) -> None:
        """Everything is in the file itself, and nothing in its log."""
        with sqlite3.connect(self.path) as driver:
            until(lambda: driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)

    def witnessed(self) -> bool:
        """Whether the witness has seen all of the table."""
        seen = read_witness(self.path.with_name("witness")).get(TABLE)
        return seen is not None and seen.number == self.live.house.table(TABLE).version

    @property
    def problems(self) -> tuple[str, ...]:
        """What an audit says; that the database cannot be read is a finding too."""
        try:
            with Database.open(self.path) as database:
                report = audit(database, KEYS, read_witness(self.path.with_name("witness")))
        except BadInput as trouble:
            return (str(trouble),)
        return tuple(problem.sentence for problem in report.problems)


@contextmanager
def opened(empty: Path, path: Path) -> Iterator[Served]:
    """A copy of an empty house, served, with a player at its table."""
    shutil.copyfile(empty, path)
    with Database.open(path) as database:
        house = House(database, KEYS, witness=Witness(path.with_name("witness"), KEYS.signing, database))
        house.open_table(TABLE, example("md-tcp"), TableTerms(decision_seconds=0, betting_seconds=0))
        with serving(database, house=house) as live, Seat(live.guest(), TABLE, 1) as ann:
            ann.do(w.TakeSeat(seat=1))
            yield Served(path, live, ann)


@pytest.fixture
def served(house_file: Path, tmp_path: Path) -> Iterator[Served]:
    with opened(house_file, tmp_path / "house.db") as found:
        yield found


def test_an_older_file_in_its_place(served: Served) -> None:
    """It is logged and `/health` says so within moments, the audit names what is gone, and the newer file mends it."""
    served.play()
    served.written_back()
    older, newer = served.path.with_name("older.db"), served.path.with_name("newer.db")
    shutil.copyfile(served.path, older)
    before = served.live.house.table(TABLE).version
    served.play()
    until(served.witnessed)
    after = served.live.house.table(TABLE).version
    served.written_back()
    shutil.copyfile(served.path, newer)
    assert served.health() == (200, True)
    with logged("croupier") as log:
        put_in_place(older, served.path)
        until(lambda: served.health() == (503, False))
        said = f"Table {TABLE} ends with record {before}, and the witness knows record {after}"
        until(lambda: said in log.getvalue())
        assert [line for line in log.getvalue().splitlines() if said in line and '"level":"error"' in line]
    assert any(f"the witness knows record {after}" in problem for problem in served.problems)
    put_in_place(newer, served.path)
    until(lambda: served.health() == (200, True))
    assert not served.problems


def test_a_backup_that_is_meant_to_be_played_on_from(served: Served) -> None:
    """As docs/house.md says: the old witness is laid aside, and says by `audit --witness` what the backup has not."""
    served.play()
    served.written_back()
    older, aside = served.path.with_name("older.db"), served.path.with_name("witness.aside")
    shutil.copyfile(served.path, older)
    served.play()
    until(served.witnessed)
    after = served.live.house.table(TABLE).version
    put_in_place(older, served.path)
    until(lambda: served.health() == (503, False))
    os.replace(served.path.with_name("witness"), aside)
    until(lambda: served.health() == (200, True))
    until(served.witnessed)
    assert not served.problems
    with Database.open(served.path) as database:
        report = audit(database, KEYS, read_witness(aside))
    assert any(f"the witness knows record {after}" in problem.sentence for problem in report.problems)


def test_a_witness_that_cannot_be_written(served: Served) -> None:
    """Rounds are played and kept, and who watches over the house is told that nobody vouches for them."""
    served.play()
    until(served.witnessed)
    witness = served.path.with_name("witness")
    kept = witness.read_bytes()
    with logged("croupier") as log:
        witness.write_bytes(b"somebody's shopping list")
        served.play()
        until(lambda: served.health() == (503, False))
        assert "is not a house's witness; restore it from a copy" in log.getvalue()
    witness.write_bytes(kept)
    until(lambda: served.health() == (200, True))
    until(served.witnessed)


def put_in_place(file: Path, path: Path) -> None:
    """As somebody would who restores a backup: the file, and no log of another beside it."""
    os.replace(file, path)
    for beside in ("-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)


def test_pages_that_rot(house_file: Path, tmp_path: Path) -> None:
    """Nobody is told that something is done which is not there afterwards, unless an audit finds the damage."""
    outcomes: Counter[str] = Counter()
    for trial in range(TRIALS):
        folder = tmp_path / f"{trial}"
        folder.mkdir()
        with opened(house_file, folder / "house.db") as served:
            served.play()
            until(served.witnessed)
            served.written_back()
            rot(served.path, random.Random(f"pages {trial}"))
            done = asked(served)
        outcomes[judged(served, done)] += 1
        shutil.rmtree(folder)
    print(f"{TRIALS} houses with a page gone bad while they were served: {dict(outcomes)}")
    assert not outcomes["missed"]


def rot(path: Path, chance: random.Random) -> None:
    """A page of the file other than the first is overwritten, whole or in part, in place."""
    page = chance.randrange(1, path.stat().st_size // PAGE_BYTES)
    length = chance.choice((16, 512, PAGE_BYTES))
    with path.open("r+b") as file:
        file.seek(page * PAGE_BYTES + chance.randrange(0, PAGE_BYTES - length + 1))
        file.write(chance.randbytes(length))
        file.flush()
        os.fsync(file.fileno())


def asked(served: Served) -> list[str]:
    """The ids of what was answered as done afterwards, as the house keeps them."""
    ann, done = served.ann, list[str]()
    name = served.ann.browser.get("/api/session").json().get("name", "")
    for stake in (1500, 0, 2000, 0, 1500):
        try:
            answer = ann.ask(w.SetWagers(seat=1, round=ann.round.number, stakes_cents={"ante": stake}))
        except ConnectionClosed:
            break  # told so; nobody is left without any answer
        assert answer.outcome in ("done", "refused", "stale", "failed"), answer
        if answer.outcome == "done":
            done.append(f"{name}:{answer.id}")
    return done


def judged(served: Served, done: list[str]) -> str:
    """What became of it: found by an audit, or nothing was lost."""
    if served.problems:
        return "found"
    with Database.open(served.path) as database, database.read() as connection:
        kept = store.answers(connection, [(TABLE, one) for one in done])
    return "held nothing that is missed" if len(kept) == len(done) else "missed"
