"""A betting position in a round, and the wagers on it."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from croupier.cards import Card


class Wager(NamedTuple):
    """A wager: what it is called in the rules, and the cents on it. It is stored as this pair."""

    name: str
    stake_cents: int


Wagers = tuple[Wager, ...]


def wagers_of(stakes: Mapping[str, int]) -> Wagers:
    """The wagers that somebody gave by name, in the order they were given in."""
    return tuple([Wager(name, cents) for name, cents in stakes.items()])


class Box(Struct, frozen=True, gc=False):
    """A betting position in a round; `left` while its player is gone and the floor has not ruled on its wagers.

    `player` is who wagers there: one person may hold several boxes. `unaccepted` says that the seat's device turned out
    not to have taken its Progressive.
    """

    seat: int
    player: str
    wagers: Wagers = ()
    cards: tuple[Card, ...] = ()
    folded: bool = False
    abandoned: bool = False
    left: bool = False
    racked: bool = False
    revealed: bool = False
    unaccepted: bool = False

    @property
    def progressive_cents(self) -> int:
        """The cents that the seat's device has taken for the Progressive."""
        return 0 if self.unaccepted else self.stake("progressive")

    def stake(self, wager: str) -> int:
        """The cents on a wager, 0 where there are none."""
        for name, cents in self.wagers:
            if name == wager:
                return cents
        return 0
