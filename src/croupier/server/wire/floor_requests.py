"""What goes between a table and its floor: calls and their answers, orders, slips taken back, rounds put right."""

from typing import Annotated, Literal

from msgspec import Meta

from croupier.house.log.events import CallReason
from croupier.server.wire.patron_requests import Cents, SeatNumber, TableRequest

PlaceName = Annotated[str, Meta(min_length=1, max_length=20, pattern=r"\A[a-z_]+\Z|\A[0-9]{1,2}\Z")]


class CallFloor(TableRequest, frozen=True, tag="call_floor"):
    """The dealer calls the floor to a player who is asked and does not answer."""

    seat: SeatNumber
    round: int
    point: Annotated[str, Meta(max_length=60)]


class MakeCall(TableRequest, frozen=True, tag="call"):
    """Somebody on duty calls the floor to the table: for what, to which seat, 0 for none, and what they say of it."""

    reason: CallReason
    to_seat: Annotated[int, Meta(ge=0, le=12)] = 0
    note: Annotated[str, Meta(max_length=200)] = ""


class AnswerCall(TableRequest, frozen=True, tag="answer_call"):
    """A floorperson answers a call by its number, and says what was decided."""

    call: Annotated[int, Meta(ge=1)]
    note: Annotated[str, Meta(min_length=1, max_length=200)]


class TakeBack(TableRequest, frozen=True, tag="take_back"):
    """A slip of the fingers: the dealer takes back the last entry, the record that their screen names."""

    record: Annotated[int, Meta(ge=1)]


class CorrectRound(TableRequest, frozen=True, tag="correct"):
    """A floorperson puts the last round right, for a reason: cards as they were, place by place, or one wager.

    Of a wager it is said what the seat should have got back with it, stake included.
    """

    of_round: int
    reason: Annotated[str, Meta(max_length=200)]
    told: Annotated[dict[PlaceName, Annotated[str, Meta(max_length=40)]], Meta(max_length=12)] = {}
    at_seat: Annotated[int, Meta(ge=0, le=12)] = 0
    wager: Annotated[str, Meta(max_length=40, pattern=r"\A[a-z_]*\Z")] = ""
    cents: Cents | None = None


class Decline(TableRequest, frozen=True, tag="decline"):
    """Somebody of the floor does not confirm what they were asked to, and says why."""

    what: Annotated[str, Meta(min_length=1, max_length=200)]
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class OrderCards(TableRequest, frozen=True, tag="order"):
    """A floorperson, or the casino supervisor, orders a deck shuffled or cut again, for a reason."""

    order: Literal["shuffle", "recut"]
    deck: Annotated[str, Meta(min_length=1, max_length=60)]
    reason: Annotated[str, Meta(min_length=1, max_length=200)]
