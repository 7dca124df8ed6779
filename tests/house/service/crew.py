"""Workers started and killed by a test."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from tests.house.service.worker import Line, Order, lines
from tests.patience import PATIENCE_SECONDS

ROOT = Path(__file__).parents[3]


class Worker:
    """One process that plays, and its journal."""

    def __init__(self, process: int, journal: Path) -> None:
        self.process = process
        self.journal = journal

    @property
    def running(self) -> bool:
        try:
            os.kill(self.process, 0)
        except ProcessLookupError:
            return False
        return True

    def wait_for_work(self, size: int = 0) -> None:
        """Waits until something was answered and more than `size` bytes are in the journal."""
        self.wait_until(
            lambda: self.journal.exists() and self.journal.stat().st_size > size and b'"record"' in self.text()
        )

    def wait_until_ready(self) -> None:
        """Waits until it could begin."""
        self.wait_until(lambda: bool(self.lines()))

    def text(self) -> bytes:
        return self.journal.read_bytes()

    def kill(self) -> None:
        """Kills it as a power cut would."""
        os.kill(self.process, signal.SIGKILL)
        self.wait()

    def wait(self) -> None:
        """Waits until it has ended."""
        self.wait_until(lambda: not self.running)

    def lines(self) -> list[Line]:
        """What it has written; a worker that broke down by itself fails the test."""
        found = lines(self.journal)
        assert not [line.broke for line in found if line.broke], found[-1].broke
        return found

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Waits until that is so."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not condition():
            assert time.monotonic() < until, self.text()[-2000:].decode()
            time.sleep(0.002)


class Crew:
    """Starts workers, each a process of its own."""

    def __init__(self, stable: subprocess.Popen[bytes], folder: Path) -> None:
        self._stable = stable
        self._folder = folder
        self.workers: list[Worker] = []

    def start(self, address: str, tables: Sequence[str], **terms: Any) -> Worker:
        """A new worker at these tables, on the terms of an `Order`."""
        journal = self._folder / f"journal-{len(self.workers)}"
        order = Order(address, str(journal), tuple(tables), **terms)
        assert self._stable.stdin is not None
        assert self._stable.stdout is not None
        self._stable.stdin.write(msgspec.json.encode(order) + b"\n")
        self._stable.stdin.flush()
        self.workers.append(Worker(int(self._stable.stdout.readline()), journal))
        return self.workers[-1]

    def play_together(self, address: str, tables: Sequence[Sequence[str]], **terms: Any) -> list[Worker]:
        """A worker for each of these shares of the tables, all beginning at the same moment, once they have ended."""
        gate = self._folder / f"gate-{len(self.workers)}"
        workers = [self.start(address, share, gate=str(gate), **terms) for share in tables]
        for worker in workers:
            worker.wait_until_ready()
        gate.touch()
        for worker in workers:
            worker.wait()
        return workers


@contextmanager
def crew(folder: Path) -> Iterator[Crew]:
    """A crew; nobody of it is left afterwards."""
    command = [sys.executable, "-m", "tests.house.service.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as stable:
        hired = Crew(stable, folder)
        try:
            yield hired
        finally:
            for worker in hired.workers:
                if worker.running:
                    worker.kill()
