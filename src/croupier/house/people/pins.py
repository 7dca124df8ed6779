"""The PINs of the floor, as hashes: one for each of those who have set one."""

from sqlalchemy import Connection, select

from croupier.house.database import schema as s
from croupier.house.database.database import Database


def read_pin(connection: Connection, name: str) -> str | None:
    """The hash of somebody's PIN, None where they have none."""
    kept: str | None = connection.execute(select(s.pins.c.pin_hash).where(s.pins.c.name == name)).scalar()
    return kept


def keep_pin(database: Database, name: str, pin_hash: str) -> None:
    """Keeps a PIN in place of the one before."""

    def keep(connection: Connection) -> None:
        connection.execute(s.pins.delete().where(s.pins.c.name == name))
        database.insert(connection, s.pins, [(name, pin_hash)])

    database.transact(keep)


def forget_pin(database: Database, name: str) -> None:
    """They have no PIN any more."""
    gone = s.pins.delete().where(s.pins.c.name == name)
    database.transact(lambda connection: connection.execute(gone))
