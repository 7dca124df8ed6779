"""Witnesses elsewhere: who is asked to sign what this house's witness has seen, and where copies of it go.

A file beside the key file names them. One that signs is asked as C2SP's tlog-witness says: it is sent what it signed
last, a proof that the log has only grown since, and the new checkpoint.
"""

import logging
import subprocess
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace
from sqlalchemy import Connection

from croupier.house.checkpoints import notes
from croupier.house.checkpoints.log_tree import LogTree, consistency
from croupier.house.checkpoints.notes import Checkpoint, VerifierKey, parse_checkpoint, parse_key, parse_signatures
from croupier.house.checkpoints.witness import Sighting, Sightings, Witness, read_witness
from croupier.house.checkpoints.witness import beside as witness_beside
from croupier.house.database.database import Database
from croupier.house.database.whole_files import replace_file
from croupier.house.log import store
from croupier.rulebook.complaint import complaint
from croupier.rulebook.errors import BadInput
from croupier.rulebook.submission import Filed

SUFFIX = ".witnesses.toml"
ROUND_SECONDS = 10.0  # between two rounds to all of them
PATIENCE_SECONDS = 15.0  # with one of them, for one table
DONE, CONFLICT = 200, 409

PublicKey = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="the 64 digits of a house's public key")]

_log = logging.getLogger("croupier")


class WitnessElsewhere(Filed, frozen=True):
    """One witness: a `command` or an address, `url`, that signs with `key`; or a `file` for a copy."""

    key: str = ""
    command: tuple[str, ...] = ()
    url: str = ""
    file: str = ""


class Witnesses(Filed, frozen=True):
    """The file as it is written; `houses` are those whose logs this house signs as their witness."""

    witnesses: dict[str, WitnessElsewhere] = {}
    houses: tuple[PublicKey, ...] = ()

    @property
    def keys(self) -> tuple[VerifierKey, ...]:
        """The keys of those that sign."""
        return tuple([parse_key(one.key) for one in self.witnesses.values() if one.key])


class WitnessAnswer(NamedTuple):
    """What a witness said: a status as HTTP has them, and the text."""

    status: int
    text: str


def beside(key_file: Path) -> Path:
    """Where a house writes down who its witnesses are."""
    return key_file.with_name(key_file.name + SUFFIX)


def read_witnesses(path: Path) -> Witnesses:
    """The witnesses in the file; none where there is no file."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Witnesses()
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}); give it back its permissions.") from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise BadInput(f"{path} is not TOML: {error}; mend that place.") from None
    try:
        found = msgspec.convert(data, Witnesses)
    except msgspec.ValidationError as error:
        raise BadInput(f"{path}: {complaint(data, Witnesses) or error}") from None
    for name, one in found.witnesses.items():
        if sum(map(bool, (one.command, one.url, one.file))) != 1 or bool(one.key) == bool(one.file):
            raise BadInput(f"{path}: witness {name} needs a key and a command or a url, or else a file for a copy.")
        if one.url and not one.url.startswith(("https://", "http://")):
            raise BadInput(f"{path}: the url of witness {name} begins with https://.")
    _ = found.keys
    return found


def copies(known: Witnesses) -> Iterator[Sightings]:
    """What the copies elsewhere say, of those that can be read."""
    for one in known.witnesses.values():
        if one.file:
            yield read_witness(Path(one.file))


def seen_anywhere(key_file: Path, given: Path | None = None) -> tuple[Sightings, tuple[VerifierKey, ...]]:
    """What a house's witness and its copies elsewhere have seen, or the `given` one alone; and who elsewhere signs."""
    elsewhere = read_witnesses(beside(key_file))
    if given is not None:
        return read_witness(given), elsewhere.keys
    seen = read_witness(witness_beside(key_file))
    for copy in copies(elsewhere):
        seen = newest(seen, copy)
    return seen, elsewhere.keys


@contextmanager
def asked_all_the_while(path: Path, witness: Witness, database: Database) -> Iterator[None]:
    """While within, the witnesses that the file names are asked again and again, by a thread of its own."""
    ended, told = Event(), set[str]()

    def keep() -> None:
        while not ended.wait(ROUND_SECONDS):
            try:
                problems = set(ask_all(read_witnesses(path), witness, database))
            except BadInput as error:
                problems = {str(error)}
            for problem in sorted(problems - told):
                _log.warning("A witness elsewhere: %s", problem)
            told.clear()
            told.update(problems)

    if not path.exists():
        yield
        return
    thread = Thread(target=keep, name="witnesses", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(PATIENCE_SECONDS)


def ask_all(known: Witnesses, witness: Witness, database: Database) -> list[str]:
    """Asks every witness to sign every log as far as it was seen, and makes the copies; what was not to be had."""
    problems = list[str]()
    for table, sighting in sorted(read_witness(witness.path).items()):
        if not sighting.note:
            continue
        checkpoint = parse_checkpoint(sighting.note)
        signed = checkpoint
        for name, one in known.witnesses.items():
            if one.key:
                try:
                    signed = signed.with_signatures(_asked(one, database, table, sighting, checkpoint))
                except BadInput as error:
                    problems.append(f"{name}, of table {table}: {error}")
        if signed != checkpoint:
            _keep(witness, table, sighting, signed)
    seen = msgspec.json.encode(read_witness(witness.path))
    for name, one in known.witnesses.items():
        try:
            if one.file and (not Path(one.file).exists() or Path(one.file).read_bytes() != seen):
                replace_file(Path(one.file), seen)
        except OSError as error:
            problems.append(f"{name}: {one.file} cannot be written ({error.strerror})")
    return problems


def _keep(witness: Witness, table: str, sighting: Sighting, signed: Checkpoint) -> None:
    """Keeps what others signed."""

    def changed(seen: Sightings) -> Sightings:
        kept = replace(seen[table], cosigned=str(signed), cosigned_peaks=sighting.peaks)
        return {**seen, table: kept}

    witness.change(changed)


def _asked(
    one: WitnessElsewhere, database: Database, table: str, sighting: Sighting, checkpoint: Checkpoint
) -> tuple[notes.Signature, ...]:
    """What a witness signed of a checkpoint, new or before."""
    key = parse_key(one.key)
    before, last = LogTree(), parse_checkpoint(sighting.cosigned) if sighting.cosigned else None
    if last and last.signed_by(key):
        if last.body == checkpoint.body:
            return tuple([line for line in last.signatures if (line.name, line.key_id) == (key.name, key.id)])
        before = LogTree(last.size, sighting.cosigned_peaks)
    with database.read() as connection:
        answer = _sent(one, _request(connection, table, before, checkpoint))
        if answer.status == CONFLICT:
            size = _size(answer.text)
            if size > checkpoint.size:
                raise BadInput(f"it has signed {size} records, and the log has {checkpoint.size}; run croupier audit.")
            before = LogTree().grown([end.hash for end in store.ends_after(connection, table, 0) if end.number <= size])
            answer = _sent(one, _request(connection, table, before, checkpoint))
    if answer.status != DONE:
        raise BadInput(f"it does not sign ({answer.status}): {answer.text.strip()[:200] or 'without a word'}")
    lines = parse_signatures(answer.text)
    if not checkpoint.with_signatures(lines).signed_by(key):
        raise BadInput("what it answered is not its signature; compare its key with the one it prints.")
    return tuple([line for line in lines if (line.name, line.key_id) == (key.name, key.id)])


def _request(connection: Connection, table: str, before: LogTree, checkpoint: Checkpoint) -> str:
    """What a witness is sent: what it signed last, that the log has only grown since, and the checkpoint."""
    leaves = list[bytes]()
    if before.size:
        ends = store.ends_after(connection, table, before.size)
        leaves = [end.hash for end in ends if end.number <= checkpoint.size]
    return request_text(before.size, consistency(before, leaves), checkpoint)


def request_text(old: int, proof: Sequence[bytes], checkpoint: Checkpoint) -> str:
    """The text of a request to sign."""
    lines = [f"old {old}", *[notes.in_base64(hash_) for hash_ in proof], "", str(checkpoint)]
    return "\n".join(lines)


def _size(text: str) -> int:
    try:
        return max(int(text), 0)
    except ValueError:
        raise BadInput(f"it answers with a conflict and no size: {text.strip()[:80]!r}") from None


def _sent(one: WitnessElsewhere, request: str) -> WitnessAnswer:
    return _run(one.command, request) if one.command else _posted(one.url, request)


def _run(command: Sequence[str], request: str) -> WitnessAnswer:
    """A command that reads the request and writes its signatures; or ends with 1 and the size it signed last."""
    try:
        ended = subprocess.run(command, input=request.encode(), capture_output=True, timeout=PATIENCE_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadInput(f"it cannot be asked: {error}") from None
    said = ended.stdout.decode("utf-8", "replace")
    if ended.returncode == 1 and said.strip().isdigit():
        return WitnessAnswer(CONFLICT, said)
    return WitnessAnswer(DONE if ended.returncode == 0 else 500, said or ended.stderr.decode("utf-8", "replace"))


def _posted(url: str, request: str) -> WitnessAnswer:
    address = f"{url.rstrip('/')}/add-checkpoint"
    try:
        with urllib.request.urlopen(
            urllib.request.Request(address, request.encode(), {"Content-Type": "text/plain"}),
            timeout=PATIENCE_SECONDS,
        ) as found:
            return WitnessAnswer(found.status, found.read(100_000).decode("utf-8", "replace"))
    except urllib.error.HTTPError as error:
        return WitnessAnswer(error.code, error.read(10_000).decode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        raise BadInput(f"it cannot be asked: {error}") from None


def newest(seen: Mapping[str, Sighting], others: Sightings) -> Sightings:
    """The later sighting of each table."""
    return {
        name: max([one for one in (seen.get(name), others.get(name)) if one], key=lambda one: one.number)
        for name in {*seen, *others}
    }
