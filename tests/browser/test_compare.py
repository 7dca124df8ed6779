"""Two filings or rulebooks side by side in a browser: chosen, sent on by their address, by keys alone, and refused."""

import re

import pytest
from playwright.sync_api import expect

from croupier.house.log.filings import day_of
from tests.browser.axe import findings
from tests.browser.conftest import DESKTOP, PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.test_desk import begin
from tests.browser.visitor import Visitor

WIDTHS = pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["1280", "390"])
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


@WIDTHS
def test_a_filing_beside_the_one_that_it_replaces(viewport: dict[str, int], pit: Pit, visiting: Visiting) -> None:
    tess, rae = visiting(viewport=viewport), visiting(viewport=viewport)
    tess.come_as(pit.add(f"tess-compares-{viewport['width']}", role="department"))
    rae.come_as(pit.add(f"rae-compares-{viewport['width']}", role="regulator"))
    page = tess.page
    first = begin(page, pit, "md-tcp")
    page.get_by_role("button", name="File it").click()
    expect(page.get_by_text("filed", exact=True).first).to_be_visible()
    rae.come_in(f"/desk/review/{first}")
    rae.page.get_by_label("In force from").fill(day_of(pit.house.now_ms()))
    rae.page.get_by_role("button", name="Approve it").click()
    expect(rae.page.get_by_text("in force since").first).to_be_visible()
    tess.come_in(f"/desk/{first}")
    page.get_by_role("button", name="Begin one that replaces it").click()
    page.wait_for_url(re.compile(rf"/desk/(?!{first}$)\d+$"))
    second = int(page.url.rpartition("/")[2])
    page.get_by_role("combobox", name="Pair Plus", exact=True).select_option("D")
    expect(page.get_by_role("status").filter(has_text="All that was typed is kept")).to_be_visible()

    page.get_by_role("link", name=f"Compare it with filing {first}, which it replaces").click()
    expect(page).to_have_url(re.compile(rf"/desk/compare\?left={first}&right={second}$"))
    expect(page.get_by_role("status").filter(has_text=f"1 difference between filing {first}")).to_be_visible()
    row = page.get_by_role("article", name="Pair Plus", exact=True)
    expect(row).to_contain_text("Paytable C")
    expect(row).to_contain_text("Paytable D")
    expect(row.get_by_role("button", name="Clause .12D", exact=True)).to_have_count(2)
    row.get_by_role("button", name="Clause .12D", exact=True).first.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    edges = page.get_by_role("region", name="What it does to the edge")
    pair_plus = edges.locator("tr").filter(has_text="made alone")
    expect(pair_plus).to_contain_text("2.3167 %")
    expect(pair_plus).to_contain_text("3.4932 %")
    expect(pair_plus).to_contain_text("+1.1765 %")
    expect(edges.get_by_role("status")).to_have_count(0)
    edges.get_by_role("checkbox", name="As exact fractions").check()
    expect(pair_plus).to_contain_text("1 / 85")
    sign = page.get_by_role("region", name="What it does to the sign")
    gone = sign.get_by_role("listitem").filter(has_text="Three of a kind: 30 to 1")
    expect(gone).to_contain_text("Only on the left")
    expect(sign.get_by_role("listitem").filter(has_text="Three of a kind: 25 to 1")).to_contain_text(
        "Only on the right"
    )
    assert page.evaluate(SIDEWAYS) <= 0
    assert findings(page, "two filings") == []

    rae.come_in(page.url)  # the address is all that a colleague needs
    expect(rae.page.get_by_role("status").filter(has_text="1 difference")).to_be_visible()
    rae.come_in(f"/desk/review/{second}")
    rae.page.get_by_role("link", name=f"Compare it with filing {first}, which it replaces").click()
    expect(rae.page.get_by_role("article", name="Pair Plus", exact=True)).to_contain_text("Paytable D")
    rae.page.get_by_label("Right").select_option(str(first))
    expect(rae.page.get_by_text(re.compile(r"^\s*Nothing differs between filing"))).to_be_visible()
    expect(rae.page.get_by_text("Both signs say the same.")).to_be_visible()


@WIDTHS
def test_a_stranger_compares_two_rulebooks_from_the_rules(viewport: dict[str, int], visiting: Visiting) -> None:
    visitor = visiting(viewport=viewport)
    page = visitor.page
    visitor.come_in("/rules")
    page.get_by_role("link", name="Compare two rulebooks").click()
    expect(page.get_by_text("Choose what stands on the left and on the right.")).to_be_visible()
    page.get_by_label("Left").select_option("md-fcp")
    page.get_by_label("Right").select_option("ma-fcp-1")
    expect(page.get_by_role("status").filter(has_text="differences between md-fcp and ma-fcp-1")).to_be_visible()
    page.locator("summary").filter(has_text="Cards and decks").press("Enter")
    row = page.get_by_role("article", name="Other deck is", exact=True)
    expect(row).to_contain_text("held in shuffler")
    expect(row.get_by_role("button", name="Clause .03B(3)")).to_be_visible()
    expect(row.get_by_role("button", name="Clause 2(b)(3)")).to_be_visible()
    only = page.get_by_role("article", name="Change after › hand", exact=True)
    expect(only).to_contain_text("Nothing there: only md-fcp has it.")
    expect(page.get_by_role("region", name="What it does to the edge")).to_contain_text("not offered")
    page.locator("summary").filter(has_text="Definitions").press("Enter")
    assert page.evaluate(SIDEWAYS) <= 0
    assert findings(page, "two rulebooks") == []
    page.get_by_role("button", name="Swap the sides").click()
    expect(page.get_by_role("status").filter(has_text="between ma-fcp-1 and md-fcp")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("status").filter(has_text="between md-fcp and ma-fcp-1")).to_be_visible()


def test_keys_alone_choose_and_bad_choices_get_a_sentence(pit: Pit, visitor: Visitor) -> None:
    page = visitor.page
    visitor.come_in("/rules/ma-fcp-1")
    page.get_by_role("link", name="Compare it with another").press("Enter")
    expect(page.get_by_label("Left")).to_have_value("ma-fcp-1")
    page.get_by_label("Right").focus()
    page.keyboard.type("ma-fcp-2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="between ma-fcp-1 and ma-fcp-2")).to_be_visible()
    visitor.expect_complaint("Failed to load resource")
    for address, sentence in (
        ("left=ma-fcp-1&right=md-tcp", "compare two rulebooks of one game"),
        ("left=ma-fcp-1&right=nowhere", "There is no rulebook 'nowhere'"),
        ("left=1&right=ma-fcp-1", "sign in first"),
    ):
        visitor.come_in(f"/desk/compare?{address}")
        expect(page.get_by_role("alert")).to_contain_text(sentence)
        expect(page.get_by_label("Left")).to_be_visible()
    visitor.come_in("/desk/compare?left=ma-fcp-1")
    expect(page.get_by_text("Choose what stands on the left and on the right.")).to_be_visible()


def test_a_filing_beside_a_rulebook_and_a_draft_that_breaks_its_rules(pit: Pit, visitor: Visitor) -> None:
    visitor.come_as(pit.add("tess-of-drafts", role="department"))
    page = visitor.page
    number = begin(page, pit, "md-tcp")
    page.get_by_label("Seats", exact=True).fill("9")
    expect(page.get_by_role("status").filter(has_text="1 thing to mend")).to_be_visible()
    page.get_by_role("link", name="Compare it with …").click()
    page.get_by_label("Right").select_option("md-tcp")
    expect(page.get_by_role("status").filter(has_text=f"1 difference between filing {number}")).to_be_visible()
    expect(page.get_by_text("a rulebook stands as the example submission")).to_be_visible()
    for name in ("What it does to the edge", "What it does to the sign"):
        told = page.get_by_role("region", name=name)
        expect(told).to_contain_text(f"There is no sign nor edge of filing {number} yet.")
        expect(told).to_contain_text("table.seats")
