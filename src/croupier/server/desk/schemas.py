"""What the desk's pages are told and send."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from croupier.house.log.filings import ChangeKind, Standing
from croupier.rulebook.form.form import Form
from croupier.server.pit.running import SubmissionText
from croupier.server.wire.messages import CommandId

FieldName = Annotated[str, Meta(max_length=120)]
Line = Annotated[str, Meta(max_length=200)]
Day = Annotated[str, Meta(max_length=10)]


class FilingCard(Struct, frozen=True):
    """A filing in the list: what it is called, how it stands, and what was done with it last."""

    filing: int
    title: str
    rules: str
    game: str
    standing: Standing
    from_day: str
    until_day: str
    follows: int
    version: int
    changed: ChangeKind
    changed_by: str
    changed_ms: int


class DeskSeen(Struct, frozen=True):
    """All filings, the latest first; whether a table needs an approved one, and the day that it is by the house."""

    filings: tuple[FilingCard, ...]
    approval_required: bool
    day: str


class ChangeSeen(Struct, frozen=True):
    """Something that was done with a filing."""

    kind: ChangeKind
    by: str
    at_ms: int
    fields: tuple[str, ...]
    note: str


class FilingSeen(Struct, frozen=True):
    """A filing with its form; `open` while its text may be changed. The latest change is the first.

    `conditions` are those of the approval; `tables` are run by it now.
    """

    card: FilingCard
    open: bool
    text: str
    form: Form
    changes: tuple[ChangeSeen, ...]
    conditions: tuple[str, ...]
    tables: tuple[str, ...]


class NewFiling(Struct, frozen=True, forbid_unknown_fields=True):
    """A draft: of a rulebook's example, empty, of a submission's own text, or to replace a filing that is approved."""

    id: CommandId
    start: Literal["example", "empty", "text", "follow"]
    rules: Annotated[str, Meta(max_length=40)] = ""
    text: Annotated[str, Meta(max_length=32_000)] = ""
    follows: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class Answered(Struct, frozen=True, forbid_unknown_fields=True):
    """What was typed into a field, and what stood there when it was; sent again under its id it is done once."""

    id: CommandId
    field: FieldName
    was: tuple[Line, ...]
    value: tuple[Annotated[str, Meta(max_length=400)], ...]


class WholeText(Struct, frozen=True, forbid_unknown_fields=True):
    """Another text of a draft, by who has seen it as that version."""

    id: CommandId
    version: int
    text: SubmissionText


class FilingAct(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody does with a filing that they have seen as that version; `note` says why, where that is asked."""

    id: CommandId
    version: int = 0
    note: Line = ""


class Remark(Struct, frozen=True, forbid_unknown_fields=True):
    """A remark on a field, or on the whole where none is named."""

    id: CommandId
    note: Line
    field: FieldName = ""


class Approval(Struct, frozen=True, forbid_unknown_fields=True):
    """An approval: from which day, until which or for good, and on what conditions."""

    id: CommandId
    version: int
    from_day: Day
    until_day: Day = ""
    conditions: tuple[Line, ...] = ()


class Required(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a table opens only under an approved submission in force."""

    id: CommandId
    required: bool


class ClauseAnswer(Struct, frozen=True):
    """What was filed where a clause asks for something: the field, its value, and what the law allows there."""

    field: str
    title: str
    value: str
    says: str
    findings: tuple[str, ...]


class ClauseReviewed(Struct, frozen=True):
    """A clause in our words, and what the submission answers to it; nothing where it asks nothing of one."""

    clause: str
    topic: str
    summary: str
    answers: tuple[ClauseAnswer, ...]
