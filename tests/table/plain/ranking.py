"""What cards are worth, found by trying every choice of them. A card is a rank, 2 to 14, and the letter of a suit."""

from collections import Counter
from functools import lru_cache
from itertools import combinations

Card = tuple[int, str]
Cards = tuple[Card, ...]
Score = tuple[int, tuple[int, ...]]

# Each game's categories from the lowest up: md-tcp:.06D, md-fcp:.06C and ma-fcp-1:3(b), md-uth:6D.
THREE = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
FOUR = ("high_card", "pair", "two_pair", "straight", "flush", "three_of_a_kind", "straight_flush", "four_of_a_kind")
FIVE = (
    *("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush"),
    *("full_house", "four_of_a_kind", "straight_flush", "royal_flush"),
)
SHAPES = {
    (4,): "four_of_a_kind",
    (4, 1): "four_of_a_kind",
    (3,): "three_of_a_kind",
    (3, 1): "three_of_a_kind",
    (3, 1, 1): "three_of_a_kind",
    (3, 2): "full_house",
    (2, 2): "two_pair",
    (2, 2, 1): "two_pair",
    (2, 1): "pair",
    (2, 1, 1): "pair",
    (2, 1, 1, 1): "pair",
}


def category_and_ranks(cards: Cards) -> tuple[str, tuple[int, ...]]:
    """What exactly these cards are, all of them used, and the ranks that decide among equals."""
    groups = sorted(Counter(rank for rank, _ in cards).items(), key=lambda group: (-group[1], -group[0]))
    ranks = tuple(rank for rank, _ in groups)
    shape = tuple(count for _, count in groups)
    if shape in SHAPES:
        return SHAPES[shape], ranks
    suited = len({suit for _, suit in cards}) == 1
    size = len(cards)
    if ranks[0] - ranks[-1] == size - 1:
        top = ranks[0]
    elif ranks == (14, *range(size, 1, -1)):
        top = size
    else:
        return ("flush" if suited else "high_card"), ranks
    if not suited:
        return "straight", (top,)
    return ("royal_flush" if size == 5 and top == 14 else "straight_flush"), (top,)


@lru_cache(maxsize=1000)
def best(cards: Cards, size: int, order: tuple[str, ...]) -> Score:
    """The highest score among all choices of `size` cards; the greater score wins, equal ones tie."""
    found: Score = (-1, ())
    for choice in combinations(cards, size):
        category, ranks = category_and_ranks(choice)
        found = max(found, (order.index(category), ranks))
    return found


def suited_ranks(cards: Cards) -> tuple[list[int], str]:
    """The ranks from the highest down and the suit, if the cards all have one suit; else nothing."""
    suits = {suit for _, suit in cards}
    return (sorted((rank for rank, _ in cards), reverse=True), cards[0][1]) if len(suits) == 1 else ([], "")


def six_card_line(cards: Cards, any_suit: bool) -> str | None:
    """What six cards win the Six Card Bonus with, or None: the super royal needs all six, the rest the best five."""
    ranks, suit = suited_ranks(cards)
    if ranks == [14, 13, 12, 11, 10, 9]:
        if any_suit:
            return "super_royal_any_suit"
        return "super_royal_diamonds" if suit == "d" else "super_royal_hearts_spades_clubs"
    made = FIVE[best(cards, 5, FIVE)[0]]
    return made if FIVE.index(made) >= FIVE.index("three_of_a_kind") else None
