"""Demo players: by which names they sit, and that one command plays them at a time, so that who is left is nobody's."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.house.database.database import Database
from croupier.house.database.whole_files import locked
from croupier.house.log.house_table import HouseTable

LONGEST = 40
ONE_AT_A_TIME = 0x706C6179  # an advisory lock's number


def demo_name(table: str, seat: int) -> str:
    """What a demo player is called."""
    return f"demo {table} {seat}"[:LONGEST]


def demo_seats(table: HouseTable) -> list[int]:
    """The seats where demo players sit."""
    return [seat for seat, player in table.state.players if player == demo_name(table.table_id, seat)]


@contextmanager
def played_by_us(database: Database, key_file: Path) -> Iterator[bool]:
    """While within, whether nobody else plays this house's demo players; who is killed plays them no more.

    On PostgreSQL the database knows, wherever they play; an SQLite file is played at on its own machine, where the key
    file is.
    """
    if database.dialect == "postgresql":
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            ours = connection.exec_driver_sql(f"SELECT pg_try_advisory_lock({ONE_AT_A_TIME})").scalar_one()
            try:
                yield bool(ours)
            finally:
                if ours and not connection.invalidated:
                    connection.exec_driver_sql(f"SELECT pg_advisory_unlock({ONE_AT_A_TIME})")
        return
    found = os.open(key_file, os.O_RDONLY)
    try:
        yield locked(found)
    finally:
        os.close(found)
