"""Work done elsewhere: the `--cluster` of every command that has one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from croupier.odds.pieces import Run

Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Do the work on the Dask cluster there, such as tcp://10.0.0.5:8786."),
]


@contextmanager
def elsewhere(address: str | None) -> Iterator[Run | None]:
    """How to do work on the cluster at that address; none where no address is given."""
    if address is None:
        yield None
        return
    from croupier.odds.cluster import cluster  # Dask takes a while to load

    with cluster(address) as run:
        yield run
