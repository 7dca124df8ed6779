"""A deck of cardboard on a table with a dealer's screen: told by keys or on the pad, never shown before."""

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import expect

from croupier.cards import DECK
from croupier.house.handlers.duties import duty_at
from croupier.house.replay.replaying import replayed
from croupier.table.values import commands as c
from tests.browser.axe import findings
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.test_deal import SIDEWAYS, staff
from tests.browser.test_dealer import caught_up, do_duty, phase
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
    player.become_guest()
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


def test_impossible_cards_are_refused_in_a_sentence_and_the_pad_tells_them_too(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", dealer="human", card_source="seen")
    player = visiting()
    player.become_guest()
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
