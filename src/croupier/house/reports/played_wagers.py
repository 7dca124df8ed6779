"""What a player wagered and what became of it, wager by wager, and what meters showed meanwhile."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from sqlalchemy import BigInteger, Connection, and_, case, cast, func, or_, select

from croupier.house.database import schema as s
from croupier.house.ledger.accounts import player_account
from croupier.house.ledger.postings import PLACED, VOIDED, WITHDRAWN
from croupier.house.links.meters import CONTRIBUTION

ROUNDS_AT_ONCE = 300
MOST_POINTS = 240


class WagerMade(Struct, frozen=True):
    """A wager in a round that a player took part in: what was staked on it, and what it is up or down by."""

    table: str
    round: int
    seat: int
    wager: str
    at_ms: int
    staked_cents: int
    net_cents: int
    void: bool


class MeterPoint(Struct, frozen=True):
    """What a meter showed from a moment on, and what moved it."""

    meter: str
    at_ms: int
    cents: int
    kind: str


def last_rounds(
    connection: Connection, player: str, tables: Sequence[str], since_ms: int, most: int
) -> list[tuple[str, int]]:
    """The rounds that a player wagered in at these tables since a moment: table and number, the latest first."""
    c = s.transfers.c
    at = func.min(c.at_ms)
    query = (
        select(c.table_id, c.round)
        .where(c.giver == player_account(player), s.MAIN_PLACED, c.table_id.in_(tables))
        .group_by(c.table_id, c.round)
        .having(at >= since_ms)
        .order_by(at.desc(), c.round.desc(), c.table_id.desc())
        .limit(most)
    )
    return [(table, number) for table, number in connection.execute(query)]


def wagers_made(connection: Connection, player: str, table: str, rounds: Iterable[int]) -> Iterator[WagerMade]:
    """Every wager of a player in these rounds of a table; one that was taken back is staked at nothing."""
    account, c, r = player_account(player), s.transfers.c, s.records.c
    both = s.records.join(s.transfers, and_(c.table_id == r.table_id, c.record == r.number))
    gave, took = c.giver == account, c.taker == account
    sums = [
        func.sum(
            case((and_(gave, c.reason == PLACED), c.cents), (and_(took, c.reason == WITHDRAWN), -c.cents), else_=0)
        ),
        func.sum(case((took, c.cents), else_=-c.cents)),
        func.sum(case((c.reason == VOIDED, 1), else_=0)),
    ]
    for some in some_at_once(rounds):
        query = (
            select(c.round, c.seat, c.wager, func.min(c.at_ms), *[cast(one, BigInteger) for one in sums])
            .select_from(both)
            .where(r.table_id == table, r.round.in_(some), c.seat > 0, or_(gave, took))
            .group_by(c.round, c.seat, c.wager)
            .order_by(c.round, c.seat, c.wager)
        )
        for number, seat, wager, at_ms, staked, net, void in connection.execute(query):
            yield WagerMade(table, number, seat, wager, at_ms, staked, net, void > 0)


def some_at_once(rounds: Iterable[int]) -> Iterator[list[int]]:
    """The rounds in order, as many at a time as a query may name."""
    ordered = sorted(rounds)
    for first in range(0, len(ordered), ROUNDS_AT_ONCE):
        yield ordered[first : first + ROUNDS_AT_ONCE]


def meters_at(connection: Connection, link: str, table: str, rounds: Iterable[int]) -> dict[int, dict[str, int]]:
    """What the meters of a link showed in these rounds of a table, as its own stakes had fed them."""
    c = s.movements.c
    found: dict[int, dict[str, int]] = {}
    for some in some_at_once(rounds):
        query = (
            select(c.round, c.meter, c.shown_cents)
            .where(c.link_id == link, c.table_id == table, c.round.in_(some), c.kind == CONTRIBUTION)
            .order_by(c.move)
        )
        for number, meter, cents in connection.execute(query):
            found.setdefault(number, {})[meter] = cents
    return found


def meter_path(connection: Connection, link: str) -> list[MeterPoint]:
    """What a link's meters showed from its first day on: every hit, and of the contributions a few."""
    c = s.movements.c
    moves = connection.execute(select(s.links.c.moves).where(s.links.c.link_id == link)).scalar_one_or_none() or 0
    step = max(1, moves // MOST_POINTS)
    query = (
        select(c.meter, c.at_ms, c.shown_cents, c.kind)
        .where(c.link_id == link, or_(c.move % step == 0, c.move == moves, c.kind != CONTRIBUTION))
        .order_by(c.move)
    )
    return [MeterPoint(*row) for row in connection.execute(query)]
