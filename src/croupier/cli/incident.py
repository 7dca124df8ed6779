"""What may go wrong in a demo round: each irregularity of a rulebook, brought about at its moment."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from croupier.cards import DECK, Card
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.settling import Remedy
from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.decks import in_round
from croupier.table.procedure.devices import DEVICE_LOST, DEVICES, SHUFFLER
from croupier.table.values import commands as c
from croupier.table.values.roles import SUPERVISORS
from croupier.table.values.state import State

# A step of an incident is asked again and again for its command; None means that its moment has not come.
Step = Callable[[GameRules, State], c.AnyCommand | None]
FLOOR = "floor:demo"
STUB, DEVICE = "stub_", "device_"
ONE_DECK = {"cards": {"decks": 1}}
NOT_COUNTING = {"equipment": {"shuffler": {"counts_cards": False}}}


def incidents(rulebook: Rulebook) -> tuple[str, ...]:
    """The names of everything that can go wrong: remedies, stub counts, devices out of order."""
    law = rulebook.irregularities
    cases = dict.fromkeys(case.stub_case for method in rulebook.dealing for case in method.stub_count.cases)
    treatments = (step.step for step in law.device_out_of_order if step.step != "treat_failed_device")
    return (
        *(remedy.remedy for remedy in law.remedies),
        *(f"{STUB}{case}" for case in cases),
        *(f"{DEVICE}{step}" for step in treatments),
    )


def incident(rulebook: Rulebook, name: str) -> tuple[Step, ...]:
    """The steps that bring about what is named."""
    if name not in incidents(rulebook):
        raise BadInput(f"{rulebook.rulebook} has no irregularity {name!r}; {nearest(name, incidents(rulebook))}.")
    law = rulebook.irregularities
    if name.startswith(STUB):
        return tuple(_stub_counted(name.removeprefix(STUB)))
    jam = next(remedy for remedy in law.remedies if remedy.kind == "shuffler_jam")
    if name.startswith(DEVICE):
        step = name.removeprefix(DEVICE)
        return (_between_rounds(_reported(jam)), _between_rounds(lambda *_: c.TreatDevice(device=SHUFFLER, step=step)))
    remedy = next(remedy for remedy in law.remedies if remedy.remedy == name)
    if remedy.kind == "face_up_cards" and "after" in remedy.case:
        return (_found_later(remedy),)
    if remedy.kind == "face_up_cards":
        return (_face_up,) * (1 if remedy.case == "one" else 2)
    if remedy.kind == DEVICE_LOST:
        return tuple(_lost(law.remedies))
    return (_at_the_deal(_reported(remedy)) if _of_the_deal(remedy) else _once_asked(_reported(remedy)),)


def filed_for(name: str) -> Mapping[str, Any]:
    """What a demo table files for this to be able to happen there."""
    if name.startswith(STUB):
        return NOT_COUNTING
    return ONE_DECK if name.startswith(DEVICE) or "_lost_" in name else {}


def dealt_by(rulebook: Rulebook, name: str) -> str:
    """The dealing method that this needs, "" where any will do."""
    for remedy in rulebook.irregularities.remedies:
        if remedy.remedy == name:
            elected = (value for field, wanted, value in remedy.when.terms if field == "elections.dealing" and wanted)
            return str(next(elected, ""))
    return "manual_shoe" if name.startswith(DEVICE) else ""


def _of_the_deal(remedy: Remedy) -> bool:
    return remedy.kind in DEVICES or remedy.kind == "card_drawn_in_error"


def _reported(remedy: Remedy) -> Step:
    """A report of it, by the floor where the rules leave it a ruling."""
    by = FLOOR if any(step.by in SUPERVISORS for step in remedy.steps) else "dealer"
    return lambda rules, state: c.Report(kind=remedy.kind, case=remedy.case, by=by)


def _at_the_deal(step: Step) -> Step:
    """The step while a card is due."""

    def at_the_deal(rules: GameRules, state: State) -> c.AnyCommand | None:
        due = due_of(rules, state) if in_round(state) else None
        return step(rules, state) if due and due.kind == "deal" else None

    return at_the_deal


def _once_asked(step: Step) -> Step:
    """The step once the cards are out and a player is asked."""
    return lambda rules, state: step(rules, state) if state.round and state.round.to_ask else None


def _between_rounds(step: Step) -> Step:
    """The step while no round is open, once there are shuffled cards."""

    def between_rounds(rules: GameRules, state: State) -> c.AnyCommand | None:
        shuffled = SHUFFLER in state.failed or any(deck.shuffled for deck in state.decks)
        return step(rules, state) if shuffled and not in_round(state) else None

    return between_rounds


def _face_up(rules: GameRules, state: State) -> c.AnyCommand | None:
    """The next card that is due found face up."""
    cards = _next_cards(state)
    due = due_of(rules, state) if in_round(state) else None
    return c.DealCard(card=cards[0], face_up=True) if cards and due and due.kind == "deal" else None


def _found_later(remedy: Remedy) -> Step:
    """Two cards found face up once everybody has a first hand: while the board is dealt, or in the stub."""

    def found_later(rules: GameRules, state: State) -> c.AnyCommand | None:
        cards, round_ = _next_cards(state), state.round
        due = due_of(rules, state) if in_round(state) else None
        if round_ is None or due is None or due.kind not in ("deal", "stub"):
            return None
        if not round_.dealer or not all(box.cards for box in round_.boxes):
            return None
        return c.Report(kind=remedy.kind, case=remedy.case, exposed=cards[:2])

    return found_later


def _next_cards(state: State) -> tuple[Card, ...]:
    """The cards that are still to come, where their order is known."""
    deck = state.deck(state.round.deck) if state.round else None
    return deck.order[state.round.drawn :] if state.round and deck and deck.order else ()


def _lost(remedies: tuple[Remedy, ...]) -> Iterator[Step]:
    """The shuffler gone before the first card: a jam, and where that undoes no round, a shuffle on order."""
    jam = next(remedy for remedy in reversed(remedies) if remedy.kind == "shuffler_jam")
    yield _at_the_deal(_reported(jam))
    if jam.case:
        yield (
            lambda rules, state: (
                c.OrderShuffle(deck=state.round.deck, reason="the stack was dropped", by=FLOOR) if state.round else None
            )
        )


def _stub_counted(case: str) -> Iterator[Step]:
    """The stub counted: all there; a card short and in somebody's hand; a card short and nowhere."""

    def count(rules: GameRules, state: State) -> c.AnyCommand | None:
        due = due_of(rules, state) if in_round(state) else None
        if state.round is None or due is None or due.kind != "stub":
            return None
        return c.CountStub(count=len(DECK) - state.round.drawn - (case != "all_there"))

    def check(rules: GameRules, state: State) -> c.AnyCommand | None:
        if state.round is None:
            return None
        first = state.round.boxes[0].seat if case == "misdealt" else -1
        held = ((0, len(state.round.dealer)), *((box.seat, len(box.cards)) for box in state.round.boxes))
        return c.CheckHands(hands=tuple((seat, cards + (seat == first)) for seat, cards in held))

    yield count
    if case != "all_there":
        yield check
