"""The page of what is running where: digests in full on demand, tables and what they run by, and the file."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect

from croupier.cli.main import run
from croupier.house.components.signed import SignedComponents
from tests.browser.axe import findings
from tests.browser.conftest import DESKTOP, PHONE, Visiting
from tests.browser.pit import Pit

WIDTHS = pytest.mark.parametrize(
    ("viewport", "scheme"), [(DESKTOP, "dark"), (PHONE, "light")], ids=["1280", "390"]
)  # fmt: skip
WHOLE = re.compile("^[0-9a-f]{64}$")


@WIDTHS
def test_a_regulator_looks_opens_a_group_and_takes_the_list_away(
    viewport: dict[str, int], scheme: str, pit: Pit, visiting: Visiting, tmp_path: Path
) -> None:
    table, width = pit.open("md-tcp"), viewport["width"]
    rae = visiting(viewport=viewport, color_scheme=scheme)
    rae.come_as(pit.add(f"rae-lists-{width}", role="regulator"))
    rae.come_in("/desk/review")
    page = rae.page
    page.get_by_role("link", name="What is running where").press("Enter")
    expect(page.get_by_role("heading", name="What is running where")).to_be_visible()
    row = page.get_by_role("row").filter(has_text=table)
    expect(row).to_contain_text("md-tcp")
    expect(row).to_contain_text("its opening")
    found = findings(page, "the list")
    rules = row.get_by_role("button", name=f"Digest of {table}, Rules")
    rules.press("Enter")
    expect(rules.locator("code")).to_have_text(pit.table(table).digest)
    rules.press("Enter")
    expect(rules.locator("code")).to_have_text(pit.table(table).digest[:12])
    kernels = page.get_by_role("region", name="Kernels")
    kernels.get_by_role("button", name="Kernels", exact=True).press("Enter")
    expect(kernels.get_by_text("odds/kernels/hold_em.py", exact=True)).to_be_visible()
    expect(kernels.get_by_text("numba", exact=True)).to_be_visible()
    whole = kernels.get_by_role("button", name="Digest of odds/kernels/hold_em.py")
    whole.click()
    expect(whole.locator("code")).to_have_text(WHOLE)
    found += findings(page, "a group")
    page.get_by_label("Find a component").fill("version.json")
    expect(page.get_by_role("region", name="Pages").get_by_text("version.json", exact=True)).to_be_visible()
    expect(kernels.get_by_text("0 found")).to_be_visible()
    page.get_by_label("Find a component").fill("no such thing")
    expect(page.get_by_role("status").filter(has_text="No component is called so")).to_be_visible()
    assert not found, "\n".join(found)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    with page.expect_download() as saved:
        page.get_by_role("link", name="Export the list").press("Enter")
    assert saved.value.suggested_filename.startswith("components-")
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    made = msgspec.json.decode(file.read_bytes(), type=SignedComponents)
    assert made.components.by == f"regulator:rae-lists-{width}"
    assert table in {one.table for one in made.components.tables}
    assert run(["verify", "--components", str(file)]) == 0
    told = json.loads(file.read_bytes())
    told["components"]["by"] = "regulator:mallory"
    file.write_text(json.dumps(told), "utf-8")
    assert run(["verify", "--components", str(file)]) == 1


def test_surveillance_comes_by_the_watch_and_the_floor_by_the_desk(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-uth")
    for role, start, back in (("surveillance", "/watch", "Watch"), ("floor", "/desk", "Desk")):
        visitor = visiting()
        visitor.come_as(pit.add(f"{role}-lists", role=role))
        visitor.come_in(start)
        visitor.page.get_by_role("link", name="What is running where").click()
        expect(visitor.page.get_by_role("row").filter(has_text=table)).to_be_visible()
        expect(visitor.page.get_by_role("main").get_by_role("link", name=back, exact=True)).to_be_visible()


def test_others_are_told_whose_page_it_is(pit: Pit, visiting: Visiting) -> None:
    tess = visiting()
    tess.come_as(pit.add("tess-lists", role="department"))
    tess.come_in("/desk")
    expect(tess.page.get_by_role("heading", name="Desk")).to_be_visible()
    expect(tess.page.get_by_role("link", name="What is running where")).to_have_count(0)
    tess.come_in("/desk/components")
    expect(tess.page.get_by_role("heading", name=re.compile("^This page is for regulators"))).to_be_visible()
    nobody = visiting()
    nobody.come_in("/desk/components")
    expect(nobody.page.get_by_role("heading", name=re.compile("sign in first"))).to_be_visible()
