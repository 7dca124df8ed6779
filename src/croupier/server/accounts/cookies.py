"""The two cookies: one says who is signed in and no script can read it, one proves that a request is the page's own."""

import secrets
from typing import Literal

from litestar.datastructures import Cookie

from croupier.server.settings import Settings

CSRF_HEADER = "x-csrf-token"
_SESSION = "croupier"
_CSRF = "croupier-csrf"


def session_cookie(settings: Settings, token: str) -> Cookie:
    """The cookie of a session; with no token, the one that takes it back."""
    return _cookie(settings, _SESSION, token, settings.longest_seconds if token else 0, http_only=True)


def csrf_cookie(settings: Settings) -> Cookie:
    """A fresh secret, which the page must send back in the header with every request that changes something."""
    return _cookie(settings, _CSRF, secrets.token_urlsafe(16), settings.longest_seconds, http_only=False)


def session_name(settings: Settings) -> str:
    """What the session's cookie is called here."""
    return _prefix(settings) + _SESSION


def csrf_name(settings: Settings) -> str:
    """What the other cookie is called here."""
    return _prefix(settings) + _CSRF


def _prefix(settings: Settings) -> Literal["__Host-", ""]:
    """Over https the browser itself sees to it that no other host of the domain sets the cookie."""
    return "__Host-" if settings.secure else ""


def _cookie(settings: Settings, name: str, value: str, seconds: int, *, http_only: bool) -> Cookie:
    return Cookie(
        key=_prefix(settings) + name,
        value=value,
        path="/",
        max_age=seconds,
        secure=settings.secure,
        httponly=http_only,
        samesite="strict",
    )
