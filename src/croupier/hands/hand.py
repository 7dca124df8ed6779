"""A hand: what some cards are worth, and how to say it."""

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
    def is_four_aces(self) -> bool:
        return self.category is Category.FOUR_OF_A_KIND and self.top_rank == ACE

    @property
    def is_pair_of_aces(self) -> bool:
        """A pair of aces and no better."""
        return self.category is Category.PAIR and self.top_rank == ACE

    @property
    def description(self) -> str:
        """The hand in words: `pair of kings`, `straight flush, ace high`."""
        top = self.top_rank
        match self.category:
            case Category.ROYAL_FLUSH:
                return "royal flush"
            case Category.STRAIGHT_FLUSH:
                return f"straight flush, {rank_word(top)} high"
            case Category.FOUR_OF_A_KIND:
                return f"four of a kind, {rank_plural(top)}"
            case Category.FULL_HOUSE:
                return f"full house, {rank_plural(top)} over {rank_plural(self.cards[3].rank)}"
            case Category.FLUSH:
                return f"flush, {rank_word(top)} high"
            case Category.STRAIGHT:
                return f"straight, {rank_word(top)} high"
            case Category.THREE_OF_A_KIND:
                return f"three of a kind, {rank_plural(top)}"
            case Category.TWO_PAIR:
                return f"two pair, {rank_plural(top)} and {rank_plural(self.cards[2].rank)}"
            case Category.PAIR:
                return f"pair of {rank_plural(top)}"
            case Category.HIGH_CARD:
                return f"{rank_word(top)} high"
