"""A dispute file: all that is needed to judge one round anywhere else, and how to check it.

`docs/house.md` says what each part is for.
"""

from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct
from sqlalchemy import Connection, select

from croupier.house.database import schema as s
from croupier.house.keys import Keys
from croupier.house.ledger.postings import Posting
from croupier.house.log import store
from croupier.house.log.chain import Record, chained, signature_holds, signed
from croupier.house.replay.replaying import ToldRecord, replayed, story_of, transfers_of
from croupier.house.shuffles.proof import Check, RoundProof, verify_round
from croupier.table.values.showdown import SettlementLine

FORMAT = "croupier/dispute/1"
HOW_TO_CHECK = (
    "Each record's hash is SHA-256 of: the hash before it (32 bytes), its number, its round and its at_ms (8 bytes"
    " each, the highest first), then its body as UTF-8. The first follows `before`.",
    "The last of `records` is signed: Ed25519 with `public_key` over the text `croupier checkpoint 1`, a zero byte, the"
    " table's name, a zero byte, number and at_ms (8 bytes each), then the hash. Compare the public key with the one"
    " that the house has posted.",
    "`proof` is the round's proof: save it as a file and run `croupier verify` on it, or follow docs/shuffle.md.",
    "What a body seals opens with AES-GCM under the key that docs/shuffle.md makes of the shuffle's seed: 12 bytes of"
    " nonce, then the rest, with the text `cards SHUFFLE TABLE` beside it. `told` says the same in words.",
    "`rules.submission` is the Rules Submission in force: `croupier check` reads it. `lines` are what became of every"
    " wager, each with its clause, and `transfers` the money that moved.",
)


class KeptRecord(Struct, frozen=True):
    """A record as it is kept."""

    number: int
    round: int
    at_ms: int
    body: str
    hash: str


class Signed(Struct, frozen=True):
    """A signature for the last record: a checkpoint of the time, or one made for this file."""

    number: int
    at_ms: int
    hash: str
    signature: str
    made: str  # checkpoint or now


class Rules(Struct, frozen=True):
    """The rules in force: their digest, and the submission they were resolved from."""

    digest: str
    rulebook: str
    submission: str


class DisputedTransfer(Struct, frozen=True):
    """Money that a record moved."""

    record: int
    posting: Posting


class Dispute(Struct, frozen=True, tag_field="format", tag=FORMAT):
    """One round, with all that proves it."""

    table: str
    round: int
    outcome: str
    rules: Rules
    before: str
    records: tuple[KeptRecord, ...]
    signed: Signed | None
    public_key: str
    transfers: tuple[DisputedTransfer, ...]
    lines: tuple[SettlementLine, ...]
    told: tuple[ToldRecord, ...]
    proof: RoundProof | None
    checks: tuple[Check, ...]
    how_to_check: tuple[str, ...] = HOW_TO_CHECK


def dispute(connection: Connection, table: str, number: int, keys: Keys | None = None) -> Dispute:
    """The dispute file of a round; the records go on to the next checkpoint, where there is one.

    With the keys, a log without a later checkpoint is signed at its last record now.
    """
    round_, story = replayed(connection, table, number), story_of(connection, table, number)
    last = story.records[-1].number
    checkpoint = _checkpoint_after(connection, table, last)
    following = list(store.records_after(connection, table, last, checkpoint.number)) if checkpoint else []
    records = (*story.records, *following)
    public = keys.signing.public_key() if keys else None
    return Dispute(
        table=table,
        round=number,
        outcome=round_.outcome,
        rules=Rules(story.rules.digest, round_.rulebook, story.submission),
        before=story.before.hex(),
        records=tuple([_kept(record) for record in records]),
        signed=checkpoint or (_signed_now(keys, records) if keys else None),
        public_key=public.public_bytes_raw().hex() if isinstance(public, Ed25519PublicKey) else "",
        transfers=tuple(
            [DisputedTransfer(record, posting) for record, posting in transfers_of(connection, table, number)]
        ),
        lines=round_.lines,
        told=round_.records,
        proof=round_.proof,
        checks=round_.checks,
    )


def verify_dispute(told: Dispute) -> tuple[Check, ...]:
    """What a dispute file shows by itself: its chain, its signature, and its proof, which is of these records."""
    try:
        chain = [_chain(told), _signature(told)]
    except (ValueError, IndexError):  # no hexadecimal digits, or no records at all
        return (Check("chain", False, "A hash, a key or a signature in it is not one, or it has no record."),)
    if told.proof is None:
        return tuple(chain)
    same = (told.proof.table, told.proof.round) == (told.table, told.round)
    sentence = "The proof is of this round." if same else "The proof is of another round."
    return (*chain, Check("same round", same, sentence), *verify_round(told.proof))


def _chain(told: Dispute) -> Check:
    before = bytes.fromhex(told.before)
    for place, record in enumerate(told.records):
        hash_ = chained(before, record.number, record.round, record.at_ms, record.body.encode())
        if hash_.hex() != record.hash or record.number != told.records[0].number + place:
            return Check("chain", False, f"Record {record.number} does not follow from the one before it.")
        before = hash_
    first, last = told.records[0].number, told.records[-1].number
    return Check("chain", True, f"Records {first} to {last} follow one from another.")


def _signature(told: Dispute) -> Check:
    if told.signed is None or not told.public_key:
        return Check("signature", False, "Nobody has signed the last record.")
    last, by = told.signed, Ed25519PublicKey.from_public_bytes(bytes.fromhex(told.public_key))
    held = signature_holds(
        by, bytes.fromhex(last.signature), told.table, last.number, bytes.fromhex(last.hash), last.at_ms
    )
    if not held or (last.number, last.hash) != (told.records[-1].number, told.records[-1].hash):
        return Check("signature", False, "The signature is not of the last record.")
    sentence = f"Record {last.number} is signed by {told.public_key}; compare that with the key that is posted."
    return Check("signature", True, sentence)


def _kept(record: Record) -> KeptRecord:
    return KeptRecord(record.number, record.round, record.at_ms, record.body.decode(), record.hash.hex())


def _checkpoint_after(connection: Connection, table: str, number: int) -> Signed | None:
    c = s.checkpoints.c
    query = select(c.number, c.at_ms, c.hash, c.signature).where(c.table_id == table, c.number >= number)
    row = connection.execute(query.order_by(c.number).limit(1)).first()
    return Signed(row.number, row.at_ms, row.hash.hex(), row.signature.hex(), "checkpoint") if row else None


def _signed_now(keys: Keys, records: Sequence[Record]) -> Signed:
    last = records[-1]
    signature = signed(keys.signing, last.table_id, last.number, last.hash, last.at_ms)
    return Signed(last.number, last.at_ms, last.hash.hex(), signature.hex(), "now")
