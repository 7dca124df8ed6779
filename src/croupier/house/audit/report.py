"""What an audit finds and says."""

from msgspec import Struct


class Fault(Exception):  # noqa: N818 - it names what was found
    """A record of the log under audit is not as it was written, or what belongs to it is not; the walk ends here."""

    def __init__(self, record: int, sentence: str) -> None:
        super().__init__(sentence)
        self.record = record


class Problem(Struct, frozen=True):
    """Something that is not as the house wrote it: the table and the record, "" and 0 where it concerns none."""

    table: str
    record: int
    sentence: str


class Tally(Struct):
    """How much an audit has looked at."""

    tables: int = 0
    records: int = 0
    events: int = 0
    rounds: int = 0
    shuffles: int = 0
    transfers: int = 0
    movements: int = 0
    claims: int = 0
    checkpoints: int = 0
    cosignatures: int = 0
    answers: int = 0
    sealed: int = 0  # events that only the key file opens, and none was given
    unvouched: int = 0  # answers of before version 0.3, whose records do not name them
    unmarked: int = 0  # answers without a record, whose mark only the key file tells, and none was given


class AuditReport(Struct, frozen=True):
    """What an audit found: every problem, each table's first; what it looked at, and what it could not look at."""

    problems: tuple[Problem, ...]
    unchecked: tuple[str, ...]
    tally: Tally

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    @property
    def first(self) -> Problem | None:
        """The first bad record, or whatever else is wrong first."""
        return self.problems[0] if self.problems else None
