"""Two component lists, or a list and what is installed here, component by component."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from croupier.house.components.listing import Component, ComponentGroup, GroupName

Verdict = Literal["same", "another", "missing", "only_here"]


class Compared(Struct, frozen=True):
    """A component that was looked for: what the list has of it, what there is here, and what that comes to.

    `missing` is in the list and not here, `only_here` the other way round.
    """

    group: GroupName
    name: str
    verdict: Verdict
    listed: str
    here: str


def compared(
    listed: Sequence[ComponentGroup], here: Sequence[ComponentGroup], groups: Sequence[GroupName]
) -> tuple[Compared, ...]:
    """Every component of these groups, in their order and that of their names."""
    return tuple([one for group in groups for one in _compared(group, _named(listed, group), _named(here, group))])


def _named(groups: Sequence[ComponentGroup], wanted: GroupName) -> dict[str, Component]:
    return {one.name: one for group in groups if group.group == wanted for one in group.components}


def _compared(group: GroupName, listed: dict[str, Component], here: dict[str, Component]) -> list[Compared]:
    return [_one(group, name, listed.get(name), here.get(name)) for name in sorted({*listed, *here})]


def _one(group: GroupName, name: str, listed: Component | None, here: Component | None) -> Compared:
    if listed is None or here is None:
        verdict: Verdict = "only_here" if listed is None else "missing"
    else:
        verdict = "same" if (listed.digest, listed.version) == (here.digest, here.version) else "another"
    return Compared(group, name, verdict, listed.value if listed else "", here.value if here else "")
