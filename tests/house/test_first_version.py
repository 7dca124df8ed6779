"""A house written by the first version is migrated, audited, proved and played on by this one."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.house.audit import audit
from croupier.house.database import Database
from croupier.house.replaying import replayed
from tests.house.first_version import KEPT, ROUNDS, TABLES
from tests.house.floor import KEYS, Floor


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "house.db"
    path.write_bytes(gzip.decompress(KEPT.read_bytes()))
    with Database.at(path) as old:
        assert old.revision() == "0001_since_0.1.0"
        old.migrate()
    with Database.open(path) as database:
        yield database


def test_the_kept_house_is_whole(kept: Database) -> None:
    report = audit(kept, KEYS)
    assert report.ok, report.problems
    assert report.tally.rounds >= ROUNDS * len(TABLES)


@pytest.mark.parametrize("table", TABLES)
def test_its_rounds_are_told_and_proved_again_and_the_one_under_way_is_played_out(kept: Database, table: str) -> None:
    floor = Floor(kept)
    desk = floor.desk(table)
    assert desk.state.rounds == ROUNDS + 1
    assert desk.state.round is not None
    assert desk.state.round.phase == "decisions"
    with kept.read() as connection:
        for number in range(1, ROUNDS + 1):
            assert replayed(connection, table, number).ok
    floor.play(table, 2)
    assert audit(kept, KEYS).ok
