"""Light and dark: the system's choice unless the player's own, the felt the same in both, and legible at 7 to 1."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Visiting
from tests.browser.pit import Pit

ROOM = "() => getComputedStyle(document.documentElement).backgroundColor"
FRAME = "() => document.querySelector('meta[name=theme-color]').content"
LIGHT, DARK = "rgb(245, 240, 231)", "rgb(20, 17, 15)"

# Every visible text of the felt beside what lies under it: its own surface, else the felt at its brightest.
WEAK = """(least) => {
  const felt = document.querySelector('section.felt');
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const parts = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [[red, green, blue], alpha / 255];
  };
  const over = ([top, alpha], under) => top.map((part, place) => part * alpha + under[place] * (1 - alpha));
  const linear = (part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const ratio = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const cloth = parts(getComputedStyle(felt).getPropertyValue('--felt-light'))[0];
  const texts = [];
  const walk = document.createTreeWalker(felt, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim();
    const element = walk.currentNode.parentElement;
    if (text && element.checkVisibility({ opacityProperty: true }) && !element.closest('.said, .card, .chip, .aside')) {
      texts.push([text, element]);
    }
  }
  const weak = texts.map(([text, element]) => {
    let under = cloth;
    const surfaces = [];
    let opacity = 1;
    for (let one = element; one !== felt; one = one.parentElement) {
      surfaces.unshift(getComputedStyle(one).backgroundColor);
      opacity *= Number(getComputedStyle(one).opacity);
    }
    for (const surface of surfaces) under = over(parts(surface), under);
    const style = getComputedStyle(element);
    const [ink, alpha] = parts(element instanceof SVGElement ? style.fill : style.color);
    return { text, ratio: ratio(over([ink, alpha * opacity], under), under) };
  });
  return { read: texts.length, weak: weak.filter((one) => one.ratio < least) };
}"""


def room(page: Page) -> str:
    """The colour of the room."""
    colour: str = page.evaluate(ROOM)
    return colour


def test_the_room_follows_the_system(pit: Pit, visiting: Visiting) -> None:
    page = visiting(color_scheme="dark").page
    page.goto("/rules")
    expect(page.get_by_role("heading", name="Rules")).to_be_visible()
    assert room(page) == page.evaluate(FRAME) == DARK
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    # A function, not an expression: an expression is evaluated again at every look, which the page's policy forbids.
    page.wait_for_function(f"() => ({ROOM})() === '{LIGHT}' && ({FRAME})() === '{LIGHT}'")


def test_a_player_chooses_light_or_dark_for_this_browser(pit: Pit, visiting: Visiting) -> None:
    page = visiting(color_scheme="light").page
    page.goto("/settings")
    choice = page.get_by_role("group", name=re.compile("^The room"))
    expect(choice.get_by_role("radio", name="As the system")).to_be_checked()
    choice.get_by_text("Dark", exact=True).click()
    assert room(page) == page.evaluate(FRAME) == DARK
    page.reload()
    expect(choice.get_by_role("radio", name="Dark")).to_be_checked()
    assert room(page) == DARK
    choice.get_by_role("radio", name="Dark").press("ArrowLeft")
    expect(choice.get_by_role("radio", name="Light")).to_be_checked()
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert room(page) == LIGHT
    choice.get_by_text("As the system", exact=True).click()
    assert room(page) == DARK


@pytest.mark.parametrize(
    ("rulebook", "viewport", "scheme"),
    [
        ("md-tcp", DESKTOP, "light"),
        ("ma-fcp-2", DESKTOP, "light"),
        ("md-uth", DESKTOP, "light"),
        ("ma-fcp-2", PHONE, "dark"),
    ],
    ids=["three-card-light", "four-card-light", "holdem-light", "four-card-phone-dark"],
)
def test_whatever_is_on_the_felt_stands_out_at_7_to_1(
    rulebook: str, viewport: dict[str, int], scheme: str, pit: Pit, visiting: Visiting
) -> None:
    visitor = visiting(viewport=viewport, color_scheme=scheme)
    visitor.come_as_guest()
    visitor.sit_at(pit.open(rulebook), 3)
    visitor.put_chips(["Ante"])
    found = [visitor.page.evaluate(WEAK, 7)]
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    found.append(visitor.page.evaluate(WEAK, 7))
    visitor.play_to_the_end()
    found.append(visitor.page.evaluate(WEAK, 7))
    assert all(one["read"] > 5 for one in found), found
    assert [weak for one in found for weak in one["weak"]] == []
