"""A floor played steadily: how long a command takes to be seen, minute by minute, and whether the server grows.

    python -m benchmarks.steady [--minutes 3] [--tables 50] [--clients 300] [--players 4] [--rounds-a-minute 5]
                                [--database sqlite] [--json]

One server and its clients, each a real WebSocket connection, on the same machine. Every table begins a round so many
times a minute; with `--rounds-a-minute 0` as soon as the last is over, which plays an hour's rounds in minutes. Told
are, for the whole run and for each minute, p50 and p99 from a command to the table shown with it done, and beside them
what else the machine did: its load, and how busy its processors were, so that a bad minute can be told from a bad
server.

Growth is the slope of the server's memory over the rounds that were played, by least squares over the second half of
the run, with its standard error: the first half fills caches.
"""

import argparse
import json
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import psutil  # type: ignore[import-untyped]
from msgspec import Struct, to_builtins
from sqlalchemy import func, select
from tests.house.floor import KEYS

from benchmarks.floor import addresses, compared, logged, opened, percentiles, server_at, visited
from benchmarks.patrons import Notes, Pace
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.service.house import House

ASKED_MS = 250.0  # what p99 from a command to its sight shall be, on two idle cores
SAMPLE_SECONDS = 2.0
MINUTE = 60.0


class Sample(Struct, frozen=True):
    """The server and the machine at one moment."""

    at: float
    resident_bytes: int
    records: int
    load: float
    busy_percent: float


class Minute(Struct, frozen=True):
    """What people saw in one minute, and what the machine did meanwhile."""

    commands: int
    to_view_ms: tuple[float, float]  # p50, p99
    load: float
    busy_percent: float
    resident_bytes: int  # of the server, on average


class Steady(Struct, frozen=True):
    """What was measured."""

    database: str
    tables: int
    clients: int
    seconds: float
    rounds: int
    commands: int
    lost: int  # answered as done, and not in the log
    doubled: int
    unanswered: int  # when everybody left, or their connection was lost
    connections_lost: int
    to_view_ms: tuple[float, float]
    minutes: tuple[Minute, ...]
    bytes_a_thousand_rounds: float
    standard_error: float
    resident_bytes: tuple[int, int]  # at the half of the run, and at its end


class Watching(threading.Thread):
    """Samples the server and the machine until it is told to stop."""

    def __init__(self, database: Database, pid: int) -> None:
        super().__init__(daemon=True)
        self.samples: list[Sample] = []
        self._database = database
        self._server = psutil.Process(pid)
        self._over = threading.Event()

    def run(self) -> None:
        """Until it is told to stop."""
        psutil.cpu_percent()
        while not self._over.wait(SAMPLE_SECONDS):
            with self._database.read() as connection:
                records = connection.execute(select(func.sum(s.tables.c.version))).scalar_one()
            self.samples.append(
                Sample(
                    time.perf_counter(), self._server.memory_info().rss, int(records), os.getloadavg()[0],
                    psutil.cpu_percent(),
                )
            )  # fmt: skip

    def stop(self) -> None:
        """The run is over."""
        self._over.set()
        self.join()


def growth(rounds: Sequence[float], resident: Sequence[int]) -> tuple[float, float]:
    """The slope of memory over rounds and its standard error, in bytes a thousand rounds."""
    if len(rounds) < 3 or len(set(rounds)) < 2:
        return 0.0, 0.0
    slope, start = statistics.linear_regression(rounds, resident)
    spread = sum((one - statistics.fmean(rounds)) ** 2 for one in rounds)
    rest = sum((held - slope * at - start) ** 2 for at, held in zip(rounds, resident, strict=True))
    return 1000 * slope, 1000 * (rest / (len(rounds) - 2) / spread) ** 0.5


def by_minute(notes: Notes, samples: Sequence[Sample]) -> tuple[Minute, ...]:
    """What each minute was like, from the first command on."""
    first, found = min(notes.viewed_at, default=0.0), list[Minute]()
    last = max(notes.viewed_at, default=0.0)
    for number in range(int((last - first) // MINUTE) + 1):
        start, end = first + number * MINUTE, first + (number + 1) * MINUTE
        took = [one for one, at in zip(notes.to_view, notes.viewed_at, strict=True) if start <= at < end]
        then = [sample for sample in samples if start <= sample.at < end]
        load = statistics.fmean(sample.load for sample in then) if then else 0.0
        busy = statistics.fmean(sample.busy_percent for sample in then) if then else 0.0
        held = round(statistics.fmean(sample.resident_bytes for sample in then)) if then else 0
        found.append(Minute(len(took), percentiles(took), round(load, 1), round(busy), held))
    return tuple(found)


def measured(given: argparse.Namespace) -> Steady:
    """A whole run on one database."""
    pace = Pace(60 / given.rounds_a_minute if given.rounds_a_minute else 0.0)
    with tempfile.TemporaryDirectory(dir=given.folder) as place:
        os.chmod(place, 0o755)  # the server may run as somebody else
        with addresses(Path(place), [given.database]) as kinds:
            address, _ = kinds[given.database]
            with Database.open(address, create=True) as database:
                places = opened(House(database, KEYS), given.tables, given.clients, given.players)
                pids = list[int]()
                with server_at(address, Path(place, "log"), pids) as url:
                    watching = Watching(database, pids[0])
                    watching.start()
                    notes = visited(url, places, given.minutes * MINUTE, given.processes, pace)
                    watching.stop()
                house = House(database, KEYS)
                rounds = sum(max(0, house.table(table).state.rounds - 1) for table in house.tables())
                lost, doubled = compared(notes.done, logged(house))
    samples = watching.samples
    a_round = samples[-1].records / max(rounds, 1)  # records of a round, as many on the whole at any time
    late = samples[len(samples) // 2 :]
    slope, error = growth([sample.records / a_round for sample in late], [sample.resident_bytes for sample in late])
    return Steady(
        given.database, given.tables, given.clients, given.minutes * MINUTE, rounds, notes.sent,
        lost, doubled, notes.unanswered, sum(notes.goodbyes.values()), percentiles(notes.to_view),
        by_minute(notes, samples), round(slope), round(error),
        (late[0].resident_bytes, late[-1].resident_bytes),
    )  # fmt: skip


def told(found: Steady) -> str:
    """The figures, for people."""
    half, end = (held / 2**20 for held in found.resident_bytes)
    lines = [
        f"{found.database}: {found.tables} tables, {found.clients} sockets, "
        f"{found.seconds:,.0f} s, {found.rounds:,} rounds",
        f"  from a command to its sight     p50 {found.to_view_ms[0]:,.0f} ms, p99 {found.to_view_ms[1]:,.0f} ms"
        f" (asked {ASKED_MS:,.0f}: {'kept' if found.to_view_ms[1] <= ASKED_MS else 'not kept'})",
        f"  commands, lost, doubled         {found.commands:,}, {found.lost}, {found.doubled}",
        f"  unanswered, connections lost    {found.unanswered}, {found.connections_lost}",
        f"  memory at the half, at the end  {half:,.1f} MiB, {end:,.1f} MiB",
        f"  growth a thousand rounds        {found.bytes_a_thousand_rounds / 1024:,.1f} kiB"
        f" (standard error {found.standard_error / 1024:,.1f})",
        "  minute  commands     p50     p99    load    busy     memory",
    ]
    for number, one in enumerate(found.minutes, 1):
        p50, p99 = one.to_view_ms
        lines.append(
            f"  {number:6}  {one.commands:8,}  {p50:6,.0f}  {p99:6,.0f}  {one.load:6.1f}  {one.busy_percent:5.0f}%"
            f"  {one.resident_bytes / 2**20:5.1f} MiB"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--clients", type=int, default=300)
    parser.add_argument("--players", type=int, default=4, help="of the clients at each table, how many play")
    parser.add_argument("--rounds-a-minute", type=float, default=5.0, help="at each table; 0 for as many as may be")
    parser.add_argument("--processes", type=int, default=1, help="how many processes the clients are")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    found = measured(given)
    print(json.dumps(to_builtins(found), indent=1) if given.json else told(found))


if __name__ == "__main__":
    main()
