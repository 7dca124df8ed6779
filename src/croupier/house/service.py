"""The table service: many tables in one process, one commit for all that was asked meanwhile, and the clock.

Nobody is answered, and no watcher is told, before what they hear of is committed.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from croupier.house import commands as h
from croupier.house.desk import Desk
from croupier.house.house import Answer, House
from croupier.rulebook.errors import BadInput

# How many commits are under way at a time, and how many commands each has at most. PostgreSQL writes one while the next
# is made ready; SQLite lets one write at a time.
WORKERS = {"sqlite": (1, 512), "postgresql": (2, 160)}
TEND_SECONDS = 1.0  # how often links elsewhere are told of what happened here
Given = ParamSpec("Given")
Found = TypeVar("Found")
Asked = tuple[h.Request, "asyncio.Future[Answer]"]
Waited = tuple[str, int, str, int]  # what a table waits for: bets or an answer, in which round, at which point, of whom


class Watcher:
    """Somebody who looks at a table: `next` waits until it has changed since they last looked."""

    def __init__(self) -> None:
        self._desk: Desk | None = None
        self._changed = asyncio.Event()

    def tell(self, desk: Desk) -> None:
        """The table stands like this now."""
        if self._desk is None or desk.version > self._desk.version:
            self._desk = desk
            self._changed.set()

    async def next(self) -> Desk:
        """The table, once it has changed."""
        await self._changed.wait()
        self._changed.clear()
        assert self._desk is not None
        return self._desk


class TableService:
    """Runs the house's tables. Enter it, `send` requests, `watch` tables; leaving it waits for what was asked."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._workers, self._at_once = WORKERS[house.database.dialect]
        self._asked: deque[Asked] = deque()
        self._in_work: set[str] = set()  # tables whose commands are being carried out
        self._something_to_do = asyncio.Event()
        self._leaving = False
        self._threads = ThreadPoolExecutor(self._workers, thread_name_prefix="house")
        self._watchers: dict[str, set[Watcher]] = {}
        self._timers: dict[str, tuple[Waited, asyncio.TimerHandle]] = {}
        self._working: list[asyncio.Task[None]] = []
        self._tending: asyncio.Task[None] | None = None
        self._timing: set[asyncio.Future[Answer]] = set()
        self.commits = 0
        self.carried_out = 0

    async def __aenter__(self) -> Self:
        self._working = [asyncio.create_task(self._work()) for _ in range(self._workers)]
        try:
            await self.recover()
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        if self.house.elsewhere:
            self._tending = asyncio.create_task(self._tend())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._tending:
            self._tending.cancel()
        self._leaving = True
        self._something_to_do.set()
        await asyncio.gather(*self._working)
        for _, timer in self._timers.values():
            timer.cancel()
        if self.house.witness:
            await self._in_thread(self.house.witness.write)
        self._threads.shutdown()

    async def recover(self) -> None:
        """Reads every table as it was acknowledged, and goes on waiting for whoever is waited for."""
        for name in await self._in_thread(self.house.tables):
            self._keep_time(await self._in_thread(self.house.desk, name))

    async def send(self, request: h.Request) -> Answer:
        """The answer to a request, once it is committed.

        Where the database failed, its error is raised; send the same command id again to learn what became of it.
        """
        return await self._enqueue(request)

    @asynccontextmanager
    async def watch(self, table_id: str) -> AsyncIterator[Watcher]:
        """A watcher of a table, who is told of it as it stands and of every change from now on."""
        watcher = Watcher()
        watchers = self._watchers.setdefault(table_id, set())
        watchers.add(watcher)
        try:
            watcher.tell(await self._in_thread(self.house.desk, table_id))
            yield watcher
        finally:
            watchers.discard(watcher)

    def extend(self, table_id: str, seconds: int) -> bool:
        """Gives whoever the table waits for so much time from now; says whether it was waiting."""
        if table_id not in self._timers:
            return False
        waited, timer = self._timers[table_id]
        timer.cancel()
        self._timers[table_id] = (waited, self._ring(table_id, waited, seconds))
        return True

    def _enqueue(self, request: h.Request) -> asyncio.Future[Answer]:
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._asked.append((request, future))
        self._something_to_do.set()
        return future

    async def _in_thread(self, function: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(function, *given, **named))

    async def _work(self) -> None:
        while True:
            batch = self._next_batch()
            if not batch and self._leaving and not self._asked:
                return
            if not batch:
                self._something_to_do.clear()
                await self._something_to_do.wait()
                continue
            tables = {request.table for request, _ in batch}
            self._in_work |= tables
            await self._commit([request for request, _ in batch], [future for _, future in batch])
            self._in_work -= tables
            self._something_to_do.set()

    def _next_batch(self) -> list[Asked]:
        """What is committed next, in the order it was asked; a table that another worker has waits with all it asks."""
        batch, later = list[Asked](), list[Asked]()
        while self._asked and len(batch) < self._at_once:
            asked = self._asked.popleft()
            (later if asked[0].table in self._in_work else batch).append(asked)
        self._asked.extendleft(reversed(later))
        return batch

    async def _commit(self, requests: list[h.Request], futures: list[asyncio.Future[Answer]]) -> None:
        try:
            answers = await self._in_thread(self.house.submit, requests)
        except Exception as error:
            answers = [error] * len(requests)
        self.commits += 1
        self.carried_out += len(requests)
        for name in dict.fromkeys(request.table for request in requests):
            desk = self.house.known(name)
            if desk:
                self._keep_time(desk)
                for watcher in self._watchers.get(name, ()):
                    watcher.tell(desk)
        for future, answer in zip(futures, answers, strict=True):
            if future.cancelled():
                continue
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    async def _tend(self) -> None:
        """Tells links elsewhere what they have to hear, and goes on where one that was lost answers again."""
        while True:
            with suppress(BadInput):  # the tables' own database is away, and whoever asks is told; the next time, then
                for name in await asyncio.to_thread(self.house.tend_links):
                    await self._enqueue(h.Request(name, h.GoOn()))
            await asyncio.sleep(TEND_SECONDS)

    def _keep_time(self, desk: Desk) -> None:
        """Starts the clock for whoever the table waits for now, unless it runs already."""
        waited = waited_for(desk)
        running = self._timers.get(desk.table_id)
        if running and running[0] == waited:
            return
        if running:
            running[1].cancel()
            del self._timers[desk.table_id]
        seconds = desk.betting_seconds if waited and waited[0] == "bets" else desk.decision_seconds
        if waited and seconds:
            self._timers[desk.table_id] = (waited, self._ring(desk.table_id, waited, seconds))

    def _ring(self, table_id: str, waited: Waited, seconds: int) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._time_is_up, table_id, waited)

    def _time_is_up(self, table_id: str, waited: Waited) -> None:
        self._timers.pop(table_id, None)
        kind, round_, point, seat = waited
        # Every process that serves the table may ring, some late: what was waited for is named, so it is done once.
        command: h.AnyHouseCommand = h.EndBetting(time_is_up=True, round=round_)
        if kind == "answer":
            command = h.EndWaiting(seat=seat, point=point, round=round_)
        future = self._enqueue(h.Request(table_id, command))
        self._timing.add(future)
        future.add_done_callback(self._rung)

    def _rung(self, future: "asyncio.Future[Answer]") -> None:
        self._timing.discard(future)
        if not future.cancelled():
            future.exception()  # what the database said, whoever asks next is told too


def waited_for(desk: Desk) -> Waited | None:
    """What a table waits for from its players, None where nothing is awaited."""
    round_ = desk.state.round
    if round_ is None or desk.closed or desk.dealer != "virtual":
        return None
    if round_.phase == "wagering" and round_.boxes:
        return ("bets", round_.number, "", 0)
    if round_.phase == "decisions" and round_.to_ask:
        return ("answer", round_.number, round_.point, round_.to_ask[0])
    return None
