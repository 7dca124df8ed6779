"""A progress bar for work that may be over before anybody looks."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from croupier.cli.progress import steps

PATIENCE_SECONDS = 1


@contextmanager
def slowly(work: str, total: int) -> Iterator[Callable[[int], None]]:
    """A function to be told of so many steps more; people see of it only what takes longer than a moment."""
    until = time.monotonic() + PATIENCE_SECONDS
    done = shown = 0
    with steps(total) as bar:

        def advance(count: int) -> None:
            nonlocal done, shown
            done += count
            if time.monotonic() < until:
                return
            if not shown:
                bar.tell(work)
            while shown < done:
                bar.advance(work)
                shown += 1

        yield advance
