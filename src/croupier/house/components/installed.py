"""What is installed here: every file of the program, its rule data and pages, the rulebooks, kernels and dependencies.

Names are of the files within the package, and digests of their content: where it is installed, when its files were
written and what Python compiled of them does not matter.
"""

import hashlib
import json
import os
import platform
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources.abc import Traversable
from pathlib import Path

from croupier.house.components.listing import GROUPS, Component, ComponentGroup, GroupName, grouped
from croupier.house.components.requirements import dependencies
from croupier.rulebook.digests import digest_of
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load, rulebooks_in_force
from croupier.rulebook.shelf import folders_in_use, remembered
from croupier.rulebook.witnesses import CHECKOUT

PACKAGE = Path(__file__).parents[2]
PAGES = "server/static/"
RULE_DATA = "rulebook/data/"
TOLD_ROUNDS = f"{RULE_DATA}rounds/"  # a wheel has them there, a checkout among its tests
FOLDER = "folder-"  # and its place: a folder of rulebooks of one's own
VERSION_OF_PAGES = "version.json"
COMPILED = "__pycache__"
COMPILERS = ("llvmlite", "numba", "numpy")  # beside Python itself, what kernels are compiled by
PARTS_OF_A_FOLDER = ("clauses", "examples", "rounds", "shared")  # of rulebooks of one's own
LOADED: tuple[GroupName, ...] = ("program", "rule_data", "kernels")  # what a process reads once, when it begins


def installed() -> tuple[ComponentGroup, ...]:
    """The groups of this installation, with the rulebooks of the folders that are named."""
    own = (grouped("rulebooks", _rulebooks()), grouped("dependencies", dependencies()))
    return tuple(sorted((*groups_of_files(), *own), key=lambda one: GROUPS.index(one.group)))


def groups_of_files(package: Path = PACKAGE) -> tuple[ComponentGroup, ...]:
    """The program, the rule data, the kernels and the pages: each file by its content."""
    program, data, pages = list[Component](), list[Component](), list[Component]()
    for name, content in _files(package):
        if name.startswith(PAGES):
            pages.append(_page(name.removeprefix(PAGES), content))
        else:
            is_data = name.startswith(RULE_DATA) or "/templates/" in name
            (data if is_data else program).append(_component(name, content))
    if not any(one.name.startswith(TOLD_ROUNDS) for one in data) and CHECKOUT.is_dir():
        told = ((name, content) for name, content in _files(CHECKOUT) if name.endswith(".txt"))
        data += [_component(TOLD_ROUNDS + name, content) for name, content in told]
    data += _folders_of_ones_own()
    kernels = [one for one in program if "/kernels/" in one.name and one.name.endswith(".py")]
    compilers = [Component(name, version=version(name)) for name in COMPILERS]
    return (
        grouped("program", program),
        grouped("rule_data", data),
        grouped("kernels", [*kernels, *compilers, Component("python", version=platform.python_version())]),
        grouped("pages", pages),
    )


def at_the_start() -> dict[tuple[str, str], str]:
    """What this process found when it first looked: a server looks as it opens, before anybody can ask it."""
    return {**_package_at_the_start(), **_folders_at_the_start()}


@cache
def _package_at_the_start() -> dict[tuple[str, str], str]:
    groups = groups_of_files()
    return {(group.group, one.name): one.value for group in groups for one in group.components if not _is_own(one.name)}


@remembered
def _folders_at_the_start() -> dict[tuple[str, str], str]:
    return {("rule_data", one.name): one.value for one in _folders_of_ones_own()}


def _is_own(name: str) -> bool:
    """Whether a file is of a folder of rulebooks of one's own."""
    return name.startswith(FOLDER)


def changed_since_the_start(groups: Iterable[ComponentGroup]) -> tuple[str, ...]:
    """What this process still runs as it was, although its files are others by now."""
    before = {key: value for key, value in at_the_start().items() if key[0] in LOADED}
    now = {(group.group, one.name): one.value for group in groups if group.group in LOADED for one in group.components}
    return tuple(f"{group} {name}" for group, name in sorted({key for key, _ in before.items() ^ now.items()}))


def _files(root: Path) -> Iterator[tuple[str, bytes]]:
    """Every file there by its name from the root on, and what is in it."""
    for folder, inside, names in os.walk(root, followlinks=True):
        inside[:] = [name for name in inside if name != COMPILED]
        for name in names:
            path = Path(folder, name)
            yield path.relative_to(root).as_posix(), _content(path)


def _content(file: Traversable) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadInput(f"{file} cannot be read ({error.strerror}); check its permissions.") from None


def _component(name: str, content: bytes) -> Component:
    return Component(name, hashlib.sha256(content).hexdigest())


def _page(name: str, content: bytes) -> Component:
    """A file of the pages; the one that says their version has it beside its digest."""
    page = _component(name, content)
    if name != VERSION_OF_PAGES:
        return page
    try:
        return Component(name, page.digest, str(json.loads(content)["version"])[:200])
    except (ValueError, KeyError, TypeError):
        return page


def _folders_of_ones_own() -> Iterator[Component]:
    """The files of the folders of rulebooks that are named: by their place among them, not by where they are."""
    for place, folder in enumerate(folders_in_use()[1:], 1):
        for entry in folder.root.iterdir():
            if entry.is_file() and entry.name.endswith(".yaml"):
                yield _component(f"{FOLDER}{place}/{entry.name}", _content(entry))
            elif entry.name in PARTS_OF_A_FOLDER and entry.is_dir():
                yield from _inside(entry, f"{FOLDER}{place}/{entry.name}")


def _inside(folder: Traversable, name: str) -> Iterator[Component]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _inside(entry, f"{name}/{entry.name}")
        else:
            yield _component(f"{name}/{entry.name}", _content(entry))


def _rulebooks() -> Iterator[Component]:
    """The rulebooks in force, amendments and shared provisions applied: what the law says, not how it is written."""
    for name in rulebooks_in_force():
        yield Component(name, digest_of(load(name)))
