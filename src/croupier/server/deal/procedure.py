"""The procedure as the dealer's screen tells it: what is due now, what is said aloud, and what comes after it.

What comes next is read from the order of the round, never tried out: a round tried out would tell hidden cards.
"""

from msgspec.structs import replace

from croupier.hands.hand import in_a_sentence
from croupier.house.handlers.duties import duty_at
from croupier.house.log.events import FELT
from croupier.house.log.house_table import HouseTable
from croupier.rulebook.elect import GameRules
from croupier.server.deal.schemas import Step
from croupier.server.tables.words import choices, dealer_qualifies, hand_made, listed
from croupier.table.decide import decide
from croupier.table.evolve import replay
from croupier.table.procedure.dealer import unit_says
from croupier.table.procedure.dealing import deal_says, due_of, step_on
from croupier.table.procedure.decks import in_round
from croupier.table.procedure.devices import in_use
from croupier.table.procedure.reading import card_due
from croupier.table.procedure.script import Due, script_of
from croupier.table.settlement.procedure import next_unit
from croupier.table.values import commands as c
from croupier.table.values.duty import Duty
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import Round
from croupier.table.views import RoundView, Viewer, view_for

NO_MORE_BETS = "No more bets."


def due_now(rules: GameRules, table: HouseTable) -> Duty | None:
    """What somebody in person has to do next at this table, None where it waits for players."""
    return duty_at(rules, table, table.at_ms // 1000)


def now(rules: GameRules, table: HouseTable, duty: Duty | None) -> Step:
    """What is due, or whom the table waits for."""
    if table.stopped:
        return Step(f"Stop. {table.stopped.note} The floor rules on it.", "")
    if awaited := card_due(in_use(rules, table.state), table.state):
        return Step(awaited.says, awaited.clause)
    if duty:
        return Step(duty.says, duty.clause)
    if table.closed:
        return Step("This table is closed.", "")
    state, due, felt = table.state, due_of(rules, table.state), table.chip_source == FELT
    if due and due.kind == "ask" and state.round and state.round.to_ask:
        return Step(f"Ask seat {state.round.to_ask[0]}: {_answers(due)}.", due.clause)
    if due:
        closed_by = rules.rulebook.wagers.closed_by
        return Step("Enter the wagers." if felt else "Wait for a wager.", closed_by.clause[0])
    if not state.players:
        return Step(f"Nobody plays here; {'seat a patron' if felt else 'wait for a player'}.", "")
    return Step("Wait for the players.", "")


def _answers(due: Due) -> str:
    assert due.point is not None
    return choices(due.point.options)


def aloud(rules: GameRules, table: HouseTable, viewer: Viewer) -> str:
    """What the dealer says aloud now: that wagers are closed, and where the rules ask for it the dealer's hand."""
    seen, due, round_ = view_for(table.state, viewer).round, due_of(rules, table.state), table.state.round
    if due is None or seen is None or round_ is None:
        return ""
    if due.kind == "close_bets":
        return NO_MORE_BETS if round_.boxes else ""
    if due.kind != "settle" or round_.settled or round_.pending:
        return ""
    return _dealer_called(rules, seen)


def _dealer_called(rules: GameRules, seen: RoundView) -> str:
    if not any(step.step == "announce_dealer_hand" for step in rules.rulebook.settlement.before):
        return ""
    made = hand_made(rules, seen.dealer, seen.community)
    short = dealer_qualifies(rules, seen.dealer, seen.community) is False
    return f"Dealer has {in_a_sentence(made.description)}{', and does not qualify' if short else ''}." if made else ""


def upcoming(rules: GameRules, table: HouseTable, duty: Duty | None) -> Step | None:
    """What comes after what is due, None where that depends on what somebody finds or nothing is certain."""
    state = table.state
    if table.stopped:
        return None
    if not in_round(state):
        return _after_duty(rules, table, duty) if duty else None
    in_force = in_use(rules, state)
    due, round_ = due_of(rules, state), state.round
    assert due is not None
    assert round_ is not None
    if round_.pending:  # what comes then depends on what is found, by the dealer and by the floor
        return None
    if duty and not _is_script(duty, due):
        return _told(in_force, due, round_)
    if due.kind == "settle" and (unit := next_unit(in_force, round_)):
        after = next_unit(in_force, replace(round_, settled=(*round_.settled, unit)))
        if after:  # whether a Cover All is left depends on the hands that are still to be seen
            return Step(unit_says(after), due.clause) if after[0] != "cover_all" else None
    if due.kind == "ask" and round_.to_ask[1:]:
        return Step(f"Ask seat {round_.to_ask[1]}: {_answers(due)}.", due.clause)
    if due.kind == "close":
        return None
    script = script_of(in_force)
    place = step_on(in_force, state)[0]
    while due.kind == "deal" and script[place].kind == "deal":  # cards that go out one after the other are one act
        place += 1
    return _told(in_force, script[place], round_)


def _is_script(duty: Duty, due: Due) -> bool:
    """Whether the duty is the step of the script, and not something that comes before it."""
    if isinstance(duty.command, c.Perform):
        return duty.command.step == due.step
    return isinstance(duty.command, c.Deal | c.SettleNext)


def _told(rules: GameRules, due: Due, round_: Round) -> Step | None:
    if due.kind == "ask":
        seats = round_.to_ask or tuple(box.seat for box in round_.boxes if not box.folded and not box.stake("play"))
        if not seats:
            return None
        whom = f"seat{'s' if seats[1:] else ''} {listed([str(seat) for seat in seats], 'and')}"
        return Step(f"Ask {whom}: {_answers(due)}.", due.clause)
    if due.kind == "settle" and (unit := next_unit(rules, round_)):
        return Step(unit_says(unit), due.clause)
    if due.kind == "deal":  # all that goes out one after the other is one act
        return Step(deal_says(rules, round_, script_of(rules).index(due)), due.clause)
    return Step(due.says, due.clause) if due.says else None


def _after_duty(rules: GameRules, table: HouseTable, duty: Duty) -> Step | None:
    """What is due after a duty between rounds, where no card is out; nothing where something is to be found first."""
    if duty.blanks:
        return None
    done = decide(rules, table.state, duty.command)
    if isinstance(done, Refusal):
        return None
    after = due_now(rules, replace(table, state=replay(done, table.state)))
    return Step(after.says, after.clause) if after and after.says != duty.says else None
