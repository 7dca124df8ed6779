"""What a table is at one moment: a frozen value that only events change."""

from typing import Literal

from msgspec import Struct

from croupier.cards import Card
from croupier.table.values.box import Box
from croupier.table.values.showdown import SettlementLine
from croupier.table.values.words import Phase, Unit

CARRY_PER_CENT = 100_000_000
OVER = frozenset[Phase]({"closed", "void"})  # the phases of a round that is not under way any more
TABLE_INVENTORY, OFF_TABLE = SOURCES = ("table_inventory", "off_table")  # where an award is paid from
# Whose cards are dealt: the house's own shuffle, those that a shoe reads as they leave it, or a deck in the hand.
CardSource = Literal["house", "shoe", "seen"]
FROM_SHOE: CardSource = "shoe"  # and so is the device called that reads them
SEEN: CardSource = "seen"
SET_ASIDE = -1  # the discard rack's entry for a card found face up, beside the seats' and, as 0, the dealer's


class Deck(Struct, frozen=True, gc=False):
    """A deck at the table. `shuffled` says how, "" while it must not be dealt; `order` is known or nobody's.

    `counted` says that the shuffler found it whole when it was shuffled, `spread` that its cards lie as they were
    spread when the table became idle.
    """

    deck: str
    back: str
    received_at: int
    prepared: tuple[str, ...] = ()
    inspected_by: str = ""
    shuffled: str = ""
    shuffle_ordered: bool = False
    cut: bool = False
    order: tuple[Card, ...] | None = None
    removed: bool = False
    counted: bool = False
    spread: bool = False


class Meter(Struct, frozen=True, gc=False):
    """A meter: what it shows, and the exact part of a cent it does not show yet."""

    meter: str
    cents: int
    carry: int = 0


class PendingAward(Struct, frozen=True, gc=False):
    """A progressive award that waits to be validated, and the seat's lines that come after it.

    `verified_by` is who has verified the hand and the light, "" until somebody has; `unlit_by` who found the light off.
    """

    unit: Unit
    line: SettlementLine
    source: str
    rest: tuple[SettlementLine, ...]
    verified_by: str = ""
    unlit_by: str = ""


class Round(Struct, frozen=True, gc=False):
    """One round of play. `phase` is wagering, dealing, decisions, reveal, settling, closed or void.

    `dealing` is the method it is dealt by, "" for the elected one; `out_of_use` the devices that it is played without.
    `called_for` is the seat that the floor was called to because it does not answer, 0 for none. `face_down` says of
    each place how many cards lie there that nobody has seen: a seat's number, dealer, dealer_up, community, ...
    """

    number: int
    digest: str
    deck: str
    phase: Phase = "wagering"
    script: int = 0
    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    dealer_up: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    community_up: int = 0
    bonus_cards: tuple[Card, ...] = ()
    bonus_revealed: bool = False
    dealer_revealed: bool = False
    burned: tuple[Card, ...] = ()
    set_aside: tuple[Card, ...] = ()
    drawn: int = 0
    step_cards: int = 0
    gains: tuple[tuple[str, int], ...] = ()
    banked_cents: int = 0
    stub_counted: bool = False
    stub_found: int | None = None
    holding_hand: str = ""
    hands: int = 0
    point: str = ""
    to_ask: tuple[int, ...] = ()
    called_for: int = 0
    lines: tuple[SettlementLine, ...] = ()
    settled: tuple[tuple[Unit, int], ...] = ()
    pending: PendingAward | None = None
    undocumented: tuple[int, ...] = ()
    paid_off_table: tuple[int, ...] = ()
    exposed: tuple[int, ...] = ()
    rack: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    remedy: str = ""
    notes: tuple[tuple[int, str, str], ...] = ()
    dealing: str = ""
    out_of_use: tuple[str, ...] = ()
    face_down: tuple[tuple[str, int], ...] = ()

    def unseen(self, place: str) -> int:
        """How many cards lie at a place that nobody has seen."""
        for name, cards in self.face_down:
            if name == place:
                return cards
        return 0

    def box(self, seat: int) -> Box | None:
        """The box of that number, if somebody wagered there."""
        for box in self.boxes:
            if box.seat == seat:
                return box
        return None


class State(Struct, frozen=True, gc=False):
    """A table.

    `rack_deck` names the deck that the last round left in the discard rack; `failed` lists devices that failed and
    are not yet treated, `out_of_use` those that were, `holding_cards` those whose cards must come out. `dealer` is
    `human` where a person deals, `virtual` where the house's own system does. `card_source` is `house` where the house
    shuffles and knows its cards, `shoe` where a device reads each card as it leaves, `seen` where a card of
    cardboard is known once it is turned up and told.
    """

    players: tuple[tuple[int, str], ...] = ()
    decks: tuple[Deck, ...] = ()
    meters: tuple[Meter, ...] = ()
    round: Round | None = None
    rounds: int = 0
    rounds_since_count: int = 0
    last_deck: str = ""
    rack_deck: str = ""
    idle: bool = False
    failed: tuple[str, ...] = ()
    out_of_use: tuple[str, ...] = ()
    holding_cards: tuple[str, ...] = ()
    dealer: str = "virtual"
    card_source: CardSource = "house"

    @property
    def cards_told(self) -> bool:
        """Whether nobody knows a card until it is turned up and told: so too where the shoe that reads is out of use.

        A round keeps to what it was opened with.
        """
        lost = self.round.out_of_use if self.round else self.out_of_use
        return self.card_source == SEEN or (self.card_source == FROM_SHOE and FROM_SHOE in lost)

    def deck(self, name: str) -> Deck | None:
        """The deck of that name."""
        for deck in self.decks:
            if deck.deck == name:
                return deck
        return None

    def player(self, seat: int) -> str:
        """Who sits in a box, "" if nobody does."""
        for number, player in self.players:
            if number == seat:
                return player
        return ""
