"""Where a table has to know what a game's rule documents speak of."""

from collections.abc import Callable, Iterator

from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.words import BEATEN_HANDS, HOLE_CARDS, OWN
from croupier.rulebook.registered import Place, documents, place
from croupier.table.settlement.lines import HANDS
from croupier.table.settlement.terms import QUALIFIERS
from croupier.table.settlement.turn import CARDS_RANKED

RANKED = CARDS_RANKED.keys() | HOLE_CARDS | BEATEN_HANDS | {"best_hand_at_the_table"}


def places() -> Iterator[Place]:
    """The places of this room. What a game needs here follows from its documents."""
    yield _of("its hands", "table/settlement/lines.py, HANDS", lambda book: book.rankings.rankings[0].ranking in HANDS)
    yield _of("what its dealer needs to qualify", "table/settlement/terms.py, QUALIFIERS", _qualifies)
    yield _of("the cards that its wagers look at", "table/settlement/turn.py, CARDS_RANKED", _ranked)


def _of(what: str, where: str, knows: Callable[[Rulebook], bool]) -> Place:
    """A place that knows a game where it knows every document of it."""
    books = documents()
    unknown = {book.game for book in books if not knows(book)}
    return place(what, where, {book.game for book in books} - unknown)


def _qualifies(book: Rulebook) -> bool:
    needed = book.settlement.dealer_qualifies
    return needed is None or needed.is_ in QUALIFIERS


def _ranked(book: Rulebook) -> bool:
    facts = [table.ranked_on for menu in book.paytables for table in menu.selectable() if table.ranked_on]
    return all(OWN.get(fact.is_, fact.is_) in RANKED for fact in facts)
