"""Fold, check and raise: every lawful answer is offered and no other, and a fold one may regret is asked about."""

import re

from playwright.sync_api import expect

from tests.browser.pit import Hand, Pit
from tests.browser.visitor import Visitor


def is_pair(cards: Hand) -> bool:
    return len({card.rank for card in cards}) == 2


def is_nothing(cards: Hand) -> bool:
    ranks = sorted(card.rank for card in cards)
    return len({*ranks}) == 3 and ranks[-1] - ranks[0] > 3 and len({card.suit for card in cards}) > 1


def test_hold_em_checks_twice_and_then_plays_or_folds(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-uth")
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    visitor.put_chips(["Ante"])
    expect(visitor.spot("Blind")).to_have_accessible_name(re.compile(r"Blind, seat 3, \$10\.00"))
    visitor.deal()
    visitor.expect_offered("Check", "Play 3x $30", "Play 4x $40")
    visitor.answer("Check")
    visitor.expect_offered("Check", "Play 2x $20")
    expect(visitor.page.get_by_role("group", name="Community cards")).to_contain_text("2 cards face down")
    visitor.answer("Check")
    visitor.expect_offered("Play 1x $10", "Fold")
    visitor.answer("Play 1x")
    expect(visitor.results).to_be_visible()
    assert sum(net for _, net in visitor.lines()) == pit.net_cents(table)
    assert {"Ante", "Blind", "Play"} == {title for title, _ in visitor.lines()}


def test_a_raise_before_the_flop_is_four_antes_and_ends_the_questions(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-uth")
    guest = visitor.come_as_guest()
    visitor.sit_at(table, 2)
    visitor.put_chips(["Ante"])
    visitor.deal()
    visitor.answer("Play 4x $40")
    expect(visitor.results).to_be_visible()
    expect(visitor.answers).to_have_count(0)
    last = pit.table(table).last
    assert last
    assert dict(last.boxes[0].wagers)["play"] == 4_000
    assert visitor.balance_cents() == pit.balance_cents(guest) == 100_000 + pit.net_cents(table)


def test_a_fold_loses_the_ante_at_once(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", is_nothing)
    visitor.come_as_guest()
    visitor.sit_at(table, 4)
    visitor.put_chips(["Ante"])
    visitor.deal()
    visitor.expect_offered("Play 1x $15", "Fold")
    visitor.answer("Fold")
    expect(visitor.results).to_be_visible()
    assert visitor.lines() == [("Ante", pit.net_cents(table))]
    assert pit.net_cents(table) < 0


def test_a_fold_that_throws_away_a_winning_wager_is_asked_about(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", is_pair)
    visitor.come_as_guest()
    visitor.sit_at(table, 4)
    visitor.put_chips(["Ante", "Pair Plus"])
    visitor.deal()
    visitor.answer("Fold")
    doubt = visitor.doubt
    expect(doubt).to_contain_text("Pair Plus")
    expect(doubt.get_by_role("button", name="Go back")).to_be_focused()
    doubt.get_by_role("button", name="Go back").click()
    visitor.expect_offered("Play 1x $15", "Fold")
    visitor.answer("Fold")
    doubt.get_by_role("button", name="Fold anyway").click()
    expect(visitor.results).to_be_visible()
    assert {title for title, _ in visitor.lines()} == {"Ante", "Pair Plus"}
    assert all(net < 0 for _, net in visitor.lines())


def test_an_answer_that_costs_more_than_an_ante_is_asked_about_with_its_price(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", is_pair, practice=True)
    visitor.come_as_guest()
    visitor.sit_at(table, 4)
    visitor.put_chips(["Ante"])
    with visitor.page.expect_response(re.compile("/coach")):  # a player is not kept waiting for a coach who counts
        visitor.deal()
    visitor.answer("Fold")
    doubt = visitor.doubt
    expect(doubt).to_contain_text(
        re.compile(r"Fold costs you \$\d+\.\d\d on average: Play 1x \$15 is worth that much more")
    )
    doubt.get_by_role("button", name="Go back").click()
    visitor.answer("Play 1x")  # the best answer is nobody's to regret
    expect(visitor.results).to_be_visible()


def test_the_coach_values_each_answer_on_its_button(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", is_pair, practice=True)
    visitor.come_as_guest()
    visitor.sit_at(table, 4)
    visitor.put_chips(["Ante"])
    visitor.deal()
    visitor.expect_offered("Play 1x $15", "Fold")  # who did not ask for help has none
    visitor.page.get_by_role("tab", name="Coach").click()
    expect(
        visitor.asked.get_by_role("button", name=re.compile(r"^Play 1x \$15, worth \+\$\d+\.\d\d, best$"))
    ).to_be_visible()
    expect(visitor.asked.get_by_role("button", name="Fold, worth −$15.00", exact=True)).to_be_visible()


def test_the_coach_counts_what_a_fold_loses_besides_and_says_so(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", is_pair, practice=True)
    visitor.come_as_guest()
    visitor.sit_at(table, 4)
    visitor.put_chips(["Ante", "Pair Plus"])
    visitor.deal()
    visitor.page.get_by_role("tab", name="Coach").click()
    panel = visitor.page.get_by_role("tabpanel", name="Coach")
    expect(panel).to_contain_text("count the main game with your Pair Plus, which a fold loses.")
    round_ = pit.table(table).state.round
    assert round_
    lost = sum(cents for _, cents in round_.boxes[0].wagers) / 100
    expect(visitor.asked.get_by_role("button", name=f"Fold, worth −${lost:.2f}", exact=True)).to_be_visible()
    (fold,) = panel.get_by_role("listitem").filter(has_text="Fold").all()
    expect(fold).to_contain_text(f"−${lost:.2f}")
    visitor.answer("Fold")  # the price in the question is of the same values
    expect(visitor.doubt).to_contain_text(re.compile(r"gives up your winning Pair Plus.* Fold costs you \$\d+\.\d\d"))
