"""A player's rounds are found by wagers beside the main ones too: a law may let somebody make one alone."""

from alembic import op
from sqlalchemy import text

revision = "0005_since_0.4.0"
down_revision = "0004_since_0.4.0"

PLACED = text(
    "wager IN ('ante', 'pair_plus', 'aces_up', 'trips', 'progressive', 'six_card_bonus', 'cover_all',"
    " 'ultimate_pairs', 'bad_beat', 'play_the_board') AND reason = 'placed'"
)


def upgrade() -> None:
    op.drop_index("rounds_by_player", "transfers")
    op.create_index(
        "rounds_by_player",
        "transfers",
        ["giver", "table_id", "round"],
        sqlite_where=PLACED,
        postgresql_where=PLACED,
    )
