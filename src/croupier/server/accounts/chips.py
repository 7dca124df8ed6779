"""What players have in chips."""

from collections.abc import Iterable

from sqlalchemy import Connection, select

from croupier.house.database import schema as s
from croupier.house.ledger.accounts import player_account
from croupier.house.log.store import among
from croupier.house.service.house import House


def balance_of(house: House, name: str) -> int:
    """The chips that a player has and no wager holds, at whatever table; may block."""
    with house.database.read() as connection:
        return balances_of(connection, [name])[name]


def balances_of(connection: Connection, players: Iterable[str]) -> dict[str, int]:
    """The same of several players, 0 for who never had any."""
    names = {player_account(player): player for player in players}
    if not names:
        return {}
    c = s.accounts.c
    rows = connection.execute(select(c.account, c.balance_cents).where(among(connection, c.account, names)))
    return dict.fromkeys(names.values(), 0) | {names[account]: cents for account, cents in rows}
