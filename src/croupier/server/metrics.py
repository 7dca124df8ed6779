"""What is counted for Prometheus, and the table service that counts what is asked of it."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from litestar.types import Scope
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Answer, Done
from croupier.house.service.house import House
from croupier.house.service.service import TableService
from croupier.server.wire.scopes import is_socket, method_of

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # where several processes keep their counts together
LATENCY_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The counts of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = self._counter("requests", "Requests answered.", "method", "path", "status")
        self._sockets = Gauge("croupier_sockets", "Sockets open.", registry=self._registry, multiprocess_mode="livesum")
        self._commands = self._counter("commands", "Commands answered, by what became of them.", "outcome")
        self._commits = self._counter("commits", "Commits of commands.")
        self._committed = self._counter("committed_commands", "Commands in those commits.")
        self._latency = Histogram(
            "croupier_command_seconds",
            "From a command's arrival to its answer.",
            registry=self._registry,
            buckets=LATENCY_SECONDS,
        )

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"croupier_{name}", about, labels, registry=self._registry)

    @contextmanager
    def coming(self, scope: Scope) -> Iterator[None]:
        """Counts a request when it is over, and a socket while it is open."""
        if is_socket(scope):
            self._sockets.inc()
        try:
            yield
        finally:
            if is_socket(scope):
                self._sockets.dec()
            path = scope.get("path_template") or "none"
            self._requests.labels(method_of(scope), path, str(scope["state"]["status"])).inc()

    def answered(self, outcome: str, seconds: float) -> None:
        """A command was answered."""
        self._commands.labels(outcome).inc()
        self._latency.observe(seconds)

    def committed(self, commits: int, commands: int) -> None:
        """So many more commits, with so many commands."""
        self._commits.inc(commits)
        self._committed.inc(commands)

    def exposed(self, house: House) -> bytes:
        """Everything as Prometheus reads it; may block. With several processes, of all of them together."""
        registry = CollectorRegistry()
        registry.register(_Rounds(house))
        shown = generate_latest(registry)
        if SHARED in os.environ:
            _forget_the_dead(Path(os.environ[SHARED]))
            together = CollectorRegistry()
            MultiProcessCollector(together)  # type: ignore[no-untyped-call]
            return shown + generate_latest(together)
        return shown + generate_latest(self._registry)


class MeteredService(TableService):
    """A table service that counts."""

    def __init__(self, house: House, metrics: Metrics) -> None:
        super().__init__(house)
        self._metrics = metrics
        self._told = (0, 0)

    async def send(self, request: h.Request) -> Answer:
        """The answer to a request, once it is committed."""
        began, outcome = time.perf_counter(), "failed"
        try:
            answer = await super().send(request)
            outcome = "done" if isinstance(answer, Done) else "stale" if answer.code == "stale" else "refused"
            return answer
        finally:
            self._metrics.answered(outcome, time.perf_counter() - began)
            before, self._told = self._told, (self.commits, self.carried_out)
            self._metrics.committed(self._told[0] - before[0], self._told[1] - before[1])


def _forget_the_dead(folder: Path) -> None:
    """What processes that are gone had open is open no longer."""
    for file in folder.glob("gauge_live*_*.db"):
        process = int(file.stem.rpartition("_")[2])
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            mark_process_dead(process)  # type: ignore[no-untyped-call]


class _Rounds(Collector):
    """How many rounds each table has dealt, as the database says."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """One figure a table."""
        rounds = GaugeMetricFamily("croupier_rounds", "Rounds begun at a table.", labels=["table"])
        for name in self._house.tables():
            rounds.add_metric([name], self._house.table(name).state.rounds)
        yield rounds
