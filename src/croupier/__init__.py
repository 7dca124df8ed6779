"""Croupier runs casino poker tables by the book.

`import croupier as c` is the Python API; docs/python.md shows it at work. Nothing of it is loaded before it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.notebook.api import (
        best,
        check,
        design,
        elect,
        load,
        plot,
        price,
        resolve,
        rulebooks,
        settle,
        simulate,
        whole_bet,
    )
    from croupier.rulebook.errors import BadInput

__all__ = [
    "BadInput", "best", "check", "design", "elect", "load", "plot", "price", "resolve", "rulebooks", "settle",
    "simulate", "whole_bet",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'croupier' has no attribute {name!r}")
    where = "croupier.rulebook.errors" if name == "BadInput" else "croupier.notebook.api"
    return getattr(import_module(where), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
