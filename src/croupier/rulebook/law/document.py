"""A whole rule document."""

from collections.abc import Iterator
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from croupier.rulebook.law.base import Ruled, is_day
from croupier.rulebook.law.dealing import Dealing, Decisions, Fold
from croupier.rulebook.law.equipment import Cards, Definition, Opening, Shuffle, Table
from croupier.rulebook.law.paytable import PaytableMenu
from croupier.rulebook.law.ranking import Rankings
from croupier.rulebook.law.settling import (
    CoverAll,
    Envy,
    Irregularities,
    PayoutLimit,
    Progressive,
    Settlement,
    Signage,
    SixCardBonus,
)
from croupier.rulebook.law.wagering import Menu, Wager, Wagers
from croupier.rulebook.law.words import Game


class Fields(Protocol):
    """Something whose fields can be looked up by dotted name, as a submission's can."""

    def look(self, field: str) -> Any:
        """The value filed at `field`, or None."""


class Amends(Ruled, frozen=True, kw_only=True):
    """The document that this one is a later edition of."""

    document: str


class InForce(Ruled, frozen=True, kw_only=True):
    """The days on which a document is the law: `from` the first, `until` the last, left out where none is set."""

    from_: str = msgspec.field(name="from")
    until: str = ""

    def __post_init__(self) -> None:
        for day in filter(None, (self.from_, self.until)):
            if not is_day(day):
                raise ValueError(f"{day!r} is no day; write it as in '2026-07-01'")
        if self.until and self.until < self.from_:
            raise ValueError("until: the last day is not before the first; exchange the two")

    def on(self, day: str) -> bool:
        """Whether it is the law on that day."""
        return self.from_ <= day <= (self.until or day)

    def phrase(self) -> str:
        """The days in words."""
        return f"in force from {self.from_}" + (f" until {self.until}" if self.until else "")


class Rulebook(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One jurisdiction's rules for one game, sections in the regulation's order."""

    rulebook: str
    game: Game
    jurisdiction: str
    title: str
    status: str
    status_reading: tuple[str, ...] = ()
    amends: Amends | None = None
    in_force: InForce | None = None
    includes: tuple[str, ...] = ()  # provisions that it shares with other documents
    definitions: tuple[Definition, ...]
    table: Table
    cards: Cards
    opening: Opening
    shuffle: Shuffle
    rankings: Rankings
    wagers: Wagers
    dealing: tuple[Dealing, ...]
    decisions: Decisions
    folding: tuple[Fold, ...]
    settlement: Settlement
    paytables: tuple[PaytableMenu, ...]
    progressive: Progressive
    envy: Envy
    six_card_bonus: SixCardBonus | None = None
    cover_all: CoverAll | None = None
    payout_limit: PayoutLimit | None = None
    irregularities: Irregularities
    signage: Signage
    menus: tuple[Menu, ...]

    def __repr__(self) -> str:
        return f"<Rulebook {self.rulebook}: {self.title}>"

    @property
    def standing(self) -> str:
        """Which edition it is, and on which days it is the law, where it says so."""
        return f"{self.status}; {self.in_force.phrase()}" if self.in_force else self.status

    def wager(self, name: str) -> Wager | None:
        """The wager of that name."""
        for wager in self.wagers.wagers:
            if wager.wager == name:
                return wager
        return None

    def has_limits(self, wager: str) -> bool:
        """Whether the wager has a posted minimum and maximum of its own."""
        found = self.wager(wager)
        return found is not None and found.placed == "before_the_deal" and found.amount is None

    def paytable_menu(self, wager: str, filed: Fields) -> PaytableMenu | None:
        """The wager's tables that apply to what is filed."""
        menus = (menu for menu in self.paytables if menu.wager == wager and menu.when.holds(filed.look))
        return next(menus, None)

    def paytable_wagers(self) -> tuple[str, ...]:
        """Every wager that has a paytable, once each."""
        return tuple(dict.fromkeys(menu.wager for menu in self.paytables))

    def election_menus(self, filed: Fields) -> Iterator[Menu | PaytableMenu]:
        """Every menu, paytables included, that applies to what is filed."""
        yield from (menu for menu in self.menus if menu.when.holds(filed.look))
        for menu in self.paytables:
            if menu.elected and menu.when.holds(filed.look):
                yield menu

    def menu_names(self) -> tuple[str, ...]:
        """The names of everything that can be elected."""
        elected = (menu.wager for menu in self.paytables if menu.elected)
        return tuple(dict.fromkeys([*(menu.menu for menu in self.menus), *elected]))
