"""Counting the stub: what a count proves, and what follows from it."""

from croupier.cards import DECK
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.dealing import StubCase
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.dealing import due_of, not_now, step_on
from croupier.table.irregular import voided
from croupier.table.opening import Answer
from croupier.table.refusal import Refusal
from croupier.table.state import State


def stub_case(rules: GameRules, total: int, misdeal: bool) -> StubCase:
    """What a count comes to: all cards there, misdealt, or a wrong deck."""
    right = "right" if total == len(DECK) else "wrong"
    said = "yes" if misdeal else "no"
    cases = rules.dealing.stub_count.cases
    return next(case for case in cases if case.total == right and case.misdeal in (said, "any"))


def count_stub(rules: GameRules, state: State, command: c.CountStub) -> Answer:
    """A stub count, due or not, and what follows from it."""
    due = due_of(rules, state)
    if due is None or due.kind != "stub":
        return not_now(rules, state, "counting the stub")
    assert state.round is not None
    if not 0 <= command.count <= 2 * len(DECK):
        clause = rules.dealing.stub_count.clause[0]
        return Refusal("count", f"{command.count} cards cannot be; count the stub again.", clause)
    script, phase = step_on(rules, state.round)
    case = stub_case(rules, command.count + state.round.drawn, command.misdeal)
    counted = e.StubCounted(clause=case.clause[0], script=script, phase=phase, count=command.count)
    if case.round_is == "goes_on":
        return (counted,)
    return (counted, *voided(rules, state, case))
