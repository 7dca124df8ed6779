"""Checkpoints as others read them: signed notes in the forms of C2SP's tlog-checkpoint and tlog-cosignature.

    croupier/HOUSE/TABLE
    the number of records
    the root of their tree, in base 64

    — croupier/HOUSE/TABLE base64( key id ‖ Ed25519 over the three lines )
    — a witness's name base64( key id ‖ time ‖ Ed25519 over "cosignature/v1", the time and the three lines )

HOUSE is the first sixteen digits of the house's public key; a key id is the beginning of a hash over the key's name,
its kind and the key, so that one key under two names is two.
"""

import base64
import binascii
import hashlib
from collections.abc import Iterable

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from croupier.house.keys import NAME_DIGITS
from croupier.rulebook.errors import BadInput

SIGNS, COSIGNS = 1, 4  # the kinds of keys: what a log signs with, and what a witness cosigns with
DASH = "— "
MOST_LINES = 64  # of signatures, and of proofs
TIME_BYTES = 8


class VerifierKey(Struct, frozen=True):
    """A public key with its name and its kind, as it is passed on: `name+id+base64`."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """What signatures say they are by."""
        return hashlib.sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{in_base64(bytes([self.kind]) + self.public)}"


class Signature(Struct, frozen=True):
    """One line under a note: whose, by which key, and what follows."""

    name: str
    key_id: bytes
    data: bytes

    def __str__(self) -> str:
        return f"{DASH}{self.name} {in_base64(self.key_id + self.data)}\n"


class Checkpoint(Struct, frozen=True):
    """A log at some size, and who signed for it."""

    origin: str
    size: int
    root: bytes
    signatures: tuple[Signature, ...] = ()

    @property
    def body(self) -> str:
        """What is signed."""
        return f"{self.origin}\n{self.size}\n{in_base64(self.root)}\n"

    def __str__(self) -> str:
        return f"{self.body}\n{''.join(map(str, self.signatures))}"

    def signed_by(self, key: VerifierKey) -> bool | None:
        """Whether the holder of the key signed this; None where nobody says so."""
        lines = [one for one in self.signatures if (one.name, one.key_id) == (key.name, key.id)]
        return all(_holds(key, self.body, one.data) for one in lines) if lines else None

    def with_signatures(self, more: Iterable[Signature]) -> "Checkpoint":
        """The same with these too, each key's last."""
        kept = {(one.name, one.key_id): one for one in (*self.signatures, *more)}
        return Checkpoint(self.origin, self.size, self.root, tuple(kept.values()))


def origin_of(public: Ed25519PublicKey, table: str) -> str:
    """What a table's log is called everywhere."""
    return f"{house_name(public)}/{table}"


def house_name(public: Ed25519PublicKey) -> str:
    """What a house is called as a witness of others."""
    return f"croupier/{public.public_bytes_raw().hex()[:NAME_DIGITS]}"


def log_key(public: Ed25519PublicKey, table: str) -> VerifierKey:
    """The key that a table's checkpoints are signed with."""
    return VerifierKey(origin_of(public, table), SIGNS, public.public_bytes_raw())


def witness_key(public: Ed25519PublicKey) -> VerifierKey:
    """The key that a house cosigns others' checkpoints with."""
    return VerifierKey(house_name(public), COSIGNS, public.public_bytes_raw())


def signed(key: Ed25519PrivateKey, table: str, size: int, root: bytes) -> Checkpoint:
    """A checkpoint of a table's log, signed by its house."""
    verifier = log_key(key.public_key(), table)
    bare = Checkpoint(verifier.name, size, root)
    return bare.with_signatures([Signature(verifier.name, verifier.id, key.sign(bare.body.encode()))])


def cosignature(key: Ed25519PrivateKey, checkpoint: Checkpoint, at_seconds: int) -> Signature:
    """What a witness signs: that it has seen nothing of this log that this checkpoint does not continue."""
    verifier = witness_key(key.public_key())
    time = at_seconds.to_bytes(TIME_BYTES, "big")
    return Signature(verifier.name, verifier.id, time + key.sign(_cosigned(checkpoint.body, at_seconds)))


def parse_checkpoint(text: str) -> Checkpoint:
    """A checkpoint as somebody wrote it."""
    body, found, signatures = text.rpartition("\n\n")
    lines = body.split("\n")
    try:
        if not found or len(lines) != 3 or not lines[0] or lines[1] != str(int(lines[1])) or int(lines[1]) < 0:
            raise ValueError
        root = base64.b64decode(lines[2], validate=True)
    except (ValueError, binascii.Error):
        sentence = "This is no checkpoint: it has an origin, a size, a root, an empty line and signatures."
        raise BadInput(sentence) from None
    return Checkpoint(lines[0], int(lines[1]), root, parse_signatures(signatures))


def parse_signatures(text: str) -> tuple[Signature, ...]:
    """The lines of signatures, as a note ends with them or a witness answers."""
    found = list[Signature]()
    for line in text.splitlines():
        name, _, data = line.removeprefix(DASH).partition(" ")
        try:
            raw = base64.b64decode(data, validate=True)
        except (ValueError, binascii.Error):
            raw = b""
        if not line.startswith(DASH) or not name or len(raw) < 5:
            raise BadInput(f"{line!r:.80} is no signature of a note; it is a dash, a name and base 64.")
        found.append(Signature(name, raw[:4], raw[4:]))
    if not 0 < len(found) <= MOST_LINES:
        raise BadInput(f"A note has 1 to {MOST_LINES} signatures, not {len(found)}.")
    return tuple(found)


def parse_key(text: str) -> VerifierKey:
    """A verifier key as it is passed on."""
    name, _, rest = text.partition("+")
    id_, _, data = rest.partition("+")
    try:
        raw = base64.b64decode(data, validate=True)
        key = VerifierKey(name, raw[0], raw[1:])
        if key.kind not in (SIGNS, COSIGNS) or key.id.hex() != id_:
            raise ValueError
        Ed25519PublicKey.from_public_bytes(key.public)
    except (ValueError, IndexError, binascii.Error):
        raise BadInput(f"{text!r:.100} is no verifier key; write it as its owner printed it, NAME+ID+KEY.") from None
    return key


def _holds(key: VerifierKey, body: str, data: bytes) -> bool:
    message = body.encode()
    if key.kind == COSIGNS:
        data, time = data[TIME_BYTES:], data[:TIME_BYTES]
        message = _cosigned(body, int.from_bytes(time, "big"))
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(data, message)
    except InvalidSignature:
        return False
    return True


def _cosigned(body: str, at_seconds: int) -> bytes:
    return f"cosignature/v1\ntime {at_seconds}\n{body}".encode()


def in_base64(data: bytes) -> str:
    """The data as notes have it."""
    return base64.b64encode(data).decode()
