"""The steps that the dealer performs, and what each kind of step brings about."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from croupier.rulebook.elect import GameRules
from croupier.table.procedure.conduct import hand_changed
from croupier.table.procedure.dealing import due_of, not_now, step_on, stub_count_due
from croupier.table.procedure.decks import EventsOrRefusal
from croupier.table.procedure.player_decisions import collected
from croupier.table.procedure.script import Due
from croupier.table.procedure.wagering import dealt_in, incomplete
from croupier.table.settlement.procedure import close, reveal_dealer
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import CARRY_PER_CENT, Round, State
from croupier.table.values.words import DueKind, Phase

# What is not performed as a step: there are commands of their own for it.
_DONE_OTHERWISE = frozenset[DueKind]({"ask", "settle", "deal"})
# By then nobody holds the stack.
_STACK_IS_DOWN = frozenset[DueKind]({"collect_folds", "reveal_dealer", "reveal_bonus"})


class Doing(Struct, frozen=True, gc=False):
    """A step being done, and the place in the script and the phase that it leads to."""

    rules: GameRules
    state: State
    round: Round
    due: Due
    command: c.Perform
    script: int
    phase: Phase


def perform(rules: GameRules, state: State, command: c.Perform) -> EventsOrRefusal:
    """The step that is due, and a note if the stack went into the other hand."""
    due, round_ = due_of(rules, state), state.round
    if due is None or round_ is None or due.step != command.step or due.kind in _DONE_OTHERWISE:
        return not_now(rules, state, command.step.replace("_", " "))
    if due.kind == "close":
        return close(rules, round_, due)
    script, phase = step_on(rules, state)
    answer = _STEPS[due.kind](Doing(rules, state, round_, due, command, script, phase))
    if not command.hand or due.kind in _STACK_IS_DOWN or not isinstance(answer, tuple):
        return answer
    return (*hand_changed(rules, round_, command.hand, command.by), *answer)


def _done(doing: Doing) -> EventsOrRefusal:
    due, hand = doing.due, ""
    if due.step == "take_stack":
        hand = doing.command.hand or ""
        if hand not in ("left", "right"):
            return Refusal("hand", "Say in which hand the stack is held: left or right.", due.clause)
    return (e.StepDone(clause=due.clause, script=doing.script, phase=doing.phase, step=due.step, hand=hand),)


def _close_bets(doing: Doing) -> EventsOrRefusal:
    clause, round_ = doing.due.clause, doing.round
    if not round_.boxes:
        return Refusal("no_wagers", "Nobody has wagered; wait for a wager.", clause)
    found = incomplete(doing.rules, round_)
    if found:
        box, problem = found
        return Refusal(problem.code, f"Seat {box.seat}: {problem.sentence}", problem.clause)
    return (e.BetsClosed(clause=clause, script=doing.script, phase=doing.phase),)


def _lock(doing: Doing) -> EventsOrRefusal:
    """What the accepted stakes add to each meter, exactly, in hundred-millionths of a cent."""
    stakes = _progressive_cents(doing.round)
    gains = tuple(
        (terms.meter, int(stakes * terms.rate_percent * CARRY_PER_CENT / 100)) for terms in doing.rules.meters if stakes
    )
    return (e.ProgressiveLocked(clause=doing.due.clause, script=doing.script, phase=doing.phase, gains=gains),)


def _progressive_cents(round_: Round) -> int:
    return sum(box.stake("progressive") for box in round_.boxes)


def _count(doing: Doing) -> EventsOrRefusal:
    accepted = sum(1 for box in doing.round.boxes if box.stake("progressive"))
    count = doing.command.count
    if count != accepted:
        counted = "nobody counted the chips" if count is None else f"{count} were counted"
        sentence = f"The system accepted {accepted} progressive wagers and {counted}; count again."
        return Refusal("chips_differ", sentence, doing.due.clause)
    return _done(doing)


def _bank(doing: Doing) -> EventsOrRefusal:
    cents = _progressive_cents(doing.round)
    return (e.ProgressiveBanked(clause=doing.due.clause, script=doing.script, phase=doing.phase, cents=cents),)


def _count_hands(doing: Doing) -> EventsOrRefusal:
    hands = len(dealt_in(doing.rules, doing.round.boxes)) + 1
    return (e.HandsFixed(clause=doing.due.clause, script=doing.script, phase=doing.phase, hands=hands),)


def _display_payouts(doing: Doing) -> EventsOrRefusal:
    table = doing.rules.table("cover_all", hands=doing.round.hands)
    assert table is not None
    payouts = tuple((line.line, str(line.pays)) for line in table.lines)
    return (e.PayoutsDisplayed(clause=doing.due.clause, script=doing.script, phase=doing.phase, payouts=payouts),)


def _turn(doing: Doing) -> EventsOrRefusal:
    deal = doing.due.deal
    assert deal is not None
    up = doing.round.community_up + deal.face_up
    return (e.CommunityTurned(clause=doing.due.clause, script=doing.script, phase=doing.phase, up=up),)


def _put_stub_away(doing: Doing) -> EventsOrRefusal:
    if doing.round.stub_found is not None or stub_count_due(doing.rules, doing.state):
        clause = doing.rules.dealing.stub_count.clause[0]
        return Refusal("stub_count_due", "The stub is due a count now, or after a wrong one the hands.", clause)
    return _done(doing)


def _collect_folds(doing: Doing) -> EventsOrRefusal:
    folders = tuple([box for box in doing.round.boxes if box.folded])
    return collected(doing.rules, doing.round, folders, doing.script, doing.phase)


def _reveal_dealer(doing: Doing) -> EventsOrRefusal:
    return reveal_dealer(doing.rules, doing.round, doing.due.clause, doing.script, doing.phase)


def _reveal_bonus(doing: Doing) -> EventsOrRefusal:
    return (e.BonusRevealed(clause=doing.due.clause, script=doing.script, phase=doing.phase),)


_STEPS: Mapping[DueKind, Callable[[Doing], EventsOrRefusal]] = {
    "perform": _done,
    "close_bets": _close_bets,
    "lock": _lock,
    "collect": _done,
    "count": _count,
    "bank": _bank,
    "count_hands": _count_hands,
    "display_payouts": _display_payouts,
    "turn": _turn,
    "stub": _put_stub_away,
    "collect_folds": _collect_folds,
    "reveal_dealer": _reveal_dealer,
    "reveal_bonus": _reveal_bonus,
}
