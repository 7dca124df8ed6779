"""Several processes that serve one house: each is started, listened to, and begun again should it end.

To start is not to be ill, however long it takes. What cannot start is tried again, each time after a longer pause, and
the others serve on meanwhile. The processes end with the one that started them, however that ended.
"""

import logging
import multiprocessing
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread

from croupier.rulebook.errors import BadInput
from croupier.server.app.app import Floor
from croupier.server.app.running import PATIENCE_SECONDS, served_by
from croupier.server.settings import Settings, Tls

NOT_STARTED = 3  # how a process ends that could not start, as a server does
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.5, 30.0
SOUND_SECONDS = 30.0  # who has served for so long is started again at once
SILENT_SECONDS = 60.0  # who serves, and has said nothing for so long, hangs
FAREWELL_SECONDS = PATIENCE_SECONDS + 10.0
STARTING = multiprocessing.get_context("spawn")

_log = logging.getLogger("croupier.server")
MakesFloor = Callable[[], Floor]


def work(makes: MakesFloor, settings: Settings, tls: Tls | None, listening: socket.socket, line: Connection) -> None:
    """What one of the processes does, from its start to its end: it says when it serves, and then once a second."""

    def says() -> None:
        with suppress(OSError):  # whoever started this one has gone, and it is about to stop
            line.send(None)

    try:
        server = served_by(makes(), settings, tls, says)
    except BadInput as trouble:
        _log.error("A process cannot start: %s", trouble)
        sys.exit(NOT_STARTED)

    def listen() -> None:
        with suppress(OSError, EOFError):
            line.recv()
        server.should_exit = True

    Thread(target=listen, daemon=True).start()
    with suppress(KeyboardInterrupt):  # the server has stopped for it already
        server.run([listening])


class Worker:
    """One of the processes that shall run: it runs, or it is to be started when it is due."""

    def __init__(self, start: Callable[[Connection], SpawnProcess]) -> None:
        self._start = start
        self._pause_seconds = 0.0
        self._due = time.monotonic()
        self._on_notification: float | None = None  # None until it serves
        self._began = 0.0
        self.process: SpawnProcess | None = None
        self.line: Connection | None = None

    def tend(self) -> None:
        """Starts it where it is due, takes in what it says, sees that it has ended, and ends one that hangs."""
        now = time.monotonic()
        if self.process is None:
            if now >= self._due:
                self._begin(now)
            return
        if self.process.is_alive():
            self._listen(now)
            if self._on_notification is not None and now - self._on_notification > SILENT_SECONDS:
                _log.error("Process %s has fallen silent; it is ended.", self.process.pid)
                self.process.kill()
            return
        self._ended(now, self.process)

    def _begin(self, now: float) -> None:
        self._began, self._on_notification = now, None
        try:
            line, theirs = STARTING.Pipe()
        except OSError as error:
            self._not_begun(now, error)
            return
        process = self._start(theirs)
        try:
            process.start()
        except OSError as error:  # the machine has no descriptor, memory or process left for it
            line.close()
            self._not_begun(now, error)
        else:
            self.line, self.process = line, process
        finally:
            theirs.close()  # so that the line ends with the process

    def _not_begun(self, now: float, error: OSError) -> None:
        self._wait_longer(now)
        _log.error("No process can be started (%s); it is tried in %.1f seconds.", error.strerror, self._pause_seconds)

    def _listen(self, now: float) -> None:
        assert self.line is not None
        with suppress(OSError, EOFError):
            while self.line.poll():
                self.line.recv()
                self._on_notification = now

    def _ended(self, now: float, process: SpawnProcess) -> None:
        process.join()
        if self._on_notification is not None and now - self._began >= SOUND_SECONDS:
            self._pause_seconds, self._due = 0.0, now
        else:
            self._wait_longer(now)
        what = "ended" if self._on_notification is not None else "could not start"
        _log.warning(
            "Process %s %s (%s); another is started in %.1f seconds.",
            process.pid, what, _ending(process.exitcode), self._pause_seconds,
        )  # fmt: skip
        assert self.line is not None
        self.line.close()
        self.process = self.line = None

    def _wait_longer(self, now: float) -> None:
        self._pause_seconds = min(max(self._pause_seconds * 2, FIRST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS)
        self._due = now + self._pause_seconds

    def wakes(self) -> Iterator[Connection | int]:
        """What is to be looked at when it is ready."""
        if self.process and self.line:
            yield self.process.sentinel
            if not self.line.closed and self.process.is_alive():
                yield self.line

    def stop(self) -> None:
        """Asks it to stop. One that does not serve yet has nobody to take leave of, and may be long in starting: it is
        ended at once.
        """
        if self.process and self.line:
            self._listen(time.monotonic())
            if self._on_notification is None:
                self.process.terminate()
            self.line.close()

    def join(self, until: float) -> None:
        """Waits until it has stopped; who takes too long is ended."""
        if self.process:
            self.process.join(max(until - time.monotonic(), 0))
            if self.process.is_alive():
                _log.error("Process %s does not stop; it is ended.", self.process.pid)
                self.process.kill()
                self.process.join()


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        named = {number.value: number.name for number in signal.Signals}
        return f"signal {named.get(-code, -code)}"  # not every signal has a name
    return f"exit code {code}"


class Workers:
    """So many processes that serve a floor, until somebody asks them to stop."""

    def __init__(
        self, makes: MakesFloor, settings: Settings, tls: Tls | None, listening: socket.socket, count: int
    ) -> None:
        def start(line: Connection) -> SpawnProcess:
            return STARTING.Process(target=work, args=(makes, settings, tls, listening, line), name="floor")

        self._workers = [Worker(start) for _ in range(count)]
        self._stopping = False

    def run(self) -> None:
        """Runs them until SIGINT or SIGTERM comes."""
        with self._signals() as woken:
            while not self._stopping:
                for worker in self._workers:
                    worker.tend()
                wait([woken, *[one for worker in self._workers for one in worker.wakes()]], 0.5)
            for worker in self._workers:
                worker.stop()
            until = time.monotonic() + FAREWELL_SECONDS
            for worker in self._workers:
                worker.join(until)

    @contextmanager
    def _signals(self) -> Iterator[socket.socket]:
        """A socket that has something to read once it was asked to stop."""

        def stop(*_: object) -> None:
            self._stopping = True

        ours, theirs = socket.socketpair()
        with ours, theirs:
            theirs.setblocking(False)
            before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
            wakes = signal.set_wakeup_fd(theirs.fileno())
            try:
                yield ours
            finally:
                signal.set_wakeup_fd(wakes)
                for number, handler in before.items():
                    signal.signal(number, handler)
