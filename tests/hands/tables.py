"""Rows for the tables of hands in these tests, each row carrying the clauses it would catch a breach of."""

from typing import Any

import pytest

from croupier.cards import parse_cards
from croupier.hands import five_card, four_card, three_card
from croupier.hands.hand import Hand


def three(text: str) -> Hand:
    return three_card.best_hand(parse_cards(text))


def four(text: str) -> Hand:
    return four_card.best_hand(parse_cards(text))


def five(text: str) -> Hand:
    return five_card.best_hand(parse_cards(text))


def row(clauses: str, *values: str) -> Any:
    """A parametrize row; `clauses` are ids separated by spaces."""
    return pytest.param(*values, marks=pytest.mark.clause(*clauses.split()), id=f"{clauses}-{'-'.join(values)}")
