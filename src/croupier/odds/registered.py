"""Where a game's odds have to be entered."""

from collections.abc import Iterator

from croupier.odds.advice import advice, grids, rules_of_play
from croupier.odds.audit import methods
from croupier.odds.games import base
from croupier.odds.simulation import games, strategies
from croupier.odds.situations import usual
from croupier.odds.wagers import beside
from croupier.rulebook.registered import Place, place


def places() -> Iterator[Place]:
    """The places of this room."""
    yield place("its title, its kernel, what decides it", "odds/games/base.py, GAMES", base.GAMES)
    yield place("the value of each answer", "odds/advice/advice.py, ADVISE", advice.ADVISE)
    yield place("best play as a grid", "odds/advice/grids.py, MADE", grids.MADE)
    yield place("best play in words", "odds/advice/rules_of_play.py, MADE", rules_of_play.MADE)
    yield place("the published strategy", "odds/situations/usual.py, APPLY", usual.APPLY)
    yield place("which side wagers are known beside its play", "odds/wagers/beside.py, KNOWN", beside.KNOWN)
    yield place("play with side wagers in mind", "odds/wagers/beside.py, PLAY", beside.PLAY)
    yield place("its rounds, simulated", "odds/simulation/games.py, GAMES", games.GAMES)
    yield place("its named strategies", "odds/simulation/strategies.py, NAMED", strategies.NAMED)
    yield place("its largest raises", "odds/simulation/strategies.py, ALWAYS_TIMES", strategies.ALWAYS_TIMES)
    yield place("how its odds are audited", "odds/audit/methods.py, GAMES", methods.GAMES)
