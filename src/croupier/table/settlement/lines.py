"""Which paytable line some cards make."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from croupier.cards import ACE, TEN, Card, Suit
from croupier.hands import five_card, four_card, three_card
from croupier.hands.hand import Category, Hand
from croupier.hands.hole_cards import hole_cards_class, is_red_aces
from croupier.rulebook.law.paytable import Paytable, PaytableLine

Cards = tuple[Card, ...]
Test = Callable[[Hand, Cards], bool]

# A round asks for the same hand several times, to announce, compare and pay it: the last few are kept.
HANDS: Mapping[str, Callable[[Cards], Hand]] = {
    "three_card": lru_cache(64)(three_card.best_hand),
    "four_card": lru_cache(64)(four_card.best_hand),
    "five_card": lru_cache(64)(five_card.best_hand),
}


def _is(category: Category) -> Test:
    return lambda hand, cards: hand.category is category


def _suited_top(suits: frozenset[Suit]) -> Test:
    """A straight flush from the ace down, in one of the suits: the royal of three or four cards."""
    return lambda hand, cards: (
        hand.category is Category.STRAIGHT_FLUSH and hand.cards[0].rank == ACE and hand.cards[0].suit in suits
    )


def _super_royal(suits: frozenset[Suit]) -> Test:
    return lambda hand, cards: hand.category is Category.ROYAL_FLUSH and five_card.super_royal_suit(cards) in suits


_ANY = frozenset(Suit)
_RUNS = (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)

# A line fits when its test is true of the hand and the cards it was made from. A table is read from the top and its
# first fitting line pays, so a test may be as wide as the line's words: a royal is a straight flush where a table
# has no line of its own for it (reading A44).
TESTS: Mapping[str, Test] = {
    **{category.value: _is(category) for category in Category},
    "straight_flush": lambda hand, cards: hand.category in _RUNS,
    "royal_flush": lambda hand, cards: (
        hand.category is Category.ROYAL_FLUSH or (len(hand.cards) == 4 and _suited_top(_ANY)(hand, cards))
    ),
    "four_aces": lambda hand, cards: hand.is_four_aces,
    "pair_of_aces": lambda hand, cards: hand.is_pair_of_aces,
    "pair_tens_or_better": lambda hand, cards: hand.category is Category.PAIR and hand.top_rank >= TEN,
    "akq_spades": _suited_top(frozenset({Suit.SPADES})),
    "akq_hearts_diamonds_clubs": _suited_top(_ANY - {Suit.SPADES}),
    "super_royal_diamonds": _super_royal(frozenset({Suit.DIAMONDS})),
    "super_royal_hearts_spades_clubs": _super_royal(_ANY - {Suit.DIAMONDS}),
    "super_royal_any_suit": _super_royal(_ANY),
    "less_than_straight": lambda hand, cards: True,
    "less_than_flush": lambda hand, cards: True,
}


def line_of(table: Paytable, hand: Hand, cards: Cards) -> PaytableLine | None:
    """The highest line of the table that the hand makes, or None."""
    for line in table.lines:
        if TESTS[line.line](hand, cards):
            return line
    return None


def hole_cards_line(table: Paytable, own: Cards, dealer: Cards) -> PaytableLine | None:
    """The highest line that two hole cards make, the joint aces looking at the dealer's two as well."""
    made = hole_cards_class(own)
    for line in table.lines:
        if line.line == "player_aces_and_dealer_aces":
            fits = all(card.rank == ACE for card in own + dealer)
        elif line.line == "player_aces_hearts_and_diamonds":
            fits = is_red_aces(own)
        else:
            fits = made is not None and made.value == line.line
        if fits:
            return line
    return None
