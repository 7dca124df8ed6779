"""A table dealt by a person, whose shuffles players mix seeds of their own into."""

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace
from playwright.sync_api import expect

from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.handlers.idempotency import Done
from croupier.house.log.house_table import HouseTable
from croupier.table.values import events as e
from croupier.table.values.duty import Duty
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor
from tests.server.live import PASSWORD
from tests.table.people import finds

SEED = "seven red tulips"
MOST_DUTIES = 60
LOOK_AGAIN_MS = 50


def phase(table: HouseTable) -> str:
    """How far the round under way has come."""
    return table.state.round.phase if table.state.round else ""


def do_duties(pit: Pit, table: str, people: Mapping[str, Visitor], until: Callable[[], bool]) -> None:
    """Dealer and floor do what the table's screen asks of them, by keys alone, until the table is that far."""
    for _ in range(MOST_DUTIES):
        if until():
            return
        do_duty(pit, table, people)
    raise AssertionError(f"{MOST_DUTIES} duties are done, and the table is not that far")


def do_duty(pit: Pit, table: str, people: Mapping[str, Visitor]) -> None:
    """Whoever's duty is due does it by keys alone; the others see that the table waits for them."""
    duty = due(pit, table)
    assert duty is not None
    visitor, house_table = people[duty.by], pit.table(table)
    done, asks = visitor.due.get_by_role("button", name="Done"), visitor.due.locator(".asks")
    expect(asks).to_contain_text(duty.says)
    expect(done).to_be_visible()
    expect(visitor.due.get_by_role("button", name=re.compile("^Clause ")).first).to_be_visible()
    for role, other in people.items():
        if role != duty.by:
            expect(other.due.locator(".asks")).to_contain_text(f"Waiting for the {duty.by}: {duty.says}")
            expect(other.due.get_by_role("button", name="Done")).to_have_count(0)
    caught_up(pit, table, visitor)
    rules = pit.house.rules_of(house_table)
    visitor.find_out(duty.blanks, finds(rules, house_table.state, duty) if duty.blanks else {})
    visitor.page.keyboard.press("Enter" if any(blank.kind == "text" for blank in duty.blanks) else "Space")
    while due(pit, table) == duty:
        visitor.page.wait_for_timeout(LOOK_AGAIN_MS)
    caught_up(pit, table, visitor)


def prepared(pit: Pit, table: str) -> str:
    """A table at which nobody sits yet, its cards made ready without a screen: for tests of what comes after."""
    while duty := due(pit, table):
        house_table = pit.table(table)
        found = finds(pit.house.rules_of(house_table), house_table.state, duty) if duty.blanks else {}
        request = h.DoDuty(says=duty.says, found=tuple(found.items()), by=f"{duty.by}:early")
        answer = pit.house.ask(h.Request(table, request))
        assert isinstance(answer, Done), answer
    return table


def due(pit: Pit, table: str) -> Duty | None:
    """What is due at a table, at whatever time."""
    house_table = pit.table(table)
    duty = duty_at(pit.house.rules_of(house_table), house_table, house_table.at_ms // 1000)
    return duty and replace(duty, command=replace(duty.command, at=0))


def caught_up(pit: Pit, table: str, visitor: Visitor) -> None:
    """Waits until somebody's screen shows the table as it is: no key is pressed for what is no longer there."""
    while visitor.page.locator(".deal").get_attribute("data-version") != str(pit.table(table).version):
        visitor.page.wait_for_timeout(LOOK_AGAIN_MS)


def test_a_round_dealt_by_hand_from_a_shuffle_with_a_seed_of_ones_own(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", dealer="human", mode="open")
    dealer, kim, player = visiting(), visiting(), visiting()
    dealer.sign_in(pit.add("deana", role="dealer"), PASSWORD)
    kim.come_as(pit.add("kim", role="floor"))
    people = {"dealer": dealer, "floor": kim}
    name = player.come_as_guest()
    player.sit_at(table, 3)
    boxes = dealer.tile(table).locator("circle")
    expect(boxes.nth(2)).to_have_class(re.compile("taken"))
    assert [n for n, box in enumerate(boxes.all(), 1) if "taken" in (box.get_attribute("class") or "")] == [3]
    for one in people.values():
        one.come_in(f"/deal/{table}")
    seed = player.dock.get_by_label("Your own seed for the next shuffle")
    seed.fill(SEED)
    player.dock.get_by_role("button", name="Mix in").click()
    expect(seed).to_have_attribute("placeholder", f"Seed: {SEED}")

    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "wagering")
    expect(player.dock).to_contain_text("Place your Ante")
    player.put_chips(["Ante"])
    player.deal()
    expect(player.dock).to_contain_text("Waiting for the dealer")
    kim.page.get_by_label("Reason of an order").fill("a card was bent")
    kim.page.get_by_role("button", name=re.compile("^Order deck .* shuffled")).first.click()
    expect(kim.page.get_by_label("Reason of an order")).to_have_value("")
    ordered = [one for one in pit.events(table) if isinstance(one, e.ShuffleOrdered)]
    assert [(one.by, one.reason) for one in ordered] == [("floor:kim", "a card was bent")]
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "decisions")
    player.answer("Play 1x")
    do_duties(pit, table, people, lambda: pit.table(table).last is not None)
    expect(player.results).to_be_visible()
    assert sum(net for _, net in player.lines()) == pit.net_cents(table)
    assert player.balance_cents() == pit.balance_cents(name) == 100_000 + pit.net_cents(table)

    prepared = [one for one in pit.events(table) if isinstance(one, e.DeckPrepared)]
    assert {one.by for one in prepared if one.step == "verify_inspection"} == {"floor:kim"}
    assert {one.by for one in prepared if one.step != "verify_inspection"} == {"dealer:deana"}
    player.come_in(f"/history/{table}/1")
    player.page.get_by_role("button", name="Verify the shuffle").click()
    expect(player.page.get_by_text("is proved.")).to_be_visible()
    expect(player.page.get_by_role("main")).to_contain_text(f"“{SEED}” of {name}")


def test_a_table_whose_dealer_is_missing_says_so(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", dealer="human")
    player, watcher, dealer = visiting(), visiting(), visiting()
    player.come_as_guest()
    player.sit_at(table, 3)
    watcher.come_in()
    missing = "No dealer is at this table; it goes on when one comes."
    expect(player.dock.locator(".asks")).to_contain_text(missing)
    expect(watcher.tile(table)).to_contain_text("no dealer here now")
    dealer.sign_in(pit.add("dunya", role="dealer"), PASSWORD)
    dealer.tile(table).get_by_role("link", name=re.compile("^Deal ")).click()
    expect(dealer.due.get_by_role("button", name="Done")).to_be_visible()
    expect(player.dock.locator(".asks")).not_to_contain_text("No dealer")
    expect(watcher.tile(table)).not_to_contain_text("no dealer")
    dealer.come_in("/rules")
    expect(player.dock.locator(".asks")).to_contain_text(missing)
    expect(watcher.tile(table)).to_contain_text("no dealer here now")
