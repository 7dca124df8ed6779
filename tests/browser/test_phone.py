"""A round in the hand: 390 pixels wide, by touch, with nothing to scroll sideways and targets for a thumb."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import LANDSCAPE, PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import SPOT

THUMB_PIXELS = 44
DOUBLE_TAP_MS = 350


def rectangle(target: Locator) -> dict[str, float]:
    """Where it lies on the screen."""
    found: dict[str, float] = target.evaluate("(element) => element.getBoundingClientRect().toJSON()")
    return found


def in_sight(target: Locator) -> bool:
    """Whether all of it lies within the screen, without scrolling."""
    at = rectangle(target)
    return min(at["left"], at["top"]) >= 0 and at["right"] <= PHONE["width"] and at["bottom"] <= PHONE["height"]


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-uth"])
def test_a_whole_round_by_thumb(rulebook: str, pit: Pit, visiting: Visiting) -> None:
    table = pit.open(rulebook)
    visitor = visiting(viewport=PHONE, has_touch=True, is_mobile=True)
    page = visitor.page
    visitor.become_guest()
    visitor.tile(table).get_by_role("button", name="Sit down").tap()
    expect(visitor.box).to_be_visible()
    for spot in visitor.box.get_by_role("button", name=SPOT).all():
        at = rectangle(spot)
        assert min(at["width"], at["height"]) >= THUMB_PIXELS, spot.get_attribute("aria-label")
    visitor.spot("Ante").tap()
    expect(visitor.spot("Ante")).to_have_accessible_name(re.compile(r"\$1[05]"))
    ready = visitor.dock.get_by_role("button", name=re.compile("^(Deal|Ready)$"))
    expect(ready).to_be_visible()
    assert in_sight(ready)
    ready.tap()
    while True:
        expect(visitor.answers.first.or_(page.get_by_role("button", name="Results")).first).to_be_visible()
        if not visitor.answers.first.is_visible():
            break
        for answer in visitor.answers.all():
            assert in_sight(answer)
            assert rectangle(answer)["height"] >= THUMB_PIXELS
        offered = visitor.answers.all_text_contents()
        page.wait_for_timeout(DOUBLE_TAP_MS)  # or the tap would be taken for an echo of the one before
        visitor.answers.filter(has_not_text="Fold").first.tap()
        expect(visitor.answers).not_to_have_text(offered)
    page.get_by_role("button", name="Results").tap()
    expect(visitor.results).to_be_visible()
    assert sum(net for _, net in visitor.lines()) == pit.net_cents(table)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], "the page scrolls sideways"

    # The list that was opened leaves free whatever the next wager needs.
    above = rectangle(visitor.results)["top"]
    for spot in visitor.box.get_by_role("button", name=SPOT).all():
        assert rectangle(spot)["bottom"] <= above, spot.get_attribute("aria-label")
    visitor.spot("Ante").tap()
    expect(visitor.spot("Ante")).to_have_accessible_name(re.compile(r"\$1[05]"))
    expect(visitor.results).to_have_count(0)  # with betting, what was is gone

    page.get_by_role("button", name="Help").tap()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("tab").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


@pytest.mark.parametrize("rulebook", ["md-fcp", "md-uth"])
def test_who_looks_on_with_the_phone_held_sideways_sees_the_chips_of_every_box(
    rulebook: str, pit: Pit, visiting: Visiting
) -> None:
    table = pit.open(rulebook)
    players = [visiting() for _ in range(2)]
    for seat, player in enumerate(players, 2):
        player.come_as_guest()
        player.sit_at(table, seat)
        player.put_chips(["Ante"])
    for player in players:
        player.deal()
    spectator = visiting(viewport=LANDSCAPE)
    spectator.come_in(f"/tables/{table}")
    for seat in (2, 3):
        ante = spectator.page.get_by_role("img", name=re.compile(rf"^Ante, seat {seat}, \$"))
        expect(ante.locator(".chip").first).to_be_visible()
        expect(ante.locator(".sum")).to_have_text(re.compile(r"^\$1[05]$"))  # how much, not only that
        assert in_window(ante)
        expect(spectator.cards(f"Cards of seat {seat}")).to_be_visible()


def in_window(target: Locator) -> bool:
    """Whether all of it lies within a phone's screen held sideways."""
    at = rectangle(target)
    return min(at["left"], at["top"]) >= 0 and at["right"] <= LANDSCAPE["width"] and at["bottom"] <= LANDSCAPE["height"]
