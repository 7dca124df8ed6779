"""Who may do what: people by their role and name, and the house's own system at a table that it deals itself."""

from croupier.table.values.state import State

SUPERVISORS = ("floor", "casino_supervisor")  # the lowest first
DEVICE = "device"  # and a name: what reads cards, counts them or lights a lamp
ROLES = ("dealer", *SUPERVISORS, "cashier", "house", "system", DEVICE)
SYSTEM = "system:house"  # the house's own system, where it deals by itself
ON_DUTY = ("dealer", *SUPERVISORS)  # those who work at a table
PATRON = "patron:"  # and a number: somebody at a table with chips of their own, and no account


def role(by: str) -> str:
    """The role of whoever speaks: `floor:kim` is a floor."""
    return by.partition(":")[0]


def same_person(by: str, *others: str) -> bool:
    """Whether whoever speaks is one of these others, in whichever role each of them spoke."""
    name = by.partition(":")[2]
    return bool(name) and name in [other.partition(":")[2] for other in others]


def is_patron(player: str) -> bool:
    """Whether somebody plays without an account; no player's name has a colon."""
    return player.startswith(PATRON)


def may_order(state: State, by: str, rank: str = SUPERVISORS[0]) -> bool:
    """Whether whoever speaks holds this rank or a higher one, or is the system that runs this table by itself."""
    return role(by) in SUPERVISORS[SUPERVISORS.index(rank) :] or is_system(state, by)


def is_system(state: State, by: str) -> bool:
    """Whether it is the house's system that speaks, at a table where it deals: elsewhere people must."""
    return by == SYSTEM and state.dealer == "virtual"
