"""A table dealt by a person, whose shuffles players mix seeds of their own into."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from croupier.house.desk import Desk
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor
from tests.server.live import PASSWORD

SEED = "seven red tulips"
MOST_DUTIES = 60


def phase(desk: Desk) -> str:
    """How far the round under way has come."""
    return desk.state.round.phase if desk.state.round else ""


def do_duties(dealer: Visitor, until: Callable[[], bool]) -> None:
    """The dealer does what the page asks, one duty after the other, until the table is that far."""
    done, asks = dealer.dock.get_by_role("button", name="Done"), dealer.dock.locator(".asks")
    for _ in range(MOST_DUTIES):
        if until():
            return
        expect(done).to_be_visible()
        expect(dealer.dock.get_by_role("button", name=re.compile("^Clause "))).to_be_visible()
        asked = asks.text_content() or ""
        done.click()
        expect(asks).not_to_have_text(asked)
    raise AssertionError(f"after {MOST_DUTIES} duties the dealer is asked: {asks.inner_text()}")


def test_a_round_dealt_by_hand_from_a_shuffle_with_a_seed_of_ones_own(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", dealer="human", mode="open")
    dealer, player = visiting(), visiting()
    dealer.sign_in(pit.add("deana", role="dealer"), PASSWORD)
    name = player.become_guest()
    player.sit_at(table, 3)
    boxes = dealer.tile(table).locator("circle")
    expect(boxes.nth(2)).to_have_class(re.compile("taken"))
    assert [n for n, box in enumerate(boxes.all(), 1) if "taken" in (box.get_attribute("class") or "")] == [3]
    dealer.come_in(f"/tables/{table}")
    seed = player.dock.get_by_label("Your own seed for the next shuffle")
    seed.fill(SEED)
    player.dock.get_by_role("button", name="Mix in").click()
    expect(seed).to_have_attribute("placeholder", f"Seed: {SEED}")

    do_duties(dealer, lambda: phase(pit.desk(table)) == "wagering")
    expect(player.dock).to_contain_text("Place your Ante")
    player.put_chips(["Ante"])
    player.deal()
    expect(player.dock).to_contain_text("Waiting for the dealer")
    expect(player.dock.get_by_role("button", name="Done")).to_have_count(0)
    do_duties(dealer, lambda: phase(pit.desk(table)) == "decisions")
    player.answer("Play 1x")
    do_duties(dealer, lambda: pit.desk(table).last is not None)
    expect(player.results).to_be_visible()
    assert sum(net for _, net in player.lines()) == pit.net_cents(table)
    assert player.balance_cents() == pit.balance_cents(name) == 100_000 + pit.net_cents(table)

    player.come_in(f"/history/{table}/1")
    player.page.get_by_role("button", name="Verify the shuffle").click()
    expect(player.page.get_by_text("is proved.")).to_be_visible()
    expect(player.page.get_by_role("main")).to_contain_text(f"“{SEED}” of {name}")
