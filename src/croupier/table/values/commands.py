"""What people and devices may ask of a table. Chance and time arrive here too, as the order of a deck and as `at`."""

from msgspec import Struct

from croupier.cards import Card


class Command(Struct, frozen=True, kw_only=True, tag=True, tag_field="command", gc=False):
    """A wish. `by` is who has it, `at` the second at which the house took it."""

    by: str = "dealer"
    at: int = 0


class ReceiveDeck(Command, frozen=True):
    """A deck comes to the table; it may have been inspected and shuffled elsewhere."""

    deck: str
    back: str
    pre_inspected: bool = False
    pre_shuffled: bool = False
    order: tuple[Card, ...] | None = None


class PrepareDeck(Command, frozen=True):
    """One opening step is done with a deck."""

    deck: str
    step: str


class Shuffle(Command, frozen=True):
    """A deck was shuffled. `order` is None where nobody knows it; `count` is what a counting shuffler found."""

    deck: str
    method: str
    order: tuple[Card, ...] | None = None
    count: int | None = None


class CutDeck(Command, frozen=True):
    """A stack was cut `depth` cards from the top; None says that nobody has looked how deep."""

    deck: str
    depth: int | None = None


class OrderRecut(Command, frozen=True):
    """A supervisor wants another cut."""

    deck: str
    reason: str


class OrderShuffle(Command, frozen=True):
    """A supervisor wants the cards shuffled."""

    deck: str
    reason: str


class RemoveDeck(Command, frozen=True):
    """A deck leaves the table for good."""

    deck: str
    reason: str


class SpreadIdle(Command, frozen=True):
    """Nobody plays: the cards are spread on the open table."""

    face_up_requested: bool = False


class TreatDevice(Command, frozen=True):
    """A failed device is emptied, covered, marked, taken away or back in use: `step` names which."""

    device: str
    step: str


class Sit(Command, frozen=True):
    """A player takes a box."""

    seat: int
    player: str


class Leave(Command, frozen=True):
    """A player gives a box up."""

    seat: int


class OpenRound(Command, frozen=True):
    """A round begins: wagers may be made.

    `dealing` names another method than the elected one while that one's device is out of use; "" takes the first left.
    """

    dealing: str = ""


class PlaceWager(Command, frozen=True):
    """A player puts `stake_cents` on a wager, in place of what was there.

    `accepted` is what the spot's device reports of a wager that goes through it, such as the Progressive. `instrument`
    is what was put down, with the `reference` of its approval where it needs one; `coupon` is the number of a match
    play coupon that lies beside the chips.
    """

    seat: int
    wager: str
    stake_cents: int
    instrument: str = "value_chip"
    accepted: bool = True
    reference: str = ""
    coupon: str = ""


class WithdrawWager(Command, frozen=True):
    """A player takes a wager back."""

    seat: int
    wager: str


class Perform(Command, frozen=True):
    """The dealer does the next step of the procedure; `count` or `hand` where the step records one."""

    step: str
    count: int | None = None
    hand: str | None = None


class Deal(Command, frozen=True):
    """The dealer deals, from a deck whose order is known, all that is due now."""


class DealCard(Command, frozen=True):
    """One card comes out, read by a person or a shoe; `face_up` if it was found face up in the stack."""

    card: Card
    face_up: bool = False


class TurnUp(Command, frozen=True):
    """Cards that nobody knew are turned up, and told: `place` is a seat, dealer, dealer_up, community or bonus_box."""

    place: str
    cards: tuple[Card, ...] = ()


class CountStub(Command, frozen=True):
    """The stub was counted face down; None says that nobody has counted it."""

    count: int | None = None


class CheckHands(Command, frozen=True):
    """After a wrong stub count: how many cards each seat in play holds, the dealer as seat 0."""

    hands: tuple[tuple[int, int], ...] = ()


class Decide(Command, frozen=True):
    """A player answers: play, check or fold."""

    seat: int
    action: str
    stake_cents: int = 0


class SettleNext(Command, frozen=True):
    """The dealer settles what is next; `meters` are their readings at this moment, if they are kept elsewhere."""

    meters: tuple[tuple[str, int], ...] | None = None


class VerifyAward(Command, frozen=True):
    """The dealer looked at a pending progressive award: whether the hand wins, and whether its light is on."""

    seat: int
    hand_wins: bool | None = None
    light_on: bool | None = None


class ValidateAward(Command, frozen=True):
    """A floorperson validates a progressive award: who asks, or whoever `validated_by` names.

    Where the dealer has not verified hand and light before, both are told here. `source` says whether it is paid from
    the table_inventory or off_table; "" takes the inventory wherever that may be.
    """

    seat: int
    light_on: bool | None = None
    validated_by: str = ""
    hand_wins: bool = True
    source: str = ""


class RefuseAward(Command, frozen=True):
    """The floor refuses a progressive award whose light was found off."""

    seat: int
    reason: str = ""


class DocumentAward(Command, frozen=True):
    """The paperwork of an award paid elsewhere is done: `document` is its number or reference."""

    seat: int
    document: str = ""


class Report(Command, frozen=True):
    """Something went wrong; `case` narrows it where the rules do, `exposed` are the cards that were seen.

    `cards` complete a board whose order nobody knows; `hands` are cards out that are turned up to settle by, place by
    place.
    """

    kind: str
    case: str = ""
    device: str = ""
    cards: tuple[Card, ...] = ()
    exposed: tuple[Card, ...] = ()
    hands: tuple[tuple[str, tuple[Card, ...]], ...] = ()


class Abandon(Command, frozen=True):
    """The floor rules on the wagers of a player who left: lost, or settled as if the player sat there."""

    seat: int
    lost: bool | None = None
    reason: str = ""


class CallFloor(Command, frozen=True):
    """The floor is called to a player who is asked and does not answer."""

    seat: int


class RuleOnSilence(Command, frozen=True):
    """A floorperson's ruling on a player who does not answer: `wait`, or the answer that the hand must give."""

    seat: int
    ruling: str = ""
    reason: str = ""


class NoteConduct(Command, frozen=True):
    """Somebody did not keep a rule of conduct: `seat` is whose cards or box it concerns, 0 the dealer's."""

    seat: int
    step: str
    note: str


AnyCommand = (
    ReceiveDeck | PrepareDeck | Shuffle | CutDeck | OrderRecut | OrderShuffle | RemoveDeck | SpreadIdle | TreatDevice
    | Sit | Leave | OpenRound | PlaceWager | WithdrawWager | Perform | Deal | DealCard | TurnUp | CountStub | CheckHands
    | Decide | SettleNext | VerifyAward | ValidateAward | RefuseAward | DocumentAward | Report | Abandon | CallFloor
    | RuleOnSilence | NoteConduct
)  # fmt: skip
