"""Which rounds somebody played, the latest first, and what each of them moved, from the money in the books."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from sqlalchemy import Connection, and_, func, or_, select

from croupier.house.database import schema as s


class RoundPlace(Struct, frozen=True, order=True):
    """Where a round stands in a list: when its first wager was placed, then its number and its table."""

    at_ms: int
    round: int
    table: str


class RoundTransfer(Struct, frozen=True):
    """Money that a round moved at a seat."""

    round: int
    seat: int
    giver: str
    taker: str
    cents: int
    reason: str
    at_ms: int


def rounds_wagered_in(
    connection: Connection, account: str, tables: Sequence[str], before: RoundPlace | None, at_most: int
) -> list[RoundPlace]:  # fmt: skip
    """The rounds that an account placed a main wager in, the latest first."""
    c = s.transfers.c
    at = func.min(c.at_ms)
    query = (
        select(at, c.round, c.table_id)
        .where(c.giver == account, s.MAIN_PLACED, c.table_id.in_(tables))
        .group_by(c.table_id, c.round)
        .order_by(at.desc(), c.round.desc(), c.table_id.desc())
        .limit(at_most)
    )
    if before:
        sooner = and_(c.round == before.round, c.table_id < before.table)
        query = query.having(or_(at < before.at_ms, and_(at == before.at_ms, or_(c.round < before.round, sooner))))
    return [RoundPlace(*row) for row in connection.execute(query)]


def moved_at_seats(connection: Connection, table: str, numbers: Iterable[int]) -> list[RoundTransfer]:
    """What these rounds moved at seats, found by their records."""
    c, r = s.transfers.c, s.records.c
    both = s.records.join(s.transfers, and_(c.table_id == r.table_id, c.record == r.number))
    query = (
        select(c.round, c.seat, c.giver, c.taker, c.cents, c.reason, c.at_ms)
        .select_from(both)
        .where(r.table_id == table, r.round.in_(list(numbers)), c.seat > 0)
        .order_by(c.record, c.place)
    )
    return [RoundTransfer(*row) for row in connection.execute(query)]
