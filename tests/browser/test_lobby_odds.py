"""The lobby tells what the house keeps at each table, puts the lowest first, and names a meter past break-even."""

import re

from playwright.sync_api import expect

from croupier.house.service.house import TableTerms
from tests.browser.axe import findings
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor
from tests.server.felt import electing

EDGE = re.compile(r"House edge \d\.\d\d %")


def test_each_table_has_its_edge_and_the_lowest_comes_first(pit: Pit, visitor: Visitor) -> None:
    three, four, hold_em = pit.open("md-tcp"), pit.open("ma-fcp-1"), pit.open("md-uth")
    visitor.come_in("/")
    for table, edge in ((three, "House edge 3.37 %"), (four, "House edge 2.67 %"), (hold_em, "House edge 2.18 %")):
        expect(visitor.tile(table)).to_contain_text(edge)
    expect(visitor.tile(hold_em)).to_contain_text("element of risk 0.53 %")
    order = visitor.page.get_by_label("Order")
    order.select_option("lowest house edge")
    mine = [f"/tables/{table}" for table in (three, four, hold_em)]
    links = visitor.page.get_by_role("article").locator("h2 a")
    there = [href for href in links.evaluate_all("all => all.map(one => one.getAttribute('href'))") if href in mine]
    assert there == mine[::-1]
    visitor.tile(four).get_by_text("Side wagers").click()
    expect(visitor.tile(four).get_by_role("row", name=re.compile("^Cover All"))).to_contain_text("6.91 % to 9.05 %")
    assert not findings(visitor.page, "lobby with odds")


def test_a_meter_past_its_break_even_is_marked_with_a_word(pit: Pit, visitor: Visitor) -> None:
    usual = pit.open("md-tcp")
    for name, cents in (("just-below", "1_007_999"), ("just-there", "1_008_000")):
        text = electing("md-tcp", initial_cents=cents)
        pit.house.open_table(name, text, TableTerms(decision_seconds=0, betting_seconds=0))
    visitor.come_in("/")
    for table in (usual, "just-below", "just-there"):
        expect(visitor.tile(table)).to_contain_text(EDGE)
    expect(visitor.tile("just-there")).to_contain_text("Progressive: past break-even")
    for table in (usual, "just-below"):
        expect(visitor.tile(table)).not_to_contain_text("past break-even")
