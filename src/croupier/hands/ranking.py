"""From a category and its ranks to a Hand: strength and display order, alike for every size of hand."""

from croupier.cards import ACE
from croupier.hands.hand import Category, Hand
from croupier.hands.sets import cards_by_rank


class Ranking:
    """Hands of `size` cards, whose categories from the lowest up are `categories`.

    A strength is three numbers side by side: the category's place, the ranks by which the category orders its
    own hands, and the ranks of the cards left over. So comparing two goes by category, then the category's
    own order, then the highest card the other lacks, which is how every comparison clause is read
    (`md-tcp:.06E(1)`, `md-fcp:.06D`, `ma-fcp-1:3(c)#1`, `md-uth:6E(1)`; readings T-10, A25).
    """

    def __init__(self, size: int, categories: tuple[Category, ...]) -> None:
        self.size = size
        self.categories = categories
        self._place = {category: place << 32 for place, category in enumerate(categories)}

    def grouped(self, category: Category, held: int, named: int, others: int = 0) -> Hand:
        """The hand of the held cards of the `named` ranks, filled up from those of the `others`."""
        cards = cards_by_rank(held, named)
        if others:
            cards += cards_by_rank(held, others)
        return Hand(category, self._place[category] | named << 16 | others, tuple(cards[: self.size]))

    def run(self, category: Category, held: int, top: int) -> Hand:
        """The hand of one card for each rank from `top` down, rank 1 being an ace."""
        ranks = (rank if rank > 1 else ACE for rank in range(top, top - self.size, -1))
        cards = tuple([cards_by_rank(held, 1 << rank)[0] for rank in ranks])
        return Hand(category, self._place[category] | 1 << top + 16, cards)
