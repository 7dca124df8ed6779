"""The clocks of a house's tables: one for each that waits for its players, begun again where more time is given."""

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple

from croupier.house.desk import Desk
from croupier.house.waiting import Waited, extensions, seconds_for, waited_for


class Running(NamedTuple):
    """A clock that runs: for what, how often it was given more time, how long the whole wait is."""

    waited: Waited
    extended: int
    whole_ms: int
    timer: asyncio.TimerHandle


class Clocks:
    """Rings, through `ring`, when what a table waits for has taken too long; `now_ms` is the house's time."""

    def __init__(self, ring: Callable[[str, Waited], None], now_ms: Callable[[], int]) -> None:
        self._ring = ring
        self._now_ms = now_ms
        self._running: dict[str, Running] = {}
        self._rang: dict[str, tuple[Waited, int]] = {}  # for what each table's clock rang last

    def keep(self, desk: Desk, anew: bool = False) -> None:
        """Runs the table's clock for whoever it waits for now, from when that began; `anew` gives the whole time.

        A clock that runs for the same wait goes on, so that no other command at the table prolongs it.
        """
        waited = waited_for(desk)
        given = extensions(desk, waited) if waited else []
        seconds = seconds_for(desk, waited) if waited else 0
        running = self._running.get(desk.table_id)
        if running and running[:3] == (waited, len(given), seconds * 1000):
            return
        anew = anew or self._rang.pop(desk.table_id, None) == (waited, len(given))  # it rang, and nobody could answer
        self.forget(desk.table_id)
        if waited is None or not seconds:
            return
        # Of several processes each reads when the wait began from the log, so their clocks ring at about the same time.
        gone = 0 if anew else self._now_ms() - (given[-1].at_ms if given else desk.at_ms)
        left_ms = min(max(seconds * 1000 - gone, 0), seconds * 1000)
        timer = asyncio.get_running_loop().call_later(left_ms / 1000, self._rung, desk.table_id, waited)
        self._running[desk.table_id] = Running(waited, len(given), seconds * 1000, timer)

    def left_ms(self, table_id: str) -> tuple[int, int] | None:
        """How long a table still waits and how long the whole wait is, None where no clock runs."""
        running = self._running.get(table_id)
        if running is None:
            return None
        left = running.timer.when() - asyncio.get_running_loop().time()
        return max(int(left * 1000), 0), running.whole_ms

    @property
    def running(self) -> Mapping[str, Running]:
        """The clocks that run, each by its table's name."""
        return self._running

    def forget(self, table_id: str) -> None:
        """Stops the table's clock, where one runs."""
        running = self._running.pop(table_id, None)
        if running:
            running.timer.cancel()

    def stop(self) -> None:
        """Stops every clock."""
        for running in self._running.values():
            running.timer.cancel()

    def _rung(self, table_id: str, waited: Waited) -> None:
        running = self._running.pop(table_id)
        self._rang[table_id] = (waited, running.extended)
        self._ring(table_id, waited)
