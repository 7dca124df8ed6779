"""What settlement sees of a round, and what it says."""

from typing import Literal

from msgspec import Struct

from croupier.cards import Card
from croupier.rulebook.payout import MeterShare, parse_odds
from croupier.table.values.box import Box

OutcomeName = Literal["win", "lose", "push", "forfeit", "void"]
Meters = tuple[tuple[str, int], ...]  # what each meter shows, in whole cents


class Showdown(Struct, frozen=True, gc=False):
    """A round ready to be settled; `meters` are what they show when settlement begins."""

    dealer: tuple[Card, ...]
    community: tuple[Card, ...]
    bonus_cards: tuple[Card, ...]
    seats: tuple[Box, ...]
    meters: Meters = ()

    def seat(self, number: int) -> Box:
        """The box of that number."""
        numbers = [box.seat for box in self.seats]
        return self.seats[numbers.index(number)]


class SettlementLine(Struct, frozen=True, gc=False):
    """What became of one wager.

    `paid_cents` is what the house adds, `returned_cents` what comes back of the stake. `line` is the paytable line
    that decided, `case` the comparison or circumstance; `clause` says who says so.
    """

    seat: int
    wager: str
    outcome: OutcomeName
    stake_cents: int
    paid_cents: int
    returned_cents: int
    line: str | None
    clause: str
    case: str = ""
    odds: str = ""
    meter: str = ""
    cut_cents: int = 0

    @property
    def whole_meter(self) -> bool:
        """Whether the line pays all that its meter showed."""
        odds = parse_odds(self.odds) if self.meter else None
        return isinstance(odds, MeterShare) and odds.percent == 100

    @property
    def net_cents(self) -> int:
        """What the player is up or down by."""
        return self.paid_cents + self.returned_cents - self.stake_cents


class DealerResult(Struct, frozen=True, gc=False):
    """The dealer's hand in words, and whether it competes."""

    hand: str
    qualifies: bool


class Settlement(Struct, frozen=True, gc=False):
    """The result of a round: seats in the order they were settled, and what the meters show afterwards."""

    order: tuple[int, ...]
    dealer: DealerResult | None
    lines: tuple[SettlementLine, ...]
    meters: Meters

    def net_cents(self, seat: int) -> int:
        """What a seat is up or down by."""
        return sum(line.net_cents for line in self.lines if line.seat == seat)
