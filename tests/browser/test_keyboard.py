"""A whole round without a mouse: from the lobby to the results, with the focus always in sight."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor

MOST_STOPS = 150
FOCUSED = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return ['', true];
  const style = getComputedStyle(at);
  const radio = at.matches('input[type=radio]') ? getComputedStyle(at.nextElementSibling) : style;
  const ring = [style, radio].some((one) => one.outlineStyle !== 'none' || one.boxShadow !== 'none');
  const labels = at.labels ? [...at.labels].map((label) => label.innerText).join(' ') : '';
  return [(at.getAttribute('aria-label') || labels || at.innerText || '').trim(), ring];
}"""


def go_to(visitor: Visitor, name: str, key: str = "Tab") -> None:
    """Presses the key until what has the focus is called that; every stop on the way must show that it has it."""
    pattern, stops = re.compile(name), []
    for _ in range(MOST_STOPS):
        visitor.page.keyboard.press(key)
        label, ring = visitor.page.evaluate(FOCUSED)
        stops.append(label)
        assert ring, f"nothing shows that {label!r} has the focus"
        if pattern.search(label):
            return
    raise AssertionError(f"the keyboard does not reach {name!r}, only {stops}")


def test_a_whole_round_by_keys(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp")
    page = visitor.page
    visitor.come_in(f"/sign-in?sit={table}")
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()
    go_to(visitor, "^Play as a guest")
    page.keyboard.press("Enter")
    expect(visitor.box).to_be_visible()
    expect(visitor.spot("Ante")).to_be_visible()
    go_to(visitor, "^Ante, seat")
    page.keyboard.press("3")
    expect(page.get_by_role("radio", name="$25", exact=True)).to_be_checked()
    page.keyboard.press("Enter")
    expect(visitor.spot("Ante")).to_have_accessible_name(re.compile(r"\$25"))
    go_to(visitor, "^Pair Plus, seat")
    page.keyboard.press("Space")
    expect(visitor.spot("Pair Plus")).to_have_accessible_name(re.compile(r"\$25"))
    page.keyboard.press("Delete")
    expect(visitor.spot("Pair Plus")).to_have_accessible_name(re.compile("no chips"))
    go_to(visitor, "^Deal$")
    page.keyboard.press("Enter")
    expect(visitor.answers.first).to_be_visible()
    go_to(visitor, "^Play 1x")
    page.keyboard.press("Enter")
    expect(visitor.results).to_be_visible()
    assert sum(net for _, net in visitor.lines()) == pit.net_cents(table)
    go_to(visitor, "^Clause", key="Shift+Tab")


def test_tabs_and_sheets_obey_their_keys(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-uth")
    page = visitor.page
    visitor.come_in(f"/tables/{table}")
    tabs = page.get_by_role("tablist", name="Help for this table").get_by_role("tab")
    expect(tabs.first).to_be_visible()
    tabs.first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("tabpanel")).to_be_visible()
    first = page.get_by_role("tabpanel").inner_text()
    tabs.first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("tabpanel")).not_to_have_text(first)
    page.keyboard.press("Escape")
    expect(page.get_by_role("tabpanel")).to_be_hidden()


def test_a_round_by_shortcuts_alone(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-uth")
    visitor.come_as_guest()
    visitor.come_in(f"/tables/{table}")
    press = visitor.page.keyboard.press
    expect(visitor.dock.get_by_role("button", name="Sit down")).to_be_visible()
    press("d")
    expect(visitor.spot("Ante")).to_be_visible()
    press("3")
    press("a")
    expect(visitor.spot("Blind")).to_have_accessible_name(re.compile(r"\$25"))
    press("t")
    expect(visitor.spot("Trips")).to_have_accessible_name(re.compile(r"\$25"))
    press("u")
    expect(visitor.spot("Trips")).to_have_accessible_name(re.compile("no chips"))
    press("d")
    visitor.expect_offered("Check", "Play 3x $75", "Play 4x $100")
    press("c")
    visitor.expect_offered("Check", "Play 2x $50")
    press("2")
    expect(visitor.results).to_be_visible()
    assert {title for title, _ in visitor.lines()} == {"Ante", "Blind", "Play"}
    press("r")
    expect(visitor.spot("Ante")).to_have_accessible_name(re.compile(r"\$25"))


@pytest.mark.parametrize("size", [(1280, 800), (1024, 640), (844, 390)], ids=str)
def test_all_keys_of_the_longest_list_are_seen_at_once(size: tuple[int, int], pit: Pit, visiting: Visiting) -> None:
    visitor = visiting(viewport={"width": size[0], "height": size[1]})
    visitor.come_as_guest()
    visitor.sit_at(pit.open("md-uth"), 3)
    expect(visitor.spot("Ante")).to_be_visible()
    visitor.page.keyboard.press("?")
    keys = visitor.page.get_by_role("dialog", name="Keys")
    expect(keys.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    expect(keys.get_by_role("term").first).to_be_in_viewport(ratio=1)


def test_focus_never_falls_to_the_page(pit: Pit, visitor: Visitor) -> None:
    """Whatever a key takes away, the focus is somewhere on the felt or in the dock afterwards."""
    visitor.come_as_guest()
    visitor.sit_at(pit.open("md-uth"), 3)
    visitor.put_chips(["Ante"])
    page, dock = visitor.page, visitor.dock

    def press(button: Locator) -> None:
        expect(button).to_be_enabled()  # one leaves when the house has given the chips back
        button.focus()
        page.keyboard.press("Enter")

    press(dock.get_by_role("button", name="Deal", exact=True))
    expect(visitor.answers.first).to_be_visible()
    expect(page.locator("main :focus")).to_have_count(1)
    press(visitor.answers.filter(has_text="Check"))
    visitor.expect_offered("Check", "Play 2x $20")
    expect(page.locator("main :focus")).to_have_count(1)
    press(visitor.answers.filter(has_text="Play"))
    expect(visitor.results).to_be_visible()
    expect(page.locator("main :focus")).to_have_count(1)
    press(dock.get_by_role("button", name=re.compile(r"^Repeat \$")).first)
    expect(visitor.results).to_have_count(0)
    expect(page.locator("main :focus")).to_have_count(1)
    press(dock.get_by_role("button", name="Clear", exact=True))
    expect(dock.get_by_role("button", name="Clear", exact=True)).to_be_disabled()
    expect(page.locator("main :focus")).to_have_count(1)
    press(dock.get_by_role("button", name="Leave"))
    expect(dock.get_by_role("button", name="Sit down")).to_be_visible()
    expect(page.locator("main :focus")).to_have_count(1)
    press(dock.get_by_role("button", name="Sit down"))
    expect(visitor.box).to_be_visible()
    expect(page.locator("main :focus")).to_have_count(1)


def test_a_question_mark_lists_the_keys_of_the_moment(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp")
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    expect(visitor.spot("Ante")).to_be_visible()
    visitor.page.keyboard.press("?")
    keys = visitor.page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("A chip on Ante")
    expect(keys).to_contain_text("Sound on or off")
    expect(keys).not_to_contain_text("Fold")
    expect(keys).not_to_contain_text("A chip on Play")  # not before the cards
    expect(keys.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    visitor.page.keyboard.press("a")  # under the list, keys do nothing
    visitor.page.keyboard.press("Escape")
    expect(visitor.spot("Ante")).to_have_accessible_name(re.compile("no chips"))
    visitor.put_chips(["Ante"])
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    visitor.page.keyboard.press("?")
    expect(keys).to_contain_text("Fold")
    expect(keys).not_to_contain_text("A chip on Ante")


def test_sound_has_one_switch_at_the_table(pit: Pit, visitor: Visitor) -> None:
    visitor.come_in(f"/tables/{pit.open('md-tcp')}")
    switch = visitor.page.get_by_role("button", name=re.compile("^Sound"))
    expect(switch).to_have_text(re.compile("off"))
    visitor.page.keyboard.press("m")
    expect(switch).to_have_text(re.compile("on"))
    visitor.page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
