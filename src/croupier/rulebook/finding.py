"""What a check finds."""

from msgspec import Struct

from croupier.rulebook.law.base import Ruled


class Finding(Struct, frozen=True):
    """One thing to mend (`violation`) or to know (`warning`)."""

    severity: str
    field: str
    clause: str
    message: str


def violation(field: str, rule: Ruled, message: str) -> Finding:
    """A breach of the rule."""
    return Finding("violation", field, ", ".join(rule.clause), message)


def warning(field: str, rule: Ruled, message: str) -> Finding:
    """Something the rule lets pass but the operator should know."""
    return Finding("warning", field, ", ".join(rule.clause), message)
