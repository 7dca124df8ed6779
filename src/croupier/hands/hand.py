"""A hand: what some cards are worth, and how to say it."""

from collections.abc import Callable, Mapping
from enum import StrEnum

import msgspec

from croupier.cards import ACE, Card, rank_plural, rank_word


class Category(StrEnum):
    """What a hand is, by the name its paytable line has. Which category beats which is each game's own."""

    ROYAL_FLUSH = "royal_flush"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    TWO_PAIR = "two_pair"
    PAIR = "pair"
    HIGH_CARD = "high_card"


class Hand(msgspec.Struct, frozen=True, gc=False):
    """The best hand some cards make.

    `strength` orders hands of the same number of cards: the greater wins and equals tie.
    `cards` are those that form the hand, in the order a dealer lays them out: groups first, then the others
    from the highest down; a run from its top, an ace played low coming last.
    """

    category: Category
    strength: int
    cards: tuple[Card, ...]

    @property
    def top_rank(self) -> int:
        """The rank that names the hand: of its largest group, of the top of its run, or its highest card."""
        return self.cards[0].rank

    @property
    def naming_cards(self) -> tuple[Card, ...]:
        """The cards that give the hand its name: a pair's two, a high card's one; of a run or a flush all."""
        return self.cards[: _NAMING.get(self.category, len(self.cards))]

    @property
    def is_four_aces(self) -> bool:
        return self.category is Category.FOUR_OF_A_KIND and self.top_rank == ACE

    @property
    def is_pair_of_aces(self) -> bool:
        """A pair of aces and no better."""
        return self.category is Category.PAIR and self.top_rank == ACE

    @property
    def description(self) -> str:
        """The hand in words: `pair of kings`, `straight flush, ace high`."""
        return _WORDS[self.category](self)


def in_a_sentence(description: str) -> str:
    """A hand's description after a verb: `a pair of kings`, `a flush, ace high`, but `two pair` and `ace high`."""
    return f"a {description}" if description.startswith(_ONE_THING) else description


def _high(hand: Hand) -> str:
    return f"{rank_word(hand.cards[0].rank)} high"


def _of(hand: Hand, place: int = 0) -> str:
    return rank_plural(hand.cards[place].rank)


# How many cards, the first ones, name a hand; the others only fill it up.
_NAMING: Mapping[Category, int] = {
    Category.FOUR_OF_A_KIND: 4,
    Category.THREE_OF_A_KIND: 3,
    Category.TWO_PAIR: 4,
    Category.PAIR: 2,
    Category.HIGH_CARD: 1,
}
_WORDS: Mapping[Category, Callable[[Hand], str]] = {
    Category.ROYAL_FLUSH: lambda hand: "royal flush",
    Category.STRAIGHT_FLUSH: lambda hand: f"straight flush, {_high(hand)}",
    Category.FOUR_OF_A_KIND: lambda hand: f"four of a kind, {_of(hand)}",
    Category.FULL_HOUSE: lambda hand: f"full house, {_of(hand)} over {_of(hand, 3)}",
    Category.FLUSH: lambda hand: f"flush, {_high(hand)}",
    Category.STRAIGHT: lambda hand: f"straight, {_high(hand)}",
    Category.THREE_OF_A_KIND: lambda hand: f"three of a kind, {_of(hand)}",
    Category.TWO_PAIR: lambda hand: f"two pair, {_of(hand)} and {_of(hand, 2)}",
    Category.PAIR: lambda hand: f"pair of {_of(hand)}",
    Category.HIGH_CARD: _high,
}
# The categories that are one thing, not some cards: what begins like one of them has an article.
_ONE_THING = ("royal flush", "straight", "full house", "flush", "pair")
