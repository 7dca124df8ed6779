"""Cards that are not public yet leave memory only under seal; a shuffle's seed, once opened, opens them for anyone."""

from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from croupier.house.keys import Seal
from croupier.house.log import facts as f
from croupier.house.log.chain import decoded_happening, encoded_happening
from croupier.house.shuffles.shuffle import seal_key
from croupier.table.values import events as e
from croupier.table.values.state import Round

SHOWS_CARDS = frozenset({e.CardsDealt, e.CardsCollected, e.DeckShuffled, e.DeckCut, e.DeckReceived})
SealOf = Callable[[int], Seal]  # the seal of a shuffle


@lru_cache(maxsize=4096)
def seal_from(seed: bytes) -> Seal:
    """The seal that a shuffle's seed opens."""
    return Seal(seal_key(seed))


def secret_deck(happening: f.Happening, round_: Round | None) -> str:
    """The deck whose cards the happening shows while they may still be hidden, "" where it shows none.

    Cards go to the rack after everybody has seen them, but for those of players who folded.
    """
    if isinstance(happening, e.CardsDealt):
        return round_.deck if round_ else ""
    if isinstance(happening, e.CardsCollected):
        box = round_.box(happening.seat) if round_ else None
        return round_.deck if round_ and box and not box.revealed else ""
    if isinstance(happening, (e.DeckShuffled, e.DeckCut, e.DeckReceived)):
        return happening.deck if happening.order else ""
    return ""


def sealed(table_id: str, happening: f.Happening, shuffle: int, seal: Seal) -> f.Sealed:
    """The happening under the seal of its shuffle."""
    data = seal.close(encoded_happening(happening), _purpose(table_id, shuffle))
    return f.Sealed(shuffle=shuffle, data=data)


def unsealed(table_id: str, happening: f.Happening, seal_of: SealOf) -> f.Happening:
    """The happening as it was."""
    if not isinstance(happening, f.Sealed):
        return happening
    return decoded_happening(seal_of(happening.shuffle).open(happening.data, _purpose(table_id, happening.shuffle)))


def unsealed_act(table_id: str, act: f.Act, seal_of: SealOf) -> f.Act:
    """The act with nothing in it sealed."""
    return replace(act, happenings=tuple([unsealed(table_id, one, seal_of) for one in act.happenings]))


def _purpose(table_id: str, shuffle: int) -> bytes:
    return f"cards {shuffle} {table_id}".encode()
