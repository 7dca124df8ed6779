"""Threads of which one runs at a time: a blocking job may be paused anywhere that it asks, and goes on when told to."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace, TracebackType
from typing import Any

from greenlet import getcurrent, greenlet  # type: ignore[import-untyped]

from tests.simulator.processes import Died

WAITING_SECONDS = 0.001  # between two looks whether a lock is free


class Hand:
    """Carries out one job after the other on a stack of its own; it stops where the job asks, and goes on when told to.

    A greenlet in place of a thread: nothing but who calls whom differs for a job of which one runs at a time, and to
    change from one to the other costs a hundredth.
    """

    def __init__(self, hands: "Hands") -> None:
        self.found: Any = None
        self.error: BaseException | None = None
        self.done = False
        self.paused_seconds = 0.0
        self.hurried = False  # it is not paused any more
        self._hands = hands
        self._job: Callable[[], Any] | None = None
        self._stack = greenlet(self._work)
        self._starter: greenlet | None = None

    def begin(self, job: Callable[[], Any]) -> None:
        """Works on a job until it is paused or done."""
        self._job, self.found, self.error, self.done, self.hurried = job, None, None, False, False
        self.go_on()

    def go_on(self) -> None:
        """Works on until it is paused again or done."""
        self._hands.at_work.append(self)
        self._starter, loop = getcurrent(), asyncio._get_running_loop()
        asyncio._set_running_loop(None)  # as in a thread, where no loop runs
        try:
            self._stack.switch()
        finally:
            asyncio._set_running_loop(loop)
            self._hands.at_work.pop()

    def pause(self, seconds: float) -> None:
        """Lets others work meanwhile; called by the job itself."""
        if not self.hurried:
            self.paused_seconds = seconds
            self._stop()

    def end(self) -> None:
        """No more jobs."""
        self._job = None
        self.go_on()

    def _stop(self) -> None:
        assert self._starter is not None
        self._starter.switch()

    def _work(self) -> None:
        while self._job is not None:
            try:
                self.found = self._job()
            except BaseException as error:
                self.error = error
            self.done = True
            self._stop()


class Hands:
    """The threads of a night."""

    def __init__(self) -> None:
        self.at_work: list[Hand] = []
        self._free: list[Hand] = []
        self._all: list[Hand] = []

    def take(self) -> Hand:
        """A free hand."""
        if not self._free:
            self._free.append(Hand(self))
            self._all.append(self._free[-1])
        return self._free.pop()

    def give_back(self, hand: Hand) -> None:
        """The hand is free again."""
        hand.found = hand.error = None
        self._free.append(hand)

    def pause(self, seconds: float) -> None:
        """The job at work lets others work; whoever works without a hand goes on at once."""
        if self.at_work:
            self.at_work[-1].pause(seconds)

    def sleep(self, seconds: float) -> None:
        """`time.sleep` for jobs: others work meanwhile, and who died meanwhile does not wake."""
        self.pause(seconds)
        if self.at_work and self.at_work[-1].hurried:
            raise Died

    def end(self) -> None:
        """No more threads; those that are paused for good are left alone."""
        for hand in self._free:
            hand.end()
        self._all.clear()
        self._free.clear()


class TurnLock:
    """A lock for jobs of which one runs at a time: who waits for it lets the others work."""

    hands = Hands()  # of the night that is being played

    def __init__(self) -> None:
        self._held = False

    def acquire(self) -> bool:
        """Waits until it is free, and takes it."""
        while self._held:
            if not self.hands.at_work:
                raise RuntimeError("the loop itself would wait for a thread here")
            self.hands.sleep(WAITING_SECONDS)
        self._held = True
        return True

    def release(self) -> None:
        """Lets it go."""
        self._held = False

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


@contextmanager
def taking_turns(hands: Hands, modules: Iterator[Any]) -> Iterator[None]:
    """Locks that these modules make meanwhile are such as these hands can wait for."""
    TurnLock.hands = hands
    usual: list[tuple[Any, str, Any]] = []
    for module in modules:
        for name, value in list(vars(module).items()):
            if value is threading.Lock:
                usual.append((module, name, value))
                setattr(module, name, TurnLock)
            elif value is threading:
                usual.append((module, name, value))
                setattr(module, name, SimpleNamespace(Lock=TurnLock))
    try:
        yield
    finally:
        for module, name, value in usual:
            setattr(module, name, value)
