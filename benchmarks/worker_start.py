"""From the start of a process that serves a house to its serving, beside a process that only loads what others made.

    python -m benchmarks.worker_start [--times 5] [--tables 20]

The house is on SQLite, with so many tables of all rulebooks, each with a round under way. The yardstick is a fresh
Python that loads the libraries a server stands on, and nothing of ours: no server of this kind starts faster. Each is
started in turn and the best of all times is told, as passed on the clock and as used of a processor, for on a busy
machine only the second means anything.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import psutil  # type: ignore[import-untyped]
from tests.house.floor import Floor

from croupier.cli.serve import floor_at
from croupier.house.database.database import Database
from croupier.house.keys import load_keys
from croupier.house.service.house import House
from croupier.rulebook.load import rulebook_ids
from croupier.server.app.running import bound
from croupier.server.app.workers import STARTING, work
from croupier.server.settings import Settings

ASKED_SECONDS = 2.0  # from start to serving, on two idle cores
QUIET = 40  # a level of logging at which nothing is said
LOADS = "import argon2, litestar, msgspec, psycopg, sqlalchemy, uvicorn, websockets; print(flush=True); input()"


class Start(NamedTuple):
    """How long a start took, in seconds."""

    passed: float
    used: float


def loaded() -> Start:
    """How long a fresh Python takes to load what a server stands on."""
    began = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", LOADS], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        passed = time.perf_counter() - began
        times = psutil.Process(process.pid).cpu_times()
        process.communicate(b"\n")
    return Start(passed, times.user + times.system)


def started(*given: Any) -> Start:
    """How long it takes until a process says that it serves."""
    ours, theirs = STARTING.Pipe()
    began = time.perf_counter()
    process = STARTING.Process(target=work, args=(*given, theirs))
    process.start()
    theirs.close()
    ours.recv()
    passed = time.perf_counter() - began
    times = psutil.Process(process.pid).cpu_times()
    ours.close()
    process.join(20)
    process.kill()
    return Start(passed, times.user + times.system)


def made_house(folder: Path, tables: int) -> Path:
    """A house with a round under way at each of its tables."""
    path = folder / "house.db"
    keys = load_keys(Path(f"{path}.keys"), create=True)
    with Database.open(path, create=True) as database:
        floor = Floor(database)
        floor.house = House(database, keys, floor.clock)
        for number in range(tables):
            floor.open(f"table-{number}", rulebook_ids()[number % len(rulebook_ids())], (f"player-{number}",))
    return path


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--tables", type=int, default=20)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, bound("127.0.0.1", 0) as listening:
        path = made_house(Path(name), given.tables)
        settings = Settings(origins=("http://127.0.0.1",))
        makes = partial(floor_at, str(path), None, settings, QUIET)
        both = [(loaded(), started(makes, settings, None, listening)) for _ in range(given.times)]
    loading, serving = [
        Start(min(one.passed for one in column), min(one.used for one in column)) for column in zip(*both, strict=True)
    ]
    print(f"libraries loaded   {loading.passed:6.2f} s passed {loading.used:6.2f} s of a processor")
    kept = "kept" if serving.passed <= ASKED_SECONDS else "not kept"
    print(
        f"a process serves   {serving.passed:6.2f} s passed {serving.used:6.2f} s of a processor"
        f" (asked {ASKED_SECONDS:.0f} s passed: {kept})"
    )
    print(f"ratio              {serving.passed / loading.passed:6.2f}          {serving.used / loading.used:6.2f}")


if __name__ == "__main__":
    main()
