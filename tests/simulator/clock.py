"""A loop on a simulated clock: nobody waits, it is at once as late as it must be for whatever is due next."""

import asyncio
import os
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from random import Random
from typing import Any, NamedTuple

from tests.simulator.hands import Hand, Hands
from tests.simulator.processes import Died, Process, current

Delay = Callable[[], float]
RESOLUTION_SECONDS = 1e-6


class _Waiting:
    """In place of a selector: instead of waiting, it is later."""

    def __init__(self, loop: "SimulatedLoop") -> None:
        self._loop = loop

    def select(self, seconds: float | None) -> list[Any]:
        if seconds is None:
            raise RuntimeError("nothing will ever happen again: everybody waits for somebody")
        if seconds > 0:
            self._loop.seconds += seconds
        return []


class _Job(NamedTuple):
    """A blocking job, whose it is, and who waits for it."""

    function: Callable[[], Any]
    process: Process | None
    future: asyncio.Future[Any]
    pool: Any  # None where there are threads enough


class SimulatedLoop(asyncio.BaseEventLoop):
    """asyncio's own loop; only its clock, its waiting and its threads are simulated."""

    def __init__(self, delay: Delay) -> None:
        super().__init__()
        self.seconds = 0.0
        self.hands = Hands()
        self._delay = delay
        self._selector = _Waiting(self)
        self._clock_resolution = RESOLUTION_SECONDS
        self._waiting: dict[Any, deque[_Job]] = {}  # for the one thread of a pool, the first of them at work
        self._working: dict[Hand, _Job] = {}

    def time(self) -> float:
        """The simulated clock."""
        return self.seconds

    def _process_events(self, events: Any) -> None:
        return

    def _write_to_self(self) -> None:
        return

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """The job is begun a while later, and may be paused; those of a pool of one come in their order."""
        pool = executor if executor is not None and executor._max_workers == 1 else None
        job = _Job(partial(copy_context().run, func, *args), current(), self.create_future(), pool)
        if pool is not None:
            queue = self._waiting.setdefault(pool, deque())
            queue.append(job)
            if len(queue) > 1:
                return job.future
        self.call_later(self._delay(), self._begin, job)
        return job.future

    def _begin(self, job: _Job) -> None:
        if job.process and job.process.dead:
            self._next(job)
            job.future.cancel()
            return
        hand = self.hands.take()
        self._working[hand] = job
        hand.begin(job.function)
        self._after(hand)

    def _after(self, hand: Hand) -> None:
        """What comes after a hand has stopped: it goes on later, or somebody hears what it found."""
        if not hand.done:
            self.call_later(hand.paused_seconds, self._go_on, hand)
            return
        job, found, error = self._working.pop(hand), hand.found, hand.error
        self.hands.give_back(hand)
        self._next(job)
        if (job.process and job.process.dead) or isinstance(error, Died):
            job.future.cancel()
        else:
            self.call_later(self._delay(), _tell, job.future, found, error)

    def _next(self, job: _Job) -> None:
        if job.pool is not None:
            queue = self._waiting[job.pool]
            queue.popleft()
            if queue:
                self.call_later(self._delay(), self._begin, queue[0])

    def _go_on(self, hand: Hand) -> None:
        if not hand.done:  # nobody hurried it meanwhile
            hand.go_on()
        self._after(hand)

    def hurry(self, process: Process) -> None:
        """Whatever a dead process has under way comes to its end now."""
        for hand, job in list(self._working.items()):
            if job.process is process and not hand.done and hand not in self.hands.at_work:
                hand.hurried = True
                hand.go_on()


def _tell(future: asyncio.Future[Any], found: Any, error: BaseException | None) -> None:
    if future.cancelled():
        return
    if error is None:
        future.set_result(found)
    elif isinstance(error, StopIteration):
        future.set_exception(RuntimeError(str(error)))
    else:
        future.set_exception(error)


@contextmanager
def simulated_edges(monotonic: Callable[[], float], sleep: Callable[[float], None], chance: Random) -> Iterator[None]:
    """The clocks of this machine, its sleep and its chance are the simulation's meanwhile."""
    ours: tuple[tuple[Any, str, Any], ...] = (
        (time, "monotonic", monotonic),
        (time, "perf_counter", monotonic),
        (time, "time", lambda: 1_800_000_000 + monotonic()),
        (time, "time_ns", lambda: int((1_800_000_000 + monotonic()) * 1_000_000_000)),
        (time, "sleep", sleep),
        (os, "urandom", chance.randbytes),
        (secrets, "token_bytes", lambda count=None: chance.randbytes(count or 32)),
        (secrets, "choice", chance.choice),
    )
    usual = [(module, name, getattr(module, name)) for module, name, _ in ours]
    for module, name, replacement in ours:
        setattr(module, name, replacement)
    try:
        yield
    finally:
        for module, name, before in usual:
            setattr(module, name, before)
