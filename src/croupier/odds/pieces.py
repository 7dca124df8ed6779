"""Independent pieces of work: where they are done does not matter, they come back in their order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from croupier.rulebook.errors import BadInput

Found = TypeVar("Found")


class Run(Protocol):
    """Does `work(*piece)` for every piece, somewhere, and gives the results in the order of the pieces.

    Pieces are taken as they are needed, a few ahead. `work` depends on nothing but its arguments.
    """

    def __call__(self, work: Callable[..., Found], pieces: Iterable[tuple[Any, ...]], /) -> Iterator[Found]:
        """The results, one by one."""
        ...


class Lost(BadInput):
    """Those who did the work are gone; what came back before stands."""


def on_cores(cores: int) -> Run:
    """Work done on so many threads of this process."""

    def run(work: Callable[..., Found], pieces: Iterable[tuple[Any, ...]]) -> Iterator[Found]:
        if cores <= 1:
            for piece in pieces:
                yield work(*piece)
            return
        waiting: deque[Future[Found]] = deque()
        with ThreadPoolExecutor(cores) as pool:
            try:
                for piece in pieces:
                    waiting.append(pool.submit(work, *piece))
                    if len(waiting) > 2 * cores:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for future in waiting:
                    future.cancel()

    return run
