"""People at the tables: they sit, wager, decide, dawdle, lose their connection, ask again until they are answered."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Protocol

import msgspec

from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.server.wire import messages as w
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal
from tests.server.live import PASSWORD
from tests.simulator.houses import FLOOR, PLAYERS
from tests.simulator.network import Wire
from tests.simulator.notes import Bought, Frame, Notes, Wished
from tests.simulator.server import Server

_read = msgspec.json.Decoder(w.TableSeen | w.MetersSeen | w.Answered | w.Goodbye).decode
PATIENCE_SECONDS = 6.0  # until a request without an answer is sent again


class Town(Protocol):
    """Where people are: they find a process of a house there, and learn when it is time to go home."""

    notes: Notes
    closing: bool
    rough: float

    def servers(self, house: str) -> Sequence[Server]:
        """The processes of a house that are up."""

    def in_play(self, house: str, table: str) -> bool:
        """Whether somebody has wagered there in a round that is not over, or still may."""


class Guest:
    """Somebody of one house, who plays at one of its tables after the other."""

    def __init__(self, town: Town, house: str, tables: Sequence[str], name: str, token: str, chance: Random) -> None:
        self.name = name
        self.house = house
        self._town = town
        self._tables = tables
        self._token = token
        self._chance = chance
        self._notes = town.notes
        self._wire: Wire | None = None
        self._table = tables[0]
        self._seen: w.TableSeen | None = None
        self._pending: Wished | None = None
        self._asked_at = 0.0
        self._count = 0

    async def play(self) -> None:
        """Until it is time to go, and what was asked is answered."""
        while not self._town.closing or self._has_to_stay:
            if not self._token:
                await self._sign_in()
            elif self._wire is None or self._wire.closed:
                await self._connect()
            else:
                await self._look()
                self._act()
        if self._wire:
            self._wire.break_off()

    @property
    def _has_to_stay(self) -> bool:
        """Whether something keeps them though it is time to go."""
        return self._pending is not None

    def _may_ask(self) -> bool:
        """Whether they see a table, and it is not too late to ask for anything."""
        return self._seen is not None and not self._town.closing

    async def _connect(self) -> None:
        chance = self._chance
        await asyncio.sleep(chance.uniform(0.05, 1.0))
        servers = self._town.servers(self.house)
        if not servers:
            return
        server = chance.choice(servers)
        if self._pending is None:
            self._table = chance.choice(self._tables)
        self._seen = None
        self._wire = server.connect(self._table, self._token, chance, self._town.rough)
        self._notes.note(self.name, f"connects to {self._table} at {server.name}")
        if self._pending:
            await self._look()
            self._send()

    async def _look(self) -> None:
        """Listens for a while."""
        assert self._wire is not None
        text = await self._wire.hear(self._chance.choice((0.01, 0.1, 0.5)))
        while text is not None:
            self._take_in(text)
            text = await self._wire.hear(0.001)

    def _take_in(self, text: str) -> None:
        self._notes.frames[Frame(self.house, self._table, self.name, text)] = None
        told = _read(text)
        if isinstance(told, w.TableSeen):
            if self._seen and told.version < self._seen.version:
                raise self._notes.broken("what is shown goes forward", f"{self._seen.version}, then {told.version}")
            self._seen = told
        elif isinstance(told, w.Answered):
            self._answered(told)
        elif isinstance(told, w.Goodbye):
            self._notes.note(self.name, f"hears goodbye: {told.reason}")
            if "sign in" in told.reason:
                self._token = ""

    def _answered(self, told: w.Answered) -> None:
        notes = self._notes
        wished = next((one for one in reversed(notes.wishes) if one.asked.id == told.id), None)
        if wished is None:
            raise notes.broken("only what was asked is answered", f"{told}")
        notes.note(self.name, f"hears {told.id} {told.outcome} {told.code}".rstrip())
        if told.code == "signed_out":  # which says nothing of what was asked
            self._token = ""
            return
        if told.outcome != "failed":
            if wished.outcome not in ("", told.outcome):
                raise notes.broken("the same id, the same answer", f"{wished.asked}: {wished.answers}, then {told}")
            if told.outcome == "done" and wished.outcome == "":
                wished.seen_version = self._seen.version if self._seen else 0
                wished.heard_at = asyncio.get_running_loop().time()
            if told.outcome == "refused" and isinstance(wished.asked.wish, w.TakeDecision) and wished.asked.version:
                raise notes.broken("what is offered is taken", f"{wished.asked}: {told}")
            if wished is self._pending:
                self._pending = None
        wished.answers.append(told)

    def _act(self) -> None:
        """Says something, if there is anything to say."""
        town, chance, now = self._town, self._chance, asyncio.get_running_loop().time()
        if self._pending and self._token:
            if now - self._asked_at > PATIENCE_SECONDS:
                self._send()
            return
        if not self._may_ask() or self._seen is None or chance.random() < 0.2:
            return
        if chance.random() < town.rough / 5:
            assert self._wire is not None
            self._wire.break_off()
            return
        request = self._wish(self._seen)
        if request:
            self._count += 1
            asked = w.Asked(f"{self.name}-{self._count:05}", request, self._version(request, self._seen))
            self._pending = Wished(self.house, self._table, self.name, asked, [])
            self._notes.wishes.append(self._pending)
            self._send()
            if chance.random() < 0.05 + town.rough:
                self._send()  # a double click, or a page that did not trust its connection

    def _version(self, request: w.AnyTableRequest, seen: w.TableSeen) -> int | None:
        return seen.version if isinstance(request, w.TakeDecision) and self._chance.random() < 0.5 else None

    def _send(self) -> None:
        assert self._pending is not None
        assert self._wire is not None
        self._asked_at = asyncio.get_running_loop().time()
        asked = self._pending.asked
        self._notes.note(self.name, f"asks {asked.id} {self._pending.table}: {_told(asked.wish)}")
        self._wire.say(msgspec.json.encode(asked).decode())

    async def _sign_in(self) -> None:
        """Comes in anew, and connects as whom the house knows then."""
        await asyncio.sleep(self._chance.uniform(0.1, 1.0))
        servers = self._town.servers(self.house)
        if self._wire:
            self._wire.break_off()
            self._wire = None
        if servers:
            body = {"name": self.name, "password": PASSWORD}
            status, _, token = await self._chance.choice(servers).call("/api/session", body, "")
            self._notes.note(self.name, f"signs in: {status}")
            self._token = token

    def _wish(self, seen: w.TableSeen) -> w.AnyTableRequest | None:
        """What somebody might want who sees this."""
        chance = self._chance
        if not seen.offers:
            if seen.may_sit and seen.seats_free:
                seat = seen.seats_free[0] if chance.random() < 0.7 else chance.choice(seen.seats_free)
                return w.TakeSeat(seat=seat)
            return None
        offers = chance.choice(seen.offers)
        seat, round_ = offers.seat, seen.round
        if chance.random() < 0.06:
            return w.GiveUpSeat(seat=seat)
        if round_ is None:
            return None
        if offers.actions:
            if chance.random() < 0.05:
                return w.AskTime(seat=seat, round=round_.number)
            action = chance.choice(offers.actions)
            return w.TakeDecision(
                seat=seat, round=round_.number, point=round_.point, action=action.action, stake_cents=action.stake_cents
            )
        # What is closed until another wager lies there comes with that one, in this order.
        spots = [spot for spot in offers.spots if spot.wager != "play" and (spot.open or chance.random() < 0.7)]
        if round_.phase == "wagering" and spots:
            return self._wager(seat, round_, spots, offers.may_say_ready)
        return None

    def _wager(
        self, seat: int, round_: w.RoundSeen, spots: Sequence[w.SpotOffer], may_say_ready: bool
    ) -> w.AnyTableRequest | None:
        chance = self._chance
        lies = next((box.wagers_cents for box in round_.boxes if box.seat == seat), {})
        if lies and may_say_ready and chance.random() < 0.7:
            return w.SayReady(seat=seat, round=round_.number)
        if lies and chance.random() < 0.5:
            return None
        stakes = {spot.wager: spot.minimum_cents for spot in spots if spot.minimum_cents and chance.random() < 0.9}
        if chance.random() < 0.1:
            stakes = {chance.choice(spots).wager: 0}
        return w.SetWagers(seat=seat, round=round_.number, stakes_cents=stakes) if stakes else None


class Cage:
    """The floor at the cage: buys chips for players, and asks under the same id until that is answered."""

    def __init__(self, town: Town, house: str, token: str, chance: Random) -> None:
        self._town = town
        self._house = house
        self._token = token
        self._chance = chance

    async def serve(self) -> None:
        """Until it is time to go, and all is answered."""
        count, pending = 0, None
        while pending or not self._town.closing:
            await asyncio.sleep(self._chance.uniform(1, 6))
            if pending is None and not self._town.closing:
                count += 1
                player, cents = self._chance.choice(PLAYERS), self._chance.randint(1, 10_000)
                pending = Bought(self._house, player, f"bought-{count:05}", cents)
                self._town.notes.bought.append(pending)
            if pending and await self._ask(pending):
                pending = None

    async def _ask(self, bought: Bought) -> bool:
        servers = self._town.servers(self._house)
        if not servers:
            return False
        server, body = self._chance.choice(servers), {"id": bought.command_id, "cents": bought.cents}
        status, _, _ = await server.call("/api/cage/buy-in", body | {"player": bought.player}, self._token)
        self._town.notes.note("cage", f"{bought.command_id} {bought.player} {bought.cents}: {status}")
        if status == 401:
            _, _, self._token = await server.call("/api/session", {"name": FLOOR, "password": PASSWORD}, "")
        bought.done = bought.done or status == 200
        if status not in (0, 200, 401, 503):
            raise self._town.notes.broken("the cage answers", f"{bought} was answered with {status}")
        return status == 200


class Pit:
    """The floorperson in the pit, who finds now and then that hands were dealt wrongly: the round is void."""

    def __init__(self, town: Town, house: str, tables: Sequence[str], chance: Random) -> None:
        self._town = town
        self._house = house
        self._tables = tables
        self._chance = chance

    async def watch(self) -> None:
        """Until it is time to go; what was not answered is reported again, under the same id."""
        count, pending = 0, None
        while pending or not self._town.closing:
            await asyncio.sleep(self._chance.uniform(0.2, 3))
            if pending is None and not self._town.closing:
                count += 1
                report = c.Report(kind="wrong_number_of_cards", by=f"floor:{FLOOR}")
                pending = h.Request(self._chance.choice(self._tables), report, f"report-{count:05}")
            if pending and await self._ask(pending):
                pending = None

    async def _ask(self, request: h.Request) -> bool:
        servers = self._town.servers(self._house)
        if not servers:
            return False
        answer = await self._chance.choice(servers).ask(request)
        told = "void" if isinstance(answer, Done) else answer.code if isinstance(answer, Refusal) else "no answer"
        self._town.notes.note("pit", f"{request.command_id} at {request.table}: {told}")
        if isinstance(answer, Done):
            self._town.notes.voided.append((self._house, request.table, request.command_id))
        return answer is not None


def _told(request: w.AnyTableRequest) -> str:
    return msgspec.json.encode(request).decode()
