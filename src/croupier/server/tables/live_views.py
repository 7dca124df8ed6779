"""Live views: everybody who looks at tables through this process, and what each of them is shown."""

import asyncio
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from msgspec.structs import replace

from croupier.house.handlers.command_handlers import MOST_EXTENSIONS
from croupier.house.handlers.waiting import extensions, waited_for
from croupier.house.ledger.balances import balances_of
from croupier.house.links.local import all_links, all_meters
from croupier.house.links.meters import MeterValue
from croupier.house.log.house_table import HouseTable
from croupier.house.service.again import again_and_again
from croupier.house.service.house import House
from croupier.house.service.service import TableService
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.server.accounts.guest_names import called
from croupier.server.accounts.users import User
from croupier.server.tables.attendance import Attendance
from croupier.server.tables.lobby import table_card
from croupier.server.tables.table_view import PUBLIC, Moving, TableSnapshot, ViewerSnapshot, meter_seen, viewer_of
from croupier.server.tables.words import listed
from croupier.server.wire.messages import MeterSeen, TableSeen, Waiting
from croupier.server.wire.schemas import TableCard

LOOK_SECONDS = 1.0  # how often meters, chips and the lobby's tables are looked at
Meters = dict[str, tuple[MeterSeen, ...]]


class Spectator:
    """Somebody who looks on: `news` is set when there is something new for them.

    `balance_cents` is what they were last shown of their chips, None where they are no player at a table.
    """

    def __init__(self, user: User | None = None, in_lobby: bool = False, table: str = "") -> None:
        self.user = user
        self.in_lobby = in_lobby
        self.table = table
        self.news = asyncio.Event()
        self.balance_cents: int | None = None


class ViewCache:
    """Shows tables. Enter it while the table service runs."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.house = service.house
        self.meters: Meters = {}
        self._told: Meters = {}  # the meters as everybody was last told of them
        self.tables: dict[str, TableCard] = {}  # as the lobby shows them; kept up while somebody stands there
        self.spectators: set[Spectator] = set()
        self.attendance = Attendance(service)
        self.attendance.changed = self._attended
        self._rules: dict[str, GameRules] = {}
        self._reading_rules = asyncio.Lock()
        self._snapshots: dict[str, TableSnapshot] = {}
        self._chips: dict[str, int] = {}  # in cents, of whoever is here and sits somewhere
        self._chips_of: dict[str, int] = {}  # at which version of a table the chips of its players were last read
        self._reading_chips = asyncio.Lock()
        self._reading = threading.Lock()  # held until what was read is kept: nothing older comes behind it
        self._looking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._told = await asyncio.to_thread(self._read_meters)
        self.service.before_notify(self._look_up)
        self._looking = asyncio.create_task(again_and_again(self._look, LOOK_SECONDS))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._looking:
            self._looking.cancel()

    @contextmanager
    def stand(self, spectator: Spectator) -> Iterator[Spectator]:
        """Somebody looks on for a while."""
        self.spectators.add(spectator)
        if spectator.table:
            self.attendance.came(spectator.table, spectator.user)
        try:
            yield spectator
        finally:
            self.spectators.discard(spectator)
            if spectator.table:
                self.attendance.went(spectator.table, spectator.user)

    def _attended(self, table: str) -> None:
        for spectator in self.spectators:
            if spectator.table == table:
                spectator.news.set()

    async def viewer_snapshot(self, table: HouseTable, user: User | None, told_last: int = 0) -> ViewerSnapshot:
        """A table as a user, or the public, sees it; `told_last` numbers the last round that they were shown."""
        viewer = viewer_of(user.name, user.role) if user else PUBLIC
        balance = await self._chips_beside(table, viewer.player) if viewer.player else None
        return (await self._snapshot(table)).viewer_snapshot(viewer, balance, told_last)

    def moves(self, table: HouseTable) -> Moving:
        """What moves at a table by itself, as it is now."""
        return Moving(self.meters.get(table.link, ()), self._waiting(table), self._dealer_here(table))

    def _dealer_here(self, table: HouseTable) -> bool:
        return table.dealer == "virtual" or self.attendance.has_dealer(table.table_id)

    async def seen_at_once(self, table: HouseTable, user: User | None) -> TableSeen:
        """A table as somebody sees it who does not stay to look on."""
        if user:
            self._chips.pop(user.name, None)
        return (await self.viewer_snapshot(table, user)).moving(self.moves(table))

    async def look_at_lobby(self) -> dict[str, TableCard]:
        """Every table as the lobby shows it now."""
        await asyncio.to_thread(self._read_meters)
        names = await asyncio.to_thread(self.house.tables)
        for name in await asyncio.to_thread(self.house.changed, names):
            await asyncio.to_thread(self.house.table, name)
        tables = [table for name in names if (table := self.house.known(name))]
        self.tables = {table.table_id: await self._card(table) for table in tables}
        return self.tables

    async def _card(self, table: HouseTable) -> TableCard:
        rules = await self._rules_of(table, table.digest)
        title = table.title or await asyncio.to_thread(self.house.title_of, table)
        return table_card(rules, table, title, self.meters.get(table.link, ()), self._dealer_here(table))

    async def _snapshot(self, table: HouseTable) -> TableSnapshot:
        """What is to be seen of a table at this version: made once for everybody."""
        kept = self._snapshots.get(table.table_id)
        if kept is None or kept.table is not table:
            rules = await self._rules_of(table, table.digest)
            last = await self._rules_of(table, table.last.digest) if table.last else rules
            spots = kept.spots if kept and kept.rules is rules else None
            kept = self._snapshots[table.table_id] = TableSnapshot(table, rules, last, spots)
        return kept

    async def _chips_beside(self, table: HouseTable, player: str) -> int:
        """A player's chips, never older than the table beside which they are shown.

        That table may have come by another way than `_look_up`, or be looked up at this moment.
        """
        known = self._known_chips(table, player)
        if known is None:
            async with self._reading_chips:  # all who watch a table come at once, and one reads for all
                known = self._known_chips(table, player)
                if known is None:
                    known = await asyncio.to_thread(self._looked_up, table, player)
        return known

    def _known_chips(self, table: HouseTable, player: str) -> int | None:
        return self._chips.get(player) if self._chips_of.get(table.table_id, -1) >= table.version else None

    def _looked_up(self, table: HouseTable, player: str) -> int:
        before = self._chips.get(player)
        try:
            return self._look_up([table], player)[player]
        except BadInput:  # the database is away: what was committed is told all the same
            if before is None:
                raise
            self._chips_of[table.table_id] = table.version  # the others need not try; the next look mends it
            return before

    def _look_up(self, tables: Sequence[HouseTable], *players: str) -> dict[str, int]:
        """What tables that have just changed gave to meters and took from players: read once for all who watch them.

        Chips of players who only look on are read with them, where they are asked for.
        """
        theirs = {player for table in tables for player in _who_gains(table)}
        with self._reading, self.house.database.read() as connection:
            self.meters = self.meters | meters_shown(
                all_meters(connection, {table.link for table in tables if table.link})
            )
            found = balances_of(connection, theirs.union(players))
            self._chips = self._chips | found
            self._chips_of |= {table.table_id: table.version for table in tables}
        return found

    async def rules_at(self, table: HouseTable) -> GameRules:
        """The rules that a table is run by now."""
        return await self._rules_of(table, table.digest)

    async def _rules_of(self, table: HouseTable, digest: str) -> GameRules:
        if digest not in self._rules:
            async with self._reading_rules:  # many come at once when a server starts, and one reads for all
                if digest not in self._rules:
                    self._rules[digest] = await asyncio.to_thread(self.house.rules_of, replace(table, digest=digest))
        return self._rules[digest]

    def _waiting(self, table: HouseTable) -> Waiting | None:
        """Whom the table waits for, while a clock runs for that."""
        waited, clock = waited_for(table), self.service.clocks.left_ms(table.table_id)
        if waited is None or clock is None:
            return None
        more = len(extensions(table, waited)) < MOST_EXTENSIONS
        return Waiting(waited.kind, waited.seat, *clock, may_extend=more, gone=self._gone(table))

    def _gone(self, table: HouseTable) -> str:
        """Who keeps the table waiting without being connected to it, and how long it waits."""
        running = self.service.clocks.running.get(table.table_id)
        if running is None or not running.gone:
            return ""
        whose = listed([f"{called(player)}'s" for player in running.gone], "and")
        are = "connections are" if running.gone[1:] else "connection is"
        return f"{whose} {are} gone; the table waits {running.whole_ms // 1000} s."

    async def _look(self) -> None:
        """Tells everybody of what has moved beside the tables that they watch."""
        if not self.spectators:
            return
        before, self._told = self._told, await asyncio.to_thread(self._read_meters)
        moved = before != self._told
        players = {spectator.user.name for spectator in self.spectators if spectator.user}
        balances = await asyncio.to_thread(self._read_chips, players)
        tables = self.tables
        if any(spectator.in_lobby for spectator in self.spectators):
            await self.look_at_lobby()
        for spectator in self.spectators:
            name = spectator.user.name if spectator.user else ""
            richer = spectator.balance_cents is not None and balances.get(name, 0) != spectator.balance_cents
            if moved or richer:
                spectator.news.set()
            if spectator.in_lobby and self.tables != tables:
                spectator.news.set()

    def _read_meters(self) -> Meters:
        """All meters, as they are from now on."""
        with self._reading, self.house.database.read() as connection:
            self.meters = meters_shown(all_meters(connection, all_links(connection)))
            return self.meters

    def _read_chips(self, players: Iterable[str]) -> dict[str, int]:
        """The chips of these players, as they are from now on; those of others are forgotten."""
        with self._reading, self.house.database.read() as connection:
            self._chips = balances_of(connection, players)
            return self._chips


def _who_gains(table: HouseTable) -> Iterator[str]:
    """Whose chips the last change of a table may have moved; some may have got up since they wagered."""
    yield from [player for _, player in table.state.players]
    yield from [box.player for round_ in (table.state.round, table.last) if round_ for box in round_.boxes]


def meters_shown(meters: Mapping[str, Mapping[str, MeterValue]]) -> Meters:
    """What the meters of links show, by the links' names."""
    return {
        link: tuple([meter_seen(value.meter, value.shown_cents) for value in values.values()])
        for link, values in sorted(meters.items())
    }


def cents_shown(house: House, table: HouseTable) -> dict[str, int]:
    """What a table's meters show now."""
    with house.database.read() as connection:
        shown = meters_shown(all_meters(connection, [table.link])).get(table.link, ()) if table.link else ()
    return {meter.meter: meter.cents for meter in shown}
