"""The house's two secrets, in a file that is never in the database: one seals the seeds, one signs."""

import base64
import binascii
import hmac
import os
import stat
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.rulebook.errors import BadInput

NONCE_BYTES = 12
KEY_BYTES = 32
NAME_DIGITS = 16


class KeyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as written: two keys in base 64."""

    sealing: str
    signing: str


class Keys:
    """The keys in use."""

    def __init__(self, sealing: bytes, signing: bytes) -> None:
        self.sealing = Seal(sealing)
        self._marking = hmac.digest(sealing, b"croupier mark 1", "sha256")
        self.signing = Ed25519PrivateKey.from_private_bytes(signing)

    @property
    def name(self) -> str:
        """What other houses know this one by, no two by the same: the first digits of its public key."""
        return self.signing.public_key().public_bytes_raw().hex()[:NAME_DIGITS]

    def mark(self, data: bytes) -> bytes:
        """What only this house can have written beside the data."""
        return hmac.digest(self._marking, data, "sha256")

    @classmethod
    def new(cls) -> "Keys":
        """Keys that nothing keeps, for a house that does not outlive its process."""
        return cls(os.urandom(KEY_BYTES), os.urandom(KEY_BYTES))


class Seal:
    """A key that closes and opens; what was closed for one purpose does not open for another."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def close(self, data: bytes, purpose: bytes) -> bytes:
        """The data, readable with this key only."""
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, data, purpose)

    def open(self, sealed: bytes, purpose: bytes) -> bytes:
        """The data again; a wrong key or a changed byte is refused."""
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], purpose)
        except (InvalidTag, ValueError):
            raise BadInput(
                "A sealed value does not open: the key file is another house's, or the value was changed."
            ) from None


def load_keys(path: Path, create: bool = False) -> Keys:
    """The keys in the file; with `create`, a new file readable by its owner only where there is none."""
    if create and not path.exists():
        _write_new(path)
    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise BadInput(f"Others may read the key file {path}; run chmod 600 on it, and consider the keys seen.")
        found = msgspec.json.decode(path.read_bytes(), type=KeyFile)
        return Keys(*(base64.b64decode(text, validate=True) for text in (found.sealing, found.signing)))
    except OSError as error:
        raise BadInput(
            f"The key file {path} cannot be read ({error.strerror}); without it sealed cards stay sealed."
        ) from None
    except (msgspec.MsgspecError, binascii.Error, ValueError):
        raise BadInput(f"{path} is not a key file; restore it from a backup.") from None


def _write_new(path: Path) -> None:
    """Writes the file whole under another name first: a second process never reads half of it."""
    fresh = KeyFile(*(base64.b64encode(os.urandom(KEY_BYTES)).decode() for _ in range(2)))
    transaction = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(transaction, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.encode(fresh))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(transaction, path)  # fails where another process of this house was first
        except FileExistsError:
            pass
        finally:
            transaction.unlink()
    except OSError as error:
        raise BadInput(f"The key file {path} cannot be written ({error.strerror}); choose another place.") from None
