"""A seat's turn in the settlement, and what a wager looks at then."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from croupier.hands.five_card import best_hand as best_five
from croupier.hands.hand import Hand
from croupier.rulebook.law.paytable import Paytable, PaytableLine
from croupier.rulebook.law.words import BEATEN_HANDS, HOLE_CARDS
from croupier.table.settlement.lines import Cards, hole_cards_line, line_of
from croupier.table.settlement.terms import Terms
from croupier.table.values.box import Box
from croupier.table.values.showdown import Showdown

# The cards that a wager looks at, of a seat's own and what lies on the table.
CARDS_RANKED: Mapping[str, Callable[[Cards, Showdown], Cards]] = {
    "own_three_cards": lambda own, show: own,
    "own_five_cards": lambda own, show: own,
    "own_best_four_of_five": lambda own, show: own,
    "own_two_and_flop": lambda own, show: own + show.community[:3],
    "own_two_and_community_best_five": lambda own, show: own + show.community,
    "own_three_and_dealers_three": lambda own, show: own + show.dealer,
    "own_five_and_box_card": lambda own, show: own + show.bonus_cards,
    "own_two_and_four_box_cards": lambda own, show: own + show.bonus_cards,
    "community_cards": lambda own, show: show.community,
}
# Of these, what is compared with the dealer too; any other is the best five of its cards.
OWN_HANDS = frozenset({"own_three_cards", "own_best_four_of_five", "own_two_and_community_best_five"})


class Turn(Struct, frozen=True, gc=False):
    """A box whose turn it is: its hand, the dealer's where there is one to compare with, and the table around them.

    Of a hand that was folded face down nobody ever saw a card: `made` is None.
    """

    terms: Terms
    showdown: Showdown
    box: Box
    made: Hand | None
    dealer: Hand | None

    @property
    def hand(self) -> Hand:
        """The seat's hand, where a wager is decided by it."""
        assert self.made is not None, "a hand that decides a wager is turned up"
        return self.made


def turn_of(terms: Terms, showdown: Showdown, box: Box) -> Turn:
    """The turn of a box."""
    made = terms.hand(box.cards + showdown.community) if box.cards else None
    dealer = terms.hand(showdown.dealer + showdown.community) if showdown.dealer else None
    return Turn(terms, showdown, box, made, dealer)


def line_made(turn: Turn, wager: str) -> PaytableLine | None:
    """The line of the wager's paytable that the seat makes, on the cards that the wager ranks."""
    ranked_on, table = turn.terms.ranked_on[wager], turn.terms.tables[wager]
    if ranked_on in HOLE_CARDS:
        return hole_cards_line(table, turn.box.cards, turn.showdown.dealer)
    if ranked_on in BEATEN_HANDS:
        return _beaten_line(turn, table, either=ranked_on == "losing_hand_of_either")
    cards = CARDS_RANKED[ranked_on](turn.box.cards, turn.showdown)
    return line_of(table, turn.hand if ranked_on in OWN_HANDS else best_five(cards), cards)


def _beaten_line(turn: Turn, table: Paytable, either: bool) -> PaytableLine | None:
    """The line of the beaten hand, the player's or, where either counts, the dealer's; a tie beats nobody."""
    if turn.dealer is None or turn.hand.strength == turn.dealer.strength:
        return None
    if turn.hand.strength < turn.dealer.strength:
        return line_of(table, turn.hand, turn.box.cards)
    return line_of(table, turn.dealer, turn.showdown.dealer) if either else None
