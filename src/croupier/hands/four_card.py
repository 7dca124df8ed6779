"""Four-card hands, best of four, five or six cards (`md-fcp:.06A` to `md-fcp:.06E`, `ma-fcp-1:3`)."""

from collections.abc import Sequence

from croupier.cards import ACE, Card, Suit
from croupier.hands.hand import Category, Hand
from croupier.hands.ranking import Ranking
from croupier.hands.sets import card_set, highest, ranks_by_count, ranks_of, run_top, suited

RANKING = Ranking(
    4,
    (
        Category.HIGH_CARD,
        Category.PAIR,
        Category.TWO_PAIR,
        Category.STRAIGHT,
        Category.FLUSH,
        Category.THREE_OF_A_KIND,
        Category.STRAIGHT_FLUSH,
        Category.FOUR_OF_A_KIND,
    ),
)


def best_hand(cards: Sequence[Card]) -> Hand:
    """The best four-card hand in four, five or six cards."""
    held = card_set(cards, 4, 6)
    ranks, pairs, threes, fours = ranks_by_count(held)
    flush = suited(held, 4)

    if fours:
        return RANKING.grouped(Category.FOUR_OF_A_KIND, held, fours)
    if flush and (top := run_top(ranks_of(flush), 4)):
        return RANKING.run(Category.STRAIGHT_FLUSH, flush, top)
    if threes:
        three = highest(threes, 1)
        return RANKING.grouped(Category.THREE_OF_A_KIND, held, three, highest(ranks ^ three, 1))
    if flush:
        return RANKING.grouped(Category.FLUSH, flush, highest(ranks_of(flush), 4))
    if top := run_top(ranks, 4):
        return RANKING.run(Category.STRAIGHT, held, top)
    if pairs.bit_count() >= 2:
        return RANKING.grouped(Category.TWO_PAIR, held, highest(pairs, 2))
    if pairs:
        return RANKING.grouped(Category.PAIR, held, pairs, highest(ranks ^ pairs, 2))
    return RANKING.grouped(Category.HIGH_CARD, held, highest(ranks, 4))


def royal_suit(hand: Hand) -> Suit | None:
    """The suit of a four-card hand that is ace, king, queen and jack of one suit, else None.

    Player against dealer it is a straight flush like any other; a paytable may set it apart (reading A04).
    """
    if hand.category is Category.STRAIGHT_FLUSH and hand.top_rank == ACE:
        return hand.cards[0].suit
    return None
