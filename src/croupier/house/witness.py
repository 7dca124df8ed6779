"""A witness outside the database: how far each table's log had come, signed, in a file beside the key file.

Who can write the database can cut its logs short, with the checkpoints in them; the witness still knows how long they
were. It may lag behind by a moment and is never ahead, for it is written after the commit. A copy of it on another
machine is worth more than the file itself.
"""

import logging
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from croupier.house.chain import signature_holds, signed
from croupier.house.desk import Desk
from croupier.rulebook.errors import BadInput

EVERY_SECONDS = 1  # how often at most the file is written
SUFFIX = ".witness"

_log = logging.getLogger("croupier")


class Sighting(Struct, frozen=True, forbid_unknown_fields=True):
    """The last record of a table that the witness saw, signed as a checkpoint is."""

    number: int
    hash: bytes
    at_ms: int
    signature: bytes

    def holds(self, key: Ed25519PublicKey, table: str) -> bool:
        """Whether the house signed this."""
        return signature_holds(key, self.signature, table, self.number, self.hash, self.at_ms)


Sightings = dict[str, Sighting]


def beside(key_file: Path) -> Path:
    """Where the witness of a house stands."""
    return key_file.with_name(key_file.name + SUFFIX)


def read_witness(path: Path) -> Sightings:
    """What the witness says of each table; nothing where there is no file yet."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Sightings)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadInput(f"The witness {path} cannot be read ({error.strerror}); give it back its permissions.") from None
    except msgspec.MsgspecError:
        raise BadInput(f"{path} is not a house's witness; restore it from a copy.") from None


class Witness:
    """Sees tables as they are committed and writes that down, at most once a moment."""

    def __init__(self, path: Path, key: Ed25519PrivateKey, clock: Callable[[], float] = time.monotonic) -> None:
        self.path = path
        self._key = key
        self._clock = clock
        self._seen: dict[str, Desk] = {}
        self._written: Sightings = {}
        self._due = clock()

    def see(self, desks: Iterable[Desk]) -> None:
        """Takes in tables that were committed like this."""
        for desk in desks:
            self._seen[desk.table_id] = desk
        if self._clock() >= self._due:
            self.write()

    def write(self) -> None:
        """Writes down what has been seen; where the disk refuses, that is told, and tried again the next time."""
        self._due = self._clock() + EVERY_SECONDS
        if not self._seen:
            return
        try:
            self._written = self._newest({**self._written, **self._signed()})
            _replace(self.path, msgspec.json.encode(self._written))
        except (OSError, BadInput) as error:
            _log.warning("The witness %s cannot be written: %s", self.path, error)
        else:
            self._seen = {}

    def _signed(self) -> Sightings:
        return {
            name: Sighting(d.version, d.hash, d.at_ms, signed(self._key, name, d.version, d.hash, d.at_ms))
            for name, d in self._seen.items()
        }

    def _newest(self, own: Sightings) -> Sightings:
        """What this process saw, and what others of the house wrote into the same file, the later of each."""
        found = read_witness(self.path)
        for name, sighting in own.items():
            if name not in found or found[name].number < sighting.number:
                found[name] = sighting
        return found


def _replace(path: Path, data: bytes) -> None:
    """The file with other content, whole at every moment."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with open(fresh, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
