"""The rail: everybody who looks at tables through this process, and what each of them is shown."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Self

from msgspec.structs import replace
from sqlalchemy import select

from croupier.house import schema as s
from croupier.house.accounts import player_account
from croupier.house.desk import Desk
from croupier.house.near_link import all_meters
from croupier.house.service import TableService
from croupier.house.store import among
from croupier.house.waiting import extensions, waited_for
from croupier.house.wishes import MOST_EXTENSIONS
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.server.lobby import Titled, table_card
from croupier.server.pages import TableCard
from croupier.server.seeing import PUBLIC, Sight, meter_seen, viewer_of
from croupier.server.users import User
from croupier.server.wire import MeterSeen, TableSeen, Waiting

LOOK_SECONDS = 1.0  # how often meters, chips and the lobby's tables are looked at
Meters = dict[str, tuple[MeterSeen, ...]]


class Onlooker:
    """Somebody at the rail: `news` is set when there is something new for them.

    `balance_cents` is what they were last shown of their chips, None where they are no player at a table.
    """

    def __init__(self, user: User | None = None, in_lobby: bool = False) -> None:
        self.user = user
        self.in_lobby = in_lobby
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
        self._titles = Titled(service.house)
        self._rules: dict[str, GameRules] = {}
        self._sights: dict[str, tuple[Sight, dict[str, int]]] = {}
        self._making: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)  # one maker of each table's sight
        self._looking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self.meters = self._told = await asyncio.to_thread(self._read_meters)
        self._looking = asyncio.create_task(self._keep_looking())
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
        try:
            yield onlooker
        finally:
            self.onlookers.discard(onlooker)

    async def seen(self, desk: Desk, user: User | None) -> TableSeen:
        """A table as a user, or the public, sees it."""
        viewer = viewer_of(user.name, user.role) if user else PUBLIC
        sight, balances = await self._sight(desk)
        if viewer.player and viewer.player not in balances:
            read = await asyncio.to_thread(self._read_balances, [viewer.player])
            balances[viewer.player] = read.get(viewer.player, 0)
        balance = balances[viewer.player] if viewer.player else None
        return sight.seen_by(viewer, balance, self.meters.get(desk.link, ()), self._waiting(desk))

    async def look_at_lobby(self) -> dict[str, TableCard]:
        """Every table as the lobby shows it now."""
        self.meters = self.meters | await asyncio.to_thread(self._read_meters)
        names = await asyncio.to_thread(self.house.tables)
        for name in await asyncio.to_thread(self.house.changed, names):
            await asyncio.to_thread(self.house.desk, name)
        desks = [desk for name in names if (desk := self.house.known(name))]
        self.tables = {desk.table_id: await self._card(desk) for desk in desks}
        return self.tables

    async def _card(self, desk: Desk) -> TableCard:
        rules = await self._rules_of(desk, desk.digest)
        titles = await asyncio.to_thread(self._titles.of, desk.table_id, desk.digest)
        return table_card(rules, desk, titles, self.meters.get(desk.link, ()))

    async def _sight(self, desk: Desk) -> tuple[Sight, dict[str, int]]:
        """What is to be seen of a table at this version, and its players' chips: looked up once for everybody."""
        async with self._making[desk.table_id]:
            kept = self._sights.get(desk.table_id)
            if kept is None or kept[0].desk is not desk:
                rules = await self._rules_of(desk, desk.digest)
                last = await self._rules_of(desk, desk.last.digest) if desk.last else rules
                meters, balances = await asyncio.to_thread(self._read_both, desk)
                self.meters = self.meters | meters  # what this table has just given to a meter is shown at once
                kept = self._sights[desk.table_id] = (Sight(desk, rules, last), balances)
            return kept

    def _read_both(self, desk: Desk) -> tuple[Meters, dict[str, int]]:
        players = [player for _, player in desk.state.players]
        return self._read_meters([desk.link]) if desk.link else {}, self._read_balances(players)

    async def _rules_of(self, desk: Desk, digest: str) -> GameRules:
        if digest not in self._rules:
            self._rules[digest] = await asyncio.to_thread(self.house.rules_of, replace(desk, digest=digest))
        return self._rules[digest]

    def _waiting(self, desk: Desk) -> Waiting | None:
        """Whom the table waits for, while a clock runs for that."""
        waited, clock = waited_for(desk), self.service.clocks.left_ms(desk.table_id)
        if waited is None or clock is None:
            return None
        more = len(extensions(desk, waited)) < MOST_EXTENSIONS
        return Waiting(waited.kind, waited.seat, *clock, may_extend=more)

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(BadInput):  # the database is away, and whoever asks is told; the next time, then
                await self._look()

    async def _look(self) -> None:
        """Tells everybody of what has moved beside the tables that they watch."""
        if not self.onlookers:
            return
        meters = await asyncio.to_thread(self._read_meters)
        moved = meters != self._told
        if moved:
            self.meters = self._told = meters
        players = {onlooker.user.name for onlooker in self.onlookers if onlooker.user}
        balances = await asyncio.to_thread(self._read_balances, players)
        before = self.tables
        if any(onlooker.in_lobby for onlooker in self.onlookers):
            await self.look_at_lobby()
        for onlooker in self.onlookers:
            name = onlooker.user.name if onlooker.user else ""
            richer = onlooker.balance_cents is not None and balances.get(name, 0) != onlooker.balance_cents
            if richer:
                self._sights.clear()
            if moved or richer:
                onlooker.news.set()
            if onlooker.in_lobby and self.tables != before:
                onlooker.news.set()

    def _read_meters(self, links: Iterable[str] | None = None) -> Meters:
        """What the meters of these links show, or of all."""
        with self.house.database.read() as connection:
            if links is None:
                links = connection.execute(select(s.links.c.link_id)).scalars().all()
            found = all_meters(connection, links)
        return {
            link: tuple([meter_seen(value.meter, value.shown_cents) for value in values.values()])
            for link, values in sorted(found.items())
        }

    def _read_balances(self, players: Iterable[str]) -> dict[str, int]:
        names = {player_account(player): player for player in players}
        if not names:
            return {}
        c = s.accounts.c
        with self.house.database.read() as connection:
            rows = connection.execute(select(c.account, c.balance_cents).where(among(connection, c.account, names)))
            return {names[account]: cents for account, cents in rows}
