"""A newcomer's journey at a table of each rulebook, with every side wager on, by the page alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pit import RULEBOOKS, Pit
from tests.browser.visitor import AS_GUEST, Visitor

NOT_BEFORE_THE_DEAL = "Play"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_newcomer_plays_understands_and_verifies_a_round(rulebook: str, pit: Pit, visitor: Visitor) -> None:
    table = pit.open(rulebook)
    page = visitor.page
    visitor.come_in()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
    guest = visitor.become_guest()
    visitor.sit_from_lobby(table)

    before = visitor.balance_cents()
    assert before == pit.balance_cents(guest) == 100_000
    visitor.put_chips(spot for spot in visitor.spots() if spot not in (NOT_BEFORE_THE_DEAL, "Blind"))
    visitor.deal()
    visitor.play_on()

    lines = visitor.lines()
    staked = {line.wager for line in pit.table(table).last.lines}  # type: ignore[union-attr]
    assert len(lines) == len(pit.table(table).last.lines)  # type: ignore[union-attr]
    assert set(pit.house.rules_of(pit.table(table)).offers) <= staked, "every wager of the table was on"
    assert sum(net for _, net in lines) == pit.net_cents(table)
    assert visitor.balance_cents() - before == pit.net_cents(table) == pit.balance_cents(guest) - before

    visitor.results.get_by_role("listitem").first.get_by_role("button", name=re.compile("^Clause ")).click()
    clause = page.get_by_role("dialog", name=re.compile(r"^Clause [\w.()#-]+$"))
    expect(clause).to_contain_text(re.compile(r"(\w+\W+){8}"))
    clause.get_by_role("button", name="Close").click()
    expect(clause).to_be_hidden()

    page.get_by_role("banner").get_by_role("link", name="History").click()
    page.get_by_role("main").get_by_role("link", name=re.compile(", round 1")).click()
    steps = page.get_by_role("group", name="Steps of the round")
    steps.get_by_role("button", name="Last").click()
    expect(steps.get_by_role("button", name="Next")).to_be_disabled()
    page.get_by_role("button", name="Verify the shuffle").click()
    expect(page.get_by_text(f"Round 1 of table {table} is proved.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Holds: ").first).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Fails: ")).to_have_count(0)


def test_a_strangers_first_hand_takes_four_clicks(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp")
    page = visitor.page
    visitor.come_in()
    visitor.tile(table).get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name=AS_GUEST).click()
    visitor.spot("Ante").click()
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    expect(visitor.cards("Your cards")).to_contain_text(" of ")
