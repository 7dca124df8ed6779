"""A full floor: 50 tables and 300 socket clients at one server, on SQLite and on PostgreSQL.

    python -m benchmarks.floor [--seconds 10] [--tables 50] [--clients 300] [--players 4] [--json]

The server is a process of its own, the clients are others. Of the clients at a table some play, as fast as they are
shown that they may, and the rest look on. Told are rounds a second, and how long it takes from a command until its
answer, and until the table is shown with it done. Afterwards the house's log is read: every command that was answered
as done stands there once, and no other does.

Yardsticks of the same run: a message of a view's size that the same server sends back to as many clients who ask for
nothing else, and the durable rounds a second of the same house without any server.
"""

import argparse
import asyncio
import json
import logging
import multiprocessing
import os
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import psycopg
from msgspec import Struct
from tests.house.database.postgres import throw_away
from tests.house.floor import KEYS

from benchmarks.house import example, measure
from benchmarks.patrons import AT_ONCE_AGAIN, Notes, Pace, Place, an_evening, echoes
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.service.house import House, TableTerms, wall_clock
from croupier.rulebook.load import rulebook_ids
from croupier.server.accounts.cookies import session_name
from croupier.server.accounts.sessions import Sessions
from croupier.server.accounts.users import Users
from croupier.server.app.app import create_app
from croupier.server.app.logs import write_logs
from croupier.server.app.running import bound, served_by
from croupier.server.settings import Rate, Settings

CHIPS_CENTS = 10**9
UNBOUNDED = Rate(at_once=10**6, a_minute=10**6)  # all clients come from one address, and play as fast as they can
SETTINGS = Settings(origins=("http://127.0.0.1",), argon_passes=1, argon_memory_kib=8, argon_lanes=1,
                    requests=UNBOUNDED, sign_ins=UNBOUNDED, table_requests=UNBOUNDED)  # fmt: skip
VIEW_BYTES = 4096
COUNTED = ("Sit", "PlaceWager", "Ready", "Decide")
_spawn = multiprocessing.get_context("spawn")


class Figures(Struct):
    """What was measured on one kind of database."""

    database: str
    tables: int
    clients: int
    players: int
    seconds: float
    rounds_a_second: float
    commands: int
    sent_twice: int
    answers: int
    refused: dict[str, int]
    lost: int
    doubled: int
    dropped: dict[str, int]
    troubles: list[str]  # that the server logged
    views: int
    to_answer_ms: tuple[float, float]  # p50, p99
    to_view_ms: tuple[float, float]
    echo_ms: tuple[float, float]
    echoes_a_second: float
    house_rounds_a_second: float


class Echoing:
    """The floor, and beside it an address where everything is answered with as much as a view has."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._text = "x" * VIEW_BYTES

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One connection."""
        if scope["type"] != "websocket" or scope["path"] != "/echo":
            await self._app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": self._text})


def serve(address: str, log: Path, told: Connection) -> None:
    """Runs a floor until it is told to stop: a process of its own."""
    with log.open("w", encoding="utf-8", buffering=1) as sys.stderr:
        write_logs(logging.WARNING)
        _serve(address, told)


def _serve(address: str, told: Connection) -> None:
    with Database.open(address) as database, bound("127.0.0.1", 0) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        settings = _at(url)
        app = create_app(House(database, KEYS), settings)
        server = served_by(Echoing(app), settings)

        async def run() -> None:
            stopping = asyncio.create_task(asyncio.to_thread(told.recv))
            serving = asyncio.create_task(server.serve([listening]))
            told.send(url)
            await stopping
            server.should_exit = True
            await serving

        asyncio.run(run())


def _at(url: str) -> Settings:
    return Settings(**{name: getattr(SETTINGS, name) for name in SETTINGS.__struct_fields__} | {"origins": (url,)})


@contextmanager
def server_at(address: str, log: Path, pids: list[int] | None = None) -> Iterator[str]:
    """The address of a floor over that database, in a process of its own, which logs its troubles there.

    The process's number is put into `pids`.
    """
    here, there = _spawn.Pipe()
    process = _spawn.Process(target=serve, args=(address, log, there))
    process.start()
    if pids is not None:
        pids.append(process.pid or 0)
    try:
        yield here.recv()
    finally:
        here.send("stop")
        process.join(30)
        if process.is_alive():
            process.kill()


def opened(house: House, tables: int, clients: int, players: int) -> list[Place]:
    """Opens the tables, rulebooks in turn, and lets everybody in: where each of them goes."""
    house.open_cage()
    users, sessions, now = Users(house.database, SETTINGS), Sessions(house.database, SETTINGS), wall_clock()
    names = [f"table-{number:02}" for number in range(1, tables + 1)]
    for name, rulebook in zip(names, cycle(rulebook_ids()), strict=False):
        house.open_table(name, example(rulebook), TableTerms(decision_seconds=0, betting_seconds=0))
    places, buying = list[Place](), list[h.Request]()
    for number, table in zip(range(clients), cycle(names), strict=False):
        seat = number // tables + 1
        if seat > players:
            places.append(Place(table, 0, "", ""))  # somebody who looks on, whom nobody knows
            continue
        user = users.add_guest(now)
        token = sessions.begin(user.name, now)
        places.append(Place(table, seat, user.name, f"{session_name(SETTINGS)}={token}"))
        buying.append(h.Request(CAGE, h.BuyIn(player=user.name, cents=CHIPS_CENTS)))
    answers = house.submit(buying)
    assert all(isinstance(answer, Done) for answer in answers), answers
    return places


def visit(url: str, places: Sequence[Place], seconds: float, pace: Pace, told: Connection) -> None:
    """Some of the clients: a process of their own."""
    told.send(asyncio.run(an_evening(url, places, seconds, pace)))


def visited(url: str, places: Sequence[Place], seconds: float, processes: int, pace: Pace = AT_ONCE_AGAIN) -> Notes:
    """What all clients noted, each process with its share of the tables."""
    tables = sorted({place.table for place in places})
    pipes, running = [], []
    for nth in range(processes):
        share = [place for place in places if tables.index(place.table) % processes == nth]
        here, there = _spawn.Pipe()
        process = _spawn.Process(target=visit, args=(url, share, seconds, pace, there))
        process.start()
        pipes.append(here)
        running.append(process)
    notes, *others = [here.recv() for here in pipes]
    for other in others:
        notes.add(other)
    for process in running:
        process.join()
    found: Notes = notes
    return found


def logged(house: House) -> Counter[str]:
    """How often each player's command stands in the log: `table name command`."""
    found: Counter[str] = Counter()
    with house.database.read() as connection:
        for table in house.tables():
            for record in store.records_after(connection, table, 0):
                for act in decoded(record.body):
                    if act.command in COUNTED:
                        found[f"{table} {act.by} {act.command}"] += 1
    return found


def compared(done: dict[str, int], log: Counter[str]) -> tuple[int, int]:
    """How many commands that were answered as done the log lacks, and how many it has that were not."""
    lost = sum(max(0, times - log[key]) for key, times in done.items())
    doubled = sum(max(0, times - done.get(key, 0)) for key, times in log.items())
    return lost, doubled


def percentiles(seconds: Sequence[float]) -> tuple[float, float]:
    """p50 and p99 in milliseconds."""
    if len(seconds) < 2:
        return (0.0, 0.0)
    cuts = statistics.quantiles(seconds, n=100)
    return round(1000 * cuts[49], 1), round(1000 * cuts[98], 1)


def figures(kind: str, address: str, log: Path, given: argparse.Namespace, own_rate: float) -> Figures:
    """A whole evening on one database."""
    with Database.open(address, create=True) as database:
        house = House(database, KEYS)
        places = opened(house, given.tables, given.clients, given.players)
        with server_at(address, log) as url:
            took = asyncio.run(echoes(url, given.clients, given.yardstick_seconds, VIEW_BYTES))
            notes = visited(url, places, given.seconds, given.processes)
        house = House(database, KEYS)
        rounds = sum(max(0, house.table(table).state.rounds - 1) for table in house.tables())
        lost, doubled = compared(notes.done, logged(house))
    return Figures(
        database=kind,
        tables=given.tables,
        clients=given.clients,
        players=sum(1 for place in places if place.seat),
        seconds=given.seconds,
        rounds_a_second=round(rounds / given.seconds, 1),
        commands=notes.sent,
        sent_twice=notes.again,
        answers=notes.answered,
        refused=notes.refused,
        lost=lost + notes.unanswered,
        doubled=doubled,
        dropped=notes.goodbyes,
        troubles=log.read_text("utf-8").splitlines(),
        views=notes.views,
        to_answer_ms=percentiles(notes.to_answer),
        to_view_ms=percentiles(notes.to_view),
        echo_ms=percentiles(took),
        echoes_a_second=round(len(took) / given.yardstick_seconds, 1),
        house_rounds_a_second=round(own_rate, 1),
    )


@contextmanager
def addresses(folder: Path, kinds: Sequence[str]) -> Iterator[dict[str, tuple[str, str]]]:
    """Two new databases of each kind on the disk to be measured: the floor's, and the yardstick's."""
    if "postgresql" not in kinds:
        yield {"sqlite": (str(folder / "floor.db"), str(folder / "house.db"))}
        return
    with throw_away(folder) as server:
        with psycopg.connect(server.url(), autocommit=True) as admin:
            for name in ("floor", "house"):
                admin.execute(f"CREATE DATABASE {name}".encode())
        found = {
            "sqlite": (str(folder / "floor.db"), str(folder / "house.db")),
            "postgresql": (server.url("floor"), server.url("house")),
        }
        yield {kind: found[kind] for kind in kinds}


def told(found: Figures) -> str:
    """The figures of one database, for people."""
    refused = ", ".join(f"{code} {times}" for code, times in sorted(found.refused.items())) or "none"
    dropped = ", ".join(f"{times} x {reason}" for reason, times in sorted(found.dropped.items())) or "none"
    lines = (
        (f"{found.tables} tables, {found.players} players and {found.clients - found.players} spectators",
         f"{found.rounds_a_second:,.0f} rounds a second; the house alone does {found.house_rounds_a_second:,.0f}"),
        ("from a command to the table shown with it done",
         f"p50 {found.to_view_ms[0]:,.0f} ms, p99 {found.to_view_ms[1]:,.0f} ms"),
        ("from a command to its answer", f"p50 {found.to_answer_ms[0]:,.0f} ms, p99 {found.to_answer_ms[1]:,.0f} ms"),
        ("an echo of as many bytes, as many clients",
         f"p50 {found.echo_ms[0]:,.0f} ms, p99 {found.echo_ms[1]:,.0f} ms; {found.echoes_a_second:,.0f} a second"),
        ("commands", f"{found.commands:,} sent, {found.sent_twice:,} of them twice, {found.answers:,} answers"),
        ("refused", refused),
        ("lost, doubled, connections dropped", f"{found.lost}, {found.doubled}, {dropped}"),
        ("troubles that the server logged", f"{len(found.troubles)}"),
        ("views received", f"{found.views:,}, {found.views / found.seconds:,.0f} a second"),
    )  # fmt: skip
    return "\n".join([found.database, *[f"  {name:<52}{value}" for name, value in lines]])


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the figures; ends with 1 where a command was lost or doubled."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--yardstick-seconds", type=float, default=2.0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--clients", type=int, default=300)
    parser.add_argument("--players", type=int, default=4, help="of the clients at each table, how many play")
    parser.add_argument("--processes", type=int, default=1, help="how many processes the clients are")
    parser.add_argument("--databases", nargs="*", default=["sqlite", "postgresql"])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    found = measured(given)
    if given.json:
        print(json.dumps([{name: getattr(one, name) for name in one.__struct_fields__} for one in found], indent=1))
    if any(one.lost or one.doubled for one in found):
        sys.exit(1)


def measured(given: argparse.Namespace) -> list[Figures]:
    """The figures of every database that was asked for."""
    found = list[Figures]()
    with tempfile.TemporaryDirectory(dir=given.folder) as place:
        os.chmod(place, 0o755)  # the server may run as somebody else
        with addresses(Path(place), given.databases) as kinds:
            for kind, (floor, house) in kinds.items():
                with Database.open(house, create=True) as database:
                    rate, *_ = asyncio.run(measure(database, "md-tcp", given.tables, given.yardstick_seconds))
                found.append(figures(kind, floor, Path(place, f"{kind}.log"), given, rate))
                if not given.json:
                    print(told(found[-1]), flush=True)
    return found


if __name__ == "__main__":
    main()
