"""The one way a function becomes machine code, and where the machine code is kept.

Numba looks kept code up by the caller's own file and would not notice a change in another file it calls. So
the folder is named after the content of every file beside this one: any change starts a new folder. It can be
deleted at any time. Where no folder can be written, code is compiled anew in each process.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from croupier.odds.cache import cache_folder, digest_of

Function = TypeVar("Function", bound=Callable[..., Any])

_FOLDER = cache_folder(f"kernels-{digest_of(Path(__file__).parent, '*.py')}")
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


def is_compiled(module: str) -> bool:
    """Whether machine code of that kernel module was kept by an earlier run."""
    return _FOLDER is not None and any(_FOLDER.glob(f"**/{module}.*.nbi"))
