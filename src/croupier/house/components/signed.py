"""The component list of a house as a file: made, signed with the house's key, and checked without the house.

`docs/house.md` says what each part is for.
"""

import hashlib
from importlib.metadata import version
from typing import Annotated

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Meta, Struct

from croupier.house.components.in_force import Count, RunningTable, running_tables, submissions
from croupier.house.components.installed import changed_since_the_start, installed
from croupier.house.components.listing import (
    GROUPS,
    ComponentGroup,
    Name,
    Words,
    grouped,
    installation_digest,
)
from croupier.house.keys import NAME_DIGITS
from croupier.house.service.house import House
from croupier.house.shuffles.proof import Check, Hash

FORMAT = "croupier/components/1"
STATEMENT = b"croupier components 1\0"
HOW_TO_CHECK = (
    "`digest` is SHA-256 over `components` as JSON in UTF-8 with sorted keys, without blanks and with no letter escaped"
    " that need not be.",
    "`signature` is Ed25519 with `public_key` over the text `croupier components 1`, a zero byte and the 32 bytes of"
    " `digest`. Compare the public key with the one that the house has posted.",
    "A group's digest is SHA-256 over its listing: for each component, sorted by name, its digest (where it has none,"
    " its version), two spaces, its name and a line end. `installation` is the same over the groups, but submissions.",
    "croupier verify --components FILE does all that, and compares the list with the Croupier that runs it;"
    " --against OTHER compares it with another list.",
)


class ComponentList(Struct, frozen=True, forbid_unknown_fields=True):
    """All that runs: what is installed, what is in force, and what each open table is run by.

    `house` is the name that other houses know it by. `restart_due` are components whose files have changed since the
    process that made the list began, which therefore still runs what was there before.
    """

    house: Annotated[str, Meta(pattern=rf"\A[0-9a-f]{{{NAME_DIGITS}}}\Z")]
    version: Words
    at_ms: Count
    by: Words
    installation: Hash
    groups: tuple[ComponentGroup, ...]
    tables: tuple[RunningTable, ...]
    restart_due: tuple[Name, ...]


class SignedComponents(Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag=FORMAT):
    """A component list with its digest, signed by its house."""

    components: ComponentList
    digest: Hash
    public_key: Hash
    signature: Annotated[str, Meta(pattern=r"\A[0-9a-f]{128}\Z")]
    how_to_check: tuple[str, ...]


def component_list(house: House, by: str) -> ComponentList:
    """What this process and its house run by now, made for whoever asks."""
    tables = running_tables(house)
    here = installed()
    return ComponentList(
        house=house.keys.name,
        version=version("croupier"),
        at_ms=house.now_ms(),
        by=by,
        installation=installation_digest(here),
        groups=(*here, grouped("submissions", submissions(house, tables))),
        tables=tables,
        restart_due=changed_since_the_start(here),
    )


def signed_components(house: House, by: str) -> SignedComponents:
    """The component list of a house, signed."""
    made = component_list(house, by)
    digest = canonical_digest(made)
    key = house.keys.signing
    return SignedComponents(
        components=made,
        digest=digest.hex(),
        public_key=key.public_key().public_bytes_raw().hex(),
        signature=key.sign(STATEMENT + digest).hex(),
        how_to_check=HOW_TO_CHECK,
    )


def canonical_digest(made: ComponentList) -> bytes:
    """SHA-256 over the list as JSON that anybody writes alike."""
    return hashlib.sha256(msgspec.json.encode(made, order="sorted")).digest()


def verify_components(told: SignedComponents, posted: str = "") -> tuple[Check, ...]:
    """What the file shows by itself; `posted` is the public key that the house is known by, where that is given."""
    return (_unchanged(told), _signature(told, posted), _house(told), _groups(told.components), _running(told))


def _unchanged(told: SignedComponents) -> Check:
    same = canonical_digest(told.components).hex() == told.digest
    sentence = "The list is the one that its digest is of." if same else "The list was changed: its digest is another."
    return Check("list", same, sentence)


def _signature(told: SignedComponents, posted: str) -> Check:
    if posted and posted != told.public_key:
        return Check("signature", False, f"It is signed by {told.public_key}, and not by the key that was given.")
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(told.public_key))
        key.verify(bytes.fromhex(told.signature), STATEMENT + canonical_digest(told.components))
    except (InvalidSignature, ValueError):
        return Check("signature", False, "The signature is not of this list.")
    compare = "the key that was given" if posted else "compare that with the key that is posted"
    return Check("signature", True, f"It is signed by {told.public_key}; {compare}.")


def _house(told: SignedComponents) -> Check:
    same = told.public_key.startswith(told.components.house)
    sentence = "The house that it names has that key." if same else "The house that it names has another key."
    return Check("house", same, sentence)


def _groups(made: ComponentList) -> Check:
    """Whether each group is there once, and its digest is of its components."""
    if sorted(group.group for group in made.groups) != sorted(GROUPS):
        return Check("groups", False, f"It has not each of the groups once: {', '.join(GROUPS)}.")
    for group in made.groups:
        names = [one.name for one in group.components]
        if len({*names}) != len(names) or grouped(group.group, group.components) != group:
            return Check("groups", False, f"The digest of {group.group} is not that of its components.")
    if installation_digest(made.groups) != made.installation:
        return Check("groups", False, "The digest of the installation is not that of its groups.")
    return Check("groups", True, f"All {len(made.groups)} groups have the digests of their components.")


def _running(told: SignedComponents) -> Check:
    due = told.components.restart_due
    if not due:
        return Check("running", True, "The process that made it ran what it lists.")
    more = f" and {len(due) - 1} more" if len(due) > 1 else ""
    return Check("running", False, f"Its process began before {due[0]}{more} changed; start it anew, then list again.")
