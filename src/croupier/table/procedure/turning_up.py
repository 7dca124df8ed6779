"""Cards of cardboard: nobody knows a card that lies face down, and the dealer tells what is turned up, when it is."""

from itertools import groupby

from msgspec import Struct

from croupier.cards import Card
from croupier.rulebook.elect import GameRules
from croupier.table.procedure.dealing import due_of, not_now, out_of_deck, places_of
from croupier.table.procedure.decks import EventsOrRefusal
from croupier.table.procedure.devices import SHOE, has_device
from croupier.table.procedure.script import Due, script_of
from croupier.table.settlement.procedure import next_unit
from croupier.table.settlement.terms import terms_of
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import FROM_SHOE, SEEN, Round, State

# The steps that are nothing but turning cards up: once those are told, the step is done.
TURNING = frozenset({"turn", "reveal_dealer", "reveal_bonus"})
# The units of a settlement in which a seat's own cards are turned up.
_SHOWS_SEAT = frozenset({"seat", "reveal"})
_PLACES = {
    "dealer": "the dealer's cards",
    "dealer_up": "the card that the dealer was dealt face up",
    "community": "the community cards",
    "bonus_box": "what lies in the bonus box",
}


class Awaited(Struct, frozen=True):
    """Cards that are to be turned up and told now: where they lie, how many, by which clause."""

    place: str
    cards: int
    clause: str

    @property
    def says(self) -> str:
        """What the dealer is told to do."""
        many = "" if self.cards == 1 else f" ({self.cards} cards)"
        return f"Turn up {words_of(self.place)}{many} and tell what is seen."


def source_problem(rules: GameRules, card_source: str) -> Refusal | None:
    """Why a table with these rules cannot take its cards from there, or None.

    Where Cover All counts folded hands too, somebody has to know them, and a hand folded face down nobody does. What
    reads cards as they leave is the automated shoe of the rules: where it fails, they say what becomes of the round.
    """
    if card_source == FROM_SHOE and not has_device(rules, SHOE):
        clause = rules.rulebook.cards.cards_in_deck.clause[0]
        return Refusal("no_shoe", "Cards are read by an automated shoe: file dealing automated_shoe.", clause)
    law = rules.rulebook.cover_all
    if card_source == SEEN and law and "cover_all" in rules.offers and terms_of(rules).folded_hands == "count":
        sentence = "Cover All counts folded hands here, which nobody turns up: file folded_hands otherwise."
        return Refusal("folded_hands", sentence, law.folded_hands.clause[0])
    return None


def words_of(place: str) -> str:
    """A place as people call the cards that lie there."""
    return _PLACES.get(place) or f"seat {place}'s cards"


def awaited_cards(rules: GameRules, state: State) -> Awaited | None:
    """The cards that must be turned up and told before anything else, or None where all that is needed is known."""
    due, round_ = due_of(rules, state), state.round
    if not state.cards_told or due is None or round_ is None:
        return None
    clause = _deal_clause(rules, "dealer_up")
    if up := round_.unseen("dealer_up"):
        return Awaited("dealer_up", up, clause)
    place, cards = _turned_by(rules, round_, due)
    return Awaited(place, cards, due.clause) if cards else None


def _turned_by(rules: GameRules, round_: Round, due: Due) -> tuple[str, int]:
    """Where what is due turns cards up, and how many of them nobody has seen."""
    up = round_.community_up + (due.deal.face_up if due.kind == "turn" and due.deal else 0)
    if len(round_.community) < up:
        return "community", up - len(round_.community)
    if due.kind == "reveal_dealer":
        return "dealer", round_.unseen("dealer")
    if due.kind == "reveal_bonus":
        return "bonus_box", round_.unseen("bonus_box")
    if due.kind == "settle" and round_.pending is None and (unit := next_unit(rules, round_)):
        box = round_.box(unit[1])
        if unit[0] in _SHOWS_SEAT and box and not box.racked:
            return str(box.seat), round_.unseen(str(box.seat))
    return "", 0


def _deal_clause(rules: GameRules, place: str) -> str:
    """The clause that deals a card face up to the dealer, else the one that says what a deck is."""
    for due in script_of(rules):
        if due.deal and due.deal.to in ("dealer", "extra_stack") and due.deal.face_up:
            return due.clause
    return rules.rulebook.cards.cards_in_deck.clause[0]


def not_told(rules: GameRules, state: State) -> Refusal | None:
    """Why what depends on cards must wait: some lie turned up, or are to be, and nobody has told them."""
    awaited = awaited_cards(rules, state)
    return Refusal("cards_unseen", f"Nobody knows these cards yet. {awaited.says}", awaited.clause) if awaited else None


def deal_face_down(rules: GameRules, state: State, due: Due, round_: Round) -> EventsOrRefusal:
    """All that is due now, from a deck that nobody knows: how many cards went where."""
    script, place = script_of(rules), round_.script
    events: list[e.AnyEvent] = []
    up = round_.community_up
    while due.kind == "deal" and due.deal:
        place += 1
        after = script[place]
        targets = sorted(places_of(rules, round_, due))
        places = tuple([(target, len(list(cards))) for target, cards in groupby(targets)])
        if places or after.kind != "deal":
            events.append(e.DealtFaceDown(clause=due.clause, script=place, phase=after.phase, places=places))
        if due.deal.to == "community" and due.deal.face_up:
            up += due.deal.face_up
            events.append(e.CommunityTurned(clause=due.clause, script=place, phase=after.phase, up=up))
        due = after
    return tuple(events)


def turn_up(rules: GameRules, state: State, command: c.TurnUp) -> EventsOrRefusal:
    """The cards that are to be turned up now, told by whoever turned them."""
    awaited, round_ = awaited_cards(rules, state), state.round
    if not state.cards_told:
        clause = rules.rulebook.cards.cards_in_deck.clause[0]
        knows = "The shoe reads the cards" if state.card_source == FROM_SHOE else "The house knows its own cards"
        return Refusal("cards_known", f"{knows} here; nothing is told of them.", clause)
    if awaited is None or round_ is None:
        return not_now(rules, state, "turning cards up")
    if command.place != awaited.place:
        return Refusal("out_of_order", f"Not {words_of(command.place)} now. {awaited.says}", awaited.clause)
    if len(command.cards) != awaited.cards:
        told = "no card was told" if not command.cards else f"{len(command.cards)} were told"
        sentence = f"There are {awaited.cards} cards and {told}. {awaited.says}"
        return Refusal("card_count", sentence, awaited.clause)
    if problem := cards_problem(rules, round_, command.cards):
        return problem
    return (e.CardsTurnedUp(place=awaited.place, cards=command.cards, by=command.by, clause=awaited.clause),)


def cards_problem(rules: GameRules, round_: Round, cards: tuple[Card, ...]) -> Refusal | None:
    """Why these cannot be cards that are turned up now: one of them is out already, or told twice."""
    out = set(out_of_deck(round_))
    for card in cards:
        if card in out:
            clause = rules.rulebook.cards.cards_in_deck.clause[0]
            return Refusal("card_twice", f"The {card.words} is out already; look at the cards again.", clause)
        out.add(card)
    return None


def hands_turned_up(rules: GameRules, state: State, command: c.Report) -> tuple[e.AnyEvent, ...] | Refusal:
    """The cards that a report tells of so that wagers can be settled, each place's whole."""
    round_ = state.round
    assert round_ is not None
    told = [card for _, cards in command.hands for card in cards]
    clause = rules.rulebook.cards.cards_in_deck.clause[0]
    if problem := cards_problem(rules, round_, tuple(told)):
        return problem
    for place in dict(command.hands):
        count = sum(len(cards) for told_at, cards in command.hands if told_at == place)
        if count != round_.unseen(place):
            sentence = f"Nobody has seen {round_.unseen(place)} of {words_of(place)}, and {count} were told."
            return Refusal("card_count", sentence, clause)
    return tuple(
        e.CardsTurnedUp(place=place, cards=cards, by=command.by, clause=clause)
        for place, cards in command.hands
        if cards
    )
