"""A table's side of a link that another database keeps.

What feeds the meters is queued in the table's own transaction and told afterwards. A hit is claimed before the
table's transaction commits: should that fail, the same seat claims the same award again. While the link cannot be
reached its wager is closed, a hit waits, and everything else goes on.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, update

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.ledger.accounts import awards, win
from croupier.house.ledger.postings import Posting, Postings
from croupier.house.links.clearing import AnyMessage, Clearing, Ended, Fed, Won, owed_to, written
from croupier.house.links.filing import join_problem
from croupier.house.links.link import EventsOrRefusal, Moment, MovedEvent, Readings, stakes_cents
from croupier.house.links.local import LinkRow, in_order, keep_values, meters_of
from croupier.house.links.meters import CONTRIBUTION, HIT, REVERSAL, WAGER, MeterValue, reserve_share
from croupier.house.links.remote_house import LinkUnreachable, RemoteHouse, forget_told, queued
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.table.settlement.procedure import next_unit
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import CARRY_PER_CENT, Meter, State


class RemoteLink:
    """A link that another database keeps, within one transaction here: a copy of its meters, and an outbox."""

    def __init__(self, connection: Connection, row: LinkRow, remote_house: RemoteHouse) -> None:
        self.link = row.link_id
        self.values = meters_of(connection, row.link_id)
        self._connection = connection
        self._remote_house = remote_house
        self._account = owed_to(row.link_id, remote_house.house)
        self._first, self._carry = row.moves + 1, row.owed_carry
        self._outbox: list[AnyMessage] = []
        self._told = 0

    @property
    def lost(self) -> bool:
        """Whether the link could not be reached when it was last asked."""
        return self._remote_house.lost

    def join_problem(self, rules: GameRules) -> Refusal | None:
        """Why a table of these rules cannot be on this link, or None."""
        return join_problem(tuple(self.values.values()), rules)

    def meters(self, rules: GameRules) -> tuple[Meter, ...]:
        """What the meters showed when the link was last asked, in the order of the rules."""
        return tuple([Meter(value.meter, value.shown_cents, value.carry) for value in in_order(self.values, rules)])

    def balances(self) -> dict[str, int]:
        """Nothing: the accounts of these meters are elsewhere."""
        return {}

    # A hit, claimed at once

    def settle(
        self, moment: Moment, rules: GameRules, state: State, decide: Callable[[Readings], EventsOrRefusal]
    ) -> EventsOrRefusal:
        """What `decide` makes of the readings; where that is a hit, of what the link itself shows when it is claimed.

        Whether a seat hits a meter is up to its cards alone, so the copy tells as well as the link.
        """
        answer = decide(tuple([(value.meter, value.shown_cents) for value in in_order(self.values, rules)]))
        seen = _hit_of(answer)
        if seen is None:
            return answer
        assert state.round is not None
        unit = next_unit(rules, state.round)
        assert unit is not None
        clause = rules.rulebook.progressive.award_reads.clause[0]
        if any(message.table == moment.table for message in self._outbox):
            # Only what is kept may be told: the link must not hear of wagers that a failing commit takes back.
            sentence = f"Link {self.link} has yet to hear of this round's wagers; settle seat {unit[1]} again."
            return Refusal("link_waits", sentence, clause)
        if self.lost:
            return self._waits(unit[1], clause)
        number, messages = queued(self._connection, self.link)

        def claim(clearing: Clearing) -> tuple[EventsOrRefusal, dict[str, MeterValue]]:
            clearing.tell_all(messages)
            return _claimed(clearing, moment.table, state, unit[1], seen.meter, decide), dict(clearing.near.values)

        try:
            answer, self.values = self._remote_house.ask(self.link, moment.at_ms, claim)
        except LinkUnreachable:
            return self._waits(unit[1], clause)
        except BadInput as trouble:
            return Refusal("link_trouble", f"Seat {unit[1]}'s award waits. {trouble}", clause)
        self._told = number
        return answer

    def _waits(self, seat: int, clause: str) -> Refusal:
        sentence = f"Link {self.link} cannot be reached, so seat {seat}'s award waits; settle it when the link answers."
        return Refusal("link_lost", sentence, clause)

    # What the table's events owe the link

    def move(self, moment: Moment, rules: GameRules, state: State, event: e.AnyEvent) -> MovedEvent:
        """Queues what the link has to hear, and moves what the house owes it; an award was claimed before."""
        round_ = state.round
        assert round_ is not None
        table = moment.table
        if isinstance(event, e.ProgressiveLocked) and event.gains:
            stakes = stakes_cents(state)
            cents = self._owe(self._cost(event.gains, stakes))
            self._outbox.append(Fed(table, round_.number, event.gains, stakes, cents))
            return MovedEvent(event, _between(win(table), self._account, cents, CONTRIBUTION))
        if isinstance(event, e.MeterHit):
            unit = next_unit(rules, round_)
            seat = unit[1] if unit else 0
            return MovedEvent(event, _between(self._account, awards(table), event.paid_cents, HIT, seat))
        if isinstance(event, e.MeterRestored):
            return MovedEvent(event, _between(awards(table), self._account, event.restored_cents, REVERSAL))
        if isinstance(event, e.RoundVoided) and round_.gains:
            cents = self._owe(-self._cost(round_.gains, stakes_cents(state)))
            self._outbox.append(Ended(table, round_.number, True, (), cents))
            return MovedEvent(event, _between(win(table), self._account, cents, REVERSAL))
        if isinstance(event, e.RoundClosed) and round_.gains and round_.phase != "void":
            stand = tuple([(line.seat, line.meter) for line in round_.lines if line.meter])
            self._outbox.append(Ended(table, round_.number, False, stand, 0))
        return MovedEvent(event)

    def _cost(self, gains: tuple[tuple[str, int], ...], stakes: int) -> int:
        """What accepted stakes cost the house, the reserves' shares included, in hundred-millionths of a cent."""
        return sum(gain + reserve_share(self.values[meter], stakes) for meter, gain in gains)

    def _owe(self, cost: int) -> int:
        """The whole cents that the house owes more, or less, now."""
        cents, self._carry = divmod(self._carry + cost, CARRY_PER_CENT)
        return cents

    # The end of the transaction

    def mark(self) -> tuple[int, int]:
        """How the link stands, to come back to."""
        return len(self._outbox), self._carry

    def undo(self, mark: Any) -> None:
        """Comes back to the mark; what was claimed stays claimed, and is claimed again or given back at the end."""
        length, self._carry = mark
        del self._outbox[length:]

    def write(self, database: Database, connection: Connection) -> None:
        """Writes what the link has to hear, and what it has just told."""
        if self._outbox:
            rows = [(self.link, number, written(told)) for number, told in enumerate(self._outbox, self._first)]
            database.insert(connection, s.outbox, rows)
            link = update(s.links).where(s.links.c.link_id == self.link)
            connection.execute(link.values(moves=rows[-1][1], owed_carry=self._carry))
            self._first, self._outbox = self._first + len(rows), []
        if self._told:
            forget_told(connection, self.link, self._told)
            keep_values(connection, self.values.values())
            self._told = 0


def _hit_of(answer: EventsOrRefusal) -> e.MeterHit | None:
    """The award off a meter in what is about to happen."""
    if isinstance(answer, Refusal):
        return None
    return next((event for event in answer if isinstance(event, e.MeterHit)), None)


def _claimed(
    clearing: Clearing, table: str, state: State, seat: int, meter: str, decide: Callable[[Readings], EventsOrRefusal]
) -> EventsOrRefusal:
    """What is decided at the link's readings; at the same as before, where the award was claimed before."""
    assert state.round is not None
    earlier = clearing.told_before(Won(table, state.round.number, seat, meter, 0, 0))
    answer = decide(earlier[1].readings if earlier else clearing.near.readings())
    hit = _hit_of(answer)
    assert hit is not None
    clearing.tell(Won(table, state.round.number, seat, meter, hit.paid_cents, hit.cents))
    return answer


def _between(giver: str, taker: str, cents: int, reason: str, seat: int = 0) -> Postings:
    giver, taker = (giver, taker) if cents > 0 else (taker, giver)
    return (Posting(giver, taker, abs(cents), reason, seat, WAGER),) if cents else ()
