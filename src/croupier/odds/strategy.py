"""A strategy in words."""

from fractions import Fraction

from msgspec import Struct


class RulesOfPlay(Struct, frozen=True):
    """A strategy in words. `cost` is what it gives up per ante against best play."""

    name: str
    source: str
    rules: tuple[str, ...]
    ev: Fraction
    cost: Fraction
