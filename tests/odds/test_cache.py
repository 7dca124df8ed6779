"""Kept results: only ever a shortcut, whatever has become of the files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.odds.cache import Shelf, cache_folder, digest_of
from croupier.odds.wagers.catalogue import results
from croupier.rulebook.errors import BadInput
from tests.patience import PATIENCE_SECONDS


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache directory."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


class Maker:
    """Makes a value and counts how often it was asked to."""

    def __init__(self, value: object = None) -> None:
        self.times = 0
        self.value = value or {"royal_flush": 4, "total": 10**40}

    def __call__(self) -> object:
        self.times += 1
        return self.value


def _files(cache: Path) -> list[Path]:
    return [file for file in cache.rglob("*") if file.is_file()]


def test_made_once_then_looked_up(cache: Path) -> None:
    make = Maker()
    told: list[str] = []
    for _ in range(3):
        assert Shelf(tell=told.append).get("hands", "counting", make) == make.value
    assert make.times == 1
    assert told == ["counting"]
    assert [file.name for file in _files(cache)] == ["hands.json"]


def test_fresh_looks_nothing_up_and_keeps_what_it_makes(cache: Path) -> None:
    Shelf().get("hands", "", Maker({"old": 1}))
    make = Maker({"new": 2})
    shelf = Shelf(fresh=True)
    assert shelf.get("hands", "", make) == {"new": 2}
    assert shelf.get("hands", "", make) == {"new": 2}
    assert make.times == 1
    assert Shelf().get("hands", "", Maker()) == {"new": 2}


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("4", "5"),
        lambda text: "\x00" * 100,
        lambda text: text.splitlines()[1],
    ],
    ids=["emptied", "cut off", "edited", "overwritten", "sum gone"],
)
def test_a_damaged_file_is_made_again(cache: Path, damage: object) -> None:
    assert callable(damage)
    make = Maker()
    Shelf().get("hands", "", make)
    (file,) = _files(cache)
    file.write_text(damage(file.read_text("utf-8")), "utf-8")
    assert Shelf().get("hands", "", make) == make.value
    assert make.times == 2
    assert Shelf().get("hands", "", Maker({"never": 1})) == make.value


def test_a_file_that_is_no_text_is_made_again(cache: Path) -> None:
    Shelf().get("hands", "", Maker())
    (file,) = _files(cache)
    file.write_bytes(b"\xff\xfe\x00\x80")
    make = Maker()
    assert Shelf().get("hands", "", make) == make.value
    assert make.times == 1


def test_a_folder_in_the_files_place_is_lived_with(cache: Path) -> None:
    Shelf().get("hands", "", Maker())
    (file,) = _files(cache)
    file.unlink()
    file.mkdir()
    make = Maker()
    assert Shelf().get("hands", "", make) == make.value
    assert not [name for name in _files(cache) if name.suffix == ".part"]


def test_the_cache_may_be_deleted_at_any_time(cache: Path) -> None:
    before = [result.ev for result in results("md-tcp", "pair_plus")]
    for file in _files(cache):
        file.unlink()
    assert [result.ev for result in results("md-tcp", "pair_plus")] == before


def test_no_cache_directory_is_no_hindrance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    occupied = tmp_path / "file"
    occupied.write_text("not a folder", "utf-8")
    for place in (occupied, Path("/dev/null"), Path("/proc/nowhere")):
        monkeypatch.setenv("XDG_CACHE_HOME", str(place))
        assert cache_folder("odds") is None
        make = Maker()
        assert Shelf().get("hands", "", make) == make.value


def test_a_directory_that_may_not_be_written_is_no_hindrance(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # the superuser may write anywhere
    assert cache_folder("odds") is None
    make = Maker()
    assert Shelf().get("hands", "", make) == make.value
    assert not _files(cache)


def test_a_full_disk_is_no_hindrance(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    make = Maker()
    assert Shelf().get("hands", "", make) == make.value
    assert not _files(cache)


def test_no_home_is_no_hindrance(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cache_folder("odds") is None


def test_other_code_has_another_name(tmp_path: Path) -> None:
    file = tmp_path / "kernel.py"
    file.write_text("a = 1", "utf-8")
    before = digest_of(tmp_path, "*.py")
    file.write_text("a = 2", "utf-8")
    assert digest_of(tmp_path, "*.py") != before


def test_too_little_memory_is_said_in_a_sentence(cache: Path) -> None:
    def too_much() -> object:
        raise MemoryError

    with pytest.raises(BadInput, match="too little memory for solving the game; free about a gigabyte"):
        Shelf().get("hands", "solving the game", too_much)


WRITER = """
import sys
from croupier.odds.cache import Shelf
for number in range(200):
    value = {"count": str(number % 7) * 20_000}
    Shelf(fresh=True).get("hands", "", lambda: value)
    found = Shelf().get("hands", "", lambda: {"count": "made again"})
    if len(found["count"]) != 20_000 or len(set(found["count"])) != 1:
        sys.exit(f"half a file was read: {found['count'][:40]}")
"""


def test_two_processes_may_write_at_once(cache: Path) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", WRITER], stderr=subprocess.PIPE) for _ in range(2)]
    for writer in writers:
        _, said = writer.communicate(timeout=PATIENCE_SECONDS)
        assert writer.returncode == 0, said.decode()
    assert [file.name for file in _files(cache)] == ["hands.json"]
