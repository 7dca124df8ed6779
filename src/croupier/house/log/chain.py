"""Each record carries a hash over itself and the one before it; now and then the last is signed.

A checkpoint is signed with a key that the database never holds, so that who can write the database still cannot
write history.
"""

import hashlib
import struct
from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from croupier.house.log.earlier import WRITTEN, EarlierBody, read_today
from croupier.house.log.events import Act, LoggedEvent
from croupier.rulebook.errors import BadInput

ENCODING = 1
CHECKPOINT_EVERY = 64
_OPENS = b'{"encoding":1,'


class Record(NamedTuple):
    """One durable append to a table's log."""

    table_id: str
    number: int
    round: int
    at_ms: int
    body: bytes
    hash: bytes


class Body(msgspec.Struct, frozen=True):
    """What a record's body says: the version of its encoding, the acts, and the command that they answer.

    `command_id` is "" where no command with an id made the record, or a command made another before it; `asked` is the
    command's hash. Bodies of before version 0.3 name no command at all.
    """

    encoding: int
    acts: tuple[Act, ...]
    command_id: str | None = None
    asked: bytes = b""


_place = struct.Struct(">QQQ").pack
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Body).decode
_decode_earlier = msgspec.json.Decoder(EarlierBody).decode
_encode_one = msgspec.json.Encoder().encode
_decode_one: msgspec.json.Decoder[LoggedEvent] = msgspec.json.Decoder(LoggedEvent)


def encoded(acts: Iterable[Act], command_id: str = "", asked: bytes = b"") -> bytes:
    """The body of a record, which names the command that it answers."""
    return _encode(Body(ENCODING, tuple(acts), command_id, asked))


def decoded(body: bytes) -> tuple[Act, ...]:
    """The acts in a body."""
    return read_body(body).acts


def read_body(body: bytes) -> Body:
    """What a body says; one written by a later version, or not by us, is refused in a sentence."""
    if not body.startswith(_OPENS):
        raise BadInput(f"A record begins with {body[:24]!r}: it is damaged, or written by a later version of Croupier.")
    try:
        if WRITTEN not in body:
            return _decode(body)
        earlier = _decode_earlier(body)
        return Body(earlier.encoding, read_today(earlier.acts), earlier.command_id, earlier.asked)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(f"A record cannot be read: {error}.") from None


def encoded_happening(event: LoggedEvent) -> bytes:
    """One event by itself, to be sealed."""
    return _encode_one(event)


def decoded_happening(data: bytes) -> LoggedEvent:
    """An event that was sealed."""
    return _decode_one.decode(data)


def genesis(table_id: str) -> bytes:
    """What stands before a table's first record."""
    return hashlib.sha256(b"croupier log 1\0" + table_id.encode()).digest()


def chained(before: bytes, number: int, round_: int, at_ms: int, body: bytes) -> bytes:
    """The hash of a record that follows the one with the hash `before`."""
    return hashlib.sha256(before + _place(number, round_, at_ms) + body).digest()


def _statement(table_id: str, number: int, hash_: bytes, at_ms: int) -> bytes:
    name = table_id.encode()
    return b"croupier checkpoint 1\0" + name + b"\0" + number.to_bytes(8, "big") + at_ms.to_bytes(8, "big") + hash_


def signed(key: Ed25519PrivateKey, table_id: str, number: int, hash_: bytes, at_ms: int) -> bytes:
    """The signature of a checkpoint."""
    return key.sign(_statement(table_id, number, hash_, at_ms))


def signature_holds(
    key: Ed25519PublicKey, signature: bytes, table_id: str, number: int, hash_: bytes, at_ms: int
) -> bool:
    """Whether the holder of the key signed exactly this checkpoint."""
    try:
        key.verify(signature, _statement(table_id, number, hash_, at_ms))
    except InvalidSignature:
        return False
    return True
