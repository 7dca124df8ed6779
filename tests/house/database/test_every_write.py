"""The storage fails at every write of a whole round in turn: what is there then is before or after, never between.

A round of each game is played once without faults; then again with every fault, the same commands being sent until
each is answered. Seeds and clock are fixed, so that both rounds are the same to the last card and cent, and both are
rounds in which a meter is hit.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import select

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Answer, Done
from croupier.house.links.filing import LinkedMeter, LinkFiling
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.log.sealing import seal_from, unsealed_act
from croupier.house.service.house import House, TableTerms
from croupier.house.transaction.table_cache import TableCache, seed_purpose
from croupier.rulebook.errors import BadInput
from croupier.table.values import commands as c
from tests.house.audit.sabotage import COMMIT, Sabotage, sabotaged
from tests.house.floor import KEYS
from tests.house.service.crowd import CHIPS_CENTS, LINK, METER_CENTS, linked_example, wishes_at
from tests.soak import SOAKING

TABLE = "one"
CLOCK_MS = 1_800_000_000_000
# Found by trying: what the first shuffle drawn from these gives seat 1 is paid by a meter.
SALTS = {"md-tcp": 10757, "md-fcp": 44385, "ma-fcp-1": 40634, "ma-fcp-2": 105755, "md-uth": 87375}


class SteadySeeds(TableCache):
    """Draws seeds that follow from a salt."""

    salt: int

    def draw_seed(self, table_id: str, shuffle: int) -> tuple[bytes, bytes]:
        seed = hashlib.sha256(f"{self.salt} {shuffle}".encode()).digest()
        return seed, self.keys.sealing.close(seed, seed_purpose(table_id, shuffle))


class SteadyHouse(House):
    """A house whose seeds follow from a salt, and whose clock stands still."""

    def __init__(self, database: Database, salt: int) -> None:
        super().__init__(database, KEYS, lambda: CLOCK_MS)
        self.cache: SteadySeeds = SteadySeeds(database, KEYS)
        self.cache.salt = salt

    def restarted(self) -> "SteadyHouse":
        """A house that knows nothing but the law."""
        house = SteadyHouse(self.database, self.cache.salt)
        house.cache._rules = self.cache._rules
        return house


class Reference(Struct, frozen=True):
    """A round as it is without faults: every command, its answer, and how the house stands after it."""

    requests: tuple[h.Request, ...]
    answers: tuple[Answer, ...]
    standings: tuple[Any, ...]


@cache
def reference(rulebook: str) -> Reference:
    """From the first chips to the end of the round, played once, on SQLite, for both databases to be compared with."""
    with TemporaryDirectory() as folder, Database.open(Path(folder) / "house.db", create=True) as database:
        house, answers, standings = opened(database, rulebook), list[Answer](), list[Any]()
        requests: list[h.Request] = []
        for number, request in enumerate(round_of_wishes(house), 1):
            requests.append(h.Request(CAGE if isinstance(request, h.BuyIn) else TABLE, request, f"command {number}"))
            answers.append(house.ask(requests[-1]))
            standings.append(standing(database))
        with database.read() as connection:
            kinds = set(connection.execute(select(s.movements.c.kind)).scalars())
    assert "hit" in kinds, "the salt gives no hand that a meter pays; find another"
    return Reference(tuple(requests), tuple(answers), tuple(standings))


def opened(database: Database, rulebook: str) -> SteadyHouse:
    """A house with one table on a link."""
    house = SteadyHouse(database, SALTS[rulebook])
    house.open_cage()
    meter = LinkedMeter(initial_cents=METER_CENTS, reset_cents=METER_CENTS, reserve="1 %")
    house.open_link(LinkFiling(link=LINK, meters={"progressive": meter}))
    house.open_table(TABLE, linked_example(rulebook), TableTerms(link=LINK, decision_seconds=0, betting_seconds=0))
    return house


def round_of_wishes(house: House) -> Iterator[h.AnyRequestedCommand]:
    """All that one guest asks in one round; each request is carried out before the next is thought of."""
    yield h.BuyIn(player="ann", cents=CHIPS_CENTS)
    yield c.Sit(seat=1, player="ann")
    while (table := house.table(TABLE)).state.rounds < 2:
        yield from wishes_at(house.rules_of(table), table)


def everything(database: Database) -> list[list[Any]]:
    """Every row of every table, to the last byte."""
    with database.read() as connection:
        return [sorted(map(tuple, connection.execute(select(table)))) for table in s.metadata.sorted_tables]


def standing(database: Database) -> Any:
    """All that is kept, in the clear: the same for two houses that did the same, whatever they were sealed with."""
    house = House(database, KEYS)
    with database.read() as connection:
        seeds = {
            (row.table_id, row.shuffle): KEYS.sealing.open(row.sealed, seed_purpose(row.table_id, row.shuffle))
            for row in connection.execute(select(s.seeds))
        }
        log = [
            (row.table_id, record.number, record.round, record.at_ms, unsealed_act(row.table_id, act, seal_of))
            for row in store.table_rows(connection)
            for seal_of in [lambda shuffle, table=row.table_id: seal_from(seeds[table, shuffle])]
            for record in store.records_after(connection, row.table_id, 0)
            for act in decoded(record.body)
        ]
        alike = [s.accounts, s.transfers, s.meters, s.movements, s.links, s.answers, s.rules]
        rows = [sorted(map(tuple, connection.execute(select(table)))) for table in alike]
    tables = [replace(house.table(table), hash=b"") for table in house.tables()]
    return tables, seeds, log, rows


class Trial:
    """One command sent to a house whose storage fails."""

    def __init__(self, sabotage: Sabotage, house: SteadyHouse) -> None:
        self.house = house
        self._sabotage = sabotage

    def fails_before(self, request: h.Request) -> int:
        """Every write fails in turn, once and from then on, and leaves nothing; says how many writes there were."""
        database = self.house.database
        before, table = everything(database), self.house.known(TABLE)
        for place in count(1):
            for mode in ("once", "lasting"):
                self._sabotage.arm(mode, place)
                with pytest.raises(BadInput):
                    self.house.ask(request)
                self._sabotage.disarm()
                assert everything(database) == before, (request, mode, place, self._sabotage.struck)
                assert self.house.known(TABLE) == table, "the house believes what is not there"
                if mode == "lasting":
                    self.house = self.house.restarted()
                    assert self.house.table(TABLE) == table
            if self._sabotage.struck == COMMIT:
                return place
        raise AssertionError

    def fails_after(self, request: h.Request) -> None:
        """The commit is kept, and nobody hears of it."""
        self._sabotage.arm("kept")
        with pytest.raises(BadInput):
            self.house.ask(request)
        assert self._sabotage.struck == COMMIT
        self._sabotage.disarm()


@pytest.fixture(autouse=True)
def without_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.house.database.database.PAUSE_MS", 0)


@pytest.mark.parametrize("rulebook", SALTS)
def test_a_storage_that_fails_at_every_write_of_a_round(database: Database, rulebook: str) -> None:
    expected = reference(rulebook)
    house, writes = opened(database, rulebook), 0
    with sabotaged(database, reads=SOAKING) as sabotage:
        trial = Trial(sabotage, house)
        for request, answer, after in zip(expected.requests, expected.answers, expected.standings, strict=True):
            writes += trial.fails_before(request)
            trial.fails_after(request)
            assert standing(database) == after
            assert isinstance(answer, Done)
            assert trial.house.ask(request) == replace(answer, again=True)
            assert standing(database) == after
    assert writes > 5 * len(expected.requests)


@pytest.mark.parametrize("rulebook", SALTS)
def test_others_in_the_way_at_every_step_of_a_round(
    database: Database, rulebook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each attempt gets one step further than the last, and the one that gets through does it all, once."""
    monkeypatch.setattr("croupier.house.database.database.ATTEMPTS", 100)
    expected = reference(rulebook)
    house = opened(database, rulebook)
    with sabotaged(database, reads=True) as sabotage:
        for request, answer, after in zip(expected.requests, expected.answers, expected.standings, strict=True):
            sabotage.arm("contended")
            assert house.ask(request) == answer
            assert sabotage.struck == COMMIT
            sabotage.disarm()
            assert standing(database) == after
