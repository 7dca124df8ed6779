"""Chips on the felt of a table of real cards: the dealer enters seats, stakes and answers, by keys or by touch."""

import re
from itertools import chain

import pytest
from playwright.sync_api import Locator, expect

from croupier.cards import DECK
from croupier.house.replay.replaying import replayed
from croupier.table.options import options
from tests.browser.axe import findings
from tests.browser.conftest import PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.test_deal import SIDEWAYS, TABLET, staff
from tests.browser.test_dealer import caught_up, do_duty, phase
from tests.browser.test_real_cards import awaited, tell
from tests.browser.visitor import Visitor


def felt_table(pit: Pit, rulebook: str) -> str:
    """A table of real cards and of chips on the felt."""
    return pit.open(rulebook, dealer="human", card_source="seen", chip_source="felt")


def entry(dealer: Visitor) -> Locator:
    """The panel in which the dealer enters."""
    return dealer.page.get_by_role("region", name="What is entered for a seat")


def typed(pit: Pit, table: str, dealer: Visitor, *keys: str) -> None:
    """Presses keys, the last of which changes the table, and waits until that is seen."""
    caught_up(pit, table, dealer)
    version = pit.table(table).version
    for key in keys:
        dealer.page.keyboard.press(key)
    expect(dealer.page.locator(f".deal:not([data-version='{version}'])")).to_be_visible()
    caught_up(pit, table, dealer)


def least(pit: Pit, table: str, seat: int) -> dict[str, int]:
    """The least stake of each wager that may be made before the deal, by its title."""
    house_table = pit.table(table)
    rules = pit.house.rules_of(house_table)
    found = {one.wager: one.minimum_cents for one in options(rules, house_table.state, seat).spots}
    titles = {wager: rules.rulebook.wager(wager).title for wager in found}  # type: ignore[union-attr]
    return {titles[wager]: cents for wager, cents in found.items() if wager != "play"}


def wagered_by_keys(pit: Pit, table: str, dealer: Visitor, seat: int) -> None:
    """Every spot of a seat gets its least stake, by the letter on its button and an amount in dollars."""
    for title, cents in least(pit, table, seat).items():
        button = entry(dealer).get_by_role("button", name=re.compile(rf"^{re.escape(title)}\b"))
        key = button.get_attribute("aria-keyshortcuts")
        assert key
        dealer.page.keyboard.press(key)
        expect(entry(dealer).get_by_role("textbox", name=title)).to_be_focused()
        typed(pit, table, dealer, *str(cents // 100), "Enter")


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "md-uth"])
def test_a_round_with_chips_on_the_felt_by_keyboard_alone(rulebook: str, pit: Pit, visiting: Visiting) -> None:
    table = felt_table(pit, rulebook)
    people = staff(pit, visiting, table)
    dealer, deck, found = people["dealer"], iter(DECK), list[str]()
    expect(dealer.page.locator(".asks")).to_be_visible()
    for seat in (3, 5):
        dealer.page.keyboard.press(str(seat))
        expect(entry(dealer).get_by_text(f"Seat {seat}, empty")).to_be_visible()
        typed(pit, table, dealer, "Enter")
        typed(pit, table, dealer, "$", *"500", "Enter")
    found += findings(dealer.page, "a seat before the round")
    while pit.table(table).last is None:
        round_ = pit.table(table).state.round
        if place := awaited(pit, table):
            tell(pit, table, people, " ".join(str(next(deck)) for _ in range(place[1])).lower())
        elif round_ and phase(pit.table(table)) == "wagering" and not round_.boxes:
            for seat in (3, 5):
                dealer.page.keyboard.press(str(seat))
                expect(entry(dealer).get_by_text(f"Seat {seat}", exact=True)).to_be_visible()
                wagered_by_keys(pit, table, dealer, seat)
            found += findings(dealer.page, "wagers on the felt")
            assert not dealer.page.evaluate(SIDEWAYS)
        elif round_ and round_.phase == "decisions" and round_.to_ask:
            answers = entry(dealer).get_by_role("group", name=f"Seat {round_.to_ask[0]} answers")
            expect(answers).to_be_visible()
            found += findings(dealer.page, "an answer")
            assert not dealer.page.evaluate(SIDEWAYS)
            key = answers.locator(".answer").filter(has_not_text="Fold").last.get_attribute("aria-keyshortcuts")
            assert key
            typed(pit, table, dealer, key)
        else:
            do_duty(pit, table, people)
    last = pit.table(table).last
    assert last is not None
    assert {box.player for box in last.boxes} == {"patron:1", "patron:2"}
    dealer.page.keyboard.press("?")
    expect(dealer.page.get_by_role("dialog", name="Keys")).to_contain_text("Name the seat")
    dealer.page.keyboard.press("Escape")
    dealer.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert not dealer.page.evaluate(SIDEWAYS)
    found += findings(dealer.page, "a phone")
    assert not found, "\n".join(found)
    with pit.house.database.read() as connection:
        assert replayed(connection, table, 1).ok


def test_by_touch_and_the_last_round_is_repeated(pit: Pit, visiting: Visiting) -> None:
    table = felt_table(pit, "md-tcp")
    people = staff(pit, visiting, table, has_touch=True)
    dealer, deck = people["dealer"], chain(DECK)
    assert dealer.page.viewport_size == TABLET

    def tap(button: Locator) -> None:
        caught_up(pit, table, dealer)
        button.tap()

    def changes(button: Locator) -> None:
        version = pit.table(table).version
        tap(button)
        expect(dealer.page.locator(f".deal:not([data-version='{version}'])")).to_be_visible()

    tap(dealer.page.get_by_role("button", name="Seat 2, empty"))
    changes(entry(dealer).get_by_role("button", name="Seat a patron"))
    tap(entry(dealer).get_by_role("button", name="Buy-in"))
    for _ in range(2):
        tap(entry(dealer).get_by_role("button", name="$100 chip"))
    changes(entry(dealer).get_by_role("button", name="Enter it"))
    while phase(pit.table(table)) != "wagering":
        do_duty(pit, table, people)
    tap(dealer.page.get_by_role("button", name=re.compile("^Seat 2, Patron 1")))
    tap(entry(dealer).get_by_role("button", name=re.compile("^Ante")))
    tap(entry(dealer).get_by_role("button", name="$25 chip"))
    expect(entry(dealer).get_by_role("textbox", name="Ante")).to_have_value("25")
    changes(entry(dealer).get_by_role("button", name="Enter it"))
    expect(entry(dealer).get_by_role("button", name=re.compile(r"^Ante \$25"))).to_be_visible()
    changes(entry(dealer).get_by_role("button", name="Take off"))
    expect(entry(dealer).get_by_role("button", name=re.compile(r"^Ante \$25"))).to_have_count(0)
    tap(entry(dealer).get_by_role("button", name=re.compile("^Ante")))
    tap(entry(dealer).get_by_role("button", name="$25 chip"))
    changes(entry(dealer).get_by_role("button", name="Enter it"))
    while pit.table(table).last is None:
        round_ = pit.table(table).state.round
        if place := awaited(pit, table):
            tell(pit, table, people, " ".join(str(next(deck)) for _ in range(place[1])))
        elif round_ and round_.phase == "decisions" and round_.to_ask:
            changes(entry(dealer).get_by_role("button", name="Fold"))
        else:
            do_duty(pit, table, people)
    while phase(pit.table(table)) != "wagering":
        do_duty(pit, table, people)
    caught_up(pit, table, dealer)
    tap(dealer.page.get_by_role("button", name=re.compile("^Seat 2, Patron 1")))
    changes(entry(dealer).get_by_role("button", name="Repeat", exact=True))
    expect(entry(dealer).get_by_role("button", name=re.compile(r"^Ante \$25"))).to_be_visible()


def test_what_cannot_be_entered_says_why_and_a_player_is_offered_to_watch(pit: Pit, visiting: Visiting) -> None:
    table = felt_table(pit, "md-uth")
    people = staff(pit, visiting, table)
    dealer = people["dealer"]
    dealer.page.keyboard.press("1")
    typed(pit, table, dealer, "Enter")
    expect(entry(dealer)).to_contain_text("No round is open")
    expect(entry(dealer).get_by_role("button", name=re.compile("^Clause ")).first).to_be_visible()
    while phase(pit.table(table)) != "wagering":
        do_duty(pit, table, people)
    caught_up(pit, table, dealer)
    dealer.page.keyboard.press("b")
    expect(entry(dealer).get_by_role("status")).to_contain_text("Blind needs Ante first")
    expect(entry(dealer).get_by_role("button", name=re.compile("^Clause ")).first).to_be_visible()
    dealer.page.keyboard.press("a")
    dealer.page.keyboard.type("1")
    dealer.page.keyboard.press("Enter")
    expect(dealer.due.get_by_role("status")).to_contain_text("Ante is from")
    expect(entry(dealer).get_by_role("textbox", name="Ante")).to_have_value("1")
    dealer.page.keyboard.press("Escape")
    dealer.page.keyboard.press("k")
    expect(entry(dealer).get_by_role("textbox", name="Number of the card")).to_be_focused()
    typed(pit, table, dealer, *"77-12", "Enter")
    expect(entry(dealer).get_by_role("button", name="Card 77-12")).to_be_visible()
    player = visiting()
    player.become_guest()
    tile = player.tile(table)
    expect(tile).to_contain_text("the dealer seats you")
    expect(tile.get_by_role("button", name="Sit down")).to_have_count(0)
    tile.get_by_role("link", name=re.compile("^Watch")).click()
    expect(player.page.get_by_role("button", name=re.compile("^Sit"))).to_have_count(0)
    expect(player.page.locator("body")).not_to_contain_text("77-12")
