"""The schema's history: each step a file in `versions`, run by Alembic; and what to do where the schema is another's.

A revision is named by its number and by the first version of Croupier that has it, so that an older Croupier can say
which version a newer database needs.
"""

import re
from pathlib import Path

from sqlalchemy import Connection, text

from croupier.rulebook.errors import BadInput

VERSION_TABLE = "croupier_schema"
FOLDER = Path(__file__).parent
VERSIONS = FOLDER / "versions"
REVISIONS = ("0001_since_0.1.0", "0002_since_0.2.0", "0003_since_0.3.0", "0004_since_0.4.0", "0005_since_0.4.0")
NEWEST = REVISIONS[-1]
REVISION = re.compile(r"(?P<number>\d{4})_since_(?P<version>\S+)")
ONE_AT_A_TIME = 0x63726F7570  # an advisory lock's number, for two processes may open an empty database at once


def can_be_upgraded(revision: str | None) -> bool:
    """True of an empty database and of an older schema."""
    return revision == "" or (revision in REVISIONS and revision != NEWEST)


def check(name: str, revision: str | None) -> None:
    """Refuse a database whose schema is not this version's, and say what to do."""
    if revision == NEWEST:
        return
    if revision == "":
        raise BadInput(f"{name} is empty; check the address, or let it be set up as a new one.")
    if can_be_upgraded(revision):
        raise BadInput(f"{name} is of an older version; back it up, then run `croupier house migrate`.")
    known = REVISION.fullmatch(revision or "")
    if known is None or known["number"] <= NEWEST[:4]:
        raise BadInput(f"{name} holds something else than a house of Croupier's; choose another, or an empty one.")
    raise BadInput(f"{name} is newer than this Croupier; install Croupier {known['version']} or later.")


def upgrade(connection: Connection) -> None:
    """Bring the schema up to date within the connection's transaction."""
    from alembic import command  # slow to import, and seldom needed
    from alembic.config import Config

    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
    config = Config()
    config.set_main_option("path_separator", "newline")
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("version_locations", str(VERSIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
