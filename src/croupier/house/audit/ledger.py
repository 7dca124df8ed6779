"""The transfers of one table's log derived again from what happened, and compared with those that are kept."""

from collections.abc import Generator, Iterable, Sequence
from contextlib import ExitStack, closing
from typing import Any

from sqlalchemy import Connection, select

from croupier.house.audit.report import Fault, Tally
from croupier.house.database import schema as s
from croupier.house.ledger.accounts import is_players, wagers, win
from croupier.house.ledger.postings import LENT, REVERSED, UNCOLLECTED, Posting
from croupier.house.log.chain import Record
from croupier.table.values.state import Round

CHUNK = 5000
Row = Sequence[Any]
_RECORD, _GIVER, _TAKER, _CENTS, _REASON = 1, 3, 4, 5, 6


class LedgerAudit:
    """One table's transfers, compared record by record, and what they leave in the accounts that only it moves."""

    def __init__(self, connection: Connection, streams: ExitStack, table_id: str, tally: Tally) -> None:
        self._table_id = table_id
        self._tally = tally
        self._layout = wagers(table_id)
        self._balances: dict[str, int] = {}
        self._rows = streams.enter_context(closing(_rows_of(connection, table_id)))
        self._next: Row | None = next(self._rows, None)
        self._of_record: list[Row] = []

    def begin(self, number: int) -> None:
        """A record is next: takes in the transfers that are kept of it."""
        rows, row = list[Row](), self._next
        while row is not None and row[_RECORD] <= number:
            rows.append(row)
            row = next(self._rows, None)
        self._next, self._of_record = row, rows

    def agrees(self, place: int, posted: Sequence[Posting], reason: str) -> bool:
        """Whether these postings are the transfers kept after `place` others; if none, none may be of that reason."""
        rows = self._of_record
        lent = next((at for at, row in enumerate(rows) if row[_REASON] != LENT), 0)
        if not posted:
            return all(row[_REASON] != reason for row in rows[lent + place : lent + place + 1])
        kept = [tuple(row[_GIVER : _REASON + 1]) for row in rows[lent + place :][: len(posted)]]
        return kept == [(p.giver, p.taker, p.cents, p.reason) for p in posted]

    def balance_of(self, account: str) -> int:
        """What one of the table's own accounts holds; of players' chips other tables know too, so nothing is said."""
        return 0 if is_players(account) else self._balances.get(account, 0)

    def post(self, postings: Iterable[Posting]) -> None:
        """Moves the money."""
        balances = self._balances
        for posting in postings:
            balances[posting.giver] = balances.get(posting.giver, 0) - posting.cents
            balances[posting.taker] = balances.get(posting.taker, 0) + posting.cents

    def compare(self, record: Record, posted: Sequence[Posting]) -> None:
        """Compares what a record must have moved with the transfers that are kept of it."""
        number, rows = record.number, self._of_record
        if not rows and not posted:
            return
        self._tally.transfers += len(rows)
        if any(posting.reason == REVERSED for posting in posted):
            posted = _with_help(self._table_id, number, posted, rows)
        table_id, round_, at_ms = self._table_id, record.round, record.at_ms
        expected = [
            (table_id, number, place, p.giver, p.taker, p.cents, p.reason, round_, p.seat, p.wager, at_ms)
            for place, p in enumerate(posted, 1)
        ]
        if expected != rows:
            raise Fault(number, _difference(number, expected, rows))

    def closed(self, number: int) -> None:
        """A round is over: nothing is left on the layout."""
        self.on_layout(number, 0)

    def on_layout(self, number: int, cents: int) -> None:
        """So much must lie on the layout."""
        there = self._balances.get(self._layout, 0)
        if there != cents:
            raise Fault(number, f"After record {number} {self._layout} holds {there} cents, and {cents} are staked.")

    def end(self) -> None:
        """The log is over, and with it the transfers."""
        if self._next is not None:
            raise Fault(self._next[_RECORD], f"A transfer belongs to record {self._next[_RECORD]}, which is not there.")


def staked(round_: Round | None) -> int:
    """The stakes of a round that lie on the layout: of every wager that has no result yet."""
    if round_ is None:
        return 0
    ended = {(line.seat, line.wager) for line in round_.lines}
    return sum(cents for box in round_.boxes for wager, cents in box.wagers if (box.seat, wager) not in ended)


def _rows_of(connection: Connection, table_id: str) -> Generator[Row]:
    c = s.transfers.c
    query = select(s.transfers).where(c.table_id == table_id).order_by(c.record, c.place)
    with connection.execute(query.execution_options(yield_per=CHUNK)) as rows:
        for part in rows.partitions():
            yield from map(tuple, part)


def _with_help(table_id: str, number: int, posted: Sequence[Posting], rows: Sequence[Row]) -> Sequence[Posting]:
    """The postings of a settlement taken back, with what the house lent for it and what it could not collect.

    How much that was depends on what the players had won or lost elsewhere, of which this log knows nothing. So the
    amounts are taken from the transfers: what was lent must come back within the record, and what was not collected
    must have been asked for. A correction says by itself what was not collected.
    """
    bearer = win(table_id)
    lent = []
    for row in rows:
        if row[_REASON] != LENT or row[_GIVER] != bearer:
            break
        lent.append(Posting(bearer, row[_TAKER], row[_CENTS], LENT))
    asked: dict[str, int] = {}
    for posting in posted:
        if posting.reason == REVERSED and posting.seat:
            asked[posting.giver] = asked.get(posting.giver, 0) + posting.cents
    helped, said = list(posted), [(p.giver, p.taker, p.cents) for p in posted if p.reason == UNCOLLECTED]
    for place, row in enumerate(rows, -len(lent)):
        if row[_REASON] == UNCOLLECTED and tuple(row[_GIVER:_REASON]) not in said:
            player = row[_TAKER]
            if row[_GIVER] != bearer or not is_players(player) or not 0 < row[_CENTS] <= asked.pop(player, 0):
                raise Fault(number, f"Record {number} forgives {player} what was not asked back.")
            helped.insert(place, Posting(bearer, player, row[_CENTS], UNCOLLECTED))
    return [*lent, *helped, *[Posting(p.taker, p.giver, p.cents, LENT) for p in lent]]


def _difference(number: int, expected: Sequence[Row], rows: Sequence[Row]) -> str:
    """Where the transfers of a record differ first, in a sentence."""
    for place, (due, kept) in enumerate(zip(expected, rows, strict=False), 1):
        if due != kept:
            names = [column.name for column in s.transfers.columns]
            name, ours, theirs = next((n, a, b) for n, a, b in zip(names, due, kept, strict=True) if a != b)
            return f"Transfer {place} of record {number} has {name} {theirs!r}, and the record says {ours!r}."
    if len(rows) < len(expected):
        return f"Transfer {len(rows) + 1} of record {number} is missing: {_told(expected[len(rows)])}."
    return f"Record {number} moves no money as transfer {len(expected) + 1} does: {_told(rows[len(expected)])}."


def _told(row: Row) -> str:
    return f"{row[_CENTS]} cents from {row[_GIVER]} to {row[_TAKER]}, {row[_REASON]}"
