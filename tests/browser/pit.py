"""A house that really listens, whose tables a test opens and whose first shuffles a test may choose."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from croupier.cards import Card
from croupier.cli.demo import demo_round, demo_rules
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.keys import Keys
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import House, TableTerms
from croupier.house.shuffles.shuffle import order_from
from croupier.house.transaction.table_cache import TableCache, seed_purpose
from croupier.server.accounts.chips import balance_of
from croupier.server.app.demo import open_pit
from tests.house.floor import KEYS, example
from tests.server.live import CHEAP, Live, serving

Hand = tuple[Card, ...]

RULEBOOKS = ("md-tcp", "md-fcp", "ma-fcp-1", "ma-fcp-2", "md-uth")
NUMBERS = count(1)
DECKS = 2  # how many decks a table shuffles before its first round


def seed_of(*parts: object) -> bytes:
    """A seed that is the same in every run."""
    return sha256(" ".join(map(str, parts)).encode()).digest()


def seed_dealing(rulebook: str, wanted: Callable[[Hand], bool]) -> bytes:
    """A seed whose shuffle deals a player who sits there alone a first hand as wanted."""
    rules = demo_rules(rulebook)
    for number in count():
        seed = seed_of(rulebook, number)
        _, state = demo_round(rules, 1, lambda seed=seed: order_from(seed))  # type: ignore[misc]
        assert state.round
        if wanted(state.round.boxes[0].cards):
            return seed
    raise AssertionError


class KnownSeeds(TableCache):
    """Draws the same seeds in every run: by the table's name, or as a test chose for its first round."""

    chosen: dict[str, bytes]

    def draw_seed(self, table_id: str, shuffle: int) -> tuple[bytes, bytes]:
        """The seed that is due, and the same under the house's seal."""
        seed = self.chosen.get(table_id) if shuffle <= DECKS else None
        seed = seed or seed_of(table_id, shuffle)
        return seed, self.keys.sealing.close(seed, seed_purpose(table_id, shuffle))


class KnownHouse(House):
    """A house whose shuffles are the same in every run."""

    def __init__(self, database: Database, keys: Keys) -> None:
        super().__init__(database, keys)
        self.cache: KnownSeeds = KnownSeeds(database, keys)
        self.cache.chosen = {}


class Pit:
    """A running floor, and what a test may do behind its back."""

    def __init__(self, live: Live, house: KnownHouse) -> None:
        self.live = live
        self.house = house
        self.url = live.url

    def open(
        self, rulebook: str, dealt: Callable[[Hand], bool] | None = None, submission: str = "", **terms: Any
    ) -> str:
        """A new table without time limits, by the rulebook's example or another submission; its name."""
        name = f"{rulebook}-{next(NUMBERS)}"
        if dealt:
            self.house.cache.chosen[name] = seed_dealing(rulebook, dealt)
        given = {"decision_seconds": 0, "betting_seconds": 0, **terms}
        self.house.open_table(name, submission or example(rulebook), TableTerms(**given))
        return name

    def do(self, table: str, command: h.AnyRequestedCommand) -> None:
        """Something is done at a table by whoever the command names."""
        answer = self.house.ask(h.Request(table, command))
        assert isinstance(answer, Done), answer

    def table(self, table: str) -> HouseTable:
        """A table as it truly stands."""
        return self.house.table(table)

    def events(self, table: str) -> list[he.LoggedEvent]:
        """All that a table's log tells, sealed where it is."""
        with self.house.database.read() as connection:
            records = list(store.records_after(connection, table, 0))
        return [one for record in records for act in decoded(record.body) for one in act.events]

    def add(self, name: str, cents: int = 0, **role: Any) -> str:
        """A user with the password of all tests, and with chips."""
        self.live.add(name, **role)
        if cents:
            answer = self.house.ask(h.Request(CAGE, h.BuyIn(player=name, cents=cents)))
            assert isinstance(answer, Done), answer
        return name

    def balance_cents(self, player: str) -> int:
        """The chips that a player has by the house's ledger."""
        return balance_of(self.house, player)

    def net_cents(self, table: str) -> int:
        """What the round that ended last came to for everybody who played in it, by its settlement."""
        last = self.table(table).last
        assert last, f"no round has ended at {table}"
        return sum(line.net_cents for line in last.lines)


@contextmanager
def opened_pit(empty: Path, folder: Path, demo: bool = False) -> Iterator[Pit]:
    """A floor over a copy of an empty house, listening until the end; `demo` has the demo's tables in it."""
    path = folder / "pit.db"
    path.write_bytes(empty.read_bytes())
    with Database.open(path) as database:
        house = KnownHouse(database, KEYS)
        if demo:
            open_pit(house)
        with serving(database, CHEAP, house) as live:
            yield Pit(live, house)
