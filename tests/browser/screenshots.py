"""`python -m tests.browser.screenshots`: each page at each size, dark and light, into docs/screenshots.

`--size 844x390`, as often as one likes, and `--scheme dark` choose; `--into` names another folder.
"""

import re
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser, expect

from croupier.house.database.database import Database
from croupier.server.app.demo import PIT
from croupier.server.app.web import FIRST_PAGE, STATIC
from tests.browser.chromium import NONE_HERE, installed, launched
from tests.browser.conftest import NOT_BUILT
from tests.browser.pit import RULEBOOKS, Pit, opened_pit
from tests.browser.stations import STAFF, STATIONS, WAITING, go_there, named
from tests.browser.test_dealer import do_duties, phase
from tests.browser.test_real_cards import awaited
from tests.browser.visitor import SPOT, Visitor
from tests.patience import PATIENCE_MS
from tests.server.live import PASSWORD

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
SIZES = ("1280x800", "390x844", "844x390", "1024x640")
SCHEMES = ("dark", "light")
CHIPS_CENTS = 100_000
KEPT_SHORT = ("rulebook", "round")  # as they stand in the window: the whole is long, or has a picture of its own
STILL = re.compile(f"({WAITING.pattern}).*…")
HIGHEST = 6000  # pixels of a long page
SHOWN = "three-card"  # the table whose odds, history and rounds are shown


class Take(Protocol):
    """Takes a picture of what somebody sees, or of the whole page, and names its file."""

    def __call__(self, visitor: Visitor, name: str, whole: bool = False) -> None: ...


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

        def take(visitor: Visitor, name: str, whole: bool = False) -> None:
            file = f"{name}-{viewport['width']}{'-light' if scheme == 'light' else ''}.png"
            visitor.page.evaluate("scrollTo(0, 0)")
            expect(visitor.page.get_by_text(STILL)).to_have_count(0)
            clip = {"x": 0, "y": 0, "width": viewport["width"], "height": viewport["height"]}
            if whole:
                clip["height"] = min(visitor.page.evaluate("document.documentElement.scrollHeight"), HIGHEST)
            visitor.page.screenshot(path=into / file, animations="disabled", full_page=whole, clip=clip)  # type: ignore[arg-type]
            print(file, flush=True)

        player, watcher = visit(), visit()
        player.sign_in(pit.add("ann", CHIPS_CENTS), PASSWORD)
        for table, _, _, _ in PIT:
            watcher.come_in(f"/tables/{table}")
            at_the_table(player, watcher, table, take)
        people: dict[str, Visitor] = {"anybody": visit(), "player": player}
        for role in STAFF:
            people[role] = visit()
            people[role].come_as(pit.add(f"the-{role}", role=role))
        names = named(pit, SHOWN)
        for station in STATIONS:
            visitor = people[station.whose]
            go_there(visitor, station, names)
            if station.name == "round":
                take(visitor, "round-first")
                visitor.page.get_by_role("button", name="Last", exact=True).click()
                visitor.page.get_by_role("button", name="Verify the shuffle").click()
                expect(visitor.page.get_by_text("is proved.")).to_be_visible()
                take(visitor, "round-whole", whole=True)
            take(visitor, station.name, whole=station.name not in KEPT_SHORT)
        on_request(people["anybody"], take)
        odd_moments(pit, visit, take)
        by_hand(pit, player, visit, take)
        of_real_cards(pit, player, visit, take)
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
    visitor.box.get_by_role("button", name=SPOT).nth(2).hover()
    expect(visitor.page.get_by_role("tooltip")).to_contain_text("House edge")
    take(visitor, f"{table}-spot")
    visitor.page.mouse.move(0, 0)
    visitor.page.keyboard.press("?")
    take(visitor, f"{table}-keys")
    visitor.page.keyboard.press("Escape")
    visitor.deal()
    expect(visitor.answers.first).to_be_visible()
    take(visitor, f"{table}-answer")
    expect(watcher.page.get_by_role("region", name=re.compile(", ann$"))).to_be_visible()
    take(watcher, f"{table}-watched")
    visitor.play_to_the_end()
    take(visitor, f"{table}-results")
    take(watcher, f"{table}-watched-results")
    if visitor.results_button.is_visible():
        visitor.results_button.click()
        take(visitor, f"{table}-results-lines")
    visitor.results.get_by_role("button", name=re.compile("^Clause ")).first.click()
    expect(visitor.page.get_by_role("dialog").get_by_role("link", name="In the rulebook")).to_be_visible()
    take(visitor, f"{table}-clause")
    visitor.page.keyboard.press("Escape")
    if (hide := visitor.page.get_by_role("button", name="Hide", exact=True)).is_visible():
        hide.click()
    visitor.open_help()
    for tab in ("Pays", "Hands", "Rules", "History", "Coach"):  # the coach last: on a phone it is a strip
        visitor.page.get_by_role("tab", name=tab).click()
        expect(
            visitor.page.get_by_role("tabpanel").or_(visitor.page.get_by_role("complementary")).first
        ).to_be_visible()
        take(visitor, f"{table}-help-{tab.lower()}")
    visitor.page.keyboard.press("Escape")


def on_request(visitor: Visitor, take: Take) -> None:
    """What one only sees on request: an answer in practice, and odds of each game from top to bottom."""
    visitor.come_in(f"/tables/{SHOWN}/practice")
    visitor.page.get_by_role("button", name="Fold", exact=True).click()
    expect(visitor.page.get_by_role("button", name=re.compile("^(Next|Another)"))).to_be_visible()
    take(visitor, "practice-answered", whole=True)
    for table in ("four-card", "hold-em"):
        visitor.come_in(f"/tables/{table}/odds")
        expect(visitor.page.get_by_role("region", name="Strategy")).to_be_visible()
        take(visitor, f"{table}-odds", whole=True)


def odd_moments(pit: Pit, visit: Callable[..., Visitor], take: Take) -> None:
    """A one-time password, everything on one hand, no chips left, a full table."""
    newcomer, player = visit(), visit()
    _, one_time = pit.live.users.add("newcomer", "player", pit.live.clock())
    newcomer.sign_in("newcomer", one_time)
    expect(newcomer.page.get_by_role("heading", name="Choose your own password")).to_be_visible()
    take(newcomer, "one-time-password")
    player.sign_in(pit.add("bold", 2_000), PASSWORD)
    table = pit.open("md-tcp")
    player.sit_at(table, 3)
    player.put_chips(["Ante", "Pair Plus"])
    player.deal()
    expect(player.doubt).to_be_visible()
    take(player, "bets-everything")
    player.doubt.get_by_role("button", name="anyway").click()
    expect(player.answers.first).to_be_visible()
    player.answers.first.click()
    expect(player.dock).to_contain_text("You are out of chips")
    take(player, "out-of-chips")
    table = pit.open("md-uth")
    seated = [visit() for _ in range(6)]
    for seat, one in enumerate(seated, 1):
        one.become_guest()
        one.sit_at(table, seat)
        one.put_chips([spot for spot in one.spots() if spot not in ("Play", "Blind")])
    take(seated[2], "full-table-wagers")
    for one in seated:
        one.deal()
    expect(seated[0].answers.first).to_be_visible()
    take(seated[2], "full-table-waiting")
    for one in seated:
        one.answer("Play 4x")
    expect(seated[2].results.or_(seated[2].results_button).first).to_be_visible()
    take(seated[2], "full-table-results")


def by_hand(pit: Pit, player: Visitor, visit: Callable[..., Visitor], take: Take) -> None:
    """A table of each rulebook that a person deals, as dealer, floor and player see it, until the answers."""
    people = {"dealer": visit(), "floor": visit()}
    for role, one in people.items():
        one.sign_in(pit.add(f"the-{role}", role=role), PASSWORD)
        one.come_in("/")
        expect(one.tile(SHOWN)).to_be_visible()
        take(one, f"lobby-{role}")
    for rulebook in RULEBOOKS:
        table = pit.open(rulebook, dealer="human")
        player.sit_at(table, 2)
        for role, one in people.items():
            one.come_in(f"/tables/{table}")
            expect(one.dock.get_by_role("link", name=re.compile("this table$"))).to_be_visible()
            take(one, f"{rulebook}-{role}-table")
            one.come_in(f"/deal/{table}")
            expect(one.due).to_be_visible()
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
    for name, address in (("pit", "/pit"), ("pit-result", f"/pit/{SHOWN}")):
        people["floor"].come_in(address)
        expect(people["floor"].page.get_by_role("main").get_by_role("heading").first).to_be_visible()
        take(people["floor"], name, whole=True)


def of_real_cards(pit: Pit, player: Visitor, visit: Callable[..., Visitor], take: Take) -> None:
    """A deck of cardboard: the dealer tells the cards, the player waits for them."""
    table = pit.open("md-tcp", dealer="human", card_source="seen")
    people = {"dealer": visit(), "floor": visit()}
    for role, one in people.items():
        one.sign_in(f"the-{role}", PASSWORD)
        one.come_in(f"/deal/{table}")
    player.sit_at(table, 2)
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "wagering")
    player.put_chips(["Ante"])
    player.deal()
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "decisions")
    player.answer("Play 1x")
    do_duties(pit, table, people, lambda: awaited(pit, table) is not None)
    expect(people["dealer"].due.get_by_role("textbox")).to_be_visible()
    take(people["dealer"], "real-cards-dealer")
    take(player, "real-cards-player")


def offline(visitor: Visitor, take: Take) -> None:
    """The lobby and the rules as a browser has kept them, and a table that cannot be reached."""
    visitor.come_in("/")
    visitor.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    visitor.page.reload()
    visitor.page.wait_for_function("() => caches.match('/api/rulebooks/md-uth').then(Boolean)")
    visitor.context.set_offline(True)
    kept = (("lobby", "/"), ("rules", "/rules"), ("rulebook", "/rules/md-tcp"), ("table", "/tables/three-card"))
    for name, address in kept:
        visitor.come_in(address)
        expect(visitor.page.get_by_role("main").get_by_role("heading").first).to_be_visible()
        take(visitor, f"offline-{name}")


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
