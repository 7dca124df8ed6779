"""Pressed twice, answered from two tabs, reloaded with chips half down: one decision and one stake each."""

import re
from collections import Counter

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from croupier.house.log import store
from croupier.house.log.chain import decoded
from tests.browser.conftest import PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor

BUTTON_AT = "([x, y]) => document.elementFromPoint(x, y).closest('button')?.getAttribute('aria-label')"


class Held:
    """A page's connection to its table, in which a test may hold back what the table shows."""

    def __init__(self, page: Page) -> None:
        self.holding = False
        self._kept: list[str | bytes] = []
        page.route_web_socket(re.compile("/api/tables/[^/]+/socket"), self._join)

    def _join(self, page_side: WebSocketRoute) -> None:
        self._page_side = page_side
        page_side.connect_to_server().on_message(self._tell)

    def _tell(self, message: str | bytes) -> None:
        if self.holding and '"type":"table"' in str(message):
            self._kept.append(message)
        else:
            self._page_side.send(message)

    def let_go(self) -> None:
        """What was held back arrives."""
        self.holding = False
        for message in self._kept:
            self._page_side.send(message)


def carried_out(pit: Pit, table: str) -> Counter[str]:
    """How often the house did each thing at a table."""
    with pit.house.database.read() as connection:
        records = list(store.records_after(connection, table, 0))
    return Counter(act.command for record in records for act in decoded(record.body))


def press_twice(visitor: Visitor, target: Locator, follows: Locator) -> None:
    """A double click whose second press comes when something else lies there already."""
    at = target.bounding_box()
    assert at
    x, y = at["x"] + at["width"] / 4, at["y"] + at["height"] / 2
    mouse = visitor.page.mouse
    mouse.move(x, y)
    for count in (1, 2):
        mouse.down(click_count=count)
        mouse.up(click_count=count)
        expect(follows).to_be_visible()
    assert visitor.page.evaluate(BUTTON_AT, [x, y]) in visitor.offered(), "the second press would have hurt nobody"


def test_whatever_is_pressed_twice_is_done_once(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-uth")
    visitor = visiting(viewport=PHONE)
    guest = visitor.come_as_guest()
    visitor.sit_at(table, 3)
    visitor.put_chips(["Ante"])
    before_flop, after_flop = (visitor.asked.get_by_role("button", name=name) for name in ("Play 4x", "Play 2x"))
    press_twice(visitor, visitor.dock.get_by_role("button", name="Deal"), before_flop)
    press_twice(visitor, visitor.asked.get_by_role("button", name="Check"), after_flop)
    visitor.answer("Check")
    visitor.answers.first.dblclick()
    expect(visitor.results_button).to_be_visible()
    expect(visitor.dock.get_by_role("status")).to_be_empty()
    assert carried_out(pit, table) & Counter(Ready=9, Decide=9) == Counter(Ready=1, Decide=3)

    # A reload with one wager down and another only just: the page then shows what lies there, and no more is staked.
    visitor.put_chips(["Ante"])
    expect(visitor.dock).to_contain_text("Deal when you are ready")
    visitor.spot("Trips").click()
    visitor.page.reload()
    expect(visitor.spot("Ante")).to_have_accessible_name(re.compile(r"\$10\.00"))
    round_ = pit.table(table).state.round
    assert round_
    (box,) = round_.boxes
    lying = dict(box.wagers)
    assert lying in ({"ante": 1_000, "blind": 1_000}, {"ante": 1_000, "blind": 1_000, "trips": 500})
    chips = re.compile(r"\$5\.00" if "trips" in lying else "no chips")
    expect(visitor.spot("Trips")).to_have_accessible_name(chips)
    assert visitor.balance_cents() == pit.balance_cents(guest)
    visitor.deal()
    visitor.answer("Play 4x")
    expect(visitor.results_button).to_be_visible()
    last = pit.table(table).last
    assert last
    assert dict(last.boxes[0].wagers) == lying | {"play": 4_000}


def test_a_second_tab_has_the_same_hand_and_a_tab_that_fell_behind_is_told(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-uth")
    first, held = visitor.page, Held(visitor.page)
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    visitor.put_chips(["Ante"])
    visitor.deal()
    visitor.expect_offered("Check", "Play 3x $30", "Play 4x $40")
    dealt = visitor.cards("Your cards").text_content() or ""
    held.holding = True
    second = visitor.page = visitor.context.new_page()
    visitor.come_in(f"/tables/{table}")
    visitor.expect_offered("Check", "Play 3x $30", "Play 4x $40")
    expect(visitor.cards("Your cards")).to_have_text(dealt)
    visitor.answer("Check")
    visitor.expect_offered("Check", "Play 2x $20")
    visitor.page = first
    visitor.expect_offered("Check", "Play 3x $30", "Play 4x $40")
    visitor.asked.get_by_role("button", name="Play 4x $40").click()
    expect(visitor.dock.get_by_role("status")).to_contain_text("look again")
    held.let_go()
    visitor.expect_offered("Check", "Play 2x $20")
    visitor.answer("Play 2x $20")
    for visitor.page in (first, second):
        expect(visitor.results).to_be_visible()
        expect(visitor.answers).to_have_count(0)
        assert sum(net for _, net in visitor.lines()) == pit.net_cents(table)
    assert carried_out(pit, table)["Decide"] == 2
    last = pit.table(table).last
    assert last
    assert dict(last.boxes[0].wagers)["play"] == 2_000


PRESSED = """async (leave) => {
  document.querySelector('.at.own[data-wager=ante] button').click();
  await new Promise(requestAnimationFrame);
  return leave.disabled;
}"""


def test_nobody_leaves_while_their_chips_are_on_their_way_to_the_house(pit: Pit, visitor: Visitor) -> None:
    visitor.come_as_guest()
    visitor.sit_at(pit.open("md-tcp"), 3)
    expect(visitor.spot("Ante")).to_be_visible()
    leave = visitor.dock.get_by_role("button", name="Leave")
    expect(leave).to_be_enabled()
    assert visitor.page.evaluate(PRESSED, leave.element_handle())
