"""A table whose cards are its system's: no deck is brought, none is taken away, and nobody shuffles by hand."""

from croupier.rulebook.elect import GameRules
from croupier.table.procedure.devices import shuffler_now
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import Deck, State

ELECTRONIC = "electronic"  # what the cards of such a table are called where decks have names


def decks_at(rules: GameRules, state: State) -> list[Deck]:
    """The decks at the table; the cards of an electronic one are there without anybody bringing them."""
    brought = [deck for deck in state.decks if not deck.removed]
    return brought or ([Deck(ELECTRONIC, "", 0)] if rules.electronic else [])


def no_deck(rules: GameRules) -> Refusal:
    """The refusal of bringing or taking a deck there."""
    sentence = "This table is electronic: its system has the cards, and no deck comes to it or leaves it."
    return Refusal("electronic", sentence, rules.rulebook.wagers.electronic[0].clause[0])


def shuffled_now(rules: GameRules, state: State) -> str:
    """How the next shuffle is done: `manual`, or `automated` by a device or an electronic table's own system."""
    by_hand = shuffler_now(rules, state) == "manual" and not rules.electronic
    return "manual" if by_hand else "automated"


def deck_named(rules: GameRules, deck: str) -> str:
    """A deck as people speak of it: `deck red-1`, or where there is none `the cards`."""
    return "the cards" if rules.electronic else f"deck {deck}"
