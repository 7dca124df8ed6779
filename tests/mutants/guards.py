"""The tests of the pure rooms as guards: which lines each runs, and whether one notices that something is broken.

They run within this process' own forks: collected once, each fork breaks one thing and runs guards until one fails.
"""

import gc
import hashlib
import os
import pickle
import select
import shutil
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import _lru_cache_wrapper, partial
from pathlib import Path

import coverage
import pytest
from _pytest.runner import runtestprotocol
from msgspec import Struct

from tests.rulebook.witnesses import forget

from .engine import ROOMS, ROOT, loaded_functions

KEPT = Path("build/mutants")
TESTS = ("tests/test_cards.py", "tests/hands", "tests/rulebook", "tests/table", "tests/playthroughs")
# What only compares the register with itself, or takes minutes.
APART = ("test_the_register_names_the_tests_that_are_marked", "test_every_value_counts.py")
PATIENCE_SECONDS = 20.0  # for a test that takes no time; what takes longer is waited for longer
UNBROKEN = "(could not be broken)"
Line = tuple[str, int]


class Guard(Struct, frozen=True):
    """A test: its place among those collected, and how long it took."""

    place: int
    node: str
    seconds: float


class Guards:
    """All tests that may notice a mutant."""

    def __init__(self, items: list[pytest.Item], rows: int) -> None:
        self.items = list(_some_rows([item for item in items if not any(name in item.nodeid for name in APART)], rows))
        self.places = {item.nodeid: place for place, item in enumerate(self.items)}
        self.caches = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
        self.functions = loaded_functions()
        self.seconds: dict[str, float] = {}
        self.runs: dict[Line, list[str]] = {}

    def measure(self, as_last: bool = False) -> None:
        """Which lines each test runs: found out by running all, once for each state of the code, on every core.

        While one works on the guards themselves, the measurement may be the last one.
        """
        last = next(KEPT.glob("*"), None) if as_last else None
        kept = last or KEPT / f"{_state()}-{len(self.items)}"
        if not kept.exists():
            folder = kept.with_suffix(".new")
            shutil.rmtree(KEPT, ignore_errors=True)
            folder.mkdir(parents=True)
            cores = os.cpu_count() or 1
            forks = [_forked(partial(self._measured, folder, core, cores)) for core in range(cores)]
            for fork in forks:
                os.waitpid(fork, 0)
            if len(list(folder.iterdir())) < cores:
                raise RuntimeError("The tests were not measured to their end.")
            folder.rename(kept)
        for part in kept.iterdir():
            seconds, runs = pickle.loads(part.read_bytes())
            self.seconds |= seconds
            for line, nodes in runs.items():
                self.runs.setdefault(line, []).extend(nodes)

    def _measured(self, folder: Path, core: int, cores: int) -> None:
        rooms = [f"croupier.{room}" for room in ROOMS]
        measuring = coverage.Coverage(data_file=None, config_file=False, source_pkgs=rooms)
        measuring.start()
        seconds: dict[str, float] = {}
        for item in self.items[core::cores]:
            measuring.switch_context(item.nodeid)
            started = time.process_time()
            if _passes(item):
                seconds[item.nodeid] = time.process_time() - started
        measuring.stop()
        with warnings.catch_warnings(action="ignore"):  # that the rooms were imported before they were measured
            data = measuring.get_data()
        runs = {
            (str(Path(file).relative_to(ROOT)), line): [node for node in nodes if node in seconds]
            for file in data.measured_files()
            for line, nodes in data.contexts_by_lineno(file).items()
        }
        (folder / f"{core}.pickle").write_bytes(pickle.dumps((seconds, runs)))

    def of_line(self, line: Line) -> list[Guard]:
        """The tests that run the line: one of each function first, and of these the quickest."""
        return self.ordered(self.runs.get(line, []))

    def ordered(self, nodes: Iterable[str]) -> list[Guard]:
        """The tests in the order in which they are tried."""
        rank: dict[str, int] = {}
        found = []
        for node in sorted(filter(self.places.__contains__, nodes), key=lambda node: self.seconds.get(node, 0.0)):
            function = node.partition("[")[0]
            rank[function] = rank.get(function, -1) + 1
            found.append((rank[function], Guard(self.places[node], node, self.seconds.get(node, 0.0))))
        return [guard for _, guard in sorted(found, key=lambda pair: (pair[0], pair[1].seconds))]

    def forget(self, rules: bool) -> None:
        """Drops what was computed before something was broken; of the rule data only if `rules` may be broken."""
        for cache in self.caches:
            module = getattr(cache, "__module__", "") or ""
            if module.startswith(("croupier.table", "croupier.hands", "tests")) or (
                rules and module.startswith("croupier")
            ):
                cache.cache_clear()
        if rules:
            forget()

    def noticed(self, broken: Callable[[], object], guards: list[Guard], budget_seconds: float) -> str:
        """The first guard that fails once `broken` was called in a fork, "" where all pass within the budget."""
        reads, writes = os.pipe()
        child = _forked(lambda: self._try(broken, guards, writes))
        os.close(writes)
        try:
            return _outcome(reads, guards, budget_seconds)
        finally:
            os.close(reads)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)

    def _try(self, broken: Callable[[], object], guards: list[Guard], writes: int) -> None:
        try:
            broken()
        except BaseException:
            os.write(writes, b"unbroken\n")
            raise
        os.write(writes, b"begun\n")
        for guard in guards:
            if not _passes(self.items[guard.place]):
                os.write(writes, b"fails\n")
                return
            os.write(writes, b"passes\n")
        os.write(writes, b"done\n")


def _some_rows(items: list[pytest.Item], rows: int) -> Iterator[pytest.Item]:
    """At most so many rows of each test, spread over them all; all where `rows` is 0."""
    found: dict[str, list[pytest.Item]] = {}
    for item in items:
        found.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for alike in found.values():
        yield from alike[:: -(-len(alike) // rows)] if rows else alike


def _outcome(reads: int, guards: list[Guard], budget_seconds: float) -> str:
    """What the fork tells: one word for each guard. One that does not come to an end has noticed too."""
    expected, heard, spent = iter(guards), b"", 0.0
    guard: Guard | None = None
    while True:
        patience = PATIENCE_SECONDS + 60 * (guard.seconds if guard else 1.0)
        if not select.select([reads], [], [], patience)[0]:
            return f"{guard.node} (never ends)" if guard else "(never begins)"
        text = os.read(reads, 65536)
        heard += text
        *words, heard = heard.split(b"\n")
        for word in words:
            if word == b"unbroken":
                return UNBROKEN
            if word == b"fails" and guard:
                return guard.node
            if word == b"done" or spent > budget_seconds:
                return ""
            spent += guard.seconds if guard else 0.0
            guard = next(expected, None)
        if not text:  # the fork is gone without a word: what was broken broke the process
            return f"{guard.node} (breaks the process)" if guard else "(breaks the process)"


def _passes(item: pytest.Item) -> bool:
    reports = runtestprotocol(item, log=False, nextitem=None)
    return not any(report.failed for report in reports)


def _forked(work: Callable[[], None]) -> int:
    """A fork that works quietly and ends; its id."""
    child = os.fork()
    if child:
        return child
    silent = os.open(os.devnull, os.O_WRONLY)
    told = os.dup(2)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    try:
        work()
    except BaseException:
        os.write(told, traceback.format_exc().encode())
    finally:
        os._exit(0)  # not a step further: all else is the parent's


def _state() -> str:
    """The state of the code and of the tests."""
    digest = hashlib.sha256()
    for folder in (*(ROOT / room for room in ROOMS), *map(Path, TESTS)):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".yaml", ".tsv", ".toml", ".txt") and path.is_file():
                digest.update(str(path).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


class Collected:
    """A plugin of pytest that hands over what was collected in place of running it."""

    def __init__(self, work: Callable[[Guards], None], rows: int) -> None:
        self.work = work
        self.rows = rows

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Works with the tests that were collected."""
        guards = Guards(session.items, self.rows)
        gc.collect()
        gc.freeze()
        self.work(guards)
        return True


def with_guards(work: Callable[[Guards], None], rows: int = 0, tests: Iterable[str] = TESTS) -> None:
    """Collects the tests and works with them."""
    words = [
        *tests,
        "-q",
        "-s",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--tb=native",
        "--no-header",
        "--no-summary",
    ]
    sys.argv = ["pytest"]
    pytest.main(words, plugins=[Collected(work, rows)])
