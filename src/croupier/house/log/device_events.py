"""Devices at a table: which there are, and what they said. A device never decides; it says what it found."""

from typing import Literal

from msgspec import Struct

from croupier.cards import Card
from croupier.house.log.house_event import HouseEvent

# A shoe that reads cards as they leave it, a shuffler that counts them, the Progressive's button and lights.
DeviceKind = Literal["shoe", "shuffler", "progressive"]


class Saying(Struct, frozen=True, kw_only=True, tag_field="says", gc=False):
    """Something that a device says."""


class CardRead(Saying, frozen=True, tag="card"):
    """A card was read as it left."""

    card: Card


class CountFound(Saying, frozen=True, tag="count"):
    """So many cards are in the device."""

    cards: int


class Jam(Saying, frozen=True, tag="jam"):
    """Cards are stuck."""


class Cover(Saying, frozen=True, tag="cover"):
    """The cover was opened or closed."""

    open: bool


class Button(Saying, frozen=True, tag="button"):
    """The Progressive's button was pressed."""


class Light(Saying, frozen=True, tag="light"):
    """The light of a seat's Progressive wager went on or off."""

    seat: int
    on: bool


AnySaying = CardRead | CountFound | Jam | Cover | Button | Light


class DeviceAdded(HouseEvent, frozen=True):
    """A device may speak at the table: `key` is the hash of its token, which nobody keeps."""

    device: str
    kind: DeviceKind
    key: str
    by: str
    at_ms: int


class DeviceRevoked(HouseEvent, frozen=True):
    """A device's token is good no more."""

    device: str
    by: str


class DeviceSaid(HouseEvent, frozen=True):
    """A device said something. A card that was dealt is told by its own event; here stands one that could not be.

    `deck` is the one that such a card is of, as far as anybody knows: under the seal of its shuffle it is kept.
    """

    device: str
    said: AnySaying
    round: int  # that was under way, 0 for none
    at_ms: int
    deck: str = ""
