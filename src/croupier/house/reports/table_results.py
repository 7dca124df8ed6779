"""What a table took in and paid out in a while, and every wager made there: added up by the database."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from sqlalchemy import BigInteger, Connection, Select, and_, case, cast, func, literal_column, select

from croupier.house.database import schema as s
from croupier.house.ledger.postings import PLACED, VOIDED
from croupier.house.reports.played_wagers import WagerMade, some_at_once
from croupier.house.reports.reports import CASH, ENDED, TRAY, flow, summed

HOUR_MS = 3_600_000


class TableSums(Struct, frozen=True):
    """The money of a table between two moments; what meters were given and paid stands apart from what it won.

    `meters_cents` is what went to meters less what came back for void rounds, `awards_cents` what meters paid, and
    `uncollected_cents` what players could not give back of settlements taken back.
    """

    drop_cents: int
    fills_cents: int
    credits_cents: int
    handle_cents: int
    paid_cents: int
    win_cents: int
    meters_cents: int
    awards_cents: int
    uncollected_cents: int


def table_sums(connection: Connection, table: str, since_ms: int, until_ms: int) -> TableSums:
    """The money of a table from one moment up to another; a wager counts when it ended."""
    query = _moved(table, since_ms, until_ms)
    return _sums({name: cents or 0 for name, cents in connection.execute(query).mappings().one().items()})


class Shifts(Struct, frozen=True):
    """Shifts of equal length, one of which begins at `from_ms`."""

    from_ms: int
    hours: int

    @property
    def length_ms(self) -> int:
        """How long each is."""
        return self.hours * HOUR_MS

    def began_ms(self, at_ms: int) -> int:
        """When the shift began that a moment is in."""
        return at_ms - (at_ms - self.from_ms) % self.length_ms


def shift_sums(
    connection: Connection, table: str, since_ms: int, until_ms: int, shifts: Shifts
) -> dict[int, TableSums]:
    """The same by shift: by the moment at which it began, those in which money moved."""
    first_ms, length = shifts.from_ms % shifts.length_ms, literal_column(str(shifts.length_ms), BigInteger)
    number = (s.transfers.c.at_ms - literal_column(str(first_ms), BigInteger) + length) // length
    query = _moved(table, since_ms, until_ms).add_columns(number.label("shift")).group_by(number)
    rows = connection.execute(query).mappings().all()
    return {first_ms + (row["shift"] - 1) * shifts.length_ms: _sums(row) for row in rows}


def _moved(table: str, since_ms: int, until_ms: int) -> Select[Any]:
    c = s.transfers.c
    query = summed(select(), {**ENDED, **CASH, "change": flow(TRAY)})
    return query.where(c.table_id == table, c.at_ms >= since_ms, c.at_ms < until_ms)


def _sums(row: Mapping[Any, Any]) -> TableSums:
    return TableSums(
        drop_cents=row["drop"],
        fills_cents=row["fills"],
        credits_cents=row["credits"],
        handle_cents=row["taken"] + row["returned"],
        paid_cents=row["paid"],
        win_cents=row["drop"] + row["change"] + row["closed_out"] - row["opened"] + row["credits"] - row["fills"],
        meters_cents=row["contributed"] + row["seeded"] - row["meters_back"],
        awards_cents=row["awarded"],
        uncollected_cents=row["uncollected"],
    )


def rounds_between(connection: Connection, table: str, since_ms: int, until_ms: int, most: int) -> list[int]:
    """The rounds of a table whose first wager was made between two moments: their numbers, the latest first."""
    c = s.transfers.c
    first = func.min(c.at_ms)
    query = (
        select(c.round)
        .where(c.table_id == table, c.reason == PLACED)
        .group_by(c.round)
        .having(and_(first >= since_ms, first < until_ms))
        .order_by(c.round.desc())
        .limit(most)
    )
    return list(connection.scalars(query))


def table_wagers(connection: Connection, table: str, rounds: Iterable[int]) -> Iterator[WagerMade]:
    """Every wager that anybody made in these rounds of a table, from the players' side, what meters paid with it."""
    c, r = s.transfers.c, s.records.c
    both = s.records.join(s.transfers, and_(c.table_id == r.table_id, c.record == r.number))
    sums = [
        func.sum(ENDED["taken"] + ENDED["returned"]),  # a stake that was taken back never ended
        func.sum(ENDED["paid"] + ENDED["awarded"] - ENDED["taken"]),
        func.sum(case((c.reason == VOIDED, 1), else_=0)),
    ]
    for some in some_at_once(rounds):
        query = (
            select(c.round, c.seat, c.wager, func.min(c.at_ms), *[cast(one, BigInteger) for one in sums])
            .select_from(both)
            .where(r.table_id == table, r.round.in_(some), c.seat > 0)
            .group_by(c.round, c.seat, c.wager)
            .order_by(c.round, c.seat, c.wager)
        )
        for number, seat, wager, at_ms, staked, net, void in connection.execute(query):
            yield WagerMade(table, number, seat, wager, at_ms, staked, net, void > 0)
