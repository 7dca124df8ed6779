"""`requirements.lock`: what both commands of the README install, hash by hash; and the version that we say we are."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WANTED = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
# One release: `name==version`, for which machines, and its hashes.
PINNED = re.compile(r"([a-z0-9][a-z0-9._-]*==\S+)((?: ; [^\\]+)?) \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+")


def releases() -> dict[str, list[Requirement]]:
    """The locked releases of each package: several where Pythons or platforms need different ones."""
    found: dict[str, list[Requirement]] = {}
    for pinned, machines in PINNED.findall(LOCK):
        requirement = Requirement(pinned + machines)
        found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


def test_every_line_pins_a_release_by_hash_and_names_no_place_to_get_it_from() -> None:
    rest = PINNED.sub("", LOCK)
    assert [line for line in rest.splitlines() if not line.startswith("#")] == []
    assert "//" not in LOCK


@pytest.mark.parametrize("wanted", WANTED)
def test_what_the_project_asks_for_is_locked_to_a_release_that_it_allows(wanted: str) -> None:
    requirement = Requirement(wanted)
    locked = releases().get(canonicalize_name(requirement.name), [])
    assert locked, f"{requirement.name} is not in requirements.lock; run: make lock"
    for release in locked:
        (pin,) = release.specifier
        assert requirement.specifier.contains(pin.version), f"{release} is not {wanted}; run: make lock"


def test_croupier_itself_is_built_with_what_is_locked() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    assert {*build, "editables"} <= set(releases())


def test_the_version_is_the_newest_of_the_changelog_and_says_whether_it_is_released() -> None:
    sections = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    released = sections if "(" in sections[0] else sections[1:]  # the next one has no date yet
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", section) for section in released), released
    newest = sections[0].partition(" ")[0]
    assert PROJECT["version"] == (newest if sections[0] in released else f"{newest}.dev0")
