"""A whole rule document."""

from msgspec import Struct

from croupier.rulebook.law.base import Ruled
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
from croupier.rulebook.law.wagering import Menu, Wagers


class Amends(Ruled, frozen=True, kw_only=True):
    """The document that this one is a later edition of."""

    document: str




class Rulebook(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One jurisdiction's rules for one game, sections in the regulation's order."""

    rulebook: str
    game: str
    jurisdiction: str
    title: str
    status: str
    status_reading: tuple[str, ...] = ()
    amends: Amends | None = None
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
