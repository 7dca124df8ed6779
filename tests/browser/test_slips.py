"""Slips taken back, the floor called, and a round put right, by keyboard alone on the dealer's screen."""

import re

from playwright.sync_api import Locator, expect

from croupier.house.log import events as he
from croupier.table.values import events as e
from tests.browser.axe import findings
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.test_deal import SIDEWAYS, TABLET, UP_AND_DOWN, staff
from tests.browser.test_dealer import do_duty, phase
from tests.browser.test_real_cards import awaited, tell
from tests.browser.visitor import Visitor


def until_told(pit: Pit, table: str, people: dict[str, Visitor], player: Visitor) -> None:
    """People do what is due until cards must be told."""
    while not awaited(pit, table):
        if phase(pit.table(table)) == "wagering" and not pit.table(table).state.round.boxes:  # type: ignore[union-attr]
            player.put_chips(["Ante"])
            player.deal()
            expect(player.dock).to_contain_text("Waiting for the dealer")
        elif phase(pit.table(table)) == "decisions":
            player.answers.filter(has_not_text="Fold").last.click()
            expect(people["dealer"].due.locator(".asks")).not_to_contain_text("Ask seat 3: ")
        else:
            do_duty(pit, table, people)


def test_cards_told_wrongly_are_taken_back_by_a_key_that_says_what_it_takes_back(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", dealer="human", card_source="seen")
    player = visiting()
    player.come_as_guest()
    player.sit_at(table, 3)
    people = staff(pit, visiting, table)
    dealer = people["dealer"]
    until_told(pit, table, people, player)
    tell(pit, table, people, "as kd 3c")
    expect(dealer.due.locator(".asks")).to_contain_text("Turn up seat 3's cards")
    dealer.page.keyboard.press("Backspace")
    sheet = dealer.page.get_by_role("dialog", name="Take back")
    expect(sheet).to_contain_text("As Kd 3c")
    found = findings(dealer.page, "taking back")
    dealer.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(dealer.due.locator(".asks")).to_contain_text("Turn up seat 3's cards")
    dealer.page.keyboard.press("Backspace")
    expect(sheet.get_by_role("button", name="Take it back")).to_be_focused()
    dealer.page.keyboard.press("Space")
    expect(sheet).to_be_hidden()
    expect(dealer.due.locator(".asks")).to_contain_text("Turn up the dealer's cards")
    tell(pit, table, people, "as kd 2c")
    tell(pit, table, people, "2h 3h 4h")
    do_duty(pit, table, people)
    while pit.table(table).last is None:
        do_duty(pit, table, people)
    events = pit.events(table)
    (slip,) = [one for one in events if isinstance(one, he.EntryTakenBack)]
    assert slip.command == "TurnUp"
    assert [str(card) for card in pit.table(table).last.dealer] == ["As", "Kd", "2c"]  # type: ignore[union-attr]
    assert len([one for one in events if isinstance(one, e.CardsTurnedUp)]) == 3
    assert not found, "\n".join(found)


def test_the_floor_is_called_and_answers_on_the_same_screen(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", dealer="human")
    people = staff(pit, visiting, table)
    dealer, floor = people["dealer"], people["floor"]
    expect(dealer.due).to_be_visible()
    dealer.page.keyboard.press("f")
    sheet = dealer.page.get_by_role("dialog", name="Call the floor")
    way = sheet.get_by_role("button", name=re.compile("A dispute$"))
    found = findings(dealer.page, "calling the floor")
    dealer.page.keyboard.press((way.locator("kbd").text_content() or "").strip())
    field = sheet.get_by_label("In a few words, if you like")
    field.fill("two players want seat 2")
    field.press("Enter")
    expect(sheet).to_be_hidden()
    for one in people.values():
        expect(one.page.get_by_role("list", name="The floor is called")).to_contain_text("two players want seat 2")
    assert not dealer.page.evaluate(SIDEWAYS)
    assert not dealer.page.evaluate(UP_AND_DOWN)
    floor.page.keyboard.press("f")
    answering = floor.page.get_by_role("dialog", name="Call the floor")
    answering.get_by_label("What was decided?").fill("who came first sits there")
    answering.get_by_role("button", name="Answer").click()
    for one in people.values():
        expect(one.page.get_by_role("list", name="The floor is called")).to_have_count(0)
    made, answered = [one for one in pit.events(table) if isinstance(one, he.CallMade | he.CallAnswered)]
    assert (made.by, answered.by) == (f"dealer:dealer-{table}", f"floor:floor-{table}")
    assert not found, "\n".join(found)


def settled_round(pit: Pit, visiting: Visiting) -> tuple[str, dict[str, Visitor]]:
    """A round of real cards that seat 3 has won, for the dealer did not qualify; the table, and who is on duty."""
    table = pit.open("md-tcp", dealer="human", card_source="seen")
    player = visiting()
    player.come_as_guest()
    player.sit_at(table, 3)
    people = staff(pit, visiting, table)
    until_told(pit, table, people, player)
    tell(pit, table, people, "2c 3d 5h")
    tell(pit, table, people, "ah kd 9s")
    while pit.table(table).last is None:
        do_duty(pit, table, people)
    return table, people


def wrongly_settled(visitor: Visitor) -> Locator:
    """Their sheet of what is wrong, in which they chose the last round by its key."""
    visitor.page.keyboard.press("!")
    sheet = visitor.page.get_by_role("dialog", name="Something is wrong")
    way = sheet.get_by_role("button", name="The last round was settled wrongly")
    visitor.page.keyboard.press((way.locator("kbd").text_content() or "").strip())
    expect(sheet.get_by_role("combobox")).to_be_focused()
    return sheet


def corrections(pit: Pit, table: str) -> list[he.SettlementCorrected]:
    """The corrections in a table's log."""
    return [one for one in pit.events(table) if isinstance(one, he.SettlementCorrected)]


def test_the_floor_puts_the_last_round_right_and_sees_first_what_that_changes(pit: Pit, visiting: Visiting) -> None:
    table, people = settled_round(pit, visiting)
    floor, keys = people["floor"], people["floor"].page.keyboard
    floor.page.set_viewport_size(TABLET)  # type: ignore[arg-type]
    before = pit.net_cents(table)
    sheet = wrongly_settled(floor)
    sheet.get_by_role("combobox").select_option("cards dealer")
    keys.press("Tab")
    cards, why = sheet.get_by_label("Which 3 cards were they?"), sheet.get_by_label("Why was it wrong?")
    expect(cards).to_be_focused()
    floor.expect_complaint("status of 409")
    keys.type("as ah 5h")
    why.fill("an ace was read as a two")
    keys.press("Enter")
    expect(sheet.get_by_role("alert")).to_contain_text("ace of hearts would be out twice")
    expect(cards).to_have_value("as ah 5h")
    expect(why).to_have_value("an ace was read as a two")
    cards.fill("as ac 5h")
    keys.press("Enter")
    changes = sheet.get_by_role("region", name="What changes")
    expect(changes).to_contain_text("Ante")
    found = findings(floor.page, "putting a round right")
    assert not floor.page.evaluate(SIDEWAYS)
    put_right = sheet.get_by_role("button", name="Put it right")
    expect(put_right).to_be_focused()
    expect(put_right).to_be_in_viewport()
    assert (pit.net_cents(table), corrections(pit, table)) == (before, []), "nothing is done by looking"
    shown = re.search(r"\$([0-9.]+) is taken", changes.inner_text())
    assert shown
    keys.press("Enter")
    expect(sheet).to_be_hidden()
    (event,) = corrections(pit, table)
    assert (event.by, event.reason) == (f"floor:floor-{table}", "an ace was read as a two")
    assert [str(card) for card in pit.table(table).last.dealer] == ["As", "Ac", "5h"]  # type: ignore[union-attr]
    assert before - pit.net_cents(table) == round(float(shown[1]) * 100), "as it was shown"
    assert not found, "\n".join(found)


def test_the_floor_rules_on_a_wager_and_a_dealer_can_only_see_what_that_would_change(
    pit: Pit, visiting: Visiting
) -> None:
    table, people = settled_round(pit, visiting)
    dealer, floor = people["dealer"], people["floor"]
    told = wrongly_settled(dealer)
    told.get_by_role("combobox").select_option("3 ante")
    told.get_by_label(re.compile("What should the seat have got back")).fill("0")
    told.get_by_label("Why was it wrong?").fill("the hand was fouled")
    dealer.page.keyboard.press("Enter")
    expect(told.get_by_role("region", name="What changes")).to_contain_text("is taken")
    signature = told.get_by_role("group", name="The floor signs")
    expect(signature).to_be_visible()
    told.get_by_role("button", name="Put it right").press("Enter")
    assert signature.get_by_label("Name", exact=True).evaluate("one => one.validity.valueMissing")
    assert corrections(pit, table) == [], "a dealer's own session puts nothing right"
    sheet = wrongly_settled(floor)
    sheet.get_by_role("combobox").select_option("3 ante")
    amount = sheet.get_by_label(re.compile("What should the seat have got back"))
    sheet.get_by_label("Why was it wrong?").fill("the hand was fouled")
    amount.fill("nothing")
    amount.press("Enter")
    expect(sheet.get_by_role("alert")).to_contain_text("in dollars")
    expect(amount).to_have_value("nothing")
    amount.fill("0")
    amount.press("Enter")
    expect(sheet.get_by_role("region", name="What changes")).to_contain_text("is taken")
    floor.expect_complaint("status of 409")
    amount.fill("0.01")
    expect(sheet.get_by_role("region", name="What changes")).to_have_count(0)
    amount.press("Enter")
    expect(sheet.get_by_role("alert")).to_contain_text("nothing, its stake, or more")
    amount.fill("0")
    amount.press("Enter")
    sheet.get_by_role("button", name="Put it right").click()
    expect(sheet).to_be_hidden()
    (event,) = corrections(pit, table)
    assert event.by == f"floor:floor-{table}"
    (ante,) = [line for line in pit.table(table).last.lines if line.wager == "ante"]  # type: ignore[union-attr]
    assert (ante.outcome, ante.paid_cents + ante.returned_cents) == ("lose", 0)
