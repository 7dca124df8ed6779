"""A cluster gives the same numbers as one core, whatever becomes of its workers."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from operator import neg
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from croupier.odds import cluster as clusters
from croupier.odds.cluster import cluster
from croupier.odds.games import hold_em
from croupier.odds.pieces import Lost, on_cores
from croupier.odds.simulation import simulate as simulating
from croupier.odds.simulation.simulate import Stopped
from croupier.rulebook.errors import BadInput
from tests.cli.command import assert_refused, here
from tests.odds.games.test_hold_em import BLIND
from tests.simulation.test_same_numbers import asked, plain
from tests.soak import SOAKING

WORKERS = 3


class Running(NamedTuple):
    """A scheduler with its workers, each a process of its own."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


def _start(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-W", "ignore", "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


@contextmanager
def started(folder: Path, workers: int) -> Iterator[Running]:
    """A cluster with so many worker processes, gone at the end."""
    file = folder / "scheduler.json"
    scheduler = _start(
        folder, "scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file)
    )
    team = []
    try:
        while not file.exists() or not file.read_text():
            assert scheduler.poll() is None, (folder / "log").read_text()
            time.sleep(0.05)
        for _ in range(workers):
            options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder))
            team.append(_start(folder, "worker", "--scheduler-file", str(file), *options))
        yield Running(json.loads(file.read_text())["address"], scheduler, team)
    finally:
        for process in (*team, scheduler):
            _end(process)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with started(tmp_path_factory.mktemp("cluster"), WORKERS) as found:
        yield found


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "BLOCK", 2_048)


def test_pieces_come_back_in_order(running: Running) -> None:
    pieces = [(number,) for number in range(50)]
    with cluster(running.address) as run:
        assert list(run(neg, pieces)) == list(on_cores(2)(neg, pieces)) == [-number for number in range(50)]


def test_what_fails_there_is_told_as_it_is(running: Running) -> None:
    with cluster(running.address) as run, pytest.raises(FileNotFoundError, match="no such folder"):
        list(run(os.listdir, [("no such folder",)]))


def test_what_a_worker_has_not_installed_is_named(running: Running) -> None:
    with cluster(running.address) as run, pytest.raises(BadInput, match="have no tests; install"):
        list(run(_in_turn, [(neg, [])]))


def test_a_piece_that_kills_worker_after_worker_ends_the_run(tmp_path: Path) -> None:
    dies = pytest.raises(Lost, match="worker after worker died")
    with started(tmp_path, 4) as running, cluster(running.address) as run, dies:
        list(run(os._exit, [(1,)]))


def test_without_dask_a_cluster_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = here(capsys, "odds", "md-tcp", "--cluster", "tcp://127.0.0.1:1")
    assert_refused(ran, "install croupier[cluster]")


def test_other_code_on_a_worker_is_refused(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "_code", lambda: "another")
    with cluster(running.address) as run, pytest.raises(BadInput, match="another version of croupier"):
        list(run(neg, [(0,)]))


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("rulebook", ["md-tcp", "md-uth"])
def test_the_command_writes_the_same_from_a_cluster(
    running: Running, rulebook: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("simulate", rulebook, "--rounds", "20000", "--seats", "2", "--json")
    found = []
    for where in (("--cores", "1"), ("--cluster", running.address)):
        ran = here(capsys, *arguments, *where)
        assert ran.code == 0, ran.err
        found.append({**json.loads(ran.out), "seconds": 0})
    assert found[0] == found[1]


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp"])
def test_a_game_is_solved_the_same_by_a_cluster(
    running: Running, capsys: pytest.CaptureFixture[str], rulebook: str
) -> None:
    arguments = ("odds", rulebook, "--wager", "base", "--fresh", "--json")
    assert here(capsys, *arguments, "--cluster", running.address) == here(capsys, *arguments)


def test_a_study_is_the_same_from_a_cluster(running: Running, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("study", "compare", "md-tcp", "--against", "pair_plus=D", "--rounds", "20000", "--json")
    there, at_home = here(capsys, *arguments, "--cluster", running.address), here(capsys, *arguments, "--cores", "1")
    assert there.code == 0, there.err
    assert there.out == at_home.out


@pytest.mark.usefixtures("small_blocks")
def test_a_player_of_ones_own_is_sent_along(
    running: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def brave(own, community, up):\n    return 'play:1'\n", "utf-8")
    ran = here(
        capsys, "simulate", "md-tcp", "--rounds", "3000", "--strategy", f"{file}:brave", "--json", "--cluster",
        running.address,
    )  # fmt: skip
    assert json.loads(ran.out)["results"][0]["hits"] == {"play:1": 3_000}


@pytest.mark.usefixtures("small_blocks")
def test_a_worker_killed_in_the_middle_changes_nothing(tmp_path: Path) -> None:
    killed: list[int] = []
    with started(tmp_path, WORKERS) as running, cluster(running.address) as run:

        def kill(rounds: int) -> None:
            if rounds and not killed:
                killed.append(running.workers[0].pid)
                os.kill(running.workers[0].pid, signal.SIGKILL)

        made = asked("ma-fcp-2").play(run=run, progress=kill)
        assert running.workers[0].wait() == -signal.SIGKILL
        assert [worker.poll() for worker in running.workers[1:]] == [None] * (WORKERS - 1)
    assert plain(made) == plain(asked("ma-fcp-2").play())


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("victims", ["scheduler", "workers"])
def test_a_cluster_that_vanishes_leaves_what_it_gave(
    tmp_path: Path, victims: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "SECONDS_WITHOUT_WORKERS", 1.0)
    file = tmp_path / "run.json"
    with started(tmp_path, 1) as running, cluster(running.address) as run:

        def vanish(rounds: int) -> None:
            if rounds == 2 * 2_048:
                _end(running.scheduler if victims == "scheduler" else running.workers[0])

        with pytest.raises(Stopped) as stopped:
            asked().play(run=run, progress=vanish, checkpoint=file)
    assert isinstance(stopped.value.why, Lost)
    assert f"its {victims} {'is' if victims == 'scheduler' else 'are'} gone" in str(stopped.value.why)
    assert 2 * 2_048 <= stopped.value.result.rounds < asked().rounds
    assert plain(asked().play(checkpoint=file))["results"] == plain(asked().play())["results"]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere at all", "tcp://"])
def test_a_cluster_that_is_not_there_is_refused(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "SECONDS_TO_CONNECT", 0.5)
    assert_refused(here(capsys, "simulate", "md-tcp", "--cluster", address), f"There is no cluster at {address}")


def test_a_cluster_without_workers_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "SECONDS_TO_CONNECT", 1.0)
    with started(tmp_path, 0) as running:
        assert_refused(here(capsys, "simulate", "md-tcp", "--cluster", running.address), "has no workers")


def _in_turn(work: Callable[..., Any], pieces: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
    for piece in pieces:
        yield work(*piece)


def test_hold_em_is_solved_the_same_in_pieces(request: pytest.FixtureRequest) -> None:
    whole = hold_em.solve(BLIND)
    if SOAKING:
        with cluster(request.getfixturevalue("running").address) as run:
            pieces = hold_em.solve(BLIND, run)
    else:
        pieces = hold_em.solve(BLIND, _in_turn)
    assert pieces.returns == whole.returns
    assert pieces.starting == whole.starting
    assert np.array_equal(pieces.counts.flop_raise, whole.counts.flop_raise)
