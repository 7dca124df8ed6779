"""What happens in the house beside the tables' own events: shuffles, money at the cage, links, the clock.

The house's events and the tables' share one tagged union, so that a record keeps both in the order they happened.
"""

from typing import Literal, get_args

from msgspec import Struct, field

from croupier.cards import Card
from croupier.house.log.correction_events import BuyInCorrected
from croupier.house.log.device_events import DeviceAdded, DeviceRevoked, DeviceSaid
from croupier.house.log.filing_events import AnyFilingEvent, ApprovalRequired
from croupier.house.log.house_event import HouseEvent
from croupier.table.values.events import AnyEvent
from croupier.table.values.showdown import SettlementLine
from croupier.table.values.state import CardSource

CallReason = Literal["award", "ruling", "irregularity", "dispute", "fill", "other"]
# Whose chips are bet: of accounts, by players on their own screens, or on the felt, where the dealer enters them.
ChipSource = Literal["accounts", "felt"]
FELT: ChipSource = "felt"
USUAL_CENTS = (100, 500, 2500, 10_000, 50_000)  # the chips of a table that names no others


SlipKind = Literal["fill", "credit", "opener", "closer", "drop"]


class TableOpened(HouseEvent, frozen=True):
    """A table was opened under these rules; `mode` says who chooses the seeds of its shuffles: house or open.

    `title` is what its submission calls it: several tables may have the same rules and names of their own.
    """

    digest: str
    link: str
    mode: str
    dealer: str  # virtual or human
    inventory_cents: int
    decision_seconds: int
    betting_seconds: int
    practice: bool = False  # whether a coach may help
    title: str = ""
    filed: str = ""  # the hash of the submission as it is kept, none before version 0.3
    card_source: CardSource = "house"
    chip_source: ChipSource = "accounts"
    denominations_cents: tuple[int, ...] = USUAL_CENTS
    filing: int = 0  # the number of the approved filing that its submission is, 0 for none


class RulesChanged(HouseEvent, frozen=True):
    """From the next round on the table is run by other rules, and called as their submission calls it."""

    digest: str
    title: str = ""
    filed: str = ""
    filing: int = 0


class TableClosed(HouseEvent, frozen=True):
    """The table was counted and closed out: the drop and the inventory's gain are the house's win."""

    inventory_cents: int
    drop_cents: int


class SeedCommitted(HouseEvent, frozen=True):
    """The hash of the house's seed for a shuffle that is still to come."""

    shuffle: int
    commitment: str


class SeedOffered(HouseEvent, frozen=True):
    """A player's own seed for the next shuffle of a table in open mode."""

    player: str
    seed: str


class ShuffleCommitted(HouseEvent, frozen=True):
    """A deck was shuffled from the committed seed and the players' own: `root` commits to the whole order."""

    shuffle: int
    deck: str
    root: str
    player_seeds: tuple[tuple[str, str], ...]


class ShuffleOpened(HouseEvent, frozen=True):
    """A shuffle's seed is public: its round is over, or the deck was never dealt."""

    shuffle: int
    seed: str


class BoughtIn(HouseEvent, frozen=True):
    """A player or a patron bought chips, at the cage or, for cash that goes into the drop box, at a table."""

    player: str
    cents: int


class PatronSeated(HouseEvent, frozen=True):
    """Somebody without an account was seated: the table's patron of this number, who may sit in a box already."""

    seat: int
    patron: int


class SeatRated(HouseEvent, frozen=True):
    """Whoever sits there is rated under the number on their card, "" for no longer; for the eyes of staff alone."""

    seat: int
    player: str
    card: str


class CashedOut(HouseEvent, frozen=True):
    """A player or a patron gave chips back at the cage."""

    player: str
    cents: int


class Filled(HouseEvent, frozen=True):
    """Chips came from the cage to the table's inventory."""

    cents: int
    by: str


class Credited(HouseEvent, frozen=True):
    """Chips went from the table's inventory back to the cage."""

    cents: int
    by: str


class DealerTappedIn(HouseEvent, frozen=True):
    """A dealer deals at the table from now on, in the place of whoever did."""

    dealer: str
    at_ms: int


class DealerTappedOut(HouseEvent, frozen=True):
    """A dealer no longer deals at the table."""

    dealer: str


class SupervisorAssigned(HouseEvent, frozen=True):
    """A floorperson looks after the table from now on; nobody does where the name is empty."""

    supervisor: str
    at_ms: int


class SlipAsked(HouseEvent, frozen=True):
    """Chips or cash of a table are to be moved or were counted: so many `pieces` of each worth, in cents.

    A fill brings chips from the cage and a credit takes them back; opener and closer are counts of the tray; a drop is
    the cash of the box.
    """

    slip: int
    kind: SlipKind
    pieces: tuple[tuple[int, int], ...]
    by: str
    at_ms: int


class SlipApproved(HouseEvent, frozen=True):
    """A second person of the floor agrees to a slip."""

    slip: int
    by: str
    at_ms: int


class SlipRefused(HouseEvent, frozen=True):
    """A slip is not carried out, and why."""

    slip: int
    note: str
    by: str
    at_ms: int


class SlipDone(HouseEvent, frozen=True):
    """A slip is carried out; `books` is what they said of a tray or a box that was counted, in cents."""

    slip: int
    books: int
    by: str
    at_ms: int


class DropTaken(HouseEvent, frozen=True):
    """The box went to the cage: what the books say was in it is the house's win."""

    cents: int
    by: str


class LinkOpened(HouseEvent, frozen=True):
    """A link was opened: meter, initial and reset amount, ceiling (0 for none) and reserve share of each stake."""

    link: str
    meters: tuple[tuple[str, int, int, int, str], ...]


class LinkServed(HouseEvent, frozen=True):
    """A link here did what a house elsewhere told it: the messages, and each transfer it took."""

    link: str
    house: str
    messages: tuple[str, ...]
    moved: tuple[tuple[str, str, int, str, int, str], ...]


class LinkLost(HouseEvent, frozen=True):
    """The link cannot be reached: the progressive wager is closed at this table."""

    link: str


class LinkFound(HouseEvent, frozen=True):
    """The link answers again: the progressive wager is open at this table."""

    link: str


class PlayerReady(HouseEvent, frozen=True):
    """The player in a seat has wagered enough, or sits this round out."""

    seat: int
    round: int


class TimeExtended(HouseEvent, frozen=True):
    """Whoever is waited for has the full time again from now on: everybody for bets, seat 0, or a seat at a point."""

    round: int
    point: str
    seat: int
    at_ms: int


class SystemDecided(HouseEvent, frozen=True):
    """A silent player's time ran out, and the disclosed default was taken; records before version 0.4 name no round."""

    seat: int
    action: str
    round: int = 0


class CallMade(HouseEvent, frozen=True):
    """Somebody on duty, or a device, called the floor: for what, to which seat, 0 for none, and what was said of it.

    `call` is its number at this table.
    """

    call: int
    reason: CallReason | Literal["device"]
    seat: int
    note: str
    by: str
    at_ms: int


class CallAnswered(HouseEvent, frozen=True):
    """A floorperson came for a call, and this is what was decided."""

    call: int
    note: str
    by: str


class FloorConfirmed(HouseEvent, frozen=True):
    """What stands beside this was confirmed by somebody of the floor with their PIN, on somebody else's screen."""

    by: str
    screen: str


class FloorDeclined(HouseEvent, frozen=True):
    """Somebody of the floor was asked to confirm this and did not; nothing of it is done."""

    what: str
    reason: str
    by: str


class EntryTakenBack(HouseEvent, frozen=True):
    """A slip of the dealer's fingers: the table stands as before that record, which stays as it was written.

    `entered_by` made it; `lines` are the results that it had brought, `bought` the chips that it had sold, and `moved`
    is the money that goes back.
    """

    record: int
    command: str
    entered_by: str
    by: str
    lines: tuple[SettlementLine, ...]
    moved: tuple[tuple[str, str, int, str, int, str], ...]
    bought: tuple[BoughtIn, ...] = ()


class Noted(HouseEvent, frozen=True):
    """Somebody who watches marked a round, or one record of it, and wrote a note beside it or none.

    It stands in the cage's log: who watches writes nothing at a table.
    """

    table: str
    round: int
    record: int  # 0 for the round as a whole
    note: str
    by: str


class AuditBegun(HouseEvent, frozen=True):
    """Somebody had the whole house audited."""

    by: str
    at_ms: int


class AuditEnded(HouseEvent, frozen=True):
    """An audit came to its end, and this is what it found; one that could not be carried out found that."""

    by: str
    ok: bool
    problems: int
    first: str  # what is wrong first, "" where nothing is
    records: int
    took_ms: int


class SettlementCorrected(HouseEvent, frozen=True):
    """A floorperson put the settlement of a round that is over right; its own records stay as they were written.

    `told` are the places whose cards were told wrongly, what was told and what was so; none where the floor ruled on a
    wager. The results `undone` are reversed and `lines` stand in their place, for the `players` in these seats then.
    `borne` is what the house bears for a player who no longer has it, below zero what it has back of that.
    """

    round: int
    told: tuple[tuple[str, tuple[Card, ...], tuple[Card, ...]], ...]
    undone: tuple[SettlementLine, ...]
    lines: tuple[SettlementLine, ...]
    players: tuple[tuple[int, str], ...]
    reason: str
    clause: str
    by: str
    borne: tuple[tuple[str, int], ...] = ()


class ClockStepped(HouseEvent, frozen=True):
    """The clock stood before the last record's time; that time was kept."""

    behind_ms: int


class Sealed(HouseEvent, frozen=True):
    """An event that shows cards not yet public: readable once that shuffle's seed is."""

    shuffle: int
    data: bytes


AnyHouseEvent = (
    TableOpened | RulesChanged | TableClosed | SeedCommitted | SeedOffered | ShuffleCommitted | ShuffleOpened | BoughtIn
    | PatronSeated | SeatRated | CashedOut | Filled | Credited | LinkOpened | LinkServed | LinkLost | LinkFound
    | PlayerReady | TimeExtended | SystemDecided | CallMade | CallAnswered | EntryTakenBack | SettlementCorrected
    | ClockStepped | Sealed | DealerTappedIn | DealerTappedOut | SupervisorAssigned | Noted | AuditBegun | AuditEnded
    | SlipAsked | SlipApproved | SlipRefused | SlipDone | DropTaken | FloorConfirmed | FloorDeclined | AnyFilingEvent
    | ApprovalRequired | DeviceAdded | DeviceRevoked | DeviceSaid | BuyInCorrected
)  # fmt: skip
HOUSE_EVENTS = frozenset(get_args(AnyHouseEvent))
LoggedEvent = AnyEvent | AnyHouseEvent


class Act(Struct, frozen=True, gc=False):
    """What one command brought about, and whose it was."""

    by: str
    command: str
    events: tuple[LoggedEvent, ...] = field(name="happenings")  # its name in every record ever written
