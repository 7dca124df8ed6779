"""Who may do what: people by their role and name, and the house's own system at a table that it deals itself."""

from croupier.table.values.state import State

SUPERVISORS = ("floor", "casino_supervisor")  # the lowest first
ROLES = ("dealer", *SUPERVISORS, "house", "system")
SYSTEM = "system:house"  # the house's own system, where it deals by itself


def role(by: str) -> str:
    """The role of whoever speaks: `floor:kim` is a floor."""
    return by.partition(":")[0]


def may_order(state: State, by: str, rank: str = SUPERVISORS[0]) -> bool:
    """Whether whoever speaks holds this rank or a higher one, or is the system that runs this table by itself."""
    return role(by) in SUPERVISORS[SUPERVISORS.index(rank) :] or is_system(state, by)


def is_system(state: State, by: str) -> bool:
    """Whether it is the house's system that speaks, at a table where it deals: elsewhere people must."""
    return by == SYSTEM and state.dealer == "virtual"
