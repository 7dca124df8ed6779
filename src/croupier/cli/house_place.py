"""Where a house is: its database, its key file and its witness, as every command of the house is told."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Struct

from croupier.house.checkpoints import witnesses
from croupier.house.checkpoints.witness import Witness, beside
from croupier.house.database.addresses import address
from croupier.house.database.database import Database
from croupier.house.keys import Keys, load_keys
from croupier.house.log import store
from croupier.house.log.store import links_elsewhere
from croupier.house.service import remote_house_file
from croupier.house.service.house import House
from croupier.house.service.remote_houses import RemoteHouses
from croupier.rulebook import shelf
from croupier.rulebook.errors import BadInput, NoRulebook

DEFAULT = "house.db"
_WHERE = "The house: an SQLite file, or postgresql://USER:PASSWORD@HOST/DATABASE."

HouseOption = Annotated[str, typer.Option("--house", envvar="CROUPIER_HOUSE", help=_WHERE)]
HouseArgument = Annotated[str, typer.Argument(metavar="HOUSE", envvar="CROUPIER_HOUSE", help=_WHERE)]
KeysOption = Annotated[
    Path | None,
    typer.Option(
        "--keys", envvar="CROUPIER_KEYS", help="The house's key file; for an SQLite file FILE it is FILE.keys."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write JSON.")]


class Opened(Struct, frozen=True):
    """A house that is open, with its keys."""

    database: Database
    keys: Keys
    house: House


def key_file(where: str, given: Path | None) -> Path:
    """The key file of a house: the one that was named, or the one beside its file."""
    if given is not None:
        return given
    url = address(where)
    if url.drivername == "sqlite":
        return Path(f"{url.database}.keys")
    raise BadInput("Name the key file of a house on PostgreSQL: --keys FILE, or CROUPIER_KEYS in the environment.")


@contextmanager
def opened(where: str, keys: Path | None) -> Iterator[Opened]:
    """The house there, to be changed, and the houses whose links it is on; its witness is written at the end too."""
    path = key_file(where, keys)
    with Database.open(where) as database:
        found = load_keys(path)
        witness = Witness(beside(path), found.signing, database)
        with closing(RemoteHouses(remote_house_file.beside(path), found.name)) as remote_houses:
            all_rulebooks_there(database)
            _all_known(database, remote_houses, remote_house_file.beside(path))
            house = House(database, found, remote_houses=remote_houses, witness=witness)
            others = witnesses.beside(path)
            with witnesses.asked_all_the_while(others, witness, database):
                try:
                    yield Opened(database, found, house)
                finally:
                    witness.write()


def all_rulebooks_there(database: Database) -> None:
    """Refuses to begin where a rulebook of somebody's own is not there that rules of the house were made by."""
    with database.read() as connection:
        needed = store.rulebooks_filed_under(connection)
    if missing := [name for name in needed if name not in shelf.rulebook_ids()]:
        raise NoRulebook(
            f"{database.name} has rules under {missing[0]!r}, which is in no folder of rulebooks that is named;"
            f" name its folder with --rulebooks FOLDER, or in {shelf.SETTING}."
        )


def _all_known(database: Database, remote_houses: RemoteHouses, path: Path) -> None:
    """Refuses to begin where the file does not say where a house is whose links this one is on."""
    with database.read() as connection:
        needed = {name: link for link, name in links_elsewhere(connection)}
    for name, link in needed.items():
        if name not in remote_houses:
            raise BadInput(
                f"Link {link} is kept by house {name}, and {path} does not say where that is;"
                f" croupier house join {link} --at PLACE does."
            )


def keys_if_there(where: str, given: Path | None) -> Keys | None:
    """The keys, to look with: none where nobody named a file and none is in its place."""
    if given is None and (address(where).drivername != "sqlite" or not key_file(where, None).exists()):
        return None
    return load_keys(key_file(where, given))
