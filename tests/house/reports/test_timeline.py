"""The timeline finds what a plain walk through all logs finds, page by page, whatever is looked for."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.reports.significant import BY_AMOUNT, GROUP_OF, GROUPS, amount_cents, wager_of
from croupier.house.reports.timeline import LARGE_CENTS, PAGE, Entry, Found, Place, Wanted, search
from tests.house.played import FLOOR, Evening, eventful


@pytest.fixture
def evening(database: Database) -> Evening:
    floor = Evening(database)
    eventful(floor)
    return floor


@pytest.fixture(scope="module")
def told_evening(house_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """An eventful evening on SQLite, only to be read."""
    path = tmp_path_factory.mktemp("timeline") / "evening.db"
    shutil.copyfile(house_file, path)
    with Database.open(path) as database:
        floor = Evening(database)
        eventful(floor)
        yield floor


Plain = tuple[int, str, int, str, int | None, str]  # time, table, record, event, cents, wager


def plainly(floor: Evening) -> list[Plain]:
    """Every event of a significant kind, whatever its amount, the latest first: all logs read from end to end."""
    found: list[tuple[int, str, int, int, Plain]] = []
    with floor.house.database.read() as connection:
        for table in everywhere(floor):
            for record in store.records_after(connection, table, 0):
                events = [one for act in decoded(record.body) for one in act.events if type(one) in GROUP_OF]
                for place, one in enumerate(events):
                    told = (record.at_ms, table, record.number, type(one).__name__, amount_cents(one), wager_of(one))
                    found.append((record.at_ms, table, record.number, place, told))
    return [told for *_, told in sorted(found, reverse=True)]


def everywhere(floor: Evening) -> list[str]:
    return [*(table for table in floor.house.tables() if table != CAGE), CAGE]


def pages(floor: Evening, wanted: Wanted, most_looked_at: int = 20_000) -> Iterator[Found]:
    """Page after page, to the beginning."""
    before: Place | None = None
    with floor.house.database.read() as connection:
        while True:
            found = search(connection, wanted, before, most_looked_at)
            assert found.looked_at <= most_looked_at
            yield found
            before = found.before
            if before is None:
                return


def plain(entry: Entry) -> Plain:
    return (entry.at_ms, entry.table, entry.record, entry.event, entry.cents, entry.wager)


def large(one: Plain) -> bool:
    return one[3] not in {kind.__name__ for kind in BY_AMOUNT} or (one[4] or 0) >= LARGE_CENTS


GROUP_BY_NAME = {kind.__name__: group for kind, group in GROUP_OF.items()}


def test_every_page_together_is_what_a_plain_walk_finds(evening: Evening) -> None:
    expected = [one for one in plainly(evening) if large(one)]
    for most in (20_000, 37, 1):
        found = list(pages(evening, Wanted(tables=everywhere(evening)), most))
        assert [plain(entry) for page in found for entry in page.entries] == expected, most
        assert sum(page.looked_at for page in found) == sum(evening.table(name).version for name in everywhere(evening))
    first = next(pages(evening, Wanted(tables=everywhere(evening))))
    assert PAGE <= len(first.entries) < 2 * PAGE
    assert {GROUP_BY_NAME[one[3]] for one in expected} >= {
        "irregularity", "void", "correction", "award", "floor", "conduct", "device", "deck", "table", "chips",
    }  # fmt: skip


def test_each_filter_finds_those_and_no_others(told_evening: Evening) -> None:
    everything = plainly(told_evening)
    middle = sorted(one[0] for one in everything)[len(everything) // 2]
    cases: list[tuple[Wanted, Callable[[Plain], bool]]] = [
        (Wanted(tables=["hand"]), lambda one: one[1] == "hand" and large(one)),
        (Wanted(tables=[CAGE]), lambda one: one[1] == CAGE and large(one)),
        (Wanted(tables=everywhere(told_evening), since_ms=middle), lambda one: one[0] >= middle and large(one)),
        (Wanted(tables=everywhere(told_evening), until_ms=middle), lambda one: one[0] <= middle and large(one)),
        (
            Wanted(tables=everywhere(told_evening), least_cents=1_000_00, wager="progressive"),
            lambda one: one[5] == "progressive" and (one[4] or 0) >= 1_000_00,
        ),
        (Wanted(tables=everywhere(told_evening), least_cents=1), lambda one: (one[4] or 0) >= 1),
    ]
    cases += [
        (
            Wanted(tables=everywhere(told_evening), groups=(group,)),
            lambda one, group=group: GROUP_BY_NAME[one[3]] == group and large(one),  # type: ignore[misc]
        )
        for group in GROUPS
    ]
    for wanted, is_wanted in cases:
        expected = [one for one in everything if is_wanted(one)]
        assert [plain(entry) for page in pages(told_evening, wanted, 50) for entry in page.entries] == expected, wanted
        assert expected or wanted.groups, wanted


def test_an_entry_says_who_did_it_in_whose_box_and_by_which_clause(told_evening: Evening) -> None:
    entries = [entry for page in pages(told_evening, Wanted(tables=everywhere(told_evening))) for entry in page.entries]
    assert all(entry.sentence.endswith(".") for entry in entries)
    noted = next(entry for entry in entries if entry.event == "ConductNoted")
    assert (noted.by, noted.seat, noted.table) == (FLOOR, 1, "tcp")
    assert noted.clause.startswith("md-tcp:")
    assert noted.player
    paid = [entry for entry in entries if entry.event == "AwardPaid"]
    assert "ann" in {entry.player for entry in paid}  # and whoever else the cards made rich
    assert all(entry.player for entry in paid)
    assert all(entry.cents and entry.wager == "progressive" for entry in paid)
    opened = [entry for entry in entries if entry.table == CAGE]
    assert opened
    assert all(entry.round == 0 for entry in opened)


def test_a_person_is_found_by_what_they_did_and_by_their_boxes(told_evening: Evening) -> None:
    by_kim = [
        e for page in pages(told_evening, Wanted(tables=everywhere(told_evening), person="Kim")) for e in page.entries
    ]
    assert by_kim
    assert all(entry.by == FLOOR for entry in by_kim)
    anns = Wanted(tables=everywhere(told_evening), person="ANN", least_cents=1)
    of_ann = [entry for page in pages(told_evening, anns) for entry in page.entries]
    assert {entry.event for entry in of_ann} >= {"WagerPlaced", "WagerSettled", "AwardPaid"}
    assert all("ann" in (entry.player, entry.by) for entry in of_ann)
    nobody = Wanted(tables=everywhere(told_evening), person="nobody at all")
    assert not [entry for page in pages(told_evening, nobody) for entry in page.entries]


def test_a_wager_counts_from_the_least_amount_on(told_evening: Evening) -> None:
    wagers = [one for one in plainly(told_evening) if one[3] == "WagerPlaced"]
    for least in sorted({one[4] or 0 for one in wagers})[:3]:
        wanted = Wanted(tables=everywhere(told_evening), groups=("wager",), least_cents=least)
        found = [one for page in pages(told_evening, wanted) for one in page.entries if one.event == "WagerPlaced"]
        assert len(found) == sum((one[4] or 0) >= least for one in wagers)
