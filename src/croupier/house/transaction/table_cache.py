"""What a house knows of its tables: those it has read, the rules and seeds they need."""

from collections.abc import Iterable, Mapping, Sequence
from threading import Lock

import msgspec
from sqlalchemy import Connection

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.keys import Keys
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import Record, chained, decoded, genesis
from croupier.house.log.house_table import HouseTable, evolved, of_dealer, recorded
from croupier.house.log.sealing import seal_from, unsealed
from croupier.house.shuffles.shuffle import SeedPool
from croupier.rulebook.elect import GameRules, filed_as
from croupier.rulebook.errors import BadInput
from croupier.rulebook.submission import parse_submission

SNAPSHOT_EVERY = 1024
MOST_SEEDS = 4096  # kept in memory; older ones are read again where needed


class TableCache:
    """Reads tables up to what is committed, whichever process committed it."""

    def __init__(self, database: Database, keys: Keys, seeds: SeedPool | None = None) -> None:
        self.database = database
        self.keys = keys
        self._pool = seeds or SeedPool()
        self._tables: dict[str, HouseTable] = {}
        self._rules: dict[str, GameRules] = {}
        self._names: dict[str, str] = {}  # in submissions, by the digest of their rules
        self._seeds: dict[tuple[str, int], bytes] = {}
        self._books: dict[str, tuple[int, dict[str, int]]] = {}
        self._tidying = Lock()  # two commits of different tables may end at once, and others read meanwhile

    def table(self, table_id: str) -> HouseTable:
        """A table as it stands."""
        known = self._tables.get(table_id)  # before the look at the database, which is then not the older of the two
        with self.database.read() as connection:
            rows = store.table_rows(connection, [table_id])
            if not rows:
                raise BadInput(f"There is no table {table_id!r}; croupier house tables lists them.")
            table = self._caught_up(connection, rows[0], known)
        self.install({table_id: table}, {})
        return table

    def changed(self, names: Iterable[str]) -> list[str]:
        """Those of the tables that others have changed since this process read or wrote them last."""
        with self.database.read() as connection:
            rows = store.table_rows(connection, names)
        known = self._tables
        return [
            row.table_id for row in rows if (table := known.get(row.table_id)) is None or table.version < row.version
        ]

    def known(self, table_id: str) -> HouseTable | None:
        """A table as this process read or wrote it last."""
        return self._tables.get(table_id)

    def tables(self) -> list[str]:
        """The names of all tables, open and closed."""
        with self.database.read() as connection:
            return [row.table_id for row in store.table_rows(connection) if row.table_id != s.CAGE]

    def install(self, tables: Mapping[str, HouseTable], seeds: Mapping[tuple[str, int], bytes]) -> None:
        """Takes over what is committed."""
        with self._tidying:  # a reader must not put an older table where a commit has just put the newer
            for name, table in tables.items():
                known = self._tables.get(name)
                if known is None or known.version < table.version:
                    self._tables[name] = table
            self._seeds.update(seeds)
            while len(self._seeds) > MOST_SEEDS:
                del self._seeds[next(iter(self._seeds))]

    def books(self, table: HouseTable) -> dict[str, int] | None:
        """What a table's own accounts hold, where this process knows it: only the table's own records move them."""
        version, balances = self._books.get(table.table_id, (-1, None))
        return balances if version == table.version else None

    def keep_books(self, tables: Mapping[str, HouseTable], books: Mapping[str, dict[str, int]]) -> None:
        """Takes over what the tables' accounts hold, once it is committed."""
        for name, balances in books.items():
            self._books[name] = (tables[name].version, balances)

    def rules_of(self, table: HouseTable) -> GameRules:
        """The rules that a table is run by now."""
        if table.digest not in self._rules:
            with self.database.read() as connection:
                return self.rules(connection, table.digest)
        return self._rules[table.digest]

    def title_of(self, table: HouseTable) -> str:
        """What a table is called: where no record says, as the first submission with its rules calls it."""
        if not table.title and table.digest not in self._names:
            with self.database.read() as connection:
                filed = parse_submission(store.submission(connection, table.digest), "the filed submission")
            self._names[table.digest] = filed.table.name or ""
        return table.title or self._names[table.digest] or table.table_id

    def rules(self, connection: Connection, digest: str) -> GameRules:
        """The rules that a digest names, resolved from the submission that was filed."""
        if digest not in self._rules:
            filed = parse_submission(store.submission(connection, digest), "the filed submission")
            self._rules[digest] = filed_as(filed, digest)
        return self._rules[digest]

    def seed(self, connection: Connection, table_id: str, shuffle: int) -> bytes:
        """The seed of a shuffle."""
        seed = self._seeds.get((table_id, shuffle)) or self._read_seeds(connection, table_id, {shuffle}).get(shuffle)
        if seed is None:
            raise BadInput(f"The seed of shuffle {shuffle} at table {table_id} is not kept; restore the last backup.")
        return seed

    def draw_seed(self, table_id: str, shuffle: int) -> tuple[bytes, bytes]:
        """A fresh seed for a shuffle to come, and the same under the house's seal."""
        seed = self._pool.draw()
        return seed, self.keys.sealing.close(seed, seed_purpose(table_id, shuffle))

    def _read_seeds(self, connection: Connection, table_id: str, shuffles: set[int]) -> dict[int, bytes]:
        """The seeds of these shuffles, known from now on."""
        found = {
            shuffle: self.keys.sealing.open(kept, seed_purpose(table_id, shuffle))
            for shuffle, kept in store.sealed_seeds(connection, table_id, shuffles).items()
        }
        self.install({}, {(table_id, shuffle): seed for shuffle, seed in found.items()})
        return found

    def caught_up(self, connection: Connection, row: store.TableRow) -> HouseTable:
        """The table at the version of its row, which is locked, from what this process knows and the records since."""
        return self._caught_up(connection, row, self._tables.get(row.table_id))

    def _caught_up(self, connection: Connection, row: store.TableRow, known: HouseTable | None) -> HouseTable:
        table_id = row.table_id
        table = known or self._from_snapshot(connection, table_id)
        if table.version == row.version and table.hash == row.hash:
            return table
        records = list(store.records_after(connection, table_id, table.version, row.version))
        if known and not _follows(table, records):  # a backup was restored, and others went on from it
            self._forget(table_id)
            return self._caught_up(connection, row, None)
        logged = [decoded(record.body) for record in records]
        needed = {shuffle for shuffle in sealed_shuffles(logged) if (table_id, shuffle) not in self._seeds}
        self._read_seeds(connection, table_id, needed)
        for record, acts in zip(records, logged, strict=True):
            before = table.state
            for act in acts:
                events = [
                    unsealed(table_id, one, lambda n: seal_from(self.seed(connection, table_id, n)))
                    for one in act.events
                ]
                table = evolved(table, events)
            table = recorded(table, before, record.number, acts)
        last = records[-1]
        return msgspec.structs.replace(table, version=last.number, hash=last.hash, at_ms=last.at_ms)

    def _forget(self, table_id: str) -> None:
        """Nothing that this process knows of a table is so any more."""
        with self._tidying:
            self._tables.pop(table_id, None)
            self._books.pop(table_id, None)
            self._seeds = {key: seed for key, seed in self._seeds.items() if key[0] != table_id}

    def _from_snapshot(self, connection: Connection, table_id: str) -> HouseTable:
        kept = store.snapshot(connection, table_id)
        if kept:
            opened = self.keys.sealing.open(kept[1], snapshot_purpose(table_id))
            return of_dealer(msgspec.json.decode(opened, type=HouseTable))
        return HouseTable(table_id, 0, genesis(table_id))

    def keep_snapshots(
        self, connection: Connection, before: Sequence[store.TableRow], tables: Mapping[str, HouseTable]
    ) -> None:
        """Keeps a snapshot of each table that has gone on far enough since the last."""
        for row in before:
            table = tables[row.table_id]
            if table.version // SNAPSHOT_EVERY != row.version // SNAPSHOT_EVERY:
                sealed = self.keys.sealing.close(msgspec.json.encode(table), snapshot_purpose(row.table_id))
                store.keep_snapshot(connection, row.table_id, table.version, sealed)


def _follows(table: HouseTable, records: Sequence[Record]) -> bool:
    """Whether the first of the records was written after the one that the table stands behind."""
    if not records:
        return False
    first = records[0]
    return chained(table.hash, first.number, first.round, first.at_ms, first.body) == first.hash


def sealed_shuffles(records: Sequence[tuple[he.Act, ...]]) -> set[int]:
    """The shuffles under whose seals the acts of these records lie."""
    return {one.shuffle for acts in records for act in acts for one in act.events if isinstance(one, he.Sealed)}


def seed_purpose(table_id: str, shuffle: int) -> bytes:
    """What a kept seed is sealed for."""
    return f"seed {shuffle} {table_id}".encode()


def snapshot_purpose(table_id: str) -> bytes:
    """What a snapshot is sealed for."""
    return f"snapshot {table_id}".encode()
