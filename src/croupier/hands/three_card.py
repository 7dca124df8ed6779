"""Three-card hands (`md-tcp:.06A` to `md-tcp:.06E(2)`)."""

from collections.abc import Sequence

from croupier.cards import ACE, Card, Suit
from croupier.hands.hand import Category, Hand
from croupier.hands.ranking import Ranking
from croupier.hands.sets import card_set, ranks_by_count, run_top

RANKING = Ranking(
    3,
    (
        Category.HIGH_CARD,
        Category.PAIR,
        Category.FLUSH,
        Category.STRAIGHT,
        Category.THREE_OF_A_KIND,
        Category.STRAIGHT_FLUSH,
    ),
)


def best_hand(cards: Sequence[Card]) -> Hand:
    """The hand that three cards make."""
    held = card_set(cards, 3, 3)
    ranks, pairs, threes, _ = ranks_by_count(held)
    first, second, third = cards
    flush = first.suit is second.suit is third.suit
    top = run_top(ranks, 3)

    if flush and top:
        return RANKING.run(Category.STRAIGHT_FLUSH, held, top)
    if threes:
        return RANKING.grouped(Category.THREE_OF_A_KIND, held, threes)
    if top:
        return RANKING.run(Category.STRAIGHT, held, top)
    if flush:
        return RANKING.grouped(Category.FLUSH, held, ranks)
    if pairs:
        return RANKING.grouped(Category.PAIR, held, pairs, ranks ^ pairs)
    return RANKING.grouped(Category.HIGH_CARD, held, ranks)


def mini_royal_suit(hand: Hand) -> Suit | None:
    """The suit of a three-card hand that is ace, king and queen of one suit, else None."""
    if hand.category is Category.STRAIGHT_FLUSH and hand.top_rank == ACE:
        return hand.cards[0].suit
    return None
