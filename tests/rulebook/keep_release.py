"""Keeps the rule data of the release that is running, before a later one changes it.

    python -m tests.rulebook.keep_release 0.2.0

A file that is there already is never written again: houses hold rules that were filed by it.
"""

import sys
import zipfile
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from croupier.rulebook import releases
from croupier.rulebook.elect import elect, resolve
from croupier.rulebook.load import rulebook_ids
from tests.rulebook.filing import example, filed

DATA = Path(releases.__file__).parent / "data"


def fields() -> dict[str, list[str]]:
    """The keys of every kind of value that rules are made of, by the name of the kind."""
    found: dict[str, list[str]] = {}

    def walk(value: Any) -> None:
        if isinstance(value, Struct):
            kind = type(value)
            keys = list(kind.__struct_encode_fields__)
            assert found.setdefault(kind.__name__, keys) == keys, f"two kinds of value are called {kind.__name__}"
            for name in kind.__struct_fields__:
                walk(getattr(value, name))
        elif isinstance(value, tuple):
            for item in value:
                walk(item)

    for name in rulebook_ids():
        walk(elect(name))
        walk(resolve(filed(example(name))))
    return found


def keep(release: str) -> Path:
    """Writes the release's file, refusing to write over one."""
    path = DATA / "releases" / f"{release}.zip"
    with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED) as archive:
        contents = {f"{name}.yaml": (DATA / f"{name}.yaml").read_bytes() for name in rulebook_ids()}
        for name, data in (contents | {releases.FIELDS: msgspec.json.encode(fields())}).items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return path


if __name__ == "__main__":
    print(keep(sys.argv[1]))
