"""The timeline: significant events of all tables, the latest first, searched from any moment backwards.

A log is kept by table, and each table's records are in the order of their times. So a search goes back through all
tables at once, the latest record of any of them next, and stops where a page is full or where it has looked at so many
records: it takes as long in a house of a year as in one of a day. What is sealed stays sealed: no card is read here.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, func, select

from croupier.house.database import schema as s
from croupier.house.ledger.accounts import player_account
from croupier.house.ledger.postings import PLACED
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import Record, decoded
from croupier.house.replay.sentences import told
from croupier.house.reports.significant import (
    BY_AMOUNT,
    GROUP_OF,
    Group,
    amount_cents,
    done_by,
    seat_of,
    wager_of,
)
from croupier.rulebook.elect import GameRules, filed_as
from croupier.rulebook.submission import parse_submission
from croupier.table.values import events as e

LARGE_CENTS = 100_000  # from here on a wager or a payment is significant by itself
PAGE = 50
MOST_LOOKED_AT = 20_000  # records in one search
CHUNK, LARGEST_CHUNK = 32, 1000  # records read of a table at once: few first, for it may be that few are needed

_PLAYER = player_account("")


class Place(NamedTuple):
    """Where a record stands among those of all tables."""

    at_ms: int
    table: str
    record: int


class Wanted(Struct, frozen=True, kw_only=True):
    """What is looked for; what is left out does not matter. `tables` are those that are looked at.

    `person` is whoever did it or in whose box it was, `least_cents` the least amount. Without a least amount, wagers
    and payments are those of at least `LARGE_CENTS`.
    """

    tables: Sequence[str]
    groups: Sequence[Group] = ()
    person: str = ""
    wager: str = ""
    least_cents: int | None = None
    since_ms: int = 0
    until_ms: int | None = None


class About(NamedTuple):
    """The round that something is about, and the record of it where it begins, 0 for the beginning."""

    table: str
    round: int
    record: int


class Entry(Struct, frozen=True):
    """Something significant that happened: where and when, who did it, whose box it concerns, and by which clause.

    What happens between two rounds belongs to the one to come, what happens at the cage to none, 0.
    """

    table: str
    round: int
    record: int
    at_ms: int
    group: Group
    event: str
    by: str
    seat: int
    player: str
    wager: str
    cents: int | None
    clause: str
    sentence: str
    about: About | None


class Found(Struct, frozen=True):
    """What a search found. `before` is where to go on, None at the beginning of all that was to be looked at."""

    entries: tuple[Entry, ...]
    before: Place | None
    looked_at: int


class _Happened(NamedTuple):
    record: Record
    act: he.Act
    event: he.LoggedEvent


def search(
    connection: Connection, wanted: Wanted, before: Place | None = None, most_looked_at: int = MOST_LOOKED_AT
) -> Found:
    """The last significant events before a place, or the last of all."""
    looked = 0
    entries, tell = list[Entry](), _Telling(connection)
    logs = [_Log(connection, table, wanted, before) for table in wanted.tables]
    backwards = merge(*[log.backwards() for log in logs], key=lambda found: found[0], reverse=True)
    for place, happened in backwards:
        looked += 1
        entries += [tell.entry(one, player) for one, player in happened]
        if len(entries) >= PAGE or looked >= most_looked_at:
            return Found(tuple(entries), place, looked)
    return Found(tuple(entries), None, looked)


class _Log:
    """One table's log, read backwards from a place."""

    def __init__(self, connection: Connection, table: str, wanted: Wanted, before: Place | None) -> None:
        self._connection = connection
        self._table = table
        self._wanted = wanted
        self._kinds = tuple(kind for kind, group in GROUP_OF.items() if not wanted.groups or group in wanted.groups)
        self._may_tell = _mentioning(self._kinds, wanted.least_cents)
        self._last = self._upto(before)

    def _upto(self, before: Place | None) -> int:
        """The number of the last record that is looked at."""
        rows = store.table_rows(self._connection, [self._table])
        last = rows[0].version if rows else 0
        until_ms = self._wanted.until_ms
        if before and (until_ms is None or before.at_ms <= until_ms):
            if before.table == self._table:
                return min(last, before.record - 1)
            return self._last_until(last, before.at_ms - (self._table > before.table))
        return last if until_ms is None else self._last_until(last, until_ms)

    def _last_until(self, last: int, at_ms: int) -> int:
        """The last record that is no later than that, found by halves: times never fall from one to the next."""
        before, behind = 0, last + 1
        probe = last  # most searches begin at the end
        while behind - before > 1:
            if self._time_of(probe) <= at_ms:
                before = probe
            else:
                behind = probe
            probe = (before + behind) // 2
        return before

    def _time_of(self, number: int) -> int:
        c = s.records.c
        query = select(c.at_ms).where(c.table_id == self._table, c.number == number)
        at_ms: int = self._connection.execute(query).scalar_one()
        return at_ms

    def backwards(self) -> Iterator[tuple[Place, list[tuple[_Happened, str]]]]:
        """Each record's place with what of it is looked for, and in whose box that was, the latest first."""
        last, size = self._last, CHUNK
        while last > 0:
            records = self._chunk(last, size)
            found = {record.number: self._happened(record) for record in records}
            players = self._players([one for happened in found.values() for one in happened])
            for record in reversed(records):
                if record.at_ms < self._wanted.since_ms:
                    return
                with_players = [(one, players(one)) for one in reversed(found[record.number])]
                theirs = [(one, player) for one, player in with_players if self._is_theirs(one, player)]
                yield Place(record.at_ms, self._table, record.number), theirs
            last, size = last - len(records), min(size * 2, LARGEST_CHUNK)

    def _chunk(self, last: int, size: int) -> list[Record]:
        c = s.records.c
        query = select(s.records).where(c.table_id == self._table, c.number > last - size, c.number <= last)
        return [Record(*row) for row in self._connection.execute(query.order_by(c.number))]

    def _happened(self, record: Record) -> list[_Happened]:
        if not self._may_tell(record.body):
            return []
        return [
            _Happened(record, act, event)
            for act in decoded(record.body)
            for event in act.events
            if type(event) in self._kinds and self._is_wanted(event)
        ]

    def _is_wanted(self, event: he.LoggedEvent) -> bool:
        wanted, cents = self._wanted, amount_cents(event)
        if wanted.wager and wager_of(event) != wanted.wager:
            return False
        if wanted.least_cents is not None:
            return cents is not None and cents >= max(wanted.least_cents, 1)
        return type(event) not in BY_AMOUNT or (cents or 0) >= LARGE_CENTS

    def _is_theirs(self, one: _Happened, player: str) -> bool:
        person = self._wanted.person.casefold()
        by = done_by(one.act, one.event)
        return not person or person in (player.casefold(), by.casefold(), by.partition(":")[2].casefold())

    def _players(self, happened: Sequence[_Happened]) -> "_Boxes":
        rounds = {one.record.round for one in happened if seat_of(one.event)}
        if not rounds:
            return _Boxes({})
        c, r = s.transfers.c, s.records.c
        first = select(func.min(r.number)).where(r.table_id == self._table, r.round == min(rounds))
        query = select(c.round, c.seat, c.giver).where(
            c.table_id == self._table,
            c.record >= first.scalar_subquery(),
            c.record <= max(one.record.number for one in happened),
            c.reason == PLACED,
        )
        rows = [row for row in self._connection.execute(query) if row.giver.startswith(_PLAYER)]
        return _Boxes({(row.round, row.seat): row.giver.removeprefix(_PLAYER) for row in rows})


def _about(record: Record, event: he.LoggedEvent) -> About | None:
    if isinstance(event, he.Noted):
        return About(event.table, event.round, event.record)
    return About(record.table_id, record.round, record.number) if record.table_id != s.CAGE else None


def _mentioning(kinds: Iterable[type], least_cents: int | None) -> Callable[[bytes], object]:
    """Whether a body may tell of one of these kinds: most do not, and need not be decoded to see that.

    Every round has wagers and payments; those that count have an amount of so many digits at least.
    """
    named = [kind.__name__ for kind in kinds if kind not in BY_AMOUNT]
    patterns = [f'"event":"(?:{"|".join(named)})"'] if named else []
    if BY_AMOUNT.intersection(kinds):
        digits = len(str(max(LARGE_CENTS if least_cents is None else least_cents, 1)))
        patterns.append(f'cents":[0-9]{{{digits},}}')
    return re.compile("|".join(patterns).encode()).search


class _Boxes:
    """Who had which box in which round."""

    def __init__(self, players: dict[tuple[int, int], str]) -> None:
        self._players = players

    def __call__(self, one: _Happened) -> str:
        named: str = getattr(one.event, "player", "")
        return named or self._players.get((one.record.round, seat_of(one.event)), "")


class _Telling:
    """Tells what happened in words, by the rules that were in force."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._digests: dict[tuple[str, int], str] = {}
        self._rules: dict[str, GameRules | None] = {"": None}

    def entry(self, one: _Happened, player: str) -> Entry:
        """An entry of the timeline."""
        record, act, event = one
        sentence, clause = told(self._rules_at(record) if isinstance(event, e.Event) else None, event)
        return Entry(
            table=record.table_id,
            round=record.round if record.table_id != s.CAGE else 0,
            record=record.number,
            at_ms=record.at_ms,
            group=GROUP_OF[type(event)],
            event=type(event).__name__,
            by=done_by(act, event),
            seat=seat_of(event),
            player=player,
            wager=wager_of(event),
            cents=amount_cents(event),
            clause=clause,
            sentence=sentence,
            about=_about(record, event),
        )

    def _rules_at(self, record: Record) -> GameRules | None:
        digest = self._digest_at(record.table_id, record.round)
        if digest not in self._rules:
            text = store.submission(self._connection, digest)
            self._rules[digest] = filed_as(parse_submission(text, "the filed submission"), digest)
        return self._rules[digest]

    def _digest_at(self, table: str, round_: int) -> str:
        """The rules that a round was opened under; before it is opened those of the table."""
        if (table, round_) not in self._digests:
            opened = _opened(store.round_records(self._connection, table, round_))
            (row,) = store.table_rows(self._connection, [table])
            self._digests[table, round_] = opened or row.digest or ""
        return self._digests[table, round_]


def _opened(records: Iterable[Record]) -> str:
    events = (one for record in records for act in decoded(record.body) for one in act.events)
    return next((one.digest for one in events if isinstance(one, e.RoundOpened)), "")
