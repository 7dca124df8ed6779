"""A process that serves a house: the real app over the real service, begun, talked to and ended as a server does it."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from croupier.house.checkpoints.witness import Witness
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Answer
from croupier.house.service.house import House
from croupier.rulebook.errors import BadInput
from croupier.server.accounts.cookies import CSRF_HEADER, csrf_name, session_name
from croupier.server.app.app import Floor, create_app
from tests.simulator.houses import FILE, KEYS, SETTINGS, LuckySeeds, elsewhere_from
from tests.simulator.network import Message, Wire
from tests.simulator.processes import Process
from tests.simulator.speed import share_compiled, shared_routes

CSRF = "simulated"


class Server(Process):
    """A process of a house, from its start to its end or death."""

    def __init__(
        self, house: str, name: str, folders: Mapping[str, str], clock: Callable[[], int], seeds: LuckySeeds
    ) -> None:
        super().__init__(house, name)
        self.skew_ms = 0
        self.dies_at = 0  # the disk's so-manieth call, 0 for none
        self.wires: dict[Wire, None] = {}
        self.kept: House | None = None
        self.app: Floor | None = None
        self.up = False
        self._folders = folders
        self._clock = clock
        self._seeds = seeds
        self._ending: asyncio.Event | None = None
        self._running: asyncio.Task[None] | None = None

    def now_ms(self) -> int:
        """What this process takes for the time of day."""
        return self._clock() + self.skew_ms

    async def start(self) -> bool:
        """Starts serving; false where it could not."""
        loop = asyncio.get_running_loop()
        self._ending, started = asyncio.Event(), asyncio.Event()
        self._running = loop.create_task(self._run(started), context=self.context)
        waiting = loop.create_task(started.wait())
        await asyncio.wait([self._running, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        return self.up

    async def _run(self, started: asyncio.Event) -> None:
        """As `croupier serve` does it: opens the house, serves until it is told to end, closes the house."""
        loop = asyncio.get_running_loop()
        self.kept = house = await loop.run_in_executor(None, self._open)
        with shared_routes(self):
            self.app = create_app(house, SETTINGS, self.now_ms)
        try:
            async with self.app.lifespan():
                self.up = True
                started.set()
                assert self._ending is not None
                await self._ending.wait()
                self.up = False
        finally:
            self.up = False
            self.close()

    def _open(self) -> House:
        folder = self._folders[self.house]
        database = share_compiled(Database.open(Path(folder, FILE)))
        keys = KEYS[self.house]
        remote_houses = elsewhere_from(self.house, self._folders, self.now_ms)
        witness = Witness(Path(folder, "witness"), keys.signing, database)
        return House(database, keys, self.now_ms, remote_houses, witness, self._seeds)

    async def end(self) -> None:
        """Ends in good order."""
        if self._running and not self._running.done():
            assert self._ending is not None
            self._ending.set()
            for wire in list(self.wires):
                wire.break_off()
            await asyncio.wait([self._running])

    def trouble(self) -> BaseException | None:
        """Why it ended, where it ended by itself."""
        if self._running and self._running.done() and not self._running.cancelled():
            return self._running.exception()
        return None

    def close(self) -> None:
        """Closes every connection to every database."""
        if self.kept:
            self.kept.database.close()
            for far in self.kept.remote_houses.values():
                far.close()

    # What comes in

    def connect(self, table: str, token: str, chance: Random, rough: float) -> Wire:
        """A WebSocket to a table."""
        wire = Wire(self, chance, rough)
        scope = self._scope("websocket", f"/api/tables/{table}/socket", token) | {"scheme": "ws", "subprotocols": []}
        self._serve(scope, wire.receive, wire.send).add_done_callback(lambda _: self._gone(wire))
        self.wires[wire] = None
        return wire

    def _gone(self, wire: Wire) -> None:
        self.wires.pop(wire, None)
        wire.break_off()

    async def call(self, path: str, body: Any, token: str) -> tuple[int, bytes, str]:
        """A POST: the status, the body, and the session that was begun; status 0 where no answer came."""
        said: list[Message] = []
        asked = [{"type": "http.request", "body": msgspec.json.encode(body), "more_body": False}]

        async def receive() -> Message:
            if asked:
                return asked.pop()
            return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

        async def send(message: Message) -> None:
            said.append(message)

        scope = self._scope("http", path, token) | {"scheme": "http", "method": "POST"}
        await asyncio.wait([self._serve(scope, receive, send)])
        if self.dead or not said or said[-1].get("more_body"):
            return 0, b"", ""
        cookies = [value.decode() for name, value in said[0]["headers"] if name.lower() == b"set-cookie"]
        begun = [one.split(";")[0].partition("=")[2] for one in cookies if one.startswith(session_name(SETTINGS) + "=")]
        return said[0]["status"], b"".join(message.get("body", b"") for message in said[1:]), (begun or [""])[0]

    async def ask(self, request: h.Request) -> Answer | None:
        """What the service answers somebody in the process itself; nothing where it could not."""
        assert self.app is not None
        asking = asyncio.get_running_loop().create_task(self._asked(request), context=self.context)
        await asyncio.wait([asking])
        return None if asking.cancelled() or self.dead else asking.result()

    async def _asked(self, request: h.Request) -> Answer | None:
        assert self.app is not None
        try:
            answer: Answer = await self.app.state.service.send(request)
        except (BadInput, AttributeError):  # the database is away, or the service
            return None
        return answer

    def _serve(self, scope: dict[str, Any], receive: Any, send: Any) -> "asyncio.Task[None]":
        assert self.app is not None
        serving = self.app(scope, receive, send)
        return asyncio.get_running_loop().create_task(serving, context=self.context)

    def _scope(self, kind: str, path: str, token: str) -> dict[str, Any]:
        cookies = f"{session_name(SETTINGS)}={token}; {csrf_name(SETTINGS)}={CSRF}"
        headers = {
            "host": "placeholder", "origin": SETTINGS.origins[0], "cookie": cookies, CSRF_HEADER: CSRF,
            "content-type": "application/json",
        }  # fmt: skip
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("placeholder", 80),
            "state": {},
            "extensions": {},
        }
