"""Durable rounds a second of one house run by 1, 2 and 4 processes on one PostgreSQL, all tables on one link.

    python -m benchmarks.house_processes [--seconds 5] [--tables 50] [--folder DIR]

Every process runs its own share of the tables, and journals what it sends and hears as a careful client would. First
every guest wagers on all that is offered, so that each round feeds the meter that all tables share: who has the link
is next in its total order, and the others wait. Then nobody wagers on more than the game needs, and the processes have
nothing in common but the disk, the server and the processors.
"""

import argparse
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import psycopg
from tests.house.database.postgres import Postgres, throw_away
from tests.house.floor import KEYS
from tests.house.service.crew import Crew, crew
from tests.house.service.crowd import open_floor

from benchmarks.house import BASE_GAME, syncs_a_second
from croupier.house.database.database import Database
from croupier.house.service.house import House

PROCESSES = (1, 2, 4)
WAGERS: dict[str, Sequence[str]] = {"every wager, one meter": (), "the base game": BASE_GAME}


def measure(
    server: Postgres,
    hired: Crew,
    name: str,
    tables: Sequence[str],
    processes: int,
    seconds: float,
    wagers: Sequence[str],
) -> float:
    """Rounds a second, all processes together, in a new house."""
    with psycopg.connect(server.url(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
    with Database.open(server.url(name), create=True) as database:
        open_floor(House(database, KEYS), tables, regular="")
    shares = [tables[number::processes] for number in range(processes)]
    workers = hired.play_together(server.url(name), shares, seconds=seconds, wagers=tuple(wagers))
    ends = [worker.lines()[-1] for worker in workers]
    return sum(1000 * (end.rounds or 0) / end.took_ms for end in ends)


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    tables = [f"table-{number:02}" for number in range(1, given.tables + 1)]
    with tempfile.TemporaryDirectory(dir=given.folder) as place:
        os.chmod(place, 0o755)  # the server may run as somebody else
        journals = Path(place, "journals")
        journals.mkdir()
        with throw_away(Path(place)) as server, crew(journals) as hired:
            for kind, (said, wagers) in enumerate(WAGERS.items()):
                for processes in PROCESSES:
                    limit = syncs_a_second(Path(place))
                    name = f"house_{kind}_{processes}"
                    rate = measure(server, hired, name, tables, processes, given.seconds, wagers)
                    print(
                        f"{said:<24}{processes} process{'es' if processes > 1 else '  '} {rate:7,.0f} durable rounds"
                        f" a second, {given.tables} tables;   the disk syncs {limit:6,.0f} a second",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
