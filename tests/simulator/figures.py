"""How much there was of a night, or of many."""

from msgspec import Struct


class Figures(Struct):
    """What was asked, answered, played, dealt and broken."""

    steps: int = 0
    wishes: int = 0
    answered: int = 0
    rounds: int = 0
    hits: int = 0
    voids: int = 0
    duties: int = 0  # done by people, at the tables that people deal
    rulings: int = 0  # of the floor, on who did not answer
    awards: int = 0  # that were looked at by people
    frames: int = 0
    deaths: int = 0
    power_cuts: int = 0
    looks: int = 0
    lost_to_lies: int = 0  # acknowledged, and gone because a disk lied; each was found

    def add(self, other: "Figures") -> None:
        """As much again as there was of another."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def __str__(self) -> str:
        return ", ".join(f"{getattr(self, name):,} {name.replace('_', ' ')}" for name in self.__struct_fields__)
