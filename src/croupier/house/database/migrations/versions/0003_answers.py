"""Answers that a record vouches for, and apart from them those that left none behind, kept for a while.

Refusals of before are not taken over: nothing hangs on them, and nobody could sign for them here. Nor are accounts of
players through which no money ever went; one is opened with the first chips.
"""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Index, LargeBinary, MetaData, Table, Text

revision = "0003_since_0.3.0"
down_revision = "0002_since_0.2.0"

Words = Text().with_variant(Text(collation="C"), "postgresql")

UNUSED = """
    DELETE FROM accounts WHERE kind = 'player'
        AND account NOT IN (SELECT giver FROM transfers UNION SELECT taker FROM transfers)
"""

SQLITE = (
    """
    CREATE TABLE answers_made (
        table_id TEXT NOT NULL,
        command_id TEXT NOT NULL,
        asked BLOB NOT NULL,
        record BIGINT NOT NULL,
        PRIMARY KEY (table_id, command_id),
        FOREIGN KEY(table_id) REFERENCES tables (table_id)
    )
    """,
    "INSERT INTO answers_made SELECT table_id, command_id, asked, record FROM answers WHERE record IS NOT NULL"
    " ORDER BY table_id, record, command_id",
    "DROP TRIGGER answers_update",
    "DROP TRIGGER answers_delete",
    "DROP TABLE answers",
    "ALTER TABLE answers_made RENAME TO answers",
    "CREATE TRIGGER answers_update BEFORE UPDATE ON answers BEGIN SELECT RAISE(ABORT, 'answers is append-only'); END",
    "CREATE TRIGGER answers_delete BEFORE DELETE ON answers BEGIN SELECT RAISE(ABORT, 'answers is append-only'); END",
    "DROP TRIGGER accounts_delete",
    UNUSED,
    "CREATE TRIGGER accounts_delete BEFORE DELETE ON accounts BEGIN SELECT RAISE(ABORT, 'an account stays'); END",
)

POSTGRESQL = (
    "ALTER TABLE answers DISABLE TRIGGER answers_append_only",
    "DELETE FROM answers WHERE record IS NULL",
    "ALTER TABLE answers ENABLE TRIGGER answers_append_only",
    "ALTER TABLE answers DROP CONSTRAINT answered_once, DROP COLUMN refusal, ALTER COLUMN record SET NOT NULL",
    "ALTER TABLE accounts DISABLE TRIGGER accounts_delete",
    UNUSED,
    "ALTER TABLE accounts ENABLE TRIGGER accounts_delete",
)


def upgrade() -> None:
    connection = op.get_bind()
    for statement in SQLITE if connection.dialect.name == "sqlite" else POSTGRESQL:
        connection.exec_driver_sql(statement)
    metadata = MetaData()
    Table("tables", metadata, Column("table_id", Words, primary_key=True))
    unrecorded = Table(
        "unrecorded",
        metadata,
        Column("table_id", Words, ForeignKey("tables.table_id"), primary_key=True),
        Column("command_id", Words, primary_key=True),
        Column("asked", LargeBinary, nullable=False),
        Column("version", BigInteger, nullable=False),
        Column("refusal", Words),
        Column("at_ms", BigInteger, nullable=False),
        Column("mark", LargeBinary, nullable=False),
        Index("unrecorded_by_time", "table_id", "at_ms"),
    )
    unrecorded.create(connection, checkfirst=False)
