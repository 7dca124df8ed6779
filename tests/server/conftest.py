"""A floor that listens, over a new house on SQLite and on PostgreSQL in turn."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.house.database import Database
from croupier.server.guards import SIGNED_IN
from tests.server.live import Live, serving


@pytest.fixture
def live_server(database: Database) -> Iterator[Live]:
    """A running floor, on SQLite and on PostgreSQL in turn; `live_server.house` has no table yet."""
    with serving(database) as live:
        yield live


@pytest.fixture
def lite_database(house_file: Path, tmp_path: Path) -> Iterator[Database]:
    """A migrated, empty database on SQLite, for what does not depend on the kind of database."""
    path = tmp_path / "lite.db"
    path.write_bytes(house_file.read_bytes())
    with Database.open(path) as opened:
        yield opened


@pytest.fixture
def lite_server(lite_database: Database) -> Iterator[Live]:
    """A running floor on SQLite."""
    with serving(lite_database) as live:
        yield live


@pytest.fixture(scope="module")
def crew_server(house_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A running floor for a whole file of tests, which leave no trace there: one user of each role, named the-ROLE."""
    path = tmp_path_factory.mktemp("crew") / "house.db"
    path.write_bytes(house_file.read_bytes())
    with Database.open(path) as database, serving(database) as live:
        for role in SIGNED_IN:
            assert role != "nobody"
            live.add(f"the-{role}", role)
        yield live
