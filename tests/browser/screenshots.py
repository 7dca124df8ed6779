"""`python -m tests.browser.screenshots`: each page at each size, dark and light, into docs/screenshots.

`--size 844x390`, as often as one likes, and `--scheme dark` choose; `--into` names another folder.
"""

import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from croupier.house.database.database import Database
from croupier.server.app.demo import PIT
from croupier.server.app.web import FIRST_PAGE, STATIC
from tests.browser.chromium import NONE_HERE, installed, launched
from tests.browser.conftest import NOT_BUILT
from tests.browser.pit import RULEBOOKS, Pit, opened_pit
from tests.browser.stations import STATIONS, WAITING, go_there
from tests.browser.test_dealer import do_duties, phase
from tests.browser.visitor import Visitor
from tests.patience import PATIENCE_MS
from tests.server.live import PASSWORD

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
SIZES = ("1280x800", "390x844", "844x390", "1024x640")
SCHEMES = ("dark", "light")
CHIPS_CENTS = 100_000
SHOWN = "three-card"  # the table whose odds, history and rounds are shown

Take = Callable[[Visitor, str], None]


def main(arguments: list[str] | None = None) -> int:
    """Makes the pictures; 1 where it cannot, and says why."""
    parser = ArgumentParser(prog="screenshots", description=__doc__)
    parser.add_argument("--size", action="append", help=f"WIDTHxHEIGHT; {', '.join(SIZES)} unless told")
    parser.add_argument("--scheme", action="append", choices=SCHEMES)
    parser.add_argument("--into", type=Path, default=FOLDER)
    given = parser.parse_args(arguments)
    program = installed()
    if program is None or not (STATIC / FIRST_PAGE).is_file():
        print(NONE_HERE if program is None else NOT_BUILT, file=sys.stderr)
        return 1
    expect.set_options(timeout=PATIENCE_MS)
    given.into.mkdir(parents=True, exist_ok=True)
    with launched(program) as browser:
        for size, scheme in product(given.size or SIZES, given.scheme or SCHEMES):
            width, height = map(int, size.split("x"))
            with tempfile.TemporaryDirectory() as folder:
                photographed(browser, Path(folder), {"width": width, "height": height}, scheme, given.into)
    return 0


def photographed(browser: Browser, folder: Path, viewport: dict[str, int], scheme: str, into: Path) -> None:
    """All pages at one size in one light, in a demo pit of its own."""
    empty = folder / "empty.db"
    with Database.open(empty, create=True):
        pass
    with opened_pit(empty, folder, demo=True) as pit, visiting(browser, pit, viewport, scheme) as visit:

        def take(visitor: Visitor, name: str) -> None:
            visitor.page.evaluate("scrollTo(0, 0)")
            file = f"{name}-{viewport['width']}{'-light' if scheme == 'light' else ''}.png"
            visitor.page.screenshot(path=into / file, animations="disabled")
            print(file, flush=True)

        player, watcher = visit(), visit()
        player.sign_in(pit.add("ann", CHIPS_CENTS), PASSWORD)
        for table, _, _, _ in PIT:
            watcher.come_in(f"/tables/{table}")
            at_the_table(player, watcher, table, take)
        people = {"anybody": visit(), "player": player, "admin": visit()}
        people["admin"].sign_in(pit.add("the-admin", role="admin"), PASSWORD)
        for station in STATIONS:
            visitor = people[station.whose]
            go_there(visitor, station, SHOWN)
            if station.name == "round":
                take(visitor, "round-first")
                visitor.page.get_by_role("button", name="Last", exact=True).click()
                visitor.page.get_by_role("button", name="Verify the shuffle").click()
                expect(visitor.page.get_by_text("is proved.")).to_be_visible()
            take(visitor, station.name)
        further_down(people["anybody"], take)
        by_hand(pit, player, visit, take)
        offline(visit(service_workers="allow"), take)


def at_the_table(visitor: Visitor, watcher: Visitor, table: str, take: Take) -> None:
    """A round at a table with everything on: while the chips lie, while an answer is awaited, and its results."""
    visitor.come_in(f"/tables/{table}")
    expect(visitor.dock.get_by_role("button", name="Sit down")).to_be_visible()
    take(visitor, f"{table}-free")
    visitor.dock.get_by_role("button", name="Sit down").click()
    expect(visitor.box).to_be_visible()
    visitor.put_chips([spot for spot in visitor.spots() if spot not in ("Play", "Blind")])
    take(visitor, f"{table}-wagers")
    visitor.page.keyboard.press("?")
    take(visitor, f"{table}-keys")
    visitor.page.keyboard.press("Escape")
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    take(visitor, f"{table}-answer")
    expect(watcher.page.get_by_role("region", name="Seat 1, ann").or_(watcher.dock).first).to_be_visible()
    take(watcher, f"{table}-watched")
    visitor.play_to_the_end()
    take(visitor, f"{table}-results")
    take(watcher, f"{table}-watched-results")
    visitor.open_help()
    for tab in ("Pays", "Hands", "Rules", "History", "Coach"):  # the coach last: on a phone it is a strip
        visitor.page.get_by_role("tab", name=tab).click()
        expect(
            visitor.page.get_by_role("tabpanel").or_(visitor.page.get_by_role("complementary")).first
        ).to_be_visible()
        take(visitor, f"{table}-help-{tab.lower()}")
    visitor.page.keyboard.press("Escape")


def further_down(visitor: Visitor, take: Take) -> None:
    """What one only sees further down or on request: a clause, the strategy, odds of hold 'em from top to bottom."""
    visitor.come_in("/rules/md-uth")
    visitor.page.get_by_role("button", name="Clause ").first.or_(visitor.page.locator("main article")).first.click()
    take(visitor, "clause")
    for table in ("three-card", "hold-em"):
        visitor.come_in(f"/tables/{table}/odds")
        expect(visitor.page.get_by_role("main").get_by_role("status").filter(has_text=WAITING)).to_have_count(0)
        high = visitor.page.evaluate("document.documentElement.scrollHeight")
        seen = visitor.page.viewport_size
        assert seen
        visitor.page.set_viewport_size({"width": seen["width"], "height": min(high, 8000)})
        take(visitor, f"{table}-odds-whole")
        visitor.page.set_viewport_size(seen)


def by_hand(pit: Pit, player: Visitor, visit: Callable[..., Visitor], take: Take) -> None:
    """A table of each rulebook that a person deals, as dealer, floor and player see it, until the answers."""
    people = {"dealer": visit(), "floor": visit()}
    for role, one in people.items():
        one.sign_in(pit.add(f"the-{role}", role=role), PASSWORD)
    for role, one in people.items():
        one.come_in("/")
        take(one, f"lobby-{role}")
    for rulebook in RULEBOOKS:
        table = pit.open(rulebook, dealer="human")
        player.sit_at(table, 2)
        for role, one in people.items():
            one.come_in(f"/tables/{table}")
            take(one, f"{rulebook}-{role}-first")
        do_duties(pit, table, people, lambda table=table: phase(pit.table(table)) == "wagering")  # type: ignore[misc]
        player.put_chips(["Ante"])
        take(people["dealer"], f"{rulebook}-dealer-wagers")
        player.deal()
        do_duties(pit, table, people, lambda table=table: phase(pit.table(table)) == "decisions")  # type: ignore[misc]
        expect(player.answers.first).to_be_visible()
        for role, one in people.items():
            take(one, f"{rulebook}-{role}-answer")
        take(player, f"{rulebook}-by-hand-answer")


def offline(visitor: Visitor, take: Take) -> None:
    """The lobby and the rules as a browser has kept them."""
    visitor.come_in("/")
    visitor.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    visitor.page.reload()
    visitor.page.wait_for_function("() => caches.match('/api/rulebooks/md-uth').then(Boolean)")
    visitor.context.set_offline(True)
    for name, address in (("offline-lobby", "/"), ("offline-rules", "/rules"), ("offline-table", "/tables/three-card")):
        visitor.come_in(address)
        expect(visitor.page.get_by_role("heading").first.or_(visitor.page.get_by_role("main")).first).to_be_visible()
        take(visitor, name)


@contextmanager
def visiting(browser: Browser, pit: Pit, viewport: dict[str, int], scheme: str) -> Iterator[Callable[..., Visitor]]:
    """A function that lets somebody come with a browser of their own, with this screen."""
    contexts = []
    options: dict[str, Any] = {
        "viewport": viewport,
        "color_scheme": scheme,
        "reduced_motion": "reduce",
        "service_workers": "block",
    }

    def visit(**given: Any) -> Visitor:
        contexts.append(browser.new_context(base_url=pit.url, **{**options, **given}))
        contexts[-1].set_default_timeout(PATIENCE_MS)
        return Visitor(contexts[-1])

    yield visit
    for context in contexts:
        context.close()


if __name__ == "__main__":
    sys.exit(main())
