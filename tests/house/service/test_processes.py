"""Several processes of one house on one PostgreSQL: every cent, meter and command counted once, in one order."""

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from croupier.cli.demo import demo_rules
from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.links.filing import LinkedMeter, LinkFiling
from croupier.house.service.house import House, TableTerms
from croupier.rulebook.errors import BadInput
from tests.house.database.postgres import Postgres
from tests.house.floor import KEYS, example
from tests.house.service.aftermath import Aftermath
from tests.house.service.crew import Crew, Worker, crew
from tests.house.service.crowd import METER_CENTS, open_floor, play_on
from tests.soak import sized

MANY = 4
TABLES = tuple(f"table-{number:02}" for number in range(1, 51))
ROUNDS = sized(2, 100)
THOUGHT_MS = 60  # or else one process at the same tables as another may leave it no chance
KILLS = sized(3, 100)
MILLISECONDS = (50, 400)  # between the first answer and a kill
LEFT_OPEN = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in trans%'"
DEADLOCKS = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"


@pytest.fixture(scope="module")
def hired(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crew]:
    with crew(tmp_path_factory.mktemp("journals")) as hired:
        yield hired


@pytest.fixture(scope="module")
def template(postgres: Postgres) -> str:
    """A database with fifty tables of all rulebooks on one link: copy it, do not open it."""
    name = "floor_template"
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE house_template".encode())
    with Database.open(postgres.url(name)) as database:
        open_floor(House(database, KEYS), TABLES)
    return name


@pytest.fixture
def address(new_postgres_url: Callable[[str], str], template: str) -> str:
    """A house with fifty tables open and everybody seated."""
    return new_postgres_url(template)


def looked_at(address: str, workers: Sequence[Worker], tables: Sequence[str] = TABLES) -> Aftermath:
    """What is left once the workers have ended: nobody waits for anybody, nothing is lost, doubled, stuck or untrue."""
    with psycopg.connect(address) as connection:
        assert connection.execute(LEFT_OPEN).fetchone() == (0,)
        assert connection.execute(DEADLOCKS).fetchone() == (0,)
    aftermath = Aftermath()
    with Database.open(address) as database:
        house = House(database, KEYS)
        for worker in workers:
            aftermath.hear(house, worker.lines())
        play_on(house, tables)
        aftermath.check_all(database)
    return aftermath


def test_a_house_opened_by_many_at_once(database: Database) -> None:
    """Whoever comes second finds it open, or is told in a sentence that the name is taken."""
    demo_rules("md-tcp")  # the law is read before anybody starts
    together = threading.Barrier(MANY)

    def open_all(number: int) -> list[str]:
        house, said = House(database, KEYS), list[str]()
        meters = {"progressive": LinkedMeter(initial_cents=METER_CENTS, reset_cents=METER_CENTS)}
        for opening in (
            house.open_cage,
            lambda: house.open_table(f"own-{number}", example("md-tcp"), TableTerms()),
            lambda: house.open_table("same", example("md-tcp"), TableTerms()),
            lambda: house.open_link(LinkFiling(link="link", meters=meters)),
        ):
            together.wait()
            try:
                opening()
            except BadInput as refused:
                said.append(str(refused))
        return said

    with ThreadPoolExecutor(MANY) as threads:
        said = [sentence for heard in threads.map(open_all, range(MANY)) for sentence in heard]
    assert len(said) == 2 * (MANY - 1)
    assert all("already; choose another name." in sentence for sentence in said)
    assert sorted(House(database, KEYS).tables()) == sorted(["same", *(f"own-{number}" for number in range(MANY))])
    assert audit(database, KEYS).ok


@pytest.mark.parametrize("processes", [2, 4])
def test_processes_with_tables_of_their_own_share_a_link(hired: Crew, address: str, processes: int) -> None:
    shares = [TABLES[number::processes] for number in range(processes)]
    workers = hired.play_together(address, shares, rounds=1 + ROUNDS)
    assert looked_at(address, workers).in_flight == 0
    assert [worker.lines()[-1].rounds for worker in workers] == [len(share) * ROUNDS for share in shares]


@pytest.mark.parametrize("processes", [2, 4])
def test_processes_at_the_same_tables_follow_each_other(hired: Crew, address: str, processes: int) -> None:
    """All play for the same guests at the same tables: who is late is refused, and nothing is done twice."""
    tables = TABLES[:10]
    workers = hired.play_together(address, [tables] * processes, rounds=1 + ROUNDS, thought_ms=THOUGHT_MS)
    assert looked_at(address, workers, tables).in_flight == 0
    answers = [[line for line in worker.lines() if line.record or line.refusal] for worker in workers]
    assert sum(any(line.record for line in lines) for lines in answers) > 1, "one did everything"
    assert any(line.refusal for lines in answers for line in lines), "they never met"


def test_a_process_killed_beside_others_at_the_same_tables(hired: Crew, address: str) -> None:
    """What the dead one held is free at once, and the others play on."""
    chance, tables = random.Random(KILLS), TABLES[:10]
    other = hired.start(address, tables, thought_ms=THOUGHT_MS)
    killed = []
    for _ in range(KILLS):
        killed.append(hired.start(address, tables, thought_ms=THOUGHT_MS))
        killed[-1].wait_for_work()
        time.sleep(chance.randint(*MILLISECONDS) / 1000)
        killed[-1].kill()
        other.wait_for_work(len(other.text()))
    other.kill()
    with psycopg.connect(address) as connection:
        for _ in range(500):  # the server notices the last kill in a moment
            if connection.execute(LEFT_OPEN).fetchone() == (0,):
                break
            connection.rollback()
            time.sleep(0.01)
    looked_at(address, [other, *killed], tables)
