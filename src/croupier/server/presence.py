"""Who is there: a player whom no process has had a connection of for two minutes gives up the seat.

Nobody is taken out of a round: whoever has wagers down is waited for, and decided for, as the clock says.
"""

import asyncio
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import TracebackType
from typing import Self

from croupier.house import commands as h
from croupier.house.desk import Desk
from croupier.house.service import TableService
from croupier.rulebook.errors import BadInput
from croupier.server.rail import Rail
from croupier.server.users import Users
from croupier.table import commands as c
from croupier.table.opening import in_round

GONE_SECONDS = 120.0
LOOK_SECONDS = 10.0
KIND = "players"


class Presence:
    """When each player was last there, in this process or, as it was told, in another. Enter it to look after seats."""

    def __init__(self, rail: Rail, users: Users, gone_seconds: float = GONE_SECONDS) -> None:
        self._rail = rail
        self._service: TableService = rail.service
        self._users = users
        self._gone_seconds = gone_seconds
        self._began = time.monotonic()
        self._seen: dict[str, float] = {}
        self._service.hears[KIND] = self.are_there
        self._looking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._looking = asyncio.create_task(self._keep_looking())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._looking:
            self._looking.cancel()

    def are_there(self, players: Iterable[str]) -> None:
        """These players are there now."""
        self._seen.update(dict.fromkeys(players, time.monotonic()))

    async def _keep_looking(self) -> None:
        """Tells the other processes who is here, and takes the seats of who is nowhere."""
        while True:
            here = {onlooker.user.name for onlooker in self._rail.onlookers if onlooker.user}
            self.are_there(here)
            self._service.announce(KIND, here)
            with suppress(BadInput):  # the database is away; the next time, then
                await self._free_seats()
            await asyncio.sleep(min(LOOK_SECONDS, self._gone_seconds / 2))

    async def _free_seats(self) -> None:
        house = self._service.house
        for name in await asyncio.to_thread(house.tables):
            desk = await asyncio.to_thread(house.desk, name)
            for seat, player in self._absent(desk):
                if await asyncio.to_thread(self._users.find, player):  # others were seated without a browser
                    leave = c.Leave(seat=seat, by="system")
                    await self._service.send(h.Request(name, leave, version=desk.version, player=player))

    def _absent(self, desk: Desk) -> Iterator[tuple[int, str]]:
        """Those who sit at a table without wagers and have not been there for long."""
        long_ago = time.monotonic() - self._gone_seconds
        round_ = desk.state.round
        for seat, player in desk.state.players:
            playing = in_round(desk.state) and round_ is not None and round_.box(seat) is not None
            if not desk.closed and not playing and max(self._began, self._seen.get(player, 0.0)) < long_ago:
                yield seat, player
