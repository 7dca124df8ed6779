"""Where a game's pages have to be entered on the server."""

from collections.abc import Iterator

from croupier.rulebook.registered import Place, place
from croupier.server.odds.exercises import SEEN
from croupier.server.odds.mathematics import SITUATIONS


def places() -> Iterator[Place]:
    """The places of this room."""
    yield place("situations to compute ahead", "server/odds/mathematics.py, SITUATIONS", SITUATIONS)
    yield place("what is seen when a player is asked", "server/odds/exercises.py, SEEN", SEEN)
