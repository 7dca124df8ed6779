"""`python -m tests.browser.screenshots`: each page at both widths, dark and light, into docs/screenshots."""

import sys
import tempfile
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
from tests.browser.conftest import DESKTOP, NOT_BUILT, PHONE
from tests.browser.pit import Pit, opened_pit
from tests.browser.stations import STATIONS, go_there
from tests.browser.visitor import Visitor
from tests.patience import PATIENCE_MS
from tests.server.live import PASSWORD

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
CHIPS_CENTS = 100_000
SHOWN = "three-card"  # the table whose odds, history and rounds are shown


def main() -> int:
    """Makes the pictures; 1 where it cannot, and says why."""
    program = installed()
    if program is None or not (STATIC / FIRST_PAGE).is_file():
        print(NONE_HERE if program is None else NOT_BUILT, file=sys.stderr)
        return 1
    expect.set_options(timeout=PATIENCE_MS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with launched(program) as browser:
        for viewport, scheme in product((DESKTOP, PHONE), ("dark", "light")):
            with tempfile.TemporaryDirectory() as folder:
                photographed(browser, Path(folder), viewport, scheme)
    return 0


def photographed(browser: Browser, folder: Path, viewport: dict[str, int], scheme: str) -> None:
    """All pages at one width in one light, in a demo pit of its own."""
    empty = folder / "empty.db"
    with Database.open(empty, create=True):
        pass
    with opened_pit(empty, folder, demo=True) as pit, visiting(browser, pit, viewport, scheme) as visit:

        def take(visitor: Visitor, name: str) -> None:
            visitor.page.evaluate("scrollTo(0, 0)")
            file = f"{name}-{viewport['width']}{'-light' if scheme == 'light' else ''}.png"
            visitor.page.screenshot(path=FOLDER / file, animations="disabled")
            print(file)

        player = visit()
        player.sign_in(pit.add("ann", CHIPS_CENTS), PASSWORD)
        for table, _, _, _ in PIT:
            at_the_table(player, table, take)
        people = {"anybody": visit(), "player": player, "admin": visit()}
        people["admin"].sign_in(pit.add("the-admin", role="admin"), PASSWORD)
        for station in STATIONS:
            visitor = people[station.whose]
            go_there(visitor, station, SHOWN)
            if station.name == "round":
                visitor.page.get_by_role("button", name="Last", exact=True).click()
                visitor.page.get_by_role("button", name="Verify the shuffle").click()
                expect(visitor.page.get_by_text("is proved.")).to_be_visible()
            take(visitor, station.name)


def at_the_table(visitor: Visitor, table: str, take: Callable[[Visitor, str], None]) -> None:
    """A round at a table with everything on: while the chips lie, while an answer is awaited, and its results."""
    visitor.come_in(f"/tables/{table}")
    visitor.dock.get_by_role("button", name="Sit down").click()
    expect(visitor.box).to_be_visible()
    visitor.put_chips([spot for spot in visitor.spots() if spot not in ("Play", "Blind")])
    take(visitor, f"{table}-wagers")
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    take(visitor, f"{table}-answer")
    visitor.play_to_the_end()
    take(visitor, f"{table}-results")
    visitor.open_help()
    visitor.page.get_by_role("tab", name="Hands").click()
    expect(visitor.page.get_by_role("tabpanel")).to_be_visible()
    take(visitor, f"{table}-help")
    visitor.page.keyboard.press("Escape")


@contextmanager
def visiting(browser: Browser, pit: Pit, viewport: dict[str, int], scheme: str) -> Iterator[Callable[[], Visitor]]:
    """A function that lets somebody come with a browser of their own, with this screen."""
    contexts = []
    options: dict[str, Any] = {
        "viewport": viewport,
        "color_scheme": scheme,
        "reduced_motion": "reduce",
        "service_workers": "block",
    }

    def visit() -> Visitor:
        contexts.append(browser.new_context(base_url=pit.url, **options))
        contexts[-1].set_default_timeout(PATIENCE_MS)
        return Visitor(contexts[-1])

    yield visit
    for context in contexts:
        context.close()


if __name__ == "__main__":
    sys.exit(main())
