"""The rail: everybody who looks at tables through this process, and what each of them is shown."""

import asyncio
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from msgspec.structs import replace
from sqlalchemy import Connection, select

from croupier.house.database import schema as s
from croupier.house.handlers.waiting import extensions, waited_for
from croupier.house.handlers.wishes import MOST_EXTENSIONS
from croupier.house.links.near_link import all_meters
from croupier.house.log.desk import Desk
from croupier.house.service.again import again_and_again
from croupier.house.service.service import TableService
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.server.accounts.chips import balances_of
from croupier.server.accounts.guest_names import called
from croupier.server.accounts.users import User
from croupier.server.tables.attendance import Attendance
from croupier.server.tables.lobby import table_card
from croupier.server.tables.seeing import PUBLIC, Moving, Sight, Still, meter_seen, viewer_of
from croupier.server.tables.words import listed
from croupier.server.wire.pages import TableCard
from croupier.server.wire.wire import MeterSeen, TableSeen, Waiting

LOOK_SECONDS = 1.0  # how often meters, chips and the lobby's tables are looked at
Meters = dict[str, tuple[MeterSeen, ...]]


class Onlooker:
    """Somebody at the rail: `news` is set when there is something new for them.

    `balance_cents` is what they were last shown of their chips, None where they are no player at a table.
    """

    def __init__(self, user: User | None = None, in_lobby: bool = False, table: str = "") -> None:
        self.user = user
        self.in_lobby = in_lobby
        self.table = table
        self.news = asyncio.Event()
        self.balance_cents: int | None = None


class Rail:
    """Shows tables. Enter it while the table service runs."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.house = service.house
        self.meters: Meters = {}
        self._told: Meters = {}  # the meters as everybody was last told of them
        self.tables: dict[str, TableCard] = {}  # as the lobby shows them; kept up while somebody stands there
        self.onlookers: set[Onlooker] = set()
        self.attendance = Attendance(service)
        self.attendance.changed = self._attended
        self._rules: dict[str, GameRules] = {}
        self._reading_rules = asyncio.Lock()
        self._sights: dict[str, Sight] = {}
        self._chips: dict[str, int] = {}  # in cents, of whoever is here and sits somewhere
        self._chips_of: dict[str, int] = {}  # at which version of a table the chips of its players were last read
        self._reading_chips = asyncio.Lock()
        self._reading = threading.Lock()  # held until what was read is kept: nothing older comes behind it
        self._looking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._told = await asyncio.to_thread(self._read_meters)
        self.service.looks_up = self._look_up
        self._looking = asyncio.create_task(again_and_again(self._look, LOOK_SECONDS))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._looking:
            self._looking.cancel()

    @contextmanager
    def stand(self, onlooker: Onlooker) -> Iterator[Onlooker]:
        """Somebody stands at the rail."""
        self.onlookers.add(onlooker)
        if onlooker.table:
            self.attendance.came(onlooker.table, onlooker.user)
        try:
            yield onlooker
        finally:
            self.onlookers.discard(onlooker)
            if onlooker.table:
                self.attendance.went(onlooker.table, onlooker.user)

    def _attended(self, table: str) -> None:
        for onlooker in self.onlookers:
            if onlooker.table == table:
                onlooker.news.set()

    async def still(self, desk: Desk, user: User | None, told_last: int = 0) -> Still:
        """A table as a user, or the public, sees it; `told_last` numbers the last round that they were shown."""
        viewer = viewer_of(user.name, user.role) if user else PUBLIC
        balance = await self._chips_beside(desk, viewer.player) if viewer.player else None
        return (await self._sight(desk)).still(viewer, balance, told_last)

    def moves(self, desk: Desk) -> Moving:
        """What moves at a table by itself, as it is now."""
        return Moving(self.meters.get(desk.link, ()), self._waiting(desk), self._dealer_here(desk))

    def _dealer_here(self, desk: Desk) -> bool:
        return desk.dealer == "virtual" or self.attendance.has_dealer(desk.table_id)

    async def seen_at_once(self, desk: Desk, user: User | None) -> TableSeen:
        """A table as somebody sees it who does not stay to look on."""
        if user:
            self._chips.pop(user.name, None)
        return (await self.still(desk, user)).moving(self.moves(desk))

    async def look_at_lobby(self) -> dict[str, TableCard]:
        """Every table as the lobby shows it now."""
        await asyncio.to_thread(self._read_meters)
        names = await asyncio.to_thread(self.house.tables)
        for name in await asyncio.to_thread(self.house.changed, names):
            await asyncio.to_thread(self.house.desk, name)
        desks = [desk for name in names if (desk := self.house.known(name))]
        self.tables = {desk.table_id: await self._card(desk) for desk in desks}
        return self.tables

    async def _card(self, desk: Desk) -> TableCard:
        rules = await self._rules_of(desk, desk.digest)
        title = desk.title or await asyncio.to_thread(self.house.title_of, desk)
        return table_card(rules, desk, title, self.meters.get(desk.link, ()), self._dealer_here(desk))

    async def _sight(self, desk: Desk) -> Sight:
        """What is to be seen of a table at this version: made once for everybody."""
        kept = self._sights.get(desk.table_id)
        if kept is None or kept.desk is not desk:
            rules = await self._rules_of(desk, desk.digest)
            last = await self._rules_of(desk, desk.last.digest) if desk.last else rules
            spots = kept.spots if kept and kept.rules is rules else None
            kept = self._sights[desk.table_id] = Sight(desk, rules, last, spots)
        return kept

    async def _chips_beside(self, desk: Desk, player: str) -> int:
        """A player's chips, never older than the table beside which they are shown.

        That table may have come by another way than `_look_up`, or be looked up at this moment.
        """
        known = self._known_chips(desk, player)
        if known is None:
            async with self._reading_chips:  # all who watch a table come at once, and one reads for all
                known = self._known_chips(desk, player)
                if known is None:
                    known = await asyncio.to_thread(self._looked_up, desk, player)
        return known

    def _known_chips(self, desk: Desk, player: str) -> int | None:
        return self._chips.get(player) if self._chips_of.get(desk.table_id, -1) >= desk.version else None

    def _looked_up(self, desk: Desk, player: str) -> int:
        before = self._chips.get(player)
        try:
            return self._look_up([desk], player)[player]
        except BadInput:  # the database is away: what was committed is told all the same
            if before is None:
                raise
            self._chips_of[desk.table_id] = desk.version  # the others need not try; the next look mends it
            return before

    def _look_up(self, desks: Sequence[Desk], *players: str) -> dict[str, int]:
        """What tables that have just changed gave to meters and took from players: read once for all who watch them.

        Chips of players who only look on are read with them, where they are asked for.
        """
        theirs = {player for desk in desks for player in _who_gains(desk)}
        with self._reading, self.house.database.read() as connection:
            self.meters = self.meters | meters_shown(connection, {desk.link for desk in desks if desk.link})
            found = balances_of(connection, theirs.union(players))
            self._chips = self._chips | found
            self._chips_of |= {desk.table_id: desk.version for desk in desks}
        return found

    async def _rules_of(self, desk: Desk, digest: str) -> GameRules:
        if digest not in self._rules:
            async with self._reading_rules:  # many come at once when a server starts, and one reads for all
                if digest not in self._rules:
                    self._rules[digest] = await asyncio.to_thread(self.house.rules_of, replace(desk, digest=digest))
        return self._rules[digest]

    def _waiting(self, desk: Desk) -> Waiting | None:
        """Whom the table waits for, while a clock runs for that."""
        waited, clock = waited_for(desk), self.service.clocks.left_ms(desk.table_id)
        if waited is None or clock is None:
            return None
        more = len(extensions(desk, waited)) < MOST_EXTENSIONS
        return Waiting(waited.kind, waited.seat, *clock, may_extend=more, gone=self._gone(desk))

    def _gone(self, desk: Desk) -> str:
        """Who keeps the table waiting without being connected to it, and how long it waits."""
        running = self.service.clocks.running.get(desk.table_id)
        if running is None or not running.gone:
            return ""
        whose = listed([f"{called(player)}'s" for player in running.gone], "and")
        are = "connections are" if running.gone[1:] else "connection is"
        return f"{whose} {are} gone; the table waits {running.whole_ms // 1000} s."

    async def _look(self) -> None:
        """Tells everybody of what has moved beside the tables that they watch."""
        if not self.onlookers:
            return
        before, self._told = self._told, await asyncio.to_thread(self._read_meters)
        moved = before != self._told
        players = {onlooker.user.name for onlooker in self.onlookers if onlooker.user}
        balances = await asyncio.to_thread(self._read_chips, players)
        tables = self.tables
        if any(onlooker.in_lobby for onlooker in self.onlookers):
            await self.look_at_lobby()
        for onlooker in self.onlookers:
            name = onlooker.user.name if onlooker.user else ""
            richer = onlooker.balance_cents is not None and balances.get(name, 0) != onlooker.balance_cents
            if moved or richer:
                onlooker.news.set()
            if onlooker.in_lobby and self.tables != tables:
                onlooker.news.set()

    def _read_meters(self) -> Meters:
        """All meters, as they are from now on."""
        with self._reading, self.house.database.read() as connection:
            self.meters = meters_shown(connection, connection.execute(select(s.links.c.link_id)).scalars().all())
            return self.meters

    def _read_chips(self, players: Iterable[str]) -> dict[str, int]:
        """The chips of these players, as they are from now on; those of others are forgotten."""
        with self._reading, self.house.database.read() as connection:
            self._chips = balances_of(connection, players)
            return self._chips


def _who_gains(desk: Desk) -> Iterator[str]:
    """Whose chips the last change of a table may have moved; some may have got up since they wagered."""
    yield from [player for _, player in desk.state.players]
    yield from [box.player for round_ in (desk.state.round, desk.last) if round_ for box in round_.boxes]


def meters_shown(connection: Connection, links: Iterable[str]) -> Meters:
    """What the meters of these links show."""
    return {
        link: tuple([meter_seen(value.meter, value.shown_cents) for value in values.values()])
        for link, values in sorted(all_meters(connection, links).items())
    }
