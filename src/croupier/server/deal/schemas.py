"""What the dealer's screen is told beside the table as it is seen."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from croupier.house.handlers.floor_calls import Reason
from croupier.house.log.device_events import DeviceKind
from croupier.server.wire.messages import ActionOffer, Asked, BlankName, BlankSeen, OrderSeen, SpotOffer
from croupier.server.wire.schemas import OnDutySeen


class Step(Struct, frozen=True):
    """Something that the procedure asks, in one sentence, and the clause that asks it."""

    says: str
    clause: str


class OptionSeen(Struct, frozen=True):
    """Something that whoever looks may do beside what is due, in plain words; where it is not `open`, `why` says why.

    `question` and `answer` narrow what has several cases: options of one `title` are the answers to one question. What
    is closed to a dealer and `floors` may be confirmed on their screen by somebody of the floor.
    """

    option: str
    sort: Literal["report", "count", "device", "deck", "conduct"]
    title: str
    question: str
    answer: str
    says: str
    clause: str
    blanks: tuple[BlankSeen, ...]
    open: bool
    why: str
    why_clause: str
    floors: bool = False


class TriedOption(Struct, frozen=True, forbid_unknown_fields=True):
    """An option whose consequences somebody wants to see before it is done; `floors` where the floor would do it."""

    option: Annotated[str, Meta(min_length=1, max_length=80, pattern=r"\A[a-z0-9_:-]+\Z")]
    found: Annotated[dict[BlankName, Annotated[str, Meta(max_length=200)]], Meta(max_length=16)] = {}
    floors: bool = False


class Confirmation(Struct, frozen=True, forbid_unknown_fields=True):
    """Something asked on a dealer's screen by somebody of the floor, who gives their name and PIN."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    pin: Annotated[str, Meta(min_length=1, max_length=64)]
    asked: Asked


class MoneyBack(Struct, frozen=True):
    """A wager that goes back to its player, or a result that is taken back; in cents."""

    seat: int
    title: str
    cents: int


class Consequence(Struct, frozen=True):
    """What an option would bring about, as far as no hidden card tells it: nothing of it is done.

    `returned` are the wagers that go back, `taken_back` the results that are undone, from the player's side, and
    `settled` the wagers that are settled nevertheless, for what their hand turns out to be.
    """

    version: int
    says: str
    clause: str
    void: bool
    steps: tuple[Step, ...]
    returned: tuple[MoneyBack, ...]
    taken_back: tuple[MoneyBack, ...]
    settled: tuple[MoneyBack, ...]


class CallSeen(Struct, frozen=True):
    """The floor is wanted here: for what, since when, and who called. `call` 0 is answered by doing what is due."""

    call: int
    reason: Reason
    seat: int
    says: str
    clause: str
    by: str
    since_ms: int


class EntrySeen(Struct, frozen=True):
    """What the dealer entered last and may take back: its record, and what it says."""

    record: int
    says: str


class CardsTold(Struct, frozen=True):
    """Cards of the last round as they were told: where, in words too, which, and how many."""

    place: str
    title: str
    cards: str
    count: int


class WagerEnded(Struct, frozen=True):
    """A wager of the last round: its stake, and what the seat got back with it, stake included."""

    seat: int
    wager: str
    title: str
    stake_cents: int
    back_cents: int


class LastRound(Struct, frozen=True):
    """The round that ended last, as far as whoever looks may put it right; where they may not, why, by which clause.

    What a dealer may not and `floors` is put right on their screen by somebody of the floor.
    """

    round: int
    why: str
    why_clause: str
    told: tuple[CardsTold, ...]
    wagers: tuple[WagerEnded, ...]
    floors: bool = False


class ResultChanged(Struct, frozen=True):
    """A wager's result from the player's side, as it was and as it would be."""

    seat: int
    title: str
    was_cents: int
    so_cents: int


class CorrectionSeen(Struct, frozen=True):
    """What a correction would change, and by which clause: nothing of it is done.

    `borne_cents` is what players no longer have of what it takes from them, which the house bears; `kept_cents` is what
    the house keeps of what it pays them, having borne it when the same round was put right before.
    """

    clause: str
    changes: tuple[ResultChanged, ...]
    borne_cents: int
    kept_cents: int


class ChipsSeen(Struct, frozen=True):
    """So many chips of one denomination."""

    cents: int
    count: int


class ChipMove(Struct, frozen=True):
    """What the dealer does with the chips of one wager: the fewest that make up the sum, and what no chip makes up.

    `way` is pay, take, push (leave them), give_back, in_the_tray (taken before the deal) or off_table (paid there).
    `note` is what is done about a tray that is short of them, "" where it is not, or nobody has counted it.
    """

    seat: int
    title: str
    way: Literal["pay", "take", "push", "give_back", "in_the_tray", "off_table"]
    cents: int
    chips: tuple[ChipsSeen, ...]
    rest_cents: int
    hand: str
    odds: str
    sentence: str
    clause: str
    note: str = ""


class MoneySeen(Struct, frozen=True):
    """The wagers that were settled last: of one seat, with its hand and what is called out, or as seat 0 of several."""

    seat: int
    hand: str
    aloud: str
    moves: tuple[ChipMove, ...]


class FeltSeat(Struct, frozen=True, kw_only=True):
    """A seat of a felt table: who sits there, and all that may be entered for them now.

    Where nobody does, `beside` are the seats whose patrons may have this box too. `card` is the number they are rated
    under, `last_cents` what they wagered in the last round. Who does not leave stays for the reason that `why_stays`.
    """

    seat: int
    player: str
    card: str
    beside: tuple[int, ...] = ()
    spots: tuple[SpotOffer, ...] = ()
    actions: tuple[ActionOffer, ...] = ()
    last_cents: dict[str, int] = {}
    leaves: bool = False
    why_stays: str = ""
    why_clause: str = ""


class BuyInSeen(Struct, frozen=True):
    """Chips that a patron bought, by the record that entered it; its cash is in the box still."""

    record: int
    player: str
    cents: int


class FeltSeen(Struct, frozen=True):
    """The seats of a table whose chips the dealer enters, the chips that there are, the buy-ins, the latest first."""

    seats: tuple[FeltSeat, ...]
    denominations_cents: tuple[int, ...]
    buy_ins: tuple[BuyInSeen, ...] = ()


class TrayRow(Struct, frozen=True):
    """The pieces of one worth: by the last count and the slips since, and as they are reckoned to be now."""

    cents: int
    counted: int
    reckoned: int


class TraySeen(Struct, frozen=True):
    """The tray piece by piece: known from the opener or closer `kind` of that number, reckoned since.

    `unnamed_cents` came from the cage without a slip, below zero where they went there; `owing_cents` were to be paid
    and could not be made up of what is there.
    """

    kind: Literal["opener", "closer"]
    slip: int
    by: str
    at_ms: int
    rows: tuple[TrayRow, ...]
    unnamed_cents: int
    owing_cents: int


class DeviceSeen(Struct, frozen=True):
    """A device at the table: whether it is connected, how many cards of this round it has read, what it said last."""

    device: str
    kind: DeviceKind
    connected: bool
    cards: int
    says: str


class DealSeen(Struct, frozen=True, tag_field="type", tag="deal"):
    """A table as whoever is on duty there needs it; `version` is the table's.

    `now` is what is due or waited for, `aloud` what must be said with it, "" for nothing, and `upcoming` what comes
    after it as far as that is certain. `handling` are the rules that are kept all the while, `options` what may be done
    beside what is due, `money` what is done with chips, `calls` what the floor is wanted for. `dealing` is the
    dealer who has tapped in, `felt` what the dealer enters for patrons without an account, `entry` what may be taken
    back, `last` what of the last round the floor may put right. `orders` are what somebody of the floor may order on a
    dealer's screen. `tray` is there once somebody has counted it.
    """

    version: int
    now: Step
    aloud: str
    upcoming: Step | None
    handling: tuple[Step, ...]
    options: tuple[OptionSeen, ...]
    money: MoneySeen | None
    calls: tuple[CallSeen, ...]
    dealing: OnDutySeen | None
    felt: FeltSeen | None
    entry: EntrySeen | None
    devices: tuple[DeviceSeen, ...]
    last: LastRound | None
    orders: tuple[OrderSeen, ...] = ()
    tray: TraySeen | None = None
