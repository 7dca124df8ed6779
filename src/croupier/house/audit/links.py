"""What a table's log, or the cage's, does to links: to those kept here or elsewhere, and here for houses elsewhere."""

from contextlib import ExitStack, closing

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, select

from croupier.house.audit.ledger import LedgerAudit
from croupier.house.audit.meters import Movements, entries_of_table, entries_served
from croupier.house.audit.report import Fault, Tally
from croupier.house.database import schema as s
from croupier.house.ledger.accounts import HOUSE_WIN, awards, win
from croupier.house.ledger.postings import Posting, Postings
from croupier.house.links import meters as m
from croupier.house.links.clearing import OWED, AnyMessage, ClearingAnswer, Ended, Fed, Won, owed_to, read, written
from croupier.house.links.link import stakes_cents
from croupier.house.links.local import Cause, meters_of
from croupier.house.links.meters import NotConserved, reserve_share
from croupier.house.log import events as he
from croupier.house.log.chain import Record
from croupier.table.values import events as e
from croupier.table.values.state import CARRY_PER_CENT, State


class NearAudit:
    """A table on a link that is kept here, or on none: each of its events' movements is the next that is kept."""

    def __init__(self, connection: Connection, streams: ExitStack, table: str, link: str | None, tally: Tally) -> None:
        entries = streams.enter_context(closing(entries_of_table(connection, table, link)))
        self.movements = Movements(connection, entries, tally)
        self._table = table

    def told(
        self, record: Record, link: str, state: State, event: e.AnyEvent, award: he.LoggedEvent | None
    ) -> Postings:
        """The money that an event moves to and from meters; `award` is what follows it."""
        assert state.round is not None
        table, moves = self._table, self.movements
        cause = Cause(table, state.round.number, record.number, record.at_ms, win(table), awards(table))
        try:
            if isinstance(event, e.ProgressiveLocked):
                return moves.contribute(cause, link, event.gains, stakes_cents(state))
            if isinstance(event, e.MeterRestored):
                return self._unhit(record, cause, link, event)
            if isinstance(event, e.MeterHit):
                cause = replace(cause, seat=award.line.seat if isinstance(award, e.AwardPending) else 0)
                return moves.hit(cause, link, event.meter, event.paid_cents, event.cents)
            if isinstance(event, e.RoundVoided):
                return moves.uncontribute(cause, link)
        except NotConserved as error:
            raise Fault(record.number, f"Record {record.number} moves a meter as it cannot move: {error}.") from None
        moves.forget(table, state.round.number)
        return ()

    def _unhit(self, record: Record, cause: Cause, link: str, event: e.MeterRestored) -> Postings:
        """The last hit of the round on that meter taken back."""
        hits = [entry for entry in self.movements.standing(cause, m.HIT) if entry.meter == event.meter]
        if not hits or hits[-1].gain != -event.restored_cents * CARRY_PER_CENT:
            raise Fault(record.number, f"Record {record.number} takes back an award that its round did not win.")
        posted = self.movements.unhit(cause, link, hits[-1])
        if event.cents != self.movements.last_shown(cause):
            raise Fault(record.number, f"Record {record.number} has the {event.meter} meter show what it did not show.")
        return posted


class FarAudit:
    """A table on a link that another database keeps: what its events owe that link.

    Parts of a cent are owed by all tables of a link together, so each transfer may be a cent more or less than its own
    events come to; together they must come out exact.
    """

    def __init__(self, connection: Connection, table: str, link: str, owed: dict[str, int]) -> None:
        c = s.accounts.c
        accounts = connection.execute(select(c.account).where(c.account.startswith(owed_to(link, "")))).scalars().all()
        self._account = next(iter(accounts), owed_to(link, ""))
        self._meters = meters_of(connection, link)
        self._table = table
        self._link = link
        self._owed = owed
        self._queued = {text for text in _queued(connection, link) if read(text).table == table}

    def told(
        self,
        record: Record,
        state: State,
        event: e.AnyEvent,
        award: he.LoggedEvent | None,
        ledger: LedgerAudit,
        place: int,
    ) -> Postings:
        """The money that an event moves to and from the link's account; `place` postings came before it."""
        round_, table = state.round, self._table
        assert round_ is not None
        if isinstance(event, e.ProgressiveLocked) and event.gains:
            posted = self._owe(record, self._cost(event.gains, state), m.CONTRIBUTION, ledger, place)
            self._says(Fed(table, round_.number, event.gains, stakes_cents(state), self._cents(posted)))
            return posted
        if isinstance(event, e.RoundVoided) and round_.gains:
            posted = self._owe(record, -self._cost(round_.gains, state), m.REVERSAL, ledger, place)
            self._says(Ended(table, round_.number, True, (), self._cents(posted)))
            return posted
        if isinstance(event, e.RoundClosed) and round_.gains and round_.phase != "void":
            stand = tuple([(line.seat, line.meter) for line in round_.lines if line.meter])
            self._says(Ended(table, round_.number, False, stand, 0))
        if isinstance(event, e.MeterHit):
            seat = award.line.seat if isinstance(award, e.AwardPending) else 0
            return _between(self._account, awards(self._table), event.paid_cents, m.HIT, seat)
        if isinstance(event, e.MeterRestored):
            return _between(awards(self._table), self._account, event.restored_cents, m.REVERSAL)
        return ()

    def end(self, number: int) -> None:
        """The log is over, and nothing else is to be told to the link."""
        if self._queued:
            sentence = f"Link {self._link} is to be told what no record says: {min(self._queued)[:120]}"
            raise Fault(number, sentence)

    def _says(self, message: AnyMessage) -> None:
        """What a record has the link be told, unless it has been told already."""
        self._queued.discard(written(message))

    def _cents(self, posted: Postings) -> int:
        """What the house owes the link more by these postings, or less."""
        return sum(one.cents if one.taker == self._account else -one.cents for one in posted)

    def _cost(self, gains: tuple[tuple[str, int], ...], state: State) -> int:
        stakes = stakes_cents(state)
        return sum(gain + reserve_share(self._meters[meter], stakes) for meter, gain in gains)

    def _owe(self, record: Record, cost: int, reason: str, ledger: LedgerAudit, place: int) -> Postings:
        least = cost // CARRY_PER_CENT
        for cents in (least, least + 1):
            posted = _between(win(self._table), self._account, cents, reason)
            if ledger.agrees(place, posted, reason):
                self._owed[self._link] = self._owed.get(self._link, 0) + cost - cents * CARRY_PER_CENT
                return posted
        raise Fault(record.number, f"Record {record.number} owes link {self._link} other than its wagers come to.")


def _queued(connection: Connection, link: str) -> list[str]:
    """What a link has still to be told, as it is kept."""
    c = s.outbox.c
    return list(connection.execute(select(c.message).where(c.link_id == link)).scalars())


def _between(giver: str, taker: str, cents: int, reason: str, seat: int = 0) -> Postings:
    giver, taker = (giver, taker) if cents > 0 else (taker, giver)
    return (Posting(giver, taker, abs(cents), reason, seat, m.WAGER),) if cents else ()


class ServedAudit:
    """What links that are kept here did for houses elsewhere, as the cage's log tells."""

    def __init__(self, connection: Connection, streams: ExitStack, tally: Tally) -> None:
        self._connection = connection
        self._streams = streams
        self._tally = tally
        self._links: dict[str, Movements] = {}
        self._won: dict[tuple[str, int], dict[tuple[int, str], int]] = {}

    def served(self, record: Record, event: he.LinkServed) -> None:
        """Every message moved the meters, and every transfer follows from one."""
        moves = self._links.get(event.link)
        if moves is None:
            entries = self._streams.enter_context(closing(entries_served(self._connection, event.link)))
            moves = self._links[event.link] = Movements(self._connection, entries, self._tally)
        moves.number = record.number
        posted: list[Posting] = []
        try:
            for text in event.messages:
                posted += self._told(record, event, moves, read(text))
        except (NotConserved, msgspec.MsgspecError) as error:
            raise Fault(record.number, f"Record {record.number} serves what cannot be served: {error}.") from None
        if [(p.giver, p.taker, p.cents, p.reason, p.seat, p.wager) for p in posted] != list(event.moved):
            raise Fault(record.number, f"Record {record.number} moves other money than its messages say.")

    def _told(self, record: Record, event: he.LinkServed, moves: Movements, message: AnyMessage) -> list[Posting]:
        table, account = f"{event.house}/{message.table}", owed_to(event.link, event.house)
        at_ms, told = self._claim(record, event, message)
        if moves.next is not None and not isinstance(message, Ended) and told.first != moves.next.move:
            raise Fault(record.number, f"A claim of record {record.number} was answered with another movement.")
        cause = Cause(table, message.round, 0, at_ms, HOUSE_WIN, account)
        if isinstance(message, Fed):
            fed = moves.contribute(cause, event.link, message.gains, message.stakes_cents)
            return [*_owed(account, message.owed_cents), *fed]
        won = self._won.setdefault((table, message.round), {})
        if isinstance(message, Won):
            won[message.seat, message.meter] = told.first
            return list(moves.hit(cause, event.link, message.meter, message.paid_cents, message.after_cents))
        standing = {won.get(award, 0) for award in message.awards}
        posted = _owed(account, message.owed_cents)
        for hit in reversed(moves.standing(cause, m.HIT)):
            if hit.move not in standing:
                posted += moves.unhit(cause, event.link, hit)
        if message.void:
            posted += moves.uncontribute(cause, event.link)
        moves.forget(table, message.round)
        del self._won[table, message.round]
        return posted

    def _claim(self, record: Record, event: he.LinkServed, message: AnyMessage) -> tuple[int, ClearingAnswer]:
        """When a message was told, and how it was answered."""
        key = msgspec.json.encode((event.house, message.table, message.round, *message.about)).decode()
        c = s.claims.c
        row = self._connection.execute(select(s.claims).where(c.link_id == event.link, c.key == key)).one_or_none()
        if row is None or row.message != written(message):
            raise Fault(
                record.number, f"The claim of record {record.number} about round {message.round} is not kept so."
            )
        self._tally.claims += 1
        return row.at_ms, msgspec.json.decode(row.answer, type=ClearingAnswer)

    def end(self) -> None:
        """The log is over, and with it all that was done for others."""
        for moves in self._links.values():
            moves.end()


def _owed(account: str, cents: int) -> list[Posting]:
    giver, taker = (account, HOUSE_WIN) if cents > 0 else (HOUSE_WIN, account)
    return [Posting(giver, taker, abs(cents), OWED, 0, m.WAGER)] if cents else []
