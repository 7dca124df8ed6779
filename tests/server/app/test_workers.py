"""Several processes that serve one house: one that cannot start, is slow, hangs or is killed takes nobody else down."""

import logging
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

import msgspec
import psutil  # type: ignore[import-untyped]
import psycopg
import pytest

from croupier.house.database.database import Database
from croupier.house.keys import load_keys
from croupier.house.service.house import House, TableTerms
from croupier.server.app import workers as under_test
from croupier.server.app.workers import NOT_STARTED, STARTING, Worker
from tests.house.database.postgres import memory, throw_away
from tests.house.floor import example
from tests.patience import PATIENCE_SECONDS
from tests.server.served import new_house, served, until, well, workers

NOFILE = resource.RLIMIT_NOFILE


@pytest.fixture
def house(new_postgres_url: Callable[[str], str], tmp_path: Path) -> tuple[str, Path]:
    """A house on PostgreSQL with a table, and its keys."""
    url, keys = new_postgres_url("house_template"), tmp_path / "keys"
    new_house(url, keys)
    with Database.open(url) as database:
        House(database, load_keys(keys)).open_table("one", example("md-tcp"), TableTerms())
    return url, keys


def test_a_start_that_fails_is_tried_again_and_the_others_serve_on(house: tuple[str, Path], tmp_path: Path) -> None:
    url, keys = house
    log = tmp_path / "log"
    with served("--house", url, "--keys", str(keys), "--processes", "2", log=log) as (process, address, _):
        until(lambda: well(address) and len(workers(process)) == 2)
        until(lambda: log.read_text("utf-8").count("Application startup complete") == 2)
        killed, healthy = sorted(workers(process))
        with psycopg.connect(url) as session_connection:
            session_connection.execute(
                "LOCK TABLE records IN ACCESS EXCLUSIVE MODE"
            )  # longer than anybody waits for a lock
            os.kill(killed, signal.SIGKILL)
            until(lambda: "could not start" in log.read_text("utf-8"))
            assert process.poll() is None
            assert healthy in workers(process)
            assert well(address)
        until(lambda: log.read_text("utf-8").count("Application startup complete") == 3)
        assert healthy in workers(process)
        assert len(workers(process)) == 2
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_SECONDS) == 0, "it was asked for"
    lines = [msgspec.json.decode(line) for line in log.read_text("utf-8").splitlines()]
    told = [line for line in lines if line["level"] in ("warning", "error")]
    assert not [line for line in told if "Traceback" in str(line)]
    assert len(told) < 12, told


def test_an_end_that_was_not_asked_for_is_no_success_and_leaves_nobody_behind(house: tuple[str, Path]) -> None:
    url, keys = house
    with served("--house", url, "--keys", str(keys), "--processes", "2") as (process, address, _):
        until(lambda: well(address) and len(workers(process)) == 2)
        left = workers(process)
        process.kill()
        assert process.wait(PATIENCE_SECONDS) != 0
        until(lambda: not [one for one in left if psutil.pid_exists(one)])


def slow(line: Connection) -> None:
    """Starts in two seconds, and hangs once it serves."""
    time.sleep(2)
    line.send(None)
    time.sleep(PATIENCE_SECONDS)


def fails(line: Connection) -> None:
    sys.exit(NOT_STARTED)


def ends_by_a_nameless_signal(line: Connection) -> None:
    os.kill(os.getpid(), signal.SIGRTMIN + 6)


def test_to_start_is_not_to_be_ill_and_to_be_silent_is(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(under_test, "SILENT_SECONDS", 0.5)
    started: list[SpawnProcess] = []

    def start(line: Connection) -> SpawnProcess:
        started.append(STARTING.Process(target=slow, args=(line,)))
        return started[-1]

    worker = Worker(start)

    def tended() -> int:
        worker.tend()
        return len(started)

    with caplog.at_level(logging.WARNING):
        until(lambda: tended() == 2)
    assert started[0].exitcode == -signal.SIGKILL
    assert [record.message for record in caplog.records] == [
        f"Process {started[0].pid} has fallen silent; it is ended.",
        f"Process {started[0].pid} ended (signal SIGKILL); another is started in 0.5 seconds.",
    ]
    started[1].kill()
    started[1].join()


def never_serves(line: Connection) -> None:
    """A start on a machine that has no time for it."""
    time.sleep(PATIENCE_SECONDS)


def test_who_is_asked_to_stop_while_a_process_starts_does_not_wait_for_it(caplog: pytest.LogCaptureFixture) -> None:
    worker = Worker(lambda line: STARTING.Process(target=never_serves, args=(line,)))
    worker.tend()
    assert worker.process
    with caplog.at_level(logging.WARNING):
        worker.stop()
        worker.join(time.monotonic() + PATIENCE_SECONDS)
    assert worker.process.exitcode == -signal.SIGTERM
    assert caplog.messages == []


def test_what_cannot_start_is_tried_again_after_longer_and_longer(caplog: pytest.LogCaptureFixture) -> None:
    times: list[float] = []

    def start(line: Connection) -> SpawnProcess:
        times.append(time.monotonic())
        return STARTING.Process(target=fails, args=(line,))

    worker = Worker(start)

    def told() -> int:
        worker.tend()
        return len(caplog.records)

    with caplog.at_level(logging.WARNING):
        until(lambda: told() == 4)
    pauses = [record.message.partition("another is started in ")[2] for record in caplog.records]
    assert pauses == ["0.5 seconds.", "1.0 seconds.", "2.0 seconds.", "4.0 seconds."]
    for (sooner, later), pause in zip(pairwise(times), (0.5, 1, 2), strict=True):
        assert later - sooner >= pause


def test_a_signal_that_has_no_name_ends_one_process_only(caplog: pytest.LogCaptureFixture) -> None:
    worker = Worker(lambda line: STARTING.Process(target=ends_by_a_nameless_signal, args=(line,)))

    def told() -> bool:
        worker.tend()
        return bool(caplog.records)

    with caplog.at_level(logging.WARNING):
        until(told)
    assert f"could not start (signal {signal.SIGRTMIN + 6})" in caplog.text


@pytest.mark.parametrize("spare", [0, 2])
def test_a_machine_that_has_nothing_left_to_start_a_process_with_is_asked_again(
    spare: int, caplog: pytest.LogCaptureFixture
) -> None:
    """There are descriptors for the line to the process or not even for that; a moment later there are enough."""
    worker, usual = Worker(lambda line: STARTING.Process(target=slow, args=(line,))), resource.getrlimit(NOFILE)
    taken = {int(name) for name in os.listdir("/proc/self/fd")}
    free = [number for number in range(len(taken) + 8) if number not in taken]
    resource.setrlimit(NOFILE, (free[spare], usual[1]))
    try:
        with caplog.at_level(logging.WARNING):
            worker.tend()
    finally:
        resource.setrlimit(NOFILE, usual)
    assert worker.process is None
    assert caplog.messages == ["No process can be started (Too many open files); it is tried in 0.5 seconds."]

    def begun() -> bool:
        worker.tend()
        return worker.process is not None and worker.process.is_alive()

    until(begun)
    assert worker.process
    worker.process.kill()
    worker.process.join()


def test_an_outage_in_which_a_process_dies_is_a_few_clear_lines(tmp_path: Path) -> None:
    log, keys = tmp_path / "log", tmp_path / "keys"
    with throw_away(memory()) as server:
        url = server.url()
        with Database.open(url, create=True):
            pass
        new_house(url, keys)
        with served("--house", url, "--keys", str(keys), "--processes", "2", log=log) as (process, address, _):
            until(lambda: log.read_text("utf-8").count("Application startup complete") == 2)
            killed, healthy = sorted(workers(process))
            server.stop()
            until(lambda: not well(address))
            os.kill(killed, signal.SIGKILL)
            until(lambda: log.read_text("utf-8").count("could not start") >= 2)
            server.start()
            until(lambda: log.read_text("utf-8").count("Application startup complete") == 3)
            until(lambda: well(address))
            assert healthy in workers(process)
            until(lambda: "The outage is over" in log.read_text("utf-8"))
    lines = [msgspec.json.decode(line) for line in log.read_text("utf-8").splitlines()]
    told = [line for line in lines if line["level"] in ("warning", "error")]
    assert not [line for line in told if "Traceback" in str(line) or "error" in line], "nobody's own fault"
    of_processes = [line for line in told if "process" in line["message"].lower()]
    begun = [line for line in told if line["message"].startswith("An outage begins.")]
    over = [line for line in told if line["message"].startswith("The outage is over")]
    assert len(told) == len(of_processes) + len(begun) + len(over), told
    assert 1 <= len(begun) <= 2, "one of each process that was there when it began"
    assert len(over) == 1, "of the process that was there all the time"
    assert len(of_processes) <= 2 * log.read_text("utf-8").count("could not start") + 1
