"""What is due at a table that people deal, and who of them does it."""

from croupier.house.handlers.commands import TakeOption
from croupier.house.log.house_table import HouseTable
from croupier.rulebook.elect import GameRules
from croupier.table.procedure.dealer import idle_duty, next_duty
from croupier.table.procedure.decks import in_round
from croupier.table.staff_options import staff_option
from croupier.table.values import commands as c
from croupier.table.values.duty import Duty, filled
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import may_order, role


def duty_at(rules: GameRules, table: HouseTable, seconds: int) -> Duty | None:
    """What somebody in person has to do next, None where nothing is: the house's own dealer asks nobody.

    Nor is anything while the floor has to rule on what a device said. With nobody there, cards are brought as far as
    the first player may look at them, and an idle table's are spread.
    """
    state = table.state
    if table.closed or table.stopped:
        return None
    duty = idle_duty(rules, state, seconds) or next_duty(rules, state, seconds)
    if duty is None or (table.dealer == "virtual" and duty.by == "dealer"):
        return None
    nobody = not state.players and not in_round(state)
    return None if nobody and isinstance(duty.command, c.OpenRound) else duty


def does_it(table: HouseTable, duty: Duty, by: str) -> bool:
    """Whether a duty is for somebody in this role."""
    return role(by) == "dealer" if duty.by == "dealer" else may_order(table.state, by, duty.by)


def option_taken(rules: GameRules, table: HouseTable, taken: TakeOption) -> c.AnyCommand | Refusal:
    """The command that an option of somebody on duty comes to with what they found out, or why there is none."""
    if table.dealer == "virtual" and role(taken.by) == "dealer":
        return Refusal("dealt_by_itself", "The house deals here by itself.", "")
    found = staff_option(rules, table.state, taken.by, taken.option)
    if found is None:
        return Refusal("stale", "That cannot be done here any more; look again.", "")
    return found.closed or filled(found.duty, dict(taken.found))


def not_theirs(duty: Duty) -> Refusal:
    """The refusal of a duty to somebody whose act it is not."""
    if duty.by == "dealer":
        return Refusal("not_yours", "The dealer of this table does that.", duty.clause)
    return Refusal("needs_floor", "A floorperson does that; one who is signed in does it at this table.", duty.clause)
