"""The houses whose links tables here are on: where each is and which keys it writes with, in a file of this house's.

The file stands beside the key file and is its owner's to read alone, for an address may hold a password. The database
knows the far house by its name only.
"""

import json
import os
import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, select

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.keys import NAME_DIGITS, Keys, load_keys
from croupier.house.links.clearing import Keep, Served
from croupier.house.links.remote_house import RemoteHouse
from croupier.house.log.chain import signature_holds
from croupier.house.service.house import serving
from croupier.house.transaction.table_cache import seed_purpose
from croupier.rulebook.complaint import complaint
from croupier.rulebook.errors import BadInput
from croupier.rulebook.submission import Filed

SUFFIX = ".links.toml"
HEADER = "# The houses whose links our tables are on; croupier house join writes this. It may hold passwords.\n"

Name = Annotated[
    str,
    Meta(
        pattern=rf"^[0-9a-f]{{{NAME_DIGITS}}}\Z",
        description=f"the first {NAME_DIGITS} digits of that house's public key",
    ),
]
Place = Annotated[str, Meta(min_length=1, description="a path or postgresql://USER:PASSWORD@HOST/DATABASE in quotes")]
KeyPath = Annotated[str, Meta(min_length=1, description="the path of that house's key file in quotes")]


class RemoteHouseEntry(Filed, frozen=True):
    """Another house: the place of its database, and the file with its keys."""

    at: Place
    keys: KeyPath


class RemoteHouseFile(Filed, frozen=True):
    """The file as it is written: each house by its name."""

    houses: dict[Name, RemoteHouseEntry] = {}


def beside(key_file: Path) -> Path:
    """Where a house writes down which other houses it knows."""
    return key_file.with_name(key_file.name + SUFFIX)


def read_remote_houses(path: Path) -> dict[str, RemoteHouseEntry]:
    """The houses in the file, by name; none where there is no file."""
    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise BadInput(f"Others may read {path}, which may hold passwords; run chmod 600 on it.")
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}); give it back its permissions.") from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise BadInput(f"{path} is not TOML: {error}; mend that place.") from None
    try:
        return msgspec.convert(data, RemoteHouseFile).houses
    except msgspec.ValidationError:
        problem = complaint(data, RemoteHouseFile) or "every house needs a place, at, and a key file, keys."
        raise BadInput(f"{path}: {problem}") from None


def write_remote_houses(path: Path, houses: Mapping[str, RemoteHouseEntry]) -> None:
    """Writes the file, whole at every moment, for its owner only."""
    parts = [f"\n[houses.{name}]\nat = {_quoted(far.at)}\nkeys = {_quoted(far.keys)}\n" for name, far in houses.items()]
    transaction = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        text = (HEADER + "".join(parts)).encode()
        with os.fdopen(os.open(transaction, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(transaction, path)
    except UnicodeEncodeError:
        raise BadInput("A place with a name that is not UTF-8 cannot be written down; give it another name.") from None
    except OSError as error:
        raise BadInput(
            f"{path} cannot be written ({error.strerror}); make its folder writable, then join again."
        ) from None


def _quoted(text: str) -> str:
    """A text as TOML writes it, which is as JSON does but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


class RemoteKeys:
    """The keys of a far house, read when its database is opened: it may be away, and its key file with it."""

    def __init__(self, name: str, path: Path) -> None:
        self._name = name
        self._path = path
        self._keep: Keep | None = None

    def check(self, database: Database) -> None:
        """Refuses keys that are not those of the house in that database."""
        keys = load_keys(self._path)
        with database.read() as connection:
            if keys.name != self._name or not _fit(connection, keys):
                raise BadInput(
                    f"{database.name} is not of the house whose keys are in {self._path}; name its own keys."
                )
        self._keep = serving(keys)

    def keep(self, database: Database, connection: Connection, served: Served) -> None:
        """Writes there as that house itself would."""
        assert self._keep is not None, "the database was opened, and so the keys were checked"
        self._keep(database, connection, served)


def remote_house_of(name: str, far: RemoteHouseEntry, house: str) -> RemoteHouse:
    """A far house as the house of that other name sees it; it is not opened yet."""
    keys = RemoteKeys(name, Path(far.keys))
    return RemoteHouse(name, far.at, house, keys.keep, keys.check)


def _fit(connection: Connection, keys: Keys) -> bool:
    """Whether what was signed or sealed in a house's database was so with these keys; true where nothing was."""
    signed = connection.execute(select(s.checkpoints).limit(1)).one_or_none()
    if signed is not None:
        public = keys.signing.public_key()
        return signature_holds(public, signed.signature, signed.table_id, signed.number, signed.hash, signed.at_ms)
    sealed = connection.execute(select(s.seeds).limit(1)).one_or_none()
    if sealed is None:
        return True
    try:
        keys.sealing.open(sealed.sealed, seed_purpose(sealed.table_id, sealed.shuffle))
    except BadInput:
        return False
    return True
