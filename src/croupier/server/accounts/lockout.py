"""Who fails to sign in too often must wait: counted by the name that was tried, whether anybody has it or not."""

from datetime import UTC, datetime

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.server.settings import Settings
from croupier.server.wire.errors import Problem

LONGEST = 64  # characters of a name that are told apart


class Lockout:
    """Counts failures in the database, so that every process that serves the house knows them."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._failures = settings.failures
        self._lasts_ms = settings.lockout_seconds * 1000

    def attempt(self, name: str, now_ms: int) -> None:
        """Counts an attempt as a failure until `forget` says otherwise, so that many at once are counted too.

        Refused where there were too many of them.
        """
        failures, at_ms = self._database.transact(lambda connection: self._count(connection, name[:LONGEST], now_ms))
        if failures > self._failures:
            again = datetime.fromtimestamp((at_ms + self._lasts_ms) // 1000 + 1, UTC).strftime("%H:%M:%S")
            raise Problem(
                429,
                "locked",
                f"{self._failures} failures to sign in under this name; try again after {again} UTC, or ask the floor"
                " for a new password.",
            )

    def forget(self, name: str) -> None:
        """They signed in, or somebody vouched for them."""
        gone = s.failed_sign_ins.delete().where(s.failed_sign_ins.c.name == name[:LONGEST])
        self._database.transact(lambda connection: connection.execute(gone))

    def _count(self, connection: Connection, name: str, now_ms: int) -> tuple[int, int]:
        """How many attempts there were with this one, and when the last of them was that counted."""
        failed = s.failed_sign_ins
        connection.execute(failed.delete().where(failed.c.at_ms <= now_ms - self._lasts_ms))
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        first = dialect.insert(failed).values(name=name, failures=0, at_ms=now_ms)
        connection.execute(first.on_conflict_do_nothing())
        one = select(failed.c.failures, failed.c.at_ms).where(failed.c.name == name).with_for_update()
        row = connection.execute(one).one()
        if row.failures >= self._failures:  # who is locked out is not locked out for longer
            return row.failures + 1, row.at_ms
        values = {"failures": row.failures + 1, "at_ms": now_ms}
        connection.execute(failed.update().where(failed.c.name == name).values(**values))
        return row.failures + 1, now_ms
