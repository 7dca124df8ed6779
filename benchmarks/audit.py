"""Events audited a second, from the first record on, beside how fast the same machine hashes the same records.

    python -m benchmarks.audit [--rounds 2000] [--tables 20] [--house FILE]

Without a house of your own, demo players play one first. The yardstick is SHA-256 over every record's body, one after
the other, with the rows read from the database: the least that any audit of a hash chain must do.
"""

import argparse
import hashlib
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import select
from tests.house.floor import KEYS, Floor
from tests.house.played import play_many

from croupier.house.audit.audit import audit
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.keys import Keys, load_keys
from croupier.rulebook.load import rulebook_ids

AT_ONCE = 1000


@contextmanager
def played(rounds: int, tables: int) -> Iterator[Database]:
    """A house at whose tables so many rounds were played."""
    with tempfile.TemporaryDirectory() as folder, Database.open(Path(folder) / "house.db", create=True) as database:
        floor, books = Floor(database), rulebook_ids()
        names = [f"{books[number % len(books)]}-{number}" for number in range(tables)]
        for number, name in enumerate(names):
            floor.open(name, books[number % len(books)])
        play_many(floor, names, -(-rounds // tables), side_wagers=False)
        yield database


def hashing_seconds(database: Database) -> float:
    """How long it takes to read and hash every record's body."""
    began = time.perf_counter()
    with database.read() as connection:
        query = select(s.records.c.body).execution_options(yield_per=AT_ONCE)
        for row in connection.execute(query):
            hashlib.sha256(row.body).digest()
    return time.perf_counter() - began


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--house", type=Path)
    given = parser.parse_args()
    if given.house:
        with Database.open(given.house) as database:
            measure(database, load_keys(Path(f"{given.house}.keys")))
    else:
        with played(given.rounds, given.tables) as database:
            measure(database, KEYS)


def measure(database: Database, keys: Keys) -> None:
    """Audits the house, and prints how fast."""
    yardstick = hashing_seconds(database)
    began = time.perf_counter()
    report = audit(database, keys)
    took = time.perf_counter() - began
    assert report.ok, report.first
    events, rate = report.tally.events, report.tally.events / took
    print(
        f"audit   {rate:9,.0f} events a second, {events:,} in {took:.1f} s ({report.tally.rounds:,} rounds);"
        f"   a million takes {1e6 / rate:.0f} s;   {took / yardstick:.0f} x reading and hashing alone"
    )


if __name__ == "__main__":
    main()
