"""What players have in chips, read from the books."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, select

from croupier.house.database import schema as s
from croupier.house.ledger.accounts import player_account
from croupier.house.log.store import among, listed


def balances_of(connection: Connection, players: Iterable[str]) -> dict[str, int]:
    """The chips that players have and no wager holds, 0 for who never had any."""
    names = {player_account(player): player for player in players}
    if not names:
        return {}
    rows = connection.execute(_balances_query(connection.dialect.name), listed(connection, names))
    return dict.fromkeys(names.values(), 0) | {names[account]: cents for account, cents in rows}


@cache
def _balances_query(dialect: str) -> Select[Any]:
    c = s.accounts.c
    return select(c.account, c.balance_cents).where(among(dialect, c.account))


def all_balances(connection: Connection) -> dict[str, int]:
    """What every account holds."""
    rows = connection.execute(select(s.accounts.c.account, s.accounts.c.balance_cents))
    return {row.account: row.balance_cents for row in rows}
