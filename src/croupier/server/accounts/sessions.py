"""Who is signed in. A session is a secret in the browser's cookie; the database keeps only its hash."""

import hashlib
import secrets
from contextlib import suppress

from msgspec import Struct
from sqlalchemy import Connection, bindparam, select

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.database.faults import OutcomeUnknown, Unavailable
from croupier.server.accounts.users import User, user_of
from croupier.server.settings import Settings

NOTED_MS = 60_000  # that a session was used is written down at most so often
GUEST_BEGINS_MS = 60_000  # how long a new guest may be without a session: it is made a moment later
_PAST_GUESTS = s.users.delete().where(
    s.users.c.password_hash.is_(None),
    s.users.c.created_ms < bindparam("before"),
    s.users.c.name.not_in(select(s.sessions.c.name)),
)
_BY_KEY = (
    select(s.users, s.sessions.c.created_ms.label("began_ms"), s.sessions.c.seen_ms, s.sessions.c.expires_ms)
    .join_from(s.sessions, s.users)
    .where(s.sessions.c.token_hash == bindparam("key"))
)


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
        row = (_key(token), name, now_ms, now_ms, now_ms + self._longest_ms)

        def begin(connection: Connection) -> None:
            over = (s.sessions.c.expires_ms <= now_ms) | (s.sessions.c.seen_ms <= now_ms - self._idle_ms)
            connection.execute(s.sessions.delete().where(over))
            self._database.insert(connection, s.sessions, [row])
            connection.execute(_PAST_GUESTS, {"before": now_ms - GUEST_BEGINS_MS})

        self._database.transact(begin)
        return token

    def of(self, token: str, now_ms: int) -> Session | None:
        """The session of a token, which has been used now; None where it is over."""
        session = self.look(_key(token), now_ms)
        if session and now_ms - session.seen_ms >= NOTED_MS:
            self.note(session.key, now_ms)
        return session

    def look(self, key: bytes, now_ms: int) -> Session | None:
        """A session by its key, None where it is over: for who holds on to a connection."""
        with self._database.read() as connection:
            row = connection.execute(_BY_KEY, {"key": key}).first()
        if row is None or row.disabled or now_ms >= row.expires_ms or now_ms - row.seen_ms >= self._idle_ms:
            return None
        return Session(key, user_of(row), row.began_ms, row.seen_ms, row.expires_ms)

    def note(self, key: bytes, now_ms: int) -> None:
        """The session was used: it may stay idle from now on. Where that cannot be written, nobody is sent away."""
        used = s.sessions.update().where(s.sessions.c.token_hash == key).values(seen_ms=now_ms)
        with suppress(Unavailable, OutcomeUnknown):
            self._database.transact(lambda connection: connection.execute(used))

    def end(self, key: bytes) -> None:
        """Signs this session out."""
        self._database.transact(
            lambda connection: connection.execute(s.sessions.delete().where(s.sessions.c.token_hash == key))
        )

    def end_all(self, name: str, but: bytes = b"") -> list[bytes]:
        """Signs a user out everywhere, or everywhere but here; the keys of the sessions that this ends."""
        theirs = s.sessions.delete().where(s.sessions.c.name == name, s.sessions.c.token_hash != but)
        ending = theirs.returning(s.sessions.c.token_hash)
        return self._database.transact(lambda connection: list(connection.execute(ending).scalars()))


def _key(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
