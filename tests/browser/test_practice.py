"""The coach says why and what mistakes cost; and one may practise on close decisions alone."""

import json
import re

from playwright.sync_api import Route, expect

from tests.browser.axe import findings
from tests.browser.conftest import PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor

WORTH = re.compile(r"worth [+−]?\$")


def ask_coach(visitor: Visitor, table: str) -> None:
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    visitor.put_chips(["Ante"])
    visitor.open_help()
    visitor.page.get_by_role("tab", name="Coach").click()


def test_the_coach_says_why_and_adds_up_what_mistakes_cost(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", dealt=lambda cards: len({card.rank for card in cards}) == 2, practice=True)
    ask_coach(visitor, table)
    visitor.deal()
    panel = visitor.page.get_by_role("tabpanel", name="Coach")
    expect(panel).to_contain_text("Play queen, six, four or better, fold the rest.")
    expect(panel).to_contain_text("Yours, a pair, is that or better.")
    visitor.answer("Fold")
    visitor.doubt.get_by_role("button", name="anyway").click()
    expect(panel).to_contain_text("it cost")
    plot = panel.get_by_role("img", name="Running cost of mistakes")
    expect(plot).to_be_visible()
    expect(plot).to_have_accessible_description(re.compile("^1 decision, 1 of them not the best"))
    panel.get_by_text("As a table").click()
    expect(panel.get_by_role("row", name=re.compile(r"^1 \$"))).to_be_visible()
    assert not findings(visitor.page, "coach with its plot")


def test_values_stay_on_the_buttons_when_the_coach_is_closed_if_one_wants(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", practice=True)
    ask_coach(visitor, table)
    visitor.page.get_by_label("Keep values on the buttons").check()
    visitor.page.get_by_role("button", name="Close help").click()
    visitor.deal()
    expect(visitor.answers.first).to_have_accessible_name(WORTH)
    expect(visitor.asked.get_by_role("button", name=re.compile(", best$"))).to_have_count(1)
    visitor.page.reload()
    expect(visitor.answers.first).to_have_accessible_name(WORTH)


def test_close_decisions_from_the_lobby_and_from_a_table(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-uth", practice=True)
    visitor = visiting(viewport=PHONE)
    visitor.come_in("/")
    visitor.tile(table).get_by_role("link", name=re.compile("^Practise")).click()
    page = visitor.page
    answers = page.get_by_role("group", name="Your answer").get_by_role("button")
    expect(answers.first).to_be_enabled()
    expect(page.get_by_label("Situations")).to_have_value("true")
    assert not findings(page, "a situation")
    answers.first.click()
    expect(page.get_by_text(re.compile("^(Right|Not the best)\\."))).to_be_visible()
    expect(answers.filter(has_text="best")).to_have_count(1)
    expect(page.get_by_role("img", name="Running cost of mistakes")).to_be_visible()
    assert not findings(page, "an answer")
    page.get_by_role("button", name="Next").click()
    expect(answers.first).to_be_enabled()
    visitor.come_in(f"/tables/{table}")
    expect(page.get_by_role("button", name="Help", exact=True)).to_be_visible()
    visitor.open_help()
    page.get_by_role("tab", name="Coach").click()
    page.get_by_role("button", name="More of the coach").click()  # in the hand the coach is a strip first
    page.get_by_role("link", name="Practise close decisions").click()
    expect(answers.first).to_be_enabled()


def test_a_mistake_is_told_with_its_price_and_the_rule_that_it_broke(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp")
    asked: list[str] = []

    def note(route: Route) -> None:
        asked.append(route.request.url)
        route.continue_()

    visitor.page.route("**/api/**/practice?*", note)
    visitor.come_in(f"/tables/{table}/practice?seed=7")
    main = visitor.page.get_by_role("main")
    answers = main.get_by_role("group", name="Your answer").get_by_role("button")
    expect(answers.first).to_be_enabled()
    told = json.loads(visitor.page.request.get(asked[0]).text())
    worst = min(told["actions"], key=lambda one: one["ev"])
    answers.filter(has_text=worst["label"]).click()
    lost = (max(one["ev_cents"] for one in told["actions"]) - worst["ev_cents"]) / 100
    expect(main.get_by_text("Not the best.")).to_be_visible()
    expect(main).to_contain_text(f"{worst['label']} costs ${lost:.2f} on average")
    expect(main).to_contain_text("Play queen, six, four or better, fold the rest.")
    expect(main).to_contain_text(told["usual"]["meets"])
