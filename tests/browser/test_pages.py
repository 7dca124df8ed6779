"""Every page at four sizes, by day and by night: no serious finding, under a strict policy, and small."""

import re

import pytest
from playwright.sync_api import Request, expect

from tests.browser.axe import findings
from tests.browser.conftest import DESKTOP, LANDSCAPE, LAPTOP, PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.stations import STAFF, STATIONS, go_there, named, people
from tests.browser.visitor import Visitor

SCRIPT_BYTES = 200_000
TABLE_SCRIPT_BYTES = 80_000
SCRIPTS = """() => Object.fromEntries(performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .map(({ name, encodedBodySize }) => [name, encodedBodySize]))"""
LOOKS = [
    (DESKTOP, "light"),
    (DESKTOP, "dark"),
    (PHONE, "light"),
    (PHONE, "dark"),
    (LANDSCAPE, "dark"),
    (LAPTOP, "light"),
]
NOTE_BREACHES = """
  window.breaches = [];
  document.addEventListener('securitypolicyviolation', (event) => window.breaches.push(
    `${event.violatedDirective}: ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`));
"""


@pytest.mark.parametrize(("viewport", "scheme"), LOOKS, ids=[f"{size['width']}-{scheme}" for size, scheme in LOOKS])
def test_every_page(viewport: dict[str, int], scheme: str, pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp")
    who: dict[str, Visitor] = {
        name: visiting(viewport=viewport, color_scheme=scheme) for name in ("anybody", "player", *STAFF)
    }
    for visitor in who.values():
        visitor.context.add_init_script(NOTE_BREACHES)
    people(pit, table, who)
    names = named(pit, table)
    found: list[str] = []
    for station in STATIONS:
        visitor = who[station.whose]
        go_there(visitor, station, names)
        found += [f"{station.name}: {breach}" for breach in visitor.page.evaluate("window.breaches")]
        wide = visitor.page.evaluate("document.documentElement.scrollWidth")
        if wide > viewport["width"]:
            found.append(f"{station.name} scrolls sideways: it is {wide} pixels wide")
        found += findings(visitor.page, station.name)
    assert not found, "\n".join(found)


def test_the_policy_is_strict(pit: Pit, visitor: Visitor) -> None:
    answer = visitor.page.goto("/")
    assert answer
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_the_script_of_all_pages_together_is_small(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-uth")
    sizes: dict[str, int] = {}

    def note(request: Request) -> None:
        if re.search(r"\.js($|\?)", request.url):
            sizes[request.url] = request.sizes()["responseBodySize"]

    visitor.page.on("requestfinished", note)
    for address in ("/", f"/tables/{table}", "/rules", "/history", "/verify", "/settings"):
        visitor.come_in(address)
        expect(visitor.page.get_by_role("main").get_by_role("heading").first).to_be_visible()
    assert sizes
    assert sum(sizes.values()) < SCRIPT_BYTES, sizes


def test_the_script_of_a_table_is_under_80_kilobytes_compressed(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-uth")
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    visitor.page.reload()
    expect(visitor.box).to_be_visible()
    scripts: dict[str, int] = visitor.page.evaluate(SCRIPTS)
    assert any("TablePage" in name for name in scripts)
    assert 0 < sum(scripts.values()) < TABLE_SCRIPT_BYTES, scripts
