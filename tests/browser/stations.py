"""Every page of the house, and how to tell that it is all there."""

import re
from typing import NamedTuple

from playwright.sync_api import expect

from croupier.house.database.schema import CAGE
from croupier.house.handlers import filing_commands as fc
from croupier.server.wire.schemas import Role
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor
from tests.house.floor import example

WAITING = re.compile("Fetching|Counting|Looking for|Looking…|Coming to")


class Station(NamedTuple):
    """A page: what it is called in a file's name, its address, its heading, and whom it is for.

    An address may name a `{table}`, one `{dealt}` by a person, and the number of a `{draft}` or `{filed}` filing.
    """

    name: str
    address: str
    heading: str
    whose: str = "anybody"


STATIONS = (
    Station("lobby", "/", "^Tables$"),
    Station("sign-in", "/sign-in", "^Take a seat$"),
    Station("rules", "/rules", "^Rules$"),
    Station("rulebook", "/rules/md-uth", "."),
    Station("compare", "/desk/compare?left=ma-fcp-1&right=ma-fcp-2", "^Compare$"),
    Station("odds", "/tables/{table}/odds", "^Odds$"),
    Station("practice", "/tables/{table}/practice", "^Practice$"),
    Station("settings", "/settings", "^Settings$"),
    Station("verify", "/verify", "^Verify a proof$"),
    Station("missing", "/nowhere", "^There is no page here$"),
    Station("account", "/account", ".", "player"),
    Station("history", "/history", "^Your rounds$", "player"),
    Station("round", "/history/{table}/1", "round 1$", "player"),
    Station("users", "/users", "^Users$", "admin"),
    Station("pit", "/pit", "^Pit$", "floor"),
    Station("deal", "/deal/{dealt}", ".", "floor"),
    Station("result", "/pit/{table}", "{table}", "floor"),
    Station("slips", "/pit/{table}/slips", ".", "floor"),
    Station("table-devices", "/pit/{table}/devices", "{table}", "floor"),
    Station("table-rules", "/pit/{table}/rules", "{table}", "floor"),
    Station("open-a-table", "/pit/tables/new", "^Open a table$", "floor"),
    Station("cage", "/cage", "^Cage$", "cashier"),
    Station("desk", "/desk", "^Desk$", "department"),
    Station("filing", "/desk/{draft}", "^Three Card Poker", "department"),
    Station("studio", "/desk/studio", "^Paytable studio$", "department"),
    Station("review", "/desk/review", "^Review$", "regulator"),
    Station("reviewed", "/desk/review/{filed}", "^Three Card Poker", "regulator"),
    Station("watch", "/watch", "^Watch$", "surveillance"),
    Station("components", "/desk/components", "^What is running where$", "regulator"),
)
STAFF: tuple[Role, ...] = ("admin", "floor", "cashier", "department", "regulator", "surveillance")


def named(pit: Pit, table: str) -> dict[str, str]:
    """What addresses name: a table, another that a person deals, and two filings at the desk, one with findings."""
    department, first = "department:tess", len(pit.table(CAGE).filings) + 1
    text = example("md-tcp")
    pit.do(CAGE, fc.MakeFiling(text=text.replace("seats = 7", "seats = 9"), by=department))
    pit.do(CAGE, fc.MakeFiling(text=text, by=department))
    pit.do(CAGE, fc.SubmitFiling(filing=first + 1, version=pit.table(CAGE).filings[first].version, by=department))
    return {
        "table": table,
        "dealt": pit.open("md-fcp", dealer="human", card_source="seen"),
        "draft": str(first),
        "filed": str(first + 1),
    }


def go_there(visitor: Visitor, station: Station, names: dict[str, str]) -> None:
    """Opens the page and waits until nothing on it is still being fetched."""
    visitor.come_in(station.address.format(**names))
    main = visitor.page.get_by_role("main")
    expect(main.get_by_role("heading", name=re.compile(station.heading.format(**names))).first).to_be_visible()
    expect(main.get_by_role("status").filter(has_text=WAITING)).to_have_count(0)


def people(pit: Pit, table: str, visiting: dict[str, Visitor]) -> None:
    """Signs in whom each page is for, and lets the player play a round at the table."""
    name = pit.add(f"player-{table}", 100_000)
    visiting["player"].come_as(name)
    play(visiting["player"], table)
    for role in STAFF:
        visiting[role].come_as(pit.add(f"{role}-{table}", role=role))


def play(visitor: Visitor, table: str) -> None:
    """A round with a few chips on, to its end."""
    visitor.sit_at(table, 3)
    visitor.put_chips(["Ante"])
    visitor.deal()
    visitor.play_on()
