"""What tables won: by table, day and wager, added up by the database from the transfers.

A day is a calendar day of UTC, from midnight up to the next; what belongs to which is said by the time of the record,
so that a wager counts on the day it ended. Every sum is of whole cents and every hold an exact fraction.
"""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from msgspec import Struct
from sqlalchemy import BigInteger, Connection, Select, and_, case, cast, distinct, func, literal, literal_column, select
from sqlalchemy.sql import ColumnElement

from croupier.house.database.schema import CAGE, transfers
from croupier.house.ledger import postings as p
from croupier.house.ledger.accounts import awards, drop, inventory, wagers, win
from croupier.house.links.meters import CONTRIBUTION, RESEED, REVERSAL

DAY_MS = 86_400_000
_EPOCH = date(1970, 1, 1)
_t = transfers.c
# An account's name is its kind before the table's name, so the name of no table gives the kind.
_LAYOUT, TRAY, _AWARDS, _BOX, _WIN = (
    literal(account("")).concat(_t.table_id) for account in (wagers, inventory, awards, drop, win)
)
_DAY = (_t.at_ms // literal_column(str(DAY_MS), BigInteger)).label("day")


class TableDay(Struct, frozen=True):
    """A table's day on which money moved.

    The inventory that a table opens with counts as its opening one, and what it is closed out with as its closing one.
    `meters_back_cents` is what came back from meters for void rounds, and `awards_cents` what meters paid.
    """

    table: str
    day: date
    rounds: int
    drop_cents: int
    fills_cents: int
    credits_cents: int
    opening_cents: int
    closing_cents: int
    handle_cents: int
    returned_cents: int
    paid_cents: int
    awards_cents: int
    contributions_cents: int
    seeds_cents: int
    meters_back_cents: int
    uncollected_cents: int

    @property
    def win_cents(self) -> int:
        """What the table won, by its box and its tray."""
        return self.drop_cents + self.closing_cents + self.credits_cents - self.opening_cents - self.fills_cents

    @property
    def kept_cents(self) -> int:
        """What the house keeps of it: less what went to meters, and what players could not give back."""
        meters = self.contributions_cents + self.seeds_cents - self.meters_back_cents
        return self.win_cents - meters - self.uncollected_cents

    @property
    def hold(self) -> Fraction | None:
        """The win as a part of the drop; none without a drop."""
        return Fraction(self.win_cents, self.drop_cents) if self.drop_cents else None

    @property
    def hold_of_handle(self) -> Fraction | None:
        """The win as a part of all that was staked; none where nothing was."""
        return Fraction(self.win_cents, self.handle_cents) if self.handle_cents else None


class WagerDay(Struct, frozen=True):
    """One wager's day at a table; bonuses without a stake of their own have their own lines."""

    table: str
    day: date
    wager: str
    handle_cents: int
    returned_cents: int
    paid_cents: int
    awards_cents: int

    @property
    def win_cents(self) -> int:
        """What the table won on it; what meters paid was theirs."""
        return self.handle_cents - self.returned_cents - self.paid_cents

    @property
    def hold(self) -> Fraction | None:
        """The win as a part of all that was staked; none where nothing was."""
        return Fraction(self.win_cents, self.handle_cents) if self.handle_cents else None


def table_days(
    connection: Connection, table: str | None = None, first: date | None = None, last: date | None = None
) -> tuple[TableDay, ...]:
    """The days of a table, or of all, in order; `first` and `last` are days that count."""
    query = summed(_select(table, last), {**ENDED, **CASH, "change": flow(TRAY)})
    rounds = func.count(distinct(case((_t.reason.in_((p.TAKEN, p.RETURNED, p.PAID, p.AWARD, p.VOIDED)), _t.round))))
    query = query.add_columns(rounds.label("rounds")).group_by(_t.table_id, _DAY).order_by(_t.table_id, _DAY)
    days = _with_inventory(connection.execute(query).mappings())
    return tuple(day for day in days if first is None or day.day >= first)


def wager_days(
    connection: Connection, table: str | None = None, first: date | None = None, last: date | None = None
) -> tuple[WagerDay, ...]:
    """The days of each wager at a table, or at all, in order; `first` and `last` are days that count."""
    query = summed(_select(table, last).add_columns(_t.wager), ENDED).where(
        _t.reason.in_((p.TAKEN, p.RETURNED, p.PAID, p.AWARD, p.REVERSED))
    )
    if first is not None:
        query = query.where(_t.at_ms >= _ms(first))
    query = query.group_by(_t.table_id, _DAY, _t.wager).order_by(_t.table_id, _DAY, _t.wager)
    return tuple(
        WagerDay(
            row["table_id"], _date(row["day"]), row["wager"], row["taken"] + row["returned"], row["returned"],
            row["paid"], row["awarded"],
        )
        for row in connection.execute(query).mappings()
    )  # fmt: skip


def _ms(day: date) -> int:
    """The first moment of a day."""
    return (day - _EPOCH).days * DAY_MS


def _date(number: int) -> date:
    return _EPOCH + timedelta(days=number)


def _with_inventory(rows: Any) -> Iterator[TableDay]:
    """Each day with the inventory it began and ended with: what is in the tray follows from all that moved before."""
    standing: dict[str, int] = {}
    for row in rows:
        table = row["table_id"]
        begun = standing.get(table, 0)
        standing[table] = ended = begun + row["change"]
        yield TableDay(
            table=table,
            day=_date(row["day"]),
            rounds=row["rounds"],
            drop_cents=row["drop"],
            fills_cents=row["fills"],
            credits_cents=row["credits"],
            opening_cents=begun + row["opened"],
            closing_cents=ended + row["closed_out"],
            handle_cents=row["taken"] + row["returned"],
            returned_cents=row["returned"],
            paid_cents=row["paid"],
            awards_cents=row["awarded"],
            contributions_cents=row["contributed"],
            seeds_cents=row["seeded"],
            meters_back_cents=row["meters_back"],
            uncollected_cents=row["uncollected"],
        )


def _select(table: str | None, last: date | None) -> Select[Any]:
    query = select(_t.table_id, _DAY).where(_t.table_id != CAGE)
    if table is not None:
        query = query.where(_t.table_id == table)
    if last is not None:
        query = query.where(_t.at_ms < _ms(last) + DAY_MS)
    return query


def summed(query: Select[Any], sums: Mapping[str, ColumnElement[int]]) -> Select[Any]:
    """Each sum a whole number, on PostgreSQL too, which would make decimals of them."""
    return query.add_columns(*[cast(func.sum(amount), BigInteger).label(name) for name, amount in sums.items()])


def _where(*conditions: ColumnElement[bool]) -> ColumnElement[int]:
    return case((and_(*conditions), _t.cents), else_=0)


def flow(account: ColumnElement[str]) -> ColumnElement[int]:
    """What an account gains."""
    return _where(_t.taker == account) - _where(_t.giver == account)


_BACK = _t.reason == p.REVERSED
# What became of stakes, and what was paid on them; a settlement taken back counts as if it had not been.
ENDED: Mapping[str, ColumnElement[int]] = {
    "taken": _where(_t.reason == p.TAKEN) - _where(_BACK, _t.taker == _LAYOUT, _t.giver == TRAY),
    "returned": _where(_t.reason == p.RETURNED) - _where(_BACK, _t.taker == _LAYOUT, _t.giver != TRAY),
    "paid": _where(_t.reason == p.PAID) - _where(_BACK, _t.taker == TRAY),
    "awarded": _where(_t.reason == p.AWARD) - _where(_BACK, _t.taker == _AWARDS),
}
CASH: Mapping[str, ColumnElement[int]] = {
    "drop": _where(_t.reason == p.DROP, _t.taker == _BOX) - _where(_t.reason == p.UNSOLD, _t.giver == _BOX),
    "fills": _where(_t.reason == p.FILL),
    "credits": _where(_t.reason == p.CREDIT),
    "opened": _where(_t.reason == p.OPENING),
    "closed_out": _where(_t.reason == p.CLOSE_OUT, _t.giver == TRAY),
    "contributed": _where(_t.reason == CONTRIBUTION, _t.giver == _WIN),
    "seeded": _where(_t.reason == RESEED, _t.giver == _WIN),
    "meters_back": _where(_t.reason == REVERSAL, _t.taker == _WIN) - _where(_t.reason == REVERSAL, _t.giver == _WIN),
    "uncollected": _where(_t.reason == p.UNCOLLECTED, _t.giver == _WIN)
    - _where(_t.reason == p.UNCOLLECTED, _t.taker == _WIN),
}
