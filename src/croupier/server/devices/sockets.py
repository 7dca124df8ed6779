"""The socket of a device: what it says comes in, and whether the table waits for a card goes out. No card ever does."""

import asyncio
import time
from collections import deque

import msgspec
from litestar import websocket
from litestar.params import FromPath
from msgspec import Struct

from croupier.house.handlers.commands import DeviceSays, Request
from croupier.house.handlers.devices import device_at
from croupier.house.log.device_events import AnySaying
from croupier.house.log.house_table import HouseTable
from croupier.house.service.service import Watcher
from croupier.rulebook.errors import BadInput
from croupier.server.dependencies import GivenSettings
from croupier.server.devices.dependencies import GivenDevice, GivenDeviceLines
from croupier.server.devices.tokens import ConnectedDevice
from croupier.server.limits import Buckets
from croupier.server.settings import Rate
from croupier.server.tables.dependencies import GivenViewCache
from croupier.server.tables.live_views import ViewCache
from croupier.server.tables.sockets import (
    MOST_MALFORMED,
    NOT_READ,
    TOO_MANY,
    UNREADABLE,
    Leaving,
    Socket,
    let_in,
    received,
    send,
    until_one_ends,
)
from croupier.server.tables.table_requests import FAILED, answered
from croupier.server.wire.errors import Problem
from croupier.server.wire.messages import Answered, CommandId, Goodbye
from croupier.table.procedure.devices import in_use
from croupier.table.procedure.reading import card_due
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import DEVICE

REVOKED = Goodbye("This token is good no more; the floor adds the device anew.", again=False)
TAKEN_OVER = Goodbye("Another connection of this device has taken over.", again=False)


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """What a device says, under an id that it made: sent again, it is answered again and done once."""

    id: CommandId
    said: AnySaying


class Awaits(Struct, frozen=True, tag_field="type", tag="awaits"):
    """What the table waits for: a `card` from the shoe, or while it is `stopped` the floor; in which round, and how
    many cards have left the deck in it. Nothing of any card.
    """

    card: bool
    stopped: bool
    round: int
    cards_out: int


_read = msgspec.json.Decoder(Said).decode


@websocket("/devices/{table:str}/socket", name="device_socket")
async def device_socket(
    socket: Socket,
    table: FromPath[str],
    view_cache: GivenViewCache,
    lines: GivenDeviceLines,
    device: GivenDevice,
    settings: GivenSettings,
) -> None:
    """A device at its table."""
    assert device is not None, "nobody comes here without a device's token"

    async def stay() -> None:
        if device.table != table:
            raise Problem(403, "other_table", f"This device's token is for table {device.table}, and for no other.")
        async with view_cache.service.watch(table) as watcher:
            with lines.holding(device) as over, view_cache.attendance.device_at(table, device.name):
                place = DevicePlace(socket, view_cache, device, watcher, over, settings.table_requests)
                await until_one_ends(place.watch, place.tell, place.receive, place.until_over)

    await let_in(socket, stay)


class DevicePlace:
    """One connection of a device."""

    def __init__(
        self,
        socket: Socket,
        view_cache: ViewCache,
        device: ConnectedDevice,
        watcher: Watcher,
        over: asyncio.Event,
        requests: Rate,
    ) -> None:
        self._socket = socket
        self._view_cache = view_cache
        self._device = device
        self._watcher = watcher
        self._over = over
        self._table: HouseTable | None = None
        self._answers: deque[Answered] = deque()
        self._news = asyncio.Event()
        self._requests = Buckets(requests)
        self._malformed = 0

    async def watch(self) -> None:
        """Notes every change of the table, and leaves once the token is revoked."""
        while True:
            self._table = await self._watcher.next()
            if device_at(self._table, self._device.name, self._device.key) is None:
                raise Leaving(REVOKED)
            self._news.set()

    async def until_over(self) -> None:
        """Leaves once a newer connection of the same device has come."""
        await self._over.wait()
        raise Leaving(TAKEN_OVER)

    async def tell(self) -> None:
        """Sends answers, and what the table waits for as it stands behind them."""
        shown: Awaits | None = None
        while True:
            await self._news.wait()
            self._news.clear()
            telling: list[Struct] = [self._answers.popleft() for _ in range(len(self._answers))]
            if self._table is not None:
                table = self._view_cache.house.known(self._table.table_id) or self._table
                now = awaits(table, await self._awaits_card(table))
                telling += [now] if now != shown else []
                shown = now
            if telling:
                await send(self._socket, *telling)

    async def _awaits_card(self, table: HouseTable) -> bool:
        rules = await self._view_cache.rules_at(table)
        return card_due(in_use(rules, table.state), table.state) is not None

    async def receive(self) -> None:
        """Answers what is said, one thing after the other."""
        while True:
            text = await received(self._socket)
            if self._requests.wait_seconds("", time.monotonic()):
                raise Leaving(TOO_MANY)
            self._answers.append(await self._answer(text))
            self._news.set()

    async def _answer(self, text: str) -> Answered:
        try:
            said = _read(text)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            self._malformed += 1
            if self._malformed > MOST_MALFORMED:
                raise Leaving(NOT_READ) from None
            return Answered("", "refused", "malformed", str(BadInput(f"{UNREADABLE}: {error}.")))
        by = f"{DEVICE}:{self._device.name}"
        command = DeviceSays(said=said.said, key=self._device.key, by=by)
        try:
            asking = self._view_cache.service.send(Request(self._device.table, command, f"{by}:{said.id}"))
            answer = await asyncio.shield(asyncio.ensure_future(asking))
        except BadInput:
            return Answered(said.id, "failed", "unavailable", FAILED)
        return answered(said.id, answer) if isinstance(answer, Refusal) else Answered(said.id, "done")


def awaits(table: HouseTable, card: bool) -> Awaits:
    """What a table waits for, as a device is told."""
    round_ = table.state.round
    stopped = table.stopped is not None
    return Awaits(card and not stopped, stopped, table.state.rounds, round_.drawn if round_ else 0)


ROUTES = (device_socket,)
