"""The house's part: what the dealer must do next, with its clause; and a virtual dealer who does it."""

from collections.abc import Callable

from msgspec import Struct

from croupier.cards import Card
from croupier.rulebook.elect import GameRules
from croupier.table import commands as c
from croupier.table.dealing import due_of, stub_count_due
from croupier.table.opening import in_round, next_opening_step, ready_deck
from croupier.table.state import Deck, State

BACKS = ("red", "blue")
CUT_DEPTH = 26


class Duty(Struct, frozen=True):
    """What is due: the command that does it, the clause, and a sentence for the dealer."""

    command: c.AnyCommand
    clause: str
    says: str


def next_duty(rules: GameRules, state: State, at: int = 0, betting_over: bool = True) -> Duty | None:
    """What the house does next, or None while it waits for players.

    A shuffle is named without an order: chance comes from elsewhere. `betting_over` says that no more wagers are
    awaited.
    """
    if not in_round(state):
        return _before_round(rules, state, at)
    return _in_round(rules, state, betting_over)


def _before_round(rules: GameRules, state: State, at: int) -> Duty | None:
    book = rules.rulebook
    problem = ready_deck(rules, state, at)
    if isinstance(problem, Deck):
        return Duty(c.OpenRound(at=at), book.wagers.closed_by.clause[0], "Open the round for wagers.")
    if problem.code == "device_failed":
        step = next(s for s in book.irregularities.device_out_of_order if s.step != "treat_failed_device")
        return Duty(c.TreatDevice(device=state.failed[0], step=step.step, at=at), step.clause[0], step.says)
    if problem.code == "deck_age":
        deck = _next_deck(rules, state)
        return Duty(c.RemoveDeck(deck=deck.deck, reason="age", at=at), problem.clause, problem.sentence)
    if problem.code == "no_deck":
        taken = {deck.back for deck in state.decks if not deck.removed}
        back = next(back for back in BACKS if back not in taken)
        name = f"{back}-{sum(deck.back == back for deck in state.decks) + 1}"
        return Duty(c.ReceiveDeck(deck=name, back=back, at=at), problem.clause, f"Receive a deck with {back} backs.")
    if problem.code == "not_opened":
        deck = next(d for d in state.decks if not d.removed and next_opening_step(rules, d))
        step = next(s for s in book.opening.steps if s.step == next_opening_step(rules, deck))
        by = "floor:verifier" if step.by == "floor" else "dealer"
        return Duty(c.PrepareDeck(deck=deck.deck, step=step.step, by=by, at=at), step.clause[0], step.says)
    deck = _next_deck(rules, state)
    if problem.code == "not_shuffled":
        by_hand = rules.shuffler == "manual" or "shuffler" in state.out_of_use
        command = c.Shuffle(deck=deck.deck, method="manual" if by_hand else "automated", at=at)
        return Duty(command, problem.clause, problem.sentence)
    return Duty(c.CutDeck(deck=deck.deck, depth=CUT_DEPTH, at=at), problem.clause, problem.sentence)


def _next_deck(rules: GameRules, state: State) -> Deck:
    decks = [deck for deck in state.decks if not deck.removed]
    return next((deck for deck in decks if rules.decks == 1 or deck.deck != state.last_deck), decks[0])


def _in_round(rules: GameRules, state: State, betting_over: bool) -> Duty | None:
    due, round_ = due_of(rules, state), state.round
    assert due is not None
    assert round_ is not None
    if due.kind == "ask" or (due.kind == "close_bets" and not (betting_over and round_.boxes)):
        return None
    if due.kind == "deal":
        return Duty(c.Deal(), due.clause, due.says)
    if due.kind == "settle":
        if round_.pending:
            seat = round_.pending.line.seat
            step = rules.rulebook.progressive.validation[0]
            command = c.ValidateAward(seat=seat, light_on=True, validated_by="floor:verifier")
            return Duty(
                command, step.clause[0], "Verify the hand and the light, and have the floor validate the award."
            )
        return Duty(c.SettleNext(), due.clause, due.says)
    if due.kind == "close" and round_.undocumented:
        step = rules.rulebook.progressive.validation[-1]
        return Duty(c.DocumentAward(seat=round_.undocumented[0]), step.clause[0], step.says)
    if due.kind == "stub" and stub_count_due(rules, state):
        law = rules.dealing.stub_count
        return Duty(c.CountStub(count=52 - round_.drawn), law.clause[0], "Count the stub face down.")
    count = sum(1 for box in round_.boxes if box.stake("progressive")) if due.kind == "count" else None
    hand = "left" if due.step == "take_stack" else None
    return Duty(c.Perform(step=due.step, count=count, hand=hand), due.clause, due.says)


def with_chance(duty: Duty, order: Callable[[], tuple[Card, ...]]) -> c.AnyCommand:
    """The duty's command, a shuffle being given the order that chance made."""
    if isinstance(duty.command, c.Shuffle):
        return c.Shuffle(
            deck=duty.command.deck, method=duty.command.method, order=order(), count=52, at=duty.command.at
        )
    return duty.command
