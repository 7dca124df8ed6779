"""Makes the house of a version that the tests keep for good.

    python -m tests.house.log.first_version 0.3.0

A file is written once. A later version must read it as it is; making it anew would prove nothing.
"""

import gzip
import sys
import tempfile
from pathlib import Path

from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.table.values import commands as c
from tests.house.floor import Floor

KEPT = Path(__file__).parent / "kept" / "house-0.1.0.db.gz"
TABLES = {"three": "md-tcp", "four": "ma-fcp-2", "hold-em": "md-uth"}
ROUNDS = 3


def kept_house(version: str) -> Path:
    """Where the house of a version is kept."""
    return KEPT.with_name(f"house-{version}.db.gz")


def main(version: str) -> None:
    """Plays a few rounds, one of them void, one under way, and keeps the database, never over one that is kept."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "house.db"
        with Database.open(path, create=True) as database:
            floor = Floor(database)
            for table, rulebook in TABLES.items():
                floor.open(table, rulebook, (f"ann at {table}", f"ben at {table}"), mode="open")
                floor.do(table, h.OfferSeed(player=f"ann at {table}", seed="seven"))
                floor.play(table, ROUNDS - 1)
                floor.bet(table)
                floor.do(table, h.EndBetting())
                floor.do(table, c.Report(kind="wrong_number_of_cards", by="floor:kim"))
                floor.bet(table)
                floor.do(table, h.EndBetting())
            with database.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        with kept_house(version).open("xb") as file:
            file.write(gzip.compress(path.read_bytes(), mtime=0))


if __name__ == "__main__":
    main(sys.argv[1])
