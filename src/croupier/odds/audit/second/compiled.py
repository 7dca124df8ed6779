"""How the second methods become machine code, and where it is kept: a folder named after the content of this one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from croupier.odds.cache import cache_folder, digest_of

Function = TypeVar("Function", bound=Callable[..., Any])

SECOND_DIGEST = digest_of(Path(__file__).parent, "*.py")
_FOLDER = cache_folder(f"audit-{SECOND_DIGEST}")


def compiled(function: Function) -> Function:
    """Compile to machine code on first call and keep the result."""
    before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    if _FOLDER is not None:
        numba.config.CACHE_DIR = str(_FOLDER)  # type: ignore[attr-defined]
    try:
        made = numba.njit(cache=_FOLDER is not None, boundscheck=False)(function)
    finally:
        numba.config.CACHE_DIR = before  # type: ignore[attr-defined]
    return cast(Function, made)
