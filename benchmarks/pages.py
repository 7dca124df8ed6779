"""How soon a browser shows something: the first paint of the lobby and of a table, beside a page with nothing on it;
and how soon it shows a table's odds, which a house works out ahead.

    python -m benchmarks.pages [--times 5]

The empty one is the API's description as text. Each is opened in turn by a browser that was never there before, and
the best of all times is told. Asked for: under a second.
"""

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Browser
from tests.browser.chromium import NONE_HERE, installed, launched
from tests.browser.pit import opened_pit

from croupier.house.database.database import Database

EMPTY = "/api/schema/openapi.json"
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


def painted_ms(browser: Browser, address: str) -> float:
    """The milliseconds until something is seen there, by a browser that was never there before."""
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.goto(address)
        page.wait_for_function(PAINTED)
        return float(page.evaluate(PAINTED))


TOLD = "() => document.body.innerText.includes('Element of risk') && performance.now()"


def told_ms(browser: Browser, address: str) -> float:
    """The milliseconds until the odds stand there, in a browser that was never there before."""
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.goto(address)
        return float(page.wait_for_function(TOLD).json_value())


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    program = installed()
    if program is None:
        raise SystemExit(NONE_HERE)
    with tempfile.TemporaryDirectory() as name, launched(program) as browser:
        empty = Path(name, "empty.db")
        with Database.open(empty, create=True):
            pass
        with opened_pit(empty, Path(name)) as pit:
            table = pit.open("md-uth")
            places = {"plain text": EMPTY, "the lobby": "/", "a table": f"/tables/{table}"}
            for what, address in places.items():
                best = min(painted_ms(browser, pit.url + address) for _ in range(given.times))
                print(f"{what:12} first painted after {best:5.0f} ms")
            odds = f"{pit.url}/tables/{table}/odds"
            told_ms(browser, odds)  # now they are worked out, as a house has done ahead
            best = min(told_ms(browser, odds) for _ in range(given.times))
            print(f"{'its odds':12} told after          {best:5.0f} ms")


if __name__ == "__main__":
    main()
