"""How the simulation's functions become machine code: without the interpreter's lock, so that threads run at once.

The code is kept beside that of ``croupier.odds.kernels``, in a folder named after the content of both.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from croupier.odds.cache import cache_folder, digest_of
from croupier.odds.kernels import compiled as shared

Function = TypeVar("Function", bound=Callable[..., Any])

_DIGESTS = [digest_of(Path(module).parent, "*.py") for module in (__file__, shared.__file__)]
_FOLDER = cache_folder(f"simulation-{hashlib.sha256(' '.join(_DIGESTS).encode()).hexdigest()[:16]}")


def compiled(*, inline: bool = False) -> Callable[[Function], Function]:
    """Compile to machine code on first call and keep the result; the interpreter's lock is let go meanwhile.

    What is `inline` becomes part of its caller, whose loops can then be vectorised.
    """

    def decorate(function: Function) -> Function:
        before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
        if _FOLDER is not None:
            numba.config.CACHE_DIR = str(_FOLDER)  # type: ignore[attr-defined]
        try:
            made = numba.njit(
                cache=_FOLDER is not None, nogil=True, boundscheck=False, inline="always" if inline else "never"
            )(function)
        finally:
            numba.config.CACHE_DIR = before  # type: ignore[attr-defined]
        return cast(Function, made)

    return decorate


def is_compiled(module: str) -> bool:
    """Whether machine code of that module was kept by an earlier run."""
    return _FOLDER is not None and any(_FOLDER.glob(f"**/{module}.*.nbi"))
