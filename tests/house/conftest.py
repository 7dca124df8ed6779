"""A short evening to look at, and a link and the house on it, on both databases."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from croupier.house.database.database import Database
from croupier.house.links.links import RemoteHouse
from tests.house.database.postgres import Postgres
from tests.house.floor import Floor
from tests.house.links.coastal import Coast
from tests.house.played import Evening, modest


@pytest.fixture
def floor(database: Database) -> Floor:
    """A floor without tables."""
    return Floor(database)


@pytest.fixture(scope="session")
def modest_file(house_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short evening on SQLite: copy it, do not open it."""
    path = tmp_path_factory.mktemp("evening") / "evening.db"
    shutil.copyfile(house_file, path)
    with Database.open(path) as database:
        modest(Evening(database))
    return path


@pytest.fixture(scope="session")
def modest_template(postgres: Postgres) -> str:
    """A short evening on PostgreSQL, to be copied."""
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute("CREATE DATABASE evening TEMPLATE house_template")
    with Database.open(postgres.url("evening")) as database:
        modest(Evening(database))
    return "evening"


@pytest.fixture
def evening_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a house after a short evening."""
    if request.param == "postgresql":
        new: Callable[[str], str] = request.getfixturevalue("new_postgres_url")
        return new(request.getfixturevalue("modest_template"))
    path = tmp_path / "evening.db"
    shutil.copyfile(request.getfixturevalue("modest_file"), path)
    return f"sqlite:///{path}"


@pytest.fixture
def coast(database_url: str, database: Database) -> Coast:
    """A link on SQLite and on PostgreSQL in turn."""
    return Coast(database, database_url)


@pytest.fixture
def near(request: pytest.FixtureRequest, house_file: Path, tmp_path: Path) -> Iterator[Database]:
    """The house's own database, of the same kind as the link's where that comes in turn."""
    address = str(tmp_path / "north.db")
    if "coast" in request.fixturenames and request.getfixturevalue("coast").far.dialect == "postgresql":
        address = request.getfixturevalue("new_postgres_url")("house_template")
    else:
        Path(address).write_bytes(house_file.read_bytes())
    with Database.open(address) as opened:
        yield opened


@pytest.fixture
def remote_house(coast: Coast) -> Iterator[RemoteHouse]:
    """The link's database as the house sees it."""
    found = coast.remote_house()
    yield found
    found.close()
