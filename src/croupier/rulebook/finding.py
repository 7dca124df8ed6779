"""What a check finds."""

from msgspec import Struct

from croupier.rulebook.law.base import Ruled


class Finding(Struct, frozen=True):
    """One thing to mend (`violation`) or to know (`warning`).

    `clause` is what says so: the clauses, or `reading C-01` where none does, or "" where it is nobody's rule.
    """

    severity: str
    field: str
    clause: str
    message: str


def violation(field: str, rule: Ruled, message: str) -> Finding:
    """A breach of the rule."""
    return Finding("violation", field, _authority(rule), message)


def warning(field: str, rule: Ruled, message: str) -> Finding:
    """Something the rule lets pass but the operator should know."""
    return Finding("warning", field, _authority(rule), message)


def _authority(rule: Ruled) -> str:
    return ", ".join(rule.clause) or f"reading {', '.join(rule.reading)}"
