"""Counting the stub: what a count proves, and what follows from it."""

from croupier.cards import DECK
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import AnyStep
from croupier.rulebook.law.dealing import StubCase
from croupier.table.irregularities.remedies import voided
from croupier.table.procedure.dealing import due_of, not_now, step_on
from croupier.table.procedure.decks import EventsOrRefusal, in_round
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import Round, State


def stub_case(rules: GameRules, total: int, misdeal: bool) -> StubCase:
    """What a count comes to: all cards there, misdealt, or a wrong deck."""
    right = "right" if total == len(DECK) else "wrong"
    said = "yes" if misdeal else "no"
    cases = rules.dealing.stub_count.cases
    return next(case for case in cases if case.total == right and case.misdeal in (said, "any"))


def count_stub(rules: GameRules, state: State, command: c.CountStub) -> EventsOrRefusal:
    """A stub count, due or not, and what follows from it."""
    due = due_of(rules, state)
    if due is None or due.kind != "stub":
        return not_now(rules, state, "counting the stub")
    assert state.round is not None
    clause = rules.dealing.stub_count.clause[0]
    if command.count is None:
        return _uncounted(rules)
    if not 0 <= command.count <= 2 * len(DECK):
        return Refusal("count", f"{command.count} cards cannot be; count the stub again.", clause)
    if state.round.stub_found is not None:
        return hands_first(rules)
    if command.count + state.round.drawn != len(DECK):
        return (e.StubMiscounted(clause=_misdeal_check(rules).clause[0], count=command.count),)
    script, phase = step_on(rules, state)
    clause = stub_case(rules, len(DECK), misdeal=False).clause[0]
    return (e.StubCounted(clause=clause, script=script, phase=phase, count=command.count),)


def _uncounted(rules: GameRules) -> Refusal:
    """The refusal of a count that nobody made; some documents say how it is made."""
    law = rules.dealing.stub_count
    how = _way_of_counting(rules)
    said = how.says if how else "The stub is counted before play goes on."
    sentence = f"Nobody has counted the stub. {said} Count it and say how many cards it is."
    return Refusal("count", sentence, (how or law).clause[0])


def how_counted(rules: GameRules) -> str:
    """What a dealer is told of a count that is due: in some documents a clause of its own says how it is made."""
    how = _way_of_counting(rules)
    return how.says if how else "Count the stub face down."


def _way_of_counting(rules: GameRules) -> AnyStep | None:
    return next((step for step in rules.dealing.stub_count.checks if step.step == "count_face_down"), None)


def _misdeal_check(rules: GameRules) -> AnyStep:
    return next(step for step in rules.dealing.stub_count.checks if step.step == "decide_misdeal")


def hands_first(rules: GameRules) -> Refusal:
    """The refusal of anything else while a wrong count waits for the hands to be counted."""
    check = _misdeal_check(rules)
    return Refusal("check_hands", f"The stub count is wrong: count every hand now. {check.says}", check.clause[0])


def hands_due(rules: GameRules, round_: Round) -> tuple[tuple[tuple[int, int], ...], AnyStep]:
    """The seats whose cards are counted after a wrong count, with the cards they should hold, and the check."""
    held = [(box.seat, len(box.cards) + round_.unseen(str(box.seat))) for box in round_.boxes]
    dealer = len(round_.dealer) + round_.unseen("dealer") + round_.unseen("dealer_up")
    return ((0, dealer), *[(seat, cards) for seat, cards in held if cards]), _misdeal_check(rules)


def check_hands(rules: GameRules, state: State, command: c.CheckHands) -> EventsOrRefusal:
    """Whether cards were misdealt, after a wrong stub count; the round is void either way."""
    round_ = state.round
    if not in_round(state) or round_ is None or round_.stub_found is None:
        return not_now(rules, state, "counting the hands")
    due, check = hands_due(rules, round_)
    counted = tuple(sorted(command.hands))
    if [seat for seat, _ in counted] != [seat for seat, _ in due] or any(cards < 0 for _, cards in counted):
        seats = ", ".join(str(seat) for seat, _ in due)
        return Refusal("hands", f"Count the cards of each seat once, the dealer as seat 0: {seats}.", check.clause[0])
    elsewhere = round_.drawn - sum(cards for _, cards in due)
    total = round_.stub_found + elsewhere + sum(cards for _, cards in counted)
    found = e.HandsChecked(clause=check.clause[0], hands=counted)
    return (found, *voided(rules, state, stub_case(rules, total, misdeal=counted != due), by=command.by))
