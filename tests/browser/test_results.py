"""What a round came to: whole, in its place, gone when betting begins; the cards and the line that paid stand out."""

import re

from playwright.sync_api import expect

from croupier.cards import Card
from tests.browser.pit import Hand, Pit
from tests.browser.visitor import Visitor

# What of the panel's lines cannot be seen without scrolling it, in pixels.
CUT_OFF = "(lines) => lines.scrollHeight - lines.clientHeight"


def pair_and_another(cards: Hand) -> bool:
    return len({card.rank for card in cards}) == 2


def everything_on(pit: Pit, visitor: Visitor, rulebook: str) -> str:
    table = pit.open(rulebook)
    visitor.become_guest()
    visitor.sit_at(table, 3)
    visitor.put_chips([spot for spot in visitor.spots() if spot not in ("Play", "Blind")])
    visitor.deal()
    visitor.play_on()
    return table


def test_all_lines_of_hold_em_fit(pit: Pit, visitor: Visitor) -> None:
    everything_on(pit, visitor, "md-uth")
    assert len(visitor.lines()) >= 8
    assert visitor.results.get_by_role("group", name="Each wager").evaluate(CUT_OFF) <= 0


def test_results_are_gone_when_betting_begins(pit: Pit, visitor: Visitor) -> None:
    everything_on(pit, visitor, "md-tcp")
    visitor.dock.get_by_role("button", name=re.compile(r"^Repeat \$")).click()
    expect(visitor.results).to_have_count(0)


def test_the_cards_that_name_a_hand_rise_and_those_it_does_not_need_are_dimmed(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", pair_and_another)
    visitor.become_guest()
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
    visitor.become_guest()
    visitor.sit_at(table, 3)
    printed = visitor.page.locator(".print")
    expect(printed).to_contain_text("Three Card Poker")
    expect(printed).to_contain_text("queen high")
    expect(printed.locator(".lit")).to_have_count(0)
    visitor.put_chips(["Ante", "Pair Plus"])
    visitor.deal()
    visitor.play_on()
    expect(printed.locator(".lit")).to_have_text([re.compile("^Pair")])
