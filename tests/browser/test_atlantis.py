"""Atlantis, the sample state of the docs, in the browser: by the commands that the docs name, without any Python."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visiting
from tests.cli.command import really
from tests.server.served import served

FOLDER = str(Path(__file__).parents[2] / "docs/atlantis")
TABLES = {"atlantis-tcp": "tcp-1", "atlantis-uth": "uth-1"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house with a table of each game of Atlantis, as somebody serves it."""
    house = ("--house", str(tmp_path_factory.mktemp("isle") / "house.db"))
    made = really("house", "init", *house)
    assert made.code == 0, made.err
    for rulebook, table in TABLES.items():
        opened = really(
            *("house", "open", table, "--example", rulebook, "--rulebooks", FOLDER, *house),
            *("--betting-seconds", "0", "--decision-seconds", "0"),
        )
        assert opened.code == 0, opened.err
    with served("--rulebooks", FOLDER, "--guests", *house) as (_, address, _):
        yield address


def test_the_progressive_alone_is_a_round_of_its_own(address: str, visiting: Visiting) -> None:
    visitor = visiting(base_url=address)
    visitor.become_guest()
    visitor.sit_from_lobby("tcp-1")
    visitor.put_chips(["Progressive"])
    visitor.deal()
    visitor.play_on()
    ((wager, _),) = visitor.lines()
    assert wager.startswith("Progressive")
    visitor.page.get_by_role("banner").get_by_role("link", name="History").click()
    expect(visitor.page.get_by_role("main").get_by_role("link", name="round 1")).to_be_visible()


def test_trips_alone_sees_all_cards_and_is_asked_nothing(address: str, visiting: Visiting) -> None:
    visitor = visiting(base_url=address)
    visitor.become_guest()
    visitor.sit_from_lobby("uth-1")
    visitor.put_chips(["Trips"])
    visitor.deal()
    visitor.play_on()
    ((wager, _),) = visitor.lines()
    assert wager.startswith("Trips")


def test_the_trident_is_put_down_beside_the_ante_and_settled_by_the_showdown(address: str, visiting: Visiting) -> None:
    visitor = visiting(base_url=address)
    visitor.become_guest()
    visitor.sit_from_lobby("tcp-1")
    told = visitor.page.get_by_role("tooltip")
    visitor.spot("Trident").hover()
    expect(told).to_contain_text(
        "it is paid by its own table if your hand is higher, comes back if the hands are equal"
    )
    expect(told).to_contain_text("A fold loses it.")
    visitor.put_chips(["Ante", "Trident"])
    visitor.deal()
    visitor.play_on()
    settled = visitor.lines()
    (trident,) = [net for wager, net in settled if wager.startswith("Trident")]
    (ante,) = [net for wager, net in settled if wager.startswith("Ante") and "Bonus" not in wager]
    assert trident == -500 or trident % 500 == 0
    assert ante > 0 or trident <= 0, "it pays only a hand that wins"


def test_a_spot_tells_what_the_table_pays_above_the_floor_and_what_may_be_made_alone(
    address: str, visiting: Visiting
) -> None:
    visitor = visiting(base_url=address)
    visitor.become_guest()
    visitor.sit_from_lobby("tcp-1")
    told = visitor.page.get_by_role("tooltip")
    visitor.spot("Pair Plus").hover()
    expect(told).to_contain_text("7 to 2")
    visitor.spot("Progressive").hover()
    expect(told).to_contain_text("It may be made alone.")
