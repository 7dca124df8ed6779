"""The rows of sessions: by the hash of a token, never the token itself."""

from msgspec import Struct
from sqlalchemy import Connection, bindparam, select

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.people.users import KeptUser, kept_user

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


class KeptSession(Struct, frozen=True):
    """A session as the database keeps it, with whose it is."""

    key: bytes
    user: KeptUser
    began_ms: int
    seen_ms: int
    expires_ms: int


def begin_session(database: Database, key: bytes, name: str, now_ms: int, expires_ms: int, idle_ms: int) -> None:
    """Keeps a new session; those that are over are cleared away, and guests with them."""
    row = (key, name, now_ms, now_ms, expires_ms)

    def begin(connection: Connection) -> None:
        over = (s.sessions.c.expires_ms <= now_ms) | (s.sessions.c.seen_ms <= now_ms - idle_ms)
        connection.execute(s.sessions.delete().where(over))
        database.insert(connection, s.sessions, [row])
        connection.execute(_PAST_GUESTS, {"before": now_ms - GUEST_BEGINS_MS})

    database.transact(begin)


def read_session(database: Database, key: bytes) -> KeptSession | None:
    """The session of that key, over or not."""
    with database.read() as connection:
        row = connection.execute(_BY_KEY, {"key": key}).first()
    return KeptSession(key, kept_user(row), row.began_ms, row.seen_ms, row.expires_ms) if row else None


def note_session(database: Database, key: bytes, now_ms: int) -> None:
    """Writes down that a session was used."""
    used = s.sessions.update().where(s.sessions.c.token_hash == key).values(seen_ms=now_ms)
    database.transact(lambda connection: connection.execute(used))


def end_session(database: Database, key: bytes) -> None:
    """The session is over."""
    database.transact(lambda connection: connection.execute(s.sessions.delete().where(s.sessions.c.token_hash == key)))


def end_sessions(database: Database, name: str, but: bytes) -> list[bytes]:
    """All sessions of a user but one are over; the keys of those that this ends."""
    theirs = s.sessions.delete().where(s.sessions.c.name == name, s.sessions.c.token_hash != but)
    ending = theirs.returning(s.sessions.c.token_hash)
    return database.transact(lambda connection: list(connection.execute(ending).scalars()))
