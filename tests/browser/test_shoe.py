"""A shoe that reads its cards: the floor gives it a token in the pit, and a dealer works a whole round from it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import expect

from croupier.cards import DECK
from croupier.house.log import device_events as de
from croupier.house.log import events as he
from croupier.house.replay.replaying import replayed
from croupier.table.procedure.reading import card_due
from tests.browser.axe import findings
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.test_deal import SIDEWAYS, staff
from tests.browser.test_dealer import caught_up, do_duty, phase
from tests.browser.test_pit import SIZES, tile
from tests.browser.visitor import Visitor
from tests.house.floor import example
from tests.server.devices.device import Device

JAM = "The shoe is jammed."


@SIZES
def test_the_floor_opens_a_table_for_a_shoe_and_gives_and_ends_its_token(
    viewport: dict[str, int], pit: Pit, visiting: Visiting
) -> None:
    table = f"for-a-shoe-{viewport['width']}"
    kim = visiting(viewport=viewport)
    page = kim.page
    kim.come_as(pit.add(f"kim-gives-{viewport['width']}", role="floor"))
    kim.come_in("/pit/tables/new")
    page.get_by_label("Name of the table").fill(table)
    page.get_by_label("Whose cards").select_option("shoe")
    page.get_by_label("Rules Submission").fill(example("md-tcp"))
    page.get_by_role("button", name="Check it").click()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("link", name="Give its shoe a token").click()
    expect(page.get_by_text("No device may speak at this table yet.")).to_be_visible()
    assert pit.table(table).card_source == "shoe"
    page.get_by_label("Its name").fill("Not a name")
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("alert")).to_contain_text("A device's name is 1 to 40 of a to z")
    expect(page.get_by_label("Its name")).to_have_value("Not a name")
    kim.troubles = [one for one in kim.troubles if "409" not in one]  # a browser says it of every refusal
    page.get_by_label("Its name").fill("reader")
    page.get_by_label("Its name").press("Enter")
    token = page.get_by_role("status").locator("code").first
    expect(token).to_have_text(re.compile(rf"^{table}\.reader\.\S{{40,}}$"))
    item = page.get_by_role("listitem").filter(has_text="reader")
    expect(item).to_contain_text("not connected")
    found = findings(page, "a token")
    with Device(pit.live, table, token.inner_text()) as shoe:
        expect(item).not_to_contain_text("not connected")
        page.reload()
        expect(item).to_contain_text("connected")
        expect(page.get_by_role("status").locator("code")).to_have_count(0)
        item.get_by_role("button", name="End its token: reader").click()
        assert pit.table(table).devices, "it is asked twice"
        item.get_by_role("button", name="End it: I am sure: reader").click()
        expect(page.get_by_text("No device may speak at this table yet.")).to_be_visible()
        assert not shoe.until_goodbye().again
    found += findings(page, "no device")
    assert not found, "\n".join(found)
    assert not page.evaluate(SIDEWAYS)
    kim.come_in("/pit")
    tile(kim, pit, table).get_by_role("link", name=re.compile("^Devices")).click()
    expect(page.get_by_role("heading", name=f"Devices of {table}")).to_be_visible()


@contextmanager
def reader(pit: Pit, table: str, token: str) -> Iterator["subprocess.Popen[str]"]:
    """The simulator as its users start it, which serves a reader that types."""
    command = [sys.executable, "-m", "croupier.cli.main", "device", "shoe", "--table", table, "--from", "-"]
    given = {**os.environ, "CROUPIER_DEVICE_TOKEN": token}
    with subprocess.Popen([*command, "--at", pit.url], env=given, stdin=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def types(process: "subprocess.Popen[str]", text: str) -> None:
    """The reader types a line."""
    assert process.stdin
    process.stdin.write(f"{text}\n")
    process.stdin.flush()


def token_made(pit: Pit, visitor: Visitor, table: str) -> str:
    """The token that the floor is shown on the page of devices."""
    visitor.come_as(pit.add(f"kim-adds-{table}", role="floor"))
    visitor.come_in(f"/pit/{table}/devices")
    visitor.page.get_by_label("Its name").fill("reader")
    visitor.page.get_by_role("button", name="Add it").click()
    return visitor.page.get_by_role("status").locator("code").first.inner_text()


def test_a_dealer_works_a_whole_round_from_a_shoe_and_a_jam_stops_it_until_the_floor_has_ruled(
    pit: Pit, visiting: Visiting
) -> None:
    table = pit.open("md-tcp", dealer="human", card_source="shoe")
    player, kim = visiting(), visiting()
    player.come_as_guest()
    player.sit_at(table, 3)
    people = staff(pit, visiting, table)
    dealer, deck = people["dealer"], iter(DECK)
    asks = dealer.due.locator(".asks")
    devices = dealer.page.get_by_role("list", name="Devices")
    rules, read, found = pit.house.rules_of(pit.table(table)), list[str](), list[str]()
    with reader(pit, table, token_made(pit, kim, table)) as shoe:
        expect(devices).to_contain_text("Shoe: connected")
        while pit.table(table).last is None:
            state = pit.table(table).state
            if awaited := card_due(rules, state):
                expect(asks).to_contain_text(awaited.says)
                if len(read) == 2:
                    types(shoe, "jam")
                    expect(asks).to_contain_text(f"Stop. {JAM}")
                    found += findings(dealer.page, "stopped")
                    stopped_until_ruled(pit, table, people["floor"])
                    expect(asks).to_contain_text(awaited.says)
                read.append(str(next(deck)))
                types(shoe, read[-1].lower())
                expect(devices).to_contain_text(f"{len(read)} card")
                caught_up(pit, table, dealer)
            elif phase(pit.table(table)) == "wagering" and state.round and not state.round.boxes:
                player.put_chips(["Ante"])
                player.deal()
                expect(player.dock).to_contain_text("Waiting for the dealer")
            elif phase(pit.table(table)) == "decisions":
                player.answers.filter(has_not_text="Fold").last.click()
                expect(asks).not_to_contain_text("Ask seat 3: ")
            else:
                do_duty(pit, table, people)
    expect(player.results).to_be_visible()
    last = pit.table(table).last
    assert last
    assert [str(card) for card in (*last.boxes[0].cards, *last.dealer)] == read
    assert sum(net for _, net in player.lines()) == pit.net_cents(table)
    assert not dealer.page.evaluate(SIDEWAYS)
    assert not found, "\n".join(found)
    said = [one for one in pit.events(table) if isinstance(one, de.DeviceSaid)]
    assert [(one.device, one.said) for one in said] == [("reader", de.Jam())]
    with pit.house.database.read() as connection:
        assert replayed(connection, table, 1).ok


def stopped_until_ruled(pit: Pit, table: str, floor: Visitor) -> None:
    """The floor finds the call of the device at the table, and answers it."""
    (call,) = pit.table(table).calls
    assert (call.by, call.note) == ("device:reader", JAM)
    expect(floor.due.locator(".asks")).to_contain_text(f"Stop. {JAM}")
    floor.page.keyboard.press("f")
    decided = floor.page.get_by_label("What was decided?")
    decided.fill("cleared, it goes on")
    decided.press("Enter")
    expect(floor.due.locator(".asks")).not_to_contain_text("Stop.")
    (answered,) = [one for one in pit.events(table) if isinstance(one, he.CallAnswered)]
    assert answered.note == "cleared, it goes on"
