"""The one way a function becomes machine code, and where the machine code is kept.

Numba looks kept code up by the caller's own file and would not notice a change in another file it calls. So
the folder is named after the content of every file beside this one: any change starts a new folder. It can be
deleted at any time. Where no folder can be written, code is compiled anew in each process.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def _kept_code() -> Path | None:
    """The folder for this content, made if need be; none where that is not allowed."""
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base) / "croupier" / f"kernels-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


_FOLDER = _kept_code()
if _FOLDER is not None:
    numba.config.CACHE_DIR = str(_FOLDER)  # type: ignore[attr-defined]


def compiled(*, parallel: bool = False) -> Callable[[Function], Function]:
    """Compile to machine code on first call and keep the result."""

    def decorate(function: Function) -> Function:
        keep = _FOLDER is not None
        return cast(Function, numba.njit(cache=keep, parallel=parallel, boundscheck=False)(function))

    return decorate


def workers() -> int:
    """How many threads a parallel kernel runs on: some need a hundred megabytes each, so at most eight."""
    return min(8, int(numba.get_num_threads()))
