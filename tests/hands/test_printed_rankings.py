"""The rankings as the documents print them: the rule data says it, and the evaluators do it."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, cycle

import pytest

from croupier.cards import RANK_LETTERS, SUIT_LETTERS, Card, parse_cards
from croupier.hands import five_card, four_card, three_card
from croupier.hands.hand import Category, Hand
from croupier.rulebook.law import ranking as law
from croupier.rulebook.load import load

EVALUATORS: dict[str, tuple[int, Callable[[Sequence[Card]], Hand]]] = {
    "md-tcp": (3, three_card.best_hand),
    "md-fcp": (4, four_card.best_hand),
    "ma-fcp-1": (4, four_card.best_hand),
    "md-uth": (5, five_card.best_hand),
}
# Clause, category, and the best and the worst hand of it where the text prints them, from the top down.
PRINTED = {
    "md-tcp": (
        (".06D(1)", "straight_flush", "A-K-Q", "A-2-3"),
        (".06D(2)", "three_of_a_kind", "A-A-A", "2-2-2"),
        (".06D(3)", "straight", "A-K-Q", "A-2-3"),
        (".06D(4)", "flush", "", ""),
        (".06D(5)", "pair", "A-A", "2-2"),
    ),
    "md-fcp": (
        (".06C(1)", "four_of_a_kind", "A-A-A-A", "2-2-2-2"),
        (".06C(2)", "straight_flush", "A-K-Q-J", "A-2-3-4"),
        (".06C(3)", "three_of_a_kind", "A-A-A", "2-2-2"),
        (".06C(4)", "flush", "", ""),
        (".06C(5)", "straight", "A-K-Q-J", "A-2-3-4"),
        (".06C(6)", "two_pair", "A-A-K-K", "3-3-2-2"),
        (".06C(7)", "pair", "A-A", "2-2"),
    ),
    "ma-fcp-1": (
        ("3(b)(1)", "four_of_a_kind", "A-A-A-A", "2-2-2-2"),
        ("3(b)(2)", "straight_flush", "A-K-Q-J", "A-2-3-4"),
        ("3(b)(3)", "three_of_a_kind", "A-A-A", "2-2-2"),
        ("3(b)(4)", "flush", "", ""),
        ("3(b)(5)", "straight", "A-K-Q-J", "A-2-3-4"),
        ("3(b)(6)", "two_pair", "", ""),
        ("3(b)(7)", "pair", "A-A", "2-2"),
    ),
    "md-uth": (
        ("6D(1)", "royal_flush", "", ""),
        ("6D(2)", "straight_flush", "K-Q-J-10-9", "A-2-3-4-5"),
        ("6D(3)", "four_of_a_kind", "A-A-A-A", "2-2-2-2"),
        ("6D(4)", "full_house", "A-A-A-K-K", "2-2-2-3-3"),
        ("6D(5)", "flush", "A-K-Q-J-9", "7-5-4-3-2"),
        ("6D(6)", "straight", "A-K-Q-J-10", "A-2-3-4-5"),
        ("6D(7)", "three_of_a_kind", "A-A-A", "2-2-2"),
        ("6D(8)", "two_pair", "A-A-K-K", "3-3-2-2"),
        ("6D(9)", "pair", "A-A", "2-2"),
    ),
}
# The Six Card Bonus prints eight items; the eighth stands above the others.
BONUS = (
    *(("(8)", "super_royal"), ("(1)", "royal_flush"), ("(2)", "straight_flush"), ("(3)", "four_of_a_kind")),
    *(("(4)", "full_house"), ("(5)", "flush"), ("(6)", "straight"), ("(7)", "three_of_a_kind")),
)
BONUS_AT = {"md-tcp": ".06F", "md-fcp": ".06F", "md-uth": "6F"}


def document(rulebook: str, ranking: str = "") -> law.Ranking:
    """A ranking of a document; its hands against the dealer's if none is named."""
    rankings = load(rulebook).rankings.rankings
    return next(one for one in rankings if one.ranking == ranking) if ranking else rankings[0]


def shapes(size: int) -> Iterator[tuple[Card, ...]]:
    """Every set of ranks that so many cards can have, of mixed suits and, if it can be, of one suit."""
    for made_of in combinations_with_replacement(RANK_LETTERS, size):
        if max(map(made_of.count, made_of)) <= len(SUIT_LETTERS):
            yield parse_cards(f"{rank}{suit}" for rank, suit in zip(made_of, cycle(SUIT_LETTERS), strict=False))
        if len(set(made_of)) == size:
            yield parse_cards(f"{rank}s" for rank in made_of)


@cache
def by_category(rulebook: str) -> dict[Category, list[Hand]]:
    """Hands of every strength, by category, each from the worst up."""
    size, evaluator = EVALUATORS[rulebook]
    found: dict[Category, list[Hand]] = {}
    for hand in sorted(map(evaluator, shapes(size)), key=lambda hand: hand.strength):
        found.setdefault(hand.category, []).append(hand)
    return found


def ranks(printed: str) -> list[str]:
    return sorted(printed.replace("10", "T").split("-"))


def shown(hand: Hand, printed: str) -> list[str]:
    """The ranks of so many cards of a hand as are printed."""
    return sorted(str(card)[0] for card in hand.cards[: len(ranks(printed))])


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param(rulebook, marks=pytest.mark.clause(clause), id=clause)
        for rulebook, clause in [
            ("md-tcp", "md-tcp:.06D"),
            ("md-fcp", "md-fcp:.06C"),
            ("ma-fcp-1", "ma-fcp-1:3(b)"),
            ("md-uth", "md-uth:6D"),
        ]
    ],
)
def test_categories_stand_in_the_order_of_the_text(rulebook: str) -> None:
    printed = [category for _, category, _, _ in PRINTED[rulebook]]
    assert [listed.category for listed in document(rulebook).categories] == printed
    assert document(rulebook).cards == EVALUATORS[rulebook][0]
    assert [str(category) for category in reversed(by_category(rulebook))] == [*printed, "high_card"]
    worst_and_best = [hand.strength for hands in by_category(rulebook).values() for hand in (hands[0], hands[-1])]
    assert worst_and_best == sorted(worst_and_best)


@pytest.mark.parametrize(
    ("rulebook", "clause", "category", "best", "worst"),
    [
        pytest.param(rulebook, *row, marks=pytest.mark.clause(f"{rulebook}:{row[0]}"), id=f"{rulebook}:{row[0]}")
        for rulebook, rows in PRINTED.items()
        for row in rows
    ],
)
def test_the_best_and_the_worst_of_a_category_are_those_printed(
    rulebook: str, clause: str, category: str, best: str, worst: str
) -> None:
    (listed,) = [one for one in document(rulebook).categories if one.clause == (f"{rulebook}:{clause}",)]
    assert (listed.category, listed.best, listed.worst) == (category, best, worst)
    hands = by_category(rulebook)[Category(category)]
    if best:
        assert shown(hands[-1], best) == ranks(best)
        assert shown(hands[0], worst) == ranks(worst)


@pytest.mark.parametrize(
    ("rulebook", "clause", "category"),
    [
        pytest.param(rulebook, clause, category, marks=pytest.mark.clause(f"{rulebook}:{clause}"))
        for rulebook, section in BONUS_AT.items()
        for clause, category in [(section, ""), *((f"{section}{item}", category) for item, category in BONUS)]
    ],
)
def test_the_six_card_bonus_ranks_the_hands_that_are_listed(rulebook: str, clause: str, category: str) -> None:
    listed = document(rulebook, "six_card_bonus")
    if category:
        assert [one.category for one in listed.categories if one.clause == (f"{rulebook}:{clause}",)] == [category]
    else:
        assert (listed.cards, [one.category for one in listed.categories]) == (6, [name for _, name in BONUS])
