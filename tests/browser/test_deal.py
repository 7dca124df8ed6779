"""The dealer's screen: whole rounds by keyboard alone, at the size of a tablet, legible to everybody."""

import re

import pytest
from playwright.sync_api import expect

from croupier.table.procedure.dealing import due_of
from tests.browser.axe import findings
from tests.browser.conftest import LANDSCAPE, PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.test_dealer import do_duties, phase, prepared
from tests.browser.visitor import Visitor

TABLET = {"width": 1024, "height": 600}
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
UP_AND_DOWN = "document.documentElement.scrollHeight > document.documentElement.clientHeight"


def staff(pit: Pit, visiting: Visiting, table: str, **given: object) -> dict[str, Visitor]:
    """A dealer and a floorperson at the table's screen."""
    people = {"dealer": visiting(viewport=TABLET, **given), "floor": visiting()}
    for role, one in people.items():
        one.come_as(pit.add(f"{role}-{table}", role=role))
        one.come_in(f"/deal/{table}")
    return people


@pytest.mark.parametrize(("rulebook", "scheme"), [("ma-fcp-2", "light"), ("md-uth", "dark")])
def test_a_whole_round_by_keyboard_alone(rulebook: str, scheme: str, pit: Pit, visiting: Visiting) -> None:
    table = pit.open(rulebook, dealer="human")
    player = visiting()
    player.come_as_guest()
    player.sit_at(table, 3)
    people = staff(pit, visiting, table, color_scheme=scheme)
    dealer = people["dealer"]
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "wagering")
    player.put_chips([spot for spot in player.spots() if spot not in ("Play", "Blind")])
    found = findings(dealer.page, "wagers")
    player.deal()
    expect(player.dock).to_contain_text("Waiting for the dealer")
    do_duties(pit, table, people, lambda: "no_more_bets" in due_step(pit, table))
    expect(dealer.due.locator("q")).to_have_text("No more bets.")
    while pit.table(table).last is None:
        far = phase(pit.table(table))
        if far == "decisions":
            expect(dealer.due.locator(".asks")).to_contain_text("Ask seat 3: ")
            expect(dealer.page.get_by_role("listitem", name=re.compile("^Seat 3, "))).to_contain_text("is asked")
            found += findings(dealer.page, "a question")
            player.answers.filter(has_not_text="Fold").last.click()
            expect(dealer.due.locator(".asks")).not_to_contain_text("Ask seat 3: ")
        do_duties(pit, table, people, lambda far=far: phase(pit.table(table)) != far or not waits(pit, table))  # type: ignore[misc]
    assert not dealer.page.evaluate(SIDEWAYS)
    assert not dealer.page.evaluate(UP_AND_DOWN)
    dealer.page.keyboard.press("h")
    found += findings(dealer.page, "handling rules")
    dealer.page.keyboard.press("Escape")
    dealer.page.keyboard.press("?")
    expect(dealer.page.get_by_role("dialog", name="Keys")).to_contain_text("Handling rules")
    found += findings(dealer.page, "keys")
    dealer.page.keyboard.press("Escape")
    dealer.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert not dealer.page.evaluate(SIDEWAYS)
    found += findings(dealer.page, "a phone")
    assert not found, "\n".join(found)


# What of the screen nobody can come to: past the window's sides, or cut off by what holds it.
CUT = """() => [...document.querySelectorAll('.deal :is(button, a, li, .asks, .next, .who, dd)')].filter((one) => {
  if (!one.checkVisibility()) return false;
  const { left, right, bottom } = one.getBoundingClientRect();
  const felt = one.closest('.felt')?.getBoundingClientRect();
  const page = document.documentElement.scrollHeight - scrollY;
  return left < 0 || right > innerWidth || bottom > page || (felt && (right > felt.right || bottom > felt.bottom));
}).map((one) => one.innerText)"""


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-uth"])
def test_nothing_is_cut_off_on_a_phone_held_sideways(rulebook: str, pit: Pit, visiting: Visiting) -> None:
    table = prepared(pit, pit.open(rulebook, dealer="human"))
    player = visiting()
    player.come_as_guest()
    player.sit_at(table, 3)
    people = staff(pit, visiting, table)
    dealer = people["dealer"].page
    dealer.get_by_role("button", name="Tap in").click()
    expect(dealer.get_by_role("button", name="Tap out")).to_be_visible()
    dealer.set_viewport_size(LANDSCAPE)  # type: ignore[arg-type]
    expect(dealer.get_by_role("button", name="Done")).to_be_in_viewport(ratio=1)
    assert dealer.evaluate(CUT) == []
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "wagering")
    player.put_chips(["Ante"])
    player.deal()
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "decisions")
    expect(dealer.get_by_role("button", name="Call the floor to seat 3")).to_be_visible()
    assert dealer.evaluate(CUT) == []
    assert not dealer.evaluate(SIDEWAYS)


def due_step(pit: Pit, table: str) -> str:
    """The step of the round that is due."""
    due = due_of(pit.house.rules_of(pit.table(table)), pit.table(table).state)
    return due.step if due else ""


def waits(pit: Pit, table: str) -> bool:
    """Whether somebody on duty has something to do."""
    return phase(pit.table(table)) not in ("decisions", "closed")


@pytest.mark.parametrize(
    ("role", "told"),
    [
        ("", "Sign in as the dealer of this table"),
        ("player", "You are signed in as player: you may watch the table."),
        ("surveillance", "You are signed in as surveillance: you may watch the table."),
    ],
)
def test_anybody_else_is_told_whose_screen_it_is(role: str, told: str, pit: Pit, visitor: Visitor) -> None:
    table = pit.open("md-tcp", dealer="human")
    if role:
        visitor.come_as(pit.add(f"way-{role}-{table}", role=role))
    visitor.come_in(f"/deal/{table}")
    expect(visitor.page.get_by_role("heading", name=re.compile(told))).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Done")).to_have_count(0)
    assert not findings(visitor.page, role or "nobody")


def test_where_the_house_deals_a_dealer_has_nothing_to_do_and_the_table_page_leads_to_the_screen(
    pit: Pit, visitor: Visitor
) -> None:
    house, person = pit.open("md-tcp"), pit.open("md-tcp", dealer="human")
    visitor.come_as(pit.add("dee-nothing", role="dealer"))
    visitor.come_in(f"/deal/{house}")
    expect(visitor.page.get_by_role("heading", name=re.compile("The house deals at this table"))).to_be_visible()
    visitor.come_in(f"/tables/{person}")
    expect(visitor.dock.get_by_role("button", name="Done")).to_have_count(0)
    visitor.dock.get_by_role("link", name="Deal at this table").click()
    expect(visitor.due.get_by_role("button", name="Done")).to_be_focused()
