"""The dealer's screen, put together: a view of the next duty and of what may be done beside it; it holds no rule."""

from croupier.house.log.house_table import HouseTable
from croupier.rulebook.elect import GameRules
from croupier.server.accounts.users import User
from croupier.server.deal.money import money_now
from croupier.server.deal.options import options_seen
from croupier.server.deal.procedure import aloud, due_now, now, upcoming
from croupier.server.deal.schemas import DealSeen, Step
from croupier.server.tables.table_view import viewer_of
from croupier.table.procedure.devices import in_use
from croupier.table.procedure.script import standing_steps


def deal_seen(rules: GameRules, table: HouseTable, user: User) -> DealSeen:
    """What somebody on duty is shown of a table beside what everybody sees."""
    duty, viewer = due_now(rules, table), viewer_of(user.name, user.role)
    return DealSeen(
        version=table.version,
        now=now(rules, table, duty),
        aloud=aloud(rules, table, viewer),
        upcoming=upcoming(rules, table, duty),
        money=money_now(rules, table, viewer),
        options=options_seen(rules, table, user),
        handling=tuple(Step(step.says, step.clause[0]) for step in standing_steps(in_use(rules, table.state))),
    )
