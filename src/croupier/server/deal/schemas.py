"""What the dealer's screen is told beside the table as it is seen."""

from msgspec import Struct


class Step(Struct, frozen=True):
    """Something that the procedure asks, in one sentence, and the clause that asks it."""

    says: str
    clause: str


class DealSeen(Struct, frozen=True, tag_field="type", tag="deal"):
    """A table as whoever is on duty there needs it; `version` is the table's.

    `now` is what is due or waited for, `aloud` what must be said with it, "" for nothing, and `upcoming` what comes
    after it as far as that is certain. `handling` are the rules that are kept all the while.
    """

    version: int
    now: Step
    aloud: str
    upcoming: Step | None
    handling: tuple[Step, ...]
