"""What the floor put right of settled rounds: read from the log, and counted with the wagers that it was about."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace
from sqlalchemy import Connection, and_, select

from croupier.house.database import schema as s
from croupier.house.ledger.postings import REVERSED
from croupier.house.log import events as he
from croupier.house.log.chain import decoded
from croupier.house.reports.played_wagers import WagerMade, some_at_once


def corrections_of(connection: Connection, table: str, rounds: Iterable[int]) -> list[he.SettlementCorrected]:
    """The corrections of these rounds; a round is put right after its end, so by a record of the one to come."""
    c, r, wanted = s.transfers.c, s.records.c, set(rounds)
    both = s.records.join(s.transfers, and_(c.table_id == r.table_id, c.record == r.number))
    bodies: dict[int, bytes] = {}
    for some in some_at_once(number + 1 for number in wanted):
        query = (
            select(r.number, r.body)
            .select_from(both)
            .where(r.table_id == table, r.round.in_(some), c.seat == 0, c.reason == REVERSED)
        )
        bodies |= {row.number: row.body for row in connection.execute(query)}
    events = [event for _, body in sorted(bodies.items()) for act in decoded(body) for event in act.events]
    return [event for event in events if isinstance(event, he.SettlementCorrected) and event.round in wanted]


def error_cents(correction: he.SettlementCorrected) -> int:
    """What the house had won too much by a wrong settlement; below zero what it had paid too much."""
    return sum(line.net_cents for line in correction.lines) - sum(line.net_cents for line in correction.undone)


def put_right(made: Iterable[WagerMade], corrections: Sequence[he.SettlementCorrected]) -> Iterator[WagerMade]:
    """The wagers as they stand once they were put right; a bonus that had been overlooked is one of its own."""
    more: dict[tuple[int, int, str], int] = {}
    for one in corrections:
        for line, cents in [(line, line.net_cents) for line in one.lines] + [(i, -i.net_cents) for i in one.undone]:
            more[one.round, line.seat, line.wager] = more.get((one.round, line.seat, line.wager), 0) + cents
    boxes: dict[tuple[int, int], WagerMade] = {}
    for wager in made:
        boxes[wager.round, wager.seat] = wager
        cents = more.pop((wager.round, wager.seat, wager.wager), 0)
        yield replace(wager, net_cents=wager.net_cents + cents)
    for (number, seat, name), cents in more.items():
        if cents:
            yield replace(boxes[number, seat], wager=name, staked_cents=0, net_cents=cents)
