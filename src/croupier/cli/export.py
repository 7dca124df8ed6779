"""`croupier export`: what a regulator asks for, as CSV or Parquet."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.house_place import DEFAULT, HouseArgument, JsonOption
from croupier.cli.output import console, write_json
from croupier.cli.slowly import slowly
from croupier.house.database.database import Database
from croupier.house.reports.exports import EXPORTS, export_csv, export_parquet
from croupier.rulebook.errors import BadInput, nearest


def export(
    house: HouseArgument = DEFAULT,
    what: Annotated[str, typer.Option(help=f"One of {', '.join(EXPORTS)}.")] = "rounds",
    csv: Annotated[Path | None, typer.Option(help="Write CSV to this file.")] = None,
    parquet: Annotated[Path | None, typer.Option(help="Write Parquet to this file.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Export rounds, settlements, significant events or meters, from the first record on."""
    if what not in EXPORTS:
        raise BadInput(f"There is no export {what!r}; {nearest(what, EXPORTS)}.")
    if (csv is None) == (parquet is None):
        raise BadInput("Name one file to write: --csv FILE or --parquet FILE.")
    path = csv or parquet
    assert path is not None
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name a file to write.")
    write = export_csv if csv else export_parquet
    with Database.open(house) as database, slowly(f"exporting {what}", 0) as advance:
        count = write(database, what, path, advance)
    if as_json:
        write_json({"what": what, "file": str(path), "rows": count})
    else:
        console().print(f"{count:,} rows of {what} are in {path}.")
