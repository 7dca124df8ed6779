"""How fast rounds are simulated, beside a yardstick of the same minute."""

from collections.abc import Iterator

from croupier.odds.bench import native_calls_a_second
from croupier.odds.figure import Figure
from croupier.odds.simulation.simulate import prepare
from croupier.rulebook.elect import elect

GAMES = ("md-tcp", "md-fcp", "md-uth")
ROUNDS = 1 << 21
REPEATS = 8


def simulation_figures() -> Iterator[Figure]:
    """Rounds a second of each game with best play, one seat: on one core, and how much faster on two."""
    calls = native_calls_a_second()
    for rulebook in GAMES:
        one, two = _rate(rulebook, 1), _rate(rulebook, 2)
        work = f"{rulebook}: simulated rounds with best play"
        yield Figure(f"{work}, one core", one, "a second", "phevaluator's native call", one / calls)
        yield Figure(f"{work}, two cores", two, "a second", "the same on one core", two / one)


def _rate(rulebook: str, cores: int) -> float:
    """The best of a few short runs: other work on the machine can only make one slower."""
    rules = elect(rulebook)
    stakes: dict[str, int] = {wager: 100 for wager in ("ante", "blind") if wager in rules.offers}
    prepare(rules, 1, stakes=stakes).play()  # whatever has to be compiled or solved
    best = 0.0
    for _ in range(REPEATS):
        run = prepare(rules, ROUNDS * cores, stakes=stakes)
        run.play(cores=cores)
        best = max(best, ROUNDS * cores / run.seconds)
    return best
