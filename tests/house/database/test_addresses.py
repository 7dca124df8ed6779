"""How people write where a database is."""

from pathlib import Path

import pytest

from croupier.house.database.addresses import address, name_of
from croupier.rulebook.errors import BadInput


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("house.db", "The database house.db"),
        (Path("/a/house.db"), "The database /a/house.db"),
        (Path("odd ?#%:.db"), "The database odd ?#%:.db"),
        ("sqlite:///house.db", "The database house.db"),
        ("sqlite:////a/house.db", "The database /a/house.db"),
        ("postgresql://db.example/house", "The PostgreSQL database db.example/house"),
        ("postgres://kim:secret@db.example:5433/house", "The PostgreSQL database kim@db.example:5433/house"),
        ("postgresql+psycopg://kim@/house?host=/run/pg", "The PostgreSQL database kim@/run/pg/house"),
        ("postgresql:///house?user=kim&password=secret", "The PostgreSQL database localhost/house"),
        ("postgresql://kim:se%40cret@db.example/house", "The PostgreSQL database kim@db.example/house"),
    ],
)
def test_an_address_and_its_name(written: str | Path, name: str) -> None:
    assert name_of(address(written)) == name


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("", "A database needs a place; write a path,"),
        ("  ", "A database needs a place; write a path,"),
        (":memory:", "A database in memory does not last; write a path,"),
        ("sqlite://", "A database in memory does not last; write a path,"),
        ("sqlite:///:memory:", "A database in memory does not last; write a path,"),
        ("sqlite:///house.db?mode=ro", "An SQLite database has no host and no options; write a path,"),
        ("sqlite://house.db", "An SQLite database has no host and no options; write a path,"),
        ("mysql://kim:secret@db.example/house", "No database is reached by mysql://; write a path,"),
        ("postgresql+asyncpg://kim:secret@db.example/house", "No database is reached by postgresql+asyncpg://; write"),
        ("postgresql://kim:secret@db.example:port/house", "The database's address cannot be read; write a path,"),
        ("postgresql://kim:se@cret@db.example/house", "The database's address has more than one @; write an @"),
    ],
)
def test_an_address_that_cannot_be_used(written: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        address(written)
    assert str(caught.value).startswith(sentence)
    assert "secret" not in str(caught.value)
    assert "cret@" not in str(caught.value)
