"""Rows in files: CSV and Parquet."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from croupier.rulebook.errors import BadInput

Row = dict[str, Any]


def write_csv(file: Path, rows: Sequence[Row]) -> None:
    """The rows as CSV, their columns named in the first line."""
    try:
        with file.open("w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
    except OSError as error:
        raise BadInput(f"{file} cannot be written ({error.strerror}); name another file.") from None


def write_parquet(file: Path, rows: Sequence[Row]) -> None:
    """The rows as Parquet."""
    import pyarrow  # type: ignore[import-untyped]  # it takes a while to load
    from pyarrow import parquet

    try:
        # A seed may have all of 64 bits, more than a signed column holds.
        found = [{**row, "seed": str(row["seed"])} for row in rows]
        parquet.write_table(pyarrow.Table.from_pylist(found), file)
    except OSError as error:
        raise BadInput(f"{file} cannot be written ({error.strerror or error}); name another file.") from None
