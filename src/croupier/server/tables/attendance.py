"""Who stands at which table: whose connection to one is gone, and whether somebody is there to deal.

Each process tells the others who comes and goes, and now and then who is there: what is lost on the way is soon mended.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from croupier.house.service.service import TableService
from croupier.server.accounts.users import User
from croupier.table.values.roles import DEVICE

GRACE_SECONDS = 2.0  # a page that is loaded again is back by then
HEARD_SECONDS = 25.0  # what another process told holds so long; it tells again every ten seconds
FORGOTTEN_MS = 3_600_000
HERE, GONE = "here", "gone"


class Place(NamedTuple):
    """Somebody at a table."""

    table: str
    role: str
    name: str


class Attendance:
    """People at tables. `changed` is told of a table at which somebody came, or was missed."""

    def __init__(
        self,
        service: TableService,
        grace_seconds: float = GRACE_SECONDS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._service = service
        self._grace_seconds = grace_seconds
        self._now = now
        self._here: Counter[Place] = Counter()  # connections to this process
        self._elsewhere: dict[Place, float] = {}  # when another process last told of them
        self._lost_ms: dict[tuple[str, str], int] = {}  # since when a player's connection to a table is gone
        self.changed: Callable[[str], None] = lambda table: None
        service.on_notification(HERE, self._hear_of_coming)
        service.on_notification(GONE, self._hear_of_going)
        service.clocks.gone_since_ms = self.gone_since_ms

    def gone_since_ms(self, table: str, player: str) -> int | None:
        """When a player's connection to a table went, by the house's time; None of who has one, or never had."""
        return self._lost_ms.get((table, player))

    def has_dealer(self, table: str) -> bool:
        """Whether a dealer is at the table, connected to any process."""
        return any(place.table == table and place.role == "dealer" for place in self._everybody())

    def came(self, table: str, user: User | None) -> None:
        """Somebody is connected to a table."""
        if user:
            self._came(Place(table, user.role, user.name))

    def _came(self, place: Place) -> None:
        self._here[place] += 1
        self._service.announce(HERE, [_written(place)])
        self._found(place)

    def went(self, table: str, user: User | None) -> None:
        """A connection of somebody to a table has ended; they are missed unless they are soon back."""
        if user:
            self._went(Place(table, user.role, user.name))

    def _went(self, place: Place) -> None:
        self._here[place] -= 1
        if not self._here[place]:
            del self._here[place]
            since_ms = self._service.house.now_ms()
            asyncio.get_running_loop().call_later(self._grace_seconds, self._miss, place, since_ms)

    @contextmanager
    def device_at(self, table: str, name: str) -> Iterator[None]:
        """A device is connected to a table for a while."""
        place = Place(table, DEVICE, name)
        self._came(place)
        try:
            yield
        finally:
            self._went(place)

    def devices_at(self, table: str) -> tuple[str, ...]:
        """The devices that are connected to a table, by any process."""
        return tuple(sorted({one.name for one in self._everybody() if (one.table, one.role) == (table, DEVICE)}))

    def heard_from(self, table: str, user: User) -> None:
        """Somebody without a connection asked something of a table, so they are there."""
        self._found(Place(table, user.role, user.name))

    def tell(self) -> None:
        """Tells the other processes who is here, and forgets what is long past."""
        self._service.announce(HERE, [_written(place) for place in self._here])
        long_ago = self._service.house.now_ms() - FORGOTTEN_MS
        self._lost_ms = {who: at for who, at in self._lost_ms.items() if at > long_ago}
        stale = [place for place, at in self._elsewhere.items() if at <= self._now() - HEARD_SECONDS]
        for place in stale:
            del self._elsewhere[place]
            self._change(place.table)

    def _everybody(self) -> list[Place]:
        fresh = self._now() - HEARD_SECONDS
        return [*self._here, *[place for place, at in self._elsewhere.items() if at > fresh]]

    def _miss(self, place: Place, since_ms: int) -> None:
        if place not in self._everybody():
            self._service.announce(GONE, [_written(place)])
            self._lose(place, since_ms)

    def _lose(self, place: Place, since_ms: int) -> None:
        if place.role == "player":
            self._lost_ms[place.table, place.name] = since_ms
        self._change(place.table)

    def _found(self, place: Place) -> None:
        if self._lost_ms.pop((place.table, place.name), None) is not None or place.role in ("dealer", DEVICE):
            self._change(place.table)

    def _change(self, table: str) -> None:
        """The table's clock runs as long as it should for who is there now, and whoever looks on is told."""
        if house_table := self._service.house.known(table):
            self._service.clocks.keep(house_table)
        self.changed(table)

    def _hear_of_coming(self, places: Sequence[str]) -> None:
        for place in map(_read, places):
            self._elsewhere[place] = self._now()
            self._found(place)

    def _hear_of_going(self, places: Sequence[str]) -> None:
        for place in map(_read, places):
            self._elsewhere.pop(place, None)
            if place not in self._here:
                self._lose(place, self._service.house.now_ms())


def _written(place: Place) -> str:
    return ":".join(place)


def _read(text: str) -> Place:
    table, role, name = text.rsplit(":", 2)
    return Place(table, role, name)
