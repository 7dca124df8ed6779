"""A regulator's exports: rounds, settlements, significant events and meters, as CSV or Parquet, in any quantity.

Money is in whole cents, and what meters gain in hundred-millionths of a cent. Times are of UTC.
"""

import csv
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection

from croupier.house.database.database import Database
from croupier.house.reports import export_rows as rows
from croupier.house.reports.export_rows import Row, Rows
from croupier.rulebook.errors import BadInput

AT_ONCE = 10_000  # rows in memory, and in a group of a Parquet file
TEXT, WHOLE, TIME = "text", "whole", "time"

Tell = Callable[[int], None]  # so many rows more are written


class Export(Struct, frozen=True):
    """A kind of export: its columns with their kinds, and where its rows come from."""

    columns: tuple[tuple[str, str], ...]
    rows: Callable[[Connection], Rows]


EXPORTS = {
    "rounds": Export(
        (
            ("table", TEXT), ("round", WHOLE), ("outcome", TEXT), ("rules", TEXT), ("first_record", WHOLE),
            ("last_record", WHOLE), ("opened_at", TIME), ("closed_at", TIME), ("deck", TEXT), ("seats", WHOLE),
            ("staked_cents", WHOLE), ("returned_cents", WHOLE), ("paid_cents", WHOLE), ("dealer_hand", TEXT),
            ("dealer", TEXT), ("community", TEXT), ("bonus_box", TEXT), ("seats_cards", TEXT),
        ),
        rows.rounds,
    ),
    "settlements": Export(
        (
            ("table", TEXT), ("round", WHOLE), ("record", WHOLE), ("at", TIME), ("entry", TEXT), ("seat", WHOLE),
            ("player", TEXT), ("wager", TEXT), ("outcome", TEXT), ("stake_cents", WHOLE), ("paid_cents", WHOLE),
            ("returned_cents", WHOLE), ("cut_cents", WHOLE), ("line", TEXT), ("odds", TEXT), ("case", TEXT),
            ("meter", TEXT), ("clause", TEXT),
        ),
        rows.settlements,
    ),
    "events": Export(
        (
            ("table", TEXT), ("round", WHOLE), ("record", WHOLE), ("at", TIME), ("event", TEXT), ("by", TEXT),
            ("command", TEXT), ("seat", WHOLE), ("cents", WHOLE), ("clause", TEXT), ("sentence", TEXT),
        ),
        rows.events,
    ),
    "meters": Export(
        (
            ("link", TEXT), ("move", WHOLE), ("meter", TEXT), ("kind", TEXT), ("gain", WHOLE), ("reserve_gain", WHOLE),
            ("shown_cents", WHOLE), ("carry", WHOLE), ("reserve_cents", WHOLE), ("reserve_carry", WHOLE),
            ("reverses", WHOLE), ("table", TEXT), ("round", WHOLE), ("record", WHOLE), ("at", TIME),
        ),
        rows.meters,
    ),
}  # fmt: skip


def export_csv(database: Database, what: str, path: Path, tell: Tell = lambda count: None) -> int:
    """Writes an export as CSV, whole or not at all; how many rows there are."""
    export = EXPORTS[what]
    times = [place for place, (_, kind) in enumerate(export.columns) if kind == TIME]

    def write(fresh: Path, parts: Iterator[list[Row]]) -> None:
        with open(fresh, "w", encoding="utf-8", newline="") as file:
            out = csv.writer(file)
            out.writerow([name for name, _ in export.columns])
            for part in parts:
                out.writerows([_timed(row, times) for row in part])

    return _written(database, export, path, write, tell)


def export_parquet(database: Database, what: str, path: Path, tell: Tell = lambda count: None) -> int:
    """Writes an export as Parquet, whole or not at all; how many rows there are."""
    import pyarrow as pa  # type: ignore[import-untyped]  # slow to import, and seldom needed
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    export = EXPORTS[what]
    types = {TEXT: pa.string(), WHOLE: pa.int64(), TIME: pa.timestamp("ms", tz="UTC")}
    schema = pa.schema([(name, types[kind]) for name, kind in export.columns])

    def write(fresh: Path, parts: Iterator[list[Row]]) -> None:
        with pq.ParquetWriter(fresh, schema) as out:
            for part in parts:
                columns = zip(*part, strict=True)
                arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
                out.write_batch(pa.record_batch(arrays, schema=schema))

    return _written(database, export, path, write, tell)


def _written(
    database: Database, export: Export, path: Path, write: Callable[[Path, Iterator[list[Row]]], None], tell: Tell
) -> int:
    """Writes beside the file and then in its place, from one moment of the database."""
    count = 0

    def parts(found: Rows) -> Iterator[list[Row]]:
        nonlocal count
        while part := list(islice(found, AT_ONCE)):
            yield part
            count += len(part)
            tell(len(part))

    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with database.read() as connection:
            write(fresh, parts(export.rows(connection)))
        os.replace(fresh, path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written ({error.strerror}); choose another place.") from None
    finally:
        fresh.unlink(missing_ok=True)
    return count


def _timed(row: Row, times: list[int]) -> list[Any]:
    """The row with its times as people and programs read them."""
    values = list(row)
    for place in times:
        moment = datetime.fromtimestamp(values[place] // 1000, UTC)
        values[place] = f"{moment:%Y-%m-%dT%H:%M:%S}.{values[place] % 1000:03d}Z"
    return values
