"""Where rule documents stand: Croupier's own, and the folders that a house or a package brings.

A folder holds `ID.yaml`, `clauses/ID.tsv`, `examples/ID.toml`, `rounds/ID/*.txt`, `readings.yaml` for all of its
documents, and `shared/ID.yaml` with provisions that several of them include. The first folder that has a document is
the one that new rules are made by; one that has it too, and is named later, is asked for rules that were filed before.
What is named here stands in the environment, so that every process of a house has it.
"""

import os
import re
from collections.abc import Callable, Iterable
from functools import _lru_cache_wrapper, cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import is_day

SETTING = "CROUPIER_RULEBOOKS"  # folders, one after the other as in PATH
AS_OF = "CROUPIER_AS_OF"  # the day whose law is asked for; on none, every document may be used
ENTRY_POINTS = "croupier.rulebooks"  # of a package: each names a package or module whose folder it is
SHARED = "shared"  # the folder within one, of provisions that several documents include
NAME = re.compile(r"([a-z][a-z0-9]*(?:-[a-z0-9]+)+)\.yaml")
LARGEST_FILE_BYTES = 2_000_000

Found = TypeVar("Found")
_remembered: list[Callable[[], Any]] = []


def remembered(function: Callable[..., Found]) -> "_lru_cache_wrapper[Found]":
    """What the function answers is worked out once, until other folders are named."""
    known = cache(function)
    _remembered.append(known.cache_clear)
    return known


class Folder(Struct, frozen=True):
    """A folder of rule documents; `called` is how refusals name it, "" for Croupier's own."""

    root: Traversable
    called: str = ""

    def file(self, name: str) -> str:
        """How refusals call a file in it."""
        return f"{self.called}/{name}" if self.called else name

    def text(self, name: str) -> str:
        """What stands in the file of that name, which may be in a folder within; refused in a sentence."""
        entry = self.root.joinpath(*name.split("/"))
        try:
            if not (entry.is_file() or entry.is_dir()) and _is_there(entry):  # a pipe or a device never comes to an end
                raise BadInput(f"{self.file(name)} is no file; write one of that name.")
            with entry.open("rb") as file:
                raw = file.read(LARGEST_FILE_BYTES + 1)
        except FileNotFoundError:
            raise BadInput(f"{self.file(name)} is missing; write it, or croupier rules new writes one.") from None
        except OSError as error:
            raise BadInput(f"{self.file(name)} cannot be read ({error.strerror}); check its permissions.") from None
        if len(raw) > LARGEST_FILE_BYTES:
            raise BadInput(f"{self.file(name)} is over {LARGEST_FILE_BYTES:,} bytes; write a shorter file.")
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadInput(f"{self.file(name)} is not text in UTF-8; save it as UTF-8.") from None

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return self.root.joinpath(*name.split("/")).is_file()

    def ids(self) -> tuple[str, ...]:
        """The documents in it."""
        return _ids(self.root)

    def shared_ids(self) -> tuple[str, ...]:
        """The provisions in it that several documents include."""
        inside = self.root.joinpath(SHARED)
        return _ids(inside) if inside.is_dir() else ()


def _is_there(entry: Traversable) -> bool:
    return isinstance(entry, Path) and entry.exists()


def _ids(folder: Traversable) -> tuple[str, ...]:
    names = (NAME.fullmatch(entry.name) for entry in folder.iterdir())
    return tuple(sorted(name[1] for name in names if name))


OWN = Folder(files("croupier.rulebook") / "data")


def use(folders: Iterable[str]) -> None:
    """Takes these folders' documents from now on, in this process and those that it starts."""
    named = list(dict.fromkeys(os.path.abspath(folder) for folder in folders))
    if bad := next((folder for folder in named if os.pathsep in folder), ""):
        raise BadInput(f"{bad!r} has a {os.pathsep} in its name, which sets folders apart; give it another name.")
    os.environ[SETTING] = os.pathsep.join(named)
    forget()
    folders_in_use()


def use_as_of(day: str) -> None:
    """Takes only documents that are the law on that day, from now on."""
    os.environ[AS_OF] = day
    forget()
    as_of()


def as_of() -> str:
    """The day whose law is asked for, such as 2026-07-01; "" where none is named."""
    day = os.environ.get(AS_OF, "")
    if day and not is_day(day):
        raise BadInput(f"{day!r} is no day; write --as-of or {AS_OF} as in 2026-07-01.")
    return day


def forget() -> None:
    """Reads everything anew when it is asked for: other folders are named, or their files have changed."""
    for clear in _remembered:
        clear()


@remembered
def folders_in_use() -> tuple[Folder, ...]:
    """Croupier's own documents, then the folders that are named, then those of packages."""
    named = [_folder(path) for path in os.environ.get(SETTING, "").split(os.pathsep) if path]
    packages = [_package(point.name, point.value) for point in entry_points(group=ENTRY_POINTS)]
    found = (OWN, *named, *packages)
    own = OWN.ids()
    for folder in found[1:]:
        if not folder.ids():
            raise BadInput(f"There is no rulebook in {folder.called}; a rulebook is a file such as at-tcp.yaml.")
        if taken := [name for name in (*folder.ids(), *folder.shared_ids()) if name in own]:
            raise BadInput(f"{folder.file(taken[0])}.yaml has the name of one of Croupier's own; give it another.")
    documents = {name for folder in found for name in folder.ids()}
    for folder in found:
        if both := sorted(documents.intersection(folder.shared_ids())):
            raise BadInput(f"{folder.file(f'{SHARED}/{both[0]}.yaml')} has the name of a rulebook; give it another.")
    return found


def _folder(path: str) -> Folder:
    try:
        os.listdir(path)
    except FileNotFoundError:
        raise BadInput(
            f"There is no folder {path} of rulebooks; mend --rulebooks or {SETTING}, or bring it back."
        ) from None
    except NotADirectoryError:
        raise BadInput(f"{path} is a file; --rulebooks names the folder that holds the rulebooks.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}); check its permissions.") from None
    return Folder(Path(path), _called(path))


def _called(path: str) -> str:
    """The path as it is shortest to write from here."""
    near = os.path.relpath(path)
    return path if near.startswith("..") else near


def _package(name: str, value: str) -> Folder:
    try:
        root = files(value.partition(":")[0])
    except (ModuleNotFoundError, TypeError):
        raise BadInput(
            f"The entry point {name} = {value!r} of {ENTRY_POINTS} names no package; mend it, or uninstall its package."
        ) from None
    return Folder(root, value)


@remembered
def rulebook_ids() -> tuple[str, ...]:
    """The ids of all rule documents: Croupier's own, then those of the folders that are named."""
    return tuple(dict.fromkeys(name for folder in folders_in_use() for name in folder.ids()))


@remembered
def shared_ids() -> tuple[str, ...]:
    """The ids of all provisions that several documents may include."""
    return tuple(dict.fromkeys(name for folder in folders_in_use() for name in folder.shared_ids()))


@remembered
def folders_of(rulebook: str) -> tuple[Folder, ...]:
    """The folders that have the document, or the shared provisions; the one that new rules are made by first."""
    return tuple(folder for folder in folders_in_use() if rulebook in (*folder.ids(), *folder.shared_ids()))


def example_text(rulebook: str) -> str:
    """The example submission that comes with a document."""
    return folders_of(rulebook)[0].text(f"examples/{rulebook}.toml")
