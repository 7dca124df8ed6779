"""The house's part: what the dealer must do next, with its clause; and a virtual dealer who does it."""

from collections.abc import Callable
from itertools import count

from msgspec import Struct

from croupier.cards import Card
from croupier.rulebook.elect import GameRules
from croupier.table import commands as c
from croupier.table.dealing import deck_not_ready, due_of, stub_count_due
from croupier.table.irregular import unruled
from croupier.table.opening import (
    DISCARDING,
    decks_run,
    emptying,
    in_round,
    next_deck,
    next_opening_step,
    ready_deck,
    spread_idle,
)
from croupier.table.refusal import Refusal
from croupier.table.state import Deck, State
from croupier.table.stub import hands_due

BACKS = ("red", "blue")
CUT_DEPTH = 26
AGED = "it has been in use too long"
ALONE = "cards shuffled by hand come from one deck"


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
    return _in_round(rules, state, at, betting_over)


def _before_round(rules: GameRules, state: State, at: int) -> Duty | None:
    book = rules.rulebook
    problem = ready_deck(rules, state, at)
    if isinstance(problem, Deck):
        if state.rack_deck:
            return _out_of_rack(rules, state, at)
        return Duty(c.OpenRound(at=at), book.wagers.closed_by.clause[0], "Open the round for wagers.")
    if problem.code == "device_failed":
        return _treatment(rules, state, at)
    if problem.code == "deck_age":
        deck = next_deck(rules, state)
        return Duty(c.RemoveDeck(deck=deck.deck, reason=AGED, at=at), problem.clause, problem.sentence)
    if problem.code == "too_many_decks":
        deck = next(deck for deck in state.decks if not deck.removed and deck is not next_deck(rules, state))
        return Duty(c.RemoveDeck(deck=deck.deck, reason=ALONE, at=at), problem.clause, problem.sentence)
    if problem.code == "no_deck":
        taken = {deck.back for deck in state.decks if not deck.removed}
        back = next(back for back in BACKS if back not in taken)
        name = next(name for nth in count(1) if state.deck(name := f"{back}-{nth}") is None)
        return Duty(c.ReceiveDeck(deck=name, back=back, at=at), problem.clause, f"Receive a deck with {back} backs.")
    if problem.code == "not_opened":
        deck = next(d for d in state.decks if not d.removed and next_opening_step(rules, d))
        step = next(s for s in book.opening.steps if s.step == next_opening_step(rules, deck))
        by = "floor" if step.by == "floor" else "dealer"
        asked = step
        if state.idle and step.step == "spread_face_up":  # the cards lie face down, and somebody has arrived
            asked = next(s for s in book.shuffle.idle if s.step == "turn_up_on_arrival")
        return Duty(c.PrepareDeck(deck=deck.deck, step=step.step, by=by, at=at), asked.clause[0], asked.says)
    deck = next_deck(rules, state)
    if problem.code == "other_deck":
        deck = next(other for other in state.decks if not other.removed and other is not deck and not other.shuffled)
    return _deck_duty(rules, state, problem, deck.deck, at)


def idle_duty(rules: GameRules, state: State, at: int = 0) -> Duty | None:
    """What the dealer does with the cards when nobody plays, or None where nothing is to be done with them."""
    spread = c.SpreadIdle(at=at)
    decks = [deck for deck in state.decks if not deck.removed]
    if state.idle or not decks or isinstance(spread_idle(rules, state, spread), Refusal):
        return None
    steps = [step for step in rules.rulebook.shuffle.idle if step.step != "reopen"]
    return Duty(spread, steps[0].clause[0], " ".join(step.says for step in steps))


def _out_of_rack(rules: GameRules, state: State, at: int) -> Duty:
    """The deck of the last round goes from the discard rack into the shuffler while the other one is dealt."""
    if "shuffler" in state.failed:
        return _treatment(rules, state, at)
    if decks_run(rules, state) < sum(not deck.removed for deck in state.decks):
        second = rules.rulebook.cards.second_deck_needs
        return Duty(c.RemoveDeck(deck=state.rack_deck, reason=ALONE, at=at), second.clause[0], second.says)
    law = rules.rulebook.cards.other_deck_is
    by_hand = "shuffler" in state.out_of_use
    command = c.Shuffle(deck=state.rack_deck, method="manual" if by_hand else "automated", at=at)
    return Duty(command, law.clause[0], f"Deck {state.rack_deck} leaves the discard rack and is shuffled.")


def _treatment(rules: GameRules, state: State, at: int) -> Duty:
    steps = rules.rulebook.irregularities.device_out_of_order
    step = next(step for step in steps if step.step != "treat_failed_device")
    if state.failed[0] in state.holding_cards:
        step = emptying(rules, state.failed[0])
    return Duty(c.TreatDevice(device=state.failed[0], step=step.step, at=at), step.clause[0], step.says)


def _deck_duty(rules: GameRules, state: State, problem: Refusal, deck: str, at: int) -> Duty:
    """The shuffle or the cut that a deck is due, a failed shuffler being dealt with first."""
    if problem.code == "not_cut":
        says = " ".join(step.says for step in rules.rulebook.shuffle.cut.steps)
        return Duty(c.CutDeck(deck=deck, depth=CUT_DEPTH, at=at), problem.clause, says)
    if "shuffler" in state.failed:
        return _treatment(rules, state, at)
    other = next((held.deck for held in state.decks if not held.removed and held.deck != deck), "")
    if other and decks_run(rules, state) == 1:
        second = rules.rulebook.cards.second_deck_needs
        return Duty(c.RemoveDeck(deck=other, reason=ALONE, at=at), second.clause[0], second.says)
    by_hand = rules.shuffler == "manual" or "shuffler" in state.out_of_use
    command = c.Shuffle(deck=deck, method="manual" if by_hand else "automated", at=at)
    return Duty(command, problem.clause, problem.sentence)


def _in_round(rules: GameRules, state: State, at: int, betting_over: bool) -> Duty | None:
    due, round_ = due_of(rules, state), state.round
    assert due is not None
    assert round_ is not None
    if away := unruled(round_):
        stay, reason = rules.rulebook.wagers.stay_seated, "the player left during the round"
        ruling = c.Abandon(seat=away.seat, lost=False, by="floor", reason=reason, at=at)
        return Duty(ruling, stay.clause[0], f"Call the floor: seat {away.seat} has left, and its wagers need a ruling.")
    if due.kind == "ask" or (due.kind == "close_bets" and not (betting_over and round_.boxes)):
        return None
    if due.kind == "deal":
        if problem := deck_not_ready(rules, state):
            return _deck_duty(rules, state, problem, round_.deck, at)
        held = f" The {round_.holding_hand} hand holds the stack." if round_.holding_hand else ""
        return Duty(c.Deal(at=at), due.clause, due.says + held)
    if due.kind == "settle":
        if round_.pending:
            seat = round_.pending.line.seat
            step = rules.rulebook.progressive.validation[0]
            command = c.ValidateAward(seat=seat, light_on=True, validated_by="floor", at=at)
            return Duty(
                command, step.clause[0], "Verify the hand and the light, and have the floor validate the award."
            )
        return Duty(c.SettleNext(at=at), due.clause, due.says)
    if due.kind == "close" and round_.undocumented:
        step = rules.rulebook.progressive.validation[-1]
        return Duty(c.DocumentAward(seat=round_.undocumented[0], at=at), step.clause[0], step.says)
    if state.rack_deck and (due.kind in ("stub", "collect_folds", "close") or due.step in DISCARDING):
        return _out_of_rack(rules, state, at)
    if round_.stub_found is not None:
        hands, check = hands_due(rules, round_)
        return Duty(c.CheckHands(hands=hands, at=at), check.clause[0], check.says)
    if due.kind == "stub" and stub_count_due(rules, state):
        law = rules.dealing.stub_count
        return Duty(c.CountStub(count=52 - round_.drawn, at=at), law.clause[0], "Count the stub face down.")
    count = sum(1 for box in round_.boxes if box.stake("progressive")) if due.kind == "count" else None
    hand = "left" if due.step == "take_stack" else None
    return Duty(c.Perform(step=due.step, count=count, hand=hand, at=at), due.clause, due.says)


def with_chance(duty: Duty, order: Callable[[], tuple[Card, ...]]) -> c.AnyCommand:
    """The duty's command, a shuffle being given the order that chance made."""
    if isinstance(duty.command, c.Shuffle):
        return c.Shuffle(
            deck=duty.command.deck, method=duty.command.method, order=order(), count=52, at=duty.command.at
        )
    return duty.command
