"""How soon a player is asked: from the click on Deal to the first answer that may be given, with cards that do not fly.

    python -m benchmarks.question [--rounds 20]

The yardstick is a bare round trip: a wish that the house refuses at once, over a socket of the same page to the same
table. Told are the middle of all and the best, and the best in best round trips. Asked for: under 100 ms on an idle
machine.
"""

import argparse
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.chromium import NONE_HERE, installed, launched
from tests.browser.pit import opened_pit
from tests.browser.visitor import Visitor

from croupier.house.database.database import Database

MOST_MS = 100
# Both clocks run in the page: from the press as the browser hears it to the answers as they stand in the page.
DEALT = """() => new Promise((done) => {
  const says = (one) => /^(Deal|Ready)$/.test(one.textContent.trim());
  const deal = [...document.querySelectorAll('.dock button')].find(says);
  const began = performance.now();
  const asked = () => document.querySelector('.dock [role=group] button[aria-keyshortcuts="f"]');
  const watch = new MutationObserver(() => {
    if (!asked()) return;
    watch.disconnect();
    done(performance.now() - began);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  deal.click();
})"""
ROUND_TRIP = """(table) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
  const [times, rounds] = [[], 20];
  let began = 0;
  const ask = () => {
    began = performance.now();
    socket.send(JSON.stringify({ id: crypto.randomUUID(), wish: { wish: 'ready', seat: 1, round: 0 } }));
  };
  let here = false;
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.type === 'table' && !here) { here = true; ask(); }
    if (told.type !== 'answer') return;
    times.push(performance.now() - began);
    if (times.length < rounds) ask();
    else { socket.close(); done(times); }
  };
})"""


def asked_ms(page: Page) -> float:
    """Milliseconds from the click on Deal to the first answer."""
    return float(page.evaluate(DEALT))


def measured(visitor: Visitor, table: str, rounds: int) -> dict[str, list[float]]:
    """The times of so many deals, and of bare round trips between them."""
    times: dict[str, list[float]] = {"a bare round trip": [], "deal to question": []}
    for number in range(rounds):
        if number:
            visitor.dock.get_by_role("button", name="Repeat").first.click()
        else:
            visitor.put_chips(["Ante"])
        expect(visitor.dock.get_by_role("button", name="Deal")).to_be_enabled()
        times["a bare round trip"] += visitor.page.evaluate(ROUND_TRIP, table)
        times["deal to question"].append(asked_ms(visitor.page))
        visitor.play_to_the_end()
    return times


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    program = installed()
    if program is None:
        raise SystemExit(NONE_HERE)
    options: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
    with tempfile.TemporaryDirectory() as name, launched(program) as browser:
        empty = Path(name, "empty.db")
        with Database.open(empty, create=True):
            pass
        with opened_pit(empty, Path(name)) as pit:
            table = pit.open("md-tcp")
            visitor = Visitor(browser.new_context(base_url=pit.url, service_workers="block", **options))
            visitor.become_guest()
            visitor.sit_at(table, 3)
            times = measured(visitor, table, given.rounds)
    yardstick = min(times["a bare round trip"])
    for what, taken in times.items():
        best = min(taken)
        print(f"{what:18} {median(taken):6.1f} ms, best {best:6.1f} ms, {best / yardstick:5.1f} round trips")
    print(f"asked for: under {MOST_MS} ms on an idle machine")


if __name__ == "__main__":
    main()
