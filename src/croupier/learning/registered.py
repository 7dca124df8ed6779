"""Where a game's environment has to be entered."""

from collections.abc import Iterator

from croupier.learning.options import GAMES
from croupier.rulebook.registered import Place, place


def places() -> Iterator[Place]:
    """The places of this room."""
    yield place("its environment", "learning/options.py, GAMES", GAMES.values())
