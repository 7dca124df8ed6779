"""A deck of cardboard on a table with a dealer's screen: told by keys or on the pad, never shown before."""

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Locator, expect

from croupier.cards import DECK, parse_cards
from croupier.house.handlers.duties import duty_at
from croupier.house.replay.replaying import replayed
from croupier.table.values import commands as c
from tests.browser.axe import findings
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.test_deal import SIDEWAYS, staff
from tests.browser.test_dealer import caught_up, do_duty, due, phase
from tests.browser.visitor import Visitor


def awaited(pit: Pit, table: str) -> tuple[str, int] | None:
    """The cards that are to be told now: where they lie and how many."""
    house_table = pit.table(table)
    duty = duty_at(pit.house.rules_of(house_table), house_table, house_table.at_ms // 1000)
    return (duty.command.place, duty.blanks[0].most) if duty and isinstance(duty.command, c.TurnUp) else None


def tell(pit: Pit, table: str, people: Mapping[str, Visitor], text: str) -> None:
    """The dealer types cards and says that it is done."""
    dealer = people["dealer"]
    caught_up(pit, table, dealer)
    version = pit.table(table).version
    field = dealer.due.get_by_role("textbox")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    dealer.page.keyboard.type(text)
    dealer.page.keyboard.press("Space")
    expect(dealer.page.locator(f".deal:not([data-version='{version}'])")).to_be_visible()


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "md-uth"])
def test_a_round_of_real_cards_by_keyboard_alone(rulebook: str, pit: Pit, visiting: Visiting) -> None:
    table = pit.open(rulebook, dealer="human", card_source="seen")
    player = visiting()
    player.come_as_guest()
    player.sit_at(table, 3)
    people = staff(pit, visiting, table)
    dealer, deck, told, found = people["dealer"], iter(DECK), list[str](), list[str]()
    while pit.table(table).last is None:
        if place := awaited(pit, table):
            expect(dealer.due.locator(".asks")).to_contain_text("and tell what is seen")
            if not told:
                found += findings(dealer.page, "cards to be told")
            cards = [str(next(deck)) for _ in range(place[1])]
            tell(pit, table, people, " ".join(cards).lower())
            told += cards
        elif phase(pit.table(table)) == "wagering" and not pit.table(table).state.round.boxes:  # type: ignore[union-attr]
            player.put_chips([spot for spot in player.spots() if spot not in ("Play", "Blind")])
            player.deal()
            expect(player.dock).to_contain_text("Waiting for the dealer")
        elif phase(pit.table(table)) == "decisions":
            expect(player.answers.first).to_be_enabled()
            player.answers.filter(has_not_text="Fold").last.click()
            expect(dealer.due.locator(".asks")).not_to_contain_text("Ask seat 3: ")
        else:
            do_duty(pit, table, people)
    expect(player.results).to_be_visible()
    assert sum(net for _, net in player.lines()) == pit.net_cents(table)
    assert told
    assert not dealer.page.evaluate(SIDEWAYS)
    assert not found, "\n".join(found)
    with pit.house.database.read() as connection:
        assert replayed(connection, table, 1).ok


def wrong(dealer: Visitor, *ways: str) -> Locator:
    """Something is wrong: what it is, and which case of it, by keys."""
    dealer.page.keyboard.press("!")
    sheet = dealer.page.get_by_role("dialog", name="Something is wrong")
    for label in ways:
        way = sheet.get_by_role("button", name=label)
        dealer.page.keyboard.press((way.locator("kbd").text_content() or "").strip())
    return sheet


def test_cards_that_a_remedy_turns_up_are_told_by_keys(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-uth", dealer="human", card_source="seen")
    player = visiting()
    player.come_as_guest()
    player.sit_at(table, 3)
    people = staff(pit, visiting, table)
    dealer = people["dealer"]
    keyboard = dealer.page.keyboard
    while phase(pit.table(table)) != "decisions":
        round_ = pit.table(table).state.round
        duty = due(pit, table)
        if phase(pit.table(table)) == "wagering" and round_ and not round_.boxes:
            player.put_chips(["Ante", "Trips"])
            player.deal()
            expect(player.dock).to_contain_text("Waiting for the dealer")
        elif duty and isinstance(duty.command, c.Deal) and round_ and not round_.set_aside:
            caught_up(pit, table, dealer)
            sheet = wrong(dealer, "A card lay face up in the deck", "One card")
            expect(sheet.get_by_label("Which card was found face up?")).to_be_focused()
            keyboard.type("2c")
            keyboard.press("Enter")
            expect(sheet.get_by_role("button", name="Do it")).to_be_focused()
            assert pit.table(table).state.round.set_aside == (), "nothing is done by looking"  # type: ignore[union-attr]
            keyboard.press("Space")
            expect(sheet).to_have_count(0)
            assert pit.table(table).state.round.set_aside == parse_cards("2c")  # type: ignore[union-attr]
        else:
            do_duty(pit, table, people)
    caught_up(pit, table, dealer)
    sheet = wrong(dealer, "A card of the dealer's was seen too early")
    for asked, cards in (("seat 3's cards", "as ad"), ("the community cards", "ah 7c 8d js 2c")):
        field = sheet.get_by_label(f"Turn up {asked}: which are they?")
        while not field.evaluate("one => one === document.activeElement"):
            keyboard.press("Tab")
        keyboard.type(cards)
    found = findings(dealer.page, "cards of a remedy")
    dealer.expect_complaint("409")
    keyboard.press("Enter")
    expect(sheet.get_by_role("alert")).to_contain_text("The two of clubs is out already")
    keyboard.press("Backspace")
    keyboard.press("Backspace")
    keyboard.type("3h")
    keyboard.press("Enter")
    expect(sheet).to_contain_text("The round is void.")
    expect(sheet.get_by_role("button", name="Do it")).to_be_focused()
    found += findings(dealer.page, "what follows")
    keyboard.press("Space")
    expect(sheet).to_have_count(0)
    last = pit.table(table).state.round
    assert last is not None
    assert last.phase == "void"
    assert {line.wager: line.outcome for line in last.lines} == {"trips": "win", "ante": "void", "blind": "void"}
    assert not found, "\n".join(found)
    with pit.house.database.read() as connection:
        assert replayed(connection, table, 1).ok


def test_impossible_cards_are_refused_in_a_sentence_and_the_pad_tells_them_too(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", dealer="human", card_source="seen")
    player = visiting()
    player.come_as_guest()
    player.sit_at(table, 3)
    people = staff(pit, visiting, table)
    dealer = people["dealer"]
    while not awaited(pit, table):
        if phase(pit.table(table)) == "wagering" and not pit.table(table).state.round.boxes:  # type: ignore[union-attr]
            player.put_chips(["Ante"])
            player.deal()
            expect(player.dock).to_contain_text("Waiting for the dealer")
        elif phase(pit.table(table)) == "decisions":
            player.answers.filter(has_not_text="Fold").last.click()
            expect(dealer.due.locator(".asks")).not_to_contain_text("Ask seat 3: ")
        else:
            do_duty(pit, table, people)
    field = dealer.due.get_by_role("textbox")
    for wrong, says in (("as kd", "2 were told"), ("as as kd", "given twice"), ("as kd zz", "zz")):
        field.fill(wrong)
        field.press("Enter")
        expect(dealer.due.get_by_role("status").filter(has_text=re.compile(says, re.I))).to_be_visible()
        expect(field).to_have_value(wrong)
    field.fill("")
    dealer.due.get_by_role("button", name="Pad of cards").click()
    assert not findings(dealer.page, "the pad")
    for name in ("ace of spades", "king of diamonds", "two of clubs"):
        dealer.due.get_by_role("button", name=name).click()
    expect(dealer.due.get_by_role("button", name="three of clubs")).to_be_disabled()
    dealer.due.get_by_role("button", name="Done").click()
    expect(dealer.due.locator(".asks")).to_contain_text("Turn up seat 3's cards")
    tell(pit, table, people, "2h 3h 4h")
    expect(dealer.due.locator(".asks")).not_to_contain_text("Turn up seat 3's cards")
