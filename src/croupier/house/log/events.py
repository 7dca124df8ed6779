"""What happens in the house beside the tables' own events: shuffles, money at the cage, links, the clock.

The house's events and the tables' share one tagged union, so that a record keeps both in the order they happened.
"""

from typing import get_args

from msgspec import Struct, field

from croupier.table.values.events import AnyEvent
from croupier.table.values.state import CardSource


class HouseEvent(Struct, frozen=True, kw_only=True, tag=True, tag_field="event", gc=False):
    """Something that the house, not a table, brings about."""


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


class RulesChanged(HouseEvent, frozen=True):
    """From the next round on the table is run by other rules, and called as their submission calls it."""

    digest: str
    title: str = ""
    filed: str = ""


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
    """A player bought chips, at the cage or, for cash that goes into the drop box, at a table."""

    player: str
    cents: int


class CashedOut(HouseEvent, frozen=True):
    """A player gave chips back at the cage."""

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


class ClockStepped(HouseEvent, frozen=True):
    """The clock stood before the last record's time; that time was kept."""

    behind_ms: int


class Sealed(HouseEvent, frozen=True):
    """An event that shows cards not yet public: readable once that shuffle's seed is."""

    shuffle: int
    data: bytes


AnyHouseEvent = (
    TableOpened | RulesChanged | TableClosed | SeedCommitted | SeedOffered | ShuffleCommitted | ShuffleOpened | BoughtIn
    | CashedOut | Filled | Credited | LinkOpened | LinkServed | LinkLost | LinkFound | PlayerReady | TimeExtended
    | SystemDecided | ClockStepped | Sealed
)  # fmt: skip
HOUSE_EVENTS = frozenset(get_args(AnyHouseEvent))
LoggedEvent = AnyEvent | AnyHouseEvent


class Act(Struct, frozen=True, gc=False):
    """What one command brought about, and whose it was."""

    by: str
    command: str
    events: tuple[LoggedEvent, ...] = field(name="happenings")  # its name in every record ever written
