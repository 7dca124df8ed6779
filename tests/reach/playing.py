"""The acts of the rounds that bear witness to a rulebook, and the key or button by which a person does each."""

from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from croupier.rulebook.elect import GameRules
from croupier.server.deal.options import option_words
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.procedure.dealer import idle_duty, next_duty
from croupier.table.procedure.devices import in_use
from croupier.table.procedure.script import standing_steps
from croupier.table.staff_options import staff_options
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.duty import Duty
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import State
from tests.rulebook.witnesses import rounds, rules_of

SPACE = "/deal/TABLE: Space at "
STAFF = {"dealer": "dealer:dana", "floor": "floor:kim"}
# What players do on the table's own page, and the button there.
PLAYERS: dict[type, str] = {
    c.Sit: "/tables/TABLE: Sit down",
    c.Leave: "/tables/TABLE: Leave",
    c.PlaceWager: "/tables/TABLE: chips on the spot",
    c.WithdrawWager: "/tables/TABLE: chips off the spot",
}


class Reached(NamedTuple):
    """Who does something, and how: the screen, and the key or button there."""

    person: str  # dealer, floor or player
    how: str


class Played(NamedTuple):
    """What the rounds of a rulebook showed.

    `by_clause` is how what a clause asks is done, `by_step` how a step of the procedure or an act without one is.
    """

    by_clause: dict[str, list[Reached]]
    by_step: dict[str, Reached]


@cache
def played(rulebook: str) -> Played:
    """What the rounds that bear witness to a rulebook show."""
    found = Played({}, {})
    for witness in rounds(rulebook):
        state, rules = State(), rules_of(witness.filed)
        for command in witness.commands:
            keys = _keys(found, rules, replace(state, dealer="human"), command)
            answer = decide(rules, state, command)
            if isinstance(answer, Refusal):
                if answer.clause and keys:
                    _note(found, answer.clause, keys)
                continue
            for event in answer:
                _note_event(found, event, keys)
                state = evolve(state, event)
    return found


def _keys(found: Played, rules: GameRules, state: State, command: c.AnyCommand) -> Reached | None:
    """By which key a command is given at this moment, None where no screen has one; all others there are noted too."""
    given = None
    if duty := idle_duty(rules, state, command.at) or next_duty(rules, state, command.at):
        space = Reached(duty.by, f'{SPACE}"{duty.says}"')
        _note(found, duty.clause, space)
        if SPACE not in found.by_step.get(_step(duty), space).how or _step(duty) not in found.by_step:
            found.by_step[_step(duty)] = space
        if type(duty.command) is type(command):
            given = space
    for person, by in STAFF.items():
        for option in staff_options(rules, state, by):
            if option.closed:
                continue
            title, _, answer = option_words(option)
            chosen = Reached(person, f'/deal/TABLE: ! "{title}"' + (f', "{answer}"' if answer else ""))
            _note(found, option.duty.clause, chosen)
            found.by_step.setdefault(_step(option.duty), chosen)
            if given is None and type(option.duty.command) is type(command):
                given = chosen
    for step in standing_steps(in_use(rules, state)):
        for clause in step.clause:
            _note(found, clause, Reached("dealer", f'/deal/TABLE: h "{step.says}"'))
    if isinstance(command, c.Decide):
        return Reached("player", f"/tables/TABLE: {command.action.capitalize()}")
    return given or (Reached("player", PLAYERS[type(command)]) if type(command) in PLAYERS else None)


def _step(duty: Duty) -> str:
    """The step that a duty's command does, or the name of the command where it does one thing only."""
    return getattr(duty.command, "step", "") or type(duty.command).__name__


def _note_event(found: Played, event: e.AnyEvent, keys: Reached | None) -> None:
    clauses = {getattr(event, "clause", ""), getattr(getattr(event, "line", None), "clause", "")} - {""}
    for clause in clauses if keys else ():
        _note(found, clause, keys)  # type: ignore[arg-type]


def _note(found: Played, clause: str, reached: Reached) -> None:
    """Keeps one way for each person: what is due before what may be chosen or read."""
    known = found.by_clause.setdefault(clause, [])
    before = next((one for one in known if one.person == reached.person), None)
    if before is None:
        known.append(reached)
    elif SPACE in reached.how and SPACE not in before.how:
        known[known.index(before)] = reached
