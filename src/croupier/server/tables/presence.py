"""Who is there: a player who sat down, or was last connected to any process, two minutes ago gives up the seat.

Nobody is taken out of a round: whoever has wagers down is waited for, and decided for, as the clock says.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Self

from croupier.house.checkpoints.witness import key_file_of
from croupier.house.handlers import commands as h
from croupier.house.log.house_table import HouseTable
from croupier.house.service.again import again_and_again
from croupier.house.service.demo_players import demo_seats, played_by_us
from croupier.house.service.service import TableService
from croupier.server.accounts.guest_names import GUEST
from croupier.server.accounts.users import Users
from croupier.server.tables.live_views import ViewCache
from croupier.table.procedure.decks import in_round
from croupier.table.values import commands as c
from croupier.table.values.roles import SYSTEM

GONE_SECONDS = 120.0
LOOK_SECONDS = 10.0
KIND = "players"


class Presence:
    """When each player was last there, in this process or, as it was told, in another. Enter it to look after seats."""

    def __init__(
        self,
        view_cache: ViewCache,
        users: Users,
        gone_seconds: float = GONE_SECONDS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._view_cache = view_cache
        self._service: TableService = view_cache.service
        self._users = users
        self._gone_seconds = gone_seconds
        self._now = now
        self._seen: dict[str, float] = {}
        self._sat: dict[tuple[str, int, str], float] = {}  # when each player was first found in the seat they have
        self._service.on_notification(KIND, self.are_there)
        self._looking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        every_seconds = min(LOOK_SECONDS, self._gone_seconds / 2)
        self._looking = asyncio.create_task(again_and_again(self.look, every_seconds, at_once=True))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._looking:
            self._looking.cancel()

    def are_there(self, players: Iterable[str]) -> None:
        """These players are there now."""
        self._seen.update(dict.fromkeys(players, self._now()))

    async def look(self) -> None:
        """Tells the other processes who is here, and takes the seats of who is nowhere."""
        here = {spectator.user.name for spectator in self._view_cache.spectators if spectator.user}
        self.are_there(here)
        self._service.announce(KIND, here)
        self._view_cache.attendance.tell()
        house = self._service.house
        tables = [await asyncio.to_thread(house.table, name) for name in await asyncio.to_thread(house.tables)]
        self._note_seats(tables)
        for table in tables:
            for seat, player in self._absent(table):
                if await asyncio.to_thread(self._is_ours, table, seat, player):  # others were seated without a browser
                    leave = c.Leave(seat=seat, by=SYSTEM)
                    await self._service.send(h.Request(table.table_id, leave, version=table.version, player=player))

    def _is_ours(self, table: HouseTable, seat: int, player: str) -> bool:
        """Whether a seat is ours to free: of somebody with a browser, of a guest of before, or left by demo players."""
        if seat in demo_seats(table):
            return self._no_demo_players_play()
        return player.startswith(GUEST) or self._users.find(player) is not None

    def _no_demo_players_play(self) -> bool:
        house = self._service.house
        if not house.witness:  # a house without a key file: nobody else knows where it is
            return False
        with played_by_us(house.database, key_file_of(house.witness.path)) as ours:
            return ours

    def _note_seats(self, tables: Iterable[HouseTable]) -> None:
        """To sit down is to be there, whether or not a connection has come after it yet."""
        now = self._now()
        taken = [(table.table_id, seat, player) for table in tables for seat, player in table.state.players]
        self._sat = {place: self._sat.get(place, now) for place in taken}
        self._seen = {player: at for player, at in self._seen.items() if at >= now - self._gone_seconds}

    def _absent(self, table: HouseTable) -> Iterator[tuple[int, str]]:
        """Those who sit at a table without wagers and have not been there for long."""
        long_ago = self._now() - self._gone_seconds
        round_ = table.state.round
        for seat, player in table.state.players:
            playing = in_round(table.state) and round_ is not None and round_.box(seat) is not None
            there = max(self._sat[table.table_id, seat, player], self._seen.get(player, 0.0))
            if not table.closed and not playing and there < long_ago:
                yield seat, player
