"""A house written by an earlier version is migrated, audited, proved and played on by this one."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.log.chain import decoded
from croupier.house.log.earlier import EarlierAct, MeterMoved, read_today
from croupier.house.log.store import records_after
from croupier.house.replay.replaying import replayed
from croupier.table.settlement.results import void
from croupier.table.values import events as e
from croupier.table.values.box import Wager
from tests.house.floor import KEYS, Floor
from tests.house.log import meters_moved
from tests.house.log.first_version import KEPT, ROUNDS, TABLES, kept_house


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
    house_table = floor.table(table)
    assert house_table.state.rounds == ROUNDS + 1
    assert house_table.state.round is not None
    assert house_table.state.round.phase == "decisions"
    with kept.read() as connection:
        for number in range(1, ROUNDS + 1):
            assert replayed(connection, table, number).ok
    floor.play(table, 2)
    assert audit(kept, KEYS).ok


# A house of version 0.2, where commands that changed nothing were kept as if they had made the last record


@pytest.fixture
def second(tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "house.db"
    path.write_bytes(gzip.decompress(kept_house("0.2.0").read_bytes()))
    with Database.at(path) as old:
        assert old.revision() == "0002_since_0.2.0"
        old.migrate()
    with Database.open(path) as database:
        yield database


def test_a_house_where_commands_changed_nothing_is_whole(second: Database) -> None:
    report = audit(second, KEYS)
    assert report.ok, report.problems
    assert report.tally.unvouched == report.tally.answers > 0
    assert any("before version 0.3" in sentence for sentence in report.unchecked)


def test_what_it_answered_is_answered_again_and_it_is_played_on(second: Database) -> None:
    floor = Floor(second)
    nothing = h.SetWagers(seat=1, stakes=(Wager("ante", 0),))
    again = floor.do("three", nothing, "nothing-1")
    assert again.again
    assert again.record == 3
    floor.play("hold-em", 2)
    floor.do("hold-em", h.Fill(cents=500), "fill-1")
    report = audit(second, KEYS)
    assert report.ok, report.problems
    assert report.tally.unvouched < report.tally.answers


# A house of version 0.3, before the vocabularies of the law were closed


@pytest.fixture
def third(tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "house.db"
    path.write_bytes(gzip.decompress(kept_house("0.3.0").read_bytes()))
    with Database.at(path) as old:
        old.migrate()
    with Database.open(path) as database:
        yield database


def test_a_house_of_0_3_0_is_whole_and_its_tables_are_played_on(third: Database) -> None:
    report = audit(third, KEYS)
    assert report.ok, report.problems
    assert report.tally.rounds >= ROUNDS * len(TABLES)
    floor = Floor(third)
    for table in TABLES:
        with third.read() as connection:
            assert all(replayed(connection, table, number).ok for number in range(1, ROUNDS + 1))
        floor.play(table, 2)
    assert audit(third, KEYS).ok


# A house of version 0.4 while a meter's hit and what put it back were one event


@pytest.fixture
def moved(tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "house.db"
    path.write_bytes(gzip.decompress(kept_house("0.4.0-meters-moved").read_bytes()))
    with Database.at(path) as old:
        old.migrate()
    with Database.open(path) as database:
        yield database


def test_a_meter_that_moved_was_hit_or_restored(moved: Database) -> None:
    with moved.read() as connection:
        bodies = [record.body for record in records_after(connection, meters_moved.TABLE, 0)]
    assert sum(body.count(b'"MeterMoved"') for body in bodies) == 5
    events = [event for body in bodies for act in decoded(body) for event in act.events]
    assert [event for event in events if isinstance(event, e.MeterHit | e.MeterRestored)] == [
        e.MeterHit(meter="progressive", paid_cents=500_080, cents=200_000),
        e.MeterHit(meter="progressive", paid_cents=200_080, cents=200_000),
        e.MeterRestored(meter="progressive", restored_cents=200_080, cents=200_080),
        e.MeterHit(meter="progressive", paid_cents=200_160, cents=200_000),
        e.MeterRestored(meter="progressive", restored_cents=200_160, cents=200_160),
    ]


def test_a_house_whose_meters_moved_is_whole_and_its_rounds_are_proved_again(moved: Database) -> None:
    report = audit(moved, KEYS)
    assert report.ok, report.problems
    with moved.read() as connection:
        for number in (meters_moved.PAID, meters_moved.REFUSED, meters_moved.VOID):
            again = replayed(connection, meters_moved.TABLE, number)
            assert again.ok, again


def test_an_award_of_nothing_is_a_hit_too() -> None:
    """A share of a few cents, or the whole of an empty meter: only the award that follows says that it was won."""
    line = void(1, Wager("progressive", 100), clause="", case="")
    award = e.AwardPending(unit="seat", line=line, source="table_inventory", rest=())
    nothing = MeterMoved(meter="minor", paid_cents=0, cents=7)
    other = MeterMoved(meter="major", paid_cents=0, cents=9)
    (act,) = read_today((EarlierAct("dealer", "SettleNext", (other, nothing, award)),))
    assert act.events == (
        e.MeterRestored(meter="major", restored_cents=0, cents=9),
        e.MeterHit(meter="minor", paid_cents=0, cents=7),
        award,
    )
