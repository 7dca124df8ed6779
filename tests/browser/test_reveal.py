"""The moment people came for: cards are turned up in the order of the rules, and nothing tells the end before them."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor

WHOLE_MS = 2000  # more than any reveal takes
LOOK_MS = 50  # less than any beat
DEALER_HAS = re.compile("^Dealer has ")

# Each card that slides is noted: how visible it is on its way, and whether its face was covered when it set out.
NOTE_FLIGHTS = """
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const made = animate.call(this, frames, options);
    if (this.className.includes('lying') && JSON.stringify(frames).includes('translate'))
      queueMicrotask(() => {
        const cover = getComputedStyle(this.querySelector('.card'), '::before').content;
        window.flights.push([Math.min(...frames.map((one) => one.opacity)), cover]);
      });
    return made;
  };
"""


def at_the_last_answer(pit: Pit, visitor: Visitor) -> str:
    """A guest before the answer after which everything is turned up, on a page whose clock stands still."""
    table = pit.open("md-uth")
    visitor.page.clock.install()
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    visitor.put_chips(["Ante"])
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    visitor.page.clock.pause_at(visitor.page.evaluate("Date.now() + 1000"))
    return table


def seen_of(visitor: Visitor, name: str) -> int:
    """How many cards of a place are face up."""
    return visitor.cards(name).locator("[data-suit]").count()


def test_the_end_is_told_after_the_cards_in_the_order_of_the_rules(pit: Pit, visiting: Visiting) -> None:
    visitor = visiting(reduced_motion="no-preference")
    table = at_the_last_answer(pit, visitor)
    before, dealer = visitor.balance_cents(), visitor.page.get_by_role("region", name="The dealer")
    visitor.answer("Play 4x $40")
    expect(visitor.cards("Community cards").locator("[data-suit]")).to_have_count(3)
    assert pit.table(table).last is not None, "the house has settled already"
    shown: list[tuple[int, int, int, int]] = []
    while not shown or not shown[-1][-1]:
        shown.append(
            (
                seen_of(visitor, "Community cards"),
                seen_of(visitor, "The dealer's cards"),
                dealer.get_by_text(DEALER_HAS).count(),
                visitor.results.count(),
            )
        )
        if visitor.results.count() == 0:
            assert visitor.balance_cents() == before, "the balance would tell how it ends"
        visitor.page.clock.run_for(LOOK_MS)
        assert len(shown) * LOOK_MS < WHOLE_MS, "the reveal does not end"
    steps = list(dict.fromkeys(shown))
    assert steps == [(3, 0, 0, 0), (5, 0, 0, 0), (5, 2, 0, 0), (5, 2, 1, 0), (5, 2, 1, 1)]
    assert visitor.balance_cents() == before + pit.net_cents(table) + 2_000  # Ante and Blind lay on the felt before


def test_a_key_or_a_press_shows_the_end_at_once(pit: Pit, visiting: Visiting) -> None:
    for skip in ("key", "press"):
        visitor = visiting(reduced_motion="no-preference")
        at_the_last_answer(pit, visitor)
        visitor.answer("Play 4x $40")
        expect(visitor.cards("Community cards").locator("[data-suit]")).to_have_count(3)
        expect(visitor.results).to_have_count(0)
        if skip == "key":
            visitor.page.keyboard.press("Escape")
        else:
            visitor.page.mouse.click(640, 300)
        expect(visitor.results).to_be_visible()


def test_who_wants_no_motion_waits_for_none(pit: Pit, visiting: Visiting) -> None:
    visitor = visiting(reduced_motion="reduce")
    at_the_last_answer(pit, visitor)
    visitor.answer("Play 4x $40")
    expect(visitor.results).to_be_visible()


def test_cards_in_flight_are_opaque_and_face_down(pit: Pit, visiting: Visiting) -> None:
    visitor = visiting(reduced_motion="no-preference")
    visitor.page.add_init_script(NOTE_FLIGHTS)
    table = pit.open("md-tcp")
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    visitor.put_chips(["Ante"])
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    flights = visitor.page.evaluate("window.flights")
    assert len(flights) == 6
    assert all(opacity == 1 and content != "none" for opacity, content in flights), flights
    expect(visitor.cards("Your cards").locator("[data-flying]")).to_have_count(0)


def test_who_comes_late_finds_the_round_as_it_lies(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp")
    player = visiting()
    player.come_as_guest()
    player.sit_at(table, 3)
    player.put_chips(["Ante"])
    player.deal()
    expect(player.answers.first).to_be_visible()
    late = visiting(reduced_motion="no-preference")
    late.page.add_init_script(NOTE_FLIGHTS)
    late.come_in(f"/tables/{table}")
    expect(late.cards("Cards of seat 3").locator(".card")).to_have_count(3)
    assert late.page.evaluate("window.flights") == []
