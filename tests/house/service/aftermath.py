"""What must be true of a house whose process or server was killed, whenever that was."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace
from sqlalchemy import Connection, case, func, select

from croupier.house.audit.audit import audit
from croupier.house.audit.link_movements import link_problem
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Answer, Done
from croupier.house.ledger.accounts import wagers
from croupier.house.ledger.postings import PLACED, WITHDRAWN
from croupier.house.log import store
from croupier.house.log.chain import chained, decoded, genesis
from croupier.house.service.house import House
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.house.floor import KEYS
from tests.house.service.crowd import LINK
from tests.house.service.worker import Line

AT_ONCE = 500
GROWING = (s.records, s.answers, s.transfers, s.movements, s.seeds)


class Aftermath:
    """Checks a house again and again: what was acknowledged since the last time, and all of it at the end."""

    def __init__(self) -> None:
        self.answered: list[tuple[h.Request, Answer]] = []
        self.in_flight = 0  # commands that were sent and not answered when the process died
        self.kept_unheard = 0  # and of those, how many had been carried out
        self._checked = 0
        self._ends: dict[str, tuple[int, bytes]] = {}

    def hear(self, house: House, lines: Sequence[Line]) -> None:
        """Takes in what a journal tells. Who heard nothing sends the command again: it is done now, or was before."""
        answered, unheard = told(lines)
        found = [answer for answer in house.submit(unheard) if not isinstance(answer, Exception)]
        assert len(found) == len(unheard)
        self.in_flight += len(unheard)
        self.kept_unheard += sum(isinstance(answer, Done) and answer.again for answer in found)
        self.answered += [*answered, *zip(unheard, found, strict=True)]

    def check(self, house: House) -> None:
        """After a kill, by a house that has just started: nothing acknowledged is lost, nothing doubled, all true."""
        self._sent_again(house, self.answered[self._checked :])
        self._checked = len(self.answered)
        self.invariants(house)

    def check_all(self, database: Database) -> None:
        """At the end: every answer ever given, every record, cent and meter from the first on."""
        house, self._checked = House(database, KEYS), 0
        self.check(house)
        placed = {request.command_id for request, answer in self.answered if is_placed(request, answer)}
        with database.read() as connection:
            assert placed_in_logs(connection, placed) == len(placed), "a wager is lost or doubled"
        report = audit(database, KEYS)
        assert report.ok, report.problems

    def _sent_again(self, house: House, answered: Sequence[tuple[h.Request, Answer]]) -> None:
        """The same commands get the same answers, and change nothing."""
        before = sizes(house.database)
        for start in range(0, len(answered), AT_ONCE):
            part = answered[start : start + AT_ONCE]
            found = house.submit([request for request, _ in part])
            for (request, answer), again in zip(part, found, strict=True):
                assert again == (replace(answer, again=True) if isinstance(answer, Done) else answer), request
        assert sizes(house.database) == before

    def invariants(self, house: House) -> None:
        """Chains, round numbers, balances, layouts and meters."""
        tables = [house.table(table) for table in house.tables()]
        with house.database.read() as connection:
            for row in store.table_rows(connection):
                self._chained(connection, row)
            for house_table in tables:
                round_ = house_table.state.round
                records = s.records.c
                numbers = select(records.round).where(records.table_id == house_table.table_id).distinct()
                rounds = set(connection.execute(numbers).scalars())
                assert rounds == set(range(1, max(rounds) + 1)), "the rounds' numbers have a gap"
                staked = 0
                if round_ is not None:
                    ended = {(line.seat, line.wager) for line in round_.lines}
                    boxes = [(box.seat, *wager) for box in round_.boxes for wager in box.wagers]
                    staked = sum(cents for seat, wager, cents in boxes if (seat, wager) not in ended)
                layout = select(s.accounts.c.balance_cents).where(s.accounts.c.account == wagers(house_table.table_id))
                assert connection.execute(layout).scalar_one() == staked, house_table
            assert connection.execute(select(func.sum(s.accounts.c.balance_cents))).scalar() == 0
            assert connection.execute(TWICE).all() == []
            assert link_problem(connection, LINK) is None

    def _chained(self, connection: Connection, row: store.TableRow) -> None:
        """The records follow each other from the last that was looked at to the one the table's row names."""
        number, hash_ = self._ends.get(row.table_id, (0, genesis(row.table_id)))
        for record in store.records_after(connection, row.table_id, number):
            number += 1
            assert record.number == number
            hash_ = chained(hash_, number, record.round, record.at_ms, record.body)
            assert record.hash == hash_
        assert (row.version, row.hash) == (number, hash_)
        self._ends[row.table_id] = (number, hash_)


# A stake that was put down more often than it was there to be put down.
_net = func.sum(case((s.transfers.c.reason == PLACED, 1), (s.transfers.c.reason == WITHDRAWN, -1), else_=0))
_place = (s.transfers.c.table_id, s.transfers.c.round, s.transfers.c.seat, s.transfers.c.wager)
TWICE = select(*_place).where(s.transfers.c.seat > 0).group_by(*_place).having(_net > 1)


def told(lines: Sequence[Line]) -> tuple[list[tuple[h.Request, Answer]], list[h.Request]]:
    """What a journal tells: requests with their answers, and requests that nothing was heard of."""
    sent = {line.number: line.request for line in lines if line.request}
    answered: list[tuple[h.Request, Answer]] = []
    for line in lines:
        if line.record is not None:
            answered.append((sent.pop(line.number), Done(line.record, line.again)))
        elif line.refusal is not None:
            answered.append((sent.pop(line.number), line.refusal))
    return answered, list(sent.values())


def is_placed(request: h.Request, answer: Answer) -> bool:
    """Whether a wager was taken."""
    return isinstance(request.command, c.PlaceWager) and isinstance(answer, Done)


def placed_in_logs(connection: Connection, ids: Iterable[str]) -> int:
    """How many wagers the logs tell of in the records that these commands made."""
    wanted, answers = set(ids), s.answers.c
    rows = connection.execute(select(answers.table_id, answers.record, answers.command_id)).all()
    made = {(row.table_id, row.record) for row in rows if row.command_id in wanted}
    bodies = connection.execute(select(s.records.c.table_id, s.records.c.number, s.records.c.body))
    return sum(
        isinstance(event, e.WagerPlaced)
        for table, number, body in bodies
        if (table, number) in made
        for act in decoded(body)
        for event in act.events
    )


def sizes(database: Database) -> list[int]:
    """How many rows there are of all that only grows."""
    with database.read() as connection:
        return [connection.execute(select(func.count()).select_from(table)).scalar_one() for table in GROWING]
