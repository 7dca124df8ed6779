"""The page of surveillance and the regulator: the wall, what happened, meters, the audit, at every size."""

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, expect

from croupier.cli.verify_bundle import verified_bundle
from croupier.house.handlers import commands as h
from croupier.house.reports.timeline import PAGE
from croupier.server.accounts.guest_names import called
from tests.browser.axe import findings
from tests.browser.conftest import DESKTOP, PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.test_deal import SIDEWAYS, TABLET
from tests.browser.visitor import Visitor
from tests.server.live import named

MORE_THAN_A_PAGE = PAGE // 2 + 1  # of calls, each with its answer
BEGINNING = re.compile(r"/api/watch/timeline(?!.*(before|since_ms)=)")
SIZES = pytest.mark.parametrize("viewport", [DESKTOP, TABLET, PHONE], ids=["1280", "1024", "390"])


def watching(pit: Pit, visiting: Visiting, role: str, *tables: str, screens: int = 2, **given: object) -> Visitor:
    """Somebody in this role before a wall with these tables."""
    visitor = visiting(**given)
    visitor.come_as(pit.add(f"{role}-of-{tables[0]}", role=role))
    visitor.come_in(f"/watch?screens={screens}&tables={quote(','.join(tables))}")
    expect(visitor.page.get_by_role("heading", name="Watch", exact=True)).to_be_visible()
    return visitor


def screen(visitor: Visitor, number: int) -> Locator:
    """A screen of the wall."""
    return visitor.page.get_by_role("listitem", name=f"Screen {number}", exact=True)


@SIZES
@pytest.mark.parametrize(("role", "scheme"), [("surveillance", "dark"), ("regulator", "light")])
def test_the_wall_shows_what_is_face_up_and_nothing_else(
    role: str, scheme: str, viewport: dict[str, int], pit: Pit, visiting: Visiting
) -> None:
    played, quiet = pit.open("md-uth"), pit.open("md-tcp")
    watcher = watching(pit, visiting, role, played, quiet, viewport=viewport, color_scheme=scheme)
    first = screen(watcher, 1)
    expect(first).to_contain_text("Live")
    expect(screen(watcher, 2)).to_contain_text("Live")
    player = visiting()
    name = called(player.come_as_guest())
    player.sit_at(played, 3)
    seat = first.get_by_role("region", name=f"Seat 3, {name}")
    expect(seat).to_be_visible()
    player.put_chips(["Ante", "Trips"])
    player.deal()
    expect(player.answers.first).to_be_visible()
    if viewport is not PHONE:  # where a felt is small, other people's chips are not drawn
        expect(seat.get_by_role("img", name=re.compile(r"^Ante, seat 3, \$"))).to_be_visible()
    expect(first).to_contain_text("seat 3 is asked")
    own = seat.get_by_role("group", name="Cards of seat 3")
    expect(own.locator(".card.down")).to_have_count(2)
    expect(own.locator(".card")).to_have_count(2)
    found = findings(watcher.page, "a question")
    player.play_to_the_end()
    expect(first).to_contain_text(re.compile("Round 1, over"))
    expect(own.locator(".card:not(.down)")).to_have_count(2)
    assert not watcher.page.evaluate(SIDEWAYS)
    found += findings(watcher.page, "a round that is over")
    assert not found, "\n".join(found)
    first.get_by_role("link", name="Replay the last round").click()
    expect(watcher.page.get_by_role("heading", name=re.compile("round 1$"))).to_be_visible()


def test_screens_are_chosen_by_keys_alone_and_stay_chosen(pit: Pit, visiting: Visiting) -> None:
    one, other = sorted([pit.open("md-tcp"), pit.open("md-tcp")])
    watcher = watching(pit, visiting, "surveillance", one, other)
    which = watcher.page.get_by_role("combobox", name="Table on screen 1")
    expect(which).to_have_value(one)
    listed: list[str] = which.locator("option").evaluate_all("all => all.map((one) => one.value)")
    after = listed[listed.index(one) + 1]  # one key away: the pit has many tables by now
    watcher.come_in(f"/watch?screens=2&tables={quote(f'{one},{after}')}")
    keyboard = watcher.page.keyboard
    expect(screen(watcher, 2)).to_contain_text("Live")
    chosen = watcher.page.get_by_role("radio", name="2 screens")
    chosen.focus()
    keyboard.press("ArrowRight")
    expect(watcher.page.get_by_role("listitem", name=re.compile("^Screen "))).to_have_count(4)
    expect(which).to_have_value(one)
    while not which.evaluate("one => one === document.activeElement"):
        keyboard.press("Tab")
    keyboard.press("ArrowDown")
    expect(which).to_have_value(after)
    expect(watcher.page.get_by_role("combobox", name="Table on screen 2")).to_have_value(one)
    expect(screen(watcher, 1)).to_contain_text("Live")
    watcher.page.reload()
    expect(watcher.page.get_by_role("combobox", name="Table on screen 1")).to_have_value(after)
    expect(watcher.page.get_by_role("listitem", name=re.compile("^Screen "))).to_have_count(4)


def test_a_screen_comes_back_by_itself(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp")
    watcher = watching(pit, visiting, "surveillance", table, screens=1)
    expect(screen(watcher, 1)).to_contain_text("Live")
    watcher.expect_complaint("ERR_INTERNET_DISCONNECTED")
    watcher.context.set_offline(True)
    expect(screen(watcher, 1)).to_contain_text("Reconnecting")
    player = visiting()
    name = called(player.come_as_guest())
    player.sit_at(table, 2)
    watcher.context.set_offline(False)
    expect(screen(watcher, 1)).to_contain_text("Live")
    expect(screen(watcher, 1).get_by_role("region", name=f"Seat 2, {name}")).to_be_visible()


@pytest.mark.parametrize("role", ["player", "dealer", "floor", "casino_supervisor", "admin"])
def test_the_page_is_for_nobody_else(role: str, pit: Pit, visitor: Visitor) -> None:
    visitor.come_in("/watch")
    expect(visitor.page.get_by_role("heading")).to_contain_text("Sign in as surveillance or as a regulator")
    visitor.come_as(pit.add(named(role, "watch"), role=role))
    visitor.come_in("/watch")
    expect(visitor.page.get_by_role("heading")).to_contain_text(f"You are signed in as {role.replace('_', ' ')}")
    expect(visitor.page.get_by_role("region", name="The wall")).to_have_count(0)
    expect(visitor.page.get_by_role("banner").get_by_role("link", name="Watch", exact=True)).to_have_count(0)


def played(pit: Pit, visiting: Visiting, table: str) -> str:
    """Somebody plays a round at a table; their name."""
    player = visiting()
    name = player.come_as_guest()
    player.sit_at(table, 2)
    player.put_chips(["Ante"])
    player.deal()
    player.play_to_the_end()
    return name


@SIZES
def test_what_happened_is_searched_noted_and_exported(
    viewport: dict[str, int], pit: Pit, visiting: Visiting, tmp_path: Path
) -> None:
    table = pit.open("md-tcp")
    name = played(pit, visiting, table)
    watcher = watching(pit, visiting, "surveillance", table, screens=1, viewport=viewport, accept_downloads=True)
    page = watcher.page
    happened = page.get_by_role("region", name="What happened")
    page.get_by_role("combobox", name="Table", exact=True).select_option(table)
    expect(happened.get_by_text("The table opens")).to_be_visible()
    page.get_by_label("Person").fill(name)
    page.get_by_label("At least, in dollars").fill("1")
    page.get_by_label("At least, in dollars").press("Enter")
    expect(happened.get_by_text("The table opens")).to_have_count(0)
    wagered = happened.locator(".row").filter(has_text="Large wager").last
    expect(wagered).to_contain_text(f"{name}, seat 2")
    # The slider goes to any of them, by keys.
    scrub = happened.get_by_role("slider", name="Go to a moment")
    scrub.focus()
    page.keyboard.press("Home")
    expect(happened.locator(".row.current")).to_have_count(1)
    found = findings(page, "what happened")
    wagered.get_by_role("button", name="Mark or note").press("Enter")
    wagered.get_by_label("Note on round 1").fill("Seat 2 waited long")
    wagered.get_by_label("Note on round 1").press("Enter")
    expect(wagered.get_by_role("list", name="Notes")).to_contain_text("Seat 2 waited long")
    wagered.get_by_role("checkbox", name="Choose round 1").check()
    with page.expect_download() as download:
        happened.get_by_role("link", name="Export 1 round").click()
    download.value.save_as(tmp_path / "bundle.zip")
    assert all(check.passed for _, checks in verified_bundle(str(tmp_path / "bundle.zip")) for check in checks)
    found += findings(page, "a note and a choice")
    assert not page.evaluate(SIDEWAYS)
    wagered.get_by_role("link", name="Round 1, from here").click()
    expect(page.get_by_role("heading", name=re.compile("round 1$"))).to_be_visible()
    expect(page.get_by_role("region", name="Notes")).to_contain_text("Seat 2 waited long")
    expect(page.get_by_role("link", name="Export this round")).to_be_visible()
    found += findings(page, "a round with its notes")
    assert not found, "\n".join(found)


@SIZES
def test_meters_and_the_audit(viewport: dict[str, int], pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp")
    played(pit, visiting, table)
    watcher = watching(pit, visiting, "regulator", table, screens=1, viewport=viewport)
    page = watcher.page
    meters = page.get_by_role("region", name="Meters")
    meters.get_by_role("combobox", name="Link").select_option(table)
    expect(meters.get_by_role("row").filter(has_text="started")).to_contain_text("the house")
    audit = page.get_by_role("region", name="The audit")
    expect(audit.get_by_role("rowheader", name=table, exact=True)).to_be_visible()
    audit.get_by_role("button", name="Audit the whole house now").press("Enter")
    expect(audit.get_by_role("status")).to_contain_text("All is as it was written")
    assert not page.evaluate(SIDEWAYS)
    found = findings(page, "meters and the audit")
    assert not found, "\n".join(found)


def test_what_is_found_in_more_than_one_page_is_looked_for_once(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp")
    for call in range(1, MORE_THAN_A_PAGE + 1):
        pit.do(table, h.MakeCall(reason="other", note=f"Call {call}", by="dealer:kim"))
        pit.do(table, h.AnswerCall(call=call, note="Seen to", by="floor:flo"))
    watcher = visiting()
    watcher.come_as(pit.add(f"turns-pages-{table}", role="surveillance"))
    begun: list[str] = []
    watcher.page.on("request", lambda asked: begun.append(asked.url) if BEGINNING.search(asked.url) else None)
    watcher.come_in(f"/watch?table={table}")
    watcher.page.get_by_role("button", name="Earlier", exact=True).click()
    expect(watcher.page.get_by_text("That is all there is.")).to_be_visible()
    assert len(begun) == 1, "the search began again"
