"""Every page of the house, and how to tell that it is all there."""

import re
from typing import NamedTuple

from playwright.sync_api import expect

from tests.browser.pit import Pit
from tests.browser.visitor import Visitor
from tests.server.live import PASSWORD

WAITING = re.compile("Fetching|Counting|Looking for|Coming to")


class Station(NamedTuple):
    """A page: what it is called in a file's name, its address, its heading, and whom it is for."""

    name: str
    address: str
    heading: str
    whose: str = "anybody"


STATIONS = (
    Station("lobby", "/", "^Tables$"),
    Station("sign-in", "/sign-in", "^Take a seat$"),
    Station("rules", "/rules", "^Rules$"),
    Station("rulebook", "/rules/md-uth", "."),
    Station("odds", "/tables/{table}/odds", "^Odds$"),
    Station("practice", "/tables/{table}/practice", "^Practice$"),
    Station("settings", "/settings", "^Settings$"),
    Station("verify", "/verify", "^Verify a proof$"),
    Station("missing", "/nowhere", "^There is no page here$"),
    Station("account", "/account", ".", "player"),
    Station("history", "/history", "^Your rounds$", "player"),
    Station("round", "/history/{table}/1", "round 1$", "player"),
    Station("users", "/users", "^Users$", "admin"),
)


def go_there(visitor: Visitor, station: Station, table: str) -> None:
    """Opens the page and waits until nothing on it is still being fetched."""
    visitor.come_in(station.address.format(table=table))
    main = visitor.page.get_by_role("main")
    expect(main.get_by_role("heading", name=re.compile(station.heading)).first).to_be_visible()
    expect(main.get_by_role("status").filter(has_text=WAITING)).to_have_count(0)


def people(pit: Pit, table: str, visiting: dict[str, Visitor]) -> None:
    """Signs in who each page is for, and lets the player play a round at the table."""
    name = pit.add(f"player-{table}", 100_000)
    visiting["player"].sign_in(name, PASSWORD)
    play(visiting["player"], table)
    visiting["admin"].sign_in(pit.add(f"admin-{table}", role="admin"), PASSWORD)


def play(visitor: Visitor, table: str) -> None:
    """A round with a few chips on, to its end."""
    visitor.sit_at(table, 3)
    visitor.put_chips(["Ante"])
    visitor.deal()
    visitor.play_on()
