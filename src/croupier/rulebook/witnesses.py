"""Rounds that bear witness to clauses: told from beginning to end, each step with the clause that it follows."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

TOLD = files("croupier.rulebook") / "data" / "rounds"  # in a wheel; a checkout has them among its tests
CHECKOUT = Path(__file__).parents[3] / "tests" / "playthroughs"


@cache
def told_rounds(rulebook: str) -> dict[str, str]:
    """The rounds that are told of a rulebook, each by its name, the shortest first."""
    folder: Traversable = TOLD if TOLD.is_dir() else CHECKOUT
    folder = folder / rulebook
    if not folder.is_dir():
        return {}
    found = {
        entry.name.removesuffix(".txt"): entry.read_text("utf-8")
        for entry in folder.iterdir()
        if entry.name.endswith(".txt")
    }
    return dict(sorted(found.items(), key=lambda named: (len(named[1]), named[0])))


def witness_of(clause: str, rulebook: str) -> str:
    """The shortest round of the rulebook in which something is done by the clause, "" where nothing is."""
    cited = f"[{clause.removeprefix(f'{rulebook}:')}]\n"
    return next((name for name, text in told_rounds(rulebook).items() if cited in text), "")
