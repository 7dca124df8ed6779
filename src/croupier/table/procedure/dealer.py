"""The house's part: what must be done next, by whom and by which clause; and a virtual dealer who does it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.cards import Card
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import AnyStep, money
from croupier.table.irregularities.remedies import unruled
from croupier.table.procedure.dealing import deal_says, deck_not_ready, due_of, stub_count_due
from croupier.table.procedure.decks import (
    DISCARDING,
    deck_to_come,
    decks_run,
    in_round,
    next_deck,
    next_opening_step,
    nobody_looks,
    ready_deck,
)
from croupier.table.procedure.devices import DEVICE_LOST, in_use, lost_before_deal
from croupier.table.procedure.electronic import shuffled_now
from croupier.table.procedure.idle import spread_idle
from croupier.table.procedure.reading import card_due
from croupier.table.procedure.silence import REASON, silence_duty
from croupier.table.procedure.stub import hands_due, how_counted
from croupier.table.procedure.treating import BACK_IN_USE, emptying
from croupier.table.procedure.turning_up import awaited_cards
from croupier.table.settlement.procedure import next_unit
from croupier.table.values import commands as c
from croupier.table.values.duty import YES_OR_NO, Blank, Duty
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SYSTEM
from croupier.table.values.state import OFF_TABLE, SOURCES, Deck, PendingAward, State

# What is settled next, as the dealer is told it: each seat by its number, so that nobody settles two by pressing twice.
UNITS = {
    "seat": "Turn up and settle seat {}.",
    "reveal": "Turn up the cards of seat {}.",
    "collect": "Take the losing wagers of seat {}.",
    "pay": "Pay the winning wagers of seat {}.",
    "pick_up": "Pick up the cards of seat {}.",
    "cover_all": "Settle the Cover All of seat {}.",
}
CUT_DEPTH = 26
AGED = "it has been in use too long"
ALONE = "cards shuffled by hand come from one deck"


DEPTH = Blank("depth", "How many cards deep is the cut?", "number")
CHIPS = Blank("count", "How many Progressive chips were counted?", "number")
STUB = Blank("count", "How many cards does the stub hold?", "number")
HAND = Blank("hand", "Which hand holds the stack?", "choice", ("left", "right"))
HAND_WINS = Blank("hand_wins", "Does the hand win?", "choice", YES_OR_NO)
LIGHT_ON = Blank("light_on", "Is the light on?", "choice", YES_OR_NO)
ABANDONED = Blank("lost", "Are the wagers abandoned and lost?", "choice", YES_OR_NO)
SOURCE = Blank("source", "Where is it paid from?", "choice", SOURCES)
ONE_CARD, CARDS = "Which card was turned up?", "Which cards were turned up?"
DOCUMENT = Blank("document", "What is the number of the payout document?", "text")


def next_duty(rules: GameRules, state: State, at: int = 0, betting_over: bool = True) -> Duty | None:
    """What the house does next, or None while it waits for players.

    A shuffle is named without an order: chance comes from elsewhere. `betting_over` says that no more wagers are
    awaited.
    """
    rules = in_use(rules, state)
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
    if problem.code == "no_method":  # nothing is left to deal by until the floor finds a device fit
        fit = c.TreatDevice(device=state.out_of_use[-1], step=BACK_IN_USE, by="floor", at=at)
        return _or_system(state, Duty(fit, problem.clause, problem.sentence, "floor"))
    if problem.code == "device_failed":
        return _treatment(rules, state, at)
    if problem.code == "deck_age":
        deck = next_deck(rules, state)
        return Duty(c.RemoveDeck(deck=deck.deck, reason=AGED, at=at), problem.clause, problem.sentence)
    if problem.code == "too_many_decks":
        deck = next(deck for deck in state.decks if not deck.removed and deck is not next_deck(rules, state))
        return Duty(c.RemoveDeck(deck=deck.deck, reason=ALONE, at=at), problem.clause, problem.sentence)
    if problem.code == "no_deck":
        name, back = deck_to_come(state)
        return Duty(c.ReceiveDeck(deck=name, back=back, at=at), problem.clause, f"Receive a deck with {back} backs.")
    if problem.code == "not_opened":
        return _opening_duty(rules, state, at)
    deck = next_deck(rules, state)
    if problem.code == "other_deck":
        deck = next(other for other in state.decks if not other.removed and other is not deck and not other.shuffled)
    return _deck_duty(rules, state, problem, deck.deck, at)


def _opening_duty(rules: GameRules, state: State, at: int) -> Duty | None:
    """The opening step that is due on a deck; None where each of them waits for the first player to look."""
    steps = [(deck, next_opening_step(rules, deck)) for deck in state.decks if not deck.removed]
    found = next(((deck, due) for deck, due in steps if due and not nobody_looks(state, due)), None)
    if found is None:
        return None
    deck, due = found
    book = rules.rulebook
    step = next(step for step in book.opening.steps if step.step == due)
    asked: AnyStep = step
    if deck.spread and step.step == "spread_face_up":  # the cards lie face down, and somebody has arrived
        asked = next(s for s in book.shuffle.idle if s.step == "turn_up_on_arrival")
    command = c.PrepareDeck(deck=deck.deck, step=step.step, by=step.by, at=at)
    return _or_system(state, Duty(command, asked.clause[0], asked.says, step.by))


def _or_system(state: State, duty: Duty, **known: Any) -> Duty:
    """The duty as people do it; where the house's system deals, it does the floor's part and knows what they find out.

    `known` is that, field by field of the command.
    """
    if state.dealer != "virtual":
        return duty
    by = duty.command.by if duty.by == "dealer" else SYSTEM
    return replace(duty, command=replace(duty.command, by=by, **known), by="dealer", blanks=())


def idle_duty(rules: GameRules, state: State, at: int = 0) -> Duty | None:
    """What the dealer does with the cards when nobody sits there, or None where nothing is to be done with them.

    Cards that still lie open for the first player to see stay where they are.
    """
    if state.players or state.idle:
        return None
    spread = c.SpreadIdle(at=at)
    handled = any(not deck.removed and (deck.shuffled or "offer_first_look" in deck.prepared) for deck in state.decks)
    if not handled or isinstance(spread_idle(rules, state, spread), Refusal):
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
    command = c.Shuffle(deck=state.rack_deck, method=shuffled_now(rules, state), at=at)
    return Duty(command, law.clause[0], f"Deck {state.rack_deck} leaves the discard rack and is shuffled.")


def _treatment(rules: GameRules, state: State, at: int) -> Duty:
    steps = rules.rulebook.irregularities.device_out_of_order
    step: AnyStep = next(step for step in steps if step.step != "treat_failed_device")
    if state.failed[0] in state.holding_cards:
        step = emptying(rules, state.failed[0])
    return Duty(c.TreatDevice(device=state.failed[0], step=step.step, at=at), step.clause[0], step.says)


def _deck_duty(rules: GameRules, state: State, problem: Refusal, deck: str, at: int) -> Duty:
    """The shuffle or the cut that a deck is due, a failed shuffler being dealt with first."""
    if problem.code == "not_cut":
        says = " ".join(step.says for step in rules.rulebook.shuffle.cut.steps)
        duty = Duty(c.CutDeck(deck=deck, at=at), problem.clause, says, blanks=(DEPTH,))
        return _or_system(state, duty, depth=CUT_DEPTH)
    if "shuffler" in state.failed:
        return _treatment(rules, state, at)
    other = next((held.deck for held in state.decks if not held.removed and held.deck != deck), "")
    if other and decks_run(rules, state) == 1:
        second = rules.rulebook.cards.second_deck_needs
        return Duty(c.RemoveDeck(deck=other, reason=ALONE, at=at), second.clause[0], second.says)
    command = c.Shuffle(deck=deck, method=shuffled_now(rules, state), at=at)
    return Duty(command, problem.clause, problem.sentence)


def _in_round(rules: GameRules, state: State, at: int, betting_over: bool) -> Duty | None:
    due, round_ = due_of(rules, state), state.round
    assert due is not None
    assert round_ is not None
    if away := unruled(round_):
        return _ruling(rules, state, away.seat, at)
    if awaited := awaited_cards(rules, state):
        told = Blank("cards", ONE_CARD if awaited.cards == 1 else CARDS, "cards", most=awaited.cards)
        return Duty(c.TurnUp(place=awaited.place, at=at), awaited.clause, awaited.says, blanks=(told,))
    if due.kind == "ask":
        return silence_duty(rules, state, at)
    if due.kind == "close_bets" and not (betting_over and round_.boxes):
        return None
    if due.kind == "deal":
        if problem := deck_not_ready(rules, state):
            if lost := lost_before_deal(rules, state):
                return Duty(c.Report(kind=DEVICE_LOST, at=at), lost.clause[0], lost.says)
            return _deck_duty(rules, state, problem, round_.deck, at)
        if card_due(rules, state):  # the dealer draws, and the shoe says what
            return None
        held = f" The {round_.holding_hand} hand holds the stack." if round_.holding_hand else ""
        return Duty(c.Deal(at=at), due.clause, deal_says(rules, round_, round_.script) + held)
    if due.kind == "settle":
        if round_.pending:
            return _award(rules, state, round_.pending, at)
        unit = next_unit(rules, round_)
        assert unit is not None, "the settlement ends itself with its last unit"
        return Duty(c.SettleNext(at=at), due.clause, unit_says(unit))
    if due.kind == "close" and round_.undocumented:
        step = rules.rulebook.progressive.validation[-1]
        seat = round_.undocumented[0]
        duty = Duty(c.DocumentAward(seat=seat, at=at), step.clause[0], step.says, blanks=(DOCUMENT,))
        return _or_system(state, duty, document=f"the house's record of round {round_.number}, seat {seat}")
    if state.rack_deck and (due.kind in ("stub", "collect_folds", "close") or due.step in DISCARDING):
        return _out_of_rack(rules, state, at)
    if round_.stub_found is not None:
        hands, check = hands_due(rules, round_)
        duty = Duty(c.CheckHands(at=at), check.clause[0], check.says, blanks=tuple(_hand(seat) for seat, _ in hands))
        return _or_system(state, duty, hands=hands)
    if due.kind == "stub" and stub_count_due(rules, state):
        law = rules.dealing.stub_count
        duty = Duty(c.CountStub(at=at), law.clause[0], how_counted(rules), blanks=(STUB,))
        return _or_system(state, duty, count=52 - round_.drawn)
    duty = Duty(c.Perform(step=due.step, at=at), due.clause, due.says)
    if due.kind == "count":
        chips = sum(1 for box in round_.boxes if box.stake("progressive"))
        return _or_system(state, replace(duty, blanks=(CHIPS,)), count=chips)
    if due.step == "take_stack":
        return _or_system(state, replace(duty, blanks=(HAND,)), hand="left")
    return duty


def unit_says(unit: tuple[str, int]) -> str:
    """A unit of the settlement as the dealer is told it."""
    return UNITS[unit[0]].format(unit[1])


def _hand(seat: int) -> Blank:
    whose = f"seat {seat}" if seat else "the dealer"
    return Blank(f"hands:{seat}", f"How many cards does {whose} hold?", "number", seat=seat)


def _ruling(rules: GameRules, state: State, seat: int, at: int) -> Duty:
    """The floor's ruling on who left: lost where the rules know that, else settled in any case."""
    wagers = rules.rulebook.wagers
    may_be_lost = wagers.leaving.is_ == "floor_may_declare_abandoned"
    says = f"Seat {seat} has left, and the floor rules on its wagers: {'lost, or ' if may_be_lost else ''}settled."
    command = c.Abandon(seat=seat, lost=None if may_be_lost else False, by="floor", at=at)
    duty = Duty(command, wagers.stay_seated.clause[0], says, "floor", (ABANDONED, REASON) if may_be_lost else (REASON,))
    return _or_system(state, duty, lost=False, reason="the player left during the round")


def _award(rules: GameRules, state: State, pending: PendingAward, at: int) -> Duty:
    """The dealer verifies hand and light of an award, then the floor validates it."""
    steps = rules.rulebook.progressive.steps
    seat, step = pending.line.seat, steps["validate"]
    if pending.unlit_by:
        step = rules.rulebook.progressive.refusal
        says = f"The light is off for seat {seat}'s Progressive award: the floor refuses it."
        return Duty(c.RefuseAward(seat=seat, by=step.by, at=at), step.clause[0], says, "floor", (REASON,))
    if not pending.verified_by:
        verify = c.VerifyAward(seat=seat, at=at)
        says = f"Verify the hand and the light of seat {seat}'s Progressive award."
        duty = Duty(verify, steps["verify_hand"].clause[0], says, blanks=(HAND_WINS, LIGHT_ON))
        return _or_system(state, duty, hand_wins=True, light_on=True)
    says = f"The floor validates seat {seat}'s Progressive award of {money(pending.line.paid_cents)}."
    blanks = () if pending.source == OFF_TABLE else (SOURCE,)  # a full meter is paid in one way only
    duty = Duty(c.ValidateAward(seat=seat, by=step.by, at=at), step.clause[0], says, step.by, blanks)
    return _or_system(state, duty, source=pending.source)


def with_chance(duty: Duty, order: Callable[[], tuple[Card, ...]]) -> c.AnyCommand:
    """The duty's command, a shuffle being given the order that chance made."""
    if isinstance(duty.command, c.Shuffle):
        return c.Shuffle(
            deck=duty.command.deck, method=duty.command.method, order=order(), count=52, at=duty.command.at
        )
    return duty.command
