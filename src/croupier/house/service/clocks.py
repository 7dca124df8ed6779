"""The clocks of a house's tables: one for each that waits for its players, begun again where more time is given."""

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple

from croupier.house.handlers.waiting import Waited, awaited_of, extensions, seconds_for, waited_for
from croupier.house.log.house_table import HouseTable
from croupier.rulebook.sign import DISCONNECTED_SECONDS


class Running(NamedTuple):
    """A clock that runs: for what, how often it was given more time, how long the whole wait is, when it began and when
    it ends by the house's time, and whose connection is gone, if it is shorter for that.
    """

    waited: Waited
    extended: int
    whole_ms: int
    began_ms: int
    ends_ms: int
    gone: tuple[str, ...]
    timer: asyncio.TimerHandle


class Clocks:
    """Rings, through `ring`, when what a table waits for has taken too long; `now_ms` is the house's time.

    `gone_since_ms` tells since when a player's connection to a table is gone, None where it is not.
    """

    def __init__(self, ring: Callable[[str, Waited], None], now_ms: Callable[[], int]) -> None:
        self._ring = ring
        self._now_ms = now_ms
        self.gone_since_ms: Callable[[str, str], int | None] = lambda table, player: None
        self._running: dict[str, Running] = {}
        self._rang: dict[str, tuple[Waited, int]] = {}  # for what each table's clock rang last

    def keep(self, table: HouseTable, anew: bool = False) -> None:
        """Runs the table's clock for whoever it waits for now, from when that began; `anew` gives the whole time.

        A clock that runs for the same wait goes on, so that no other command at the table prolongs it.
        """
        waited = waited_for(table)
        given = extensions(table, waited) if waited else []
        seconds = seconds_for(table, waited) if waited else 0
        running = self._running.get(table.table_id)
        same = running is not None and (running.waited, running.extended) == (waited, len(given))
        anew = anew or self._rang.pop(table.table_id, None) == (waited, len(given))  # it rang, and nobody could answer
        if waited is None or not seconds:
            self.forget(table.table_id)
            return
        # Of several processes each reads when the wait began from the log, so their clocks ring at about the same time.
        began_ms = given[-1].at_ms if given else table.at_ms
        if same and running:
            began_ms = running.began_ms
        elif anew:
            began_ms = self._now_ms()
        gone, since_ms = self._gone(table, waited)
        whole_ms, ends_ms = seconds * 1000, began_ms + seconds * 1000
        # Who is back has the whole time again; who is gone is never waited for longer than who is there.
        if gone and (short := max(since_ms, began_ms) + DISCONNECTED_SECONDS * 1000) < ends_ms:
            whole_ms, ends_ms = DISCONNECTED_SECONDS * 1000, short
        else:
            gone = ()
        if same and running and (running.whole_ms, running.ends_ms, running.gone) == (whole_ms, ends_ms, gone):
            return
        self.forget(table.table_id)
        left_ms = min(max(ends_ms - self._now_ms(), 0), whole_ms)
        timer = asyncio.get_running_loop().call_later(left_ms / 1000, self._on_time_up_done, table.table_id, waited)
        self._running[table.table_id] = Running(waited, len(given), whole_ms, began_ms, ends_ms, gone, timer)

    def _gone(self, table: HouseTable, waited: Waited) -> tuple[tuple[str, ...], int]:
        """The players who keep the table waiting, if all of them are gone, and since when.

        Only where the house deals itself: elsewhere a person sees who is there.
        """
        awaited = awaited_of(table, waited) if table.dealer == "virtual" else ()
        since = [at for player in awaited if (at := self.gone_since_ms(table.table_id, player)) is not None]
        return (awaited, max(since)) if since and len(since) == len(awaited) else ((), 0)

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

    def _on_time_up_done(self, table_id: str, waited: Waited) -> None:
        running = self._running.pop(table_id)
        self._rang[table_id] = (waited, running.extended)
        self._ring(table_id, waited)
