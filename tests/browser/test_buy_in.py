"""A buy-in that was entered wrongly, by keyboard alone: taken back by the dealer, put right by the floor's PIN."""

from playwright.sync_api import expect

from croupier.house.ledger.accounts import CIRCULATION, drop
from croupier.house.ledger.balances import all_balances
from croupier.house.log import correction_events as ce
from tests.browser.axe import findings
from tests.browser.conftest import PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.test_deal import SIDEWAYS, TABLET
from tests.browser.test_felt_entry import entry, felt_table, typed
from tests.browser.test_floor_signs import PIN, set_pin
from tests.browser.visitor import Visitor


def in_the_books(pit: Pit, table: str) -> tuple[int, int]:
    """What is in the table's box, and what all patrons hold."""
    with pit.house.database.read() as connection:
        balances = all_balances(connection)
    return balances[drop(table)], balances[CIRCULATION]


def keyed(dealer: Visitor, title: str, *parts: str) -> None:
    """Goes through a sheet by the keyboard, field by field."""
    sheet = dealer.page.get_by_role("dialog", name=title)
    expect(sheet).to_be_visible()
    for part in parts:
        dealer.page.keyboard.type(part)
        dealer.page.keyboard.press("Tab")


def test_a_wrong_buy_in_is_taken_back_by_a_key_and_an_older_one_put_right_by_the_floor(
    pit: Pit, visiting: Visiting
) -> None:
    table = felt_table(pit, "md-tcp")
    kim, person = pit.add(f"kim-{table}", role="floor"), visiting()
    person.come_as(kim)
    set_pin(person, PIN)
    expect(person.page.get_by_text("The PIN is set.")).to_be_visible()
    dealer = visiting(viewport=TABLET)
    dealer.come_as(pit.add(f"deana-{table}", role="dealer"))
    dealer.come_in(f"/deal/{table}")
    expect(dealer.due.locator(".asks")).to_be_visible()
    page = dealer.page
    page.keyboard.press("3")
    expect(entry(dealer).get_by_text("Seat 3, empty")).to_be_visible()
    typed(pit, table, dealer, "Enter")
    typed(pit, table, dealer, "$", *"500", "Enter")
    box, held = in_the_books(pit, table)
    typed(pit, table, dealer, "$", *"5000", "Enter")
    assert in_the_books(pit, table) == (box + 500_000, held + 500_000)
    page.keyboard.press("u")
    sheet = page.get_by_role("dialog", name="Take back")
    expect(sheet).to_contain_text("buys chips for $5,000")
    expect(sheet.get_by_role("button", name="Take it back")).to_be_focused()
    page.keyboard.press("Space")
    expect(sheet).to_be_hidden()
    assert in_the_books(pit, table) == (box, held)

    page.keyboard.press("!")
    page.get_by_role("button", name="A buy-in was entered wrongly").press("Enter")
    wrong = page.get_by_role("dialog", name="Something is wrong")
    expect(wrong.get_by_label("Which buy-in?")).to_be_focused()
    expect(wrong).to_be_visible()
    keyed(dealer, "Something is wrong", "Patron 1", "50", "a nought too many")
    expect(wrong.get_by_role("status")).to_contain_text("$450.00 less in the drop box")
    found = findings(page, "a buy-in put right")
    assert not page.evaluate(SIDEWAYS)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert not page.evaluate(SIDEWAYS)
    found += findings(page, "a phone")
    page.set_viewport_size(TABLET)  # type: ignore[arg-type]
    page.keyboard.type(kim)
    page.keyboard.press("Tab")
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    expect(wrong).to_be_hidden()
    assert in_the_books(pit, table) == (box - 45_000, held - 45_000)
    (put_right,) = [one for one in pit.events(table) if isinstance(one, ce.BuyInCorrected)]
    assert (put_right.was_cents, put_right.cents, put_right.by) == (50_000, 5_000, f"floor:{kim}")
    assert put_right.reason == "a nought too many"
    assert not found, "\n".join(found)
