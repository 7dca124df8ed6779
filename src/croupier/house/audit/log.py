"""One table's log walked from its first record to its last: the chain, the signatures, then what happened.

What is sealed is opened with the seed that the log itself opens later, so records wait until theirs is known: those of
a round or two, whatever the length of the log.
"""

from collections import deque
from contextlib import ExitStack, closing

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select

from croupier.house.audit.answers import AnswersAudit
from croupier.house.audit.checkpoints import NotesAudit
from croupier.house.audit.replay import ReplayAudit
from croupier.house.audit.report import Fault, Tally
from croupier.house.checkpoints.notes import VerifierKey
from croupier.house.checkpoints.witness import Sighting
from croupier.house.database import schema as s
from croupier.house.keys import Keys
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import CHECKPOINT_EVERY, Record, chained, genesis, read_body
from croupier.house.log.house_table import HouseTable, of_dealer
from croupier.house.transaction.table_cache import snapshot_purpose
from croupier.rulebook.errors import BadInput

CHECKPOINT = "the checkpoint"


class Means(Struct, frozen=True):
    """What an audit has to go by beside the database: the keys, or the public one, a witness, and others' keys."""

    keys: Keys | None = None
    public: Ed25519PublicKey | None = None
    witness: dict[str, Sighting] = {}
    cosigners: tuple[VerifierKey, ...] = ()


class WaitingRecord(Struct, frozen=True):
    """A record that was chained and decoded, and the shuffles that its events are sealed with."""

    record: Record
    acts: tuple[he.Act, ...]
    sealed_with: list[int]


class LogAudit:
    """One table's walk."""

    def __init__(
        self,
        connection: Connection,
        streams: ExitStack,
        row: store.TableRow,
        means: Means,
        tally: Tally,
        owed: dict[str, int],
    ) -> None:
        self._connection = connection
        self._row = row
        self._means = means
        self._tally = tally
        self._replay = ReplayAudit(connection, streams, row, means.keys, tally, owed)
        seen = means.witness.get(row.table_id)
        self._notes = NotesAudit(row.table_id, seen, means.public, means.cosigners, tally)
        self._answers = AnswersAudit(connection, streams, row.table_id, tally)
        self._records = streams.enter_context(closing(store.records_after(connection, row.table_id, 0)))
        self._waiting: deque[WaitingRecord] = deque()
        self._signed = self._signatures()
        self._checkpoints = {number for number, said in self._signed.items() if said[0][1] == CHECKPOINT}
        self._snapshot = self._kept_snapshot()

    def walk(self) -> None:
        """Looks at every record; raises the first fault."""
        before, number, at_ms = genesis(self._row.table_id), 0, 0
        self._nothing_in_front()
        for record in self._records:
            number += 1
            self._chained(record, number, before, at_ms)
            self._notes.add(record)
            before, at_ms = record.hash, record.at_ms
            self._tally.records += 1
            self._waiting.append(self._read(record))
            while self._waiting and self._is_open(self._waiting[0]):
                self._go_on(self._waiting.popleft())
        self._tail()
        self._end(number, before)

    def _nothing_in_front(self) -> None:
        records = s.records.c
        stray = select(records.number).where(records.table_id == self._row.table_id, records.number < 1).limit(1)
        if (number := self._connection.execute(stray).scalar()) is not None:
            raise Fault(1, f"There is a record {number}, and the first of a log is 1.")

    def _chained(self, record: Record, number: int, before: bytes, at_ms: int) -> None:
        if record.number != number:
            raise Fault(number, f"Record {number} is missing: {record.number} comes after {number - 1}.")
        if record.round < 0 or record.at_ms < at_ms:
            raise Fault(number, f"Record {number} is older than the one before it, or of no round.")
        if chained(before, number, record.round, record.at_ms, record.body) != record.hash:
            raise Fault(number, f"Record {number} does not follow from the one before it: its hash is another.")
        if number in self._signed:
            for sighting, name in self._signed.pop(number):
                self._confirm(record, sighting, name)
        elif number % CHECKPOINT_EVERY == 0:
            raise Fault(number, f"The checkpoint at record {number} is missing.")

    def _read(self, record: Record) -> WaitingRecord:
        try:
            body = read_body(record.body)
        except BadInput as error:
            raise Fault(record.number, f"Record {record.number} cannot be read: {error}") from None
        self._answers.compare(record.number, body)
        sealed_with, acts = [], body.acts
        for act in acts:
            if act.command == "OpenLink" and body.command_id is not None and record.number not in self._checkpoints:
                raise Fault(record.number, f"Record {record.number} opens a link, and its checkpoint is missing.")
            self._tally.events += len(act.events)
            for event in act.events:
                if type(event) is he.Sealed:
                    sealed_with.append(event.shuffle)
                elif type(event) is he.ShuffleOpened:
                    self._replay.shuffles.learn(record.number, event)
        return WaitingRecord(record, acts, sealed_with)

    def _is_open(self, waiting: WaitingRecord) -> bool:
        """Whether all seeds that the record needs are known."""
        seeds = self._replay.shuffles.seeds
        return all(shuffle in seeds for shuffle in waiting.sealed_with)

    def _go_on(self, waiting: WaitingRecord) -> None:
        record = waiting.record
        self._replay.replay(record, waiting.acts)
        if self._snapshot is not None and self._snapshot.version == record.number:
            here = replace(self._replay.table, version=record.number, hash=record.hash, at_ms=record.at_ms)
            if self._snapshot.last is None:
                here = replace(here, last=None)  # version 0.1 kept no round that was over
            if here != self._snapshot:
                raise Fault(
                    record.number, f"The snapshot at record {record.number} is not what the log says; delete it."
                )

    def _tail(self) -> None:
        """The records whose seeds no record opens yet: with the keys they are looked at like any other."""
        shuffles = self._replay.shuffles
        while self._waiting:
            waiting = self._waiting.popleft()
            for shuffle in waiting.sealed_with:
                if shuffle not in shuffles.seeds and not shuffles.learn_from_keys(shuffle):
                    self._tally.sealed += 1
            self._go_on(waiting)

    def _end(self, number: int, last: bytes) -> None:
        """What is kept about the log agrees with it."""
        row, table = self._row, self._replay.table
        if self._signed:
            (_, name), *_ = self._signed[min(self._signed)]
            raise Fault(number + 1, f"The log ends with record {number}, and {name} knows record {min(self._signed)}.")
        if (row.version, row.hash) != (number, last):
            raise Fault(number, f"The log ends with record {number}, and the table stands at {row.version}.")
        if (row.digest or "", row.link_id or "") != (table.digest, table.link):
            raise Fault(number, "The table's rules or link are not the ones that its log names.")
        if table.closed and number not in self._checkpoints:
            raise Fault(number, f"The table closed with record {number}, and its checkpoint is missing.")
        self._notes.end(number)
        self._answers.end()
        self._replay.end(number)

    # What was signed

    def _signatures(self) -> dict[int, list[tuple[Sighting, str]]]:
        """Everything that was signed about this table, by record."""
        c, found = s.checkpoints.c, dict[int, list[tuple[Sighting, str]]]()
        query = select(c.number, c.hash, c.at_ms, c.signature).where(c.table_id == self._row.table_id)
        for row in self._connection.execute(query):
            found.setdefault(row.number, []).append((Sighting(*row), CHECKPOINT))
        seen = self._means.witness.get(self._row.table_id)
        if seen is not None and (seen.number % CHECKPOINT_EVERY or seen.number in found):
            found.setdefault(seen.number, []).append((seen, "the witness"))
        return found

    def _confirm(self, record: Record, sighting: Sighting, name: str) -> None:
        """What was signed says the same as the record."""
        number, public = record.number, self._means.public
        if public is not None and not sighting.holds(public, self._row.table_id):
            raise Fault(number, f"What {name} says of record {number} is not signed by this house.")
        if (sighting.hash, sighting.at_ms) != (record.hash, record.at_ms):
            raise Fault(number, f"Record {number} is not the one that {name} was signed for.")
        self._tally.checkpoints += 1

    def _kept_snapshot(self) -> HouseTable | None:
        """The table as a snapshot has it, where there is one and the keys are there."""
        kept = store.snapshot(self._connection, self._row.table_id)
        if kept is None or self._means.keys is None:
            return None
        try:
            opened = self._means.keys.sealing.open(kept[1], snapshot_purpose(self._row.table_id))
            table = of_dealer(msgspec.json.decode(opened, type=HouseTable))
        except (BadInput, msgspec.MsgspecError):
            raise Fault(kept[0], f"The snapshot at record {kept[0]} does not open; delete it.") from None
        if table.version != kept[0] or not 0 < table.version <= self._row.version:
            raise Fault(kept[0], f"The snapshot kept at record {kept[0]} is of record {table.version}; delete it.")
        return table
