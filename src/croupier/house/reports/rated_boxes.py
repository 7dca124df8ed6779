"""Whose boxes a table's rounds had: players by their accounts, patrons by the card that they are rated under."""

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, LargeBinary, and_, bindparam, func, or_, select
from sqlalchemy.sql import ColumnElement

from croupier.house.database import schema as s
from croupier.house.ledger.accounts import kind_of
from croupier.house.ledger.postings import PLACED
from croupier.house.log import events as he
from croupier.house.log.chain import decoded
from croupier.house.reports.played_wagers import some_at_once
from croupier.table.values.roles import PATRON

SEATED, RATED = (f'"{kind.__name__}"'.encode() for kind in (he.PatronSeated, he.SeatRated))


def whose_boxes(connection: Connection, table: str, rounds: Iterable[int]) -> dict[tuple[int, int], str]:
    """Who wagered in each box of these rounds, by round and seat: an account's name, or `card` and its number.

    Boxes of patrons whom nobody rates are left out.
    """
    c, r = s.transfers.c, s.records.c
    both = s.records.join(s.transfers, and_(c.table_id == r.table_id, c.record == r.number))
    found: dict[tuple[int, int], str] = {}
    patrons: list[tuple[int, int, int]] = []
    for some in some_at_once(rounds):
        query = (
            select(c.round, c.seat, c.giver, func.max(c.record))
            .select_from(both)
            .where(r.table_id == table, r.round.in_(some), c.seat > 0, c.reason == PLACED)
            .group_by(c.round, c.seat, c.giver)
        )
        for number, seat, account, last in connection.execute(query):
            if kind_of(account) == "player":
                found[number, seat] = account.partition(":")[2]
            else:
                patrons.append((last, number, seat))
    return found | dict(_rated(connection, table, patrons)) if patrons else found


def _rated(
    connection: Connection, table: str, boxes: list[tuple[int, int, int]]
) -> Iterator[tuple[tuple[int, int], str]]:
    """The card of each of these boxes, given as the record of its last wager, round and seat, where there is one."""
    r = s.records.c
    told_of = [_mentions(connection.dialect.name, r.body, name) for name in (SEATED, RATED)]
    query = select(r.number, r.body).where(r.table_id == table, or_(*told_of))
    told = [
        (number, event)
        for number, body in connection.execute(query.order_by(r.number))
        for act in decoded(body)
        for event in act.events
        if isinstance(event, he.PatronSeated | he.SeatRated)
    ]
    sits: dict[int, str] = {}
    cards: dict[str, str] = {}
    place = 0
    for last, number, seat in sorted(boxes):
        while place < len(told) and told[place][0] <= last:
            event = told[place][1]
            if isinstance(event, he.PatronSeated):
                sits[event.seat] = f"{PATRON}{event.patron}"
            else:
                cards[event.player] = event.card
            place += 1
        if card := cards.get(sits.get(seat, "")):
            yield (number, seat), f"card {card}"


def _mentions(dialect: str, body: ColumnElement[bytes], name: bytes) -> ColumnElement[bool]:
    """Whether a body has these bytes in it: seen by the database, for most have not."""
    if dialect == "postgresql":
        return func.position(bindparam(None, name, LargeBinary).op("IN")(body)) > 0
    return func.instr(body, bindparam(None, name, LargeBinary)) > 0
