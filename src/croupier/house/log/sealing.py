"""Cards that are not public yet leave memory only under seal; a shuffle's seed, once opened, opens them for anyone."""

from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from croupier.house.keys import Seal
from croupier.house.log import events as he
from croupier.house.log.chain import decoded_happening, encoded_happening
from croupier.house.log.device_events import DeviceSaid
from croupier.house.shuffles.shuffle import seal_key
from croupier.table.values import events as e
from croupier.table.values.state import Round

SHOWS_CARDS = frozenset({DeviceSaid, e.CardsDealt, e.CardsCollected, e.DeckShuffled, e.DeckCut, e.DeckReceived})
SealOf = Callable[[int], Seal]  # the seal of a shuffle


@lru_cache(maxsize=1024)  # of 3 kB each: the last shuffle or two of every table
def seal_from(seed: bytes) -> Seal:
    """The seal that a shuffle's seed opens."""
    return Seal(seal_key(seed))


def secret_deck(event: he.LoggedEvent, round_: Round | None) -> str:
    """The deck whose cards the event shows while they may still be hidden, "" where it shows none.

    Cards go to the rack after everybody has seen them, but for those of players who folded.
    """
    if isinstance(event, e.CardsDealt):
        return round_.deck if round_ else ""
    if isinstance(event, e.CardsCollected):
        box = round_.box(event.seat) if round_ else None
        return round_.deck if round_ and box and not box.revealed else ""
    if isinstance(event, (e.DeckShuffled, e.DeckCut, e.DeckReceived)):
        return event.deck if event.order else ""
    if isinstance(event, DeviceSaid):
        return event.deck
    return ""


def sealed(table_id: str, event: he.LoggedEvent, shuffle: int, seal: Seal) -> he.Sealed:
    """The event under the seal of its shuffle."""
    data = seal.close(encoded_happening(event), _purpose(table_id, shuffle))
    return he.Sealed(shuffle=shuffle, data=data)


def unsealed(table_id: str, event: he.LoggedEvent, seal_of: SealOf) -> he.LoggedEvent:
    """The event as it was."""
    if not isinstance(event, he.Sealed):
        return event
    return decoded_happening(seal_of(event.shuffle).open(event.data, _purpose(table_id, event.shuffle)))


def unsealed_act(table_id: str, act: he.Act, seal_of: SealOf) -> he.Act:
    """The act with nothing in it sealed."""
    return replace(act, events=tuple([unsealed(table_id, one, seal_of) for one in act.events]))


def _purpose(table_id: str, shuffle: int) -> bytes:
    return f"cards {shuffle} {table_id}".encode()
