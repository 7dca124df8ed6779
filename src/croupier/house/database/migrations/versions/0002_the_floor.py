"""The floor: who may sign in, who is signed in, and where a player's rounds are found."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text, text

revision = "0002_since_0.2.0"
down_revision = "0001_since_0.1.0"

Words = Text().with_variant(Text(collation="C"), "postgresql")
metadata = MetaData()

Table(
    "users",
    metadata,
    Column("name", Words, primary_key=True),
    Column("role", Words, nullable=False),
    Column("password_hash", Words),
    Column("one_time", Boolean, nullable=False),
    Column("disabled", Boolean, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
)

Table(
    "sessions",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("name", Words, ForeignKey("users.name"), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Index("sessions_by_name", "name"),
)

Table(
    "failed_sign_ins",
    metadata,
    Column("name", Words, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

MAIN_PLACED = text("wager IN ('ante', 'pair_plus', 'aces_up') AND reason = 'placed'")


def upgrade() -> None:
    metadata.create_all(op.get_bind(), checkfirst=False)
    op.create_index(
        "rounds_by_player",
        "transfers",
        ["giver", "table_id", "round"],
        sqlite_where=MAIN_PLACED,
        postgresql_where=MAIN_PLACED,
    )
