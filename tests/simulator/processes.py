"""Which of the simulated processes is at work: all of them share one real process, and one thread at a time."""

import asyncio
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from itertools import count
from typing import Any

_CURRENT: ContextVar["Process | None"] = ContextVar("process", default=None)


class Died(BaseException):
    """The process is dead: what it was doing ends here, and reaches nobody."""


class Process:
    """A process of a house. Once it is dead nothing that it does comes through."""

    def __init__(self, house: str, name: str) -> None:
        self.house = house
        self.name = name
        self.dead = False
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.given: dict[str, Callable[[], Any]] = {}  # what the handlers of its app are given
        self._context = copy_context()
        self._context.run(_CURRENT.set, self)

    @property
    def context(self) -> Context:
        """The context of something new that the process does."""
        return self._context.copy()


def current() -> Process | None:
    """The process at work; none where the simulator itself, a player or somebody who looks on is."""
    return _CURRENT.get()


class NumberedTask(asyncio.Task[Any]):
    """A task whose place in a set does not depend on where in memory it is."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self._number = next(_NUMBERS)
        super().__init__(*given, **named)

    def __hash__(self) -> int:
        return self._number


_NUMBERS = count(1)


def owned_task(loop: asyncio.AbstractEventLoop, coroutine: Any, **given: Any) -> NumberedTask:
    """A task that is known to be its process's."""
    task = NumberedTask(coroutine, loop=loop, **given)
    context: Context | None = given.get("context")
    process = context.get(_CURRENT) if context is not None else current()
    if process:
        process.tasks[task] = None
        task.add_done_callback(process.tasks.pop)
    return task


def number_in_sets(*kinds: type) -> None:
    """Gives things a number to be hashed by: what a set of them is walked in is the same whenever it is done again."""

    def numbered(self: Any) -> int:
        number: int = self.__dict__.setdefault("_set_number", next(_NUMBERS))
        return number

    for kind in kinds:
        kind.__hash__ = numbered  # type: ignore[assignment]
