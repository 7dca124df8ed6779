"""A stranger files a submission, mends what is found, prints the sign, has it approved and opens the table."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from croupier.house.database.schema import CAGE
from croupier.house.log.filings import Filing, day_of
from tests.browser.axe import findings
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.test_pit import SIZES
from tests.house.floor import example
from tests.server.live import PASSWORD

KEPT = re.compile("All that was typed is kept by the house")


def begin(page: Page, pit: Pit, rules: str) -> int:
    """Begins a submission of an example from the desk; its number."""
    page.goto("/desk")
    page.get_by_label("Rulebook").select_option(rules)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Nothing is left to mend")).to_be_visible()
    return int(page.url.rpartition("/")[2])


def filing(pit: Pit, number: int) -> Filing:
    """A filing as it truly stands."""
    return pit.table(CAGE).filings[number - 1]


@SIZES
def test_from_an_example_to_an_open_table(viewport: dict[str, int], pit: Pit, visiting: Visiting) -> None:
    width = viewport["width"]
    tess, rae, kim = (visiting(viewport=viewport) for _ in range(3))
    tess.sign_in(pit.add(f"tess-{width}", role="department"), PASSWORD)
    page = tess.page
    number = begin(page, pit, "md-tcp")
    page.get_by_label("Seats", exact=True).fill("9")
    page.get_by_label("Tip box", exact=True).select_option("left")
    expect(page.get_by_role("status").filter(has_text="2 things to mend")).to_be_visible()
    expect(page.get_by_role("button", name="File it")).to_be_disabled()
    expect(page.get_by_role("listitem").filter(has_text="md-tcp:.02A").first).to_be_visible()
    found = findings(page, "form")
    page.get_by_role("button", name="Write 7").press("Enter")
    expect(page.get_by_label("Seats", exact=True)).to_have_value("7")
    page.get_by_role("button", name="Write right").click()
    expect(page.get_by_role("status").filter(has_text="Nothing is left to mend")).to_contain_text(KEPT)
    assert filing(pit, number).text == example("md-tcp")
    sign = page.get_by_role("link", name="Print the sign").get_attribute("href")
    assert sign
    assert page.request.get(sign).body().startswith(b"%PDF")
    page.get_by_role("button", name="File it").click()
    expect(page.get_by_text("filed", exact=True).first).to_be_visible()

    rae.sign_in(pit.add(f"rae-{width}", role="regulator"), PASSWORD)
    page = rae.page
    rae.come_in("/desk/review")
    page.locator(f'a[href="/desk/review/{number}"]').click()
    clause = page.get_by_role("article").filter(has=page.get_by_role("button", name="Clause .02A", exact=True)).first
    expect(clause).to_contain_text("7")
    clause.get_by_role("button", name="Remark on Seats").first.click()
    page.get_by_role("textbox", name="Remark on Seats").fill("Seven it is")
    page.get_by_role("button", name="Write the remark").press("Enter")
    expect(page.get_by_text(re.compile("remarks: Seven it is")).first).to_be_visible()
    found += findings(page, "review")
    day = day_of(pit.house.now_ms())
    page.get_by_label("In force from").fill(day)
    page.get_by_label("Conditions, one a line").fill("Seats are numbered\nThe sign hangs in sight")
    page.get_by_role("button", name="Approve it").click()
    expect(page.get_by_text(f"in force since {day}").first).to_be_visible()
    letter = page.get_by_role("link", name="Decision letter").get_attribute("href")
    assert letter
    assert page.request.get(letter).body().startswith(b"%PDF")
    assert filing(pit, number).conditions == ("Seats are numbered", "The sign hangs in sight")

    kim.sign_in(pit.add(f"kim-at-the-desk-{width}", role="floor"), PASSWORD)
    page = kim.page
    kim.come_in(f"/desk/{number}")
    page.get_by_role("link", name="Open a table under it").click()
    page.get_by_label("Name of the table").fill(f"by-filing-{width}")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("status").filter(has_text=f"by-filing-{width} is open.")).to_be_visible()
    assert pit.table(f"by-filing-{width}").filing == number
    kim.come_in("/desk")
    found += findings(page, "desk")
    assert not found, "\n".join(found)
    for visitor in (tess, rae, kim):
        assert visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_what_is_typed_survives_a_lost_connection_and_a_reload(pit: Pit, visiting: Visiting) -> None:
    tess = visiting()
    tess.sign_in(pit.add("tess-loses", role="department"), PASSWORD)
    page = tess.page
    number = begin(page, pit, "md-uth")
    tess.expect_complaint("Failed to load resource")
    page.route("**/api/desk/filings/*/answers", lambda route: route.abort())
    page.get_by_label("Seats", exact=True).fill("5")
    expect(page.get_by_role("status").filter(has_text="The house cannot be reached").first).to_be_visible()
    assert filing(pit, number).version == 1
    page.unroute("**/api/desk/filings/*/answers")
    page.reload()
    expect(page.get_by_label("Seats", exact=True)).to_have_value("5")
    expect(page.get_by_role("status").filter(has_text=KEPT)).to_be_visible()
    assert "seats = 5" in filing(pit, number).text


def test_two_who_type_see_each_other_and_overwrite_nothing_unseen(pit: Pit, visiting: Visiting) -> None:
    tess, uma = visiting(), visiting()
    tess.sign_in(pit.add("tess-of-two", role="department"), PASSWORD)
    uma.sign_in(pit.add("uma-of-two", role="department"), PASSWORD)
    number = begin(tess.page, pit, "md-fcp")
    uma.come_in(f"/desk/{number}")
    seats = uma.page.get_by_label("Seats", exact=True)
    uma.page.get_by_label("Ante: minimum").fill("25")
    expect(tess.page.get_by_label("Ante: minimum")).to_have_value("25")
    uma.expect_complaint("409")
    uma.page.route("**/api/desk/filings/*", lambda route: route.abort())  # uma does not hear of what tess does
    uma.expect_complaint("Failed to load resource")
    tess.page.get_by_label("Seats", exact=True).fill("5")
    expect(tess.page.get_by_role("status").filter(has_text=KEPT)).to_be_visible()
    seats.fill("4")
    expect(uma.page.get_by_role("alert").filter(has_text="tess-of-two has changed")).to_be_visible()
    expect(seats).to_have_value("4")
    assert "seats = 5" in filing(pit, number).text
    uma.page.unroute("**/api/desk/filings/*")
    expect(tess.page.get_by_label("Seats", exact=True)).to_have_value("5")
    uma.page.get_by_role("button", name="Take theirs").click()
    expect(seats).to_have_value("5")


def test_a_bad_file_and_a_bad_number_get_a_sentence_and_lose_nothing(
    pit: Pit, visiting: Visiting, tmp_path: Path
) -> None:
    tess = visiting()
    tess.sign_in(pit.add("tess-of-bad-files", role="department"), PASSWORD)
    page = tess.page
    tess.expect_complaint("Failed to load resource")
    page.goto("/desk")
    page.get_by_label("Start with").select_option("text")
    file = tmp_path / "bad.toml"
    file.write_text('rules = "md-tcp"\nseats = [', "utf-8")
    page.get_by_label("From a file").set_input_files(file)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("is not TOML")
    expect(page.get_by_label("Rules Submission as TOML")).to_have_value(file.read_text("utf-8"))
    own = "# Ours, with a comment\n" + example("md-tcp")
    page.get_by_label("Rules Submission as TOML").fill(own)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Nothing is left to mend")).to_be_visible()
    number = int(page.url.rpartition("/")[2])
    page.get_by_label("Ante: minimum").fill("a lot")
    expect(page.get_by_role("alert").filter(has_text="write dollars")).to_be_visible()
    expect(page.get_by_label("Ante: minimum")).to_have_value("a lot")
    expect(page.get_by_role("button", name="File it")).to_be_disabled()
    assert filing(pit, number).text == own
    page.get_by_label("Ante: minimum").fill("20")
    expect(page.get_by_role("status").filter(has_text=KEPT)).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as TOML").click()
    assert saved.value.path().read_text("utf-8") == own.replace("minimum_cents = 1500", "minimum_cents = 2000")
