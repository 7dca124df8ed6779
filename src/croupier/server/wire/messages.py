"""What goes over the wire at a table: one definition is the message, its schema and the web page's type.

Money is in whole cents, cards are text such as "As", and a card that the viewer may not see is null.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from croupier.server.wire.floor_requests import (
    AnswerCall,
    CallFloor,
    CorrectRound,
    Decline,
    MakeCall,
    OrderCards,
    TakeBack,
)
from croupier.server.wire.patron_requests import (
    Cents,
    CorrectBuyIn,
    RateSeat,
    SeatNumber,
    SeatPatron,
    SellChips,
    TableRequest,
)

CommandId = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"\A[A-Za-z0-9._-]+\Z")]
WagerName = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\A[a-z_]+\Z")]
Reference = Annotated[str, Meta(max_length=60, pattern=r"\A[A-Za-z0-9 ./#-]*\Z")]
BlankName = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\A[a-z_]+(:[0-9]{1,2})?\Z")]
SeenCards = tuple[str | None, ...]

# What a browser asks: for the boxes of who is signed in, and of nobody else but by whoever deals at a felt table.


class TakeSeat(TableRequest, frozen=True, tag="sit"):
    """Sit down in a box that is free."""

    seat: SeatNumber


class GiveUpSeat(TableRequest, frozen=True, tag="leave"):
    """Get up from a box."""

    seat: SeatNumber


class MadeIn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What wagers are made in, with the reference of its approval, and the number of a match play coupon beside it."""

    instrument: WagerName = "value_chip"
    reference: Reference = ""
    coupon: Reference = ""


class SetWagers(TableRequest, frozen=True, tag="wagers"):
    """What shall lie on a box's spots in this round: each is put there, changed, or at 0 taken back, in this order.

    All of it or, where one is refused, nothing. With `ready` it is also enough wagered. Chips are put down, unless
    `made_in` says what.
    """

    seat: SeatNumber
    round: int
    stakes_cents: Annotated[dict[WagerName, Cents], Meta(min_length=1, max_length=16)]
    ready: bool = False
    made_in: MadeIn | None = None


class SayReady(TableRequest, frozen=True, tag="ready"):
    """Enough wagered: when everybody who sits there says so, no more bets."""

    seat: SeatNumber
    round: int


class TakeDecision(TableRequest, frozen=True, tag="decide"):
    """Play with a stake, check, or fold."""

    seat: SeatNumber
    round: int
    point: Annotated[str, Meta(max_length=60)]
    action: Literal["play", "check", "fold"]
    stake_cents: Cents = 0


class AskTime(TableRequest, frozen=True, tag="more_time"):
    """More time for what this player is being waited for."""

    seat: SeatNumber
    round: int


class OfferOwnSeed(TableRequest, frozen=True, tag="seed"):
    """A seed of one's own for the next shuffle of a table in open mode."""

    seed: Annotated[str, Meta(min_length=1, max_length=64)]


class DoDuty(TableRequest, frozen=True, tag="duty"):
    """Somebody in person, dealer or floor, does what the procedure asks of them next.

    `says` is what the screen said was due; where it is given and something else is due by now, nothing is done. `found`
    is what they found out or decided, by the fields of the duty's blanks.
    """

    says: Annotated[str, Meta(max_length=2000)] = ""
    found: Annotated[dict[BlankName, Annotated[str, Meta(max_length=200)]], Meta(max_length=16)] = {}


class TakeOption(TableRequest, frozen=True, tag="option"):
    """Somebody on duty does one of the options that their screen has beside what is due.

    `found` is what they found out or decided, by the fields of the option's blanks.
    """

    option: Annotated[str, Meta(min_length=1, max_length=80, pattern=r"\A[a-z0-9_:-]+\Z")]
    found: Annotated[dict[BlankName, Annotated[str, Meta(max_length=200)]], Meta(max_length=16)] = {}


class TapIn(TableRequest, frozen=True, tag="tap_in"):
    """The dealer who asks deals at this table from now on, and relieves whoever did."""


class TapOut(TableRequest, frozen=True, tag="tap_out"):
    """Whoever deals at this table stops: they say so themselves, or the floor does."""


AnyTableRequest = (
    TakeSeat | GiveUpSeat | SetWagers | SayReady | TakeDecision | AskTime | OfferOwnSeed | DoDuty | OrderCards
    | CallFloor | MakeCall | AnswerCall | TakeBack | TakeOption | TapIn | TapOut | SeatPatron | RateSeat | SellChips
    | CorrectRound | Decline | CorrectBuyIn
)  # fmt: skip


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """A request under an id that the browser made: sent again, it is answered again and done once.

    `version` is the table as the screen showed it; where it is given and the table has moved on, nothing is done.
    """

    id: CommandId
    wish: AnyTableRequest
    version: int | None = None


class Answered(Struct, frozen=True, tag_field="type", tag="answer"):
    """What became of a request: done, refused with a sentence and where law says so its clause, stale, or failed.

    A stale screen is shown the table anew and may ask again; a failed one sends the same id again.
    """

    id: str
    outcome: Literal["done", "refused", "stale", "failed"]
    code: str = ""
    sentence: str = ""
    clause: str = ""


# What a browser is shown.


class HandCards(Struct, frozen=True):
    """The cards that give a hand its name, and all that form it; nothing until the hand is known."""

    named: tuple[str, ...]
    all: tuple[str, ...]


class BoxSeen(Struct, frozen=True):
    """A box; `hand` says in words what its cards make, "" until they are all seen, `made` which of them do.

    `timed_out` is the answer that was given for its player, whose time ran out; "" where none was.
    """

    seat: int
    player: str
    mine: bool
    wagers_cents: dict[str, int]
    cards: SeenCards
    hand: str
    made: HandCards
    folded: bool
    racked: bool
    ready: bool
    timed_out: Literal["", "check", "fold"]


class ResultLine(Struct, frozen=True):
    """What became of one wager; `sentence` is the line in words, `net_cents` what it is up or down by.

    The sentence says "you" to who made the wager, and names the seat to anybody else.
    """

    seat: int
    wager: str
    title: str
    outcome: Literal["win", "lose", "push", "forfeit", "void"]
    stake_cents: int
    paid_cents: int
    returned_cents: int
    net_cents: int
    hand: str
    odds: str
    sentence: str
    clause: str


class RoundSeen(Struct, frozen=True):
    """A round as `view_for` shows it to this viewer, with the words that go with it.

    A box's hand is named as a label is, `pair of kings`; the dealer's as within a sentence, `a pair of kings`.
    """

    number: int
    phase: Literal["wagering", "dealing", "decisions", "reveal", "settling", "closed", "void"]
    deck_back: str
    boxes: tuple[BoxSeen, ...]
    dealer: SeenCards
    dealer_hand: str
    dealer_made: HandCards
    dealer_qualifies: bool | None
    community: SeenCards
    bonus_cards: SeenCards
    cards_out: int
    point: str
    to_ask: tuple[int, ...]
    lines: tuple[ResultLine, ...]
    award_pending: int
    remedy: str


class SpotOffer(Struct, frozen=True):
    """A spot of one's own box now: whether chips may be put there, between which bounds, and if not, why.

    `equals` names the wager whose stake it must match.
    """

    wager: str
    open: bool
    minimum_cents: int
    maximum_cents: int
    equals: str
    why: str
    clause: str


class ActionOffer(Struct, frozen=True):
    """An answer that may be given now, as its button says it; `warning` is what a player may regret."""

    action: Literal["play", "check", "fold"]
    times: str
    stake_cents: int
    label: str
    warning: str


class SeatOffers(Struct, frozen=True):
    """Everything that one's box may do now, and nothing else."""

    seat: int
    spots: tuple[SpotOffer, ...]
    actions: tuple[ActionOffer, ...]
    may_say_ready: bool
    may_leave: bool


class Waiting(Struct, frozen=True):
    """Whom the table waits for, and how long still: bets of everybody, or an answer of one seat.

    `gone` says whose connection is gone, where the table waits less for that; "" where it does not.
    """

    kind: Literal["bets", "answer"]
    seat: int
    left_ms: int
    whole_ms: int
    may_extend: bool
    gone: str


class BlankSeen(Struct, frozen=True):
    """What somebody has to find out or decide for a duty: the field, the question, and how it is answered.

    Cards are told as `As Td`, as many as `most` says, 0 for as many as there are.
    """

    field: str
    asks: str
    kind: Literal["number", "choice", "text", "cards"]
    choices: tuple[str, ...]
    most: int = 0


class DutySeen(Struct, frozen=True):
    """What somebody in person must do next, by which clause, and in which role; `yours` where it is for this viewer.

    Its blanks are for them to fill in: nothing is found out beforehand.
    """

    says: str
    clause: str
    by: str
    yours: bool
    blanks: tuple[BlankSeen, ...]


class OrderSeen(Struct, frozen=True):
    """An order that this viewer may give now: which, of which deck, and its button's words."""

    order: Literal["shuffle", "recut"]
    deck: str
    label: str


class MeterSeen(Struct, frozen=True):
    """A meter of the table's link."""

    meter: str
    title: str
    cents: int


class TableSeen(Struct, frozen=True, tag_field="type", tag="table"):
    """A table as this viewer may see it now. `last` is the round that ended last, its results with it.

    Over a socket it is sent once: where `last_as_before`, it is null and the same as in the message before.

    `prompt` is one sentence that tells the viewer what is going on or what to do. `dealer_here` is false where a person
    deals and none of the dealers is at the table.
    `call_floor_to` is the seat that does not answer and that this viewer may call the floor to, 0 for none.
    """

    table: str
    version: int
    digest: str
    closed: bool
    link_lost: bool
    players: dict[int, str]
    seats_free: tuple[int, ...]
    may_sit: bool
    meters: tuple[MeterSeen, ...]
    round: RoundSeen | None
    last: RoundSeen | None
    last_as_before: bool
    waiting: Waiting | None
    dealer_here: bool
    offers: tuple[SeatOffers, ...]
    prompt: str
    balance_cents: int | None
    commitment: str
    duty: DutySeen | None
    orders: tuple[OrderSeen, ...]
    call_floor_to: int
    decks: tuple[str, ...]


class MetersSeen(Struct, frozen=True, tag_field="type", tag="meters"):
    """What the meters of the table's link show, pushed when another table has moved one."""

    links: dict[str, tuple[MeterSeen, ...]]


class Goodbye(Struct, frozen=True, tag_field="type", tag="goodbye"):
    """The server ends the connection, and why: `again` where the browser should connect anew."""

    reason: str
    again: bool


ServerMessage = TableSeen | MetersSeen | Answered | Goodbye
