"""The floor's screen: a call comes, is answered at the table, and is gone; dealers tap in; at three sizes, by keys."""

import re

import pytest
from playwright.sync_api import Locator, expect

from croupier.house.handlers import commands as h
from croupier.house.log import events as he
from tests.browser.axe import findings
from tests.browser.conftest import DESKTOP, PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.test_dealer import do_duties, do_duty, due
from tests.browser.visitor import Visitor
from tests.server.live import PASSWORD

CONSOLE = {"width": 1024, "height": 600}
SIZES = pytest.mark.parametrize("viewport", [DESKTOP, CONSOLE, PHONE], ids=["1280", "1024x600", "390"])


def tile(visitor: Visitor, pit: Pit, table: str) -> Locator:
    """A table in the pit: each has a link or a button of its own."""
    return visitor.page.get_by_role("article").filter(has=visitor.page.locator(f"#pit-{table}"))


def is_the_floors(pit: Pit, table: str) -> bool:
    """Whether the table waits for the floor."""
    duty = due(pit, table)
    return duty is not None and duty.by == "floor"


@SIZES
def test_a_call_is_seen_in_the_pit_and_answered_at_the_table(
    viewport: dict[str, int], pit: Pit, visiting: Visiting
) -> None:
    width = viewport["width"]
    table = pit.open("md-tcp", dealer="human")
    dealer, kim, player = visiting(), visiting(viewport=viewport), visiting()
    dealer.come_as(pit.add(f"dealing-{width}", role="dealer"))
    kim.sign_in(pit.add(f"kim-{width}", role="floor"), PASSWORD)
    player.come_as_guest()
    player.sit_at(table, 2)
    kim.page.get_by_role("navigation").get_by_role("link", name="Pit").click()
    mine = tile(kim, pit, table)
    expect(mine).to_contain_text("nobody has tapped in")
    expect(mine).to_contain_text("1 of 7")
    dealer.come_in(f"/deal/{table}")
    dealer.page.get_by_role("button", name="Tap in").click()
    expect(mine).to_contain_text(f"dealing-{width} since")
    expect(dealer.page.get_by_role("button", name="Tap out")).to_be_visible()
    mine.get_by_role("button", name=re.compile("^I look after")).click()
    expect(mine).to_contain_text(f"kim-{width} since")
    do_duties(pit, table, {"dealer": dealer}, lambda: is_the_floors(pit, table))
    asked = due(pit, table)
    assert asked
    calls = kim.page.get_by_role("region", name="Calls for the floor")
    expect(calls.get_by_role("listitem").filter(has_text=asked.says).last).to_be_visible()
    expect(mine).to_contain_text("Floor, please")
    expect(mine).to_contain_text(asked.says)
    found = findings(kim.page, "a call")
    assert not found, "\n".join(found)
    wide = kim.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "nothing is wider than the screen"
    way = mine.get_by_role("link", name=re.compile("^Go to"))
    way.focus()
    kim.page.keyboard.press("Enter")
    expect(kim.page).to_have_url(re.compile(f"/deal/{table}$"))
    do_duty(pit, table, {"floor": kim})
    kim.page.goto("/pit")
    expect(tile(kim, pit, table)).to_be_visible()
    expect(tile(kim, pit, table)).not_to_contain_text("Floor, please")
    tapped = [event.dealer for event in pit.events(table) if isinstance(event, he.DealerTappedIn)]
    assert tapped == [f"dealing-{width}"]


@SIZES
def test_a_call_is_answered_from_the_tables_tile(viewport: dict[str, int], pit: Pit, visiting: Visiting) -> None:
    width = viewport["width"]
    table, dealer, karl = pit.open("md-tcp", dealer="human"), f"dealer:dora-{width}", f"floor:karl-{width}"
    kim = visiting(viewport=viewport)
    kim.come_as(pit.add(f"kim-answers-{width}", role="floor"))
    kim.come_in("/pit")
    mine, note = tile(kim, pit, table), kim.page.locator(f"#answer-{table}-1")
    expect(mine).to_be_visible()
    pit.do(table, h.MakeCall(reason="dispute", seat=4, note="says that she pushed", by=dealer))
    expect(mine).to_contain_text("Floor, please: dispute, seat 4")
    expect(mine).to_contain_text("says that she pushed")
    expect(mine).to_contain_text(re.compile(r"\d+ s ago"))
    found = findings(kim.page, "a call in its tile")
    assert not found, "\n".join(found)
    assert kim.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    calls = kim.page.get_by_role("region", name="Calls for the floor")
    calls.get_by_role("listitem").filter(has_text="says that she pushed").get_by_role("button").click()
    expect(note).to_be_focused()
    kim.page.keyboard.press("Enter")
    expect(note).to_be_visible()
    kim.page.keyboard.type("the ante pushes, 9G")
    pit.do(table, h.MakeCall(reason="fill", by=dealer))
    expect(mine).to_contain_text("Floor, please: fill")
    expect(note).to_have_value("the ante pushes, 9G")
    kim.page.keyboard.press("Enter")
    expect(mine).not_to_contain_text("dispute")
    expect(mine).to_contain_text("Floor, please: fill")
    second = kim.page.locator(f"#answer-{table}-2")
    second.fill("it comes")
    pit.do(table, h.AnswerCall(call=2, note="karl was quicker", by=karl))
    expect(mine).not_to_contain_text("Floor, please")
    answered = [(one.note, one.by) for one in pit.events(table) if isinstance(one, he.CallAnswered)]
    assert answered == [("the ante pushes, 9G", f"floor:kim-answers-{width}"), ("karl was quicker", karl)]


def test_who_works_at_a_table_is_changed_from_its_tile(pit: Pit, visiting: Visiting) -> None:
    table, kim = pit.open("md-tcp", dealer="human"), visiting()
    kim.come_as(pit.add("kim-assigns", role="floor"))
    pit.add("karl-assigned", role="casino_supervisor")
    pit.do(table, h.TapIn(by="dealer:dora-relieved"))
    kim.come_in("/pit")
    mine = tile(kim, pit, table)
    whom = mine.get_by_role("combobox", name=re.compile("^Who looks after it"))
    expect(whom.get_by_role("option", name="dora-relieved")).to_have_count(0)
    whom.select_option("karl-assigned")
    mine.get_by_role("button", name="Assign").click()
    expect(mine).to_contain_text("karl-assigned since")
    mine.get_by_role("button", name=re.compile("^Tap dora-relieved out")).click()
    expect(mine).to_contain_text("nobody has tapped in")
    now = pit.table(table)
    assert (now.dealing, now.supervising and now.supervising.name) == (None, "karl-assigned")


def test_a_call_sounds_once_where_sounds_are_on(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", dealer="human")
    dealer, kim, player = visiting(), visiting(), visiting()
    dealer.come_as(pit.add("dealing-aloud", role="dealer"))
    kim.come_as(pit.add("kim-aloud", role="floor"))
    kim.page.add_init_script(
        "window.tones = 0; const made = AudioContext.prototype.createOscillator;"
        "AudioContext.prototype.createOscillator = function () { window.tones++; return made.call(this); };"
    )
    player.come_as_guest()
    player.sit_at(table, 2)
    kim.come_in("/pit")
    expect(tile(kim, pit, table)).to_be_visible()
    kim.page.get_by_role("button", name="Sound off").click()
    expect(kim.page.get_by_role("button", name="Sound on")).to_be_visible()
    before = kim.page.evaluate("tones")
    dealer.come_in(f"/deal/{table}")
    do_duties(pit, table, {"dealer": dealer}, lambda: is_the_floors(pit, table))
    expect(tile(kim, pit, table)).to_contain_text("Floor, please")
    assert kim.page.evaluate("tones") == before + 3, "three tones, and no more while it stands"


@pytest.mark.parametrize("role", ["player", "dealer"])
def test_nobody_else_is_shown_the_pit(role: str, pit: Pit, visitor: Visitor) -> None:
    visitor.sign_in(pit.add(f"not-floor-{role}", role=role), PASSWORD)
    expect(visitor.page.get_by_role("navigation").get_by_role("link", name="Pit")).to_have_count(0)
    visitor.come_in("/pit")
    expect(visitor.page.get_by_role("heading", name=f"you are signed in as {role}")).to_be_visible()


@SIZES
def test_win_and_hold_of_a_table(viewport: dict[str, int], pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp")
    player, kim = visiting(), visiting(viewport=viewport)
    player.come_as_guest()
    player.sit_at(table, 2)
    player.put_chips(["Ante", "Pair Plus"])
    player.deal()
    player.play_on()
    kim.come_as(pit.add(f"kim-counts-{viewport['width']}", role="floor"))
    kim.come_in("/pit")
    tile(kim, pit, table).get_by_role("link", name=re.compile("^Win and hold")).click()
    shown = kim.page.get_by_role("region", name="Win and hold")
    expect(shown).to_contain_text("won by the house on all hands")
    expect(shown).to_contain_text(re.compile(r"\d\.\d deviations (above|below) what these wagers should give; "))
    won = f"{abs(pit.net_cents(table)) / 100:.2f}"
    expect(shown.locator(".number")).to_contain_text(won)
    expect(shown.get_by_role("img", name="Win within what it should be")).to_be_visible()
    for wager in ("Main game", "Pair Plus"):
        expect(shown.get_by_role("rowheader", name=wager)).to_be_visible()
    rated = shown.get_by_role("table", name="Players rated").get_by_role("row").last
    expect(rated).to_contain_text(re.compile(r"\$\d+\.\d\d"))
    expect(shown).to_contain_text("0 settlements put right")
    expect(shown.get_by_role("table", name=re.compile("^By shift")).get_by_role("rowheader").last).to_be_visible()
    shift = shown.get_by_role("table", name="Drop and hold by shift").get_by_role("button")
    shift.last.click()
    expect(kim.page.get_by_label("From", exact=True)).not_to_have_value("")
    expect(shift).to_have_count(1)
    found = findings(kim.page, "win and hold")
    assert not found, "\n".join(found)
    assert kim.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    kim.page.get_by_label("To", exact=True).fill("2020-01-01T00:00")
    kim.page.get_by_label("To", exact=True).press("Enter")
    expect(shown).to_contain_text("No wager has ended here in that time.")


@SIZES
def test_a_fill_takes_a_dealer_a_floorperson_and_a_cashier(
    viewport: dict[str, int], pit: Pit, visiting: Visiting
) -> None:
    width = viewport["width"]
    table = pit.open("md-tcp", dealer="human")
    people = {role: visiting(viewport=viewport) for role in ("dealer", "floor", "cashier")}
    for role, one in people.items():
        one.come_as(pit.add(f"slips-{role}-{width}", role=role))
        one.come_in(f"/pit/{table}/slips")
    dealer, kim, carol = (one.page for one in people.values())
    before = pit.table(table).inventory_cents
    dealer.get_by_label("Pieces of $5", exact=True).fill("40")
    dealer.get_by_label("Pieces of $25", exact=True).fill("8")
    expect(dealer.get_by_role("form", name="New slip")).to_contain_text("$400.00")
    dealer.get_by_role("button", name="Ask for it").press("Enter")
    expect(dealer.get_by_role("listitem")).to_contain_text("waits for another of the floor to approve it")
    expect(dealer.get_by_role("button", name=re.compile("^Approve"))).to_have_count(0)
    kim.get_by_role("button", name="Approve: Fill 1").click()
    expect(kim.get_by_role("button", name=re.compile("^The cage"))).to_have_count(0)
    carol.get_by_role("button", name="The cage has done it: Fill 1").click()
    for page in (dealer, kim, carol):
        expect(page.get_by_role("listitem")).to_contain_text("carried out")
    (slip,) = pit.table(table).slips
    assert (slip.asked_by, slip.approved_by, slip.ended_by) == (
        f"dealer:slips-dealer-{width}", f"floor:slips-floor-{width}", f"cashier:slips-cashier-{width}",
    )  # fmt: skip
    assert [one.cents for one in pit.events(table) if isinstance(one, he.Filled)] == [40_000]
    assert before == pit.table(table).inventory_cents, "what it opened with stays what it was"
    found = findings(kim, "slips")
    assert not found, "\n".join(found)
    assert kim.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    kim.get_by_role("combobox", name="What", exact=True).select_option("drop")
    kim.get_by_label("Pieces of $20", exact=True).fill("3")
    kim.get_by_role("button", name="Ask for it").click()
    expect(kim.get_by_role("listitem").first).to_contain_text("Drop box 2")
    kim.get_by_role("button", name="Refuse: Drop box 2").click()
    kim.get_by_label("Why is it refused?").fill("the box stays")
    kim.get_by_label("Why is it refused?").press("Enter")
    expect(kim.get_by_role("listitem").first).to_contain_text("the box stays")
