"""How long a search of the timeline takes, beside how long the same machine reads as many records.

    python -m benchmarks.timeline [--records 100000] [--tables 20]

Demo players play first. Told are the first page of everything, the first from the middle of the house's time, and a
whole search for what never happened. The yardstick is to read every record's body, one after the other, and hash it.
"""

import argparse
import time
from collections.abc import Callable

from sqlalchemy import Connection, func, select

from benchmarks.audit import hashing_seconds, played
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.reports.timeline import Found, Place, Wanted, search

RECORDS_A_ROUND = 4  # or more, as demo players play


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=20)
    given = parser.parse_args()
    with played(given.records // RECORDS_A_ROUND, given.tables) as database:
        measure(database)


def measure(database: Database) -> None:
    """Searches the house, and prints how long each search took."""
    yardstick = hashing_seconds(database)
    with database.read() as connection:
        records = connection.execute(select(func.count()).select_from(s.records)).scalar_one()
        first, last = connection.execute(select(func.min(s.records.c.at_ms), func.max(s.records.c.at_ms))).one()
        tables = [row.table_id for row in connection.execute(select(s.tables.c.table_id))]
        print(f"{records:,} records at {len(tables)} tables; all of them read and hashed in {yardstick * 1000:.0f} ms")
        middle = (first + last) // 2
        _print("the first page", lambda: search(connection, Wanted(tables=tables)))
        _print("a page from the middle", lambda: search(connection, Wanted(tables=tables, until_ms=middle)))
        _print("what never happened, one step", lambda: search(connection, Wanted(tables=tables, person="nobody")))
        began = time.perf_counter()
        steps = _to_the_end(connection, Wanted(tables=tables, person="nobody"))
        seconds = time.perf_counter() - began
        print(f"what never happened, to the end: {seconds * 1000:.0f} ms in {steps} steps, {seconds / yardstick:.1f} x")


def _print(what: str, searched: Callable[[], Found]) -> None:
    began = time.perf_counter()
    found = searched()
    took = (time.perf_counter() - began) * 1000
    print(f"{what}: {took:.0f} ms, {len(found.entries)} found in {found.looked_at:,} records")


def _to_the_end(connection: Connection, wanted: Wanted) -> int:
    before: Place | None = None
    for step in range(1, 1_000_000):
        before = search(connection, wanted, before).before
        if before is None:
            return step
    raise AssertionError


if __name__ == "__main__":
    main()
