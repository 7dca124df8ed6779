"""What stands beside a submission's form in a browser: the felt, the figures and an hour's win follow what is typed."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import findings
from tests.browser.conftest import DESKTOP, PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.test_desk import begin, filing
from tests.server.live import PASSWORD

WIDTHS = pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["1280", "390"])


def turn_to(page: Page, side: str) -> None:
    """Turns to the form or the preview where only one of them has room."""
    button = page.get_by_role("button", name=side, exact=True)
    if button.is_visible():
        button.click()


def preview(page: Page) -> Locator:
    return page.get_by_role("complementary", name="As its table will be")


def edge(page: Page, wager: str) -> Locator:
    """The house edge of a wager as it stands beside the form."""
    return preview(page).locator(f'tr[data-wager="{wager}"] .edge').first


def paytable(page: Page, title: str) -> Locator:
    heading = page.get_by_role("heading", name=title, exact=True)
    return preview(page).locator("section section").filter(has=heading)


@WIDTHS
def test_an_edited_letter_changes_edge_and_paytable_beside_the_form(
    viewport: dict[str, int], pit: Pit, visiting: Visiting
) -> None:
    tess = visiting(viewport=viewport)
    tess.sign_in(pit.add(f"tess-previews-{viewport['width']}", role="department"), PASSWORD)
    page = tess.page
    number = begin(page, pit, "md-uth")
    turn_to(page, "Preview")
    expect(edge(page, "trips")).to_have_text("3.50 %")
    expect(paytable(page, "Trips")).to_contain_text("Full house 8 to 1")
    expect(edge(page, "base")).to_have_text("2.18 %")
    expect(preview(page).get_by_text("Expected hold")).to_be_visible()
    felt = preview(page).get_by_role("region", name="The felt").last
    expect(felt.get_by_label(re.compile("^Trips, seat 3"))).to_be_visible()
    expect(preview(page).get_by_text("The sign is of the text as it stands now.")).to_be_visible()
    found = findings(page, "preview")

    turn_to(page, "Form")
    page.locator("#f-elections-trips").select_option("A")
    page.get_by_label("Seats", exact=True).fill("4")
    turn_to(page, "Preview")
    expect(edge(page, "trips")).to_have_text("0.90 %")
    expect(paytable(page, "Trips")).to_contain_text("Full house 9 to 1")
    expect(felt.get_by_label("Seat 5, free")).to_have_count(0)
    won = preview(page).locator("output").last
    expect(preview(page).get_by_label("Boxes played")).to_have_value("4")
    expect(won).to_have_text(re.compile(r"^\$\d"))

    before = won.inner_text()
    preview(page).get_by_label("Rounds an hour").fill("80")
    expect(won).not_to_have_text(before)
    doubled = won.inner_text()
    preview(page).get_by_label("Boxes played").fill("9")
    expect(preview(page).get_by_role("alert")).to_have_text("Write a whole number from 1 to 4.")
    expect(won).to_have_text(doubled)
    preview(page).get_by_label("Boxes played").fill("1")
    expect(preview(page).get_by_role("alert")).to_have_count(0)
    expect(won).not_to_have_text(doubled)

    turn_to(page, "Form")
    page.locator("#f-elections-trips").select_option("")
    turn_to(page, "Preview")
    expect(edge(page, "trips")).to_have_count(0)
    expect(preview(page).get_by_text(re.compile("^Trips: .*elections.trips"))).to_be_visible()
    expect(edge(page, "base")).to_have_text("2.18 %")
    expect(preview(page).get_by_text("There is no sign yet")).to_be_visible()
    found += findings(page, "preview with findings")
    assert not found, "\n".join(found)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert 'trips = "' not in filing(pit, number).text


def test_what_changes_best_play_is_shown_on_its_way(pit: Pit, visiting: Visiting) -> None:
    tess = visiting()
    tess.sign_in(pit.add("tess-solves", role="department"), PASSWORD)
    page = tess.page
    begin(page, pit, "ma-fcp-1")
    expect(edge(page, "base")).to_be_visible()
    before = edge(page, "base").inner_text()
    page.get_by_label("Ante Bonus: Four of a kind").fill("41 to 1")
    expect(preview(page).get_by_role("progressbar", name="Wagers worked out")).to_be_visible()
    expect(preview(page).get_by_text(re.compile(r"Worked out: \d+ of \d+ wagers"))).to_be_visible()
    expect(edge(page, "aces_up")).to_be_visible()
    expect(edge(page, "base")).not_to_have_text(before)
    expect(preview(page).get_by_role("progressbar")).to_have_count(0)


def test_a_reader_sees_the_preview_and_a_house_that_is_away_loses_nothing(pit: Pit, visiting: Visiting) -> None:
    tess, rae = visiting(), visiting()
    tess.sign_in(pit.add("tess-is-read", role="department"), PASSWORD)
    rae.sign_in(pit.add("rae-reads", role="regulator"), PASSWORD)
    number = begin(tess.page, pit, "md-fcp")
    rae.come_in(f"/desk/{number}")
    page = rae.page
    expect(edge(page, "aces_up")).to_be_visible()
    shown = edge(page, "aces_up").inner_text()
    expect(preview(page).locator("output").last).to_be_visible()  # the game is solved, and an hour's win is told
    rae.expect_complaint("Failed to load resource")
    page.route("**/preview", lambda route: route.abort())
    preview(page).get_by_label("Rounds an hour").fill("60")
    expect(preview(page).get_by_role("alert")).to_be_visible()
    expect(edge(page, "aces_up")).to_have_text(shown)
    won = preview(page).locator("output").last.inner_text()
    page.unroute("**/preview")
    expect(preview(page).get_by_role("alert")).to_have_count(0)
    expect(preview(page).locator("output").last).not_to_have_text(won)
    tess.page.locator("#f-elections-aces_up").select_option("B")
    expect(edge(page, "aces_up")).not_to_have_text(shown)
