"""Where money can be: each account's name begins with its kind.

Below zero stand only accounts of the kinds `cage` and `win`: what the house has given out, and what it has lost.
"""

from collections.abc import Iterator
from functools import lru_cache

from croupier.house.database.schema import CAGE, MAY_OWE
from croupier.table.values.roles import is_patron
from croupier.table.values.state import State

HOUSE = "house"
HOUSE_WIN = f"win:{HOUSE}"  # pays what a link's meters start with
CIRCULATION = "circulation"  # the chips that the house has issued to patrons without an account, and owes them for
NOT_A_TABLE = (CAGE, HOUSE)  # a table of that name would share an account or a log with the house itself


def player_account(name: str) -> str:
    """A player's chips, at whatever table; nobody keeps apart which of those in circulation are which patron's."""
    return CIRCULATION if is_patron(name) else f"player:{name}"


def inventory(table: str) -> str:
    """The chips in the table's tray."""
    return f"inventory:{table}"


def wagers(table: str) -> str:
    """The stakes on the layout."""
    return f"wagers:{table}"


def awards(table: str) -> str:
    """What left a meter for a winner and waits to be validated."""
    return f"awards:{table}"


def drop(table: str) -> str:
    """The cash in the table's drop box."""
    return f"drop:{table}"


def cage_at(table: str) -> str:
    """What the cage has issued to the table's inventory, below zero by what has not come back."""
    return f"cage:{table}"


def win(table: str) -> str:
    """What the house has won at the table since it closed out, less what it gave to meters."""
    return f"win:{table}"


def display(link: str, meter: str) -> str:
    """What a meter shows."""
    return f"display:{link}:{meter}"


def reserve(link: str, meter: str) -> str:
    """What a meter hides."""
    return f"reserve:{link}:{meter}"


def kind_of(account: str) -> str:
    """The kind of an account: player, circulation, inventory, wagers, awards, drop, display, reserve, cage or win."""
    return account.partition(":")[0]


def is_players(account: str) -> bool:
    """Whether what an account holds is in the hands of people who play."""
    return kind_of(account) in ("player", CIRCULATION)


def may_owe(account: str) -> bool:
    """Whether an account may stand below zero."""
    return kind_of(account) in MAY_OWE


@lru_cache(maxsize=4096)
def of_table(table: str) -> tuple[str, ...]:
    """Every account that a table has of its own."""
    return (awards(table), cage_at(table), drop(table), inventory(table), wagers(table), win(table))


def of_players(state: State) -> Iterator[str]:
    """The accounts of whoever sits at a table or has wagers on it, some perhaps twice."""
    for _, player in state.players:
        yield player_account(player)
    for box in state.round.boxes if state.round else ():
        yield player_account(box.player)
