"""A measurement."""

from msgspec import Struct


class Figure(Struct, frozen=True):
    """A measurement: what was done, how fast, beside what, and the ratio of the two."""

    work: str
    value: float
    unit: str
    yardstick: str
    ratio: float
