"""Chips that do not reach: said before they are gone, and more of them offered where one sits."""

import re

import pytest
from playwright.sync_api import expect

from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from tests.browser.conftest import DESKTOP, LANDSCAPE, LAPTOP, PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor


def sit_with(pit: Pit, visitor: Visitor, cents: int) -> str:
    """A player who sits at a three card table with so many chips; the table."""
    table = pit.open("md-tcp")
    visitor.come_as(pit.add(f"player-{table}", cents))
    visitor.sit_at(table, 3)
    return table


def test_who_bets_everything_is_asked_before_the_deal(pit: Pit, visitor: Visitor, visiting: Visiting) -> None:
    table = sit_with(pit, visitor, 2_000)
    visitor.put_chips(["Ante", "Pair Plus"])
    visitor.deal()
    doubt = visitor.doubt
    expect(doubt).to_contain_text("at least $15 more, and you would have $0: you could only fold")
    other = visiting()
    other.come_as_guest()
    other.sit_at(table, 5)
    expect(visitor.page.get_by_role("region", name=re.compile("^Seat 5, (?!free)"))).to_be_visible()
    other.dock.get_by_role("button", name="Leave").click()
    expect(visitor.page.get_by_role("region", name="Seat 5, free")).to_be_visible()
    expect(doubt).to_be_visible()  # what others do meanwhile leaves the question alone
    doubt.get_by_role("button", name="Go back").click()
    round_ = pit.table(table).state.round
    assert round_
    assert round_.phase == "wagering", "nothing is dealt while it is asked"
    visitor.deal()
    doubt.get_by_role("button", name="Deal anyway").click()
    visitor.expect_offered("Fold")
    expect(visitor.dock).to_contain_text("Your chips do not reach for the least Play: fold.")


@pytest.mark.parametrize("viewport", [DESKTOP, LAPTOP, LANDSCAPE, PHONE], ids=["1280", "1024", "844", "390"])
def test_both_ways_out_of_the_question_are_seen(viewport: dict[str, int], pit: Pit, visiting: Visiting) -> None:
    visitor = visiting(viewport=viewport)
    sit_with(pit, visitor, 2_000)
    visitor.put_chips(["Ante", "Pair Plus"])
    visitor.deal()
    for way in ("Deal anyway", "Go back"):
        expect(visitor.doubt.get_by_role("button", name=way)).to_be_in_viewport(ratio=1)


def test_who_has_enough_for_the_least_play_is_not_asked(pit: Pit, visitor: Visitor) -> None:
    sit_with(pit, visitor, 3_000)
    visitor.put_chips(["Ante"])
    visitor.deal()
    visitor.expect_offered("Play 1x $15", "Fold")


def test_a_guest_without_chips_takes_play_money_at_the_table(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp")
    guest = visitor.come_as_guest()
    pit.house.ask(h.Request(CAGE, h.CashOut(player=guest, cents=99_700)))
    visitor.sit_at(table, 3)
    visitor.dock.get_by_role("button", name="Take $1,000 of play money").click()
    visitor.put_chips(["Ante"])
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()


def test_nothing_is_not_offered_again(pit: Pit, visitor: Visitor) -> None:
    table = sit_with(pit, visitor, 3_000)
    visitor.put_chips(["Ante"])
    visitor.deal()
    visitor.answer("Fold")
    expect(visitor.results).to_be_visible()
    pit.house.ask(h.Request(CAGE, h.CashOut(player=f"player-{table}", cents=1_500)))
    expect(visitor.dock).to_contain_text("You are out of chips")
    expect(visitor.dock.get_by_role("button", name=re.compile(r"^Repeat \$"))).to_have_count(0)


def test_a_player_without_chips_is_told_where_they_are(pit: Pit, visitor: Visitor) -> None:
    sit_with(pit, visitor, 0)
    expect(visitor.dock).to_contain_text("You are out of chips.")
    expect(visitor.dock).to_contain_text("The floor sells you more.")
    expect(visitor.dock).not_to_contain_text("Place your Ante")
    visitor.dock.get_by_role("link", name="See your account").click()
    expect(visitor.page).to_have_url(re.compile("/account$"))
