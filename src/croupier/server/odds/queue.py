"""A line before a worker, so long and no longer."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from croupier.server.odds.calculation_pool import Worker
from croupier.server.wire.errors import Problem

Given = ParamSpec("Given")
Found = TypeVar("Found")
BUSY = "Others' calculations are under way and more are waiting; try again in a moment."


class Queue:
    """A worker for what may take seconds: whoever comes when so many are there already is told so at once."""

    def __init__(self, worker: Worker, most: int) -> None:
        self._worker, self._most, self._there = worker, most, 0

    async def ask(self, function: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
        """What the calculation finds."""
        if self._there >= self._most:
            raise Problem(429, "busy", BUSY)
        self._there += 1
        try:
            return await self._worker.ask(function, *given, **named)
        finally:
            self._there -= 1
