"""What people ask of the desk: submissions made, changed, filed, returned, approved, withdrawn. At the cage."""

from croupier.house.handlers.house_command import HouseCommand


class MakeFiling(HouseCommand, frozen=True):
    """A submission is begun as a draft; `follows` is the number of the one that it is to replace, 0 for none."""

    text: str
    follows: int = 0


class EditFiling(HouseCommand, frozen=True):
    """The text of a draft becomes this one, if nobody did anything with the filing since that `version`."""

    filing: int
    version: int
    text: str


class SubmitFiling(HouseCommand, frozen=True):
    """The department files what it has seen as that `version`."""

    filing: int
    version: int


class RemarkFiling(HouseCommand, frozen=True):
    """The regulator remarks on a field, or on the whole where none is named."""

    filing: int
    note: str
    field: str = ""


class ReturnFiling(HouseCommand, frozen=True):
    """The regulator gives a filing back to be changed."""

    filing: int
    version: int
    note: str


class ApproveFiling(HouseCommand, frozen=True):
    """The regulator approves what it has seen as that `version`, from a day on and until another or for good."""

    filing: int
    version: int
    from_day: str
    until_day: str = ""
    conditions: tuple[str, ...] = ()


class WithdrawFiling(HouseCommand, frozen=True):
    """The department takes a filing back for good."""

    filing: int
    note: str


class RequireApproval(HouseCommand, frozen=True):
    """Whether a table opens only under an approved submission in force."""

    required: bool


AnyFilingCommand = (
    MakeFiling | EditFiling | SubmitFiling | RemarkFiling | ReturnFiling | ApproveFiling | WithdrawFiling
    | RequireApproval
)  # fmt: skip
