"""What people see on standard error while something takes longer than a moment."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from croupier.odds.cache import Tell


class Steps:
    """So many steps, each told of before it starts."""

    def __init__(self, tell: Tell, advance: Tell) -> None:
        self.tell = tell
        self.advance = advance


@contextmanager
def steps(total: int) -> Iterator[Steps]:
    """A bar on a terminal, and a line for each piece of work elsewhere; nothing at all where no work is told of."""
    if not sys.stderr.isatty():
        told: set[str] = set()

        def say(work: str) -> None:
            if work not in told:
                told.add(work)
                sys.stderr.write(f"croupier: {work} ...\n")
                sys.stderr.flush()

        yield Steps(say, lambda _: None)
        return
    columns = (
        SpinnerColumn(),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    bar = Progress(*columns, console=Console(stderr=True, markup=False), transient=True)
    task = bar.add_task("", total=total)

    def tell(work: str) -> None:
        bar.start()
        bar.update(task, description=work, refresh=True)

    try:
        yield Steps(tell, lambda _: bar.advance(task))
    finally:
        bar.stop()
