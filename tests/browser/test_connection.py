"""A reload, a lost connection and a house that is started anew: the hand is safe, and is played to its end."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor
from tests.cli.command import COMMAND
from tests.server.served import ended, first_with

PLACE = re.compile(r"open at (http://127\.0\.0\.1:(\d+))")
SAFE = "Reconnecting, your hand is safe"


def test_a_reload_and_a_lost_network_in_the_middle_of_a_hand_change_nothing(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-uth")
    visitor.become_guest()
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
