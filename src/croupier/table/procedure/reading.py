"""Cards that a shoe reads as they leave it: the next one is for the place that the order of the deal says."""

from msgspec import Struct

from croupier.rulebook.elect import GameRules
from croupier.table.narration.names import place_name
from croupier.table.procedure.dealing import deck_not_ready, due_of, places_of
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import FROM_SHOE, State


class CardDue(Struct, frozen=True):
    """The card that is to leave the shoe next: where it goes, and by which clause."""

    place: str
    clause: str

    @property
    def says(self) -> str:
        """What the dealer is told to do."""
        return f"Draw a card from the shoe for {place_name(self.place)}."

    def by_shoe(self) -> Refusal:
        """The refusal of whoever is not the shoe."""
        return Refusal("shoe_reads", f"The shoe reads the cards here; nobody enters them. {self.says}", self.clause)


def card_due(rules: GameRules, state: State) -> CardDue | None:
    """The card that the shoe is waited for, None where none is due or the shoe is out of use."""
    due, round_ = due_of(rules, state), state.round
    if state.card_source != FROM_SHOE or state.cards_told or due is None or due.kind != "deal" or round_ is None:
        return None
    places = places_of(rules, round_, due)
    return None if deck_not_ready(rules, state) else CardDue(places[round_.step_cards], due.clause)
