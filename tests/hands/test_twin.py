"""The evaluators against their plain twin, on hands drawn so that rare ones are common."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import DECK, Card
from croupier.hands import five_card, four_card, three_card
from croupier.hands.hand import Hand

from .twin import ORDER, best_worth, worth_of_exactly

Evaluator = Callable[[Sequence[Card]], Hand]

CASES = [
    pytest.param(three_card.best_hand, 3, 3, id="three of three"),
    pytest.param(four_card.best_hand, 4, 4, id="four of four"),
    pytest.param(four_card.best_hand, 4, 5, id="four of five"),
    pytest.param(four_card.best_hand, 4, 6, id="four of six"),
    pytest.param(five_card.best_hand, 5, 5, id="five of five"),
    pytest.param(five_card.best_hand, 5, 6, id="five of six"),
    pytest.param(five_card.best_hand, 5, 7, id="five of seven"),
]


@st.composite
def decks(draw: st.DrawFn) -> list[Card]:
    """The whole deck or a part of it where flushes, runs or groups crowd: at least eight cards."""
    suits = "".join(draw(st.sampled_from(["shdc", "sh", "dc", "shd", "c"])))
    ranks = draw(st.sampled_from([range(2, 15), range(2, 10), range(7, 15), [14, 2, 3, 4, 5, 6, 7, 13]]))
    few_ranks = draw(st.sampled_from([range(11, 15), [2, 3, 4, 14]])) if len(suits) == 4 else ranks
    chosen_ranks = draw(st.sampled_from([ranks, few_ranks]))
    return [card for card in DECK if card.rank in chosen_ranks and card.suit.value in suits]


@st.composite
def two_holdings(draw: st.DrawFn, count: int) -> tuple[list[Card], list[Card]]:
    deck = draw(decks())
    holding = st.lists(st.sampled_from(deck), min_size=count, max_size=count, unique=True)
    return draw(holding), draw(holding)


@pytest.mark.parametrize(("best_hand", "size", "count"), CASES)
@pytest.mark.clause("ma-fcp-1:10(d)#2", "ma-fcp-1:10(d)#4", "md-fcp:.11D(3)", "md-fcp:.11D(4)(b)")
@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_the_evaluator_agrees_with_its_twin(best_hand: Evaluator, size: int, count: int, data: st.DataObject) -> None:
    mine, theirs = data.draw(two_holdings(count))
    my_hand, their_hand = best_hand(mine), best_hand(theirs)
    my_worth, their_worth = best_worth(mine, size), best_worth(theirs, size)
    assert my_hand.category == ORDER[size][my_worth[0]]
    assert (my_hand.strength > their_hand.strength) == (my_worth > their_worth)
    assert (my_hand.strength == their_hand.strength) == (my_worth == their_worth)
    assert len(my_hand.cards) == len(set(my_hand.cards)) == size
    assert set(my_hand.cards) <= set(mine)
    assert worth_of_exactly(my_hand.cards) == my_worth
    assert my_hand.top_rank == my_worth[1][0]


@pytest.mark.parametrize(("best_hand", "size", "count"), CASES)
@pytest.mark.clause("md-tcp:.06C", "md-fcp:.06B", "ma-fcp-1:3(a)#2", "md-uth:6C")
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_neither_suit_names_nor_the_order_of_the_cards_count(
    best_hand: Evaluator, size: int, count: int, data: st.DataObject
) -> None:
    cards, _ = data.draw(two_holdings(count))
    suits = dict(zip("shdc", data.draw(st.permutations("shdc")), strict=True))
    renamed = [Card(str(card)[0] + suits[card.suit.value]) for card in cards]
    assert best_hand(renamed).strength == best_hand(cards).strength
    assert best_hand(data.draw(st.permutations(cards))) == best_hand(cards)
