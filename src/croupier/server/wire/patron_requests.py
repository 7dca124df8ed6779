"""What whoever deals asks of a table for patrons without an account; and what every request to a table is."""

from typing import Annotated

from msgspec import Meta, Struct

Cents = Annotated[int, Meta(ge=0, le=10**12)]
SeatNumber = Annotated[int, Meta(ge=1, le=12)]
PlayerCard = Annotated[str, Meta(max_length=40, pattern=r"\A[A-Za-z0-9-]*\Z")]


class TableRequest(Struct, frozen=True, forbid_unknown_fields=True, tag_field="wish", kw_only=True):
    """Something asked of a table."""


class SeatPatron(TableRequest, frozen=True, tag="seat_patron"):
    """Somebody without an account sits down; `beside` is the box that they have already, 0 for who is new.

    `card` is the number under which they are rated, where they gave one.
    """

    seat: SeatNumber
    beside: Annotated[int, Meta(ge=0, le=12)] = 0
    card: PlayerCard = ""


class RateSeat(TableRequest, frozen=True, tag="rate"):
    """Whoever sits there is rated under this number from now on, with "" no longer."""

    seat: SeatNumber
    card: PlayerCard


class SellChips(TableRequest, frozen=True, tag="sell_chips"):
    """Chips from the tray for a patron's cash, which goes into the drop box."""

    seat: SeatNumber
    cents: Annotated[int, Meta(ge=1, le=10**12)]


class CorrectBuyIn(TableRequest, frozen=True, tag="correct_buy_in"):
    """A floorperson puts right what a patron bought chips for, by the record that entered it, for a reason."""

    record: Annotated[int, Meta(ge=1)]
    cents: Cents
    reason: Annotated[str, Meta(max_length=200)]
