"""A component, and a group of them under one digest, in a form that a laboratory can work out by other means.

The digest of a group is SHA-256 over its listing: a line for each component, sorted by name, of its digest (where
it has none, its version), two spaces and its name. For a group of files that is what `sha256sum` prints.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from croupier.house.shuffles.proof import HASH_PATTERN, Hash
from croupier.rulebook.submission import PRINTABLE

GroupName = Literal["program", "rule_data", "rulebooks", "kernels", "pages", "dependencies", "submissions"]
GROUPS: tuple[GroupName, ...] = get_args(GroupName)
OF_THE_HOUSE: tuple[GroupName, ...] = ("submissions",)  # the others are of an installation, whosever house it runs

Name = Annotated[str, Meta(max_length=400, pattern=PRINTABLE)]
Words = Annotated[str, Meta(max_length=200, pattern=PRINTABLE)]


class Component(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that runs: its name, the digest of its content, and its version where it has one."""

    name: Name
    digest: Annotated[str, Meta(pattern=HASH_PATTERN + r"|\A\Z")] = ""
    version: Words = ""

    @property
    def value(self) -> str:
        """What two components of one name are compared by."""
        return self.digest or self.version


class ComponentGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Components of one kind, in the order of their names, and the digest of their listing."""

    group: GroupName
    digest: Hash
    components: tuple[Component, ...]


def grouped(group: GroupName, components: Iterable[Component]) -> ComponentGroup:
    """The group of these components."""
    found = tuple(sorted(components, key=lambda one: one.name))
    return ComponentGroup(group, listing_digest((one.value, one.name) for one in found), found)


def installation_digest(groups: Sequence[ComponentGroup]) -> str:
    """One digest for an installation: over the listing of its groups, without those that are a house's own."""
    own = [(one.digest, one.group) for one in groups if one.group not in OF_THE_HOUSE]
    return listing_digest(sorted(own, key=lambda line: line[1]))


def listing_digest(lines: Iterable[tuple[str, str]]) -> str:
    """SHA-256 over lines of a digest, two spaces and a name."""
    return hashlib.sha256("".join(f"{value}  {name}\n" for value, name in lines).encode()).hexdigest()
