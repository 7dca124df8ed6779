"""Tables in play on a link: engine, meters and money, each command in one transaction as the house does it."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, func, select

from croupier.house.audit.link_movements import link_problem
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.ledger.accounts import awards, win
from croupier.house.ledger.ledger import open_accounts
from croupier.house.ledger.postings import Posting
from croupier.house.links.clearing import Served
from croupier.house.links.links import METER_EVENTS, Link, LinkFiling, Moment, RemoteHouse, open_link, read_link
from croupier.house.links.local import meters_of
from croupier.rulebook.elect import GameRules
from croupier.rulebook.submission import MeterFiling, ProgressiveFiling
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from tests.table.pit import Pit, rules_with, stacked

FLOOR = "floor:kim"
MAIN: dict[str, dict[str, int]] = {"md-uth": {"ante": 1000, "blind": 1000}, "md-tcp": {"ante": 1500}}
# What each level starts and resets with, so that every rulebook below may be on one link.
SEEDS = {
    1: {"progressive": 1_000_000},
    2: {"major": 1_000_000, "minor": 100_000},
    3: {"mega": 1_000_000, "major": 100_000, "minor": 25_000},
}
# Rulebooks, and a paytable of theirs, by the number of levels.
ON_LINK: dict[int, tuple[tuple[str, str], ...]] = {
    1: (("md-tcp", "A"), ("md-fcp", "C"), ("ma-fcp-1", "A"), ("ma-fcp-2", "PTMGL01"), ("md-uth", "A")),
    2: (("ma-fcp-2", "PTMGLML01"), ("md-uth", "B")),
    3: (("ma-fcp-2", "PTMGLML02"), ("md-uth", "C"), ("md-uth", "D")),
}
ROYAL, STRAIGHT_FLUSH, NOTHING = "royal", "straight_flush", "nothing"
FIVE = {ROYAL: "As Ks Qs Js Ts", STRAIGHT_FLUSH: "9s 8s 7s 6s 5s", NOTHING: "2s 4h 6d 8c Th"}
QUADS = {"md-fcp-A": "As Ah Ad Ac 9d", "ma-fcp-1-A": "As Ah Ad Ac 9d"}
COMMUNITY = {
    ROYAL: ("As Ks", "Qs Js Ts 2c 3d"),
    STRAIGHT_FLUSH: ("9s 8s", "7s 6s 5s 2c Kd"),
    NOTHING: ("2s 4h", "6d 8c Th Jc Kd"),
}


def linked_rules(
    rulebook: str, paytable: str, rate: str = "5 %", changed: Mapping[str, int] | None = None
) -> GameRules:
    """The example's rules with this progressive paytable, one deck, and the amounts above, some of them changed."""
    filed: dict[str, Any] = {"cards.decks": 1, "cards.back_colours": ("red",)}
    filed["progressive"] = ProgressiveFiling(stake_cents=100)
    levels = next(SEEDS[number] for number, entries in ON_LINK.items() if (rulebook, paytable) in entries)
    for meter, seed in levels.items():
        terms = {
            "rate": "20 %" if rulebook == "md-tcp" else rate,
            "initial_cents": seed,
            "reset_cents": seed,
            **(changed or {}),
        }
        if len(levels) == 1:
            filed |= {f"progressive.{field}": value for field, value in terms.items()}
        else:
            filed[f"progressive.{meter}"] = msgspec.convert(terms, MeterFiling)
    return rules_with(rulebook, filed=filed, progressive=paytable, envy=paytable)


def cards_for(rules: GameRules, wanted: str) -> dict[int | str, str]:
    """Cards that give seat 1 a hand its meter pays for, or nothing; seat 2 never has one."""
    book = rules.rulebook.rulebook
    if book == "md-uth":
        own, board = COMMUNITY[wanted]
        return {1: own, 2: "3h 7c", "dealer": "4d 9c", "community": board}
    if book == "md-tcp":
        own = {ROYAL: "As Ks Qs"}.get(wanted, "2s 7d 9h")
        return {1: own, 2: "3c 8d Th", "dealer": "4c 5d Jh"}
    own = QUADS.get(f"{book}-{rules.elected('progressive')}", "") if wanted == ROYAL else ""
    return {1: own or FIVE[wanted], 2: "3h 5c 7d 9c Jd", "dealer": "2d 4c 6h 8h Tc Qd"}


class Crash(Exception):  # noqa: N818 - it is what happens, not what is reported
    """The process dies before the table's transaction commits."""


class LinkedTable(Pit):
    """One table on a link. `crash` makes the next transaction fail at its end."""

    def __init__(
        self,
        database: Database,
        table: str,
        link: str,
        rules: GameRules,
        remote_houses: Mapping[str, RemoteHouse] | None = None,
    ) -> None:
        super().__init__(rules)
        self.database = database
        self.table = table
        self.link = link
        self.remote_houses = remote_houses or {}
        self.crash = False
        self.last_refusal: Refusal | None = None
        with database.write() as connection:
            open_accounts(connection, (win(table), awards(table)))
            open_log(connection, table)

    def do(self, command: c.AnyCommand) -> tuple[e.AnyEvent, ...]:
        """Does a command that must be lawful, with its meters and their money."""
        answer = self.attempt(command)
        assert not isinstance(answer, Refusal), f"{command} -> {answer}"
        return answer

    def attempt(self, command: c.AnyCommand) -> tuple[e.AnyEvent, ...] | Refusal:
        """Does a command if it is lawful."""
        touches = isinstance(command, (c.OpenRound, c.SettleNext))
        answer = None if touches else decide(self.rules, self.state, command)
        if answer is not None and (isinstance(answer, Refusal) or not METER_EVENTS.intersection(map(type, answer))):
            return answer if isinstance(answer, Refusal) else self._happened(answer)
        with self.database.write() as connection:
            answer = self.in_transaction(connection, read_link(connection, self.link, self.remote_houses), command)
            if self.crash:
                raise Crash
        return answer if isinstance(answer, Refusal) else self._happened(answer)

    def in_transaction(
        self, connection: Connection, link: Link, command: c.AnyCommand
    ) -> tuple[e.AnyEvent, ...] | Refusal:
        """What a command brings about, its meters moved and its money kept in this transaction."""
        moment = Moment(self.table, record_number(connection, self.table), 1_000)
        state = self.state
        if isinstance(command, c.OpenRound):
            state = replace(state, meters=link.meters(self.rules))
        if isinstance(command, c.SettleNext):
            answer = link.settle(
                moment, self.rules, state, lambda meters: decide(self.rules, state, replace(command, meters=meters))
            )
        else:
            answer = decide(self.rules, state, command)
        if isinstance(answer, Refusal):
            return answer
        state, events, postings = self.state, list[e.AnyEvent](), list[Posting]()
        for event in answer:
            if type(event) in METER_EVENTS:
                moved = link.move(moment, self.rules, state, event)
                event = moved.event
                postings += moved.postings
            events.append(event)
            state = evolve(state, event)
        keep_record(self.database, connection, self.table, postings)
        link.write(self.database, connection)
        return tuple(events)

    def _happened(self, events: tuple[e.AnyEvent, ...]) -> tuple[e.AnyEvent, ...]:
        for event in events:
            self.state = evolve(self.state, event)
        self.events += events
        return events

    # Play

    def begin(self, wanted: str = NOTHING, stake_cents: int = 100, seats: tuple[int, ...] = (1, 2)) -> "LinkedTable":
        """A new round with wagers down, seat 1 about to be dealt what is wanted."""
        if not self.state.players:
            self.sit(1, 2)
        book = self.rules.rulebook.rulebook
        self.ready(stacked(self.rules, cards_for(self.rules, wanted)))
        for seat in (1, 2):
            self.wager(seat, **MAIN.get(book, {"ante": 1000}))
            if seat in seats and stake_cents:
                self.wager(seat, progressive=stake_cents)
        return self

    def lock(self) -> "LinkedTable":
        """Goes on until the wagers have fed the meters."""
        number = self.round.number
        while not any(isinstance(event, e.ProgressiveLocked) for event in self._of_round(number)):
            self._step()
        return self

    def _of_round(self, number: int) -> Iterable[e.AnyEvent]:
        start = max(
            i for i, event in enumerate(self.events) if isinstance(event, e.RoundOpened) and event.number == number
        )
        return self.events[start:]

    def to_settle(self) -> "LinkedTable":
        """Goes on until the settlement is due, everybody playing."""
        while self.round.phase != "settling":
            self._step()
        return self

    def finish(self) -> "LinkedTable":
        """Plays the round to its end."""
        while self.round.phase not in ("closed", "void"):
            self._step()
        return self

    def _step(self) -> None:
        if self.round.to_ask:
            seat = self.round.to_ask[0]
            box = self.round.box(seat)
            assert box is not None
            times = 4 if self.rules.rulebook.rulebook == "md-uth" else 1
            self.do(c.Decide(seat=seat, action="play", stake_cents=box.stake("ante") * times))
            return
        duty = next_duty(self.rules, self.state)
        assert duty is not None
        self.do(duty.command)

    def void(self) -> tuple[e.AnyEvent, ...]:
        """Makes the round void, at the first card at the earliest."""
        while not self.round.drawn:
            self._step()
        return self.do(c.Report(kind="wrong_number_of_cards", by=FLOOR))


def open_log(connection: Connection, table: str) -> None:
    """A log that records can be kept in."""
    connection.execute(s.tables.insert().values(table_id=table, version=0, hash=b""))


def record_number(connection: Connection, table: str) -> int:
    """The number of the table's next record."""
    query = select(func.coalesce(func.max(s.records.c.number), 0)).where(s.records.c.table_id == table)
    number: int = connection.execute(query).scalar_one()
    return number + 1


def keep_record(database: Database, connection: Connection, table: str, postings: Iterable[Posting]) -> None:
    """A record with nothing in it but the transfers that belong to it."""
    number = record_number(connection, table)
    database.insert(connection, s.records, [(table, number, 1, 1_000, b"", b"")])
    rows = [
        (table, number, place, p.giver, p.taker, p.cents, p.reason, 1, p.seat, p.wager, 1_000)
        for place, p in enumerate(postings, 1)
    ]
    database.insert(connection, s.transfers, rows)


def open_new_link(database: Database, filing: LinkFiling) -> None:
    """A link, with its money."""
    with database.write() as connection:
        if not connection.execute(select(s.tables).where(s.tables.c.table_id == s.CAGE)).first():
            open_log(connection, s.CAGE)
        moment = Moment(s.CAGE, record_number(connection, s.CAGE), 1_000)
        _, postings = open_link(database, connection, filing, moment)
        keep_record(database, connection, s.CAGE, postings)


def keep_served(database: Database, connection: Connection, served: Served) -> None:
    """The money of what a link did for a house elsewhere, in the log of the link's own cage."""
    open_accounts(connection, (name for posting in served.postings for name in (posting.giver, posting.taker)))
    keep_record(database, connection, s.CAGE, served.postings)


def shown(database: Database, link: str) -> dict[str, int]:
    """What the meters of a link show."""
    with database.read() as connection:
        return {name: value.shown_cents for name, value in meters_of(connection, link).items()}


def sound(database: Database, link: str) -> None:
    """The link's movements, meters and accounts agree, and the books balance."""
    with database.read() as connection:
        assert link_problem(connection, link) is None
        assert connection.execute(select(func.coalesce(func.sum(s.accounts.c.balance_cents), 0))).scalar() == 0


def balance(database: Database, account: str) -> int:
    """What is in an account."""
    with database.read() as connection:
        found = connection.execute(select(s.accounts.c.balance_cents).where(s.accounts.c.account == account)).scalar()
        return int(found or 0)
