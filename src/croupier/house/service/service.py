"""The table service: many tables in one process, one commit for all that was asked meanwhile, and the clock.

Nobody is answered, and no watcher is told, before what they hear of is committed.
"""

import asyncio
import gc
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from croupier.house.checkpoints.witness import EVERY_SECONDS
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Answer
from croupier.house.handlers.waiting import Waited
from croupier.house.log.house_table import HouseTable
from croupier.house.service.again import again_and_again
from croupier.house.service.clocks import Clocks
from croupier.house.service.following import filings_to_follow
from croupier.house.service.house import House
from croupier.house.service.notifications import Notifications
from croupier.rulebook.errors import BadInput

WORKERS = {"sqlite": 1, "postgresql": 2}  # commits under way at a time: PostgreSQL writes one while the next is made
AT_ONCE = 512  # commands that one commit has at most
AT_LEAST = 32  # commands that are not shared out among workers
COLLECT_AFTER = 50_000  # new objects: a commit of many tables makes thousands, and hardly any lie in a circle
TEND_SECONDS = 1.0  # how often links elsewhere are told of what happened here
FOLLOW_SECONDS = 1.0  # how often it is looked which filings are in force
LOOK_SECONDS = 1.0  # how often it is looked for what other processes did at tables that somebody waits for
Given = ParamSpec("Given")
Found = TypeVar("Found")
TablesChanged = Callable[[Sequence[HouseTable]], object]
Asked = tuple[h.Request, "asyncio.Future[Answer]"]

_log = logging.getLogger("croupier")


class Watcher:
    """Somebody who looks at a table: `next` waits until it has changed since they last looked."""

    def __init__(self) -> None:
        self._table: HouseTable | None = None
        self._changed = asyncio.Event()

    def tell(self, table: HouseTable) -> None:
        """The table stands like this now."""
        if self._table is None or table.version > self._table.version:
            self._table = table
            self._changed.set()

    async def next(self) -> HouseTable:
        """The table, once it has changed."""
        await self._changed.wait()
        self._changed.clear()
        assert self._table is not None
        return self._table


class TableService:
    """Runs the house's tables. Enter it, `send` requests, `watch` tables; leaving it waits for what was asked."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._workers = self._free = WORKERS[house.database.dialect]
        self._asked: deque[Asked] = deque()
        self._in_work: set[str] = set()  # tables whose commands are being carried out
        self._something_to_do = asyncio.Event()
        self._leaving = False
        self._threads = ThreadPoolExecutor(self._workers, thread_name_prefix="house")
        self._watchers: dict[str, set[Watcher]] = {}
        self.clocks = Clocks(self._time_is_up, house.now_ms)
        self._notifications: Notifications | None = None
        self._subscribers: dict[str, Callable[[Sequence[str]], None]] = {"tables": self._on_tables_changed}
        self._prepares: list[TablesChanged] = []
        self._working: list[asyncio.Task[None]] = []
        self._looking: asyncio.Task[None] | None = None
        self._witnessing: asyncio.Task[None] | None = None
        self._changed_elsewhere: set[str] = set()
        self._catching_up: asyncio.Task[None] | None = None
        self._tending_links: asyncio.Task[None] | None = None
        self._following: asyncio.Task[None] | None = None
        self._timing: set[asyncio.Future[Answer]] = set()
        self.commits = 0
        self.carried_out = 0
        self._collected_after = gc.get_threshold()

    async def __aenter__(self) -> Self:
        self._working = [asyncio.create_task(self._work()) for _ in range(self._workers)]
        try:
            await self.recover()
            if self.house.witness:  # of whatever was committed by who was ended before they wrote it down
                await self._in_thread(self.house.witness.write)
            await self._tend_links()  # which links are lost is known before anybody wagers
            self._tending_links = asyncio.create_task(again_and_again(self._tend_links, TEND_SECONDS))
            self._following = asyncio.create_task(again_and_again(self._follow_filings, FOLLOW_SECONDS))
            if self.house.database.dialect == "postgresql":
                self._notifications = await Notifications(
                    self.house.database.engine.url, self._on_notification
                ).__aenter__()
            self._looking = asyncio.create_task(again_and_again(self._look, LOOK_SECONDS))
            self._witnessing = asyncio.create_task(self._keep_witnessing())
            gc.freeze()  # rules and tables stay: the collector need not look among them again and again
            gc.set_threshold(COLLECT_AFTER, *self._collected_after[1:])
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in (self._tending_links, self._following, self._looking, self._witnessing, self._catching_up):
            if task:
                task.cancel()
        self._leaving = True
        self._something_to_do.set()
        await asyncio.gather(*self._working)
        if self._tending_links and self.house.remote_houses:
            with suppress(BadInput):  # what is not told now is told by who serves these tables next
                await asyncio.to_thread(self.house.tend_links)
        self.clocks.stop()
        if self._notifications:
            await self._notifications.__aexit__(kind, error, trace)
        if self.house.witness:
            await self._in_thread(self.house.witness.write)
        self._threads.shutdown()
        gc.unfreeze()
        gc.set_threshold(*self._collected_after)

    async def recover(self) -> None:
        """Reads every table as it was acknowledged, and goes on waiting for whoever is waited for."""
        for name in await self._in_thread(self.house.tables):
            self.clocks.keep(await self._in_thread(self.house.table, name), anew=True)

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
            watcher.tell(await self._in_thread(self.house.table, table_id))
            yield watcher
        finally:
            watchers.discard(watcher)

    def before_notify(self, prepare: TablesChanged) -> None:
        """From now on tables that changed are handed to `prepare` before anybody is told of them.

        That is in the thread that read or wrote them, behind the commit: it may read what belongs beside them.
        """
        self._prepares.append(prepare)

    def on_notification(self, kind: str, subscriber: Callable[[Sequence[str]], None]) -> None:
        """From now on `subscriber` is told the names that another process announces under this kind."""
        self._subscribers[kind] = subscriber

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
            self._free -= 1
            await self._commit([request for request, _ in batch], [future for _, future in batch])
            self._free += 1
            self._in_work -= tables
            self._something_to_do.set()

    def _next_batch(self) -> list[Asked]:
        """What is committed next, in the order it was asked: as much of it as each free worker has to take.

        All that a table asks goes together, and waits where another worker has that table.
        """
        share = min(max(-(-len(self._asked) // self._free), AT_LEAST), AT_ONCE)
        batch, later, tables = list[Asked](), deque[Asked](), set[str]()
        for asked in self._asked:
            table = asked[0].table
            if table in tables or (len(batch) < share and table not in self._in_work):
                tables.add(table)
                batch.append(asked)
            else:
                later.append(asked)
        self._asked = later
        return batch

    async def _commit(self, requests: list[h.Request], futures: list[asyncio.Future[Answer]]) -> None:
        try:
            answers = await self._in_thread(self._submit, requests)
        except Exception as error:
            answers = [error] * len(requests)
        self.commits += 1
        self.carried_out += len(requests)
        tables = dict.fromkeys(request.table for request in requests)
        try:
            for name in tables:
                self._tell(name)
            self.announce("tables", tables)
        except Exception:  # it is committed, and whoever asked is answered
            _log.exception("Who watches a table could not be told of it")
        for future, answer in zip(futures, answers, strict=True):
            if future.cancelled():
                continue
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    def _submit(self, requests: list[h.Request]) -> list[Answer | Exception]:
        answers = self.house.submit(requests)
        self._prepare(dict.fromkeys(request.table for request in requests))
        return answers

    def _prepare(self, names: Iterable[str]) -> None:
        """What goes wrong here goes wrong behind a commit: what was committed is told all the same."""
        try:
            tables = [table for name in names if (table := self.house.known(name))]
            for prepare in self._prepares:
                prepare(tables)
        except BadInput:  # the database is away
            return
        except Exception:
            _log.exception("What is shown beside the tables could not be read")

    def _tell(self, name: str) -> None:
        """Whoever watches a table sees it as this process knows it now, and its clock runs for what it waits for."""
        table = self.house.known(name)
        if table:
            self.clocks.keep(table)
            for watcher in self._watchers.get(name, ()):
                watcher.tell(table)

    def announce(self, kind: str, names: Iterable[str]) -> None:
        """Tells the other processes of these names, where there may be others."""
        if self._notifications:
            self._notifications.tell(kind, names)

    def _on_notification(self, kind: str, names: Sequence[str]) -> None:
        if subscriber := self._subscribers.get(kind):
            subscriber(names)

    def _on_tables_changed(self, tables: Iterable[str]) -> None:
        """Other processes changed these tables."""
        self._changed_elsewhere.update(self._awaited().intersection(tables))
        if self._changed_elsewhere and (self._catching_up is None or self._catching_up.done()):
            self._catching_up = asyncio.create_task(self._catch_up())

    def _awaited(self) -> set[str]:
        """The tables that somebody watches, or whose clock runs."""
        return {*self.clocks.running, *[name for name, watchers in self._watchers.items() if watchers]}

    async def _catch_up(self) -> None:
        while self._changed_elsewhere:
            name = self._changed_elsewhere.pop()
            with suppress(BadInput):  # the database is away; it is looked for again
                await asyncio.to_thread(self._read, name)
                self._tell(name)

    def _read(self, name: str) -> None:
        self.house.table(name)
        self._prepare([name])

    async def _look(self) -> None:
        """Looks what others did that nobody told of: on SQLite, or while a connection was lost."""
        if awaited := self._awaited():
            self._on_tables_changed(await asyncio.to_thread(self.house.changed, awaited))

    async def _keep_witnessing(self) -> None:
        """Writes down how far the logs have come, whoever committed, and though nobody commits anything more."""
        while self.house.witness:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await asyncio.to_thread(self.house.witness.write)  # not where commits would wait for it
            except Exception:
                _log.exception("The witness could not be written")

    async def _tend_links(self) -> None:
        """Tells links elsewhere what they have to hear, and goes on where one that was lost answers again."""
        if not self.house.remote_houses:  # none yet: a link may be joined while tables are served
            return
        with suppress(BadInput):  # the tables' own database is away, and whoever asks is told; the next time, then
            for name in await asyncio.to_thread(self.house.tend_links):
                await self._enqueue(h.Request(name, h.GoOn()))

    async def _follow_filings(self) -> None:
        """Tables are run by the filing that replaced theirs; one that cannot be yet is asked again the next time."""
        with suppress(BadInput):  # the database is away, or no cage is open yet
            for request in await asyncio.to_thread(filings_to_follow, self.house):
                await self._enqueue(request)

    def _time_is_up(self, table_id: str, waited: Waited) -> None:
        # Every process that serves the table may ring, some late: what was waited for is named, so it is done once.
        command: h.AnyHouseCommand = h.EndBetting(time_is_up=True, round=waited.round)
        if waited.kind == "answer":
            command = h.EndWaiting(seat=waited.seat, point=waited.point, round=waited.round)
        future = self._enqueue(h.Request(table_id, command))
        self._timing.add(future)
        future.add_done_callback(self._on_time_up_done)

    def _on_time_up_done(self, future: "asyncio.Future[Answer]") -> None:
        self._timing.discard(future)
        if not future.cancelled():
            future.exception()  # what the database said, whoever asks next is told too
