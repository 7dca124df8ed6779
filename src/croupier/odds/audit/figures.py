"""Figures that others have published, each with where and how exactly."""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from croupier.odds.wagers.results import Result

WORDS = {"house_edge": "house edge", "element_of_risk": "element of risk", "sd": "standard deviation"}


class Figure(Struct, frozen=True):
    """A figure as published; `within` is half a unit of its last printed digit, a little more where rounded oddly."""

    rules: str
    wager: str
    paytable: str
    what: str
    value: float
    within: float
    source: str

    @property
    def words(self) -> str:
        """What was published."""
        return WORDS.get(self.what) or f"share of rounds that end with {self.what.replace(':', ' ')}x"

    def ours(self, result: Result) -> float:
        """The same figure of a result."""
        return float(result.decisions[self.what] if self.what in result.decisions else getattr(result, self.what))

    def agrees(self, result: Result) -> bool:
        """Whether a result's is the same as far as it was printed."""
        return abs(self.ours(result) - self.value) <= self.within


@cache
def figures() -> tuple[Figure, ...]:
    """All of them, as they are kept beside this code."""
    text = files(__package__).joinpath("data/figures.json").read_bytes()
    return msgspec.json.decode(text, type=tuple[Figure, ...])


def figures_of(result: Result, rulebook: str, first: bool) -> tuple[Figure, ...]:
    """Those of a result: of several results of a paytable, what was published is of the first."""
    if not first:
        return ()
    wanted = (rulebook, result.wager, result.paytable)
    return tuple(figure for figure in figures() if (figure.rules, figure.wager, figure.paytable) == wanted)
