"""Somebody at a table by a socket, as the page would be: asks, and looks at what is shown."""

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from croupier.server.deal.schemas import DealSeen
from croupier.server.tables.lobby import LobbySeen
from croupier.server.wire import messages as w
from tests.patience import PATIENCE_SECONDS
from tests.server.live import Browser, Live

_read = msgspec.json.Decoder(w.TableSeen | DealSeen | w.MetersSeen | w.Answered | w.Goodbye | LobbySeen).decode


class Seat:
    """A connection to a table; use it in a `with`."""

    def __init__(self, browser: Browser, table: str, seat: int = 0, on_duty: bool = False) -> None:
        self.browser = browser
        self.table = table
        self.seat = seat
        self.raw: list[str] = []
        self.answers: list[w.Answered] = []
        self.meters: list[w.MetersSeen] = []
        self.goodbye: w.Goodbye | None = None
        self.shown: w.TableSeen | None = None
        self.deal: DealSeen | None = None
        self._way = "deal" if on_duty else "tables"
        self._socket: ClientConnection | None = None

    def __enter__(self) -> "Seat":
        connecting = self.browser.socket(f"/api/{self._way}/{self.table}/socket")
        self._socket = connecting.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        """The connection is lost."""
        if self._socket:
            self._socket.close()

    @property
    def seen(self) -> w.TableSeen:
        """The table as it was shown last."""
        if self.shown is None:
            self.until(lambda seen: True)
        assert self.shown is not None
        return self.shown

    @property
    def round(self) -> w.RoundSeen:
        """The round under way."""
        assert self.seen.round is not None
        return self.seen.round

    def receive(self, seconds: float = PATIENCE_SECONDS) -> Any:
        """The next message."""
        assert self._socket is not None
        text = self._socket.recv(seconds)
        assert isinstance(text, str)
        self.raw.append(text)
        told = _read(text)
        if isinstance(told, w.TableSeen):
            assert self.shown is None or told.version >= self.shown.version, "the table went back"
            if told.last_as_before:
                assert told.last is None
                assert self.shown is not None
                told = msgspec.structs.replace(told, last=self.shown.last, last_as_before=False)
            self.shown = told
        elif isinstance(told, DealSeen):
            self.deal = told
        elif isinstance(told, w.Answered):
            self.answers.append(told)
        elif isinstance(told, w.MetersSeen):
            self.meters.append(told)
        elif isinstance(told, w.Goodbye):
            self.goodbye = told
        return told

    def until(self, looks: Callable[[w.TableSeen], bool]) -> w.TableSeen:
        """The table, once it looks like that."""
        while self.shown is None or not looks(self.shown):
            self.receive()
        return self.shown

    def closed(self) -> int:
        """Reads to the end of the connection, and returns its code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 0

    def send(self, text: str) -> None:
        """Sends anything."""
        assert self._socket is not None
        self._socket.send(text)

    def ask(self, request: w.AnyTableRequest, asked_id: str = "", version: int | None = None) -> w.Answered:
        """The answer to a request."""
        asked = w.Asked(asked_id or secrets.token_hex(8), request, version)
        self.send(msgspec.json.encode(asked).decode())
        while not self.answers or self.answers[-1].id != asked.id:
            self.receive()
        return self.answers.pop()

    def do(self, request: w.AnyTableRequest, version: int | None = None) -> None:
        """A request that is fulfilled."""
        answer = self.ask(request, version=version)
        assert answer.outcome == "done", answer

    def sit(self) -> None:
        """Takes the seat."""
        self.do(w.TakeSeat(seat=self.seat))
        self.until(lambda seen: self.seat in seen.players and seen.round is not None)

    def bet(self) -> None:
        """The smallest stake on every spot, one after the other as they open."""
        number = self.round.number
        for offer in self.offers.spots:
            wager = offer.wager
            if wager == "play":
                continue
            spot = next(spot for spot in self.offers.spots if spot.wager == wager)
            assert spot.open, spot
            self.do(w.SetWagers(seat=self.seat, round=number, stakes_cents={wager: spot.minimum_cents}))
            self.until(partial(self._lies_there, wager))

    def _lies_there(self, wager: str, seen: w.TableSeen) -> bool:
        return wager in self.box_in(seen).wagers_cents

    def ready(self) -> None:
        """Enough wagered."""
        self.do(w.SayReady(seat=self.seat, round=self.round.number))

    def decide(self, which: Callable[[tuple[w.ActionOffer, ...]], w.ActionOffer]) -> None:
        """One of the answers that are offered."""
        action, before = which(self.offers.actions), self.seen.version
        request = w.TakeDecision(
            seat=self.seat,
            round=self.round.number,
            point=self.round.point,
            action=action.action,
            stake_cents=action.stake_cents,
        )
        self.do(request, version=before)
        self.until(lambda seen: seen.version > before)

    @property
    def offers(self) -> w.SeatOffers:
        """What the seat may do now."""
        return next(offers for offers in self.seen.offers if offers.seat == self.seat)

    def box_in(self, seen: w.TableSeen) -> w.BoxSeen:
        """The seat's box in the round that is shown; an empty one where nothing lies there yet."""
        boxes = seen.round.boxes if seen.round else ()
        empty = w.BoxSeen(self.seat, "", False, {}, (), "", w.HandCards((), ()), False, False, False, "")
        return next((box for box in boxes if box.seat == self.seat), empty)


def player_at(live: Live, table: str, seat: int, name: str = "") -> Seat:
    """A new guest, or a player of that name with chips, about to connect to a table."""
    return Seat(live.guest() if not name else live.signed_in("player", name), table, seat)
