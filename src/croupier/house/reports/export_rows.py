"""The rows of a regulator's exports, one after the other, from logs of any length."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

from sqlalchemy import Connection, select

from croupier.cards import Card
from croupier.house.database import schema as s
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import Record
from croupier.house.log.opened_log import opened_log
from croupier.house.replay.sentences import told
from croupier.house.reports.significant import BY_AMOUNT, GROUP_OF, amount_cents, done_by, seat_of
from croupier.rulebook.elect import GameRules, filed_as
from croupier.rulebook.submission import parse_submission
from croupier.table.narration.names import written
from croupier.table.values import events as e
from croupier.table.values.showdown import SettlementLine

CHUNK = 2000
Row = tuple[Any, ...]
Rows = Iterator[Row]


def _logs(connection: Connection) -> Iterator[str]:
    yield from [row.table_id for row in store.table_rows(connection)]


class _Rounds:
    """The rounds of one table, each told when it ends."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.round: dict[str, Any] = {}
        self.cards: dict[str, list[Card]] = {}

    def tell(self, record: Record, one: he.LoggedEvent) -> Row | None:
        """Takes in an event; the row of a round that it ends."""
        now = self.round
        if isinstance(one, e.RoundOpened):
            self.cards = {}
            self.round = {"digest": one.digest, "deck": one.deck, "opened": record, "outcome": "closed"}
            self.round |= {"seats": set(), "staked": 0, "returned": 0, "paid": 0, "dealer": ""}
        elif isinstance(one, e.CardsDealt):
            for place, card in one.places:
                self.cards.setdefault("dealer" if place == "dealer_up" else place, []).append(card)
        elif isinstance(one, e.DealerRevealed):
            now["dealer"] = one.hand
        elif isinstance(one, e.RoundVoided):
            now["outcome"] = "void"
        elif isinstance(one, he.EntryTakenBack):
            for line in one.lines:
                self._add(line, -1)
        elif isinstance(one, (e.WagerSettled, e.AwardPaid, e.LineReversed)):
            self._add(one.line, -1 if isinstance(one, e.LineReversed) else 1)
        elif isinstance(one, e.RoundClosed):
            return self._row(record, one.number)
        return None

    def _add(self, line: SettlementLine, sign: int) -> None:
        now = self.round
        now["seats"].add(line.seat)
        now["staked"] += sign * line.stake_cents
        now["returned"] += sign * line.returned_cents
        now["paid"] += sign * line.paid_cents

    def _row(self, closed: Record, number: int) -> Row:
        now, opened = self.round, self.round["opened"]
        seats = " ".join(f"{place}:{written(cards)}" for place, cards in self.cards.items() if place.isdigit())
        shared = [written(self.cards.get(place, ())) for place in ("dealer", "community", "bonus_box")]
        moments = (opened.number, closed.number, opened.at_ms, closed.at_ms)
        money = (now["staked"], now["returned"], now["paid"])
        return (self.table, number, now["outcome"], now["digest"], *moments, now["deck"], len(now["seats"]), *money,
                now["dealer"], *shared, seats)  # fmt: skip


def rounds(connection: Connection) -> Rows:
    """Every round that is over."""
    for table in _logs(connection):
        story = _Rounds(table)
        with closing(opened_log(connection, table)) as log:
            for record, acts in log:
                for act in acts:
                    for one in act.events:
                        row = story.tell(record, one)
                        if row is not None:
                            yield row


def settlements(connection: Connection) -> Rows:
    """Every wager's end, and every one taken back."""
    for table in _logs(connection):
        players: dict[int, str] = {}
        with closing(opened_log(connection, table)) as log:
            for record, acts in log:
                for act in acts:
                    for one in act.events:
                        if isinstance(one, e.RoundOpened):
                            players = {}
                        elif isinstance(one, e.WagerPlaced):
                            players[one.seat] = one.player
                        elif isinstance(one, (e.WagerSettled, e.AwardPaid, e.LineReversed)):
                            yield _settlement(table, record, type(one).__name__, players, one.line)
                        elif isinstance(one, he.EntryTakenBack):
                            for line in one.lines:
                                yield _settlement(table, record, "LineReversed", players, line)
                        elif isinstance(one, he.SettlementCorrected):
                            of_round, then = record._replace(round=one.round), dict(one.players)
                            for line in one.undone:
                                yield _settlement(table, of_round, "LineReversed", then, line)
                            for line in one.lines:
                                yield _settlement(table, of_round, "WagerSettled", then, line)


def _settlement(table: str, record: Record, entry: str, players: dict[int, str], line: SettlementLine) -> Row:
    return (
        table, record.round, record.number, record.at_ms, entry, line.seat, players.get(line.seat, ""), line.wager,
        line.outcome, line.stake_cents, line.paid_cents, line.returned_cents, line.cut_cents, line.line or "",
        line.odds, line.case, line.meter, line.clause,
    )  # fmt: skip


def events(connection: Connection) -> Rows:
    """Everything out of the ordinary, and every change of terms."""
    known: dict[str, GameRules | None] = {}
    for table in _logs(connection):
        digest, behind = "", 0  # the last record with the clock behind: that it still is, is no new event
        with closing(opened_log(connection, table)) as log:
            for record, acts in log:
                for act in acts:
                    for one in act.events:
                        if isinstance(one, (e.RoundOpened, he.TableOpened)):
                            digest = one.digest
                        if isinstance(one, he.ClockStepped):
                            still, behind = behind == record.number - 1, record.number
                            if still:
                                continue
                        if type(one) in GROUP_OF and type(one) not in BY_AMOUNT:
                            if digest not in known:
                                known[digest] = _rules(connection, digest)
                            yield _event(table, record, act, one, known[digest])


def _event(table: str, record: Record, act: he.Act, one: he.LoggedEvent, rules: GameRules | None) -> Row:
    sentence, clause = told(rules, one)
    return (
        table,
        record.round,
        record.number,
        record.at_ms,
        type(one).__name__,
        done_by(act, one),
        act.command,
        seat_of(one),
        amount_cents(one),
        clause,
        sentence,
    )


def _rules(connection: Connection, digest: str) -> GameRules | None:
    """The rules of a digest; none at the cage, where no rules are needed to tell what happened."""
    if not digest:
        return None
    return filed_as(parse_submission(store.submission(connection, digest), "the filed submission"), digest)


def meters(connection: Connection) -> Rows:
    """Every movement of every meter."""
    c = s.movements.c
    columns = (
        c.link_id, c.move, c.meter, c.kind, c.gain, c.reserve_gain, c.shown_cents, c.carry, c.reserve_cents,
        c.reserve_carry, c.reverses, c.table_id, c.round, c.record, c.at_ms,
    )  # fmt: skip
    query = select(*columns).order_by(c.link_id, c.move).execution_options(yield_per=CHUNK)
    with connection.execute(query) as found:
        yield from map(tuple, found)
