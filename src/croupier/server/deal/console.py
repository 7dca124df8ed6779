"""The dealer's screen, put together: a view of the next duty and of what may be done beside it; it holds no rule."""

from collections.abc import Container

from croupier.house.handlers.floor_calls import calls_of
from croupier.house.handlers.taking_back import last_entry
from croupier.house.log.house_table import HouseTable
from croupier.house.replay.sentences import told
from croupier.rulebook.elect import GameRules
from croupier.rulebook.phrases import words
from croupier.server.accounts.users import User
from croupier.server.deal.corrections import last_round
from croupier.server.deal.felt import felt_seen
from croupier.server.deal.money import money_now
from croupier.server.deal.options import SOMEBODY_OF_THE_FLOOR, options_seen
from croupier.server.deal.procedure import aloud, due_now, now, upcoming
from croupier.server.deal.schemas import CallSeen, DealSeen, DeviceSeen, EntrySeen, Step
from croupier.server.deal.trays import tray_seen
from croupier.server.tables.lobby import on_duty_seen
from croupier.server.tables.table_view import orders_of, viewer_of
from croupier.table.narration.names import people
from croupier.table.procedure.decks import in_round
from croupier.table.procedure.devices import in_use
from croupier.table.procedure.reading import card_due
from croupier.table.procedure.script import standing_steps
from croupier.table.values.duty import Duty
from croupier.table.values.state import FROM_SHOE

NO_SHOE = "Draw no card: no shoe speaks at this table yet. The floor adds it in the pit, under Devices."
SHOE_GONE = "Draw no card: the shoe is not connected. If it does not come back, report its failure or call the floor."


def calls_seen(rules: GameRules, table: HouseTable) -> tuple[CallSeen, ...]:
    """What the floor is wanted for at a table, with whoever called by role and name."""
    return tuple(
        CallSeen(one.call, one.reason, one.seat, one.says, one.clause, people(one.by) if one.by else "", one.since_ms)
        for one in calls_of(rules, table)
    )


def _entry_seen(rules: GameRules, table: HouseTable) -> EntrySeen | None:
    """What may be taken back, in the words of the record; what it shows has been told or turned up by the dealer."""
    entry = last_entry(table)
    if entry is None:
        return None
    in_force = in_use(rules, entry.before)
    said = [sentence for event in entry.events if (sentence := told(in_force, event)[0])]
    return EntrySeen(entry.record, " ".join(said) or words(entry.command))


def devices_seen(table: HouseTable, connected: Container[str]) -> tuple[DeviceSeen, ...]:
    """The devices of a table, and what each said last; of cards only how many were read."""
    round_ = table.state.round if in_round(table.state) else None
    return tuple(
        DeviceSeen(
            device=one.device,
            kind=one.kind,
            connected=one.device in connected,
            cards=round_.drawn if round_ and one.kind == FROM_SHOE and not table.state.cards_told else 0,
            says=" ".join(
                told(None, said)[0].partition(": ")[2].capitalize() for said in table.said if said.device == one.device
            ),
        )
        for one in table.devices
    )


def _now(rules: GameRules, table: HouseTable, duty: Duty | None, connected: Container[str]) -> Step:
    """What is due; where a card is to be drawn and nothing would read it, that."""
    step = now(rules, table, duty)
    if table.stopped or card_due(in_use(rules, table.state), table.state) is None:
        return step
    shoes = [one.device for one in table.devices if one.kind == FROM_SHOE]
    if any(one in connected for one in shoes):
        return step
    return Step(SHOE_GONE if shoes else NO_SHOE, step.clause)


def deal_seen(rules: GameRules, table: HouseTable, user: User, connected: Container[str] = ()) -> DealSeen:
    """What somebody on duty is shown of a table beside what everybody sees; `connected` are the devices that are."""
    duty, viewer = due_now(rules, table), viewer_of(user.name, user.role)
    return DealSeen(
        version=table.version,
        now=_now(rules, table, duty, connected),
        aloud=aloud(rules, table, viewer),
        upcoming=upcoming(rules, table, duty),
        money=money_now(rules, table, viewer),
        felt=felt_seen(rules, table),
        options=options_seen(rules, table, user),
        calls=calls_seen(rules, table),
        dealing=on_duty_seen(table.dealing),
        entry=_entry_seen(rules, table),
        devices=devices_seen(table, connected),
        last=last_round(rules, table, user),
        orders=orders_of(rules, table, SOMEBODY_OF_THE_FLOOR) if user.role == "dealer" else (),
        tray=tray_seen(table),
        handling=tuple(Step(step.says, step.clause[0]) for step in standing_steps(in_use(rules, table.state))),
    )
