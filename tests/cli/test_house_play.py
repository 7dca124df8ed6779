"""`croupier house play` that is killed, or begun twice: who was left seated is freed, and nobody dies of another."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.cli.main import run as run_here
from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.keys import load_keys
from croupier.house.service.demo_players import demo_seats
from croupier.house.service.house import House
from tests.databases import DIALECTS
from tests.patience import PATIENCE_SECONDS

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(params=DIALECTS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new house is to be."""
    if request.param == "postgresql":
        make: Callable[[str], str] = request.getfixturevalue("new_postgres_url")
        return make("template0")
    return str(tmp_path / "house.db")


@pytest.fixture
def croupier(place: str, tmp_path: Path) -> Command:
    """The command, with a house of two tables."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(asked(place, tmp_path, *words), capture_output=True, text=True, timeout=PATIENCE_SECONDS)

    for words in (("init",), ("open", "tcp", "--example", "md-tcp"), ("open", "uth", "--example", "md-uth")):
        assert run_here(asked(place, tmp_path, "house", *words)[3:]) == 0
    return run


def asked(place: str, folder: Path, *words: str) -> list[str]:
    options = ["--house", place, "--keys", str(folder / "keys")]
    return [sys.executable, "-m", "croupier.cli.main", *words, *options]


@pytest.fixture
def playing(place: str, tmp_path: Path, croupier: Command) -> Iterator[subprocess.Popen[str]]:
    """A command that plays for long, and has players seated."""
    words = asked(place, tmp_path, "house", "play", "100000", "--seats", "2")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            while not all(seats(place, tmp_path)):
                assert process.poll() is None, process.communicate()
                time.sleep(0.2)
            yield process
        finally:
            process.kill()


def seats(place: str, folder: Path) -> list[list[int]]:
    """Where demo players sit, at each table."""
    with Database.open(place) as database:
        house = House(database, load_keys(folder / "keys"))
        return [demo_seats(house.table(name)) for name in house.tables()]


def test_who_was_left_seated_plays_on_with_the_next_and_leaves(
    playing: "subprocess.Popen[str]", croupier: Command, place: str, tmp_path: Path
) -> None:
    os.kill(playing.pid, signal.SIGKILL)
    playing.wait()
    assert all(seats(place, tmp_path))
    ran = croupier("house", "play", "3")
    assert ran.returncode == 0, ran.stderr
    assert seats(place, tmp_path) == [[], []]
    with Database.open(place) as database:
        report = audit(database, load_keys(tmp_path / "keys"))
    assert report.ok, report.problems


def versions(place: str, folder: Path) -> int:
    """How much was recorded at all tables together."""
    with Database.open(place) as database:
        house = House(database, load_keys(folder / "keys"))
        return sum(house.table(name).version for name in house.tables())


def test_a_second_one_is_told_of_the_first_and_takes_nothing_from_it(
    playing: "subprocess.Popen[str]", croupier: Command, place: str, tmp_path: Path
) -> None:
    ran = croupier("house", "play", "1")
    assert ran.returncode == 2
    assert "Another croupier house play" in ran.stderr
    before = versions(place, tmp_path)
    while versions(place, tmp_path) == before:
        assert playing.poll() is None, playing.communicate()
        time.sleep(0.05)
