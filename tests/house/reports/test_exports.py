"""A regulator's exports say what the logs and the books say, as CSV and as Parquet."""

import csv
import tracemalloc
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
from sqlalchemy import func, select

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.log import store
from croupier.house.reports import exports
from croupier.house.reports.exports import EXPORTS, export_csv, export_parquet
from croupier.rulebook.errors import BadInput
from tests.house.floor import Floor
from tests.house.played import Evening, eventful, play_many


def rows_of(database: Database, what: str, folder: Path) -> list[dict[str, str]]:
    """An export as CSV, read back; the Parquet file must say the same."""
    path = folder / f"{what}.csv"
    count = export_csv(database, what, path)
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == count
    assert export_parquet(database, what, folder / f"{what}.parquet") == count
    table = pq.read_table(folder / f"{what}.parquet")
    assert table.column_names == [name for name, _ in EXPORTS[what].columns]
    assert [{name: _as_text(value) for name, value in row.items()} for row in table.to_pylist()] == rows
    return rows


def _as_text(value: Any) -> str:
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%dT%H:%M:%S}.{value.microsecond // 1000:03d}Z"
    return "" if value is None else str(value)


def test_an_eventful_evening_as_a_regulator_gets_it(database: Database, tmp_path: Path) -> None:
    floor = Evening(database)
    eventful(floor)
    rounds = rows_of(database, "rounds", tmp_path)
    settlements = rows_of(database, "settlements", tmp_path)
    events = rows_of(database, "events", tmp_path)
    meters = rows_of(database, "meters", tmp_path)
    _rounds_are_complete(floor, rounds)
    _settlements_are_the_books(database, rounds, settlements)
    kinds = Counter(event["event"] for event in events)
    assert kinds.keys() >= {
        "IrregularityReported", "RoundVoided", "AwardPending", "AwardPaid", "LineReversed", "Filled", "Credited",
        "DeviceFailed", "DeviceTreated", "RulesChanged", "SystemDecided", "ClockStepped", "ConductNoted", "LinkOpened",
        "TableOpened", "TableClosed",
    }  # fmt: skip
    assert kinds["RoundVoided"] == sum(row["outcome"] == "void" for row in rounds) == 3
    assert kinds["ClockStepped"] == 1
    assert all(event["sentence"].endswith(".") for event in events)
    with database.read() as connection:
        assert len(meters) == connection.execute(select(func.count()).select_from(s.movements)).scalar()


def _rounds_are_complete(floor: Evening, rounds: list[dict[str, str]]) -> None:
    """Numbered without gaps, each with cards that are all different."""
    for table in {row["table"] for row in rounds}:
        own = [row for row in rounds if row["table"] == table]
        assert [int(row["round"]) for row in own] == list(range(1, len(own) + 1))
        last = floor.table(table).state.round
        assert last is not None
        assert len(own) in (last.number, last.number - 1)
    for row in rounds:
        seats = [part.partition(":")[2] or part for part in row["seats_cards"].split()]
        cards = [*row["dealer"].split(), *row["community"].split(), *row["bonus_box"].split(), *seats]
        assert cards
        assert len(set(cards)) == len(cards)
        assert int(row["first_record"]) < int(row["last_record"])
        assert row["opened_at"] <= row["closed_at"]


def _settlements_are_the_books(
    database: Database, rounds: list[dict[str, str]], settlements: list[dict[str, str]]
) -> None:
    """What the lines say was paid is what players got, at every table."""
    paid: Counter[str] = Counter()
    for row in settlements:
        sign = -1 if row["entry"] == "LineReversed" else 1
        paid[row["table"]] += sign * (int(row["paid_cents"]) + int(row["returned_cents"]))
        assert row["player"]
        assert row["clause"]
    by_round = Counter(dict.fromkeys(paid, 0))
    for row in rounds:
        by_round[row["table"]] += int(row["paid_cents"]) + int(row["returned_cents"])
    assert by_round == paid
    c = s.transfers.c
    with database.read() as connection:
        got = select(c.table_id, func.sum(c.cents)).where(c.reason.in_(("paid", "returned", "award", "void")))
        back = select(c.table_id, func.sum(c.cents)).where(c.reason == "reversed", c.giver.like("player:%"))
        received = {table: int(cents) for table, cents in connection.execute(got.group_by(c.table_id))}
        given = {table: int(cents) for table, cents in connection.execute(back.group_by(c.table_id))}
    # Counters: a table that has paid nothing is in neither, or in one of them with nothing.
    assert Counter({table: cents - given.get(table, 0) for table, cents in received.items()}) == paid


def test_an_empty_house_exports_headings(database: Database, tmp_path: Path) -> None:
    for what in EXPORTS:
        assert rows_of(database, what, tmp_path) == []


def test_a_file_that_cannot_be_written_leaves_nothing_behind(database: Database, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        export_csv(database, "rounds", tmp_path / "nowhere" / "rounds.csv")
    with pytest.raises(BadInput, match="cannot be written"):
        export_parquet(database, "rounds", tmp_path / "nowhere" / "rounds.parquet")
    assert list(tmp_path.glob("*rounds*")) == []


def test_memory_does_not_grow_with_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four times the rounds take no more memory to export: beside what is read and written at once, here a little."""
    monkeypatch.setattr(store, "CHUNK", 20)
    monkeypatch.setattr(exports, "AT_ONCE", 20)
    with Database.open(tmp_path / "house.db", create=True) as database:
        floor = Floor(database)
        floor.open("tcp")
        peaks = []
        for rounds in (20, 60):
            play_many(floor, ["tcp"], rounds, side_wagers=False)
            export_csv(database, "settlements", tmp_path / "warm.csv")
            tracemalloc.start()
            count = export_csv(database, "settlements", tmp_path / "settlements.csv")
            peaks.append((count, tracemalloc.get_traced_memory()[1]))
            tracemalloc.stop()
    (few, little), (many, much) = peaks
    assert many > 3 * few
    assert much < 2 * little
