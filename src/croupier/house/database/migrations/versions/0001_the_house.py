"""The house: its tables as they were at first, and what guards them."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

from croupier.house.database.migrations.guards import postgresql_guards, sqlite_guards

revision = "0001_since_0.1.0"
down_revision = None

Words = Text().with_variant(Text(collation="C"), "postgresql")
metadata = MetaData()

Table(
    "rules",
    metadata,
    Column("digest", Words, primary_key=True),
    Column("rulebook", Words, nullable=False),
    Column("submission", Words, nullable=False),
)

Table(
    "tables",
    metadata,
    Column("table_id", Words, primary_key=True),
    Column("digest", Words, ForeignKey("rules.digest")),
    Column("link_id", Words, ForeignKey("links.link_id")),
    Column("version", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)

Table(
    "records",
    metadata,
    Column("table_id", Words, ForeignKey("tables.table_id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("round", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Index("records_by_round", "table_id", "round"),
)

Table(
    "answers",
    metadata,
    Column("table_id", Words, ForeignKey("tables.table_id"), primary_key=True),
    Column("command_id", Words, primary_key=True),
    Column("asked", LargeBinary, nullable=False),
    Column("record", BigInteger),
    Column("refusal", Words),
    CheckConstraint("(record IS NULL) <> (refusal IS NULL)", name="answered_once"),
)

Table(
    "checkpoints",
    metadata,
    Column("table_id", Words, ForeignKey("tables.table_id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("signature", LargeBinary, nullable=False),
)

Table(
    "snapshots",
    metadata,
    Column("table_id", Words, ForeignKey("tables.table_id"), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
)

Table(
    "seeds",
    metadata,
    Column("table_id", Words, ForeignKey("tables.table_id"), primary_key=True),
    Column("shuffle", BigInteger, primary_key=True, autoincrement=False),
    Column("sealed", LargeBinary, nullable=False),
)

Table(
    "accounts",
    metadata,
    Column("account", Words, primary_key=True),
    Column("kind", Words, nullable=False),
    Column("balance_cents", BigInteger, nullable=False),
    CheckConstraint("balance_cents >= 0 OR kind IN ('cage', 'link', 'win')", name="never_below_zero"),
)

Table(
    "transfers",
    metadata,
    Column("table_id", Words, primary_key=True),
    Column("record", BigInteger, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("giver", Words, ForeignKey("accounts.account"), nullable=False),
    Column("taker", Words, ForeignKey("accounts.account"), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("reason", Words, nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("wager", Words, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("cents > 0", name="moves_something"),
    CheckConstraint("giver <> taker", name="moves_somewhere"),
    ForeignKeyConstraint(["table_id", "record"], ["records.table_id", "records.number"]),
)

Table(
    "links",
    metadata,
    Column("link_id", Words, primary_key=True),
    Column("moves", BigInteger, nullable=False),
    Column("kept_at", Words, nullable=False),
    Column("owed_carry", BigInteger, nullable=False),
    CheckConstraint("owed_carry BETWEEN 0 AND 99999999", name="posts_whole_cents"),
)

Table(
    "meters",
    metadata,
    Column("link_id", Words, ForeignKey("links.link_id"), primary_key=True),
    Column("meter", Words, primary_key=True),
    Column("initial_cents", BigInteger, nullable=False),
    Column("reset_cents", BigInteger, nullable=False),
    Column("ceiling_cents", BigInteger),
    Column("reserve_percent", Words, nullable=False),
    Column("shown_cents", BigInteger, nullable=False),
    Column("carry", BigInteger, nullable=False),
    Column("reserve_cents", BigInteger, nullable=False),
    Column("reserve_carry", BigInteger, nullable=False),
    CheckConstraint("shown_cents >= 0 AND carry BETWEEN 0 AND 99999999", name="shows_whole_cents"),
    CheckConstraint("reserve_cents >= 0 AND reserve_carry BETWEEN 0 AND 99999999", name="reserve_not_overdrawn"),
    CheckConstraint("ceiling_cents IS NULL OR shown_cents <= ceiling_cents", name="under_its_ceiling"),
)

Table(
    "movements",
    metadata,
    Column("link_id", Words, primary_key=True),
    Column("move", BigInteger, primary_key=True, autoincrement=False),
    Column("meter", Words, nullable=False),
    Column("kind", Words, nullable=False),
    Column("gain", BigInteger, nullable=False),
    Column("reserve_gain", BigInteger, nullable=False),
    Column("shown_cents", BigInteger, nullable=False),
    Column("carry", BigInteger, nullable=False),
    Column("reserve_cents", BigInteger, nullable=False),
    Column("reserve_carry", BigInteger, nullable=False),
    Column("reverses", BigInteger),
    Column("table_id", Words, nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("record", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    ForeignKeyConstraint(["link_id", "meter"], ["meters.link_id", "meters.meter"]),
    Index("movements_by_round", "link_id", "table_id", "round"),
)

Table(
    "outbox",
    metadata,
    Column("link_id", Words, ForeignKey("links.link_id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("message", Words, nullable=False),
)

Table(
    "claims",
    metadata,
    Column("link_id", Words, ForeignKey("links.link_id"), primary_key=True),
    Column("key", Words, primary_key=True),
    Column("message", Words, nullable=False),
    Column("answer", Words, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

APPEND_ONLY = ("records", "answers", "checkpoints", "seeds", "transfers", "movements", "rules", "claims")


def upgrade() -> None:
    connection = op.get_bind()
    metadata.create_all(connection, checkfirst=False)
    guards = sqlite_guards if connection.dialect.name == "sqlite" else postgresql_guards
    for statement in guards(APPEND_ONLY):
        connection.exec_driver_sql(statement)
