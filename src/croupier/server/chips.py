"""What a player has in chips."""

from sqlalchemy import select

from croupier.house import schema as s
from croupier.house.accounts import player_account
from croupier.house.house import House


def balance_of(house: House, name: str) -> int:
    """The chips that a player has and no wager holds, at whatever table; may block."""
    query = select(s.accounts.c.balance_cents).where(s.accounts.c.account == player_account(name))
    with house.database.read() as connection:
        return connection.execute(query).scalar() or 0
