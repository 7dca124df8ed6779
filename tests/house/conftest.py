"""A link and the house on it, on both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.house.database import Database
from croupier.house.links import Elsewhere
from tests.house.coastal import Coast


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
def elsewhere(coast: Coast) -> Iterator[Elsewhere]:
    """The link's database as the house sees it."""
    found = coast.elsewhere()
    yield found
    found.close()
