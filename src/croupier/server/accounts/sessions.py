"""Who is signed in. A session is a secret in the browser's cookie; the database keeps only its hash."""

import hashlib
import secrets
from contextlib import suppress

from msgspec import Struct

from croupier.house.database.database import Database
from croupier.house.database.faults import OutcomeUnknown, Unavailable
from croupier.house.people.sessions import begin_session, end_session, end_sessions, note_session, read_session
from croupier.server.accounts.users import User, user_of
from croupier.server.settings import Settings

NOTED_MS = 60_000  # that a session was used is written down at most so often


class Session(Struct, frozen=True):
    """Somebody signed in; `key` is the hash of the token."""

    key: bytes
    user: User
    created_ms: int
    seen_ms: int
    expires_ms: int


class Sessions:
    """The sessions of a house. Every method may block."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._idle_ms = settings.idle_seconds * 1000
        self._longest_ms = settings.longest_seconds * 1000

    def begin(self, name: str, now_ms: int) -> str:
        """A new session's token, for the cookie; sessions that are over are cleared away, and guests with them."""
        token = secrets.token_urlsafe(32)
        begin_session(self._database, _key(token), name, now_ms, now_ms + self._longest_ms, self._idle_ms)
        return token

    def of(self, token: str, now_ms: int) -> Session | None:
        """The session of a token, which has been used now; None where it is over."""
        session = self.look(_key(token), now_ms)
        if session and now_ms - session.seen_ms >= NOTED_MS:
            self.note(session.key, now_ms)
        return session

    def look(self, key: bytes, now_ms: int) -> Session | None:
        """A session by its key, None where it is over: for who holds on to a connection."""
        kept = read_session(self._database, key)
        if kept is None or kept.user.disabled:
            return None
        if now_ms >= kept.expires_ms or now_ms - kept.seen_ms >= self._idle_ms:
            return None
        return Session(key, user_of(kept.user), kept.began_ms, kept.seen_ms, kept.expires_ms)

    def note(self, key: bytes, now_ms: int) -> None:
        """The session was used: it may stay idle from now on. Where that cannot be written, nobody is sent away."""
        with suppress(Unavailable, OutcomeUnknown):
            note_session(self._database, key, now_ms)

    def end(self, key: bytes) -> None:
        """Signs this session out."""
        end_session(self._database, key)

    def end_all(self, name: str, but: bytes = b"") -> list[bytes]:
        """Signs a user out everywhere, or everywhere but here; the keys of the sessions that this ends."""
        return end_sessions(self._database, name, but)


def _key(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
