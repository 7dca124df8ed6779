"""What is written down of the player's page, and of orders, buy-ins and who is asked, walked where it is needed."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.test_deal import staff
from tests.browser.test_dealer import do_duties, phase
from tests.house.floor import example


def test_what_a_player_does_and_sees_at_the_table(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-uth", dealer="human")
    player, other = visiting(), visiting()
    player.come_as_guest()
    player.page.goto("/")
    player.sit_from_lobby(table)  # which presses "Sit down" there
    other.come_as_guest()
    other.page.goto(f"/tables/{table}")
    meter = pit.house.rules_of(pit.table(table)).meters[0].meter
    expect(player.page.locator(".heading > dl")).to_contain_text(re.compile(meter, re.IGNORECASE))
    people = staff(pit, visiting, table)
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "wagering")
    lit = player.box.locator("[data-wager=progressive] .sensor.lit")
    expect(lit).to_have_count(0)
    player.put_chips(["Ante", "Progressive"])
    expect(lit).to_have_count(1)
    leave = player.dock.get_by_role("button", name="Leave", exact=True)
    player.deal()
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "decisions")
    expect(player.spot("Ante")).to_have_attribute("aria-disabled", "true")
    expect(leave).to_be_disabled()
    expect(player.cards("Your cards").locator(".card:not(.down)")).to_have_count(2)
    expect(player.page.get_by_role("group", name="Your answer")).to_be_visible()
    expect(other.page.get_by_role("group", name="Your answer")).to_have_count(0)
    assert [one for one in player.offered() if one.startswith("Play")]
    player.answer("Check")
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "decisions")
    player.answer("Check")
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "decisions")
    expect(player.answers.filter(has_text="Fold")).to_be_visible()


def test_what_the_floor_orders_and_a_dealer_asks_and_sells(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", dealer="human", chip_source="felt", submission=by_hand("md-tcp"))
    people = staff(pit, visiting, table)
    dealer, floor = people["dealer"].page, people["floor"].page
    for key in ("3", "Enter"):
        dealer.keyboard.press(key)
    expect(dealer.get_by_role("button", name="Buy-in")).to_be_visible()
    dealer.keyboard.press("$")
    expect(dealer.get_by_role("textbox", name="Buy-in")).to_be_focused()
    for key in ("500", "Enter"):
        dealer.keyboard.type(key) if key.isdigit() else dealer.keyboard.press(key)
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "wagering")
    assert {order(floor, "shuffled"), order(floor, "cut again")} == {True}
    dealer.keyboard.press("a")
    dealer.keyboard.type("15")
    dealer.keyboard.press("Enter")
    expect(dealer.get_by_role("listitem", name=re.compile("^Seat 3, "))).to_contain_text("$15")
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "decisions")
    expect(dealer.get_by_role("listitem", name=re.compile("^Seat 3, "))).to_contain_text("is asked")

    quiet = pit.open("md-tcp", dealer="human", submission=by_itself("md-tcp"))
    again = staff(pit, visiting, quiet)
    player = visiting()
    player.come_as_guest()
    player.sit_at(quiet, 3)
    do_duties(pit, quiet, again, lambda: phase(pit.table(quiet)) == "wagering")
    assert order(again["floor"].page, "shuffled")
    assert not order(again["floor"].page, "cut again")


def order(page: Page, what: str) -> bool:
    """Whether the floor may order a deck to be shuffled, or cut again."""
    expect(page.get_by_role("button", name=re.compile("^Order deck .* shuffled"))).not_to_have_count(0)
    page.get_by_label("Reason of an order").fill("a card was bent")
    buttons = page.get_by_role("button", name=re.compile(f"^Order deck .* {what}"))
    return any(button.is_enabled() for button in buttons.all())


def by_hand(rulebook: str) -> str:
    """The example with one deck that is shuffled by hand, and so cut."""
    text = re.sub(r'(?m)^kind = "\w+"', 'kind = "manual"', example(rulebook), count=1)
    text = re.sub(r"(?m)^(feeds_shoe|counts_cards) = true", r"\1 = false", text)
    return re.sub(r"(?m)^decks = 2", "decks = 1", text)


def by_itself(rulebook: str) -> str:
    """The example with a device that reshuffles by itself."""
    approved = 'kind = "self_reshuffling"\napproval = "R-17"'
    return re.sub(r'(?m)^kind = "\w+"', approved, example(rulebook), count=1)
