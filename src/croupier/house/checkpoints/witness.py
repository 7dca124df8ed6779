"""A witness outside the database: how far each table's log had come, signed, in a file beside the key file.

Who can write the database can cut its logs short, with the checkpoints in them; the witness still knows how long they
were. It looks at every table when a process of the house begins, and more than once a second from then on, whoever
committed and whatever became of them. It may lag behind by a moment and is never ahead. A copy of it on another machine
is worth more than the file itself, and so is the signature of somebody elsewhere: see `witnesses`.
"""

import logging
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from threading import Lock

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from croupier.house.checkpoints import notes
from croupier.house.checkpoints.log_tree import LogTree
from croupier.house.database.database import Database
from croupier.house.database.faults import Unavailable
from croupier.house.database.whole_files import alone_in, replace_file
from croupier.house.log import store
from croupier.house.log.chain import signature_holds, signed
from croupier.rulebook.errors import BadInput

EVERY_SECONDS = 0.7  # how often it looks: what is committed is written down well within a second
SUFFIX = ".witness"
TROUBLES = {"disk", "file"}  # in which nothing can be written down

_log = logging.getLogger("croupier")


class Sighting(Struct, frozen=True, forbid_unknown_fields=True):
    """The last record of a table that the witness saw, signed as a checkpoint is.

    `peaks` are those of the log's tree up to there, and `note` the checkpoint in the form that others read. `cosigned`
    is the newest checkpoint that witnesses elsewhere signed too, which may be older, and `cosigned_peaks` its tree's.
    Version 0.2 wrote none of these.
    """

    number: int
    hash: bytes
    at_ms: int
    signature: bytes
    peaks: tuple[bytes, ...] = ()
    note: str = ""
    cosigned: str = ""
    cosigned_peaks: tuple[bytes, ...] = ()

    def holds(self, key: Ed25519PublicKey, table: str) -> bool:
        """Whether the house signed this."""
        return signature_holds(key, self.signature, table, self.number, self.hash, self.at_ms)

    @property
    def tree(self) -> LogTree:
        """The tree of the log up to here."""
        return LogTree(self.number, self.peaks)


Sightings = dict[str, Sighting]


def beside(key_file: Path) -> Path:
    """Where the witness of a house stands."""
    return key_file.with_name(key_file.name + SUFFIX)


def key_file_of(path: Path) -> Path:
    """The key file that a witness stands beside."""
    return path.with_name(path.name.removesuffix(SUFFIX))


def read_witness(path: Path) -> Sightings:
    """What the witness says of each table; nothing where there is no file yet."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Sightings)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadInput(f"The witness {path} cannot be read ({error.strerror}); give it back its permissions.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadInput(f"{path} is not a house's witness; restore it from a copy.") from None


class Witness:
    """Looks how far the tables' logs have come, and writes that down; any thread may use it."""

    def __init__(self, path: Path, key: Ed25519PrivateKey, database: Database) -> None:
        self.path = path
        self._key = key
        self._database = database
        self._told: set[str] = set()  # what is wrong is told once
        self._known: dict[str, tuple[int, bytes]] = {}  # how far what was written down goes, and its last hash
        self.missed: frozenset[str] = frozenset()  # tables without a record that was seen of them before
        self._writing = Lock()

    def write(self) -> None:
        """Writes down how far every log has come; a disk that refuses is told of, and tried again the next time."""
        with self._writing:
            try:
                if fresh := self._look():
                    self.change(lambda seen: _merged(seen, fresh))
            except OSError as error:
                self._tell("disk", "The witness %s cannot be written: %s", self.path, error.strerror)
            except Unavailable:
                pass  # whoever asks the database for something says so
            except BadInput as error:
                self._tell("file", "The witness cannot be written: %s", error)
            else:
                self._told -= TROUBLES

    @property
    def well(self) -> bool:
        """Whether every record that was seen is there still, and what is committed now can be written down."""
        return not self.missed and not self._told & TROUBLES

    def _look(self) -> Sightings:
        """How far the logs have come that have gone on since they were seen."""
        with self._database.read() as connection:
            rows = store.table_rows(connection)
            if all((row.version, row.hash) == self._known.get(row.table_id, (0, row.hash)) for row in rows):
                self.missed = frozenset(self._known.keys() - {row.table_id for row in rows})
                return {}
            return self._looked(connection, rows, read_witness(self.path))

    def change(self, changed: Callable[[Sightings], Sightings]) -> None:
        """Changes what is written down, nobody else writing meanwhile."""
        with alone_in(self.path.parent):
            seen = read_witness(self.path)
            now = changed(seen)
            if now != seen:
                replace_file(self.path, msgspec.json.encode(now))
                for stray in self.path.parent.glob(f"{self.path.name}.[0-9]*"):
                    stray.unlink(missing_ok=True)  # a killed process of version 0.2 left it
            self._known = _ends(now)

    def _looked(self, connection: Connection, rows: list[store.TableRow], seen: Sightings) -> Sightings:
        found, missed = Sightings(), seen.keys() - {row.table_id for row in rows}
        self._known = _ends(seen)
        for row in rows:
            before = seen.get(row.table_id)
            if before and before.number > row.version:
                missed.add(row.table_id)
                sentence = "Table %s ends with record %s, and the witness knows record %s; run croupier audit"
                self._tell(f"{row.table_id} short", sentence, row.table_id, row.version, before.number)
            elif before is None or (before.number, before.hash) != (row.version, row.hash):
                if after := self._sighting(connection, row.table_id, before):
                    found[row.table_id] = after
                elif before:
                    missed.add(row.table_id)
        self.missed = frozenset(missed)
        return found

    def _sighting(self, connection: Connection, table: str, before: Sighting | None) -> Sighting | None:
        """How far a table's log has come, going on from what was seen before; None where it is another log."""
        start = before.tree if before and before.peaks and before.tree.whole else LogTree()
        with closing(store.ends_after(connection, table, max(start.size - 1, 0))) as ends:
            return self._signed(table, before, start, ends)

    def _signed(self, table: str, before: Sighting | None, tree: LogTree, ends: Iterable[store.End]) -> Sighting | None:
        last: store.End | None = None
        for last in ends:
            if last.number > tree.size:
                tree = tree.grown([last.hash])
            if before and last.number == before.number and last.hash != before.hash:
                sentence = "Record %s of table %s is not the one that the witness saw; run croupier audit"
                self._tell(f"{table} other", sentence, before.number, table)
                return None
        if last is None or tree.size != last.number:
            return None  # records are missing, which an audit tells
        number, hash_, at_ms = last
        return Sighting(
            number,
            hash_,
            at_ms,
            signed(self._key, table, number, hash_, at_ms),
            tree.peaks,
            str(notes.signed(self._key, table, number, tree.root)),
        )

    def _tell(self, what: str, sentence: str, *given: object) -> None:
        if what not in self._told:
            self._told.add(what)
            _log.error(sentence, *given)


def _ends(seen: Sightings) -> dict[str, tuple[int, bytes]]:
    return {name: (sighting.number, sighting.hash) for name, sighting in seen.items()}


def _merged(seen: Sightings, fresh: Sightings) -> Sightings:
    """What is written down with what was seen since, the later of each; others may have written meanwhile."""
    merged = dict(seen)
    for name, sighting in fresh.items():
        before = seen.get(name)
        if before is None:
            merged[name] = sighting
        elif before.number < sighting.number:
            merged[name] = replace(sighting, cosigned=before.cosigned, cosigned_peaks=before.cosigned_peaks)
    return merged
