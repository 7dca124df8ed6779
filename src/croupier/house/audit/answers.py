"""What commands were answered: each record names the command that it answers, and that answer alone is kept of it."""

from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing

import msgspec
from sqlalchemy import Connection, select

from croupier.house.audit.report import Fault, Problem, Tally
from croupier.house.database import schema as s
from croupier.house.keys import Keys
from croupier.house.log.chain import Body
from croupier.house.log.store import Unrecorded
from croupier.table.values.refusal import Refusal

CHUNK = 5000
Row = tuple[int, str, bytes]  # a record, and the command that it answers: its id and its hash


class AnswersAudit:
    """One table's answers, compared record by record."""

    def __init__(self, connection: Connection, streams: ExitStack, table_id: str, tally: Tally) -> None:
        self._rows = streams.enter_context(closing(_rows_of(connection, table_id)))
        self._next = next(self._rows, None)
        self._tally = tally

    def compare(self, number: int, body: Body) -> None:
        """Compares the command that a record answers with the answers that are kept of it."""
        rows = list[Row]()
        while self._next is not None and self._next[0] <= number:
            rows.append(self._next)
            self._next = next(self._rows, None)
        self._tally.answers += len(rows)
        if rows and rows[0][0] != number:
            raise _nowhere(rows[0])
        if body.command_id is None:  # written before records named their commands, some of which changed nothing
            self._tally.unvouched += len(rows)
            return
        due = [(number, body.command_id, body.asked)] if body.command_id else []
        if rows == due:
            return
        if not rows:
            raise Fault(number, f"Record {number} answers command {body.command_id}, and that answer is not kept.")
        (_, command_id, _), *_ = [row for row in rows if row not in due] or rows
        raise Fault(number, f"Command {command_id} was not the one that record {number} answers, or asked otherwise.")

    def end(self) -> None:
        """The log is over, and with it the answers."""
        if self._next is not None:
            raise _nowhere(self._next)


def _nowhere(row: Row) -> Fault:
    return Fault(row[0], f"Command {row[1]} was answered with record {row[0]}, which is not there.")


def _rows_of(connection: Connection, table_id: str) -> Generator[Row]:
    c = s.answers.c
    query = select(c.record, c.command_id, c.asked).where(c.table_id == table_id).order_by(c.record, c.command_id)
    with connection.execute(query.execution_options(yield_per=CHUNK)) as rows:
        yield from map(tuple, rows)


def problems_in_unrecorded(connection: Connection, keys: Keys | None, tally: Tally) -> Iterator[Problem]:
    """What is wrong with the answers that left no record: with the keys, each must bear the house's mark."""
    a, u, t = s.answers.c, s.unrecorded.c, s.tables.c
    both = select(a.table_id, a.command_id).where(a.table_id == u.table_id, a.command_id == u.command_id)
    for table, command_id in connection.execute(both).all():
        yield Problem(table, 0, f"Command {command_id} is kept as one that made a record, and as one that made none.")
    versions = dict(connection.execute(select(t.table_id, t.version)).all())
    for row in connection.execute(select(s.unrecorded).execution_options(yield_per=CHUNK)):
        kept, there = Unrecorded(*row), True
        tally.answers += 1
        tally.unmarked += keys is None
        try:
            there = kept.refusal is None or bool(msgspec.json.decode(kept.refusal, type=Refusal))
        except msgspec.MsgspecError:
            there = False
        if not there:
            yield Problem(kept.table_id, 0, f"The refusal of command {kept.command_id} cannot be read.")
        elif not 0 <= kept.version <= versions.get(kept.table_id, 0):
            yield Problem(kept.table_id, 0, f"Command {kept.command_id} was answered at a record that is not there.")
        elif keys is not None and keys.mark(kept.marked) != kept.mark:
            yield Problem(kept.table_id, 0, f"The answer to command {kept.command_id} is not as this house wrote it.")
