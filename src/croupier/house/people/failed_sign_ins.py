"""How often somebody failed to sign in under a name, counted for every process that serves the house."""

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from croupier.house.database import schema as s
from croupier.house.database.database import Database


def count_failure(database: Database, name: str, now_ms: int, at_most: int, lasts_ms: int) -> tuple[int, int]:
    """How many failures there are with this one, and when the last of them was that counted.

    Beyond `at_most` none is counted: who is locked out is not locked out for longer.
    """
    return database.transact(lambda connection: _count(connection, name, now_ms, at_most, lasts_ms))


def forget_failures(database: Database, name: str) -> None:
    """Nobody failed under this name."""
    gone = s.failed_sign_ins.delete().where(s.failed_sign_ins.c.name == name)
    database.transact(lambda connection: connection.execute(gone))


def _count(connection: Connection, name: str, now_ms: int, at_most: int, lasts_ms: int) -> tuple[int, int]:
    failed = s.failed_sign_ins
    connection.execute(failed.delete().where(failed.c.at_ms <= now_ms - lasts_ms))
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    first = dialect.insert(failed).values(name=name, failures=0, at_ms=now_ms)
    connection.execute(first.on_conflict_do_nothing())
    one = select(failed.c.failures, failed.c.at_ms).where(failed.c.name == name).with_for_update()
    row = connection.execute(one).one()
    if row.failures >= at_most:
        return row.failures + 1, row.at_ms
    values = {"failures": row.failures + 1, "at_ms": now_ms}
    connection.execute(failed.update().where(failed.c.name == name).values(**values))
    return row.failures + 1, now_ms
