"""A timer that a player may extend."""

import re

from playwright.sync_api import expect

from croupier.server.accounts.guest_names import called
from croupier.table.values import events as e
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.test_dealer import do_duties, phase, prepared
from tests.browser.visitor import Visitor

WHOLE_SECONDS = 30


def test_more_time_gives_the_whole_time_again(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", decision_seconds=WHOLE_SECONDS)
    visitor.come_as_guest()
    visitor.sit_at(table, 4)
    visitor.put_chips(["Ante"])
    visitor.deal()
    expect(visitor.dock).to_contain_text("If you do not answer within 30 seconds, the house's system folds for you.")
    left = visitor.dock.get_by_role("timer", name="Time left")
    expect(left).to_have_text(re.compile(r"2[0-8] s"))
    visitor.dock.get_by_role("button", name="More time").click()
    expect(left).to_have_text(re.compile(r"(29|30) s"))
    visitor.play_on()


def test_who_does_not_answer_in_time_has_folded(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", decision_seconds=1)
    visitor.come_as_guest()
    visitor.sit_at(table, 4)
    visitor.put_chips(["Ante"])
    visitor.deal()
    expect(visitor.results).to_be_visible()
    assert visitor.lines() == [("Ante", pit.net_cents(table))]
    expect(visitor.results).to_contain_text("Time ran out: folded, as the table's page says")
    expect(visitor.results).not_to_contain_text("You folded")
    expect(visitor.page.locator("p.said[aria-live]")).to_contain_text("Time ran out: folded")
    visitor.come_in(f"/history/{table}/1")
    expect(visitor.page.get_by_role("main")).to_contain_text("Time ran out")


def test_a_check_that_time_gave_is_told_with_the_next_question(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-uth", decision_seconds=3)
    visitor = visiting()
    visitor.come_as_guest()
    visitor.sit_at(table, 4)
    visitor.put_chips(["Ante"])
    visitor.deal()
    expect(visitor.dock.get_by_role("status")).to_have_text("Time ran out: checked, as the table's page says.")
    expect(visitor.results).to_be_visible()


def test_nobody_alone_at_a_practice_table_is_on_a_clock(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", practice=True, decision_seconds=WHOLE_SECONDS)
    ann, ben = visiting(), visiting()
    for one in (ann, ben):
        one.come_as_guest()
    ann.sit_at(table, 4)
    ann.put_chips(["Ante"])
    ann.deal()
    expect(ann.answers.first).to_be_visible()
    clock, more = ann.dock.get_by_role("timer", name="Time left"), ann.dock.get_by_role("button", name="More time")
    expect(clock).to_have_count(0)
    ben.sit_at(table, 2)
    expect(clock).to_be_visible()
    expect(more).to_be_visible()
    ben.dock.get_by_role("button", name="Leave").click()
    expect(clock).to_have_count(0)


def test_more_time_is_for_whoever_is_awaited(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", decision_seconds=WHOLE_SECONDS)
    ann, ben = visiting(), visiting()
    for one, seat in ((ann, 2), (ben, 4)):
        one.come_as_guest()
        one.sit_at(table, seat)
        one.put_chips(["Ante"])
    for one in (ann, ben):
        one.deal()
    expect(ann.dock.get_by_role("button", name="More time")).to_be_visible()
    expect(ben.dock.get_by_role("timer", name="Time left")).to_be_visible()
    expect(ben.dock.get_by_role("button", name="More time")).to_have_count(0)


def test_the_others_are_told_who_is_gone_and_the_whole_time_is_back_with_them(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", decision_seconds=60)
    ann, ben = visiting(), visiting()
    ann.come_as_guest()
    name = called(ben.come_as_guest())
    ben.sit_at(table, 2)
    ann.sit_at(table, 4)
    for one in (ben, ann):
        one.put_chips(["Ante"])
        one.deal()
    expect(ben.answers.first).to_be_visible()
    ben.come_in("/rules")
    notice = ann.dock.get_by_role("status")
    expect(notice).to_have_text(f"{name}'s connection is gone; the table waits 15 s.")
    left = ann.dock.get_by_role("timer", name="Time left")
    expect(left).to_have_text(re.compile(r"^(\d|1[0-5]) s"))
    ben.come_in(f"/tables/{table}")
    expect(notice).not_to_contain_text("gone")
    expect(left).to_have_text(re.compile(r"^[2-6]\d s"))
    ben.page.get_by_role("tab", name="Rules").click()
    expect(ben.page.get_by_role("tabpanel")).to_contain_text("15 seconds while your connection to the table is gone")


def test_where_a_person_deals_the_floor_is_called_to_who_does_not_answer_and_rules(
    pit: Pit, visiting: Visiting
) -> None:
    table = prepared(pit, pit.open("md-uth", dealer="human", decision_seconds=2))
    dealer, kim, player = visiting(), visiting(), visiting()
    dealer.come_as(pit.add("dolly", role="dealer"))
    kim.come_as(pit.add("kay", role="floor"))
    people = {"dealer": dealer, "floor": kim}
    player.come_as_guest()
    player.sit_at(table, 4)
    for one in people.values():
        one.come_in(f"/deal/{table}")
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "wagering")
    player.put_chips(["Ante", "Blind"])
    player.deal()
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "decisions")
    expect(player.dock).to_contain_text("If you do not answer within 2 seconds, the floor is called and rules.")
    ruling = kim.due.get_by_role("group", name="What is the ruling on seat 4?")
    expect(ruling).to_be_visible()
    expect(dealer.due).to_contain_text("Waiting for the floor: Seat 4 does not answer")
    ruling.get_by_label("check").check()
    kim.page.get_by_label("What is the reason?").fill("fast asleep")
    kim.page.get_by_role("button", name="Done").click()
    expect(ruling).to_have_count(0)
    told = [one for one in pit.events(table) if isinstance(one, e.SilenceRuled | e.Decided)]
    assert [type(one) for one in told] == [e.SilenceRuled, e.Decided]
    assert isinstance(told[0], e.SilenceRuled)
    assert (told[0].by, told[0].reason) == ("floor:kay", "fast asleep")
