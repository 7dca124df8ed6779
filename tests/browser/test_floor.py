"""The floor at a table that a person deals: an order that only the casino supervisor gives, a ruling on a call."""

import re

from playwright.sync_api import Locator, expect

from croupier.table.values import events as e
from tests.browser.conftest import PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.test_dealer import do_duties, phase, prepared
from tests.browser.visitor import Visitor
from tests.house.floor import by_hand
from tests.server.live import PASSWORD

REASON = "Reason of an order"


def ruling(visitor: Visitor) -> Locator:
    """Where a floorperson is asked what the ruling is."""
    return visitor.due.get_by_role("group", name=re.compile("^What is the ruling on seat"))


def test_a_recut_in_massachusetts_is_ordered_by_the_casino_supervisor_whom_an_admin_let_in(
    pit: Pit, visiting: Visiting
) -> None:
    table = prepared(pit, pit.open("ma-fcp-1", submission=by_hand("ma-fcp-1"), dealer="human"))
    admin, dealer, kim, cleo, player = (visiting() for _ in range(5))
    admin.come_as(pit.add("the-recut-admin", role="admin"))
    admin.come_in("/users")
    admin.page.get_by_label("Name").fill("cleo")
    admin.page.get_by_role("combobox", name="Role", exact=True).select_option("casino supervisor")
    admin.page.get_by_role("button", name="Add").click()
    told = admin.page.get_by_role("status").filter(has_text="One-time password for cleo")
    expect(told).to_contain_text("cleo may come in as casino supervisor.")
    one_time = told.get_by_role("code").inner_text()
    cleo.sign_in("cleo", one_time)
    cleo.page.get_by_label("One-time password").fill(one_time)
    cleo.page.get_by_label(re.compile("^New password")).fill(PASSWORD)
    cleo.page.get_by_role("button", name="Change the password").click()
    expect(cleo.page.get_by_role("heading", name="Tables")).to_be_visible()

    dealer.come_as(pit.add("delia", role="dealer"))
    kim.come_as(pit.add("kimberly", role="floor"))
    player.come_as_guest()
    player.sit_at(table, 2)
    for one in (dealer, kim, cleo):
        one.come_in(f"/deal/{table}")
    people = {"dealer": dealer, "floor": kim}
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "wagering")
    expect(kim.page.get_by_role("button", name=re.compile("cut again"))).to_have_count(0)
    cleo.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    reason = cleo.page.get_by_label(REASON)
    reason.fill("three cards deep")
    cleo.page.get_by_role("button", name=re.compile("^Order deck .* cut again")).click()
    expect(cleo.page.get_by_label(REASON)).to_have_count(0)
    (ordered,) = [one for one in pit.events(table) if isinstance(one, e.CutAgainOrdered)]
    assert (ordered.by, ordered.reason) == ("casino_supervisor:cleo", "three cards deep")
    assert not pit.table(table).state.decks[0].cut
    player.put_chips(["Ante"])
    player.deal()
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "decisions")
    assert pit.table(table).state.decks[0].cut, "the dealer has cut it again"


def test_where_no_time_is_set_the_dealer_calls_the_floor_to_a_silent_player(pit: Pit, visiting: Visiting) -> None:
    table = prepared(pit, pit.open("md-tcp", dealer="human", decision_seconds=0))
    dealer, kim, player = visiting(), visiting(), visiting()
    dealer.come_as(pit.add("dorothy", role="dealer"))
    kim.come_as(pit.add("karen", role="floor"))
    people = {"dealer": dealer, "floor": kim}
    player.come_as_guest()
    player.sit_at(table, 4)
    for one in people.values():
        one.come_in(f"/deal/{table}")
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "wagering")
    player.put_chips(["Ante"])
    player.deal()
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "decisions")
    expect(player.dock.get_by_role("button", name="Call the floor")).to_have_count(0)
    expect(kim.page.get_by_role("button", name="Rule on seat 4")).to_be_visible()
    dealer.page.get_by_role("button", name="Call the floor to seat 4").click()
    expect(dealer.due).to_contain_text("Waiting for the floor: Seat 4 does not answer")
    ruling(kim).get_by_label("wait").check()
    kim.page.get_by_label("What is the reason?").fill("on the telephone")
    kim.page.get_by_role("button", name="Done").click()
    dealer.page.get_by_role("button", name="Call the floor to seat 4").click()
    ruling(kim).get_by_label("fold").check()
    kim.page.get_by_label("What is the reason?").fill("fast asleep")
    kim.page.get_by_role("button", name="Done").click()
    expect(ruling(kim)).to_have_count(0)
    do_duties(pit, table, people, lambda: pit.table(table).last is not None)
    expect(player.results).to_be_visible()
    called = [one.by for one in pit.events(table) if isinstance(one, e.FloorCalled)]
    ruled = [(one.ruling, one.by) for one in pit.events(table) if isinstance(one, e.SilenceRuled)]
    assert called == ["dealer:dorothy"] * 2
    assert ruled == [("wait", "floor:karen"), ("fold", "floor:karen")]
