"""What players have in chips."""

from croupier.house.ledger.balances import balances_of
from croupier.house.service.house import House


def balance_of(house: House, name: str) -> int:
    """The chips that a player has and no wager holds, at whatever table, or that all patrons have; may block."""
    with house.database.read() as connection:
        return balances_of(connection, [name])[name]
