"""The acts of the rounds that bear witness to a rulebook, and the key or button by which a person does each."""

import re
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from croupier.rulebook.elect import GameRules
from croupier.server.deal.options import option_words
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.procedure.dealer import idle_duty, next_duty
from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.decks import in_round
from croupier.table.procedure.devices import in_use
from croupier.table.procedure.script import standing_steps
from croupier.table.settlement.procedure import next_unit
from croupier.table.staff_options import staff_options
from croupier.table.values import commands as c
from croupier.table.values.duty import Duty
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import State
from tests.rulebook.witnesses import rounds, rules_of

SPACE, HANDLING, WRONG = "/deal/TABLE: Space at ", "/deal/TABLE: h ", "/deal/TABLE: ! "
STAFF = ("dealer:dana", "floor:kim")
NAMES = re.compile(r"\b(seat|deck) (?:\d+|(?:red|blue)-\d+)|(?P<money>\$\d[\d,]*(?:\.\d\d)?)", re.IGNORECASE)
LATER = 9 * 3600  # the decks are too old by then, whatever they are dealt from


class Asked(NamedTuple):
    """Something that is asked of a person: of whom, by which clause, in which sentence."""

    person: str
    clause: str
    says: str

    @property
    def how(self) -> str:
        """The key by which it is done."""
        return f'{SPACE}"{self.says}"'


class Played(NamedTuple):
    """What the rounds of a rulebook showed.

    `asked` is what was due, act by act: the step of the procedure, after the method of dealing where it is one of that
    method's, or the command, with what is settled or done by it. `offered` is how what may be done beside it is done,
    by its name; `kept` how the handling rules that stand all the while are read, by their words, which `standing` has
    by name.
    """

    asked: dict[str, list[Asked]]
    offered: dict[str, str]
    kept: dict[str, str]
    standing: dict[str, str]


@cache
def played(rulebook: str) -> Played:
    """What the rounds that bear witness to a rulebook show."""
    found = Played({}, {}, {}, {})
    for witness in rounds(rulebook):
        state, rules = State(), rules_of(witness.filed)
        for command in witness.commands:
            _note(found, rules, replace(state, dealer="human"), command.at)
            answer = decide(rules, state, command)
            for event in () if isinstance(answer, Refusal) else answer:
                state = evolve(state, event)
    return found


def general(sentence: str) -> str:
    """A sentence without the seat, deck and money of one round."""
    return NAMES.sub(lambda name: "$…" if name["money"] else f"{name[1]} …", sentence)


def _note(found: Played, rules: GameRules, state: State, at: int) -> None:
    """What is asked, offered and kept to at a moment."""
    for late in (0, LATER):
        if duty := idle_duty(rules, state, at) or next_duty(rules, state, at + late):
            asked = Asked(duty.by, duty.clause, general(duty.says))
            known = found.asked.setdefault(_act(rules, state, duty), [])
            if asked not in known:
                known.append(asked)
    for by in STAFF:
        for option in staff_options(rules, state, by):
            if option.closed is None:
                title, _, answer = option_words(option)
                how = f'{WRONG}"{title}"' + (f', "{general(answer)}"' if answer else "")
                found.offered.setdefault(option.option.partition(":")[0], how)
                found.offered.setdefault(option.option, how)
    for step in standing_steps(in_use(rules, state)):
        found.kept[step.says] = f'{HANDLING}"{step.says}"'
        found.standing[step.step] = step.says


def _act(rules: GameRules, state: State, duty: Duty) -> str:
    """What is done by a duty: a step of the procedure, or a command and what it concerns."""
    command, name = duty.command, type(duty.command).__name__
    if isinstance(command, c.SettleNext):
        assert state.round
        unit = next_unit(in_use(rules, state), state.round)
        return f"{name}:{unit[0] if unit else ''}"
    if isinstance(command, c.TreatDevice | c.PrepareDeck):
        return command.step
    if isinstance(command, c.Shuffle) and "discard rack" in duty.says:
        return "out_of_rack"
    if isinstance(command, c.RemoveDeck):
        return f"{name}:{duty.clause}"
    if isinstance(command, c.Deal | c.Perform | c.TurnUp):
        due = due_of(in_use(rules, state), state)
        assert due
        steps = {step.step for step in in_use(rules, state).dealing.steps}
        return f"{rules.dealing.method}.{due.step}" if due.step in steps else due.step
    return name if in_round(state) or not isinstance(command, c.Report) else ""
