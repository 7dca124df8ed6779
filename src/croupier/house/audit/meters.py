"""Movements of meters derived again from what caused them, and compared with those that are kept.

Each movement says what its meter held before and after it; that every one begins where the last of its link ended is
for `link_audit` to see.
"""

from collections.abc import Generator, Iterable, Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, Select, select

from croupier.house.audit.report import Fault, Tally
from croupier.house.database import schema as s
from croupier.house.ledger.postings import Posting, Postings
from croupier.house.links import meters as m
from croupier.house.links.local import Cause, Entry, carried_off, meters_of
from croupier.house.links.meters import MeterValue, Movement
from croupier.table.values.state import CARRY_PER_CENT

CHUNK = 2000


class Movements:
    """Movements that are kept, in the order in which a log causes them; `number` is the record being looked at."""

    def __init__(self, connection: Connection, entries: Generator[Entry], tally: Tally) -> None:
        self.number = 0
        self._connection = connection
        self._entries = entries
        self._tally = tally
        self._terms: dict[str, dict[str, MeterValue]] = {}
        self._rounds: dict[tuple[str, int], list[Entry]] = {}
        self.next: Entry | None = next(entries, None)

    def start(self, cause: Cause, link: str) -> Postings:
        """A link's meters are seeded with their initial amounts."""
        empty = [replace(v, shown_cents=0, carry=0, reserve_cents=0, reserve_carry=0) for v in self.terms(link)]
        return self._moved(cause, link, [(m.started(value), None) for value in empty])

    def contribute(self, cause: Cause, link: str, gains: Iterable[tuple[str, int]], stakes: int) -> Postings:
        """Accepted stakes feed meters."""
        posted: list[Posting] = []
        for meter, gain in gains:
            posted += self._moved(cause, link, [(m.contribute(self.before(link, meter), gain, stakes), None)])
        return tuple(posted)

    def hit(self, cause: Cause, link: str, meter: str, paid_cents: int, after_cents: int) -> Postings:
        """A meter is won, in whole or in part."""
        due = m.hit(self.before(link, meter), paid_cents, after_cents)
        return self._moved(cause, link, [(movement, None) for movement in due])

    def unhit(self, cause: Cause, link: str, hit: Entry) -> Postings:
        """A hit taken back, its seed with it."""
        seeds = [entry for entry in self._of(cause) if entry.move == hit.move + 1 and entry.kind == m.RESEED]
        seed, from_reserve = (seeds[0].display_gain, -seeds[0].reserve_gain) if seeds else (0, 0)
        due = m.unhit(self.before(link, hit.meter), -hit.gain // CARRY_PER_CENT, seed, from_reserve)
        return self._moved(cause, link, list(zip(due, (hit.move, *[entry.move for entry in seeds]), strict=True)))

    def uncontribute(self, cause: Cause, link: str) -> Postings:
        """What a void round fed meters taken off again."""
        posted: list[Posting] = []
        for entry in reversed(self.standing(cause, m.CONTRIBUTION)):
            before = self.before(link, entry.meter)
            gone = carried_off(entry, self._since(entry))
            due = m.uncontribute(before, entry.display_gain, entry.reserve_gain, gone)
            posted += self._moved(cause, link, [(due, entry.move)])
        return tuple(posted)

    def standing(self, cause: Cause, kind: str) -> list[Entry]:
        """The movements of that kind that the cause's round made and that nothing has taken back."""
        entries = self._of(cause)
        undone = {entry.reverses for entry in entries}
        return [entry for entry in entries if entry.kind == kind and entry.move not in undone]

    def last_shown(self, cause: Cause) -> int:
        """What the meter that the cause's round moved last showed then."""
        return self._of(cause)[-1].shown_cents

    def forget(self, table: str, round_: int) -> None:
        """A round is over: nothing of it can be taken back any more."""
        self._rounds.pop((table, round_), None)

    def terms(self, link: str) -> Iterable[MeterValue]:
        """The meters of a link as they are kept."""
        if link not in self._terms:
            self._terms[link] = meters_of(self._connection, link)
        return self._terms[link].values()

    def before(self, link: str, meter: str) -> MeterValue:
        """What a meter held before the movement that is due now."""
        self.terms(link)
        entry, terms = self.next, self._terms[link].get(meter)
        if entry is None or terms is None or (entry.link_id, entry.meter) != (link, meter):
            raise Fault(self.number, f"The {meter} meter of link {link} has no movement for record {self.number}.")
        shown, carry = divmod(entry.shown_cents * CARRY_PER_CENT + entry.carry - entry.display_gain, CARRY_PER_CENT)
        reserved = entry.reserve_cents * CARRY_PER_CENT + entry.reserve_carry - entry.reserve_gain
        hidden, rest = divmod(reserved, CARRY_PER_CENT)
        return replace(terms, shown_cents=shown, carry=carry, reserve_cents=hidden, reserve_carry=rest)

    def over(self) -> None:
        """The record is over: what moves next belongs to another."""
        if self.next is not None and 0 < self.next.record <= self.number:
            where = f"movement {self.next.move} of link {self.next.link_id}"
            raise Fault(self.number, f"Record {self.number} does not cause {where}.")

    def end(self) -> None:
        """The log is over, and with it the movements."""
        if self.next is not None:
            where = f"Movement {self.next.move} of link {self.next.link_id}"
            raise Fault(
                self.next.record or self.number, f"{where} is caused by no record of table {self.next.table_id}."
            )

    def _of(self, cause: Cause) -> list[Entry]:
        return self._rounds.setdefault((cause.table, cause.round), [])

    def _since(self, contribution: Entry) -> list[Entry]:
        """The movements of its meter between a contribution and the movement that is due now, in their order."""
        assert self.next is not None
        c = s.movements.c
        between = (c.move > contribution.move, c.move < self.next.move, c.meter == contribution.meter)
        query = select(s.movements).where(c.link_id == contribution.link_id, *between).order_by(c.move)
        return [Entry(*row) for row in self._connection.execute(query)]

    def _moved(self, cause: Cause, link: str, movements: Sequence[tuple[Movement, int | None]]) -> Postings:
        """The money of these movements, each being the next that is kept."""
        posted: list[Posting] = []
        for movement, reverses in movements:
            entry, after = self.next, movement.after
            if entry is None:
                raise Fault(self.number, f"A movement of link {link} is missing: {movement.kind} of {after.meter}.")
            due = Entry(
                link, entry.move, after.meter, movement.kind, movement.gain, movement.reserve_gain,
                after.shown_cents, after.carry, after.reserve_cents, after.reserve_carry,
                reverses, cause.table, cause.round, cause.record, cause.at_ms,
            )  # fmt: skip
            if entry != due:
                name, ours, theirs = next(
                    (n, a, b) for n, a, b in zip(Entry._fields, due, entry, strict=True) if a != b
                )
                where = f"Movement {entry.move} of link {entry.link_id}"
                raise Fault(self.number, f"{where} has {name} {theirs!r}, and record {self.number} says {ours!r}.")
            self._tally.movements += 1
            self._of(cause).append(entry)
            self.next = next(self._entries, None)
            posted += m.meter_postings(movement, cause.bearer, cause.awards, cause.seat)
        return tuple(posted)


def entries_of_table(connection: Connection, table: str, link: str | None) -> Generator[Entry]:
    """The movements that a table caused: of one link, or of any, in the order of its log."""
    c = s.movements.c
    query = select(s.movements).where(c.table_id == table).order_by(c.record, c.link_id, c.move)
    yield from _entries(connection, query.where(c.link_id == link) if link is not None else query)


def entries_served(connection: Connection, link: str) -> Generator[Entry]:
    """The movements that a link made for houses elsewhere, whose records are not here."""
    c = s.movements.c
    yield from _entries(connection, select(s.movements).where(c.link_id == link, c.record == 0).order_by(c.move))


def _entries(connection: Connection, query: Select[Any]) -> Generator[Entry]:
    with connection.execute(query.execution_options(yield_per=CHUNK)) as rows:
        for row in rows:
            yield Entry(*row)
