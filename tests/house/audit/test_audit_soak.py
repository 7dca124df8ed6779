"""A million events audited, and one byte among them found."""

import random
from pathlib import Path

import pytest

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.rulebook.load import rulebook_ids
from tests.house.audit.vandal import flipped, vandal
from tests.house.floor import KEYS, Floor
from tests.house.played import play_many

EVENTS = 1_000_000
TABLES = 50
AT_ONCE = 50  # rounds at each table between two looks at how many events there are


@pytest.mark.soak
def test_a_million_events_are_as_they_were_written_and_one_byte_is_found(tmp_path: Path) -> None:
    path, books = tmp_path / "house.db", rulebook_ids()
    with Database.open(path, create=True) as database:
        floor = Floor(database)
        names = [f"{books[number % len(books)]}-{number}" for number in range(TABLES)]
        for number, name in enumerate(names):
            floor.open(name, books[number % len(books)])
        while True:
            play_many(floor, names, AT_ONCE, side_wagers=False)
            records = sum(floor.table(name).version for name in names)
            if records > EVENTS // 6:  # a record holds about six
                report = audit(database, KEYS)
                assert report.ok, report.first
                if report.tally.events >= EVENTS:
                    break
        assert report.tally.records > EVENTS // 10
        chance = random.Random(7)
        with vandal(f"sqlite:///{path}") as hand:
            table = chance.choice(names)
            number = chance.randrange(1, floor.table(table).version)
            where = "WHERE table_id = %s AND number = %s"
            body = hand.one(f"SELECT body FROM records {where}", table, number)
            turned = flipped(body, chance.randrange(len(body)), chance.randrange(8))
            hand.run(f"UPDATE records SET body = %s {where}", turned, table, number)
        found = audit(database, KEYS).problems
        assert [(problem.table, problem.record) for problem in found] == [(table, number)]
