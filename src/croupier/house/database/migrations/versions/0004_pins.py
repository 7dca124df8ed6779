"""PINs of the floor, by which an act is confirmed on the dealer's screen."""

from alembic import op
from sqlalchemy import Column, ForeignKey, MetaData, Table, Text

revision = "0004_since_0.4.0"
down_revision = "0003_since_0.3.0"

Words = Text().with_variant(Text(collation="C"), "postgresql")


def upgrade() -> None:
    metadata = MetaData()
    Table("users", metadata, Column("name", Words, primary_key=True))
    pins = Table(
        "pins",
        metadata,
        Column("name", Words, ForeignKey("users.name"), primary_key=True),
        Column("pin_hash", Words, nullable=False),
    )
    pins.create(op.get_bind(), checkfirst=False)
