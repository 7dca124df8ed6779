"""A link that this database keeps: its meters locked and read once, moved in one total order, written at the end."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Row, Select, bindparam, select, update

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.ledger.accounts import awards, display, reserve, win
from croupier.house.ledger.postings import Posting, Postings
from croupier.house.links import meters as m
from croupier.house.links.filing import join_problem
from croupier.house.links.link import EventsOrRefusal, Moment, MovedEvent, Readings, stakes_cents
from croupier.house.links.meters import MeterValue, Movement
from croupier.house.log.store import among, listed
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.payout import METERS
from croupier.table.settlement.procedure import next_unit
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import CARRY_PER_CENT, Meter, State

_METER = (
    update(s.meters)
    .where(s.meters.c.link_id == bindparam("of_link"), s.meters.c.meter == bindparam("of_meter"))
    .values({name: bindparam(f"now_{name}") for name in ("shown_cents", "carry", "reserve_cents", "reserve_carry")})
)


_LOCKED = select(s.links).where(s.links.c.link_id == bindparam("of_link")).with_for_update()


class Entry(NamedTuple):
    """A movement as it is kept, in the order of the table's columns."""

    link_id: str
    move: int
    meter: str
    kind: str
    gain: int
    reserve_gain: int
    shown_cents: int
    carry: int
    reserve_cents: int
    reserve_carry: int
    reverses: int | None
    table_id: str
    round: int
    record: int
    at_ms: int

    @property
    def display_gain(self) -> int:
        """What the display gained."""
        return self.gain - self.reserve_gain


class Cause(Struct, frozen=True):
    """What moves a meter: a round of a table, in a record; who bears it, and where awards go."""

    table: str
    round: int
    record: int
    at_ms: int
    bearer: str
    awards: str
    seat: int = 0


class LinkRow(NamedTuple):
    """A link as it is kept: how often it moved, which database has its meters, what is owed to it in part of a cent."""

    link_id: str
    moves: int
    kept_at: str
    owed_carry: int


def lock_link(connection: Connection, link_id: str) -> LinkRow:
    """A link's row, locked until the transaction ends: whoever has it is next in the link's total order."""
    row = connection.execute(_LOCKED, {"of_link": link_id}).one_or_none()
    if row is None:
        raise BadInput(f"There is no link {link_id!r}; open it first, or name another.")
    return LinkRow(*row)


def meters_of(connection: Connection, link_id: str) -> dict[str, MeterValue]:
    """The meters of a link as they are kept, the highest level first."""
    return all_meters(connection, (link_id,)).get(link_id, {})


def all_links(connection: Connection) -> Sequence[str]:
    """The names of all links, kept here or elsewhere."""
    return connection.execute(select(s.links.c.link_id)).scalars().all()


def all_meters(connection: Connection, links: Iterable[str]) -> dict[str, dict[str, MeterValue]]:
    """The meters of several links as they are kept, each the highest level first."""
    rows = connection.execute(_meters_query(connection.dialect.name), listed(connection, links)).all()
    found: dict[str, dict[str, MeterValue]] = {}
    for value in sorted(map(_value, rows), key=lambda value: METERS.index(value.meter)):
        found.setdefault(value.link, {})[value.meter] = value
    return found


@cache
def _meters_query(dialect: str) -> Select[Any]:
    return select(s.meters).where(among(dialect, s.meters.c.link_id))


_percent = lru_cache(maxsize=256)(Fraction)


def _value(row: Row[Any]) -> MeterValue:
    link, meter, initial, reset, ceiling, percent, *held = tuple(row)  # the columns in the schema's order
    return MeterValue(link, meter, initial, reset, ceiling, _percent(percent), *held)


def keep_values(connection: Connection, values: Iterable[MeterValue]) -> None:
    """Writes what meters show and hide."""
    rows = [
        {
            "of_link": value.link,
            "of_meter": value.meter,
            "now_shown_cents": value.shown_cents,
            "now_carry": value.carry,
            "now_reserve_cents": value.reserve_cents,
            "now_reserve_carry": value.reserve_carry,
        }
        for value in values
    ]
    if rows:
        connection.execute(_METER, rows)


def in_order(values: dict[str, MeterValue], rules: GameRules) -> tuple[MeterValue, ...]:
    """The meters that the rules know, in their order."""
    return tuple([values[terms.meter] for terms in rules.meters])


class LocalLink:
    """The meters of a link, locked until the transaction ends."""

    lost = False

    def __init__(self, connection: Connection, row: LinkRow) -> None:
        self.link = row.link_id
        self.values = meters_of(connection, row.link_id)
        self._connection = connection
        self._written = self.moves = row.moves
        self._entries: list[Entry] = []

    def join_problem(self, rules: GameRules) -> Refusal | None:
        """Why a table of these rules cannot be on this link, or None."""
        return join_problem(tuple(self.values.values()), rules)

    def meters(self, rules: GameRules) -> tuple[Meter, ...]:
        """What the meters show, in the order of the rules."""
        return tuple([Meter(value.meter, value.shown_cents, value.carry) for value in in_order(self.values, rules)])

    def readings(self) -> Readings:
        """What the meters show in whole cents."""
        return tuple([(value.meter, value.shown_cents) for value in self.values.values()])

    def balances(self) -> dict[str, int]:
        """What the accounts of these meters hold."""
        shown = {display(self.link, value.meter): value.shown_cents for value in self.values.values()}
        return shown | {reserve(self.link, value.meter): value.reserve_cents for value in self.values.values()}

    def settle(
        self, moment: Moment, rules: GameRules, state: State, decide: Callable[[Readings], EventsOrRefusal]
    ) -> EventsOrRefusal:
        """What `decide` makes of the meters as they stand, nobody else moving them until the transaction ends."""
        return decide(tuple([(value.meter, value.shown_cents) for value in in_order(self.values, rules)]))

    def move(self, moment: Moment, rules: GameRules, state: State, event: e.AnyEvent) -> MovedEvent:
        """Moves the meters as the event of a table says, `state` being the table before it."""
        assert state.round is not None
        table, number = moment.table, state.round.number
        cause = Cause(table, number, moment.record, moment.at_ms, win(table), awards(table))
        if isinstance(event, e.ProgressiveLocked):
            return MovedEvent(event, self.contribute(cause, event.gains, stakes_cents(state)))
        if isinstance(event, e.MeterRestored):
            return self._taken_back(cause, event)
        if isinstance(event, e.MeterHit):
            unit = next_unit(rules, state.round)
            cause = replace(cause, seat=unit[1] if unit else 0)
            return MovedEvent(event, self.hit(cause, event.meter, event.paid_cents, event.cents))
        if isinstance(event, e.RoundVoided):
            return MovedEvent(event, self.uncontribute(cause))
        return MovedEvent(event)

    def _taken_back(self, cause: Cause, event: e.MeterRestored) -> MovedEvent:
        """The last hit of the round taken back; the event then says what the link shows, not what the table knew."""
        hits = [entry for entry in self.standing(cause, m.HIT) if entry.meter == event.meter]
        if not hits or hits[-1].gain != -event.restored_cents * CARRY_PER_CENT:
            raise m.NotConserved(f"{event} takes back what the round did not win: {hits}")
        postings = self.unhit(cause, hits[-1])
        return MovedEvent(replace(event, cents=self.values[event.meter].shown_cents), postings)

    # What moves meters, whoever asks

    def start(self, cause: Cause) -> Postings:
        """The initial amounts are put on display."""
        return tuple([p for value in self.values.values() for p in self._post(cause, m.started(value))])

    def contribute(self, cause: Cause, gains: Iterable[tuple[str, int]], stakes: int) -> Postings:
        """Accepted stakes feed the meters."""
        return tuple(
            [p for meter, gain in gains for p in self._post(cause, m.contribute(self.values[meter], gain, stakes))]
        )

    def hit(self, cause: Cause, meter: str, paid_cents: int, after_cents: int) -> Postings:
        """A meter is won, in whole or in part."""
        movements = m.hit(self.values[meter], paid_cents, after_cents)
        return tuple([posting for movement in movements for posting in self._post(cause, movement)])

    def unhit(self, cause: Cause, hit: Entry) -> Postings:
        """A hit of a void round taken back, its seed with it."""
        following = [entry for entry in self._of_round(cause) if entry.move == hit.move + 1 and entry.kind == m.RESEED]
        seed, from_reserve = (following[0].display_gain, -following[0].reserve_gain) if following else (0, 0)
        value = self.values[hit.meter]
        movements = m.unhit(value, -hit.gain // CARRY_PER_CENT, seed, from_reserve)
        undone = (hit.move, *[entry.move for entry in following])
        return tuple(
            [p for movement, move in zip(movements, undone, strict=True) for p in self._post(cause, movement, move)]
        )

    def uncontribute(self, cause: Cause) -> Postings:
        """What a void round fed the meters taken off again."""
        postings: list[Posting] = []
        for entry in reversed(self.standing(cause, m.CONTRIBUTION)):
            gone = carried_off(entry, self._since(entry.move))
            movement = m.uncontribute(self.values[entry.meter], entry.display_gain, entry.reserve_gain, gone)
            postings += self._post(cause, movement, entry.move)
        return tuple(postings)

    def _post(self, cause: Cause, movement: Movement, reverses: int | None = None) -> Postings:
        """Takes in a movement and says what money it moves."""
        value = movement.after
        self.moves += 1
        self.values[value.meter] = value
        self._entries.append(
            Entry(
                self.link, self.moves, value.meter, movement.kind, movement.gain, movement.reserve_gain,
                value.shown_cents, value.carry, value.reserve_cents, value.reserve_carry,
                reverses, cause.table, cause.round, cause.record, cause.at_ms,
            )
        )  # fmt: skip
        return m.meter_postings(movement, cause.bearer, cause.awards, cause.seat)

    # What was moved before

    def standing(self, cause: Cause, kind: str) -> list[Entry]:
        """The movements of that kind that the cause's round made and that nothing has taken back."""
        entries = list(self._of_round(cause))
        reversed_ = {entry.reverses for entry in entries}
        return [entry for entry in entries if entry.kind == kind and entry.move not in reversed_]

    def _of_round(self, cause: Cause) -> Iterator[Entry]:
        c = s.movements.c
        of_round = (c.link_id == self.link, c.table_id == cause.table, c.round == cause.round)
        for row in self._connection.execute(select(s.movements).where(*of_round).order_by(c.move)):
            yield Entry(*row)
        for entry in self._entries:
            if (entry.table_id, entry.round) == (cause.table, cause.round):
                yield entry

    def _since(self, move: int) -> list[Entry]:
        """Every movement of the link after that one."""
        c = s.movements.c
        since = select(s.movements).where(c.link_id == self.link, c.move > move).order_by(c.move)
        kept = [Entry(*row) for row in self._connection.execute(since)]
        return [*kept, *[entry for entry in self._entries if entry.move > move]]

    # The end of the transaction

    def mark(self) -> tuple[int, dict[str, MeterValue]]:
        """How the link stands, to come back to."""
        return self.moves, dict(self.values)

    def undo(self, mark: Any) -> None:
        """Comes back to the mark."""
        moves, values = mark
        del self._entries[len(self._entries) - (self.moves - moves) :]
        self.moves, self.values = moves, dict(values)

    def write(self, database: Database, connection: Connection) -> None:
        """Writes the meters as they stand, and every movement that led there."""
        if self.moves == self._written:
            return
        link = update(s.links).where(s.links.c.link_id == self.link, s.links.c.moves == self._written)
        if connection.execute(link.values(moves=self.moves)).rowcount != 1:
            raise BadInput(f"Link {self.link} was moved by another although it was locked; check the database's locks.")
        moved = {entry.meter for entry in self._entries}
        keep_values(connection, (value for value in self.values.values() if value.meter in moved))
        database.insert(connection, s.movements, self._entries)
        self._written, self._entries = self.moves, []


def carried_off(contribution: Entry, later: Iterable[Entry]) -> bool:
    """Whether who won the meter whole took the contribution along, `later` being the link's movements after it.

    An award that came back brought the contribution back with it.
    """
    of_meter = [entry for entry in later if entry.meter == contribution.meter]
    came_back = {entry.reverses: entry.move for entry in of_meter}
    there_since = contribution.move
    for entry in of_meter:
        won_whole = entry.kind == m.HIT and entry.gain < 0 and entry.shown_cents == 0
        if won_whole and entry.move > there_since:
            if entry.move not in came_back:
                return True
            there_since = came_back[entry.move]
    return False
