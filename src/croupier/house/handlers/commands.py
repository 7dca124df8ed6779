"""What people ask of the house beside what they ask of a table: money, seeds, time, the table itself."""

from msgspec import UNSET, Struct, UnsetType

from croupier.cards import Card
from croupier.house.handlers.filing_commands import AnyFilingCommand
from croupier.house.handlers.house_command import HouseCommand
from croupier.house.log.device_events import AnySaying, DeviceKind
from croupier.house.log.events import CallReason, SlipKind
from croupier.table.values.box import Wagers
from croupier.table.values.commands import AnyCommand


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


class MakeCall(HouseCommand, frozen=True):
    """Somebody on duty calls the floor to the table: for what, to which seat, 0 for none, and what they say of it."""

    reason: CallReason
    seat: int = 0
    note: str = ""


class AnswerCall(HouseCommand, frozen=True):
    """A floorperson answers a call by its number, and says what was decided."""

    call: int
    note: str


class SeatPatron(HouseCommand, frozen=True):
    """Somebody without an account sits down at a felt table; `beside` names the box where the same person sits already.

    `card` is the number under which they are rated, where they gave one.
    """

    seat: int
    beside: int = 0
    card: str = ""


class RateSeat(HouseCommand, frozen=True):
    """Whoever sits there is rated under the number on their card from now on, with "" no longer."""

    seat: int
    card: str


class SellChips(HouseCommand, frozen=True):
    """A patron in a seat buys chips from the tray for cash that goes into the drop box."""

    seat: int
    cents: int


class CorrectBuyIn(HouseCommand, frozen=True):
    """A floorperson puts right what a patron bought chips for, in the record of that number, for a reason."""

    record: int
    cents: int
    reason: str = ""


class TakeBack(HouseCommand, frozen=True):
    """A slip of the fingers: the dealer takes back the last entry, which is the record of that number."""

    record: int


class Note(HouseCommand, frozen=True):
    """Somebody who watches marks a round, or one record of it, with a note or none; at the cage, where it is kept."""

    table: str
    round: int
    record: int = 0
    note: str = ""


class BeginAudit(HouseCommand, frozen=True):
    """Somebody has the whole house audited, one audit at a time; at the cage."""


class EndAudit(HouseCommand, frozen=True):
    """An audit has come to its end, and this is what it found; at the cage."""

    ok: bool
    problems: int
    first: str
    records: int
    took_ms: int


class CorrectSettlement(HouseCommand, frozen=True):
    """A floorperson puts right how the last round was settled, for a reason.

    Either cards were `told` wrongly, place by place as they were; or by a ruling a `seat` should have got back so many
    `cents` with a `wager`, stake included.
    """

    round: int
    told: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    seat: int = 0
    wager: str = ""
    cents: int | None = None
    reason: str = ""


class OfferSeed(HouseCommand, frozen=True):
    """A player's own seed for the next shuffle of a table in open mode."""

    player: str
    seed: str


class BuyIn(HouseCommand, frozen=True):
    """A player buys chips: at the cage, or at a table for cash that goes into its drop box.

    The cage sells to patrons without an account too: `patron:cage`.
    """

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


class TapIn(HouseCommand, frozen=True):
    """The dealer who asks deals here from now on, and relieves whoever did."""


class TapOut(HouseCommand, frozen=True):
    """Whoever deals here stops: they say so themselves, or the floor does for them."""


class AssignSupervisor(HouseCommand, frozen=True):
    """The floorperson who looks after this table from now on, nobody where the name is empty."""

    supervisor: str


class AskSlip(HouseCommand, frozen=True):
    """A slip: chips to be filled or credited, a tray that was counted, or a box to be taken to the cage."""

    kind: SlipKind
    pieces: tuple[tuple[int, int], ...]


class ApproveSlip(HouseCommand, frozen=True):
    """A second person, of the floor, agrees to a slip. A count is done then; all else waits for the cage."""

    slip: int


class ConfirmSlip(HouseCommand, frozen=True):
    """The cage has given or taken what an approved slip says."""

    slip: int


class RefuseSlip(HouseCommand, frozen=True):
    """A slip is not carried out, and why."""

    slip: int
    note: str


class GoOn(HouseCommand, frozen=True):
    """The house looks whether it can go on: a lost link may answer again."""


class ChangeRules(HouseCommand, frozen=True):
    """From the next round on another submission governs."""

    submission: str


class CloseTable(HouseCommand, frozen=True):
    """The table is counted and closed out for good."""


class Decline(HouseCommand, frozen=True):
    """Somebody of the floor who was asked to confirm an act does not, and says why; nothing else is done."""

    what: str
    reason: str


class AddDevice(HouseCommand, frozen=True):
    """A device may speak at this table from now on; `key` is the hash of its token."""

    device: str
    kind: DeviceKind
    key: str


class RevokeDevice(HouseCommand, frozen=True):
    """A device's token is good no more."""

    device: str


class DeviceSays(HouseCommand, frozen=True):
    """A device says something; `key` is the hash of the token that it came with."""

    key: str
    said: AnySaying


AnyHouseCommand = (
    EndBetting | EndWaiting | SetWagers | Ready | AskTime | OfferSeed | BuyIn | CashOut | Fill | Credit | ChangeRules
    | CloseTable | GoOn | DoDuty | TakeOption | MakeCall | AnswerCall | TapIn | TapOut | AssignSupervisor | SeatPatron
    | RateSeat | SellChips | TakeBack | CorrectSettlement | Note | BeginAudit | EndAudit | AskSlip | ApproveSlip
    | ConfirmSlip | RefuseSlip | Decline | AddDevice | RevokeDevice | DeviceSays | AnyFilingCommand | CorrectBuyIn
)  # fmt: skip
AnyRequestedCommand = AnyCommand | AnyHouseCommand


class Request(Struct, frozen=True):
    """A command for a table or for the cage.

    `command_id` is made by who asks: sent again, it is answered again and done once. The rest is what the asker takes
    for granted: the version of the table, the round, the point that is asked at, whose seat it is. Where one is given
    and is not so any more, nothing is done. `screen` is on whose screen somebody of the floor confirmed it with a PIN.
    """

    table: str
    command: AnyRequestedCommand
    command_id: str = ""
    version: int | None = None
    round: int | None = None
    point: str | None = None
    player: str | None = None
    screen: str = ""
