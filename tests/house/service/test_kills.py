"""The process or the server is killed at random moments under load: nothing is lost, doubled, stuck or untrue."""

import random
import time
from collections.abc import Iterator

import psycopg
import pytest

from croupier.house.database.database import Database
from croupier.house.service.house import House
from tests.house.database.postgres import Postgres, memory, throw_away
from tests.house.floor import KEYS
from tests.house.service.aftermath import Aftermath
from tests.house.service.crew import Crew, crew
from tests.house.service.crowd import PAYTABLES, open_floor, play_on

TABLES = tuple(PAYTABLES)  # one of each rulebook, named after it
KILLS = 30
SERVER_KILLS = 4
NIGHTS, KILLS_A_NIGHT, SERVER_KILLS_A_NIGHT = 20, 50, 10  # in a soak, each night in a new house
MILLISECONDS = (50, 400)  # between the first answer and the kill


@pytest.fixture(scope="module")
def hired(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crew]:
    with crew(tmp_path_factory.mktemp("journals")) as hired:
        yield hired


@pytest.fixture
def address(database_url: str) -> str:
    """A house with all tables open and everybody seated."""
    with Database.open(database_url) as database:
        open_floor(House(database, KEYS), TABLES)
    return database_url


def kill_again_and_again(hired: Crew, address: str, kills: int, seed: int = 0) -> Aftermath:
    """Starts a process, lets it play, kills it, and looks at what is left; so many times."""
    chance, aftermath = random.Random(seed), Aftermath()
    for _ in range(kills):
        worker = hired.start(address, TABLES)
        worker.wait_for_work()
        time.sleep(chance.randint(*MILLISECONDS) / 1000)
        worker.kill()
        with Database.open(address) as database:
            house = House(database, KEYS)
            aftermath.hear(house, worker.lines())
            aftermath.check(house)
            play_on(house, TABLES)
    with Database.open(address) as database:
        aftermath.check_all(database)
    return aftermath


def test_a_process_killed_again_and_again(hired: Crew, address: str) -> None:
    aftermath = kill_again_and_again(hired, address, KILLS)
    assert len(aftermath.answered) > KILLS * len(TABLES)
    assert aftermath.in_flight, "every kill found the process at rest"


@pytest.mark.soak
@pytest.mark.parametrize("night", range(1, NIGHTS + 1))
def test_a_process_killed_a_thousand_times(hired: Crew, address: str, night: int) -> None:
    kill_again_and_again(hired, address, KILLS_A_NIGHT, night)


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A server to do violence to."""
    with throw_away(memory()) as server:
        yield server


def kill_server_again_and_again(hired: Crew, server: Postgres, kills: int, seed: int = 0) -> None:
    """The server dies under a running process, which plays on when it is back."""
    name = f"house_{seed}"
    with psycopg.connect(server.url(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
    address = server.url(name)
    chance, aftermath = random.Random(seed), Aftermath()
    with Database.open(address, create=True) as database:
        open_floor(House(database, KEYS), TABLES)
    worker, seen = hired.start(address, TABLES), 0
    for _ in range(kills):
        worker.wait_for_work(seen)
        time.sleep(chance.randint(*MILLISECONDS) / 1000)
        server.kill()
        seen = len(worker.text())
        server.start()
    worker.wait_for_work(seen)
    worker.kill()
    with Database.open(address) as database:
        house = House(database, KEYS)
        aftermath.hear(house, worker.lines())
        play_on(house, TABLES)
        aftermath.check_all(database)


def test_a_server_killed_under_a_running_process(hired: Crew, server: Postgres) -> None:
    kill_server_again_and_again(hired, server, SERVER_KILLS)


@pytest.mark.soak
@pytest.mark.parametrize("night", range(1, NIGHTS + 1))
def test_a_server_killed_under_a_running_process_many_times(hired: Crew, server: Postgres, night: int) -> None:
    kill_server_again_and_again(hired, server, SERVER_KILLS_A_NIGHT, night)
