"""Checkpoints in the form that others read, under audit: the tree over the records, and who signed for it."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from croupier.house.audit.report import Fault, Tally
from croupier.house.checkpoints.log_tree import LogTree
from croupier.house.checkpoints.notes import Checkpoint, VerifierKey, log_key, parse_checkpoint
from croupier.house.checkpoints.witness import Sighting
from croupier.house.log.chain import Record
from croupier.rulebook.errors import BadInput


class NotesAudit:
    """What the witness has of one table's log, compared as the log is walked."""

    def __init__(
        self,
        table: str,
        seen: Sighting | None,
        public: Ed25519PublicKey | None,
        cosigners: tuple[VerifierKey, ...],
        tally: Tally,
    ) -> None:
        self._table = table
        self._public = public
        self._cosigners = cosigners
        self._tally = tally
        self._tree, self._leaves = LogTree(), list[bytes]()
        self._due = sorted([self._read(*kept) for kept in _kept(seen)], key=lambda one: one.size)

    def add(self, record: Record) -> None:
        """A record is next."""
        if not self._due:
            return
        self._leaves.append(record.hash)
        while self._due and self._due[0].size == record.number:
            self._tree, self._leaves = self._tree.grown(self._leaves), []
            self._compare(self._due.pop(0))

    def end(self, number: int) -> None:
        """The log is over, and with it what is known of it."""
        if self._due:
            size = self._due[0].size
            raise Fault(number + 1, f"The log ends with record {number}, and a signed checkpoint knows record {size}.")

    def _read(self, text: str, peaks: tuple[bytes, ...]) -> Checkpoint:
        try:
            found = parse_checkpoint(text)
        except BadInput as error:
            raise Fault(0, f"A checkpoint of the witness cannot be read: {error}") from None
        if found.origin.rpartition("/")[2] != self._table or found.size < 1:
            raise Fault(found.size, f"The witness has a checkpoint of {found.origin} in the place of this table's.")
        if LogTree(found.size, peaks).root != found.root:
            raise Fault(found.size, f"The tree that the witness keeps of {found.size} records is not its checkpoint's.")
        return found

    def _compare(self, checkpoint: Checkpoint) -> None:
        number, known = checkpoint.size, [*self._cosigners]
        if self._public is not None:
            own = log_key(self._public, self._table)
            if not checkpoint.signed_by(own):
                raise Fault(number, f"The checkpoint of {number} records is not signed by this house.")
        for key in known:
            if (holds := checkpoint.signed_by(key)) is False:
                raise Fault(number, f"The checkpoint of {number} records is not signed by {key.name} as it says.")
            self._tally.cosignatures += holds is True
        if checkpoint.root != self._tree.root:
            raise Fault(number, f"The first {number} records are not those that a checkpoint was signed for.")
        self._tally.checkpoints += 1


def _kept(seen: Sighting | None) -> list[tuple[str, tuple[bytes, ...]]]:
    """The checkpoints of a sighting, each with the peaks of its tree."""
    found = [(seen.note, seen.peaks), (seen.cosigned, seen.cosigned_peaks)] if seen else []
    return [kept for kept in found if any(kept)]
