"""A player who does not answer: the floor is called and rules, or where the house deals a default is disclosed."""

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.dealing import DecisionPoint
from croupier.table.procedure.dealing import due_of, not_now
from croupier.table.procedure.decks import EventsOrRefusal
from croupier.table.procedure.player_decisions import decide_seat
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.duty import Blank, Duty
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SUPERVISORS, SYSTEM, role
from croupier.table.values.state import State

WAIT = "wait"
CALLERS = ("dealer", *SUPERVISORS)
REASON = Blank("reason", "What is the reason?", "text")


def default_action(point: DecisionPoint) -> str:
    """What is answered for a silent player: check where that is possible, fold where it is not."""
    return "check" if any(option.action == "check" for option in point.options) else "fold"


def takes_default(rules: GameRules, state: State) -> bool:
    """Whether a silent player's answer is given for them, as is disclosed, rather than the floor being called."""
    law = rules.rulebook.decisions.silent_player
    return state.dealer == "virtual" and (law is None or rules.value(law) == "disclosed_default")


def _clause(rules: GameRules) -> str:
    decisions = rules.rulebook.decisions
    return (decisions.silent_player or decisions.order).clause[0]


def call_floor(rules: GameRules, state: State, command: c.CallFloor) -> EventsOrRefusal:
    """The floor is called to a player who is asked and does not answer: by the dealer, by itself, or by the clock."""
    round_ = state.round
    if due_of(rules, state) is None or round_ is None or round_.to_ask[:1] != (command.seat,):
        return not_now(rules, state, f"a call about seat {command.seat}")
    if role(command.by) not in CALLERS and command.by != SYSTEM:
        return Refusal("needs_dealer", "The dealer of the table calls the floor; ask for it there.", _clause(rules))
    if takes_default(rules, state):
        sentence = (
            "The house deals here, and what the sign discloses is answered for a silent player; the floor is called"
            " where the submission elects silent_player = floor_rules."
        )
        return Refusal("default_applies", sentence, _clause(rules))
    if round_.called_for == command.seat:
        return Refusal("called", f"The floor has been called to seat {command.seat} already.", _clause(rules))
    return (e.FloorCalled(seat=command.seat, by=command.by, clause=_clause(rules)),)


def silence_duty(rules: GameRules, state: State, at: int) -> Duty | None:
    """The floor's ruling on a player who does not answer, once the floor was called."""
    due, round_ = due_of(rules, state), state.round
    if due is None or due.point is None or round_ is None or not round_.called_for:
        return None
    seat, action = round_.called_for, default_action(due.point)
    says = f"Seat {seat} does not answer, and the floor rules: to wait, or that the hand must {action}."
    ruling = Blank("ruling", f"What is the ruling on seat {seat}?", "choice", (WAIT, action))
    return Duty(c.RuleOnSilence(seat=seat, by="floor", at=at), _clause(rules), says, "floor", (ruling, REASON))


def rule_on_silence(rules: GameRules, state: State, command: c.RuleOnSilence) -> EventsOrRefusal:
    """A floorperson's ruling on a player who does not answer; never a system's."""
    due, round_ = due_of(rules, state), state.round
    clause = _clause(rules)
    if due is None or due.point is None or round_ is None or round_.called_for != command.seat or not command.seat:
        return Refusal("not_called", f"The floor has not been called to seat {command.seat}.", clause)
    if role(command.by) not in SUPERVISORS or not command.reason.strip():
        return Refusal("needs_floor", "A floorperson rules on a player who does not answer, with a reason.", clause)
    action = default_action(due.point)
    if command.ruling not in (WAIT, action):
        sentence = f"The ruling is to wait, or that the hand must {action}; say which."
        return Refusal("ruling", sentence, clause)
    ruled = e.SilenceRuled(
        seat=command.seat, ruling=command.ruling, by=command.by, reason=command.reason, clause=clause
    )  # fmt: skip
    if command.ruling == WAIT:
        return (ruled,)
    answered = decide_seat(rules, state, c.Decide(seat=command.seat, action=action, by=command.by))
    return (ruled, *answered) if isinstance(answered, tuple) else answered
