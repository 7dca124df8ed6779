"""Decks: received, inspected, shuffled, cut, changed."""

from itertools import count

from croupier.cards import DECK, Card
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import AnyStep
from croupier.rulebook.phrases import words
from croupier.table.procedure.devices import (
    DEVICE_LOST,
    SHUFFLER,
    lost_before_deal,
    method_problem,
    not_after_shuffle_by_hand,
    shuffler_now,
)
from croupier.table.procedure.electronic import ELECTRONIC, deck_named, decks_at, no_deck, shuffled_now
from croupier.table.procedure.treating import still_loaded
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import is_system, may_order
from croupier.table.values.state import OVER, Deck, State

BACKS = ("red", "blue")
EventsOrRefusal = tuple[e.AnyEvent, ...] | Refusal
_DISCARDS = frozenset({e.CardSetAside, e.FoldsCollected, e.CardsCollected})
DISCARDING = ("remove_stub", "discard_stub", "burn_extra_cards")


def in_round(state: State) -> bool:
    """Whether a round is under way."""
    return state.round is not None and state.round.phase not in OVER


def being_played(state: State) -> bool:
    """Whether a round is under way that somebody has wagered in, or may yet."""
    round_ = state.round
    if round_ is None or not in_round(state):
        return False
    return round_.phase != "wagering" or bool(round_.boxes or state.players)


def _known(rules: GameRules, state: State, name: str) -> Deck | Refusal:
    deck = next((deck for deck in decks_at(rules, state) if deck.deck == name), state.deck(name))
    clause = rules.rulebook.cards.cards_in_deck.clause[0]
    if deck is None:
        return Refusal("no_deck", f"There is no deck {name!r} at the table; receive it first.", clause)
    if deck.removed:
        return Refusal("deck_removed", f"Deck {name} was taken off the table; use another deck.", clause)
    return deck


def _in_play(rules: GameRules, state: State, name: str) -> Refusal | None:
    if in_round(state) and state.round and state.round.deck == name:
        clause = rules.rulebook.cards.other_deck_is.clause[0]
        return Refusal("deck_in_play", f"Deck {name} is in play; wait until the round is over.", clause)
    return None


def _dealt_from(rules: GameRules, state: State, deck: Deck, *, shuffled_is_fixed: bool = False) -> Refusal | None:
    """Why the deck's cards stay as they are, or None: a round is dealt from it, or holds it shuffled for its deal."""
    round_ = state.round
    if not in_round(state) or round_ is None or round_.deck != deck.deck:
        return None
    if round_.drawn or (shuffled_is_fixed and deck.shuffled):
        return _in_play(rules, state, deck.deck)
    return None


def decks_run(rules: GameRules, state: State) -> int:
    """How many decks take turns: two only while the device that they need is in use."""
    needs_device = rules.rulebook.cards.second_deck_needs.is_ == "automated_shuffler"
    return 1 if needs_device and SHUFFLER in state.out_of_use else rules.decks


def _whole(order: tuple[Card, ...] | None) -> bool:
    return order is None or len(order) == len(set(order)) == len(DECK)


def _plain(name: str) -> str:
    """A deck's name as people tell decks apart."""
    return " ".join(name.split()).casefold()


def _wrong_deck_clause(rules: GameRules) -> str:
    """Where a deck that is not whole leaves the table."""
    return next(case.clause[0] for case in rules.dealing.stub_count.cases if case.deck == "removed")


def receive(rules: GameRules, state: State, command: c.ReceiveDeck) -> EventsOrRefusal:
    """A deck comes to the table."""
    cards = rules.rulebook.cards
    if rules.electronic:
        return no_deck(rules)
    if not command.deck.strip():
        return Refusal("no_name", "A deck needs a name; say which it is.", cards.cards_in_deck.clause[0])
    present = [deck for deck in state.decks if not deck.removed]
    if held := next((deck for deck in state.decks if _plain(deck.deck) == _plain(command.deck)), None):
        if not held.removed:
            sentence = f"Deck {held.deck} is at the table already."
            return Refusal("deck_present", sentence, cards.cards_in_deck.clause[0])
        sentence = f"Deck {held.deck} was taken off the table for good; bring another, under a name of its own."
        return Refusal("deck_removed", sentence, _wrong_deck_clause(rules))
    most = decks_run(rules, state)
    if len(present) >= most:
        sentence = f"This table is run with {most} deck{'s' if most > 1 else ''}; remove one first."
        return Refusal("too_many_decks", sentence, cards.second_deck_needs.clause[0])
    if any(deck.back == command.back for deck in present):
        rule = next(rule for rule in cards.requirements if rule.field == "cards.back_colours" and rule.distinct)
        return Refusal(
            "same_backs", f"The other deck has {command.back} backs too; the backs must differ.", rule.clause[0]
        )
    if not _whole(command.order):
        return Refusal(
            "not_a_deck", "A deck is 52 different cards; give each exactly once.", cards.cards_in_deck.clause[0]
        )
    flags = {"pre_inspected": command.pre_inspected, "pre_shuffled": command.pre_shuffled}
    skips = all(flags[name] for name in rules.rulebook.opening.skipped_for.is_)
    return (
        e.DeckReceived(
            deck=command.deck,
            back=command.back,
            at=command.at,
            skips_opening=skips,
            order=command.order if skips else None,
        ),
    )


def deck_to_come(state: State) -> tuple[str, str]:
    """The name and the backs of the next deck that comes to the table."""
    taken = {deck.back for deck in state.decks if not deck.removed}
    back = next(back for back in BACKS if back not in taken)
    return next(name for nth in count(1) if state.deck(name := f"{back}-{nth}") is None), back


def next_opening_step(rules: GameRules, deck: Deck) -> str:
    """The opening step that is due on a deck, "" when the cards may be shuffled, or have been.

    An electronic table has no cards that anybody could look at or wash.
    """
    if rules.electronic or deck.shuffled or "all" in deck.prepared:
        return ""
    for step in rules.rulebook.opening.steps:
        if step.step not in deck.prepared and step.step != "shuffle":
            return step.step
    return ""


def prepare(rules: GameRules, state: State, command: c.PrepareDeck) -> EventsOrRefusal:
    """An opening step, in its order; the floor's verification comes from somebody else than the dealer."""
    deck = _known(rules, state, command.deck)
    if not isinstance(deck, Deck):
        return deck
    due = next_opening_step(rules, deck)
    steps: dict[str, AnyStep] = {step.step: step for step in rules.rulebook.opening.steps}
    if command.step != due:
        if not due:
            clause = steps["shuffle"].clause[0]
            return Refusal("out_of_order", "The deck is prepared; shuffle it now.", clause)
        sentence = f"{due.replace('_', ' ')} comes before {command.step.replace('_', ' ')}; do that first."
        return Refusal("out_of_order", sentence.capitalize(), steps[due].clause[0])
    if steps[due].by == "floor" and not _may_verify(state, deck, command.by):
        sentence = "A floorperson, not the dealer who inspected the cards, verifies the inspection."
        return Refusal("needs_floor", sentence, steps[due].clause[0])
    if nobody_looks(state, command.step):
        sentence = "Nobody is at the table; wait for the first player to arrive, who is given the chance to look."
        return Refusal("nobody_there", sentence, steps[due].clause[0])
    return (e.DeckPrepared(deck=command.deck, step=command.step, by=command.by, at=command.at),)


def _may_verify(state: State, deck: Deck, by: str) -> bool:
    """Whether this is the second person who verifies an inspection; a system that runs the table is both."""
    return may_order(state, by) and (by != deck.inspected_by or is_system(state, by))


def nobody_looks(state: State, step: str) -> bool:
    """Whether an opening step waits for a player to arrive: the first look, and whatever reopens an idle table."""
    return not state.players and (step == "offer_first_look" or state.idle)


def shuffle(rules: GameRules, state: State, command: c.Shuffle) -> EventsOrRefusal:
    """A shuffle, by the table's own method unless its device is out of use."""
    law = rules.rulebook.shuffle
    deck = _known(rules, state, command.deck)
    if not isinstance(deck, Deck):
        return deck
    if problem := _dealt_from(rules, state, deck, shuffled_is_fixed=True):
        return problem
    if due := next_opening_step(rules, deck):
        step = next(step for step in rules.rulebook.opening.steps if step.step == due)
        return Refusal("not_opened", f"{due.replace('_', ' ').capitalize()} comes first.", step.clause[0])
    if state.holding_cards:
        return still_loaded(rules, state.holding_cards[0])
    if command.method not in law.methods.is_:
        return Refusal("method", f"Cards are shuffled {' or '.join(law.methods.is_)}.", law.methods.clause[0])
    own = shuffled_now(rules, state)
    out_of_order = rules.rulebook.irregularities.device_out_of_order[0]
    if command.method == "automated" and (SHUFFLER in state.failed or SHUFFLER in state.out_of_use):
        return Refusal("device_failed", "The shuffler is out of order; shuffle by hand.", out_of_order.clause[0])
    if command.method != own:
        sentence = "Another way of shuffling is used only once the failed shuffler has been dealt with."
        return Refusal("other_method", sentence, out_of_order.clause[0])
    if (lost := lost_before_deal(rules, state)) and state.round and state.round.deck == deck.deck:
        sentence = f"{lost.says} Report {DEVICE_LOST}, or have the floor put the shuffler back into use."
        return Refusal("device_lost", sentence, lost.clause[0])
    if command.method == "manual" and sum(not d.removed for d in state.decks) > decks_run(rules, state):
        second = rules.rulebook.cards.second_deck_needs
        return Refusal("too_many_decks", f"{second.says} Remove one before shuffling by hand.", second.clause[0])
    if not _whole(command.order):
        clause = rules.rulebook.cards.cards_in_deck.clause[0]
        return Refusal("not_a_deck", "A shuffled deck is 52 different cards; give each exactly once.", clause)
    counts = rules.counting_shuffler and own == "automated" and not rules.electronic
    wrong = command.count not in (None, len(DECK))
    if wrong and not counts:
        device = next(device for device in law.devices if "stub_count" in device.switches_off)
        return Refusal("no_count", "No counting shuffler is in use; a stub count finds a wrong deck.", device.clause[0])
    shuffled = e.DeckShuffled(
        deck=command.deck,
        method=command.method,
        order=command.order,
        ends_in=law.ends_in.is_,
        counted=counts and command.count == len(DECK),
    )
    if wrong:
        reason = f"the shuffler counted {command.count} cards ({law.wrong_device_count.clause[0]})"
        return (shuffled, e.DeckRemoved(deck=command.deck, reason=reason))
    return (shuffled,)


def needs_cut(rules: GameRules, state: State, deck: Deck) -> bool:
    """Whether a shuffled deck must be cut before it is dealt."""
    by_itself = shuffler_now(rules, state) == "self_reshuffling"
    return not by_itself and not rules.electronic and deck.shuffled in rules.rulebook.shuffle.cut_after.is_


def cut(rules: GameRules, state: State, command: c.CutDeck) -> EventsOrRefusal:
    """A cut, ten cards deep at least."""
    law = rules.rulebook.shuffle
    deck = _known(rules, state, command.deck)
    if not isinstance(deck, Deck):
        return deck
    if problem := _dealt_from(rules, state, deck):
        return problem
    if not deck.shuffled or not needs_cut(rules, state, deck):
        return Refusal("no_cut", "This deck is not due a cut.", law.no_cut_after.clause[0])
    if deck.cut:
        return Refusal("already_cut", "The deck is cut; only a supervisor may order another cut.", law.recut.clause[0])
    if command.depth is None or not law.cut.depth.allows(command.depth):
        given = "say how deep this one is" if command.depth is None else f"{command.depth} is not"
        sentence = f"A cut is {law.cut.depth.phrase()} deep; {given}."
        return Refusal("cut_depth", sentence, law.cut.depth.clause[0])
    order = deck.order[command.depth :] + deck.order[: command.depth] if deck.order else None
    ends = law.cut.cover_card_ends.is_
    return (e.DeckCut(deck=command.deck, depth=command.depth, order=order, cover_card=ends),)


def order_recut(rules: GameRules, state: State, command: c.OrderRecut) -> EventsOrRefusal:
    """Another cut, on a supervisor's order, between the cut and the first card."""
    law = rules.rulebook.shuffle
    deck = _known(rules, state, command.deck)
    if not isinstance(deck, Deck):
        return deck
    clause = law.recut.clause[0]
    if not may_order(state, command.by, law.recut.by) or not command.reason.strip():
        return Refusal(
            "needs_supervisor", f"Another cut is ordered by the {words(law.recut.by)}, with a reason.", clause
        )
    round_ = state.round
    drawn = round_.drawn if in_round(state) and round_ and round_.deck == command.deck else 0
    if not deck.cut or drawn:
        return Refusal("too_late", "Another cut comes after a cut and before the first card.", clause)
    return (e.CutAgainOrdered(deck=command.deck, by=command.by, reason=command.reason),)


def order_shuffle(rules: GameRules, state: State, command: c.OrderShuffle) -> EventsOrRefusal:
    """A shuffle on order, where the document knows such an order."""
    law = rules.rulebook.shuffle
    deck = _known(rules, state, command.deck)
    if not isinstance(deck, Deck):
        return deck
    trigger = next((trigger for trigger in law.triggers if trigger.trigger == "on_order"), None)
    if trigger is None:
        sentence = "These rules know no shuffle on order; the cards are shuffled before play and after each round."
        return Refusal("no_such_order", sentence, law.triggers[0].clause[0])
    if not may_order(state, command.by, trigger.by):
        sentence = "A floorperson or higher orders a shuffle; ask one."
        return Refusal("needs_supervisor", sentence, trigger.clause[0])
    if problem := _dealt_from(rules, state, deck):
        return problem
    return (e.ShuffleOrdered(deck=command.deck, by=command.by, reason=command.reason),)


def rack_problem(rules: GameRules, state: State, events: tuple[e.AnyEvent, ...]) -> Refusal | None:
    """Why cards may not go to the discard rack: it still holds those of the other deck."""
    if not state.rack_deck or state.round is None or state.rack_deck == state.round.deck or not in_round(state):
        return None
    if not any(type(event) in _DISCARDS or getattr(event, "step", "") in DISCARDING for event in events):
        return None
    sentence = f"Deck {state.rack_deck} is still in the discard rack; shuffle it before cards of another deck go there."
    return Refusal("rack_not_empty", sentence, rules.rulebook.cards.rack_holds_one_deck.clause[0])


def remove(rules: GameRules, state: State, command: c.RemoveDeck) -> EventsOrRefusal:
    """A deck leaves for good."""
    if command.deck == ELECTRONIC and rules.electronic:
        return no_deck(rules)
    deck = _known(rules, state, command.deck)
    if not isinstance(deck, Deck):
        return deck
    return _in_play(rules, state, command.deck) or (e.DeckRemoved(deck=command.deck, reason=command.reason),)


def next_deck(rules: GameRules, state: State) -> Deck:
    """The deck whose turn it is; where two take turns, not the one of the last round."""
    decks = decks_at(rules, state)
    for deck in decks:
        if rules.decks == 1 or deck.deck != state.last_deck:
            return deck
    return decks[0]


def ready_deck(rules: GameRules, state: State, at: int, method: str = "") -> Deck | Refusal:
    """The deck that the next round is dealt from, by this method if one is named, or what must be done first."""
    book = rules.rulebook
    decks = decks_at(rules, state)
    wanted = len(decks) if rules.electronic else decks_run(rules, state)
    if len(decks) < wanted:
        sentence = f"The table needs {wanted} deck{'s' if wanted > 1 else ''}; receive one."
        return Refusal("no_deck", sentence, book.cards.cards_in_deck.clause[0])
    if len(decks) > wanted:
        second = book.cards.second_deck_needs
        return Refusal("too_many_decks", f"{second.says} Remove one deck.", second.clause[0])
    if state.failed:
        steps = book.irregularities.device_out_of_order
        return Refusal("device_failed", f"Deal with the failed {state.failed[0]} first.", steps[0].clause[0])
    if problem := method_problem(rules, state, method):
        return problem
    for deck in decks:
        if due := next_opening_step(rules, deck):
            step = next(step for step in book.opening.steps if step.step == due)
            return Refusal("not_opened", f"Deck {deck.deck}: {due.replace('_', ' ')} comes first.", step.clause[0])
    deck = next_deck(rules, state)
    for age in book.cards.change_after:
        if (
            not rules.electronic
            and age.method == rules.dealing.method
            and at - deck.received_at >= (age.at_most or 0) * 3600
        ):
            sentence = f"Deck {deck.deck} has been in use for {age.at_most} hours; change it."
            return Refusal("deck_age", sentence, age.clause[0])
    return shuffle_problem(rules, state, deck) or _other_deck_problem(rules, state, deck) or deck


def _other_deck_problem(rules: GameRules, state: State, deck: Deck) -> Refusal | None:
    """Why the deck out of play is not where the law has it, or None.

    Either it waits shuffled, or it is being shuffled while the other is dealt: then only the deck of the last round,
    still in the discard rack, may be unshuffled when a round opens.
    """
    cards, opening = rules.rulebook.cards, rules.rulebook.opening
    for other in state.decks:
        if other.removed or other.deck == deck.deck or other.shuffled:
            continue
        if cards.other_deck_is.is_ == "shuffled_and_held_in_shuffler":
            law = cards.rack_holds_one_deck if other.deck == state.last_deck else cards.other_deck_is
            sentence = f"Deck {other.deck} must be out of the discard rack, shuffled and held in the shuffler."
            return Refusal("other_deck", sentence, law.clause[0])
        if other.deck != state.rack_deck:
            sentence = f"Deck {other.deck} must be shuffled too before play; each deck is opened on its own."
            return Refusal("other_deck", sentence, opening.each_deck_apart.clause[0])
    return None


def shuffle_problem(rules: GameRules, state: State, deck: Deck) -> Refusal | None:
    """Why no card may be dealt from the deck yet: it is not shuffled, or not cut."""
    law = rules.rulebook.shuffle
    if not deck.shuffled:
        occasion = "after_each_round" if state.rounds else "before_play"
        occasion = "on_order" if deck.shuffle_ordered else occasion
        trigger = next((t for t in law.triggers if t.trigger == occasion), law.triggers[0])
        named, which = deck_named(rules, deck.deck), "they are" if rules.electronic else "it is"
        sentence = f"{named[:1].upper()}{named[1:]} must be shuffled before {which} dealt."
        return Refusal("not_shuffled", sentence, trigger.clause[0])
    by_hand = deck.shuffled == "manual" and not_after_shuffle_by_hand(rules, rules.dealing.method)
    if by_hand:
        sentence = f"{by_hand.says} Deck {deck.deck} was shuffled by hand; shuffle it in the shuffler."
        return Refusal("not_shuffled", sentence, by_hand.clause[0])
    if needs_cut(rules, state, deck) and not deck.cut:
        return Refusal("not_cut", f"Deck {deck.deck} must be cut before it is dealt.", law.cut_after.clause[0])
    return None
