"""What the server writes down, while a test looks."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import msgspec

from croupier.server.app.logs import JsonLines
from tests.patience import PATIENCE_SECONDS


@contextmanager
def logged(name: str) -> Iterator[StringIO]:
    """What the logger of that name writes from now on."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger(name)
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield written
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)


def lines(log: StringIO, count: int) -> list[dict[str, object]]:
    """The log's lines once there are so many: the last is written after its answer was sent."""
    end = time.monotonic() + PATIENCE_SECONDS
    while len(found := log.getvalue().splitlines()) < count:
        assert time.monotonic() < end, log.getvalue()
        time.sleep(0.02)
    return [msgspec.json.decode(line) for line in found]
