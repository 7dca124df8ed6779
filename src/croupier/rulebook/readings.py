"""What we decided where the texts contradict themselves or say nothing."""

from msgspec import Struct

from croupier.rulebook.fitting import fitted
from croupier.rulebook.shelf import folders_in_use, remembered
from croupier.rulebook.strict import read

FILE = "readings.yaml"


class Reading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One adopted reading. `setting` names the menu where an operator may choose otherwise."""

    id: str
    title: str
    sure: str
    weight: str = ""
    asks: str
    adopted: str
    alternatives: tuple[str, ...] = ()
    setting: str = ""
    clauses: tuple[str, ...]


class Readings(Struct, frozen=True, forbid_unknown_fields=True):
    """The readings of a folder of rule documents."""

    readings: tuple[Reading, ...]


@remembered
def readings() -> dict[str, Reading]:
    """Every reading by its id, in the order they were written down, folder by folder."""
    found: dict[str, Reading] = {}
    for folder in folders_in_use():
        if folder.has(FILE):
            source = read(folder.text(FILE), folder.file(FILE))
            for index, reading in enumerate(fitted(source, Readings).readings):
                if found.setdefault(reading.id, reading) != reading:
                    problem = f"there is another reading {reading.id!r} already; give this one an id of its own."
                    raise source.refuse(("readings", index, "id"), problem)
    return found
