"""Who may sign in: their names, roles and passwords, these as hashes that cannot be turned back."""

import re
import secrets
import unicodedata
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct
from sqlalchemy import Connection, Row, select
from sqlalchemy.exc import IntegrityError

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.ledger.accounts import player_account
from croupier.server.accounts.common_passwords import is_common
from croupier.server.accounts.guest_names import GUEST, guest_name
from croupier.server.accounts.lockout import Lockout
from croupier.server.settings import Settings
from croupier.server.wire.errors import Problem
from croupier.server.wire.schemas import Role
from croupier.table.values.roles import ROLES

FIRST_ADMIN = "admin"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{1,31}")
SHORTEST, LONGEST = 10, 200  # characters of a password
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none of which is taken for another
_WRONG = "The name or the password is wrong; type both again."


class User(Struct, frozen=True):
    """Somebody who may sign in; `one_time` while their password must be changed, `guest` without a password."""

    name: str
    role: Role
    guest: bool
    one_time: bool
    disabled: bool
    created_ms: int


class Users:
    """The users of a house. Every method may block; passwords take a while by intention."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._hasher = PasswordHasher(settings.argon_passes, settings.argon_memory_kib, settings.argon_lanes)
        self._nobody = self._hasher.hash(secrets.token_urlsafe())  # who is not there is checked as long
        self._lockout = Lockout(database, settings)

    def find(self, name: str) -> User | None:
        """The user of that name."""
        with self._database.read() as connection:
            row = _row(connection, name)
        return user_of(row) if row else None

    def everybody(self) -> list[User]:
        """All users, by name."""
        with self._database.read() as connection:
            return [user_of(row) for row in connection.execute(select(s.users).order_by(s.users.c.name))]

    def check(self, name: str, password: str, now_ms: int) -> User:
        """Who signs in with this name and password; refused alike whether the name or the password is wrong."""
        if NAME.fullmatch(name):  # whatever else is typed is nobody's name, and not worth keeping
            self._lockout.attempt(name, now_ms)
        with self._database.read() as connection:
            row = _row(connection, name)
        kept = row.password_hash if row else None
        right = self._matches(kept or self._nobody, password)
        if row is None or kept is None or not right or row.disabled:
            raise Problem(401, "wrong_password", _WRONG)
        self._lockout.forget(name)
        if self._hasher.check_needs_rehash(kept):
            self._write(name, password_hash=self._hash(password))
        return user_of(row)

    def add(self, name: str, role: Role, now_ms: int) -> tuple[User, str]:
        """A new user, and the one-time password to hand to them."""
        if not NAME.fullmatch(name) or name.startswith(GUEST):
            rule = f"use 2 to 32 of a to z, 0 to 9 and hyphens, not beginning with {GUEST}"
            raise Problem(400, "name", f"{name!r:.40} cannot name a user; {rule}.")
        if role == "player" and name in ROLES:
            raise Problem(400, "name", f"Records tell what {name} did, and that is a role; choose another name.")
        password = one_time_password()
        try:
            return self._insert(name, role, self._hash(password), now_ms), password
        except IntegrityError:
            raise Problem(409, "name_taken", f"There is a user {name} already; choose another name.") from None

    def add_guest(self, now_ms: int) -> User:
        """A player without a password, under a name of the house's making."""
        for attempt in range(1, 9):
            name = guest_name(attempt)
            try:
                if not self._has_account(name):  # a guest of before had the name, and their chips are still there
                    return self._insert(name, "player", None, now_ms)
            except IntegrityError:
                continue
        raise Problem(503)

    def _has_account(self, name: str) -> bool:
        query = select(s.accounts.c.account).where(s.accounts.c.account == player_account(name))
        with self._database.read() as connection:
            return connection.execute(query).first() is not None

    def change_password(self, user: User, old: str, new: str, now_ms: int) -> None:
        """A user's own new password, in place of the one they must know."""
        if user.guest:
            raise Problem(403, "guest", "A guest has no password; ask the floor for an account of your own.")
        self.check(user.name, old, now_ms)
        _check_new(user.name, old, new)
        self._write(user.name, password_hash=self._hash(new), one_time=False)

    def new_password(self, name: str) -> str:
        """A one-time password in place of whatever the user has."""
        password = one_time_password()
        self._write(name, password_hash=self._hash(password), one_time=True)
        self._lockout.forget(name)
        return password

    def change(self, name: str, role: Role | None, disabled: bool | None) -> None:
        """Gives a user another role, or keeps them out, or lets them in again."""
        given = {"role": role, "disabled": disabled}
        if changes := {field: value for field, value in given.items() if value is not None}:
            self._write(name, **changes)

    def unlock(self, name: str) -> None:
        """Forgets a name's failures to sign in."""
        self._lockout.forget(name)

    def first_admin(self, now_ms: int) -> str | None:
        """Where nobody is an admin yet: makes one, and gives their one-time password."""
        query = select(s.users.c.name).where(s.users.c.role == "admin").limit(1)
        with self._database.read() as connection:
            if connection.execute(query).first():
                return None
        try:
            return self.add(FIRST_ADMIN, "admin", now_ms)[1]
        except Problem:  # another first start made the same one meanwhile, and says its password
            return None

    def _insert(self, name: str, role: Role, password_hash: str | None, now_ms: int) -> User:
        row = (name, role, password_hash, password_hash is not None, False, now_ms)
        self._database.transact(lambda connection: self._database.insert(connection, s.users, [row]))
        return User(name, role, password_hash is None, password_hash is not None, False, now_ms)

    def _write(self, name: str, **values: Any) -> None:
        update = s.users.update().where(s.users.c.name == name).values(**values)
        self._database.transact(lambda connection: connection.execute(update))

    def _hash(self, password: str) -> str:
        return self._hasher.hash(_normal(password))

    def _matches(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, _normal(password))
        except (VerificationError, InvalidHashError):
            return False


def user_of(row: Row[Any]) -> User:
    """A user from a row that has the columns of `users`."""
    return User(row.name, row.role, row.password_hash is None, row.one_time, row.disabled, row.created_ms)


def one_time_password() -> str:
    """Sixteen letters in fours, to be read out or typed from paper."""
    return "-".join(_letters(4) for _ in range(4))


def _letters(count: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(count))


def _normal(password: str) -> str:
    """The same letters however a keyboard composes them."""
    return unicodedata.normalize("NFKC", password)[:LONGEST]


def _check_new(name: str, old: str, new: str) -> None:
    if not SHORTEST <= len(new) <= LONGEST:
        raise Problem(400, "password", f"A password has {SHORTEST} to {LONGEST} characters; choose another.")
    if _normal(new) == _normal(old) or name in new.lower():
        raise Problem(400, "password", "That password is the old one, or has your name in it; choose another.")
    if is_common(_normal(new)):
        raise Problem(400, "password", "That password is one of those tried first; take a few words that you make up.")


def _row(connection: Connection, name: str) -> Row[Any] | None:
    """The user of that name; what cannot be a name is not looked up, for a database does not take every text."""
    return connection.execute(select(s.users).where(s.users.c.name == name)).first() if NAME.fullmatch(name) else None
