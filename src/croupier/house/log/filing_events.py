"""What happens to Rules Submissions on their way to being in force. The cage's log keeps it."""

from croupier.house.log.house_event import HouseEvent


class FilingMade(HouseEvent, frozen=True):
    """A submission was begun as a draft, with this text; it `follows` another where it is to replace that one."""

    filing: int
    text: str
    follows: int
    by: str
    at_ms: int


class FilingEdited(HouseEvent, frozen=True):
    """Of a submission's text, `cut` characters from `at` on became `put`; `fields` are the values that changed by it.

    Where none did, only comments or the layout of the file were changed.
    """

    filing: int
    at: int
    cut: int
    put: str
    fields: tuple[str, ...]
    by: str
    at_ms: int


class FilingSubmitted(HouseEvent, frozen=True):
    """A submission that checks clean was filed with the regulator; `digest` names the rules that it comes to."""

    filing: int
    digest: str
    by: str
    at_ms: int


class FilingRemarked(HouseEvent, frozen=True):
    """The regulator remarked on a field of a submission, or on all of it where none is named."""

    filing: int
    field: str
    note: str
    by: str
    at_ms: int


class FilingReturned(HouseEvent, frozen=True):
    """The regulator gave a submission back to be changed, and says why."""

    filing: int
    note: str
    by: str
    at_ms: int


class FilingApproved(HouseEvent, frozen=True):
    """The regulator approved a submission on conditions, from a day on and until another, "" for no end."""

    filing: int
    conditions: tuple[str, ...]
    from_day: str
    until_day: str
    by: str
    at_ms: int


class FilingWithdrawn(HouseEvent, frozen=True):
    """The department took a submission back for good, and says why."""

    filing: int
    note: str
    by: str
    at_ms: int


class ApprovalRequired(HouseEvent, frozen=True):
    """From now on a table opens only under an approved submission in force, or no longer only so."""

    required: bool
    by: str
    at_ms: int


AnyFilingEvent = (
    FilingMade | FilingEdited | FilingSubmitted | FilingRemarked | FilingReturned | FilingApproved | FilingWithdrawn
)  # fmt: skip
