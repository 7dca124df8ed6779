"""Five-card hands, best of five, six or seven cards (`md-uth:6`), and the super royal of six.

The Six Card Bonus lists of the other games (`md-tcp:.06F`, `md-fcp:.06F`) are the upper part of the same
order, and there too ace to five is a run (readings T-11, A24).
"""

from collections.abc import Sequence

from croupier.cards import ACE, Card, Suit
from croupier.hands.hand import Category, Hand
from croupier.hands.ranking import Ranking
from croupier.hands.sets import card_set, highest, ranks_by_count, ranks_of, run_top, suited

RANKING = Ranking(
    5,
    (
        Category.HIGH_CARD,
        Category.PAIR,
        Category.TWO_PAIR,
        Category.THREE_OF_A_KIND,
        Category.STRAIGHT,
        Category.FLUSH,
        Category.FULL_HOUSE,
        Category.FOUR_OF_A_KIND,
        Category.STRAIGHT_FLUSH,
        Category.ROYAL_FLUSH,
    ),
)


def best_hand(cards: Sequence[Card]) -> Hand:
    """The best five-card hand in five, six or seven cards."""
    held = card_set(cards, 5, 7)
    ranks, pairs, threes, fours = ranks_by_count(held)
    flush = suited(held, 5)

    if flush and (top := run_top(ranks_of(flush), 5)):
        return RANKING.run(Category.ROYAL_FLUSH if top == ACE else Category.STRAIGHT_FLUSH, flush, top)
    if fours:
        return RANKING.grouped(Category.FOUR_OF_A_KIND, held, fours, highest(ranks ^ fours, 1))
    three = threes and highest(threes, 1)
    if three and (pair := highest(pairs ^ three, 1)):
        return RANKING.grouped(Category.FULL_HOUSE, held, three, pair)
    if flush:
        return RANKING.grouped(Category.FLUSH, flush, highest(ranks_of(flush), 5))
    if top := run_top(ranks, 5):
        return RANKING.run(Category.STRAIGHT, held, top)
    if three:
        return RANKING.grouped(Category.THREE_OF_A_KIND, held, three, highest(ranks ^ three, 2))
    if pairs.bit_count() >= 2:
        two = highest(pairs, 2)
        return RANKING.grouped(Category.TWO_PAIR, held, two, highest(ranks ^ two, 1))
    if pairs:
        return RANKING.grouped(Category.PAIR, held, pairs, highest(ranks ^ pairs, 3))
    return RANKING.grouped(Category.HIGH_CARD, held, highest(ranks, 5))


def super_royal_suit(cards: Sequence[Card]) -> Suit | None:
    """The suit of six cards that are ace, king, queen, jack, ten and nine of one suit, else None."""
    flush = suited(card_set(cards, 6, 6), 6)
    return cards[0].suit if flush and run_top(ranks_of(flush), 6) == ACE else None
