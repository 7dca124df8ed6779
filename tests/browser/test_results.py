"""What a round came to: whole, in its place, gone when betting begins; the cards and the line that paid stand out."""

import re

import pytest
from playwright.sync_api import expect

from croupier.cards import Card
from tests.browser.conftest import PHONE, Visiting
from tests.browser.pit import RULEBOOKS, Hand, Pit
from tests.browser.test_layout import resized
from tests.browser.visitor import Visitor

# What of the panel's lines cannot be seen without scrolling it, in pixels.
CUT_OFF = "(lines) => lines.scrollHeight - lines.clientHeight"


def pair_and_another(cards: Hand) -> bool:
    return len({card.rank for card in cards}) == 2


def everything_on(pit: Pit, visitor: Visitor, rulebook: str) -> str:
    table = pit.open(rulebook)
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    visitor.put_chips([spot for spot in visitor.spots() if spot not in ("Play", "Blind")])
    visitor.deal()
    visitor.play_on()
    return table


def test_all_lines_of_hold_em_fit(pit: Pit, visitor: Visitor) -> None:
    everything_on(pit, visitor, "md-uth")
    assert len(visitor.lines()) >= 8
    assert visitor.results.get_by_role("group", name="Each wager").evaluate(CUT_OFF) <= 0


COVERED = """(panel) => {
  const at = panel.getBoundingClientRect();
  return [...document.querySelectorAll('.cloth :is(.lying, .who, .shoe, .spot, .words, .print .lit)')].filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const meets = left < at.right - 1 && right > at.left + 1 && top < at.bottom - 1 && bottom > at.top + 1;
    return meets && one.checkVisibility() && right - left > 1;
  }).map((one) => `${one.className} ${one.innerText}`);
}"""


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_results_lie_over_no_card_seat_or_shoe(rulebook: str, pit: Pit, visitor: Visitor) -> None:
    everything_on(pit, visitor, rulebook)
    assert visitor.results.evaluate(COVERED) == []
    paytable = visitor.page.locator(".print h3").first
    expect(paytable).to_be_visible()  # what is printed has a place of its own
    assert not paytable.evaluate(
        "(one) => document.elementsFromPoint(one.getBoundingClientRect().left + 2, one.getBoundingClientRect().top + 2)"
        ".some((at) => at.closest('.aside'))"
    )


FELT = "() => document.querySelector('.cloth').getBoundingClientRect().toJSON()"
# The lines that are cut while nothing tells that there are more, and those that cannot be scrolled to.
HIDDEN = """(lines) => {
  const at = lines.getBoundingClientRect();
  const more = lines.scrollHeight > lines.clientHeight;
  const shown = getComputedStyle(lines);
  if (more && !(shown.overflowY === 'auto' && shown.backgroundAttachment.includes('local'))) return ['untold'];
  return [...lines.querySelectorAll('li')].filter((line) => {
    line.scrollIntoView({ block: 'nearest' });
    const { top, bottom, left, right } = line.getBoundingClientRect();
    return top < at.top - 1 || bottom > at.bottom + 1 || left < at.left - 1 || right > at.right + 1;
  }).map((line) => line.innerText);
}"""


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_in_the_hand_too_results_lie_over_nothing_on_the_felt(rulebook: str, pit: Pit, visiting: Visiting) -> None:
    visitor = visiting(viewport=PHONE)
    page, lines = visitor.page, visitor.results.get_by_role("group", name="Each wager")
    hide = page.get_by_role("button", name="Hide")
    table = everything_on(pit, visitor, rulebook)
    assert sum(net for _, net in visitor.lines()) == pit.net_cents(table)
    hide.click()
    found = []
    for width, height in [(390, 844), (390, 664), (320, 640), (844, 390)]:
        resized(page, width, height)
        expect(visitor.results).to_have_count(0)
        felt = page.evaluate(FELT)
        visitor.results_button.click()
        expect(lines).to_be_visible()
        at = lines.evaluate("(one) => one.getBoundingClientRect().toJSON()")
        troubles = [*visitor.results.evaluate(COVERED), *lines.evaluate(HIDDEN)]
        if page.evaluate(FELT) != felt:
            troubles.append("the felt moved")
        if min(at["left"], at["top"]) < 0 or at["right"] > width or at["bottom"] > height or at["height"] < 80:
            troubles.append(f"two lines and more are not seen: {at}")
        expect(hide).to_be_in_viewport(ratio=1)
        hide.click()
        found += [f"{width}x{height}: {one}" for one in troubles]
    assert not found, "\n".join(found)
    visitor.results_button.click()
    page.get_by_role("button", name=re.compile(r"^Repeat \$")).click()  # what comes next is never covered
    expect(visitor.results).to_have_count(0)


def test_results_are_gone_when_betting_begins(pit: Pit, visitor: Visitor) -> None:
    everything_on(pit, visitor, "md-tcp")
    visitor.dock.get_by_role("button", name=re.compile(r"^Repeat \$")).click()
    expect(visitor.results).to_have_count(0)


def test_the_cards_that_name_a_hand_rise_and_those_it_does_not_need_are_dimmed(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", pair_and_another)
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    visitor.put_chips(["Ante", "Pair Plus"])
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    own = visitor.cards("Your cards")
    expect(own.locator(".risen")).to_have_count(0)  # nothing is decided yet
    visitor.play_on()
    expect(own.locator(".risen")).to_have_count(2)
    visitor.page.get_by_role("tab", name="Pays").click()
    expect(visitor.page.get_by_role("tabpanel").locator(".lit")).to_have_text([re.compile("^Pair")])


def test_seven_cards_make_five(pit: Pit, visitor: Visitor) -> None:
    table = everything_on(pit, visitor, "md-uth")
    last = pit.table(table).last
    assert last
    hand: tuple[Card, ...] = (*last.boxes[0].cards, *last.community)
    assert len(hand) == 7
    unused = visitor.cards("Your cards").locator(".unused").count()
    unused += visitor.cards("Community cards").locator(".unused").count()
    assert unused == 2


def test_the_felt_is_printed_with_its_game_and_the_line_that_pays_lights_up(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", pair_and_another)
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    printed = visitor.page.locator(".print")
    expect(printed).to_contain_text("Three Card Poker")
    expect(printed).to_contain_text("queen high")
    expect(printed.locator(".lit")).to_have_count(0)
    visitor.put_chips(["Ante", "Pair Plus"])
    visitor.deal()
    visitor.play_on()
    expect(printed.locator(".lit")).to_have_text([re.compile("^Pair")])
