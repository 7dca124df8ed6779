"""What every link of meters answers, whether this database keeps it or another does."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct
from sqlalchemy import Connection

from croupier.house.database.database import Database
from croupier.house.ledger.postings import Postings
from croupier.rulebook.elect import GameRules
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import Meter, State

Readings = tuple[tuple[str, int], ...]
EventsOrRefusal = tuple[e.AnyEvent, ...] | Refusal

# The events of a table that a link must hear of.
METER_EVENTS = frozenset({e.ProgressiveLocked, e.MeterHit, e.MeterRestored, e.RoundVoided, e.RoundClosed})


class Moment(Struct, frozen=True):
    """Where and when something moves a meter: the table, the record it will stand in, the house's time."""

    table: str
    record: int
    at_ms: int


class MovedEvent(Struct, frozen=True):
    """An event as it is to be recorded, its meter showing what the link shows, and the money it moves."""

    event: e.AnyEvent
    postings: Postings = ()


class Link(Protocol):
    """The meters of a link within one transaction: read and locked once, moved in memory, written at the end."""

    @property
    def link(self) -> str:
        """The link's name."""

    @property
    def lost(self) -> bool:
        """Whether the link cannot be reached, so that its wager is closed."""

    def join_problem(self, rules: GameRules) -> Refusal | None:
        """Why a table of these rules cannot be on this link, or None."""

    def meters(self, rules: GameRules) -> tuple[Meter, ...]:
        """What the meters show, in the order of the rules: for the opening of a round."""

    def settle(
        self, moment: Moment, rules: GameRules, state: State, decide: Callable[[Readings], EventsOrRefusal]
    ) -> EventsOrRefusal:
        """What `decide` makes of the readings at the seat's turn; a hit is the seat's from then on."""

    def move(self, moment: Moment, rules: GameRules, state: State, event: e.AnyEvent) -> MovedEvent:
        """Moves the meters as the event says, `state` being the table before it."""

    def balances(self) -> dict[str, int]:
        """What the accounts of these meters hold."""

    def mark(self) -> object:
        """How the link stands, to come back to."""

    def undo(self, mark: object) -> None:
        """Comes back to the mark: what was asked since is refused."""

    def write(self, database: Database, connection: Connection) -> None:
        """Writes what has moved; the records that moved it are written already."""


def stakes_cents(state: State) -> int:
    """The accepted stakes that feed the meters of the round under way."""
    assert state.round is not None
    return sum(box.stake("progressive") for box in state.round.boxes)


def moves_meters(state: State, event: e.AnyEvent) -> bool:
    """Whether a link must hear of an event: of a round without progressive wagers it need not."""
    if type(event) is e.ProgressiveLocked:
        return bool(event.gains)
    return type(event) in METER_EVENTS and state.round is not None and bool(state.round.gains)
