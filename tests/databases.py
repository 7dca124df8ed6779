"""A new, empty house for every test, on both databases; the PostgreSQL is a real server of this test run's own.

What is the same on either database, because the table or the house decides it and not SQL, says so by
`@pytest.mark.databases("any")`: it runs on SQLite, and in a soak on both. Without the mark, or with `"every"`, a test
that asks for a database runs on both, always.
"""

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from croupier.house.database.database import Database
from tests.house.database.postgres import Postgres, memory, throw_away
from tests.soak import SOAKING

DIALECTS = ("sqlite", "postgresql")
NUMBERS = count(1)
# The fixtures that come in as many turns as there are kinds of databases.
IN_TURN = ("database_url", "evening_url")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Lets a test that asks for a database run on each kind that it is meant for."""
    mark = metafunc.definition.get_closest_marker("databases")
    wanted = mark.args[0] if mark else "every"
    assert wanted in ("any", "every"), f"{metafunc.definition.nodeid}: databases is any or every, not {wanted!r}"
    kinds = DIALECTS[:1] if wanted == "any" and not SOAKING else DIALECTS
    for name in IN_TURN:
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, kinds, indirect=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running server, one for each worker of the test run, with a migrated database to copy."""
    with throw_away(memory()) as server:
        with psycopg.connect(server.url(), autocommit=True) as admin:
            admin.execute("CREATE DATABASE house_template TEMPLATE template0")
        with Database.open(server.url("house_template"), create=True):
            pass
        yield server


@pytest.fixture(scope="session")
def postgres_url(postgres: Postgres) -> str:
    """The address of the server's own, empty database `postgres`."""
    return postgres.url()


@pytest.fixture
def new_postgres_url(postgres: Postgres) -> Iterator[Callable[[str], str]]:
    """A function that makes a new database from a template, and gives its address."""
    names: list[str] = []
    with psycopg.connect(postgres.url(), autocommit=True) as admin:

        def new(template: str) -> str:
            names.append(f"house_{next(NUMBERS)}")
            # Copying files needs no log; both ways make the same database.
            admin.execute(f"CREATE DATABASE {names[-1]} TEMPLATE {template} STRATEGY FILE_COPY".encode())
            return postgres.url(names[-1])

        yield new
        for name in names:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture(scope="session")
def house_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty SQLite file: copy it, do not open it."""
    path = tmp_path_factory.mktemp("house") / "house.db"
    with Database.open(path, create=True):
        pass
    return path


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a migrated, empty database, on SQLite and on PostgreSQL in turn."""
    if request.param == "postgresql":
        new: Callable[[str], str] = request.getfixturevalue("new_postgres_url")
        return new("house_template")
    path = tmp_path / "house.db"
    shutil.copyfile(request.getfixturevalue("house_file"), path)
    return f"sqlite:///{path}"


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A migrated, empty database, open."""
    with Database.open(database_url) as opened:
        yield opened
