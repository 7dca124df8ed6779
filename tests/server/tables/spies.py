"""Spies: somebody of every role at every table, who keeps all that the floor tells them, and looks for cards in it."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from croupier.table.values.state import Round
from tests.patience import PATIENCE_SECONDS
from tests.server.live import Browser, Live
from tests.server.tables.truth import Known, Moment, Written

SEES_ALL_AFTERWARDS = ("surveillance", "regulator")
SUITS = "spades|hearts|diamonds|clubs"
CARD = re.compile(
    rf"(?<![A-Za-z0-9])[2-9TJQKA][shdc](?![A-Za-z0-9])|[2-9TJQKA]0?[♠♥♦♣]|[🂡-🃞]| of (?:{SUITS})", re.UNICODE
)
VERSION = re.compile(r'{"type":"table","table":"[a-z0-9-]+","version":(\d+)')
LONG_HEX = re.compile(r"[0-9a-f]{64}")


def cards_in(value: Any) -> Written:
    """Every card that is named anywhere in a message, however deep and in whatever words."""
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return frozenset(CARD.findall(text))


class Spy:
    """Somebody at a table: a role, and for a player their name."""

    def __init__(self, live: Live, browser: Browser, role: str, name: str, table: str) -> None:
        self.browser = browser
        self.role = role
        self.player = name if role == "player" else ""
        self.table = table
        self.version = 0
        self.heard: list[tuple[int, str]] = []  # each with the version that the table was shown at last
        self._url = live.url.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
        self._options: dict[str, Any] = {
            "origin": live.url,
            "additional_headers": {"Cookie": "; ".join(f"{one.name}={one.value}" for one in browser.cookies.jar)},
            "compression": None,
        }
        self._moved = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None

    def __str__(self) -> str:
        return f"{self.player or self.role} at {self.table}"

    async def begin(self) -> None:
        """Connects, and listens from now on."""
        self._socket = await connect(self._url, **self._options)
        self._listening = asyncio.create_task(self._listen(self._socket))

    async def end(self) -> None:
        """Disconnects."""
        if self._socket and self._listening:
            await self._socket.close()
            await self._listening

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                assert isinstance(text, str)
                if found := VERSION.match(text):
                    self.version = int(found[1])
                    self._moved.set()
                self.heard.append((self.version, text))
        except ConnectionClosed:
            return

    async def reach(self, version: int) -> None:
        """Waits until the table was shown at this version or a later one."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while self.version < version:
                self._moved.clear()
                await self._moved.wait()


# What is wrong with a message, in words; nothing where nothing is.


def leaks_in_told(text: str, player: str, moments: dict[int, Moment], seeds: Written) -> Iterator[str]:
    """What a socket's message, or a view, tells too early."""
    told = msgspec.json.decode(text)
    if told.get("type") == "table":
        moment = moments[told["version"]]
        yield from leaks_in_round("round", told.pop("round"), moment.round, moment.known.by(player))
        last = told.pop("last")
        if not told["last_as_before"]:
            yield from leaks_in_round("last", last, moment.last, moment.known_of_last.by(player))
        elif last is not None:
            yield "last: a round that was said to be left out"
    if found := cards_in(told):
        yield f"{sorted(found)} in a message of type {told.get('type')}"
    if seeds.intersection(LONG_HEX.findall(text)):
        yield "the seed of a shuffle"


def leaks_in_round(part: str, seen: dict[str, Any] | None, true: Round | None, known: Written) -> Iterator[str]:
    """What a round is shown with that the viewer may not know, and what is missing that they may."""
    if seen is None or true is None:
        if seen is not None or true is not None:
            yield f"{part}: shown {seen and seen['number']}, and it is {true and true.number}"
        return
    lie = {"dealer": true.dealer, "community": true.community, "bonus_cards": true.bonus_cards}
    shown = {place: seen.pop(place) for place in lie}
    for box, of in zip(seen["boxes"], true.boxes, strict=True):
        place = f"box {of.seat}"
        lie[place], shown[place] = of.cards, box.pop("cards")
        if extra := cards_in(box.pop("made")).difference(known):
            yield f"{part}: {sorted(extra)} make the hand of {place}"
        if box["hand"] and not known.issuperset(map(str, of.cards)):
            yield f"{part}: the hand of {place} in words"
    for place, cards in lie.items():
        may_see = [str(card) if str(card) in known else None for card in cards]
        if shown[place] != may_see:
            yield f"{part}: {place} shows {shown[place]}, not {may_see}"
    if not known.issuperset(map(str, (*true.dealer, *true.community))) and (
        seen["dealer_hand"] or seen["dealer_qualifies"] is not None
    ):
        yield f"{part}: the dealer's hand in words"
    if extra := cards_in(seen.pop("dealer_made")).difference(known):
        yield f"{part}: {sorted(extra)} make the dealer's hand"
    if seen["lines"] and not true.lines:
        yield f"{part}: results of a round without any"
    if found := cards_in(seen):
        yield f"{part}: {sorted(found)} beside the felt"


def leaks_in_story(told: dict[str, Any], role: str, player: str, known: Known, over: bool) -> Iterator[str]:
    """What a round told step by step tells too early."""
    may_know = known.dealt if over and role in SEES_ALL_AFTERWARDS else known.by(player)
    if found := cards_in(told) - may_know:
        yield f"{sorted(found)} in a story"
    for frame in told["frames"]:
        seen = frame["round"]
        hands = [(box["hand"], box["cards"]) for box in seen["boxes"]]
        for hand, cards in (*hands, (seen["dealer_hand"], seen["dealer"])):
            if hand and None in cards:
                yield f"{hand!r} in a story, of {cards}"
    if told["lines"] and not over:
        yield "results of a round that is not over"
