"""The table through a whole round at both widths, scanned at every step: nothing serious is found."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import findings
from tests.browser.conftest import DESKTOP, PHONE, Visiting
from tests.browser.pit import Pit

WIDTHS = pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["1280", "390"])


@WIDTHS
@pytest.mark.parametrize("rulebook", ["md-tcp", "md-uth"])
def test_the_table_through_a_round(rulebook: str, viewport: dict[str, int], pit: Pit, visiting: Visiting) -> None:
    table = pit.open(rulebook)
    visitor = visiting(viewport=viewport)
    page = visitor.page
    visitor.become_guest()
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
