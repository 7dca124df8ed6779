"""The table through a whole round at both widths, scanned at every step: nothing serious is found."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import findings
from tests.browser.conftest import DESKTOP, PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor

WIDTHS = pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["1280", "390"])


@WIDTHS
@pytest.mark.parametrize(("rulebook", "scheme"), [("md-tcp", "light"), ("md-uth", "dark"), ("ma-fcp-2", "light")])
def test_the_table_through_a_round(
    rulebook: str, scheme: str, viewport: dict[str, int], pit: Pit, visiting: Visiting
) -> None:
    table = pit.open(rulebook)
    visitor = visiting(viewport=viewport, color_scheme=scheme)
    page = visitor.page
    visitor.come_as_guest()
    visitor.sit_at(table, 2)
    visitor.put_chips(["Ante"])
    found = findings(page, "wagering")
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    found += findings(page, "deciding")
    visitor.play_to_the_end()
    found += findings(page, "results")
    visitor.open_help()
    for tab in page.get_by_role("tab").all():
        tab.click()
        expect(page.get_by_role("tabpanel")).to_be_visible()
        found += findings(page, f"help, {tab.inner_text()}")
    assert not found, "\n".join(found)


SMALL = """(least) => [...document.querySelectorAll('button, a, input, [role=tab]')]
  .filter((one) => one.checkVisibility() && !one.closest('p') && !one.matches('.said, .skip'))
  .map((one) => [one.getAttribute('aria-label') || one.innerText.trim(), one.getBoundingClientRect()])
  .filter(([, at]) => at.width < least || at.height < least)
  .map(([name, at]) => `${name}: ${at.width} x ${at.height}`)"""


@WIDTHS
def test_whatever_is_pressed_at_a_table_is_large_enough(viewport: dict[str, int], pit: Pit, visiting: Visiting) -> None:
    visitor = visiting(viewport=viewport)
    visitor.come_as_guest()
    visitor.sit_at(pit.open("md-uth"), 3)
    expect(visitor.spot("Ante")).to_be_visible()
    assert visitor.page.evaluate(SMALL, 24) == []


def test_a_screen_reader_is_not_told_of_empty_spots_of_others(pit: Pit, visitor: Visitor) -> None:
    visitor.come_as_guest()
    visitor.sit_at(pit.open("md-uth"), 3)
    expect(visitor.spot("Ante")).to_be_visible()
    expect(visitor.page.get_by_role("img", name=re.compile("no chips"))).to_have_count(0)
