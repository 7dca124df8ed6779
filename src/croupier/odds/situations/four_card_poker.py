"""Four Card Poker: one player's hand and the dealer's face-up card against the dealer's 1,370,754 other cards.

The dealer's hands are counted by their ranks: a choice of ranks stands for as many hands as there are cards left
of them. Where the ranks alone do not beat the player, the suits still may, in one suit only: those hands are
taken off, told apart by the cards of the suit and the ranks of the others.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb

from croupier.odds.kernels.four_card_ladder import CATEGORIES, category, flush_strength, ranks_strength, strength_of
from croupier.odds.situations.cards import distinct_cards
from croupier.odds.wagers.returns import Pays, odds_to_one

UNSEEN = 5  # of the dealer's six cards
BITS = 3  # a choice of ranks is one number, with so many bits to count each rank


def best(
    cards: tuple[int, ...], up: int, ante_bonus: Pays, plays: Iterable[str] = ("3", "2", "1")
) -> dict[str, Fraction]:
    """Value in antes of each action with these five cards against this face-up card, `plays` in antes too."""
    distinct_cards((*cards, up), 6)
    bonus = odds_to_one(ante_bonus, CATEGORIES)
    mine = strength_of(cards)
    rest = [card for card in range(52) if card not in cards and card != up]
    hands = comb(len(rest), UNSEEN)
    lead = Fraction(2 * _not_beating(mine, up, rest) - hands, hands)
    values = {f"play:{times}": (1 + Fraction(times)) * lead + bonus[category(mine)] for times in plays}
    return {**values, "fold": Fraction(-1)}


def _not_beating(mine: int, up: int, rest: list[int]) -> int:
    """How many of the dealer's hands are no stronger than ``mine``."""
    weak = {ranks: ways for ranks, ways in _choices(rest, UNSEEN).items() if ranks_strength(_counts(ranks, up)) <= mine}
    return sum(weak.values()) - sum(_beating_by_suit(mine, up, rest, weak, suit) for suit in range(4))


def _beating_by_suit(mine: int, up: int, rest: list[int], weak: dict[int, int], suit: int) -> int:
    """How many hands of weak ranks beat ``mine`` by their cards of the suit."""
    suited = [card >> 2 for card in rest if card & 3 == suit]
    others = [card for card in rest if card & 3 != suit]
    seen = 1 << (up >> 2) if up & 3 == suit else 0
    beating = 0
    for size in range(4 - seen.bit_count(), UNSEEN + 1):
        odd = _choices(others, UNSEEN - size).items()
        for ranks in combinations(suited, size):
            if flush_strength(seen | sum(1 << rank for rank in ranks)) > mine:
                own = sum(1 << BITS * rank for rank in ranks)
                beating += sum([ways for more, ways in odd if own + more in weak])
    return beating


def _choices(cards: list[int], size: int) -> dict[int, int]:
    """Each choice of ranks for ``size`` of the cards, and in how many ways the cards make it."""
    left = [0] * 13
    for card in cards:
        left[card >> 2] += 1
    by_size = [{0: 1}, *({} for _ in range(size))]
    for rank, count in enumerate(left):
        for total in range(size, 0, -1):
            for taken in range(1, min(count, total) + 1):
                more, times = taken << BITS * rank, comb(count, taken)
                for ranks, ways in by_size[total - taken].items():
                    by_size[total][ranks + more] = ways * times
    return by_size[size]


def _counts(ranks: int, up: int) -> list[int]:
    """How many of each rank a choice of ranks and the face-up card hold."""
    counts = [ranks >> BITS * rank & 7 for rank in range(13)]
    counts[up >> 2] += 1
    return counts
