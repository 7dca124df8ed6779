"""What is written down of every request: a line of JSON on standard error, for machines to read.

Never a cookie, a password, a token, a card, a query or a body.
"""

import asyncio
import logging
import math
import sys
import time
from typing import Any

import msgspec
from litestar.types import Scope

from croupier.server.wire.scopes import method_of

_log = logging.getLogger("croupier.server")


class JsonLines(logging.Formatter):
    """A record as one line of JSON; what was raised is told by its kind and place, never with its values."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z"
        line: dict[str, Any] = {"time": at, "level": record.levelname.lower()}
        line |= getattr(record, "request", None) or {"logger": record.name, "message": record.getMessage()}
        if record.exc_info and record.exc_info[1]:
            line["error"] = _kind_and_place(record.exc_info[1])
        return msgspec.json.encode(line).decode()


def write_logs(level: int = logging.INFO) -> None:
    """From now on everything is logged to standard error, in lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    for name in ("croupier", "uvicorn.error"):
        logging.getLogger(name).setLevel(level)


class Complaints:
    """What an event loop complains of, such as connections that it cannot take: each kind once in a while."""

    def __init__(self, every_seconds: float = 10.0) -> None:
        self._every_seconds = every_seconds
        self._kinds: dict[str, tuple[float, int]] = {}  # when each was last told, and how often it came since

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Tells it, or only counts it."""
        error = context.get("exception")
        kind = f"{context.get('message', '')} {type(error).__name__}"
        told, since = self._kinds.get(kind, (-math.inf, 0))
        if time.monotonic() - told < self._every_seconds:
            self._kinds[kind] = (told, since + 1)
            return
        self._kinds[kind] = (time.monotonic(), 0)
        more = f" (and {since} times since it was last told)" if since else ""
        reason = f": {error.strerror}" if isinstance(error, OSError) and error.strerror else ""
        _log.error("%s%s%s", context.get("message", "The event loop"), reason, more, exc_info=error)


def log_request(scope: Scope) -> None:
    """Writes down what came and how it ended."""
    state = scope["state"]
    error, status = state["error"], state["status"]
    line = {
        "request": state["request"],
        "method": method_of(scope),
        "path": scope["path"],
        "status": status,
        "ms": round((time.perf_counter() - state["began"]) * 1000, 1),
        "user": state["session"].user.name if state["session"] else "",
    }
    level = logging.ERROR if error else logging.INFO
    _log.log(level, "request", extra={"request": line}, exc_info=error)


def _kind_and_place(error: BaseException) -> str:
    places, trace = [], error.__traceback__
    while trace:
        code = trace.tb_frame.f_code
        places.append(f"{trace.tb_frame.f_globals.get('__name__', '')}:{code.co_name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return f"{type(error).__name__} at {' > '.join(places[-4:])}"
