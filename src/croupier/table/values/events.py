"""What happened at a table. Events are facts: everything a state is made of, and nothing to be decided."""

from msgspec import Struct

from croupier.cards import Card
from croupier.table.values.showdown import SettlementLine
from croupier.table.values.words import Phase, Unit


class Event(Struct, frozen=True, kw_only=True, tag=True, tag_field="event", gc=False):
    """A fact."""


class DeckReceived(Event, frozen=True):
    """A deck came to the table; `order` is how its cards lie, if known, `skips_opening` that it needs no inspection."""

    deck: str
    back: str
    at: int
    skips_opening: bool
    order: tuple[Card, ...] | None


class DeckPrepared(Event, frozen=True):
    """A step of preparing a deck was done, such as its inspection, and by whom."""

    deck: str
    step: str
    by: str
    at: int = 0


class DeckShuffled(Event, frozen=True):
    """A deck was shuffled; `ends_in` is how it lies then, `counted` that the shuffler counted it and found it whole."""

    deck: str
    method: str
    order: tuple[Card, ...] | None
    ends_in: str = "one_stack"
    counted: bool = False


class DeckCut(Event, frozen=True):
    """A stack was cut; `cover_card` is where the cover card ends."""

    deck: str
    depth: int
    order: tuple[Card, ...] | None
    cover_card: str = "under_the_stack"


class CutAgainOrdered(Event, frozen=True):
    """A supervisor ordered a deck cut again."""

    deck: str
    by: str
    reason: str


class ShuffleOrdered(Event, frozen=True):
    """A supervisor ordered a deck shuffled again."""

    deck: str
    by: str
    reason: str


class DeckRemoved(Event, frozen=True):
    """A deck was taken off the table."""

    deck: str
    reason: str


class TableIdled(Event, frozen=True):
    """Nobody plays, and the cards were spread; `reopen_from` are the steps of preparing them that stay done."""

    face_up: bool
    reopen_from: tuple[str, ...]


class DeviceFailed(Event, frozen=True):
    """A shuffler or shoe failed; `holds_cards` while cards are in it."""

    device: str
    holds_cards: bool = False


class DeviceEmptied(Event, frozen=True):
    """The cards that a failed device held were taken out."""

    device: str
    clause: str


class DeviceRestored(Event, frozen=True):
    """A device that failed was found fit and is used again."""

    device: str
    by: str


class DeviceTreated(Event, frozen=True):
    """A step was done that the rules require for a device that failed."""

    device: str
    step: str


class PlayerSat(Event, frozen=True):
    """A player took a seat."""

    seat: int
    player: str


class PlayerLeft(Event, frozen=True):
    """A player gave up a seat."""

    seat: int
    during_round: bool


class RoundOpened(Event, frozen=True):
    """Wagers may be made. `meters` are what they show: cents and hundred-millionths of a cent.

    `dealing` is the method that the round is dealt by where it is not the elected one, `out_of_use` the devices that
    it is played without.
    """

    number: int
    digest: str
    deck: str
    at: int
    meters: tuple[tuple[str, int, int], ...]
    dealing: str = ""
    out_of_use: tuple[str, ...] = ()


class WagerPlaced(Event, frozen=True, omit_defaults=True):
    """A wager lies on its spot: in chips, unless `instrument` says in what else, under which approval."""

    seat: int
    player: str
    wager: str
    stake_cents: int
    instrument: str = "value_chip"
    reference: str = ""
    coupon: str = ""


class WagerWithdrawn(Event, frozen=True):
    """A wager was taken back before bets were closed."""

    seat: int
    wager: str
    stake_cents: int


class Advance(Event, frozen=True):
    """A fact that moves the procedure on: `script` is the place of the next step, `phase` what the round is then."""

    clause: str
    script: int
    phase: Phase


class StepDone(Advance, frozen=True):
    """A step of the procedure."""

    step: str
    hand: str = ""


class BetsClosed(Advance, frozen=True):
    """No more bets are taken."""


class ProgressiveLocked(Advance, frozen=True):
    """Accepted stakes fed the meters: each meter's gain in hundred-millionths of a cent."""

    gains: tuple[tuple[str, int], ...]


class ProgressiveBanked(Advance, frozen=True):
    """The progressive stakes were taken in."""

    cents: int


class CardsDealt(Advance, frozen=True):
    """Cards left the deck for their places: a seat's number, or dealer, dealer_up, community, bonus_box, burn."""

    places: tuple[tuple[str, Card], ...]


class DealtFaceDown(Advance, frozen=True):
    """Cards that nobody has seen left the deck: how many went to each place. `dealer_up` is still to be told."""

    places: tuple[tuple[str, int], ...]


class CardsTurnedUp(Event, frozen=True):
    """Cards that nobody knew were turned up at a place, and who told what they are."""

    place: str
    cards: tuple[Card, ...]
    by: str
    clause: str


class CommunityTurned(Advance, frozen=True):
    """So many community cards lie face up now."""

    up: int


class CardSetAside(Event, frozen=True):
    """A card that was turned up by mistake was set aside."""

    card: Card
    clause: str


class StubCounted(Advance, frozen=True):
    """What is left of the deck was counted, and the number is right."""

    count: int


class StubMiscounted(Event, frozen=True):
    """The stub does not make a whole deck with the cards that were dealt: every hand is to be counted."""

    clause: str
    count: int


class HandsChecked(Event, frozen=True):
    """How many cards each seat held, the dealer as seat 0."""

    clause: str
    hands: tuple[tuple[int, int], ...]


class HandsFixed(Advance, frozen=True):
    """The shuffler fixed the number of hands in the round, the dealer's included."""

    hands: int


class PayoutsDisplayed(Advance, frozen=True):
    """The shuffler shows what the wager on the best hand pays in this round, line by line."""

    payouts: tuple[tuple[str, str], ...]


class DecisionsAsked(Advance, frozen=True):
    """The players to be asked at a decision point, in order."""

    point: str
    seats: tuple[int, ...]


class Decided(Advance, frozen=True):
    """A seat gave its answer, with the stake of its Play wager where it played."""

    seat: int
    point: str
    action: str
    stake_cents: int


class FoldsCollected(Advance, frozen=True):
    """Cards of these seats went to the rack unseen."""

    seats: tuple[int, ...]


class DealerRevealed(Advance, frozen=True):
    """The dealer's cards are up; `hand` is what the dealer announces."""

    hand: str


class BonusRevealed(Advance, frozen=True):
    """The cards that a bonus wager goes by were turned up."""


class SeatRevealed(Event, frozen=True):
    """A player's cards are up; `hand` is what the dealer announces."""

    seat: int
    clause: str
    hand: str


class WagerSettled(Event, frozen=True):
    """A wager was taken, paid or returned, as its line says."""

    line: SettlementLine


class AwardPending(Event, frozen=True):
    """A progressive award waits for verification and validation, and what comes after it with it.

    Its meter has been read and moved; `source` says whether the table inventory may pay it.
    """

    unit: Unit
    line: SettlementLine
    source: str
    rest: tuple[SettlementLine, ...]


class AwardVerified(Event, frozen=True):
    """A pending award's hand wins and its light is on, as somebody found."""

    seat: int
    by: str
    clause: str


class AwardUnlit(Event, frozen=True):
    """A pending award's light was found off: the floor has to rule."""

    seat: int
    by: str
    clause: str


class AwardRefused(Event, frozen=True):
    """The floor refused an award whose light is off: its wager was not accepted."""

    seat: int
    by: str
    reason: str
    clause: str


class AwardPaid(Event, frozen=True):
    """An award that waited was paid: from where, and validated by whom."""

    line: SettlementLine
    source: str
    validated_by: str


class AwardDocumented(Event, frozen=True):
    """The paperwork is done, under the document's number; records of before have none."""

    seat: int
    document: str = ""
    by: str = ""


class MeterHit(Event, frozen=True):
    """A meter was won in whole or in part: what it pays, and what it shows now."""

    meter: str
    paid_cents: int
    cents: int


class MeterRestored(Event, frozen=True):
    """What a meter had paid was put back on it, its award refused or its round void: how much, what it shows now."""

    meter: str
    restored_cents: int
    cents: int


class UnitSettled(Event, frozen=True):
    """A unit of the settlement is over: a seat, or a seat's part in one pass round the table."""

    unit: Unit
    seat: int


class CardsCollected(Event, frozen=True):
    """A seat's cards went to the rack; `seat` 0 is the dealer's."""

    seat: int
    cards: tuple[Card, ...]
    clause: str


class HandLeftExposed(Event, frozen=True):
    """A hand stays on the table for the wager on the best one; `seat` 0 is the dealer's."""

    seat: int
    clause: str


class ExposedHandReplaced(Event, frozen=True):
    """A higher hand took the place of this one."""

    seat: int
    clause: str


class LineReversed(Event, frozen=True):
    """A settlement made before the round turned out void is taken back."""

    line: SettlementLine


class IrregularityReported(Event, frozen=True):
    """Something went wrong, and this is the remedy that the rules require."""

    kind: str
    case: str
    remedy: str
    clause: str
    by: str = "dealer"


class RoundVoided(Event, frozen=True):
    """The round is void: the meters lose what it fed them, the deck is reshuffled, removed or stays."""

    clause: str
    reversed_gains: tuple[tuple[str, int], ...]
    deck: str


class WagersAbandoned(Event, frozen=True):
    """The floor ruled on the wagers of a player who left."""

    seat: int
    lost: bool
    by: str
    reason: str


class FloorCalled(Event, frozen=True):
    """The floor was called to a player who does not answer."""

    seat: int
    by: str
    clause: str


class SilenceRuled(Event, frozen=True):
    """A floorperson ruled on a player who does not answer: to wait, or which answer the hand gives."""

    seat: int
    ruling: str
    by: str
    reason: str
    clause: str


class ConductNoted(Event, frozen=True):
    """A rule of conduct was not kept; `seat` 0 is the dealer's."""

    seat: int
    step: str
    note: str
    by: str
    clause: str


class RoundClosed(Event, frozen=True):
    """A round is over."""

    number: int
    clause: str


AnyEvent = (
    DeckReceived | DeckPrepared | DeckShuffled | DeckCut | CutAgainOrdered | ShuffleOrdered | DeckRemoved | TableIdled
    | DeviceFailed | DeviceEmptied | DeviceRestored | DeviceTreated | PlayerSat | PlayerLeft | RoundOpened | WagerPlaced
    | WagerWithdrawn | StepDone
    | BetsClosed | ProgressiveLocked | ProgressiveBanked | CardsDealt | DealtFaceDown | CardsTurnedUp | CardSetAside
    | CommunityTurned | StubCounted
    | StubMiscounted | HandsChecked
    | HandsFixed | PayoutsDisplayed | DecisionsAsked | Decided | FoldsCollected | DealerRevealed | BonusRevealed
    | SeatRevealed | WagerSettled
    | AwardPending | AwardVerified | AwardUnlit | AwardRefused | AwardPaid | AwardDocumented | MeterHit | MeterRestored
    | UnitSettled | CardsCollected
    | HandLeftExposed | ExposedHandReplaced | LineReversed
    | IrregularityReported | RoundVoided | WagersAbandoned | FloorCalled | SilenceRuled | ConductNoted | RoundClosed
)  # fmt: skip
