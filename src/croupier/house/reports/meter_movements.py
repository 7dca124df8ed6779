"""Movements of a link's meters, the latest first, each with the round that caused it."""

from msgspec import Struct
from sqlalchemy import Connection, select

from croupier.house.database import schema as s

PAGE = 50


class MeterMovement(Struct, frozen=True):
    """A movement: its number on the link, which meter, why, its gain in hundred-millionths of a cent, what it shows.

    `reverses` is the movement that it takes back, None for none; `round` is 0 where none caused it.
    """

    move: int
    meter: str
    kind: str
    gain: int
    shown_cents: int
    reverses: int | None
    table: str
    round: int
    record: int
    at_ms: int


def movements_before(connection: Connection, link: str, before: int | None, at_most: int) -> list[MeterMovement]:
    """The last movements of a link before one of them, or the last of all."""
    c = s.movements.c
    columns = (
        c.move, c.meter, c.kind, c.gain, c.shown_cents, c.reverses, c.table_id, c.round, c.record, c.at_ms,
    )  # fmt: skip
    query = select(*columns).where(c.link_id == link).order_by(c.move.desc()).limit(at_most)
    if before is not None:
        query = query.where(c.move < before)
    return [MeterMovement(*row) for row in map(tuple, connection.execute(query))]
