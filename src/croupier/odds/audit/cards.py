"""What each entry of the catalogue looks at: which cards, and whether a fold takes the wager away."""

from msgspec import Struct

from croupier.odds.wagers.catalogue import BASE, Entry, entries
from croupier.odds.wagers.showdown import hangs_on_showdown
from croupier.rulebook.law.base import Scalar
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.words import OWN
from croupier.rulebook.load import load, rulebook_ids


class Cards(Struct, frozen=True):
    """The cards that a paytable ranks, of how many players' hands, and whether hands that are folded pay."""

    ranked_on: str
    lost: bool
    players: int = 0

    @property
    def name(self) -> str:
        """Under which its counts are kept."""
        return f"{self.ranked_on} {'lost' if self.lost else 'kept'} {self.players}"


def cards_of(book: Rulebook, entry: Entry) -> Cards | None:
    """What the entry looks at; nothing for the game against the dealer, which looks at everything."""
    if entry.wager == BASE:
        return None
    elections: dict[str, Scalar] = {menu.menu: menu.default for menu in book.menus}
    elections |= {name: value for name, value in entry.at.items() if name in elections}
    fact = entry.table.ranked_on or entry.menu.ranked_on
    assert fact is not None
    folds = next((fold for fold in book.folding if fold.wager == entry.wager), None)
    lost = folds is not None and not entry.table.hands and folds.under(elections) == "lost"
    alone = entry.at.get("made") == "alone"
    ranked_on = fact.under(elections)  # another player's cards come as often as one's own
    return Cards(OWN.get(ranked_on, ranked_on), lost and not alone, int(entry.at.get("players", 0)))


def audited(book: Rulebook) -> list[Entry]:
    """What of a rulebook's catalogue is audited: not what hangs on the showdown, for cards alone are counted."""
    return [entry for entry in entries(book) if not hangs_on_showdown(book, entry.wager)]


def everything() -> list[tuple[Rulebook, list[Entry]]]:
    """The rulebooks that are known, each with what is audited of it."""
    return [(book, audited(book)) for book in map(load, rulebook_ids())]
