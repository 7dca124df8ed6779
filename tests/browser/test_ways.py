"""Everybody is offered the ways that are theirs: staff no seat, no page for other roles, a clause its book."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor
from tests.server.live import PASSWORD

COMMON = {"Lobby", "Rules", "Odds", "Settings"}


@pytest.mark.parametrize(
    ("role", "virtual", "human", "more"),
    [
        ("player", {"Sit down", "Watch", "Practise"}, {"Sit down", "Watch", "Practise"}, {"History"}),
        ("dealer", {"Watch"}, {"Deal", "Watch"}, set()),
        ("floor", {"Watch"}, {"Supervise", "Watch"}, {"Pit", "Cage", "Desk"}),
        ("cashier", {"Watch"}, {"Watch"}, {"Pit", "Cage"}),
        ("department", {"Watch"}, {"Watch"}, {"Desk"}),
        ("surveillance", {"Watch"}, {"Watch"}, {"Pit", "Cage", "Watch", "History"}),
        ("regulator", {"Watch"}, {"Watch"}, {"Pit", "Cage", "Desk", "Watch", "History"}),
        ("admin", {"Watch"}, {"Watch"}, {"Pit", "Cage", "Desk", "Users"}),
    ],
)
def test_each_role_is_offered_what_it_may_do(
    role: str, virtual: set[str], human: set[str], more: set[str], pit: Pit, visitor: Visitor
) -> None:
    tables = {pit.open("md-tcp"): virtual, pit.open("md-tcp", dealer="human"): human}
    visitor.sign_in(pit.add(f"way-{role}", role=role), PASSWORD)
    for table, ways in tables.items():
        expect(visitor.tile(table)).to_be_visible()
        offered = (
            visitor.tile(table)
            .locator(".ways")
            .get_by_role("button")
            .or_(visitor.tile(table).locator(".ways").get_by_role("link"))
        )
        expect(offered).to_have_count(len(ways))
        assert {text.strip() for text in offered.all_inner_texts()} == ways
    links = visitor.page.get_by_role("navigation", name="The house").get_by_role("link").all_inner_texts()
    assert set(links) == COMMON | more


def test_the_first_table_of_a_newcomer_is_one_where_somebody_deals(pit: Pit, visiting: Visiting) -> None:
    waiting, dealt = pit.open("md-tcp", dealer="human"), pit.open("md-tcp")
    newcomer, dealer = visiting(), visiting()
    dealer.come_as(pit.add(f"dealer-{waiting}", role="dealer"))
    newcomer.come_in("/")
    expect(newcomer.tile(waiting)).to_contain_text("no dealer here now")
    assert places_in_lobby(newcomer, dealt, waiting) == sorted(places_in_lobby(newcomer, dealt, waiting))
    dealer.come_in(f"/deal/{waiting}")
    expect(newcomer.tile(waiting)).not_to_contain_text("no dealer here now")
    assert places_in_lobby(newcomer, waiting, dealt) == sorted(places_in_lobby(newcomer, waiting, dealt))


def places_in_lobby(visitor: Visitor, *tables: str) -> list[int]:
    """At which place of the lobby each table stands."""
    links = visitor.page.get_by_role("article").locator("h2 a")
    there = links.evaluate_all("all => all.map(one => one.getAttribute('href'))")
    return [there.index(f"/tables/{table}") for table in tables]


def test_a_one_time_password_leads_to_the_account_wherever_one_goes(pit: Pit, visiting: Visiting) -> None:
    _, one_time = pit.live.users.add("newcomer", "player", pit.live.clock())
    visitor = visiting()
    visitor.sign_in("newcomer", one_time)
    for address in ("/", "/history"):
        visitor.come_in(address)
        expect(visitor.page.get_by_role("heading", name="Choose your own password")).to_be_visible()
        expect(visitor.page).to_have_url(re.compile("/account$"))


def test_a_clause_leads_to_its_place_in_the_rulebook(pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp")
    visitor.come_as_guest()
    visitor.sit_at(table, 3)
    visitor.put_chips(["Ante"])
    visitor.deal()
    visitor.play_on()
    line = visitor.results.get_by_role("listitem").first
    line.get_by_role("button", name=re.compile("^Clause ")).click()
    visitor.page.get_by_role("dialog").get_by_role("link", name="In the rulebook").click()
    expect(visitor.page).to_have_url(re.compile(r"/rules/md-tcp\?clause="))
    wanted = visitor.page.locator(".wanted")
    expect(wanted).to_have_count(1)
    expect(wanted).to_be_in_viewport()
