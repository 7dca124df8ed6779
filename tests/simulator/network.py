"""A connection between a player and a process: what is sent comes later, in order, or never, if it breaks meanwhile."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from tests.simulator.processes import Process

LATE_SECONDS = 0.05
VERY_LATE_SECONDS = 2.0
IN_ORDER_SECONDS = 1e-5  # between two arrivals: more than the loop's clock tells apart
UNNOTICED_SECONDS = 3.0  # how long a side may go on sending into a broken connection
Message = dict[str, Any]


class Wire:
    """A WebSocket in memory. The server's side is what an ASGI app is given, the other is the player's."""

    def __init__(self, process: Process, chance: Random, rough: float) -> None:
        self.process = process
        self.closed = False  # by the server, or the player has noticed that it is broken
        self._chance = chance
        self._rough = rough
        self._broken = False
        self._to_server: asyncio.Queue[Message] = asyncio.Queue()
        self._to_player: asyncio.Queue[str | None] = asyncio.Queue()
        self._last = {"server": 0.0, "player": 0.0}  # when what was sent last arrives
        self._to_server.put_nowait({"type": "websocket.connect"})

    # The player's side

    def say(self, text: str) -> None:
        """Sends a message, which may be late."""
        self._carry("server", lambda: self._to_server.put_nowait({"type": "websocket.receive", "text": text}))

    async def hear(self, seconds: float) -> str | None:
        """The next message; none where nothing comes for so long, or the connection is over."""
        if self.closed and self._to_player.empty():
            return None
        try:
            async with asyncio.timeout(seconds):
                return await self._to_player.get()
        except TimeoutError:
            return None

    def break_off(self) -> None:
        """The connection breaks: what is under way is lost, and each side notices in its own time."""
        if self._broken:
            return
        self._broken = True
        loop, chance = asyncio.get_running_loop(), self._chance
        loop.call_later(chance.uniform(0, UNNOTICED_SECONDS), self._server_notices)
        loop.call_later(chance.uniform(0, UNNOTICED_SECONDS), self._player_notices)

    def _server_notices(self) -> None:
        self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def _player_notices(self) -> None:
        self.closed = True
        self._to_player.put_nowait(None)

    # The server's side

    async def receive(self) -> Message:
        """What the player says, for the app."""
        return await self._to_server.get()

    async def send(self, message: Message) -> None:
        """What the app says."""
        if self.process.dead:
            return
        if self._rough and self._chance.random() < self._rough / 10:
            await asyncio.sleep(self._chance.uniform(0, 15))  # who reads slowly: longer than the house's patience
        if message["type"] == "websocket.send":
            text = message["text"]
            self._carry("player", lambda: self._to_player.put_nowait(text))
        elif message["type"] == "websocket.close":
            self._carry("player", self._player_notices)

    def _carry(self, to: str, arrive: Callable[[], None]) -> None:
        loop, chance = asyncio.get_running_loop(), self._chance
        if self._rough and chance.random() < self._rough / 4:
            self.break_off()
        late = VERY_LATE_SECONDS if chance.random() < self._rough else LATE_SECONDS
        at = self._last[to] = max(self._last[to] + IN_ORDER_SECONDS, loop.time() + chance.uniform(0, late))
        loop.call_at(at, self._arrived, arrive)

    def _arrived(self, arrive: Callable[[], None]) -> None:
        if not self._broken:
            arrive()
