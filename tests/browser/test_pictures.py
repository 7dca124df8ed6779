"""Pictures where people look: the bankroll over its band, history against expectation, meters, returns, strategy."""

import re

import pytest
from playwright.sync_api import expect

from croupier.house.service.house import TableTerms
from tests.browser.axe import findings
from tests.browser.conftest import DESKTOP, PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.stations import play
from tests.browser.visitor import Visitor
from tests.server.felt import electing

LINES = "(cell) => cell.getBoundingClientRect().height / parseFloat(getComputedStyle(cell).lineHeight)"
EXPECTED = re.compile(r"^These wagers should come to −\$\d+\.\d\d on average, give or take \$\d+\.\d\d\.")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["1280", "390"])
def test_ones_rounds_over_the_band_in_which_they_should_lie(
    viewport: dict[str, int], pit: Pit, visiting: Visiting
) -> None:
    table = pit.open("md-tcp")
    visitor = visiting(viewport=viewport)
    page = visitor.page
    name = pit.add(f"rounds-{table}", 100_000)
    visitor.come_as(name)
    play(visitor, table)
    net = pit.net_cents(table)
    if visitor.results_button.is_visible():
        visitor.results_button.click()
    visitor.open_help()
    page.get_by_role("tab", name="History").click()
    panel = page.get_by_role("tabpanel")
    bankroll = panel.get_by_role("img", name="What was won or lost, round by round")
    expect(bankroll).to_have_accessible_description(EXPECTED)
    assert not findings(page, "the session's bankroll")
    visitor.come_in("/history")
    against = page.get_by_role("region", name="Against expectation")
    expect(against.get_by_role("img")).to_have_accessible_description(EXPECTED)
    sign = "+" if net > 0 else "−" if net < 0 else ""
    expect(against).to_contain_text(f"{sign}${abs(net) / 100:,.2f}")
    by_wager = against.get_by_role("group", name="By wager").get_by_role("row")
    expect(by_wager.filter(has_text="Main game")).to_contain_text(re.compile(r"−\$0\.51"))  # 3.37 % of $15
    by_day = against.get_by_role("group", name="By day")
    expect(by_day.get_by_role("row")).to_have_count(2)
    assert by_day.evaluate("(table) => table.scrollWidth - table.clientWidth") <= 0, "all of it is seen at once"
    assert by_day.get_by_role("rowheader").evaluate(LINES) < 3.5, "a day and its stakes are not broken into words"
    against.get_by_text("As a table").click()
    expect(against.get_by_role("row", name=re.compile("round 1"))).to_be_visible()
    assert not findings(page, "history against expectation")


def test_every_percentage_says_what_it_is_and_where_the_return_comes_from(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-uth")
    visitor.come_in(f"/tables/{table}/odds")
    page = visitor.page
    base = page.get_by_role("region", name=re.compile("Ultimate Texas Hold 'Em, Blind"))
    expect(base).to_contain_text("House edge")
    expect(base).to_contain_text(re.compile(r"Element of risk\s*0\.53 %"))
    trips = page.get_by_role("group", name="Where the return of Trips comes from")
    expect(trips).to_contain_text("together: the house edge of 3.50 %")
    rows = trips.locator("tbody tr")
    adds = [float(text.split()[0].replace("−", "-")) for text in rows.locator("td:nth-child(3)").all_inner_texts()]
    assert sum(adds) == pytest.approx(-3.50, abs=0.05), "the parts add up to the whole"
    links = page.get_by_role("navigation", name="Wagers at this table").get_by_role("link")
    assert all("house edge" in text for text in links.all_inner_texts())


@pytest.mark.parametrize(
    ("rulebook", "row", "label"), [("md-tcp", "Q", "4+"), ("md-uth", "K", "K2s"), ("md-fcp", "tens", "3x")]
)
def test_best_play_as_a_grid(rulebook: str, row: str, label: str, pit: Pit, visitor: Visitor) -> None:
    table = pit.open(rulebook)
    visitor.come_in(f"/tables/{table}/odds")
    grid = visitor.page.get_by_role("group", name="Best play as a grid")
    expect(grid).to_be_visible()
    line = grid.get_by_role("row").filter(has=visitor.page.get_by_role("rowheader", name=row, exact=True))
    expect(line).to_contain_text(label)
    expect(visitor.page.get_by_role("region", name="Strategy")).to_contain_text("of the ante against best play")
    assert not findings(visitor.page, f"odds of {rulebook}")


def test_meters_over_time_with_the_mark_where_they_break_even(pit: Pit, visitor: Visitor) -> None:
    text = electing("md-tcp", initial_cents="1_000_000")
    pit.house.open_table("meter-path", text, TableTerms(decision_seconds=0, betting_seconds=0))
    visitor.come_as_guest()
    visitor.sit_at("meter-path", 3)
    visitor.put_chips(["Ante", "Progressive"])
    visitor.deal()
    visitor.play_on()
    visitor.come_in("/tables/meter-path/odds")
    plot = visitor.page.get_by_role("img", name="Progressive meter over time")
    told = re.compile(r"^Progressive shows \$10,000\.\d\d, never won yet; it breaks even at \$10,080\.00\.$")
    expect(plot).to_have_accessible_description(told)
    visitor.page.get_by_text("As a table: Progressive meter over time").click()
    expect(visitor.page.get_by_role("row", name=re.compile(r"\$10,000\.00 started"))).to_be_visible()
