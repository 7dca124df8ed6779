"""Exact mathematics in processes of its own, so that a table never waits for it.

One process works out odds, which may take seconds the first time, one advises, which must be quick, and one solves
what takes the adviser seconds. Each starts when it is first asked, keeps what it has loaded, and ends with the server.
Nothing here is loaded by them but the odds.
"""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Lock, Thread
from typing import Generic, ParamSpec, TypeVar

MOST_KEPT = 256
Given = ParamSpec("Given")
Found = TypeVar("Found")


def _leave_with_the_server() -> None:
    """Ends this process when the server's is gone, however that ended; an interrupt is the server's to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server is not None

    def wait() -> None:
        server.join()
        os._exit(0)

    Thread(target=wait, daemon=True).start()


def end_calculations() -> None:
    """Ends whatever is still being calculated for this process: when a server stops, nobody waits for it any more."""
    for process in multiprocessing.active_children():
        process.kill()


class Worker:
    """A process of our own to calculate in, begun again should it die."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._starting = Lock()

    def begin(self, function: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Future[Found]:
        """Begins the calculation; what it finds is in the future."""
        with self._starting:
            try:
                return self._started().submit(function, *given, **named)
            except BrokenProcessPool:  # it died, of a signal or of too little memory, since it was asked
                self._pool = None
                return self._started().submit(function, *given, **named)

    async def ask(self, function: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
        """What the calculation finds."""
        try:
            return await asyncio.wrap_future(self.begin(function, *given, **named))
        except BrokenProcessPool:  # the process died under it: once more, in a new one
            return await asyncio.wrap_future(self.begin(function, *given, **named))

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            fresh = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=fresh, initializer=_leave_with_the_server)
        return self._pool


class Memo(Generic[Found]):
    """What was calculated once under a name is not calculated again, nor twice at a time; what failed is.

    So many are kept, and then the oldest is forgotten for a new one.
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._futures: dict[str, Future[Found]] = {}  # the oldest first
        self._asking = Lock()

    def begin(
        self, name: str, function: Callable[Given, Found], *given: Given.args, **named: Given.kwargs
    ) -> Future[Found]:
        """The calculation under the name, begun if it is not yet."""
        with self._asking:
            future = self._futures.get(name)
            if future is None or (future.done() and (future.cancelled() or future.exception())):
                future = self._futures[name] = self._worker.begin(function, *given, **named)
                if len(self._futures) > MOST_KEPT:
                    del self._futures[next(iter(self._futures))]
            return future

    def known(self, name: str) -> Future[Found] | None:
        """The calculation under the name, where one was begun."""
        with self._asking:
            return self._futures.get(name)

    @property
    def under_way(self) -> int:
        """How many are not done yet."""
        with self._asking:
            return sum(not future.done() for future in self._futures.values())

    async def get(
        self, name: str, function: Callable[Given, Found], *given: Given.args, **named: Given.kwargs
    ) -> Found:
        """What is found under the name; who stops waiting for it stops nobody else."""
        try:
            return await asyncio.shield(asyncio.wrap_future(self.begin(name, function, *given, **named)))
        except BrokenProcessPool:
            return await asyncio.shield(asyncio.wrap_future(self.begin(name, function, *given, **named)))
