"""The rows of those who may sign in. What a password or a name has to be is for others to say."""

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, select
from sqlalchemy.exc import IntegrityError

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.ledger.accounts import player_account


class KeptUser(Struct, frozen=True):
    """A user as the database keeps them; a guest has no password."""

    name: str
    role: str
    password_hash: str | None
    one_time: bool
    disabled: bool
    created_ms: int


def kept_user(row: Row[Any]) -> KeptUser:
    """A user from a row that has the columns of `users`."""
    return KeptUser(row.name, row.role, row.password_hash, row.one_time, row.disabled, row.created_ms)


def read_user(connection: Connection, name: str) -> KeptUser | None:
    """The user of that name."""
    row = connection.execute(select(s.users).where(s.users.c.name == name)).first()
    return kept_user(row) if row else None


def read_users(connection: Connection) -> list[KeptUser]:
    """All users, by name."""
    return [kept_user(row) for row in connection.execute(select(s.users).order_by(s.users.c.name))]


def has_admin(connection: Connection) -> bool:
    """Whether anybody is an admin."""
    return connection.execute(select(s.users.c.name).where(s.users.c.role == "admin").limit(1)).first() is not None


def has_account(connection: Connection, name: str) -> bool:
    """Whether a player of that name has, or ever had, chips."""
    query = select(s.accounts.c.account).where(s.accounts.c.account == player_account(name))
    return connection.execute(query).first() is not None


def add_user(database: Database, user: KeptUser) -> bool:
    """Keeps a new user; False where somebody has the name already."""
    row = (user.name, user.role, user.password_hash, user.one_time, user.disabled, user.created_ms)
    try:
        database.transact(lambda connection: database.insert(connection, s.users, [row]))
    except IntegrityError:
        return False
    return True


def change_user(database: Database, name: str, **values: Any) -> None:
    """Writes these columns of a user."""
    update = s.users.update().where(s.users.c.name == name).values(**values)
    database.transact(lambda connection: connection.execute(update))
