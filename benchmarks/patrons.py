"""People at tables of a running floor, each a real WebSocket connection: they play, and write down what they are told.

A patron answers as soon as it may. Every seventh command is sent twice under its id, as a browser does that is not
sure; the floor must answer both and do it once.
"""

import asyncio
import time
import zlib
from collections.abc import Callable, Sequence
from itertools import count

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from croupier.server.wire import messages as w

BASE_GAME = ("ante", "blind")
TWICE_EVERY = 7
AT_ONCE = 25  # connections being opened at a time
GRACE_SECONDS = 15.0  # for the last answers
_read = msgspec.json.Decoder(w.ServerMessage).decode


class Place(Struct, frozen=True):
    """Where a patron goes: a table, a seat there or 0 to look on, and the cookie that says who it is."""

    table: str
    seat: int
    name: str
    cookie: str


class Notes(Struct):
    """What patrons have seen: how often each thing was sent and came back, and how long it took, in seconds."""

    sent: int = 0
    again: int = 0
    answered: int = 0
    refused: dict[str, int] = {}
    unanswered: int = 0
    goodbyes: dict[str, int] = {}
    views: int = 0
    to_answer: list[float] = []
    to_view: list[float] = []
    viewed_at: list[float] = []  # when each of these commands was sent, by a clock that all processes share
    done: dict[str, int] = {}  # commands carried out, as the log should tell them: `table name command` -> how many

    def add(self, other: "Notes") -> None:
        """Takes in what another has noted."""
        for field in ("sent", "again", "answered", "unanswered", "views"):
            setattr(self, field, getattr(self, field) + getattr(other, field))
        self.to_answer += other.to_answer
        self.to_view += other.to_view
        self.viewed_at += other.viewed_at
        for mine, theirs in ((self.refused, other.refused), (self.goodbyes, other.goodbyes), (self.done, other.done)):
            for key, times in theirs.items():
                mine[key] = mine.get(key, 0) + times


class Asked(Struct):
    """A command on its way: when it was sent, how many answers it still gets, and what shows that it was done."""

    at: float
    comes_to: tuple[str, int]  # the log's name of the command, and how many of them
    shows: Callable[[w.TableSeen], bool]
    answers_due: int
    answered: bool = False
    shown: bool = False


class Pace(Struct, frozen=True):
    """How often a table begins a round: everybody there bets at the same moment, every so many seconds."""

    seconds: float = 0.0

    def wait_seconds(self, table: str, now: float) -> float:
        """How long until a table's next round; tables begin theirs at moments of their own."""
        if not self.seconds:
            return 0.0
        own = zlib.crc32(table.encode()) / 2**32 * self.seconds
        return (own - now) % self.seconds


AT_ONCE_AGAIN = Pace()


class Patron:
    """One connection."""

    def __init__(self, url: str, origin: str, place: Place, pace: Pace = AT_ONCE_AGAIN) -> None:
        self.place = place
        self.notes = Notes(refused={}, goodbyes={}, to_answer=[], to_view=[], viewed_at=[], done={})
        self._pace = pace
        self._url = f"{url}/api/tables/{place.table}/socket"
        self._origin = origin
        self._asked: dict[str, Asked] = {}
        self._seen: w.TableSeen | None = None
        self._ids = count(1)
        self._first: str | bytes = ""
        self._socket: ClientConnection | None = None

    async def come(self) -> None:
        """Connects, and is shown the table."""
        cookie = {"Cookie": self.place.cookie} if self.place.cookie else {}
        self._socket = await connect(
            self._url, origin=self._origin, additional_headers=cookie, compression=None, open_timeout=60  # type: ignore[arg-type]
        )  # fmt: skip
        self._first = await self._socket.recv()

    async def play(self, until: float) -> Notes:
        """Plays until then, waits for the last answers, and leaves."""
        assert self._socket is not None
        ending = asyncio.create_task(self._leave_after(until))
        try:
            await self._take(self._first, until)
            async for text in self._socket:
                await self._take(text, until)
        except ConnectionClosed:
            self.notes.goodbyes["the connection was lost"] = 1
        await ending
        self.notes.unanswered = sum(asked.answers_due for asked in self._asked.values())
        return self.notes

    async def _take(self, text: str | bytes, until: float) -> None:
        """One message, and what this patron does about it."""
        told = _read(text)
        if isinstance(told, w.TableSeen):
            self.notes.views += 1
            self._seen = told
            self._look(told)
        elif isinstance(told, w.Answered):
            self._hear(told)
        elif isinstance(told, w.Goodbye):
            self.notes.goodbyes[told.reason] = self.notes.goodbyes.get(told.reason, 0) + 1
        if self._seen and time.perf_counter() < until and self.place.seat and not self._asked:
            await self._act(self._seen, until)

    async def _leave_after(self, until: float) -> None:
        assert self._socket is not None
        await asyncio.sleep(max(0.0, until - time.perf_counter()))
        latest = time.perf_counter() + GRACE_SECONDS
        while any(asked.answers_due for asked in self._asked.values()) and time.perf_counter() < latest:
            await asyncio.sleep(0.02)
        await self._socket.close()

    def _look(self, seen: w.TableSeen) -> None:
        now = time.perf_counter()
        for command_id, asked in list(self._asked.items()):
            if not asked.shown and asked.shows(seen):
                asked.shown = True
                self.notes.to_view.append(now - asked.at)
                self.notes.viewed_at.append(asked.at)
            self._forget_if_over(command_id, asked)

    def _hear(self, answer: w.Answered) -> None:
        asked, notes = self._asked[answer.id], self.notes
        notes.answered += 1
        asked.answers_due -= 1
        if not asked.answered:
            asked.answered = True
            notes.to_answer.append(time.perf_counter() - asked.at)
            if answer.outcome == "done":
                name, times = asked.comes_to
                key = f"{self.place.table} {self.place.name} {name}"
                notes.done[key] = notes.done.get(key, 0) + times
            else:
                notes.refused[answer.code] = notes.refused.get(answer.code, 0) + 1
                asked.shown = True  # nothing will show
        self._forget_if_over(answer.id, asked)

    def _forget_if_over(self, command_id: str, asked: Asked) -> None:
        if asked.shown and not asked.answers_due:
            del self._asked[command_id]

    async def _act(self, seen: w.TableSeen, until: float) -> None:
        """What this seat does next, if it is its turn to do something."""
        seat, round_ = self.place.seat, seen.round
        offers = next((one for one in seen.offers if one.seat == seat), None)
        if seat not in seen.players:
            await self._ask(w.TakeSeat(seat=seat), ("Sit", 1), lambda later: seat in later.players)
        elif offers is None or round_ is None:
            return
        elif offers.actions:
            number, point, action = round_.number, round_.point, offers.actions[0]
            request = w.TakeDecision(
                seat=seat, round=number, point=point, action=action.action, stake_cents=action.stake_cents
            )
            await self._ask(request, ("Decide", 1), lambda later: _is_past(later, number, point, seat))
        elif round_.phase == "wagering" and not any(box.seat == seat for box in round_.boxes):
            await asyncio.sleep(self._pace.wait_seconds(self.place.table, time.perf_counter()))
            if time.perf_counter() >= until:
                return  # the evening was over before the next round
            stakes = {spot.wager: spot.minimum_cents for spot in offers.spots if spot.wager in BASE_GAME}
            number = round_.number
            await self._ask(
                w.SetWagers(seat=seat, round=number, stakes_cents=stakes),
                ("PlaceWager", len(stakes)),
                lambda later: _lies(later, number, seat, len(stakes)),
            )
        elif offers.may_say_ready and any(box.seat == seat and not box.ready for box in round_.boxes):
            number = round_.number
            await self._ask(
                w.SayReady(seat=seat, round=number), ("Ready", 1), lambda later: _is_ready(later, number, seat)
            )

    async def _ask(
        self, request: w.AnyTableRequest, comes_to: tuple[str, int], shows: Callable[[w.TableSeen], bool]
    ) -> None:
        assert self._socket is not None
        number = next(self._ids)
        asked = w.Asked(f"command-{number:08}", request)
        times = 2 if (number + self.place.seat) % TWICE_EVERY == 0 else 1
        self._asked[asked.id] = Asked(time.perf_counter(), comes_to, shows, times)
        self.notes.sent += 1
        self.notes.again += times - 1
        text = msgspec.json.encode(asked).decode()
        for _ in range(times):
            await self._socket.send(text)


def _moved_on(seen: w.TableSeen, number: int) -> bool:
    return seen.round is None or seen.round.number > number


def _lies(seen: w.TableSeen, number: int, seat: int, wagers: int) -> bool:
    boxes = seen.round.boxes if seen.round else ()
    return _moved_on(seen, number) or any(box.seat == seat and len(box.wagers_cents) >= wagers for box in boxes)


def _is_ready(seen: w.TableSeen, number: int, seat: int) -> bool:
    if _moved_on(seen, number) or seen.round is None or seen.round.phase != "wagering":
        return True
    return any(box.seat == seat and box.ready for box in seen.round.boxes)


def _is_past(seen: w.TableSeen, number: int, point: str, seat: int) -> bool:
    round_ = seen.round
    return _moved_on(seen, number) or round_ is None or round_.point != point or seat not in round_.to_ask


async def an_evening(url: str, places: Sequence[Place], seconds: float, pace: Pace = AT_ONCE_AGAIN) -> Notes:
    """Everybody comes, plays for so long and leaves; what they noted."""
    patrons = [Patron(url.replace("http", "ws", 1), url, place, pace) for place in places]
    door = asyncio.Semaphore(AT_ONCE)

    async def come(patron: Patron) -> None:
        async with door:
            await patron.come()

    await asyncio.gather(*[come(patron) for patron in patrons])
    began = time.perf_counter()
    found = await asyncio.gather(*[patron.play(began + seconds) for patron in patrons])
    together = Notes(refused={}, goodbyes={}, to_answer=[], to_view=[], viewed_at=[], done={})
    for notes in found:
        together.add(notes)
    return together


async def echoes(url: str, clients: int, seconds: float, size: int = 4096) -> list[float]:
    """The yardstick: how long it takes a message of this size to come back through the same server, in seconds."""
    text, took = "x" * size, list[float]()
    door = asyncio.Semaphore(AT_ONCE)
    address = url.replace("http", "ws", 1) + "/echo"

    async def client(begin: asyncio.Event) -> None:
        async with door:
            socket = await connect(address, compression=None, open_timeout=60)
        async with socket:
            ready.append(1)
            await begin.wait()
            until = time.perf_counter() + seconds
            while (at := time.perf_counter()) < until:
                await socket.send("echo")
                answer = await socket.recv()
                assert len(answer) == len(text)
                took.append(time.perf_counter() - at)

    ready: list[int] = []
    begin = asyncio.Event()
    tasks = [asyncio.create_task(client(begin)) for _ in range(clients)]
    while len(ready) < clients:
        await asyncio.sleep(0.01)
    begin.set()
    await asyncio.gather(*tasks)
    return took
