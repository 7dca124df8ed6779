"""The rule data of earlier releases: rules that were filed under one of them stay what they were.

The digest of a table's rules is taken over everything that the law says there. When a later release says something
more, or something else, a house still has to find the rules that its old rounds were played by, and to see that they
are the ones that were filed. So each release whose data was changed later is kept whole in `data/releases`: its
documents, and the fields that its values had when their digests were taken.
"""

import zipfile
from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from typing import Any

import msgspec
from msgspec import Struct

RELEASES = files("croupier.rulebook") / "data" / "releases"
FIELDS = "fields.json"  # of each kind of value, by its name: the keys that a digest was taken over, in their order
NOW = ""  # the release that is running


@cache
def releases() -> tuple[str, ...]:
    """The earlier releases whose data is kept, the latest first."""
    names = [entry.name.removesuffix(".zip") for entry in RELEASES.iterdir() if entry.name.endswith(".zip")]
    return tuple(sorted(names, key=lambda name: [int(part) for part in name.split(".")], reverse=True))


@cache
def _kept(release: str) -> Mapping[str, str]:
    """The files of a release, by name."""
    with as_file(RELEASES / f"{release}.zip") as path, zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode("utf-8") for name in archive.namelist()}


def document(release: str, rulebook: str) -> str:
    """A rule document as it stood in that release; "" where the release did not have it yet."""
    return _kept(release).get(f"{rulebook}.yaml", "")


def as_encoded_then(release: str, value: Any) -> Any:
    """The value as plain data with the keys that it had in that release: what was added later is left out."""
    fields: Mapping[str, list[str]] = msgspec.json.decode(_kept(release)[FIELDS])

    def plain(value: Any) -> Any:
        if isinstance(value, tuple | list):
            return [plain(item) for item in value]
        if not isinstance(value, Struct):
            return value
        kind = type(value)
        attributes = dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))
        known = next(base.__name__ for base in kind.__mro__ if base.__name__ in fields)  # a kind may be newer than it
        keys = [key for key in fields[known] if key in attributes]
        return tagged(kind) | {key: plain(getattr(value, attributes[key])) for key in keys}

    return plain(value)


def tagged(kind: type[Struct]) -> dict[str, Any]:
    """What tells one kind of odds from another when it is encoded."""
    config = kind.__struct_config__
    return {config.tag_field: config.tag} if config.tag_field else {}
