"""How far the house's logs are vouched for: the last checkpoint of each, and the last record that the witness saw."""

from msgspec import Struct
from sqlalchemy import Connection, func, select

from croupier.house.checkpoints.witness import Witness, read_witness
from croupier.house.database import schema as s
from croupier.house.log import store


class Vouched(Struct, frozen=True):
    """A record of a log that somebody signed, and when it was written."""

    record: int
    at_ms: int


class LogState(Struct, frozen=True):
    """A log: how many records it has, and up to which it is vouched for. `cosigned` by a witness elsewhere too."""

    table: str
    records: int
    checkpoint: Vouched | None
    witness: Vouched | None
    cosigned: bool


def log_states(connection: Connection, witness: Witness | None) -> tuple[LogState, ...]:
    """The state of every log; without a witness nobody has seen any."""
    c = s.checkpoints.c
    query = select(c.table_id, func.max(c.number), func.max(c.at_ms)).group_by(c.table_id)
    signed = {table: Vouched(number, at_ms) for table, number, at_ms in connection.execute(query)}
    seen = read_witness(witness.path) if witness else {}
    return tuple(
        [
            LogState(
                table=row.table_id,
                records=row.version,
                checkpoint=signed.get(row.table_id),
                witness=Vouched(one.number, one.at_ms) if (one := seen.get(row.table_id)) else None,
                cosigned=bool(one and one.cosigned),
            )
            for row in store.table_rows(connection)
        ]
    )
