"""What people ask of the house beside what they ask of a table: money, seeds, time, the table itself."""

from msgspec import UNSET, Struct, UnsetType

from croupier.table.values.box import Wagers
from croupier.table.values.commands import AnyCommand


class HouseCommand(Struct, frozen=True, kw_only=True, tag=True, tag_field="command"):
    """A request that the house, not the table, carries out."""

    by: str = "house"


class EndBetting(HouseCommand, frozen=True):
    """No more bets. When `time_is_up`, wagers that are not complete are handed back first.

    Where a round is named and another is under way, nothing is done.
    """

    time_is_up: bool = False
    round: int = 0


class EndWaiting(HouseCommand, frozen=True):
    """A silent player's time is up: the floor is called, or the disclosed default taken for the seat that is asked.

    Where a round is named and another is under way, nothing is done.
    """

    seat: int
    point: str
    round: int = 0


class MadeIn(Struct, frozen=True, kw_only=True):
    """What wagers are made in, with the reference of its approval, and the number of a match play coupon beside it."""

    instrument: str = "value_chip"
    reference: str = ""
    coupon: str = ""


class SetWagers(HouseCommand, frozen=True):
    """What shall lie on a box's spots: each is put there, changed, or at 0 taken back, in this order; all or none.

    With `ready` the player also says that it is enough. Chips are put down, unless `made_in` says what.
    """

    seat: int
    stakes: Wagers
    ready: bool = False
    made_in: MadeIn | UnsetType = UNSET  # unset it is not encoded, and a command sent again is known as before


class Ready(HouseCommand, frozen=True):
    """A player has wagered enough: when everybody who sits there says so, no more bets."""

    seat: int


class AskTime(HouseCommand, frozen=True):
    """A player wants the full time again for what the table waits for."""

    seat: int


class DoDuty(HouseCommand, frozen=True):
    """Somebody in person does what the procedure asks next: what it `says`, where that is given, and nothing else.

    `found` is what they found out or decided, by the names of the duty's blanks. The house's own shuffler shuffles.
    """

    says: str = ""
    found: tuple[tuple[str, str], ...] = ()


class TakeOption(HouseCommand, frozen=True):
    """Somebody on duty does something beside what is due: reports, counts, treats a device, takes a deck away, notes.

    `option` is its name among what they may do now, `found` what they found out, by the names of its blanks.
    """

    option: str
    found: tuple[tuple[str, str], ...] = ()


class OfferSeed(HouseCommand, frozen=True):
    """A player's own seed for the next shuffle of a table in open mode."""

    player: str
    seed: str


class BuyIn(HouseCommand, frozen=True):
    """A player buys chips: at the cage, or at a table for cash that goes into its drop box."""

    player: str
    cents: int


class CashOut(HouseCommand, frozen=True):
    """A player gives chips back at the cage."""

    player: str
    cents: int


class Fill(HouseCommand, frozen=True):
    """Chips for the table's inventory, from the cage."""

    cents: int


class Credit(HouseCommand, frozen=True):
    """Chips from the table's inventory back to the cage."""

    cents: int


class GoOn(HouseCommand, frozen=True):
    """The house looks whether it can go on: a lost link may answer again."""


class ChangeRules(HouseCommand, frozen=True):
    """From the next round on another submission governs."""

    submission: str


class CloseTable(HouseCommand, frozen=True):
    """The table is counted and closed out for good."""


AnyHouseCommand = (
    EndBetting | EndWaiting | SetWagers | Ready | AskTime | OfferSeed | BuyIn | CashOut | Fill | Credit | ChangeRules
    | CloseTable | GoOn | DoDuty | TakeOption
)  # fmt: skip
AnyRequestedCommand = AnyCommand | AnyHouseCommand


class Request(Struct, frozen=True):
    """A command for a table or for the cage.

    `command_id` is made by who asks: sent again, it is answered again and done once. The rest is what the asker takes
    for granted: the version of the table, the round, the point that is asked at, whose seat it is. Where one is given
    and is not so any more, nothing is done.
    """

    table: str
    command: AnyRequestedCommand
    command_id: str = ""
    version: int | None = None
    round: int | None = None
    point: str | None = None
    player: str | None = None
