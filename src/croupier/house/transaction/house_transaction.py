"""What one commit does: tables, balances and meters read and locked, changed in memory, then written together."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from croupier.house.database import schema as s
from croupier.house.keys import Seal
from croupier.house.ledger.accounts import CIRCULATION, of_players, of_table
from croupier.house.ledger.ledger import Ledger, Posted, read_ledger
from croupier.house.ledger.postings import MOVES_MONEY, Posting, fill_for, postings
from croupier.house.links.link import METER_EVENTS, Link, Moment, moves_meters
from croupier.house.links.links import read_link
from croupier.house.links.local import all_meters, in_order
from croupier.house.links.meters import MeterValue
from croupier.house.links.remote_house import RemoteHouse
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import CHECKPOINT_EVERY, chained, signed
from croupier.house.log.events import HOUSE_EVENTS
from croupier.house.log.filings import day_of
from croupier.house.log.house_table import HouseTable, state_after, with_house_event, with_state
from croupier.house.log.sealing import seal_from
from croupier.house.transaction.table_cache import TableCache
from croupier.rulebook.elect import GameRules, resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.submission import Submission, parse_submission
from croupier.table.evolve import evolve
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import Meter

UNRECORDED_MS = 3_600_000  # how long a refusal is remembered: long enough for whoever lost the answer to ask again


class HouseTransaction:
    """What a transaction has read, and what it will write."""

    def __init__(
        self,
        cache: TableCache,
        remote_houses: Mapping[str, RemoteHouse],
        connection: Connection,
        clock_ms: int,
        tables: dict[str, HouseTable],
        accounts: Iterable[str] = (),
    ) -> None:
        self._cache = cache
        self._remote_houses = remote_houses
        self._connection = connection
        self.clock_ms = clock_ms
        self.tables = tables
        self.signs = False  # whether a record is signed whatever its number
        self.drawn: dict[tuple[str, int], bytes] = {}  # seeds that are kept once this is committed
        self.filed: dict[str, GameRules] = {}
        self._versions = {name: table.version for name, table in tables.items()}
        self.ledger = self._read_books(accounts)
        self._links: dict[str, Link] = {}
        self._meters: dict[str, dict[str, MeterValue]] = {}
        self._records: list[tuple[Any, ...]] = []
        self._answers: list[tuple[Any, ...]] = []
        self._unrecorded: list[store.Unrecorded] = []
        self._seeds: list[tuple[Any, ...]] = []
        self._checkpoints: list[tuple[Any, ...]] = []

    def _read_books(self, accounts: Iterable[str]) -> Ledger:
        """The balances that may be asked for: a table's own are known from its last record, a player's are read."""
        names, known = set(accounts), dict[str, int]()
        for table in self.tables.values():
            books = self._cache.books(table)
            if books:
                known.update(books)
            else:
                names.update(of_table(table.table_id))
            names.update(of_players(table.state))
            if table.chip_source == he.FELT:
                names.add(CIRCULATION)
        ledger = read_ledger(self._connection, names)
        ledger.learn(known)
        return ledger

    def books(self) -> dict[str, dict[str, int]]:
        """What each table's own accounts hold now."""
        return {name: self.ledger.balances(of_table(name)) for name in self.tables if name != s.CAGE}

    def link(self, link_id: str) -> Link:
        """A link, locked from now on until the transaction ends."""
        if link_id not in self._links:
            link = self._links[link_id] = read_link(self._connection, link_id, self._remote_houses)
            self.ledger.learn(link.balances())
        return self._links[link_id]

    def is_lost(self, link_id: str) -> bool:
        """Whether a link that another database keeps cannot be reached."""
        return bool(self._remote_houses) and self.link(link_id).lost

    def meters(self, link_id: str, rules: GameRules) -> tuple[Meter, ...]:
        """What the meters of a link show, for the opening of a round; nobody waits for anybody here."""
        if link_id in self._links:
            return self._links[link_id].meters(rules)
        if not self._meters:
            self._meters = all_meters(self._connection, {table.link for table in self.tables.values()})
        values = in_order(self._meters[link_id], rules)
        return tuple([Meter(value.meter, value.shown_cents, value.carry) for value in values])

    def rules(self, digest: str) -> GameRules:
        """The rules of that digest."""
        return self.filed.get(digest) or self._cache.rules(self._connection, digest)

    def file_rules(self, submission: str) -> tuple[GameRules, str, str]:
        """The rules of a submission that checks clean, what it calls its table, and the hash of what is kept of it.

        One submission is kept for good of all that come to the same rules.
        """
        filed = parse_submission(submission, "the submission")
        rules = resolve(filed)
        if rules.digest not in self.filed:
            store.file_rules(self._connection, rules.digest, rules.rulebook.rulebook, submission)
        self.filed[rules.digest] = rules
        kept = store.submission(self._connection, rules.digest)
        return rules, filed.table.name or "", store.filed_hash(kept)

    def approved_filing(self, submission: str) -> int | Refusal:
        """The number of the filing in force that the submission is, 0 for none; refused where one is required."""
        cage = self.tables.get(s.CAGE)
        if cage is None and (rows := store.table_rows(self._connection, [s.CAGE])):
            cage = self._cache.caught_up(self._connection, rows[0])
        if cage is None or not (cage.filings or cage.approval_required):
            return 0
        day, wanted = day_of(self.clock_ms), parse_submission(submission, "the submission")
        for filing in reversed(cage.filings):
            if filing.standing(day) == "in_force" and _says(filing.text, wanted):
                return filing.filing
        if not cage.approval_required:
            return 0
        sentence = "This house opens tables only under an approved submission in force, and this is none; file it."
        return Refusal("not_approved", sentence, "")

    def balance(self, account: str) -> int:
        """What an account holds now."""
        return self.ledger.balance_of(account)

    def seed(self, table_id: str, shuffle: int) -> bytes:
        """The seed of a shuffle, drawn before."""
        return self.drawn.get((table_id, shuffle)) or self._cache.seed(self._connection, table_id, shuffle)

    def seal(self, table_id: str, shuffle: int) -> Seal:
        """The seal of a shuffle."""
        return seal_from(self.seed(table_id, shuffle))

    def new_seed(self, table_id: str, shuffle: int) -> bytes:
        """A fresh seed for a shuffle to come; it is kept under the house's seal."""
        seed, kept = self._cache.draw_seed(table_id, shuffle)
        self.drawn[table_id, shuffle] = seed
        self._seeds.append((table_id, shuffle, kept))
        return seed

    def move(
        self, table: HouseTable, events: Sequence[he.LoggedEvent], at_ms: int, also: Sequence[Posting] = ()
    ) -> tuple[Sequence[he.LoggedEvent], HouseTable, Sequence[Posting]] | Refusal:
        """Moves the money and the meters of an act, and what `also` moves, if they can be moved.

        What happened then, fills included, the table after it, and what was posted.
        """
        ledger, state, posted, happened = self.ledger, table.state, [*also], [*events]
        table_id, balance_of = table.table_id, ledger.balance_of
        marks: dict[str, object] = {}
        ledger.turn += 1
        if also:
            ledger.post(also)
        for place, event in enumerate(events):
            kind = type(event)
            if kind in MOVES_MONEY and (moved := postings(table_id, state, event, balance_of)):
                ledger.post(moved)
                posted += moved
            if kind in METER_EVENTS and table.link and moves_meters(state, event):  # type: ignore[arg-type]
                link = self.link(table.link)
                marks.setdefault(table.link, link.mark())
                told = link.move(Moment(table_id, table.version + 1, at_ms), self.rules(table.digest), state, event)  # type: ignore[arg-type]
                happened[place] = event = told.event
                ledger.post(told.postings)
                posted += told.postings
            if kind in HOUSE_EVENTS:
                state = state_after(table, state, event)  # type: ignore[arg-type]
                table = with_house_event(table, event)  # type: ignore[arg-type]
            else:
                state = evolve(state, event)  # type: ignore[arg-type]
        if posted:
            if fill := fill_for(table_id, posted, balance_of):
                chips = postings(table_id, state, fill, balance_of)
                ledger.post(chips)
                happened, posted = [fill, *happened], [*chips, *posted]
            if problem := ledger.problem(posted):
                ledger.undo(posted)
                for name, mark in marks.items():
                    self._links[name].undo(mark)
                return problem
        return happened, with_state(table, state), posted

    def write(self, table: HouseTable, round_: int, at_ms: int, body: bytes, posted: Sequence[Posted]) -> HouseTable:
        """A record to be: its body, and what its acts posted; the table as it stands behind it."""
        number = table.version + 1
        hash_ = chained(table.hash, number, round_, at_ms, body)
        table_id = table.table_id
        self._records.append((table_id, number, round_, at_ms, body, hash_))
        if posted:
            self.ledger.keep(table_id, number, round_, at_ms, posted)
        if number % CHECKPOINT_EVERY == 0 or table.closed or self.signs:
            signature = signed(self._cache.keys.signing, table_id, number, hash_, at_ms)
            self._checkpoints.append((table_id, number, hash_, at_ms, signature))
        return replace(table, version=number, hash=hash_, at_ms=at_ms)

    def answer(self, table_id: str, command_id: str, answered: store.KeptAnswer, made: bool) -> None:
        """Keeps what a command was answered: for good where it made the record, else for a while."""
        asked, record, refusal = answered.asked, answered.record, answered.refusal
        if made:
            self._answers.append((table_id, command_id, asked, record))
            return
        text = msgspec.json.encode(refusal).decode() if refusal else None
        kept = store.Unrecorded(table_id, command_id, asked, record, text, self.clock_ms)
        self._unrecorded.append(kept._replace(mark=self._cache.keys.mark(kept.marked)))

    def flush(self) -> None:
        """Writes everything, the records first."""
        database, connection = self._cache.database, self._connection
        self.ledger.open(connection)
        with database.sent_together(connection):
            database.insert(connection, s.records, self._records)
            database.insert(connection, s.seeds, self._seeds)
            database.insert(connection, s.answers, self._answers)
            database.insert(connection, s.unrecorded, self._unrecorded)
            database.insert(connection, s.checkpoints, self._checkpoints)
            self.ledger.write(database, connection)
        for link in self._links.values():
            link.write(database, connection)
        moved = [(table, was) for name, table in self.tables.items() if table.version != (was := self._versions[name])]
        store.advance(connection, moved)
        if self._unrecorded:
            tables = {kept.table_id for kept in self._unrecorded}
            store.forget_unrecorded(connection, tables, self.clock_ms - UNRECORDED_MS)


def _says(text: str, wanted: Submission) -> bool:
    """Whether a filing has these values; one under a rulebook that is not at hand is no other table's trouble."""
    try:
        return parse_submission(text, "the filing") == wanted
    except BadInput:
        return False
