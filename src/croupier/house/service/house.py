"""The house: tables that last. Every command is durable, with its money and its meters, before anyone is told."""

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import NamedTuple, TypeVar, cast, get_args

from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from croupier.house.checkpoints.witness import Witness
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.database.faults import OutcomeUnknown, Unavailable
from croupier.house.handlers import commands as h
from croupier.house.handlers.command_handlers import name_problem
from croupier.house.handlers.idempotency import Answer, answers
from croupier.house.keys import Keys
from croupier.house.ledger.accounts import HOUSE_WIN, NOT_A_TABLE, of_table, player_account
from croupier.house.ledger.ledger import open_accounts
from croupier.house.links.clearing import Keep, Served, written
from croupier.house.links.links import (
    NOWHERE,
    LinkFiling,
    Moment,
    RemoteHouse,
    filing_for,
    join_remote,
    open_link,
)
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import genesis
from croupier.house.log.house_table import HouseTable
from croupier.house.shuffles.shuffle import SeedPool
from croupier.house.transaction.house_transaction import HouseTransaction
from croupier.house.transaction.table_cache import TableCache
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.submission import LARGEST_CENTS
from croupier.table.procedure.turning_up import source_problem
from croupier.table.values import commands as c
from croupier.table.values.box import Box
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import is_patron
from croupier.table.values.state import SEEN, CardSource

MODES = ("house", "open")
DEALERS = ("virtual", "human")
CARD_SOURCES = get_args(CardSource)
CHIP_SOURCES = get_args(he.ChipSource)
MOST_DENOMINATIONS = 10
DECISION_SECONDS = 30  # where neither submission nor terms say
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_NAMES_PLAYER = (c.Sit, h.BuyIn, h.CashOut, h.OfferSeed)


Opened = TypeVar("Opened")


class TableTerms(Struct, frozen=True, kw_only=True):
    """How a table is run beside its rules: who deals, whose seeds shuffle, how long players have, its first chips."""

    mode: str = "house"  # whose seeds shuffle: house, or open, where players may offer theirs
    dealer: str = "virtual"  # who deals: virtual, the house itself, or human
    card_source: str = "house"  # whose cards: the house's shuffle, a reading shoe's, or seen, a deck in the hand
    denominations_cents: tuple[int, ...] = he.USUAL_CENTS  # what chips there are, the smallest first
    chip_source: str = "accounts"  # whose chips: of accounts, or felt, of patrons for whom the dealer enters them
    link: str = ""  # the link of meters that the table is on; without one it gets a link of its own
    inventory_cents: int = 10_000_000  # the chips in its tray when it opens
    decision_seconds: int | None = None  # for an answer; as the submission files it, else 30
    betting_seconds: int = 20  # for wagers, once one is down
    practice: bool = False  # whether there is a coach


class _Result(NamedTuple):
    answers: list[Answer]
    tables: dict[str, HouseTable]
    seeds: dict[tuple[str, int], bytes]
    books: dict[str, dict[str, int]]


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _put_right(request: h.Request, tables: Mapping[str, HouseTable]) -> tuple[Box, ...]:
    """The boxes of a round that is to be put right: whoever held one may have left since."""
    last = tables[request.table].last if request.table in tables else None
    return last.boxes if last and isinstance(request.command, h.CorrectSettlement) else ()


class House:
    """Tables, money, meters and shuffles over one database; several processes may each have one over the same."""

    def __init__(
        self,
        database: Database,
        keys: Keys,
        clock: Callable[[], int] = wall_clock,
        remote_houses: Mapping[str, RemoteHouse] = NOWHERE,
        witness: Witness | None = None,
        seeds: SeedPool | None = None,
    ) -> None:
        self.database = database
        self.keys = keys
        self.cache = TableCache(database, keys, seeds)
        self._clock = clock
        self.remote_houses = remote_houses
        self.witness = witness
        self._turn = Lock()  # two threads that think at once only take the interpreter from each other

    def submit(self, requests: Sequence[h.Request]) -> list[Answer | Exception]:
        """Carries the requests out in this order in one transaction, and answers once it is committed.

        What the dealers of different tables do after that, they do in turn.
        Should one of them break what the database enforces, or concern what cannot be read, the others are carried out
        without it. Where the database itself fails, its error is raised.
        """
        try:
            return [*self._commit(requests)]
        except (Unavailable, OutcomeUnknown):
            raise
        except Exception as error:
            if len(requests) == 1:
                return [error]
            return [answer for request in requests for answer in self.submit([request])]

    def ask(self, request: h.Request) -> Answer:
        """The answer to one request."""
        (answer,) = self.submit([request])
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _commit(self, requests: Sequence[h.Request]) -> list[Answer]:
        result = self.database.transact(lambda connection: self._carry_out(connection, requests))
        self._install(result)
        return result.answers

    def _install(self, result: _Result) -> None:
        self.cache.install(result.tables, result.seeds)
        self.cache.keep_books(result.tables, result.books)

    def _carry_out(self, connection: Connection, requests: Sequence[h.Request]) -> _Result:
        with self._turn:  # taken before the database locks anything, so that nobody who holds a row waits for it
            rows = store.table_rows(connection, {request.table for request in requests}, lock=True)
            tables = {row.table_id: self.cache.caught_up(connection, row) for row in rows}
            named = {request.command.player for request in requests if isinstance(request.command, _NAMES_PLAYER)}
            named |= {box.player for request in requests for box in _put_right(request, tables)}
            players = [player_account(player) for player in named if is_patron(player) or not name_problem(player)]
            known = store.answers(connection, [(r.table, r.command_id) for r in requests if r.command_id])
            house_transaction = HouseTransaction(
                self.cache, self.remote_houses, connection, self._clock(), tables, players
            )
            answered = answers(house_transaction, requests, known)
        house_transaction.flush()
        self.cache.keep_snapshots(connection, rows, house_transaction.tables)
        return _Result(answered, house_transaction.tables, house_transaction.drawn, house_transaction.books())

    def table(self, table_id: str) -> HouseTable:
        """A table as it stands."""
        return self.cache.table(table_id)

    def tables(self) -> list[str]:
        """The names of all tables, open and closed."""
        return self.cache.tables()

    def known(self, table_id: str) -> HouseTable | None:
        """A table as this process read or wrote it last."""
        return self.cache.known(table_id)

    def changed(self, names: Iterable[str]) -> list[str]:
        """Those of the tables that others have changed since this process read or wrote them last."""
        return self.cache.changed(names)

    def rules_of(self, table: HouseTable) -> GameRules:
        """The rules that a table is run by now."""
        return self.cache.rules_of(table)

    def title_of(self, table: HouseTable) -> str:
        """What a table is called."""
        return self.cache.title_of(table)

    def now_ms(self) -> int:
        """What the house's clock says."""
        return self._clock()

    def _open(self, function: Callable[[Connection], Opened]) -> Opened:
        """What `function` returns in one transaction, begun again where another process opened the same meanwhile."""
        for _ in range(3):
            with suppress(IntegrityError):
                return self.database.transact(function)
        return self.database.transact(function)

    def open_cage(self) -> None:
        """Opens the cage's log and the house's own accounts, where they are not open yet."""
        self._open(self._open_cage)

    def _open_cage(self, connection: Connection) -> None:
        if not store.table_rows(connection, [s.CAGE]):
            open_accounts(connection, (s.CAGE, HOUSE_WIN))
            store.new_table(connection, s.CAGE, None, None)

    def open_table(self, table_id: str, submission: str, terms: TableTerms, by: str = "house") -> HouseTable:
        """A new table under a submission that checks clean."""
        if not _NAME.fullmatch(table_id) or table_id in NOT_A_TABLE:
            raise BadInput(f"{table_id!r} cannot name a table; use a to z, 0 to 9 and hyphens, at most 40.")
        _check_terms(terms)
        result = self._open(lambda connection: self._open_table(connection, table_id, submission, terms, by))
        self._install(result)
        return result.tables[table_id]

    def open_link(self, filing: LinkFiling, by: str = "house") -> None:
        """A new link, its meters seeded with their initial amounts."""
        self._open(lambda connection: self._open_link(connection, filing, by))

    def _open_link(self, connection: Connection, filing: LinkFiling, by: str) -> None:
        transaction = self._at_cage(connection)
        transaction.house_transaction.signs = (
            True  # so that who joins the link sees that the keys they were given are this house's
        )
        moment = Moment(s.CAGE, transaction.first, transaction.at_ms)
        opened, postings = open_link(self.database, connection, filing, moment)
        transaction.house_transaction.ledger.learn(dict.fromkeys((posting.taker for posting in postings), 0))
        transaction.act(by, "OpenLink", (opened,), postings)
        self._flush(transaction)

    def join_remote_link(self, link: str, at: str, by: str = "house") -> None:
        """Makes a link that another database keeps known here, so that tables can be opened on it."""

        def join(connection: Connection) -> None:
            transaction = self._at_cage(connection)
            opened = join_remote(connection, self.remote_houses[at], link, self._clock())
            transaction.act(by, "JoinLink", (opened,))
            self._flush(transaction)

        self._open(join)

    def tend_links(self) -> list[str]:
        """Tells every link elsewhere what it has to hear; the tables on links that answer."""
        with self.database.read() as connection:
            far, tables = store.links_elsewhere(connection), store.table_rows(connection)
        known = [
            (link, self.remote_houses[at]) for link, at in far if at in self.remote_houses
        ]  # joined since: not yet
        found = {link for link, remote_houses in known if remote_houses.tend(self.database, link, self._clock())}
        return [row.table_id for row in tables if row.link_id in found]

    def lost_links(self) -> list[str]:
        """The links elsewhere that did not answer when they were last asked."""
        with self.database.read() as connection:
            far = store.links_elsewhere(connection)
        return [link for link, at in far if at in self.remote_houses and self.remote_houses[at].lost]

    def serve(self, connection: Connection, served: Served) -> None:
        """Writes down what a link of this database did for a house elsewhere, in the transaction that did it."""
        moved = tuple((p.giver, p.taker, p.cents, p.reason, p.seat, p.wager) for p in served.postings)
        accounts = {name for giver, taker, *_ in moved for name in (giver, taker)}
        open_accounts(connection, accounts)
        transaction = self._at_cage(connection, accounts)
        messages = tuple(written(message) for message in served.messages)
        event = he.LinkServed(link=served.link, house=served.house, messages=messages, moved=moved)
        problem = transaction.act(served.house, "serve", (event,))
        assert problem is None, problem
        self._flush(transaction)

    def _at_cage(self, connection: Connection, accounts: Iterable[str] = ()) -> TableTransaction:
        self._open_cage(connection)
        (row,) = store.table_rows(connection, [s.CAGE], lock=True)
        house_transaction = HouseTransaction(
            self.cache,
            self.remote_houses,
            connection,
            self._clock(),
            {s.CAGE: self.cache.caught_up(connection, row)},
            accounts,
        )
        return TableTransaction(house_transaction, house_transaction.tables[s.CAGE])

    def _flush(self, transaction: TableTransaction) -> None:
        transaction.end_record()
        transaction.house_transaction.tables[transaction.table.table_id] = transaction.table
        transaction.house_transaction.flush()

    def _open_table(
        self, connection: Connection, table_id: str, submission: str, terms: TableTerms, by: str
    ) -> _Result:
        if store.table_rows(connection, [table_id]):
            raise BadInput(f"There is a table {table_id!r} already; choose another name.")
        self._open_cage(connection)
        open_accounts(connection, of_table(table_id))
        table = HouseTable(table_id, 0, genesis(table_id))
        house_transaction = HouseTransaction(
            self.cache, self.remote_houses, connection, self._clock(), {table_id: table}
        )
        rules, title, filed = house_transaction.file_rules(submission)
        if problem := source_problem(rules, terms.card_source):
            raise BadInput(problem.sentence, problem.clause)
        filing = house_transaction.approved_filing(submission)
        if isinstance(filing, Refusal):
            raise BadInput(filing.sentence, filing.clause)
        link = self._link_for(house_transaction, connection, table_id, rules, terms.link)
        store.new_table(connection, table_id, rules.digest, link or None)
        transaction = TableTransaction(house_transaction, table)
        opened = he.TableOpened(
            digest=rules.digest,
            link=link,
            mode=terms.mode,
            dealer=terms.dealer,
            inventory_cents=terms.inventory_cents,
            decision_seconds=_decision_seconds(rules, terms),
            betting_seconds=terms.betting_seconds,
            practice=terms.practice,
            title=title,
            filed=filed,
            card_source=cast(CardSource, terms.card_source),  # checked above
            chip_source=cast(he.ChipSource, terms.chip_source),
            denominations_cents=terms.denominations_cents,
            filing=filing,
        )
        shuffles = (transaction.next_seed(1),) if terms.card_source != SEEN else ()  # nobody commits to cardboard
        transaction.act(by, "OpenTable", (opened, *shuffles))
        self._flush(transaction)
        return _Result([], house_transaction.tables, house_transaction.drawn, house_transaction.books())

    def _link_for(
        self, house_transaction: HouseTransaction, connection: Connection, table_id: str, rules: GameRules, link: str
    ) -> str:
        """The link that a table is on: the one that was named, else one of its own, none without a progressive."""
        if not link and "progressive" not in rules.offers:
            return ""
        if not link:
            self._open_link(connection, filing_for(table_id, rules), "house")
            return table_id
        if problem := house_transaction.link(link).join_problem(rules):
            raise BadInput(problem.sentence, problem.clause)
        return link


def serving(keys: Keys, clock: Callable[[], int] = wall_clock) -> Keep:
    """How a house elsewhere writes into a link's database: as that database's own house would."""
    houses: dict[str, House] = {}

    def keep(database: Database, connection: Connection, served: Served) -> None:
        houses.setdefault(database.name, House(database, keys, clock)).serve(connection, served)

    return keep


def _decision_seconds(rules: GameRules, terms: TableTerms) -> int:
    """How long a table waits for an answer: never less than the sign, which the submission makes, tells its players."""
    if terms.decision_seconds is None:
        return rules.decision_seconds or DECISION_SECONDS
    if 0 < terms.decision_seconds < rules.decision_seconds:
        raise BadInput(
            f"The submission gives players {rules.decision_seconds} seconds to answer, and so does the sign; give this"
            f" table no less, or 0 for no limit, rather than {terms.decision_seconds}."
        )
    return terms.decision_seconds


def _check_terms(terms: TableTerms) -> None:
    if terms.mode not in MODES:
        raise BadInput(f"A table's shuffles are in mode {' or '.join(MODES)}, not {terms.mode!r}.")
    if terms.dealer not in DEALERS:
        raise BadInput(f"A table's dealer is {' or '.join(DEALERS)}, not {terms.dealer!r}.")
    if terms.card_source not in CARD_SOURCES:
        raise BadInput(f"A table's cards are {' or '.join(CARD_SOURCES)}, not {terms.card_source!r}.")
    if terms.card_source != "house" and terms.dealer != "human":
        raise BadInput("Cards of cardboard are dealt by a person: open the table with a human dealer.")
    if terms.card_source != "house" and (terms.mode != "house" or terms.practice):
        raise BadInput("The house does not shuffle cards of cardboard: no player's seed shuffles them, no coach helps.")
    if terms.chip_source not in CHIP_SOURCES:
        raise BadInput(f"A table's chips are {' or '.join(CHIP_SOURCES)}, not {terms.chip_source!r}.")
    if terms.chip_source == he.FELT and (terms.dealer != "human" or terms.mode != "house" or terms.practice):
        raise BadInput("Chips on the felt are entered by a person: open the table with a human dealer, without coach.")
    chips = terms.denominations_cents
    if not 0 < len(chips) <= MOST_DENOMINATIONS or list(chips) != sorted({*chips}) or not 0 < chips[0] <= chips[-1]:
        raise BadInput(f"A table has 1 to {MOST_DENOMINATIONS} denominations of chips, each once, the smallest first.")
    if chips[-1] > LARGEST_CENTS:
        raise BadInput(f"No chip is worth more than {LARGEST_CENTS:,} cents.")
    if not 0 <= terms.inventory_cents <= LARGEST_CENTS:
        raise BadInput(f"A table opens with 0 to {LARGEST_CENTS:,} cents in its inventory.")
    for name in ("decision_seconds", "betting_seconds"):
        if not 0 <= (getattr(terms, name) or 0) <= 3600:
            raise BadInput(f"{name} is 0 (no limit) to 3600.")
