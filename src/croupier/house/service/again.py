"""What is done again and again while a house is served: no fault of one time ends it for good."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from croupier.rulebook.errors import BadInput

_log = logging.getLogger("croupier")


async def again_and_again(doing: Callable[[], Awaitable[object]], seconds: float, *, at_once: bool = False) -> None:
    """Does something every so many seconds, the first time `at_once` or then.

    While the database is away it is left at that, for whoever asks is told. What nobody foresaw is logged, once until
    it works again.
    """
    failing = False
    while True:
        if not at_once:
            await asyncio.sleep(seconds)
        at_once = False
        try:
            await doing()
        except BadInput:
            continue
        except Exception:
            if not failing:
                _log.exception("What is done every %g seconds failed, and is tried again", seconds)
            failing = True
        else:
            failing = False
