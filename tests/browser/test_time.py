"""A timer that a player may extend."""

import re

from playwright.sync_api import expect

from tests.browser.pit import Pit
from tests.browser.visitor import Visitor

WHOLE_SECONDS = 30


def test_more_time_gives_the_whole_time_again(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", decision_seconds=WHOLE_SECONDS)
    visitor.become_guest()
    visitor.sit_at(table, 4)
    visitor.put_chips(["Ante"])
    visitor.deal()
    left = visitor.dock.get_by_role("timer", name="Time left")
    expect(left).to_have_text(re.compile(r"2[0-8] s"))
    visitor.dock.get_by_role("button", name="More time").click()
    expect(left).to_have_text(re.compile(r"(29|30) s"))
    visitor.play_on()


def test_who_does_not_answer_in_time_has_folded(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", decision_seconds=1)
    visitor.become_guest()
    visitor.sit_at(table, 4)
    visitor.put_chips(["Ante"])
    visitor.deal()
    expect(visitor.results).to_be_visible()
    assert visitor.lines() == [("Ante", pit.net_cents(table))]
