"""Every table at every size: nothing overlaps, nothing leaves the window, and whatever one needs is in it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.table.values import commands as c
from tests.browser.conftest import Visiting
from tests.browser.pit import RULEBOOKS, Pit
from tests.browser.visitor import SPOT, Visitor

SIZES = [(1280, 800), (1280, 560), (1024, 640), (844, 390), (820, 1180), (390, 844), (390, 664), (320, 640), (390, 600)]

# What lies on the page, each with its name and place: what holds others is left out, for it overlaps them by nature.
THINGS = """() => {
  const found = [];
  const add = (name, element) => {
    if (!element || !element.checkVisibility({ visibilityProperty: true })) return;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (right - left > 1 && bottom - top > 1) found.push({ name, left, top, right, bottom });
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  all('.heading > *, .heading dl > div').filter((one) => !one.matches('dl')).forEach((one) => add(one.innerText, one));
  for (const where of ['dealer', 'community', 'bonus']) add(where, document.querySelector(`.cloth div.${where}`));
  add('words', document.querySelector('.cloth .words:not(:empty)'));
  add('help', document.querySelector('.help'));
  all('.printed :is(p, h3, dl > div)').forEach((one) => add(one.innerText, one));
  all('.cloth .spot').forEach((one) => add(one.innerText, one));
  all('.cloth .seat .hand').forEach((one) => add('a hand', one));
  all('.cloth .who').forEach((one) => add(one.innerText, one));
  add('prompt', document.querySelector('.dock .prompt'));
  all('.dock button, .dock label .disc, .dock dl > div').forEach((one) => add(one.innerText || 'a chip', one));
  return found;
}"""
CHIPS = """() => [...document.querySelectorAll('.cloth .stack')].flatMap((stack) => {
  const sum = stack.querySelector('.sum')?.getBoundingClientRect();
  const ring = stack.closest('.spot').getBoundingClientRect();
  const chips = [...stack.querySelectorAll('.chip')].map((chip) => chip.getBoundingClientRect());
  const over = sum && chips.some((chip) => chip.bottom > sum.top + 1);
  const out = chips.some((chip) => chip.top < ring.top - 1);
  return [over && 'a sum is over its chips', out && 'a stack hides the name of its spot'].filter(Boolean);
})"""
# Letters of a spot's name that something lies over: another spot's outcome, a sum, the ring of what has the focus.
NAMES_HIDDEN = """() => {
  const lying = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const over = lying('.cloth .spot .result, .cloth .stack .sum').map((one) => one.getBoundingClientRect());
  const focused = document.activeElement?.matches('.cloth .spot:focus-visible') ? document.activeElement : null;
  const ring = focused ? parseFloat(getComputedStyle(focused).outlineOffset) + 3 : 0;
  const name = (text) => text.textContent;
  return lying('.cloth .name text').filter((text) => {
    const at = text.getScreenCTM();
    const letters = Array.from({ length: text.getNumberOfChars() }, (_, index) => text.getExtentOfChar(index));
    const middles = letters.map(({ x, y, width, height }) => [at.e + x + width / 2, at.f + y + height / 2]);
    return middles.some(([x, y]) => over.some((one) => x > one.left && x < one.right && y > one.top && y < one.bottom))
      || (ring > 0 && text.closest('.at').contains(focused));
  }).map((text) => `something lies over the name ${name(text)}`);
}"""
# How far the middle of one's own box, with all its spots and cards, lies from the middle of the felt.
OFF_CENTRE = """() => {
  const cloth = document.querySelector('.cloth').getBoundingClientRect();
  const parts = [...document.querySelectorAll('.seat.own .spot, .seat.own .hand .place')];
  const areas = parts.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 1);
  if (!areas.length) return 0;
  const [left, right] = [Math.min(...areas.map((one) => one.left)), Math.max(...areas.map((one) => one.right))];
  return Math.abs((left + right) / 2 - (cloth.left + cloth.right) / 2) / cloth.width;
}"""
# What the felt's own edge cuts off: its corners are round.
CUT_BY_RAIL = """() => [...document.querySelectorAll('.cloth :is(.sit, .who .name, div.bonus)')].filter((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const felt = one.closest('.cloth');
  return right - left > 1 && [[left, top], [right, top], [left, bottom], [right, bottom]].some(([x, y]) => {
    const [inX, inY] = [x + Math.sign((left + right) / 2 - x), y + Math.sign((top + bottom) / 2 - y)];
    const at = document.elementsFromPoint(inX, inY);
    return at.length > 0 && !at.includes(felt) && !felt.contains(at[0]);
  });
}).map((one) => one.innerText || 'the bonus box')"""
MOST_OFF_CENTRE = 0.05
SLACK = 1.5  # pixels: a card's shadow line, a rounded half


def clashes(things: list[dict[str, Any]]) -> list[str]:
    """Which of the things lie over each other; a chosen chip is lifted and ringed, and so touches its neighbours."""

    def apart(one: dict[str, Any], other: dict[str, Any]) -> bool:
        beside = one["right"] <= other["left"] + SLACK or other["right"] <= one["left"] + SLACK
        above = one["bottom"] <= other["top"] + SLACK or other["bottom"] <= one["top"] + SLACK
        return bool(beside or above)

    pairs = [(one, other) for at, one in enumerate(things) for other in things[at + 1 :]]
    return [f"{one['name']} and {other['name']}" for one, other in pairs if not apart(one, other)]


def resized(page: Page, width: int, height: int) -> None:
    """Gives the window another size. The felt is laid out when it has been measured: two frames behind."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")


def problems(visitor: Visitor, width: int, height: int) -> list[str]:
    """What is wrong with the page in a window of this size."""
    page = visitor.page
    resized(page, width, height)
    things = page.evaluate(THINGS)
    where = f"{width}x{height}: "
    outside = [
        one["name"]
        for one in things
        if min(one["left"], one["top"]) < -SLACK or one["right"] > width + SLACK or one["bottom"] > height + SLACK
    ]
    found = [f"{where}{pair} overlap" for pair in clashes(things)] + [f"{where}{one} is cut" for one in outside]
    if page.evaluate("document.documentElement.scrollWidth") > width:
        found.append(f"{where}it scrolls sideways")
    found += [f"{where}{one} is cut by the rail" for one in page.evaluate(CUT_BY_RAIL)]
    off = page.evaluate(OFF_CENTRE)
    if off > MOST_OFF_CENTRE:
        found.append(f"{where}one's own box is off centre by {off:.0%} of the felt")
    return found + [where + one for one in page.evaluate(CHIPS) + page.evaluate(NAMES_HIDDEN)]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_nothing_overlaps_or_is_cut_at_any_size(rulebook: str, pit: Pit, visiting: Visiting) -> None:
    table = pit.open(rulebook, practice=True)
    visitor = visiting()
    visitor.come_in(f"/tables/{table}")
    expect(visitor.dock.get_by_role("link", name="Sign in to play")).to_be_visible()
    found = [f"looking on, {one}" for size in SIZES for one in problems(visitor, *size)]
    visitor.page.set_viewport_size({"width": 1280, "height": 800})
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    visitor.put_chips([spot for spot in visitor.spots() if spot not in ("Play", "Blind")])
    found += [f"betting, {one}" for size in SIZES for one in problems(visitor, *size)]
    visitor.page.set_viewport_size({"width": 1280, "height": 800})
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    found += [f"deciding, {one}" for size in SIZES for one in problems(visitor, *size)]
    watcher = visiting()
    watcher.come_in(f"/tables/{table}")
    expect(watcher.page.get_by_role("region", name=re.compile("^Seat 3, (?!free)"))).to_be_visible()
    found += [f"watching, {one}" for size in SIZES for one in problems(watcher, *size)]
    visitor.page.set_viewport_size({"width": 1280, "height": 800})
    visitor.play_on()
    found += [f"at the end, {one}" for size in SIZES for one in problems(visitor, *size)]
    assert visitor.box.get_by_role("button", name=SPOT).count() or visitor.box.is_visible()
    assert not found, "\n".join(found)


def test_nothing_overlaps_at_a_full_table(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-uth", practice=True)
    visitor = visiting()
    visitor.become_guest()
    visitor.sit_at(table, 3)
    for seat in (1, 2, 4, 5, 6):
        answer = pit.house.ask(h.Request(table, c.Sit(seat=seat, player=f"machine-{seat}")))
        assert isinstance(answer, Done), answer
    visitor.page.reload()
    expect(visitor.page.get_by_role("region", name="Seat 6, machine-6")).to_be_visible()
    # More sit at one side than at the other, so nobody sits in the middle.
    found = [one for size in SIZES for one in problems(visitor, *size) if "off centre" not in one]
    assert not found, "\n".join(found)


BOX_SEEN = """(seat) => {
  const size = (one) => one.getBoundingClientRect().width;
  return Math.min(...[...seat.querySelectorAll('.spot')].map(size), ...[...seat.querySelectorAll('.card')].map(size));
}"""


@pytest.mark.parametrize("size", [(1280, 800), (1024, 640), (390, 844), (844, 390)], ids=str)
def test_who_looks_on_sees_a_lone_players_spots_with_their_names(
    size: tuple[int, int], pit: Pit, visiting: Visiting
) -> None:
    table = pit.open("md-uth")
    player, watcher = visiting(), visiting(viewport={"width": size[0], "height": size[1]})
    player.come_as_guest()
    player.sit_at(table, 1)
    player.put_chips(["Ante", "Trips"])
    player.deal()
    expect(player.answers.first).to_be_visible()
    watcher.come_in(f"/tables/{table}")
    seat = watcher.page.get_by_role("region", name=re.compile("^Seat 1, (?!free)"))
    expect(seat.locator(".name text").filter(has_text="Trips")).to_be_visible()
    assert seat.evaluate(BOX_SEEN) >= 36


def test_on_a_phone_the_limits_the_law_and_every_meter_are_told(pit: Pit, visiting: Visiting) -> None:
    visitor = visiting(viewport={"width": 320, "height": 640})
    visitor.come_in(f"/tables/{pit.open('ma-fcp-2')}")
    heading = visitor.page.locator(".heading")
    for told in ("Massachusetts", "Ante $", "Mega", "Major", "Minor"):
        expect(heading.get_by_text(told).first).to_be_in_viewport()


def test_in_the_hand_the_coach_is_a_strip_that_covers_no_card(pit: Pit, visiting: Visiting) -> None:
    visitor = visiting(viewport={"width": 390, "height": 844}, has_touch=True)
    visitor.come_as_guest()
    visitor.sit_at(pit.open("md-tcp", practice=True), 3)
    visitor.put_chips(["Ante"])
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    visitor.open_help()
    visitor.page.get_by_role("tab", name="Coach").click()
    strip = visitor.page.get_by_role("complementary", name="Coach")
    expect(strip).to_contain_text("Best:")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    assert problems(visitor, 390, 844) == []
    lowest = visitor.box.evaluate("(box) => box.getBoundingClientRect().bottom")
    assert strip.evaluate("(strip) => strip.getBoundingClientRect().top") >= lowest - SLACK


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-uth"])
def test_the_ring_of_a_spot_in_focus_leaves_its_name_free(rulebook: str, pit: Pit, visitor: Visitor) -> None:
    visitor.come_as_guest()
    visitor.sit_at(pit.open(rulebook), 3)
    for title in visitor.spots():
        visitor.spot(title).focus()
        visitor.page.keyboard.press("Shift")  # a key was used last, so the ring is drawn
        assert visitor.page.evaluate(NAMES_HIDDEN) == []


def test_cards_that_overlap_show_no_piece_of_what_is_covered(pit: Pit, visitor: Visitor) -> None:
    visitor.come_as_guest()
    visitor.sit_at(pit.open("md-fcp"), 3)
    visitor.put_chips(["Ante"])
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    beyond = visitor.cards("Your cards").evaluate("""(hand) => {
      const cards = [...hand.querySelectorAll('.card')];
      return cards.slice(0, -1).flatMap((card, at) => {
        const edge = cards[at + 1].getBoundingClientRect().left + 1;
        return [...card.querySelectorAll('path, text')].filter((one) => one.getBoundingClientRect().right > edge);
      }).length;
    }""")
    assert beyond == 0


def test_a_card_face_up_behind_others_shows_its_whole_index(pit: Pit, visitor: Visitor) -> None:
    visitor.come_as_guest()
    visitor.sit_at(pit.open("md-fcp"), 3)
    visitor.put_chips(["Ante"])
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    covered = visitor.cards("The dealer's cards").evaluate("""(hand) => {
      const hides = (card) => {
        const { left, top, height } = card.getBoundingClientRect();
        return !card.contains(document.elementFromPoint(left + 3, top + height / 3));
      };
      return [...hand.querySelectorAll('.card')].filter(hides).length;
    }""")
    assert covered == 0, "a back lies over the next card"
