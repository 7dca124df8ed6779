"""Slow, obvious twins of the kernels: every hand is spelled out and compared by rule."""

from collections import Counter
from itertools import combinations

Score = tuple[int, ...]


def _straight_top(ranks: list[int]) -> int | None:
    """Top of the straight made by all of these ranks, or None; the ace may stand below the two."""
    if len(set(ranks)) < len(ranks):
        return None
    ordered = sorted(ranks)
    if ordered[-1] - ordered[0] == len(ranks) - 1:
        return ordered[-1]
    if ordered == [*range(len(ranks) - 1), 12]:
        return len(ranks) - 2
    return None


def _shape(cards: tuple[int, ...]) -> tuple[list[int], list[int], bool, int | None]:
    """Ranks by group size then rank, the group sizes, whether one suit, and the straight's top."""
    ranks = [card // 4 for card in cards]
    groups = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    one_suit = len({card % 4 for card in cards}) == 1
    return [rank for rank, _ in groups], [count for _, count in groups], one_suit, _straight_top(ranks)


def five_card(cards: tuple[int, ...]) -> Score:
    """Score of exactly five cards: category number, then tie-breakers."""
    ranks, sizes, one_suit, top = _shape(cards)
    if one_suit and top is not None:
        return (9,) if top == 12 else (8, top)
    for sizes_wanted, category in (([4, 1], 7), ([3, 2], 6)):
        if sizes == sizes_wanted:
            return (category, *ranks)
    if one_suit:
        return (5, *ranks)
    if top is not None:
        return (4, top)
    return ({3: 3, 2: 2 if sizes[1] == 2 else 1, 1: 0}[sizes[0]], *ranks)


def four_card(cards: tuple[int, ...]) -> Score:
    """Score of exactly four cards."""
    ranks, sizes, one_suit, top = _shape(cards)
    if sizes == [4]:
        return (7, *ranks)
    if one_suit and top is not None:
        return (6, top)
    if sizes == [3, 1]:
        return (5, *ranks)
    if one_suit:
        return (4, *ranks)
    if top is not None:
        return (3, top)
    return ({(2, 2): 2, (2, 1, 1): 1, (1, 1, 1, 1): 0}[tuple(sizes)], *ranks)


def three_card(cards: tuple[int, ...]) -> Score:
    """Score of exactly three cards."""
    ranks, sizes, one_suit, top = _shape(cards)
    if one_suit and top is not None:
        return (5, top)
    if sizes == [3]:
        return (4, *ranks)
    if top is not None:
        return (3, top)
    if one_suit:
        return (2, *ranks)
    return (1 if sizes[0] == 2 else 0, *ranks)


def best_five(cards: tuple[int, ...]) -> Score:
    return max(five_card(hand) for hand in combinations(cards, 5))


def best_four(cards: tuple[int, ...]) -> Score:
    return max(four_card(hand) for hand in combinations(cards, 4))
