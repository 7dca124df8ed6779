"""Conduct: the rules that dealer and players keep to all the while, and notes of when they were not kept."""

from croupier.rulebook.elect import GameRules
from croupier.table.procedure.decks import EventsOrRefusal, in_round
from croupier.table.procedure.script import standing_steps
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import Round, State


def note_conduct(rules: GameRules, state: State, command: c.NoteConduct) -> EventsOrRefusal:
    """A breach of conduct put on record against a seat, or against the dealer as seat 0; the round goes on."""
    steps = {step.step: step for step in standing_steps(rules)}
    if command.step not in steps:
        sentence = f"There is no rule of conduct {command.step!r}; there are {', '.join(steps)}."
        return Refusal("no_such_conduct", sentence, rules.rulebook.decisions.order.clause[0])
    clause = steps[command.step].clause[0]
    if not in_round(state) or state.round is None:
        return Refusal("no_round", "Conduct is noted while a round is under way; none is.", clause)
    if command.seat and state.round.box(command.seat) is None:
        return Refusal("not_in_round", f"Seat {command.seat} has no part in this round; name one that has.", clause)
    if not command.note.strip():
        return Refusal("no_note", "Say what happened, and who did it.", clause)
    return (e.ConductNoted(seat=command.seat, step=command.step, note=command.note, by=command.by, clause=clause),)


def hand_changed(rules: GameRules, round_: Round, hand: str | None, by: str) -> tuple[e.AnyEvent, ...]:
    """A note if the stack went into the other hand: one hand keeps it."""
    if not hand or not round_.holding_hand or hand == round_.holding_hand:
        return ()
    keep = next(step for step in standing_steps(rules) if step.step == "keep_hand")  # stands where a stack is taken
    note = f"the stack went from the {round_.holding_hand} hand into the {hand} hand"
    return (e.ConductNoted(seat=0, step=keep.step, note=note, by=by, clause=keep.clause[0]),)
