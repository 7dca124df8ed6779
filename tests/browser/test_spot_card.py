"""Looking at a spot: what it pays, its edge and its limits, by pointer, keyboard or finger, never over the cards."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import findings
from tests.browser.conftest import DESKTOP, LANDSCAPE, LAPTOP, PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor

COVERED = """(told) => {
  const card = told.getBoundingClientRect();
  return [...document.querySelectorAll('.felt .lying')].filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < card.right - 1 && right > card.left + 1 && top < card.bottom - 1 && bottom > card.top + 1;
  }).length;
}"""
OUTSIDE = """(told) => {
  const { left, top, right, bottom } = told.getBoundingClientRect();
  return Math.min(left, top) < 0 || right > innerWidth || bottom > innerHeight;
}"""
PRESS = """(spot, [kind, type]) => {
  const { left, top, width, height } = spot.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
  spot.dispatchEvent(new PointerEvent(kind, { ...at, pointerType: type, pointerId: 7, isPrimary: true }));
}"""


def told(visitor: Visitor) -> Locator:
    """What is told of the spot that one looks at."""
    return visitor.page.get_by_role("tooltip")


def hold(spot: Locator, seen: Locator) -> None:
    """A finger that stays until something is told, then leaves: a browser sends a click behind it."""
    spot.evaluate(PRESS, ["pointerdown", "touch"])
    expect(seen).to_be_visible()
    spot.evaluate(PRESS, ["pointerup", "touch"])
    spot.dispatch_event("click")


@pytest.mark.parametrize("viewport", [DESKTOP, LAPTOP, LANDSCAPE, PHONE], ids=["1280", "1024", "844", "390"])
def test_a_spot_tells_what_it_pays_its_edge_and_its_limits(
    viewport: dict[str, int], pit: Pit, visiting: Visiting
) -> None:
    table = pit.open("md-uth")
    visitor = visiting(viewport=viewport)
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    trips, seen = visitor.spot("Trips"), told(visitor)
    trips.hover()
    expect(seen).to_contain_text("House edge")
    expect(seen).to_contain_text(re.compile(r"Limits\s*\$5 to \$\d+"))
    expect(seen).to_contain_text("Royal flush")
    expect(seen).to_contain_text("50 to 1")
    expect(seen).to_contain_text(re.compile(r"House edge\s*\d+\.\d\d %"))
    assert not seen.evaluate(OUTSIDE)
    assert not findings(visitor.page, "a spot looked at")
    visitor.page.keyboard.press("Escape")
    expect(seen).to_have_count(0)

    # With cards on the felt it lies clear of every one of them, whichever spot it is.
    visitor.put_chips(["Ante", "Trips"])
    expect(seen).to_have_count(0)
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    for title in visitor.spots():
        visitor.page.mouse.move(1, 1)
        expect(seen).to_have_count(0)
        visitor.spot(title).hover()
        expect(seen).to_contain_text(title)
        expect(seen).to_be_visible()
        assert not seen.evaluate(COVERED), title
        assert not seen.evaluate(OUTSIDE), title


def test_the_keyboard_looks_at_a_spot_and_escape_puts_it_away(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp")
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    seen, ante = told(visitor), visitor.spot("Ante")
    visitor.page.keyboard.press("Tab")
    while not ante.evaluate("(one) => one === document.activeElement"):
        visitor.page.keyboard.press("Tab")
    expect(seen).to_contain_text("of the ante")
    expect(ante).to_have_accessible_description(re.compile("House edge"))
    visitor.page.keyboard.press("Escape")
    expect(seen).to_have_count(0)
    expect(ante).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(ante).to_have_accessible_name(re.compile(r"\$"))


@pytest.mark.parametrize("kind", [{"viewport": PHONE, "has_touch": True}], ids=["390"])
def test_a_tap_bets_and_a_finger_that_stays_looks(kind: dict[str, Any], pit: Pit, visiting: Visiting) -> None:
    table = pit.open("ma-fcp-1")
    visitor = visiting(**kind)
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    seen, ante, aces = told(visitor), visitor.spot("Ante"), visitor.spot("Aces Up")
    ante.tap()
    expect(ante).to_have_accessible_name(re.compile(r"\$"))
    hold(aces, seen)
    expect(seen).to_contain_text("Pair of aces")
    expect(aces).to_have_accessible_name(re.compile("no chips"))
    aces.tap()
    expect(aces).to_have_accessible_name(re.compile(r"\$"))
    hold(aces, seen)
    visitor.page.touchscreen.tap(200, 12)
    expect(seen).to_have_count(0)


def test_who_looks_on_may_look_at_the_spots_of_others(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp")
    player, watcher = visiting(), visiting()
    player.come_as_guest()
    player.sit_at(table, 3)
    player.put_chips(["Ante"])
    watcher.come_in(f"/tables/{table}")
    watcher.page.get_by_role("img", name=re.compile("^Ante, seat 3")).hover()
    expect(told(watcher)).to_contain_text("Limits")
