"""What we decided where the texts contradict themselves or say nothing."""

from functools import cache
from importlib.resources import files

from msgspec import Struct, ValidationError, convert

from croupier.rulebook.errors import BadInput
from croupier.rulebook.strict import read


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


@cache
def readings() -> dict[str, Reading]:
    """Every reading by its id, in the order they were written down."""
    source = read((files("croupier.rulebook") / "data/readings.yaml").read_text("utf-8"), "readings.yaml")
    try:
        found = convert(source.data["readings"], tuple[Reading, ...])
    except ValidationError as error:
        raise BadInput(f"readings.yaml: {error}.") from None
    return {reading.id: reading for reading in found}
