"""The floor signs on the dealer's screen with a PIN, by keyboard alone: what is due, what a dealer may not report."""

import re

from playwright.sync_api import Locator, expect

from croupier.house.log import events as he
from croupier.table.values import events as e
from tests.browser.axe import findings
from tests.browser.conftest import PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.test_deal import SIDEWAYS, TABLET
from tests.browser.test_dealer import caught_up, do_duty, due, phase
from tests.browser.visitor import Visitor
from tests.server.live import PASSWORD

PIN = "493817"


def set_pin(visitor: Visitor, pin: str) -> None:
    """Sets a PIN on the account's own page."""
    visitor.come_in("/account")
    panel = visitor.page.locator("section").filter(has=visitor.page.get_by_role("heading", name="PIN"))
    panel.get_by_label("Password now").fill(PASSWORD)
    panel.get_by_label("New PIN, 6 to 12 digits").fill(pin)
    panel.get_by_role("button", name="Set PIN").click()


def signed(sheet: Locator, visitor: Visitor, name: str, pin: str) -> None:
    """Types a name and a PIN where the floor signs, by keys."""
    for label, text in (("Name", name), ("PIN", pin)):
        field = sheet.get_by_role("group", name="The floor signs").get_by_label(label, exact=True)
        for _ in range(20):
            if field.evaluate("one => one === document.activeElement"):
                break
            visitor.page.keyboard.press("Tab")
        expect(field).to_be_focused()
        visitor.page.keyboard.press("Control+a")
        visitor.page.keyboard.type(text)


def opened(pit: Pit, table: str, dealer: Visitor) -> Locator:
    """The sheet on which the floor signs for what is due; where something may be ordered too, that is chosen first."""
    caught_up(pit, table, dealer)
    dealer.page.keyboard.press("v")
    sheet = dealer.page.get_by_role("dialog", name="The floor signs")
    which, group = sheet.get_by_text("What does the floor do?"), sheet.get_by_role("group", name="The floor signs")
    expect(which.or_(group)).to_be_visible()
    if which.is_visible():
        dealer.page.keyboard.press("1")
        expect(group).to_be_visible()
    return sheet


def test_the_floor_signs_on_the_dealers_screen_by_keyboard_alone(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", dealer="human")
    name = pit.add(f"kim-{table}", role="floor")
    kim, dealer, player = visiting(), visiting(viewport=TABLET), visiting()
    kim.expect_complaint("status of 400")
    dealer.expect_complaint("status of 403")
    kim.sign_in(name, PASSWORD)
    set_pin(kim, "123456")
    expect(kim.page.get_by_text("not all the same nor in a row")).to_be_visible()
    set_pin(kim, PIN)
    expect(kim.page.get_by_text("The PIN is set.")).to_be_visible()
    expect(kim.page.get_by_text("You have a PIN.")).to_be_visible()
    found = findings(kim.page, "the PIN's form")
    player.become_guest()
    player.sit_at(table, 3)
    dealer.sign_in(pit.add(f"dana-{table}", role="dealer"), PASSWORD)
    dealer.come_in(f"/deal/{table}")
    keyboard, sheet = dealer.page.keyboard, dealer.page.get_by_role("dialog", name="The floor signs")

    def signs(pin: str = PIN) -> None:
        """What is due and the floor's is confirmed."""
        signed(opened(pit, table, dealer), dealer, name, pin)
        keyboard.press("Enter")

    while (duty := due(pit, table)) and duty.by == "dealer":
        do_duty(pit, table, {"dealer": dealer})
    expect(dealer.due.locator(".asks")).to_contain_text("Waiting for the floor")
    signs("493818")
    expect(sheet.get_by_role("alert")).to_contain_text("The name or the PIN is wrong")
    found += findings(dealer.page, "a wrong PIN")
    assert not dealer.page.evaluate(SIDEWAYS)
    dealer.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert not dealer.page.evaluate(SIDEWAYS)
    found += findings(dealer.page, "a wrong PIN on a phone")
    dealer.page.set_viewport_size(TABLET)  # type: ignore[arg-type]
    signed(sheet, dealer, name, PIN)
    keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    assert [one.by for one in pit.events(table) if isinstance(one, e.DeckPrepared)][-1] == f"floor:{name}"
    while phase(pit.table(table)) != "wagering":
        if (duty := due(pit, table)) and duty.by == "floor":
            signs()
            expect(sheet).to_have_count(0)
        else:
            do_duty(pit, table, {"dealer": dealer})
    player.put_chips(["Ante"])
    player.deal()
    expect(player.dock).to_contain_text("Waiting for the dealer")
    while phase(pit.table(table)) != "decisions":
        do_duty(pit, table, {"dealer": dealer})

    caught_up(pit, table, dealer)
    keyboard.press("!")
    wrong = dealer.page.get_by_role("dialog", name="Something is wrong")
    for label in ("Another card was seen", "It is unfair: the round is void"):
        way = wrong.get_by_role("button", name=label)
        expect(way).to_contain_text("with the floor’s PIN")
        keyboard.press((way.locator("kbd").text_content() or "").strip())
    expect(wrong).to_contain_text("The round is void.")
    found += findings(dealer.page, "an irregularity that the floor rules on")
    signed(wrong, dealer, name, PIN)
    keyboard.press("Enter")
    expect(wrong).to_have_count(0)
    reported = [one for one in pit.events(table) if isinstance(one, e.IrregularityReported)]
    assert [one.by for one in reported] == [f"floor:{name}"]
    screens = {one.screen for one in pit.events(table) if isinstance(one, he.FloorConfirmed)}
    assert screens == {f"dealer:dana-{table}"}
    assert not found, "\n".join(found)


def test_the_floor_refuses_there_and_answers_a_call(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-uth", dealer="human")
    name = pit.add(f"lou-{table}", role="floor")
    lou, dealer = visiting(), visiting(viewport=TABLET)
    lou.sign_in(name, PASSWORD)
    set_pin(lou, PIN)
    expect(lou.page.get_by_text("The PIN is set.")).to_be_visible()
    dealer.sign_in(pit.add(f"dee-{table}", role="dealer"), PASSWORD)
    dealer.come_in(f"/deal/{table}")
    keyboard = dealer.page.keyboard
    while (duty := due(pit, table)) and duty.by == "dealer":
        do_duty(pit, table, {"dealer": dealer})
    assert duty
    sheet = opened(pit, table, dealer)
    signed(sheet, dealer, name, PIN)
    keyboard.press("Tab")
    keyboard.press("Space")
    keyboard.press("Tab")
    expect(sheet.get_by_label("Why is it refused?")).to_be_focused()
    keyboard.type("a card is bent")
    assert not findings(dealer.page, "refusing")
    keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    (declined,) = [one for one in pit.events(table) if isinstance(one, he.FloorDeclined)]
    assert (declined.what, declined.reason, declined.by) == (duty.says, "a card is bent", f"floor:{name}")
    assert due(pit, table) == duty

    caught_up(pit, table, dealer)
    keyboard.press("f")
    calls = dealer.page.get_by_role("dialog", name="Call the floor")
    keyboard.press((calls.get_by_role("button", name="A fill").locator("kbd").text_content() or "").strip())
    expect(calls.get_by_label(re.compile("^To which seat"))).to_be_focused()
    keyboard.press("Enter")
    expect(calls).to_have_count(0)
    keyboard.press("f")
    way = calls.get_by_role("button", name=re.compile("^Answer: A fill .*with the floor’s PIN"))
    expect(way).to_be_visible()
    keyboard.press((way.locator("kbd").text_content() or "").strip())
    expect(calls.get_by_label("What was decided?")).to_be_focused()
    keyboard.type("7 minutes")
    signed(calls, dealer, name, PIN)
    keyboard.press("Enter")
    expect(calls).to_have_count(0)
    (answered,) = [one for one in pit.events(table) if isinstance(one, he.CallAnswered)]
    assert (answered.note, answered.by) == ("7 minutes", f"floor:{name}")
