"""A house as the witness of others: it signs their checkpoints as long as their logs only grow.

What it signed last of each log stands in a file beside its key file. A log that was cut short or written anew since is
not signed again, whoever asks.
"""

import base64
import binascii
from pathlib import Path
from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from croupier.house.checkpoints import notes
from croupier.house.checkpoints.log_tree import is_consistent
from croupier.house.checkpoints.notes import MOST_LINES, Checkpoint, Signature, parse_checkpoint
from croupier.house.database.whole_files import alone_in, replace_file
from croupier.rulebook.errors import BadInput

SUFFIX = ".cosigned"


class Conflict(NamedTuple):
    """The asker does not go on from what was signed last, which had this size."""

    size: int


def beside(key_file: Path) -> Path:
    """Where a house writes down what it signed of others' logs."""
    return key_file.with_name(key_file.name + SUFFIX)


class Cosigner:
    """Signs for the houses with these public keys."""

    def __init__(self, path: Path, key: Ed25519PrivateKey, houses: tuple[str, ...]) -> None:
        self._path = path
        self._key = key
        self._houses = {
            notes.house_name(public): public
            for public in [Ed25519PublicKey.from_public_bytes(bytes.fromhex(house)) for house in houses]
        }

    def cosign(self, request: str, at_seconds: int) -> Signature | Conflict:
        """The signature that was asked for, once it is written down what was signed; or what was signed before."""
        old, proof, checkpoint = _parsed(request)
        self._check_signed(checkpoint)
        with alone_in(self._path.parent):
            kept = self._kept()
            last = parse_checkpoint(kept[checkpoint.origin]) if checkpoint.origin in kept else None
            size, root = (last.size, last.root) if last else (0, b"")
            if old != size or (checkpoint.size == size and last and checkpoint.root != root):
                return Conflict(size)
            if not is_consistent(size, root, checkpoint.size, checkpoint.root, proof):
                raise BadInput(f"The log {checkpoint.origin} does not go on from its {size} records that were signed.")
            signature = notes.cosignature(self._key, checkpoint, at_seconds)
            kept[checkpoint.origin] = str(checkpoint)
            replace_file(self._path, msgspec.json.encode(kept))
        return signature

    def _check_signed(self, checkpoint: Checkpoint) -> None:
        house, _, table = checkpoint.origin.rpartition("/")
        public = self._houses.get(house)
        if public is None:
            raise BadInput(f"{checkpoint.origin} is not signed for here; name its house's public key in `houses`.")
        if not checkpoint.signed_by(notes.log_key(public, table)):
            raise BadInput(f"The checkpoint of {checkpoint.origin} is not signed by that house.")

    def _kept(self) -> dict[str, str]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            raise BadInput(f"{self._path} cannot be read; restore it from a copy before anything is signed.") from None


def _parsed(request: str) -> tuple[int, list[bytes], Checkpoint]:
    head, found, rest = request.partition("\n\n")
    first, *lines = head.split("\n")
    word, _, size = first.partition(" ")
    try:
        if not found or word != "old" or size != str(int(size)) or int(size) < 0 or len(lines) > MOST_LINES:
            raise ValueError
        proof = [base64.b64decode(line, validate=True) for line in lines]
    except (ValueError, binascii.Error):
        raise BadInput("A request is `old` and a size, lines of a proof, an empty line and a checkpoint.") from None
    checkpoint = parse_checkpoint(rest)
    if int(size) > checkpoint.size:
        raise BadInput(f"A log does not shrink: from {size} records to {checkpoint.size}.")
    return int(size), proof, checkpoint
