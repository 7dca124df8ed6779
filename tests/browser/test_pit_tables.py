"""A floorperson opens a table from a submission that is checked, changes it from the next round on, and closes it."""

import re
from pathlib import Path

from playwright.sync_api import expect

from croupier.house.log import events as he
from tests.browser.axe import findings
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.test_pit import SIZES, tile
from tests.house.floor import example
from tests.server.felt import electing


@SIZES
def test_from_a_checked_submission_to_a_closed_table(
    viewport: dict[str, int], pit: Pit, visiting: Visiting, tmp_path: Path
) -> None:
    name = f"from-the-pit-{viewport['width']}"
    kim = visiting(viewport=viewport)
    page = kim.page
    kim.come_as(pit.add(f"kim-opens-{viewport['width']}", role="floor"))
    kim.come_in("/pit")
    page.get_by_role("link", name="Open a table").click()
    page.get_by_label("Name of the table").fill(name)
    page.get_by_label("Whose cards").select_option("seen")
    page.get_by_label("Whose chips").select_option("felt")
    page.get_by_label("Rules Submission").fill(example("md-tcp").replace("seats = 7", "seats = 9"))
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("listitem").filter(has_text="seats").first).to_contain_text(re.compile(r"md-tcp:\."))
    expect(page.get_by_role("button", name="Open the table")).to_be_disabled()
    found = findings(page, "findings")
    file = tmp_path / "good.toml"
    file.write_text(example("md-tcp"), "utf-8")
    page.get_by_label("From a file").set_input_files(file)
    expect(page.get_by_label("Rules Submission")).to_have_value(example("md-tcp"))
    expect(page.get_by_role("button", name="Open the table")).to_be_disabled()
    page.get_by_role("button", name="Check it").press("Enter")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("status").filter(has_text=f"{name} is open.")).to_be_visible()
    first = pit.table(name).digest
    assert (pit.table(name).card_source, pit.table(name).chip_source) == ("seen", "felt")
    kim.come_in("/pit")
    tile(kim, pit, name).get_by_role("link", name=re.compile("^Rules and closing")).click()
    page.get_by_label("Rules Submission").fill(electing("md-tcp", pair_plus='"A"'))
    page.get_by_role("button", name="Check it").click()
    page.get_by_role("button", name="From the next round on").click()
    expect(page.get_by_role("status").filter(has_text="It governs from the next round on.")).to_be_visible()
    assert pit.table(name).digest != first
    page.get_by_role("button", name="Close the table for good").click()
    assert not pit.table(name).closed, "it is asked twice"
    found += findings(page, "closing")
    page.get_by_role("button", name="Close it: I am sure").click()
    expect(page.get_by_role("status").filter(has_text="The table is closed.")).to_be_visible()
    assert any(isinstance(one, he.TableClosed) for one in pit.events(name))
    assert not found, "\n".join(found)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
