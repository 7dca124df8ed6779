"""Where a game has to be entered: each room lists its own places, and the rules' own are here."""

from collections.abc import Iterable, Iterator
from typing import get_args

from msgspec import Struct

from croupier.rulebook.agreement.equipment import RANKINGS
from croupier.rulebook.agreement.paytables import LOOKED_AT
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.words import Game
from croupier.rulebook.load import load, rulebook_ids, source_of


class Place(Struct, frozen=True):
    """One place where a game is entered: what stands there, in which file, and the games that it knows."""

    what: str
    where: str
    games: frozenset[str]


def place(what: str, where: str, games: Iterable[str]) -> Place:
    """A place, the games being the keys of a table or whatever else names them."""
    return Place(what, where, frozenset(games))


def documents() -> tuple[Rulebook, ...]:
    """The rule documents of games that the rules know; one of a game that is being added cannot be read before."""
    known = set(get_args(Game)) & RANKINGS.keys() & LOOKED_AT.keys()
    return tuple([load(name, whenever=True) for name in rulebook_ids() if source_of(name).data["game"] in known])


def places() -> Iterator[Place]:
    """The places of this room."""
    yield place("its name", "rulebook/law/words.py, Game", get_args(Game))
    yield place("a document", "rulebook/data/ID.yaml, game", [source_of(name).data["game"] for name in rulebook_ids()])
    yield place("how its hands are ranked", "rulebook/agreement/equipment.py, RANKINGS", RANKINGS)
    yield place("what its wagers look at", "rulebook/agreement/paytables.py, LOOKED_AT", LOOKED_AT)
