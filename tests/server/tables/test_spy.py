"""Somebody of every role looks on while a thousand rounds are played, and nobody learns of a card before its moment."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.log.house_table import HouseTable
from croupier.house.service.service import TableService
from croupier.server.app.logs import JsonLines
from croupier.server.odds import coach
from croupier.server.tables import sockets
from croupier.server.wire.errors import Problem
from croupier.server.wire.schemas import Role
from croupier.table import views
from croupier.table.values.box import Box
from croupier.table.values.state import Round
from croupier.table.views import BoxView, SeenCards, Viewer
from tests.house.service.crowd import wishes_at
from tests.server.felt import RULEBOOKS, floor_of
from tests.server.live import Browser, Live
from tests.server.tables.spies import Spy, cards_in, leaks_in_story, leaks_in_told
from tests.server.tables.truth import Truth
from tests.soak import sized

SEATED = ("ann", "bob")
STAFF: tuple[Role, ...] = tuple(role for role in get_args(Role) if role != "player")
# So that a machine is not busy with nothing else, every spy is at one table at a time, and at each of them in turn.
SHIFTS = sized(len(RULEBOOKS), 1)
SHIFT_ROUNDS = 10
ODD_ROUNDS = ("ante", "blind")  # the wagers in every other round; else all that there are
LOOK_EVERY = sized(66, 200)  # rounds: three looks, each in another shift, so that everybody looks at three tables
EVENTS = "/api/watch/timeline?least_cents=1"  # every wager and payment too
TELLS_NO_CARD = ("/api/tables", "/api/history", EVENTS, "/metrics", "/health", "/api/session")


class Spied:
    """Tables of every rulebook, people playing at them, and the spies."""

    def __init__(self, live: Live, tables: Sequence[str] = RULEBOOKS, shifts: int = SHIFTS) -> None:
        self.live = live
        self.tables = tables
        self.shifts = shifts
        self.leaks: Counter[str] = Counter()
        self.moments: Counter[tuple[str, str]] = Counter()  # how often a role was shown a phase
        self.looks: Counter[str] = Counter()  # how often a role asked for every page
        self._present: dict[str, list[Spy]] = {}
        floor = floor_of(live.house)
        for table in tables:
            floor.open(table, table, SEATED, practice=True)
        self._truths = {table: Truth(live.house, table) for table in tables}
        self._ids = count(1)
        browsers: list[tuple[str, str, Browser]] = [("nobody", "", live.browser())]
        browsers += [("player", name, live.signed_in("player", name)) for name in (*SEATED, "a-stranger")]
        browsers += [(role, "", live.signed_in(role)) for role in STAFF]
        self.spies = {table: [Spy(live, browser, role, name, table) for role, name, browser in browsers]
                      for table in tables}  # fmt: skip

    async def play(self, rounds: int, look_every: int) -> None:
        """So many rounds at each table, all of them at once; now and then who is there looks at every page."""
        for began in range(0, rounds, SHIFT_ROUNDS):
            self._present = {
                table: [spy for at, spy in enumerate(spies) if (at + nth + began // SHIFT_ROUNDS) % self.shifts == 0]
                for nth, (table, spies) in enumerate(self.spies.items())
            }
            await asyncio.gather(*[spy.begin() for spies in self._present.values() for spy in spies])
            try:
                for number in range(began + 1, min(began + SHIFT_ROUNDS, rounds) + 1):
                    await self._play_round(looking=number % look_every == 0)
                await self._read_all()
            finally:
                await asyncio.gather(*[spy.end() for spies in self._present.values() for spy in spies])

    def _table(self, table: str) -> HouseTable:
        house_table = self.live.house.known(table)
        assert house_table is not None
        return house_table

    async def _play_round(self, looking: bool) -> None:
        """A whole round at each table; after each step another spy of each table is waited for."""
        upto = {table: self._table(table).state.rounds for table in self.tables}
        while under_way := [
            house_table for table in self.tables if (house_table := self._table(table)).state.rounds == upto[table]
        ]:
            requests = [
                h.Request(house_table.table_id, request, f"spied-{next(self._ids)}")
                for house_table in under_way
                for request in wishes_at(
                    self.live.house.rules_of(house_table),
                    house_table,
                    ODD_ROUNDS if house_table.state.rounds % 2 else (),
                )
            ]
            await in_server(self.live, requests)
            turn = next(self._ids)
            for table, spies in self._present.items():
                await spies[turn % len(spies)].reach(self._table(table).version)
            if looking and all(self._in_decisions(table) for table in self.tables):
                looking = False
                await self._look()

    def _in_decisions(self, table: str) -> bool:
        round_ = self._table(table).state.round
        return round_ is not None and round_.phase == "decisions"

    async def _read_all(self) -> None:
        """Compares all that the spies have heard, up to now, with what was true."""
        for table, spies in self._present.items():
            await asyncio.gather(*[spy.reach(self._table(table).version) for spy in spies])
            truth = self._truths[table]
            truth.read_on()
            seeds = truth.seeds()
            fine: set[tuple[str, str]] = set()  # what somebody else heard just so, and may
            for spy in spies:
                for version, text in spy.heard:
                    if (spy.player, text) not in fine:
                        self._found(str(spy), leaks_in_told(text, spy.player, truth.moments, seeds))
                        fine.add((spy.player, text))
                    round_ = truth.moments[version].round
                    self.moments[spy.role, round_.phase if round_ else ""] += 1
                spy.heard.clear()

    async def _look(self) -> None:
        """Who is there asks for everything that there is to ask for, while cards lie face down at every table."""
        await self._read_all()
        present = [spy for spies in self._present.values() for spy in spies]
        for spy in {spy.browser: spy for spy in present}.values():
            await asyncio.to_thread(self._look_around, spy)
        for spy in present:
            self.looks[spy.role] += 1
            await asyncio.to_thread(self._look_as, spy, self._truths[spy.table])

    def _look_around(self, spy: Spy) -> None:
        for path in TELLS_NO_CARD:
            self._found(f"{spy}: {path}", _cards(spy.browser.get(path).text))

    def _look_as(self, spy: Spy, truth: Truth) -> None:
        table = self._table(spy.table)
        moment, number = truth.moments[table.version], table.state.rounds
        who, browser = str(spy), spy.browser
        view = browser.get(f"/api/tables/{spy.table}/view")
        self._found(f"{who}: view", leaks_in_told(view.text, spy.player, truth.moments, truth.seeds()))
        for told, known, over in ((number, moment.known, False), (number - 1, moment.known_of_last, True)):
            story = browser.get(f"/api/history/{spy.table}/{told}")
            if story.status_code == 200:
                found = leaks_in_story(story.json(), spy.role, spy.player, known, over)
                self._found(f"{who}: story of a round {'over' if over else 'under way'}", found)
            else:
                assert story.status_code == (401 if spy.role == "nobody" else 403), story.text
                self._found(f"{who}: story", _cards(story.text))
        proof = browser.get(f"/api/history/{spy.table}/{number}/proof")
        self._found(f"{who}: proof", _cards(proof.text))
        if proof.status_code != 409:
            self.leaks[f"{who}: a proof of a round under way"] += 1
        self._ask_coach(spy, table, moment.known.by(spy.player))

    def _ask_coach(self, spy: Spy, table: HouseTable, known: frozenset[str]) -> None:
        """The coach helps nobody at another's box, and is told no card that the player does not see."""
        round_ = table.state.round
        assert round_ is not None
        for box in round_.boxes:
            if box.player != spy.player:
                answer = spy.browser.get(f"/api/tables/{spy.table}/coach", params={"seat": box.seat})
                if answer.status_code not in (401, 403):
                    self.leaks[f"{spy}: coached at {box.seat}"] += 1
                self._found(f"{spy}: coach", _cards(answer.text))
            try:
                seen, own = coach.asked_box(table, spy.player, box.seat)
            except Problem:
                continue
            told = coach.situation_of("", seen, own, ())
            if found := cards_in(msgspec.to_builtins(told)) - known:
                self.leaks[f"{spy}: the coach is told {sorted(found)}"] += 1

    def _found(self, where: str, leaks: Iterator[str]) -> None:
        for leak in leaks:
            self.leaks[f"{where}: {leak}"] += 1


def _cards(text: str) -> Iterator[str]:
    if found := cards_in(text):
        yield f"{sorted(found)}"


async def in_server(live: Live, requests: Sequence[h.Request]) -> None:
    """Has the floor's own table service carry these out together, in this order."""
    service: TableService = live.app.state.service

    async def carried_out() -> None:
        for answer in await asyncio.gather(*[service.send(request) for request in requests]):
            assert isinstance(answer, Done), answer

    (worker, *_) = service._working
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(carried_out(), worker.get_loop()))


@contextmanager
def logged() -> Iterator[list[str]]:
    """The lines that the floor logs meanwhile, as they would be written."""
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    handler, log = Kept(), logging.getLogger("croupier")
    handler.setFormatter(JsonLines())
    level = log.level
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        log.removeHandler(handler)
        log.setLevel(level)


@pytest.fixture(autouse=True)
def shown_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The floor waits for nothing before it shows a table again: so the spies see as much as can be seen."""
    monkeypatch.setattr(sockets, "GAP_SECONDS", 0)


def test_nobody_learns_of_a_card_before_its_moment(lite_server: Live) -> None:
    spied = Spied(lite_server)
    with logged() as lines:
        asyncio.run(spied.play(sized(200, 4_000), LOOK_EVERY))
    for line in lines:
        spied._found("log", _cards(line))
    assert not spied.leaks, "\n".join(f"{times} times {leak}" for leak, times in spied.leaks.most_common(20))
    assert sum(lite_server.house.table(table).state.rounds for table in RULEBOOKS) >= 1_000
    # The spies were there: every role saw every table in the middle of a round, and the log was written.
    assert len(lines) > 100
    for role in ("nobody", *get_args(Role)):
        assert spied.looks[role] >= 3, (role, spied.looks)
        assert spied.moments[role, "decisions"] > 50, (role, spied.moments)
        assert spied.moments[role, "wagering"] > 50, (role, spied.moments)


# The spies find what they look for: each of these opens the one door of secrecy a little too wide.


def _sees_every_box(role: str) -> Callable[[Round, Box, Viewer, bool], BoxView]:
    proper = views._box

    def leaky(round_: Round, box: Box, viewer: Viewer, turned_up: bool) -> BoxView:
        seen = proper(round_, box, viewer, turned_up)
        return replace(seen, cards=box.cards) if viewer.role == role else seen

    return leaky


def _first_card_of_the_dealer(round_: Round, turned_up: bool) -> SeenCards:
    return round_.dealer[:1] + (None,) * len(round_.dealer[1:])


def _whole_board(round_: Round, viewer: Viewer, turned_up: bool) -> Any:
    return _PROPER_ROUND(replace(round_, community_up=len(round_.community)), viewer, turned_up)


def _bonus_box(round_: Round, viewer: Viewer, turned_up: bool) -> Any:
    return _PROPER_ROUND(replace(round_, bonus_revealed=True), viewer, turned_up)


_PROPER_ROUND = views._round
LEAKS = {
    "the public sees every box": ("md-tcp", "_box", _sees_every_box("public"), "nobody"),
    "a player sees every box": ("md-fcp", "_box", _sees_every_box("player"), "ann"),
    "surveillance sees every box": ("md-tcp", "_box", _sees_every_box("surveillance"), "story of a round under way"),
    "the dealer's first card lies open": ("md-tcp", "_dealer", _first_card_of_the_dealer, "dealer shows"),
    "the whole board lies open": ("md-uth", "_round", _whole_board, "community shows"),
    "the bonus box lies open": ("md-uth", "_round", _bonus_box, "bonus_cards shows"),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_spies_find_a_leak(lite_server: Live, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    table, function, leaky, expected = LEAKS[leak]
    monkeypatch.setattr(views, function, leaky)
    spied = Spied(lite_server, [table], shifts=1)
    asyncio.run(spied.play(3, look_every=2))
    assert [found for found in spied.leaks if expected in found], spied.leaks


def test_a_card_is_found_however_it_is_written() -> None:
    for text in ("As", "the As lies", '["Td"]', "K♥", "the ace of spades", "🂡"):
        assert cards_in({"a": [{"b": text}]}), text
        assert cards_in({text: 1}), text
    for text in ("Ask", "has", "Ante", "2dd4", "a pair of aces", "3f8d2c", "12:3h"[:-1], ""):
        assert not cards_in(text), text
