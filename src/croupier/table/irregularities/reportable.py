"""Who may report what went wrong, and when it can have happened at all."""

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.settling import Remedy
from croupier.table.procedure.decks import DISCARDING, in_round
from croupier.table.procedure.devices import DEVICE_LOST, DEVICES, SHOE, SHUFFLER, has_device, lost_before_deal
from croupier.table.procedure.script import Due, script_of
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SUPERVISORS, is_system, may_order, role
from croupier.table.values.state import Round, State

REPORTERS = ("dealer", *SUPERVISORS)
UNLISTED = "unlisted_exposure"
HELD_IN_DEVICE = "hold_dealer_cards"
DEALER_CARD = "dealer_card_exposed"


def not_theirs(state: State, remedy: Remedy, by: str) -> Refusal | None:
    """Why it is not theirs to say: a player tells the dealer, and the floor rules where the rules leave it a ruling."""
    if role(by) not in REPORTERS and not is_system(state, by):
        sentence = "The dealer or the floor reports what went wrong; tell one of them."
        return Refusal("needs_dealer", sentence, remedy.clause[0])
    ruling = next((step for step in remedy.steps if step.by in SUPERVISORS), None)
    if ruling is None or may_order(state, by, ruling.by):
        return None
    return Refusal("needs_floor", f"Ask the floor first. {ruling.says}", ruling.clause[0])


def no_device(rules: GameRules, remedy: Remedy) -> Refusal | None:
    """Why a device cannot have failed: the table is run without it."""
    device = DEVICES.get(remedy.kind, "")
    if not device or has_device(rules, device):
        return None
    name = "automated shoe" if device == SHOE else "automated shuffler"
    how = rules.dealing.title if device == SHOE else "Shuffled by hand"
    how = "An electronic table" if rules.electronic else how
    sentence = f"No {name} is in use here ({how[:1].lower()}{how[1:]}), so none can fail."
    return Refusal("no_device", sentence, remedy.clause[0])


def held_in_device(rules: GameRules, remedy: Remedy) -> Refusal | None:
    """Why no card of the dealer's can have been seen too early: they wait in the device until all have acted."""
    held = next((due for due in script_of(rules) if due.step == HELD_IN_DEVICE), None)
    if held is None or remedy.kind != DEALER_CARD:
        return None
    sentence = f"{held.says} None of them can have been seen before; if the device failed, report that."
    return Refusal("held_in_device", sentence, held.clause)


def not_then(rules: GameRules, state: State, remedy: Remedy) -> Refusal | None:
    """Why it cannot have happened at this table at this moment, or None."""
    clause, round_, device = remedy.clause[0], state.round, DEVICES.get(remedy.kind, "")
    if problem := held_in_device(rules, remedy):
        return problem
    if device in state.out_of_use:
        return Refusal("no_device", f"The {device} is out of use already, so it cannot fail.", clause)
    if remedy.kind == DEVICE_LOST and not lost_before_deal(rules, state):
        sentence = "No round waits for a device that is out of use; it is dealt, or stands."
        return Refusal("nothing_lost", sentence, clause)
    if round_ is None or not in_round(state):
        return None
    if not device and remedy.kind != DEVICE_LOST and round_.phase == "wagering":
        return nothing_dealt(state, remedy)
    if remedy.kind == UNLISTED and not round_.drawn:
        return nothing_dealt(state, remedy)
    if remedy.kind == UNLISTED and round_.dealer_revealed:
        return Refusal("already_revealed", "The hands are being turned up; nothing was exposed early.", clause)
    dealing = not round_.dealer_revealed and still_dealing(rules, round_.script, stub_too=remedy.during == "dealing")
    if remedy.during and not dealing:
        then = f"; report the {device} when it is over" if device else ""
        return Refusal("all_dealt", f"The cards of this round are dealt, so it stands{then}.", clause)
    if device == SHUFFLER and remedy.round_is == "goes_on" and not _shuffling(state, round_):
        sentence = f"The shuffler has nothing to shuffle while deck {round_.deck} is in play; report it when it has."
        return Refusal("nothing_to_shuffle", sentence, clause)
    return None


def nothing_dealt(state: State, remedy: Remedy) -> Refusal:
    """Why nothing of the deal can have gone wrong: no round is under way, or none of its cards is out."""
    if not in_round(state):
        sentence = "No round is under way, so no card of one can have gone wrong; report it in the round that it is of."
        return Refusal("no_round", sentence, remedy.clause[0])
    sentence = "No card of this round is out yet, so none can have gone wrong; report it when one has."
    return Refusal("out_of_order", sentence, remedy.clause[0])


def still_dealing(rules: GameRules, place: int, stub_too: bool) -> bool:
    """Whether, at this place of the script, cards are still to come or wait in the device for the dealer; or the stub
    is not away.
    """
    script = script_of(rules)
    held = any(due.step == HELD_IN_DEVICE for due in script)
    return held or any(due.kind == "deal" or (stub_too and _puts_away(due)) for due in script[place:])


def _puts_away(due: Due) -> bool:
    return due.kind == "stub" or due.step in DISCARDING


def _shuffling(state: State, round_: Round) -> bool:
    """Whether the shuffler may hold cards: the round's own before the first is dealt, or another deck."""
    return not round_.drawn or any(not deck.removed and deck.deck != round_.deck for deck in state.decks)
