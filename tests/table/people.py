"""People at a table: who does what is due, and what they find out when they look."""

from msgspec.structs import replace

from croupier.rulebook.elect import GameRules
from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values.duty import Duty, filled
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import State

PEOPLE = {"dealer": "dealer:deana", "floor": "floor:kim"}


def finds(rules: GameRules, state: State, duty: Duty) -> dict[str, str]:
    """What somebody who looks finds: the stub and the hands as they are, every chip there, hand and light in order."""
    known = next_duty(rules, replace(state, dealer="virtual"))
    assert known is not None
    found: dict[str, str] = {"reason": "the player went home"}
    for blank in duty.blanks:
        field, _, seat = blank.field.partition(":")
        value = getattr(known.command, field)
        value = dict(value)[int(seat)] if seat else value
        found.setdefault(blank.field, {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value))
    return found


def done_by_people(rules: GameRules, state: State, duty: Duty) -> c.AnyCommand:
    """The duty as the person does it whose it is."""
    command = filled(duty, finds(rules, state, duty))
    assert not isinstance(command, Refusal), command
    return replace(command, by=PEOPLE[duty.by])
