"""A reload, a lost or late connection and a house that is started anew: seat and hand are safe, and it is played on."""

import asyncio
import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, WebSocketRoute, expect

from croupier.server.tables.presence import GONE_SECONDS, Presence
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit, opened_pit
from tests.browser.visitor import Visitor
from tests.cli.command import COMMAND
from tests.patience import PATIENCE_SECONDS
from tests.server.served import ended, first_with

PLACE = re.compile(r"open at (http://127\.0\.0\.1:(\d+))")
SAFE = "Reconnecting, your hand is safe"


def test_a_reload_and_a_lost_network_in_the_middle_of_a_hand_change_nothing(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-uth")
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    visitor.put_chips(["Ante", "Trips"])
    visitor.deal()
    visitor.answer("Check")
    visitor.expect_offered("Check", "Play 2x $20")
    hands = ("Your cards", "Community cards", "The dealer's cards")
    dealt = [visitor.cards(name).text_content() for name in hands]
    balance = visitor.balance_cents()
    visitor.page.reload()
    visitor.expect_offered("Check", "Play 2x $20")
    assert [visitor.cards(name).text_content() for name in hands] == dealt
    assert visitor.balance_cents() == balance

    visitor.expect_complaint("ERR_INTERNET_DISCONNECTED")
    visitor.context.set_offline(True)
    expect(visitor.dock).to_contain_text(SAFE)
    expect(visitor.answers).to_have_count(0)
    visitor.context.set_offline(False)
    visitor.expect_offered("Check", "Play 2x $20")
    assert [visitor.cards(name).text_content() for name in hands] == dealt
    assert visitor.balance_cents() == balance
    visitor.play_on()
    assert sum(net for _, net in visitor.lines()) == pit.net_cents(table)


def test_the_lobby_comes_back_by_itself_and_shows_what_changed_meanwhile(pit: Pit, visitor: Visitor) -> None:
    first = pit.open("md-tcp")
    visitor.come_in()
    expect(visitor.tile(first)).to_be_visible()
    visitor.expect_complaint("ERR_INTERNET_DISCONNECTED")
    visitor.context.set_offline(True)
    old = visitor.page.get_by_text("what you see may be a moment old")
    expect(old).to_be_visible()
    meanwhile = pit.open("md-fcp")
    visitor.context.set_offline(False)
    expect(visitor.tile(meanwhile)).to_be_visible()
    expect(old).to_have_count(0)


@contextmanager
def demo(folder: Path, port: int = 0) -> Iterator[tuple[str, int, subprocess.Popen[str]]]:
    """`croupier serve --demo` in a process of its own: its address, its port and the process."""
    command = [str(COMMAND), "serve", "--demo", str(folder), "--port", str(port)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            line = first_with(process, "open at")
            found = PLACE.search(line)
            assert found, line
            yield found[1], int(found[2]), process
        finally:
            ended(process)


def test_a_killed_house_comes_back_and_the_hand_goes_on(visiting: Visiting, tmp_path: Path) -> None:
    with demo(tmp_path) as (address, port, process):
        visitor = visiting(base_url=address)
        visitor.become_guest()
        visitor.sit_from_lobby("four-card")
        visitor.put_chips(["Ante", "Aces Up"])
        visitor.deal()
        expect(visitor.answers.first).to_be_visible()
        dealt = visitor.cards("Your cards").text_content()
        visitor.expect_complaint("ERR_CONNECTION")
        process.kill()
        expect(visitor.dock).to_contain_text(SAFE)
        expect(visitor.answers).to_have_count(0)
    with demo(tmp_path, port):
        expect(visitor.dock).not_to_contain_text(SAFE)
        expect(visitor.answers.first).to_be_visible()
        assert visitor.cards("Your cards").text_content() == dealt
        visitor.play_on()
        before, after = 100_000, visitor.balance_cents()
        assert sum(net for _, net in visitor.lines()) == after - before
        visitor.page.goto("about:blank")


class Sweep:
    """The sweep of who has gone, run when a test says so in a house that has been up for an hour."""

    def __init__(self, pit: Pit) -> None:
        self.now = 3600.0
        self.pit = pit
        self.view_cache = pit.live.app.state.view_cache
        looking = self.view_cache._looking
        assert looking
        self.loop: asyncio.AbstractEventLoop = looking.get_loop()
        self.presence = Presence(self.view_cache, pit.live.users, now=lambda: self.now)

    def run(self) -> None:
        """Frees the seats of who is gone by now."""
        asyncio.run_coroutine_threadsafe(self.presence.look(), self.loop).result(PATIENCE_SECONDS)

    def connected(self) -> set[str]:
        """Who has a connection."""
        return {one.user.name for one in set(self.view_cache.spectators) if one.user}


def test_a_guest_who_sits_down_stays_though_the_connection_comes_later_than_the_sweep(
    chromium: Browser, house_file: Path, tmp_path: Path
) -> None:
    with opened_pit(house_file, tmp_path) as own:
        table = own.open("md-tcp")
        context = chromium.new_context(base_url=own.url, reduced_motion="reduce", service_workers="block")
        held, late = list[WebSocketRoute](), [True]
        context.route_web_socket(
            re.compile(r"/api/tables/"), lambda socket: held.append(socket) if late[0] else socket.connect_to_server()
        )
        visitor = Visitor(context)
        guest = visitor.become_guest()
        sweep = Sweep(own)  # the floor has answered, so it is up
        visitor.tile(table).get_by_role("button", name="Sit down").click()
        expect(visitor.page).to_have_url(re.compile(f"/tables/{table}$"))
        began = time.monotonic()
        while not held or guest in sweep.connected():  # the lobby's connection ends a little after the lobby
            assert time.monotonic() - began < PATIENCE_SECONDS
            visitor.page.wait_for_timeout(20)
        sweep.run()
        assert list(dict(own.table(table).state.players).values()) == [guest], "stood up again"
        late[0] = False
        held[0].close()
        expect(visitor.box).to_be_visible()
        visitor.put_chips(["Ante"])
        sweep.now += 2 * GONE_SECONDS
        sweep.run()
        visitor.deal()
        expect(visitor.answers.first).to_be_visible()
        context.close()
        assert not visitor.troubles
