"""Spies of each role for a thousand rounds: no message ever holds a card that they may not see."""

import asyncio
import re
from collections import Counter
from contextlib import AsyncExitStack
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from croupier.house import commands as h
from croupier.house.database import Database
from croupier.house.desk import Desk
from croupier.house.house import Done, House
from croupier.house.service import TableService
from croupier.server.wire import TableSeen
from croupier.table.state import Round
from tests.house.crowd import wishes_at
from tests.house.floor import KEYS, Floor
from tests.server.felt import RULEBOOKS
from tests.server.live import Browser, Live, serving

ROUNDS = 1000
PLAYERS = ("ann", "bob")
STAFF = ("dealer", "floor", "surveillance", "regulator", "admin")
SPIES = {"ann": "player", "eve": "player"} | {f"a-{role}": role for role in STAFF}
# Whoever plays, another player and nobody in particular spy at every table, and each of the staff at one.
PLACES = [(name, table) for name in ("ann", "eve", "nobody") for table in RULEBOOKS] + [
    (f"a-{role}", table) for role, table in zip(STAFF, RULEBOOKS, strict=True)
]
CARD = re.compile(r'"([2-9TJQKA][shdc])"')
Kept = dict[tuple[str, int], Desk]


async def play(service: TableService, table: str, rounds: int, kept: Kept) -> None:
    """Rounds of cautious players; every table that anybody may have been shown is kept."""
    house = service.house
    desk = house.desk(table)
    kept[table, desk.version] = desk
    upto = desk.state.rounds + rounds
    while desk.state.rounds < upto:
        wishes = [h.Request(table, wish) for wish in wishes_at(house.rules_of(desk), desk)]
        for answer in await asyncio.gather(*[service.send(wish) for wish in wishes]):
            assert isinstance(answer, Done), answer
        known = house.known(table)
        assert known is not None
        desk = kept[table, known.version] = known


async def spy(browser: Browser | None, live: Live, table: str, heard: list[str], stack: AsyncExitStack) -> None:
    """Keeps all that comes through a socket."""
    cookies = "; ".join(f"{one.name}={one.value}" for one in browser.cookies.jar) if browser else ""
    address = live.url.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
    socket = await stack.enter_async_context(
        connect(address, origin=live.url, additional_headers={"Cookie": cookies}, compression=None)  # type: ignore[arg-type]
    )
    async for message in socket:
        assert isinstance(message, str)
        heard.append(message)


def open_to(round_: Round | None, name: str) -> set[str]:
    """The cards that somebody may see, told from the table's state without its view."""
    if round_ is None:
        return set()
    cards = [*round_.dealer_up, *round_.set_aside, *round_.community[: round_.community_up]]
    cards += [
        *(round_.dealer if round_.dealer_revealed else ()),
        *(round_.bonus_cards if round_.bonus_revealed else ()),
    ]
    for box in round_.boxes:
        cards += box.cards if box.revealed or box.player == name else ()
    return {str(card) for card in cards}


def check(message: str, name: str, kept: Kept, hidden: Counter[str]) -> None:
    told: dict[str, Any] = msgspec.json.decode(message)
    if told["type"] != "table":
        assert not CARD.search(message)
        return
    seen = msgspec.json.decode(message, type=TableSeen)
    desk = kept[seen.table, seen.version]
    for part, round_ in (("round", desk.state.round), ("last", desk.last)):
        shown = set(CARD.findall(msgspec.json.encode(told.pop(part)).decode()))
        assert shown <= open_to(round_, name), (name, part, seen.table, seen.version)
    assert not CARD.search(msgspec.json.encode(told).decode())
    for seen_round in (seen.round, seen.last):
        for box in seen_round.boxes if seen_round else ():
            hidden[name] += None in box.cards
            assert not (box.hand and None in box.cards)
        assert not (seen_round and seen_round.dealer_hand and None in seen_round.dealer)


async def spied(live: Live, browsers: dict[str, Browser | None], kept: Kept) -> dict[str, list[str]]:
    """All that every spy heard while the rounds were played."""
    heard: dict[str, list[str]] = {name: [] for name in browsers}
    service: TableService = live.app.state.service
    loop = service._working[0].get_loop()
    async with AsyncExitStack() as stack:
        spies = [asyncio.ensure_future(spy(browsers[name], live, table, heard[name], stack)) for name, table in PLACES]
        while sum(map(len, heard.values())) < len(PLACES):
            await asyncio.sleep(0.05)
            for one in spies:
                assert not one.done(), one
        playing = [
            asyncio.run_coroutine_threadsafe(play(service, table, ROUNDS // len(RULEBOOKS), kept), loop)
            for table in RULEBOOKS
        ]
        await asyncio.gather(*map(asyncio.wrap_future, playing))
        await asyncio.sleep(0.5)
        for one in spies:
            one.cancel()
        await asyncio.gather(*spies, return_exceptions=True)
    return heard


def test_no_spy_ever_receives_a_hidden_card(lite_database: Database) -> None:
    floor = Floor(lite_database)
    floor.house = House(lite_database, KEYS)
    for rulebook in RULEBOOKS:
        floor.open(rulebook, rulebook, players=PLAYERS)
    kept: Kept = {}
    with serving(lite_database, house=floor.house) as live:
        browsers: dict[str, Browser | None] = {"nobody": None}
        for name, role in SPIES.items():
            browsers[name] = live.signed_in(role, name)  # type: ignore[arg-type]
        heard = asyncio.run(spied(live, browsers, kept))
    hidden: Counter[str] = Counter()
    for name, messages in heard.items():
        for message in messages:
            check(message, name, kept, hidden)
    assert all(hidden[name] > 100 for name in heard), hidden
    rounds = {table: max(desk.state.rounds for (name, _), desk in kept.items() if name == table) for table in RULEBOOKS}
    assert sum(rounds.values()) >= ROUNDS
