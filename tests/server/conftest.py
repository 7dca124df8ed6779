"""A floor that listens, over a new house on SQLite and on PostgreSQL in turn."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from croupier.house.database.database import Database
from croupier.server.accounts.guards import SIGNED_IN
from tests.house.database.postgres import memory
from tests.server.live import Live, named, serving
from tests.server.logged import logged


@pytest.fixture
def live_server(database: Database) -> Iterator[Live]:
    """A running floor, on SQLite and on PostgreSQL in turn; `live_server.house` has no table yet."""
    with serving(database) as live:
        yield live


@pytest.fixture
def lite_database(house_file: Path) -> Iterator[Database]:
    """A migrated, empty database on SQLite, for what depends neither on the kind of database nor on a disk."""
    with in_memory(house_file) as opened:
        yield opened


@pytest.fixture
def lite_server(lite_database: Database) -> Iterator[Live]:
    """A running floor on SQLite."""
    with serving(lite_database) as live:
        yield live


@pytest.fixture(scope="module")
def crew_server(house_file: Path) -> Iterator[Live]:
    """A running floor for a whole file of tests, which leave no trace there: one user of each role, named the-ROLE."""
    with in_memory(house_file) as database, serving(database) as live:
        for role in SIGNED_IN:
            live.add(named(role), role)
        yield live


@contextmanager
def in_memory(house_file: Path) -> Iterator[Database]:
    """A copy of a database file, on a disk in memory if there is one."""
    with TemporaryDirectory(prefix="croupier-", dir=memory()) as folder:
        path = Path(folder, "house.db")
        shutil.copyfile(house_file, path)
        with Database.open(path) as opened:
            yield opened


@pytest.fixture
def log() -> Iterator[StringIO]:
    """What the server writes down."""
    with logged("croupier.server") as written:
        yield written
