"""Durable rounds a second through the table service, one process, beside what the disk's own syncs allow.

    python -m benchmarks.house [--seconds 5] [--tables 600] [--folder DIR]

Every command of every round is committed and synced before it is answered; the service commits together what tables
ask for meanwhile, so that the more tables there are, the less of a commit each has to bear. The yardstick is how often
the same disk syncs a small write, one after the other: a service that committed each command by itself could not do
more than that, divided by the commits a round takes. The processor time of a round, players included, tells what the
process could do if it never waited.
"""

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from itertools import count
from pathlib import Path

from tests.house.database.postgres import throw_away

from croupier.cli.demo import demo_decision
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.keys import Keys
from croupier.house.service.house import House, TableTerms
from croupier.house.service.service import TableService
from croupier.rulebook.elect import GameRules
from croupier.rulebook.load import rulebook_ids
from croupier.table.values import commands as c
from croupier.table.values.box import Wager
from croupier.table.values.refusal import Refusal

BASE_GAME = ("ante", "blind")
CHIPS_CENTS = 10**10
KEYS = Keys.new()
NUMBERS = count(1)


def syncs_a_second(folder: Path, seconds: float = 1.0) -> float:
    """How often the disk syncs a small write."""
    count, until = 0, time.perf_counter() + seconds
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        while time.perf_counter() < until:
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
            count += 1
    return count / seconds


def example(rulebook: str) -> str:
    """The submission that ships as an example."""
    return (files("croupier.rulebook") / f"data/examples/{rulebook}.toml").read_text("utf-8")


async def play(service: TableService, table: str, until: float) -> int:
    """One player at one table, round after round; how many were played."""
    house, rounds = service.house, 0
    opened = house.known(table)
    assert opened is not None
    rules = house.rules_of(opened)
    wagers = h.SetWagers(seat=1, stakes=tuple(Wager(wager, _least(rules)) for wager in _base_wagers(rules)), ready=True)
    await _sent(service, table, c.Sit(seat=1, player=table))
    while time.perf_counter() < until:
        house_table = house.known(table)
        assert house_table is not None
        round_ = house_table.state.round
        assert round_ is not None
        if round_.phase == "wagering":
            await _sent(service, table, wagers)
        else:
            await _sent(service, table, demo_decision(rules, house_table.state))
        after = house.known(table)
        assert after is not None
        rounds += after.state.rounds - house_table.state.rounds
    return rounds


def _base_wagers(rules: GameRules) -> list[str]:
    return [wager for wager in BASE_GAME if wager in rules.offers]


def _least(rules: GameRules) -> int:
    return next(limit.minimum_cents for limit in rules.limits if limit.wager == "ante")


async def _sent(service: TableService, table: str, command: h.AnyRequestedCommand) -> None:
    answer = await service.send(h.Request(table, command, f"command {next(NUMBERS)}"))
    assert not isinstance(answer, Refusal), answer


async def measure(database: Database, rulebook: str, tables: int, seconds: float) -> tuple[float, float, float]:
    """Rounds a second, commits a second, and the microseconds of processor time that a round takes."""
    house = House(database, KEYS)
    names = [f"{rulebook}-{number}" for number in range(1, tables + 1)]
    for name in names:
        house.open_table(name, example(rulebook), TableTerms(decision_seconds=0, betting_seconds=0))
        house.ask(h.Request(CAGE, h.BuyIn(player=name, cents=CHIPS_CENTS)))
    async with TableService(house) as service:
        await asyncio.gather(*[play(service, name, time.perf_counter() + 0.3) for name in names])  # decks, caches
        for name in names:
            await _sent(service, name, c.Leave(seat=1))
        commits, began, worked = service.commits, time.perf_counter(), time.process_time()
        played = sum(await asyncio.gather(*[play(service, name, began + seconds) for name in names]))
        took, worked = time.perf_counter() - began, time.process_time() - worked
        return played / took, (service.commits - commits) / took, worked / played * 1e6


@contextmanager
def databases(folder: Path) -> Iterator[dict[str, Database]]:
    """A new database of each kind on the disk to be measured."""
    with (
        throw_away(folder) as server,
        Database.open(folder / "house.db", create=True) as sqlite,
        Database.open(server.url(), create=True) as postgresql,
    ):
        yield {"sqlite": sqlite, "postgresql": postgresql}


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=600)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--rules", nargs="*", default=rulebook_ids())
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as place:
        os.chmod(place, 0o755)  # the server may run as somebody else
        with databases(Path(place)) as kinds:
            for kind, database in kinds.items():
                for rulebook in given.rules:
                    limit = syncs_a_second(Path(place))
                    rate, commits, worked = asyncio.run(measure(database, rulebook, given.tables, given.seconds))
                    print(
                        f"{kind:<11}{rulebook:<9} {rate:7,.0f} durable rounds a second, {given.tables} tables,"
                        f" {commits:4,.0f} commits a second, {worked:5,.0f} us of processor a round;"
                        f"   the disk syncs {limit:6,.0f} a second: {rate / limit:5.2f} rounds a sync",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
