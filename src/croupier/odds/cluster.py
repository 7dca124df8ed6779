"""Pieces of work done by a Dask cluster (the extra `croupier[cluster]`): the same numbers as at home."""

import logging
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from warnings import catch_warnings, simplefilter

from croupier.odds.cache import digest_of
from croupier.odds.pieces import Lost, Run
from croupier.rulebook.errors import BadInput

if TYPE_CHECKING:
    from distributed import Client, Future

Found = TypeVar("Found")
SECONDS_TO_CONNECT = 10.0
SECONDS_WITHOUT_WORKERS = 30.0
SECONDS_BETWEEN_LOOKS = 1.0
AHEAD = 2  # pieces under way for each thread of the cluster


@contextmanager
def cluster(address: str) -> Iterator[Run]:
    """How to do work on the cluster whose scheduler listens there, for as long as the context lasts."""
    try:
        import distributed
    except ImportError:
        raise BadInput("A cluster needs Dask; install croupier[cluster].") from None
    with _quiet(), catch_warnings():
        simplefilter("ignore")  # that versions of what is not used here differ
        client = _connected(distributed, address)
        try:
            yield _Cluster(client, address)
        finally:
            with suppress(Exception):  # it may be gone already
                client.close(timeout=SECONDS_TO_CONNECT)  # type: ignore[no-untyped-call]


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask tells at length what a sentence of ours says."""
    loggers = [logging.getLogger(name) for name in ("distributed", "tornado", "asyncio")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def _connected(distributed: Any, address: str) -> "Client":
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError, AssertionError) as error:  # a time-out is an OSError
        why = "nothing answers" if isinstance(error, OSError) else "that is no address"
        if isinstance(error, AssertionError):  # Dask asserts that its own thread has started within ten seconds
            why = "this machine is too busy to ask"
        raise Lost(f"There is no cluster at {address} ({why}); start one with: dask scheduler.") from None
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
    except (OSError, TimeoutError):
        client.close()
        raise Lost(f"The cluster at {address} has no workers; start some with: dask worker {address}.") from None
    return client  # type: ignore[no-any-return]


class _Cluster:
    def __init__(self, client: "Client", address: str) -> None:
        self.client, self.address = client, address

    def __call__(self, work: Callable[..., Found], pieces: Iterable[tuple[Any, ...]]) -> Iterator[Found]:
        """The pieces' results in order; a worker that dies has its pieces done again by another."""
        from cloudpickle import dumps

        # Sent as an argument, not scattered: what is scattered is lost with the workers that hold it.
        sent = self.client.submit(_unpacked, zlib.compress(dumps(work), 1), _code(), pure=False)
        ahead = AHEAD * max(1, sum(self._threads().values()))
        waiting: deque[Future[Any]] = deque()
        for piece in pieces:
            waiting.append(self.client.submit(_do, sent, piece, pure=False))
            if len(waiting) > ahead:
                yield self._result(waiting.popleft())
        while waiting:
            yield self._result(waiting.popleft())

    def _result(self, future: "Future[Any]") -> Any:
        seen, patience = time.monotonic(), SECONDS_BETWEEN_LOOKS
        while True:
            try:
                return future.result(timeout=patience)
            except Exception as error:
                if future.status == "error":
                    raise self._told(error) from None
                if future.status == "cancelled" or not isinstance(error, TimeoutError):
                    raise self._lost("its scheduler is gone") from None
            if future.status == "finished":
                patience *= 2  # it is on its way, and large
            if self._has_workers():
                seen = time.monotonic()
            elif time.monotonic() - seen > SECONDS_WITHOUT_WORKERS:
                raise self._lost("its workers are gone")

    def _told(self, error: Exception) -> Exception:
        """What to say of work that failed on a worker."""
        from distributed import KilledWorker

        if isinstance(error, KilledWorker):
            return self._lost("worker after worker died over the same piece")
        if isinstance(error, ModuleNotFoundError):
            return BadInput(
                f"The workers of the cluster at {self.address} have no {error.name}; "
                "install the same croupier there as here."
            )
        return error

    def _threads(self) -> dict[str, int]:
        return self.client.nthreads()  # type: ignore[no-untyped-call, no-any-return]

    def _has_workers(self) -> bool:
        if self.client.status != "running":
            raise self._lost("its scheduler is gone")
        return bool(self.client.scheduler_info(n_workers=-1)["workers"])

    def _lost(self, why: str) -> Lost:
        return Lost(
            f"The cluster at {self.address} vanished: {why}; start it again, then this command, which goes on from its "
            "--checkpoint where it has one."
        )


@cache
def _code() -> str:
    return digest_of(Path(__file__).parent, "**/*.py")


def _unpacked(packed: bytes, code: str) -> Callable[..., Any]:
    """On a worker: the work to be done, if it would be done by the same code there."""
    from cloudpickle import loads

    if code != _code():
        raise BadInput("A worker of the cluster has another version of croupier; install the same there as here.")
    work: Callable[..., Any] = loads(zlib.decompress(packed))
    return work


def _do(work: Callable[..., Any], piece: tuple[Any, ...]) -> Any:
    return work(*piece)
