"""The paytable studio in a browser: an edge as one types, a paytable found by its edge and taken over, keys alone."""

import re

import pytest
from playwright.sync_api import Download, expect

from tests.browser.axe import findings
from tests.browser.conftest import DESKTOP, PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor

WIDTHS = pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["1280", "390"])


def come(pit: Pit, visitor: Visitor, name: str, wager: str = "trips") -> None:
    visitor.come_as(pit.add(name, role="regulator"))
    visitor.come_in("/desk")
    visitor.page.get_by_role("link", name="Paytable studio").click()
    expect(visitor.page.get_by_role("heading", name="Paytable studio")).to_be_visible()
    visitor.come_in(f"/desk/studio?rulebook=md-uth&wager={wager}")


@WIDTHS
def test_a_line_is_edited_and_a_paytable_found_and_taken(
    viewport: dict[str, int], pit: Pit, visiting: Visiting
) -> None:
    visitor = visiting(viewport=viewport)
    page = visitor.page
    come(pit, visitor, f"studio-{viewport['width']}")
    edge = page.locator("output")
    expect(edge).to_have_text("0.90 %")
    expect(page.get_by_text("This is paytable A of the rules.")).to_be_visible()
    flush = page.locator("#pays-flush")
    flush.fill("6 to 1")
    expect(edge).to_have_text("3.93 %")
    expect(page.get_by_text("Not in the rules: it would need approval.")).to_be_visible()
    visitor.expect_complaint("400 (Bad Request)")
    flush.fill("6 to")
    expect(page.get_by_role("alert")).to_contain_text("is not odds")
    expect(flush).to_have_value("6 to")
    flush.fill("6 to 1")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.reload()
    expect(page.locator("#pays-flush")).to_have_value("6 to 1")
    page.get_by_role("button", name="Take away Straight", exact=True).click()
    expect(page.locator("#pays-straight")).to_have_count(0)
    expect(edge).not_to_have_text("3.93 %")
    page.get_by_role("button", name="As posted").click()
    expect(edge).to_have_text("0.90 %")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a paytable file").click()
    assert 'flush = "7 to 1"' in _text(saved.value)
    page.get_by_label("House edge, such as 3%..4%").fill("3%..4%")
    page.get_by_label("Choices of Flush", exact=True).fill("4..8")
    page.get_by_label("Choices of Full house", exact=True).fill("6..9")
    page.get_by_label("A rarer line never pays less").check()
    page.get_by_role("button", name="Find all").click()
    expect(page.get_by_text(re.compile("2 of 20 candidates satisfy"))).to_be_visible()
    expect(page.get_by_role("img", name="Edge and deviation of what satisfies")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="All of them as a file (CSV)").click()
    assert len(_text(saved.value).splitlines()) == 1 + 2
    assert findings(page, "studio") == []
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= viewport["width"]
    page.get_by_role("button", name=re.compile("^Take the paytable with an edge of 3")).first.click()
    expect(page.get_by_text("Taken over")).to_be_visible()
    expect(edge).to_have_text(re.compile(r"^3\."))
    page.reload()
    expect(page.get_by_label("House edge, such as 3%..4%")).to_have_value("3%..4%")
    expect(edge).to_have_text(re.compile(r"^3\."))
    with page.expect_download() as sheet:
        page.get_by_role("link", name="PAR sheet (PDF)").click()
    assert sheet.value.path().read_bytes().startswith(b"%PDF")


def _text(download: Download) -> str:
    return download.path().read_text("utf-8")


def test_keys_alone_edit_and_best_play_is_solved_again(pit: Pit, visitor: Visitor) -> None:
    come(pit, visitor, "studio-keys")
    page = visitor.page
    edge = page.locator("output")
    expect(edge).to_have_text("0.90 %")
    visitor.expect_complaint("400 (Bad Request)")  # of odds that are only half typed
    page.locator("#pays-flush").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("6 to 1")
    expect(edge).to_have_text("3.93 %")
    page.get_by_role("combobox", name="Wager").select_option("base")
    expect(edge).to_have_text("2.18 %")
    expect(page.get_by_text("That is as it is best played now")).to_be_visible()
    page.locator("#pays-flush").fill("2 to 1")
    expect(edge).not_to_have_text("2.18 %")
    expect(page.get_by_text(re.compile("^Best play"))).to_be_visible()
    page.get_by_role("combobox", name="Wager").select_option("trips")
    expect(page.locator("#pays-flush")).to_have_value("6 to 1")  # what was typed before is still there
    expect(edge).to_have_text("3.93 %")


def test_a_stranger_is_asked_to_sign_in(visitor: Visitor) -> None:
    visitor.come_in("/desk/studio")
    expect(visitor.page.get_by_role("heading", name="Sign in to design paytables")).to_be_visible()
