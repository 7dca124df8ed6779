"""A process of the house, to be killed: it plays rounds at many tables, and keeps a journal as a client would.

    python -m tests.house.service.worker

Reads orders from standard input, a JSON text a line, and for each starts a new process that carries it out and writes
the new process's number on standard output. What takes long to load is loaded once, before the first order.
"""

import asyncio
import gc
import os
import random
import signal
import sys
import time
import traceback
from itertools import count
from pathlib import Path

import msgspec

from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Answer, Done
from croupier.house.log.events import FELT
from croupier.house.service.house import House
from croupier.house.service.service import TableService
from croupier.house.transaction import table_cache
from croupier.rulebook.elect import resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.submission import parse_submission
from croupier.table.values.refusal import Refusal
from tests.house.floor import KEYS
from tests.house.service.crowd import PAYTABLES, linked_example, wishes_at
from tests.house.service.pit_acts import acts_at

PAUSE_SECONDS = 0.02
SNAPSHOT_EVERY = 64  # more often than a house does, for a worker does not live long


class Order(msgspec.Struct, frozen=True):
    """What a worker is to do: play at these tables, and journal it.

    It begins when there is a file at `gate`, if one is named. It ends when every table has come to its round number
    `rounds` or when the time is over; where neither is given it goes on for ever. Guests think up to `thought_ms`, and
    wager on everything where no wagers are named.
    """

    address: str
    journal: str
    tables: tuple[str, ...]
    gate: str = ""
    rounds: int = sys.maxsize
    seconds: float = 10.0**9
    thought_ms: int = 0
    wagers: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a journal: a request that is about to be sent, or what it was answered.

    Or else, numbered 0: that the worker is ready, that it is done, with rounds and milliseconds, or why it broke.
    """

    number: int = 0
    request: h.Request | None = None
    record: int | None = None
    refusal: Refusal | None = None
    again: bool = False
    ready: bool = False
    rounds: int | None = None
    took_ms: int = 0
    broke: str = ""


class Journal:
    """An append-only file. A line is there once it is written, whenever the process is killed."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def write(self, line: Line) -> None:
        os.write(self._file, msgspec.json.encode(line) + b"\n")


class Client:
    """Plays at tables through a service: every command has an id, is journaled, sent until answered, and journaled."""

    def __init__(self, service: TableService, journal: Journal, order: Order) -> None:
        self.service = service
        self.rounds = 0
        self._order = order
        self._journal = journal
        self._numbers = count(1)
        self._mark = os.urandom(6).hex()
        self._parent = os.getppid()

    async def play(self, table: str, until: float) -> None:
        """Round after round at one table, unless whoever started this process is gone."""
        house, order = self.service.house, self._order
        while time.monotonic() < until and os.getppid() == self._parent:
            house_table = house.known(table)
            assert house_table is not None
            if house_table.state.rounds >= order.rounds:
                return
            rules = house.rules_of(house_table)
            on_felt = house_table.chip_source == FELT
            requests = list(acts_at(rules, house_table) if on_felt else wishes_at(rules, house_table, order.wagers))
            assert requests, f"{table} waits for nobody: {house_table.state.round}"
            await asyncio.gather(*[self._ask(table, request) for request in requests])
            after = house.known(table)
            assert after is not None
            self.rounds += after.state.rounds - house_table.state.rounds
            if order.thought_ms:
                await asyncio.sleep(random.uniform(0, order.thought_ms) / 1000)

    async def _ask(self, table: str, wanted: h.AnyRequestedCommand) -> None:
        number = next(self._numbers)
        request = h.Request(table, wanted, f"{self._mark}-{number}")
        self._journal.write(Line(number, request))
        answer = await self._answer(request)
        if isinstance(answer, Done):
            self._journal.write(Line(number, record=answer.record, again=answer.again))
        else:
            self._journal.write(Line(number, refusal=answer))

    async def _answer(self, request: h.Request) -> Answer:
        while True:
            try:
                return await self.service.send(request)
            except BadInput:  # the database is away: the same command again, until it is back
                await asyncio.sleep(PAUSE_SECONDS)


async def carry_out(order: Order, journal: Journal) -> None:
    """Opens the house as any process does, and plays."""
    with Database.open(order.address) as database:
        async with TableService(House(database, KEYS)) as service:
            client = Client(service, journal, order)
            journal.write(Line(ready=True))
            while order.gate and not os.path.exists(order.gate):
                await asyncio.sleep(0.001)
            began = time.monotonic()
            await asyncio.gather(*[client.play(table, began + order.seconds) for table in order.tables])
            took_ms = round(1000 * (time.monotonic() - began))
            journal.write(Line(rounds=client.rounds, took_ms=took_ms))


def main() -> None:
    """Starts a process for each order."""
    for rulebook in PAYTABLES:
        resolve(parse_submission(linked_example(rulebook), rulebook))
    table_cache.SNAPSHOT_EVERY = SNAPSHOT_EVERY
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the processes: who ends is gone at once
    for text in sys.stdin:
        order = msgspec.json.decode(text, type=Order)
        started = os.fork()
        if started:
            print(started, flush=True)
            continue
        journal = Journal(order.journal)
        try:
            asyncio.run(carry_out(order, journal))
        except BaseException:
            journal.write(Line(broke=traceback.format_exc()))
        os._exit(0)


def lines(path: Path) -> list[Line]:
    """What a journal says; the last line may have been cut off by the kill."""
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=Line) for line in path.read_bytes().split(b"\n")[:-1]]


if __name__ == "__main__":
    main()
