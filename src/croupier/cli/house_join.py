"""`croupier house join`: a link that another house keeps, for tables of this one to be on."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.house_place import DEFAULT, HouseOption, JsonOption, KeysOption, key_file
from croupier.cli.output import console, write_json
from croupier.house.database.addresses import address
from croupier.house.database.database import Database
from croupier.house.keys import load_keys
from croupier.house.log.store import links_elsewhere
from croupier.house.service.house import House, wall_clock
from croupier.house.service.remote_house_file import (
    RemoteHouseEntry,
    beside,
    read_remote_houses,
    remote_house_of,
    write_remote_houses,
)
from croupier.rulebook.errors import BadInput


def join(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The link, as the house that keeps it calls it.")],
    at: Annotated[str, typer.Option(metavar="PLACE", help="That house: a file, or postgresql://… as for --house.")],
    their_keys: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="That house's key file; for an SQLite file FILE it is FILE.keys."),
    ] = None,
    house: HouseOption = DEFAULT,
    keys: KeysOption = None,
    as_json: JsonOption = False,
) -> None:
    """Join a link of progressive meters that another house keeps; say it again where that house has moved.

    Where it is stands in a file beside the key file from then on.
    """
    path = key_file(house, keys)
    own, far = load_keys(path), _far(at, their_keys)
    name = load_keys(Path(far.keys)).name
    if name == own.name:
        raise BadInput(f"That is this house itself; croupier house open TABLE FILE --link {link} needs no joining.")
    known = read_remote_houses(beside(path))
    with Database.open(house) as database, closing(remote_house_of(name, far, own.name)) as remote_house:
        with database.read() as connection:
            moved = (link, name) in links_elsewhere(connection)
        if moved and known.get(name) == far:
            raise BadInput(f"Link {link} is joined already; croupier house open TABLE FILE --link {link} uses it.")
        if moved:
            remote_house.ask(link, wall_clock(), lambda clearing: None)  # it must be there
        else:
            House(database, own, remote_houses={name: remote_house}).join_remote_link(link, name)
    write_remote_houses(beside(path), {**known, name: far})
    if as_json:
        write_json({"link": link, "house": name, "moved": moved, "places": str(beside(path))})
    else:
        done = "is found there" if moved else "is joined"
        console().print(f"Link {link} of house {name} {done}. Where that house is stands in {beside(path)}.")


def _far(at: str, their_keys: Path | None) -> RemoteHouseEntry:
    """The other house as it is written down: with whole paths, for the next command may be run elsewhere."""
    url = address(at)
    place = str(Path(url.database or "").absolute()) if url.drivername == "sqlite" else at
    if their_keys is None:
        if url.drivername != "sqlite":
            raise BadInput("Name the key file of that house on PostgreSQL: --their-keys FILE.")
        their_keys = Path(f"{place}.keys")
    return RemoteHouseEntry(at=place, keys=str(their_keys.absolute()))
