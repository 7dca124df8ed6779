"""Two processes serve one house on PostgreSQL: people at either see each other, and one may be killed."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from types import SimpleNamespace

import httpx
import pytest
from msgspec.structs import replace

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.service.house import House, TableTerms
from croupier.server.wire import messages as w
from tests.house.floor import KEYS, example
from tests.patience import PATIENCE_SECONDS
from tests.server.live import CHEAP, Browser
from tests.server.seated import Seat


def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def process(url: str, port: int, origins: list[str]) -> Iterator[subprocess.Popen[str]]:
    """A floor that listens at the port."""
    given = [sys.executable, "-m", "tests.server.app.process", url, str(port), *origins]
    with subprocess.Popen(given, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline() == "listening\n"
            until_well(f"http://127.0.0.1:{port}")
            yield running
        finally:
            running.kill()


def until_well(address: str) -> None:
    for _ in range(10 * PATIENCE_SECONDS):
        try:
            if httpx.get(f"{address}/health", timeout=PATIENCE_SECONDS).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
    raise AssertionError("the process does not come up")


def browser_at(address: str, like: Browser | None = None) -> Browser:
    """A browser at one of the processes, with the cookies of another."""
    place = SimpleNamespace(url=address, settings=replace(CHEAP, origins=(address,)))
    browser = Browser(place)  # type: ignore[arg-type]
    if like is None:
        assert browser.post("/api/guest").status_code == 200
    else:
        browser.cookies.update(like.cookies)
    return browser


@pytest.fixture
def url(new_postgres_url: Callable[[str], str]) -> str:
    """A house on PostgreSQL with a table of hold 'em."""
    address = new_postgres_url("house_template")
    with Database.open(address) as database:
        house = House(database, KEYS)
        house.open_table("one", example("md-uth"), TableTerms(decision_seconds=60, betting_seconds=60))
    return address


def test_one_process_is_killed_and_the_players_carry_on_at_the_other(url: str) -> None:
    ports = [free_port(), free_port()]
    origins = [f"http://127.0.0.1:{port}" for port in ports]
    with ExitStack() as stack:
        first, _second = [stack.enter_context(process(url, port, origins)) for port in ports]
        pages = [browser_at(origin) for origin in origins]
        pages.append(browser_at(origins[1], pages[0]))
        for page in pages:
            stack.callback(page.close)
        ann = stack.enter_context(Seat(pages[0], "one", 1))
        bob = stack.enter_context(Seat(pages[1], "one", 4))
        ann.sit()
        bob.until(lambda seen: 1 in seen.players)
        bob.sit()
        ann.until(lambda seen: 4 in seen.players)
        for seat in (ann, bob):
            seat.bet()
            seat.ready()
        for seat in (ann, bob):
            seat.until(lambda seen: seen.round is not None and seen.round.phase == "decisions")
        before = ann.seen
        assert before.waiting is not None
        assert bob.seen.waiting is not None
        assert abs(before.waiting.left_ms - bob.seen.waiting.left_ms) < 2000

        first.kill()
        assert ann.closed() in (0, 1006)
        moved = stack.enter_context(Seat(pages[2], "one", 1))
        assert moved.seen.round == before.round, "the same cards, the same question"
        number = moved.round.number
        answers = 0
        while moved.round.number == number:
            for seat in (moved, bob):
                seat.until(lambda seen: seen.version >= max(moved.seen.version, bob.seen.version))
                if seat.round.number == number and seat.offers.actions:
                    seat.decide(lambda actions: actions[-1])
                    answers += 1
        assert answers == 6
        bob.until(lambda seen: seen.last is not None and seen.last.number == number)
        assert moved.seen.last is not None
        assert {line.seat for line in moved.seen.last.lines} == {1, 4}
        moved.do(w.GiveUpSeat(seat=1))
        bob.until(lambda seen: 1 not in seen.players)
    with Database.open(url) as database:
        report = audit(database, KEYS)
        assert report.ok, report.problems
