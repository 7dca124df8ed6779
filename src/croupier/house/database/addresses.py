"""Where a database is: what people write, and how we name it back to them without its password."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from croupier.rulebook.errors import BadInput

FORMS = "write a path, sqlite:///PATH, or postgresql://USER:PASSWORD@HOST/DATABASE"
POSTGRESQL = "postgresql+psycopg"


def address(written: str | Path) -> URL:
    """The address of a database: a plain path is an SQLite file's."""
    text = str(written)
    if isinstance(written, Path) or "://" not in text:
        if not text.strip():
            raise BadInput(f"A database needs a place; {FORMS}.")
        return _file(text)
    scheme = text.partition("://")[0]
    if scheme not in ("sqlite", "postgres", "postgresql", POSTGRESQL):
        raise BadInput(f"No database is reached by {scheme}://; {FORMS}.")
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        # The address itself may hold a password, so it is not repeated.
        raise BadInput(f"The database's address cannot be read; {FORMS}, a port as a number.") from None
    if scheme == "sqlite":
        if url.query or url.host:
            raise BadInput(f"An SQLite database has no host and no options; {FORMS}.")
        return _file(url.database or "")
    if url.host and "@" in url.host:
        raise BadInput("The database's address has more than one @; write an @ in the password as %40, a / as %2F.")
    return url.set(drivername=POSTGRESQL)


def name_of(url: URL) -> str:
    """How sentences name the database; never with a password."""
    if url.drivername == "sqlite":
        return f"The database {url.database}"
    host = url.host or url.query.get("host") or "localhost"
    port = f":{url.port}" if url.port else ""
    user = f"{url.username}@" if url.username else ""
    return f"The PostgreSQL database {user}{host}{port}/{url.database or ''}"


def _file(path: str) -> URL:
    if path in ("", ":memory:"):
        raise BadInput(f"A database in memory does not last; {FORMS}.")
    return URL.create("sqlite", database=path)
