"""What comes in: a request, or a socket."""

from litestar.enums import ScopeType
from litestar.types import Scope

CLOSED_BY_US = 4000  # how a socket is closed for a fault of ours; added to it, what HTTP would have answered


def is_socket(scope: Scope) -> bool:
    """Whether it is a socket that wants to be opened."""
    return scope["type"] == ScopeType.WEBSOCKET


def method_of(scope: Scope) -> str:
    """A request's method, WEBSOCKET for a socket."""
    return "WEBSOCKET" if scope["type"] == ScopeType.WEBSOCKET else scope["method"]
