"""The cage's page: a cashier sells and redeems chips, and carries out slips; by keyboard, at three sizes."""

import re

import pytest
from playwright.sync_api import expect

from croupier.house.handlers.felt import PATRON_AT_CAGE
from tests.browser.axe import findings
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.test_pit import SIZES
from tests.server.live import PASSWORD


@SIZES
def test_a_cashier_sells_redeems_and_carries_out_at_one_page(
    viewport: dict[str, int], pit: Pit, visiting: Visiting
) -> None:
    width = viewport["width"]
    table = pit.open("md-tcp", dealer="human", denominations_cents=(500, 2000))
    people = {role: visiting(viewport=viewport) for role in ("dealer", "floor", "cashier")}
    for role, one in people.items():
        one.sign_in(pit.add(f"cage-{role}-{width}", role=role), PASSWORD)
    dealer, kim, carol = (one.page for one in people.values())
    people["cashier"].come_in("/")
    carol.get_by_role("navigation").get_by_role("link", name="Cage").click()
    patrons = carol.get_by_role("region", name="Patrons without an account")
    amount, told = patrons.get_by_label("Amount in dollars"), patrons.get_by_role("status")
    before = pit.balance_cents(PATRON_AT_CAGE)
    amount.fill("a lot")
    amount.press("Enter")
    expect(told).to_contain_text("Write the amount in dollars")
    amount.fill("1,250.50")
    amount.press("Enter")
    expect(told).to_contain_text("$1,250.50 of chips sold")
    expect(amount).to_have_value("")
    amount.fill("250.50")
    patrons.get_by_role("button", name="Redeem chips").press("Enter")
    expect(told).to_contain_text("$250.50 of chips redeemed")
    assert pit.balance_cents(PATRON_AT_CAGE) == before + 100_000
    people["cashier"].expect_complaint("status of 409")
    amount.fill("99999999")
    patrons.get_by_role("button", name="Redeem chips").click()
    expect(told).to_contain_text("redeem at most that")
    expect(amount).to_have_value("99999999")
    people["dealer"].come_in(f"/pit/{table}/slips")
    expect(dealer.get_by_label(re.compile("^Pieces of"))).to_have_count(2)
    dealer.get_by_label("Pieces of $20", exact=True).fill("10")
    dealer.get_by_role("button", name="Ask for it").click()
    people["floor"].come_in("/cage")
    waiting = kim.get_by_role("listitem").filter(has_text=f"cage-dealer-{width}".capitalize())
    waiting.get_by_role("button", name=re.compile("^Approve")).click()
    mine = carol.get_by_role("listitem").filter(has_text=f"cage-dealer-{width}".capitalize())
    expect(mine).to_contain_text("approved; waits for the cage")
    found = findings(carol, "the cage")
    assert not found, "\n".join(found)
    assert carol.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    mine.get_by_role("button", name=re.compile("^The cage has done it")).press("Enter")
    expect(mine).to_have_count(0)
    (slip,) = pit.table(table).slips
    assert (slip.state, slip.cents, slip.ended_by) == ("done", 20_000, f"cashier:cage-cashier-{width}")


@pytest.mark.parametrize("role", ["dealer", "player"])
def test_the_cage_is_not_everybodys(role: str, pit: Pit, visiting: Visiting) -> None:
    somebody = visiting()
    somebody.sign_in(pit.add(f"no-cage-{role}", role=role), PASSWORD)
    somebody.come_in("/cage")
    expect(somebody.page.get_by_role("heading", name=f"you are signed in as {role}")).to_be_visible()
    expect(somebody.page.get_by_role("navigation").get_by_role("link", name="Cage")).to_have_count(0)
