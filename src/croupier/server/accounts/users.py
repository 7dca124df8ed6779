"""Who may sign in: their names, roles and passwords, these as hashes that cannot be turned back."""

import re
import secrets
import unicodedata
from itertools import pairwise
from typing import Any, cast

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct

from croupier.house.database.database import Database
from croupier.house.people.pins import forget_pin, keep_pin, read_pin
from croupier.house.people.users import KeptUser, add_user, change_user, has_account, has_admin, read_user, read_users
from croupier.server.accounts.common_passwords import is_common
from croupier.server.accounts.guest_names import GUEST, guest_name
from croupier.server.accounts.lockout import PINS, Lockout
from croupier.server.settings import Settings
from croupier.server.wire.errors import Problem
from croupier.server.wire.schemas import Role
from croupier.table.values.roles import ROLES, SUPERVISORS

FIRST_ADMIN = "admin"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{1,31}")
SHORTEST, LONGEST = 10, 200  # characters of a password
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none of which is taken for another
_WRONG = "The name or the password is wrong; type both again."
PIN = re.compile(r"[0-9]{6,12}")
_WRONG_PIN = "The name or the PIN is wrong, or they have set none on their account's page; type both again."
_OF_PIN = "{name} pin"  # what failures with a PIN are counted under: no name has a space


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
        kept = self._kept(name)
        return user_of(kept) if kept else None

    def everybody(self) -> list[User]:
        """All users, by name."""
        with self._database.read() as connection:
            return [user_of(kept) for kept in read_users(connection)]

    def check(self, name: str, password: str, now_ms: int) -> User:
        """Who signs in with this name and password; refused alike whether the name or the password is wrong."""
        if NAME.fullmatch(name):  # whatever else is typed is nobody's name, and not worth keeping
            self._lockout.attempt(name, now_ms)
        kept = self._kept(name)
        hashed = kept.password_hash if kept else None
        right = self._matches(hashed or self._nobody, password)
        if kept is None or hashed is None or not right or kept.disabled:
            raise Problem(401, "wrong_password", _WRONG)
        self._lockout.forget(name)
        if self._hasher.check_needs_rehash(hashed):
            self._write(name, password_hash=self._hash(password))
        return user_of(kept)

    def add(self, name: str, role: Role, now_ms: int) -> tuple[User, str]:
        """A new user, and the one-time password to hand to them."""
        if not NAME.fullmatch(name) or name.startswith(GUEST):
            rule = f"use 2 to 32 of a to z, 0 to 9 and hyphens, not beginning with {GUEST}"
            raise Problem(400, "name", f"{name!r:.40} cannot name a user; {rule}.")
        if role == "player" and name in ROLES:
            raise Problem(400, "name", f"Records tell what {name} did, and that is a role; choose another name.")
        password = one_time_password()
        user = self._insert(name, role, self._hash(password), now_ms)
        if user is None:
            raise Problem(409, "name_taken", f"There is a user {name} already; choose another name.")
        return user, password

    def add_guest(self, now_ms: int) -> User:
        """A player without a password, under a name of the house's making."""
        for attempt in range(1, 9):
            name = guest_name(attempt)
            if self._has_account(name):  # a guest of before had the name, and their chips are still there
                continue
            if user := self._insert(name, "player", None, now_ms):
                return user
        raise Problem(503)

    def _has_account(self, name: str) -> bool:
        with self._database.read() as connection:
            return has_account(connection, name)

    def change_password(self, user: User, old: str, new: str, now_ms: int) -> None:
        """A user's own new password, in place of the one they must know."""
        if user.guest:
            raise Problem(403, "guest", "A guest has no password; ask the floor for an account of your own.")
        self.check(user.name, old, now_ms)
        _check_new(user.name, old, new)
        self._write(user.name, password_hash=self._hash(new), one_time=False)

    def set_pin(self, user: User, password: str, pin: str, now_ms: int) -> None:
        """The PIN of somebody of the floor, who must know their password, in place of any before."""
        self.check(user.name, password, now_ms)
        if not PIN.fullmatch(pin) or _easily_tried(pin):
            raise Problem(400, "pin", "A PIN is 6 to 12 digits, not all the same nor in a row; choose another.")
        keep_pin(self._database, user.name, self._hash(pin))
        self._lockout.forget(_OF_PIN.format(name=user.name))

    def has_pin(self, name: str) -> bool:
        """Whether somebody has set a PIN."""
        with self._database.read() as connection:
            return read_pin(connection, name) is not None

    def check_pin(self, name: str, pin: str, now_ms: int) -> User:
        """Who of the floor confirms with this name and PIN; refused alike whatever of it is wrong."""
        counted = _OF_PIN.format(name=name)
        kept = self._kept(name)
        if NAME.fullmatch(name):
            self._lockout.attempt(counted, now_ms, PINS)
        hashed = self._pin_hash(name) if kept else None
        right = self._matches(hashed or self._nobody, pin)
        of_floor = kept is not None and kept.role in SUPERVISORS and not kept.disabled and not kept.one_time
        if kept is None or hashed is None or not right or not of_floor:
            raise Problem(403, "wrong_pin", _WRONG_PIN)
        self._lockout.forget(counted)
        return user_of(kept)

    def _pin_hash(self, name: str) -> str | None:
        with self._database.read() as connection:
            return read_pin(connection, name)

    def new_password(self, name: str) -> str:
        """A one-time password in place of whatever the user has; a PIN they set again themselves."""
        password = one_time_password()
        forget_pin(self._database, name)
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
        with self._database.read() as connection:
            if has_admin(connection):
                return None
        try:
            return self.add(FIRST_ADMIN, "admin", now_ms)[1]
        except Problem:  # another first start made the same one meanwhile, and says its password
            return None

    def _insert(self, name: str, role: Role, password_hash: str | None, now_ms: int) -> User | None:
        """A new user, None where somebody has the name."""
        kept = KeptUser(name, role, password_hash, password_hash is not None, False, now_ms)
        return user_of(kept) if add_user(self._database, kept) else None

    def _kept(self, name: str) -> KeptUser | None:
        """The user of that name; what cannot be a name is not looked up, for a database does not take every text."""
        if not NAME.fullmatch(name):
            return None
        with self._database.read() as connection:
            return read_user(connection, name)

    def _write(self, name: str, **values: Any) -> None:
        change_user(self._database, name, **values)

    def _hash(self, password: str) -> str:
        return self._hasher.hash(_normal(password))

    def _matches(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, _normal(password))
        except (VerificationError, InvalidHashError):
            return False


def user_of(kept: KeptUser) -> User:
    """A user from what is kept of them."""
    guest = kept.password_hash is None
    return User(kept.name, cast(Role, kept.role), guest, kept.one_time, kept.disabled, kept.created_ms)


def one_time_password() -> str:
    """Sixteen letters in fours, to be read out or typed from paper."""
    return "-".join(_letters(4) for _ in range(4))


def _letters(count: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(count))


def _normal(password: str) -> str:
    """The same letters however a keyboard composes them."""
    return unicodedata.normalize("NFKC", password)[:LONGEST]


def _easily_tried(pin: str) -> bool:
    """Whether all digits are the same, or each is one more or one less than the one before."""
    steps = {int(after) - int(before) for before, after in pairwise(pin)}
    return len(steps) == 1 and steps <= {-1, 0, 1}


def _check_new(name: str, old: str, new: str) -> None:
    if not SHORTEST <= len(new) <= LONGEST:
        raise Problem(400, "password", f"A password has {SHORTEST} to {LONGEST} characters; choose another.")
    if _normal(new) == _normal(old) or name in new.lower():
        raise Problem(400, "password", "That password is the old one, or has your name in it; choose another.")
    if is_common(_normal(new)):
        raise Problem(400, "password", "That password is one of those tried first; take a few words that you make up.")
