"""Two hole cards, as Ultimate Pairs classes them (`md-uth:12E#2`)."""

from collections import Counter
from itertools import combinations

import pytest

from croupier.cards import DECK, parse_cards
from croupier.hands.hole_cards import hole_cards_class, is_red_aces


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As Ad", "pair_of_aces"),
        ("Ks Kd", "pair_jacks_queens_kings"),
        ("Jc Jh", "pair_jacks_queens_kings"),
        ("Ts Td", "pair_tens_or_less"),
        ("2s 2d", "pair_tens_or_less"),
        ("Ks As", "ace_king_suited"),
        ("As Kd", "ace_king_offsuit"),
        ("Ah Qh", "ace_queen_or_jack_suited"),
        ("Jh Ah", "ace_queen_or_jack_suited"),
        ("Ah Qd", "ace_queen_or_jack_offsuit"),
        ("Jd Ah", "ace_queen_or_jack_offsuit"),
        ("As Ts", None),
        ("Ks Qs", None),
        ("As 2s", None),
    ],
)
@pytest.mark.clause("md-uth:12E#2(1)")
def test_the_class_of_two_hole_cards(text: str, expected: str | None) -> None:
    assert hole_cards_class(parse_cards(text)) == expected


def test_how_often_each_class_comes_in_1_326_pairs_of_cards() -> None:
    assert Counter(hole_cards_class(cards) for cards in combinations(DECK, 2)) == {
        "pair_of_aces": 6,
        "pair_jacks_queens_kings": 18,
        "pair_tens_or_less": 54,
        "ace_king_suited": 4,
        "ace_king_offsuit": 12,
        "ace_queen_or_jack_suited": 8,
        "ace_queen_or_jack_offsuit": 24,
        None: 1_200,
    }


@pytest.mark.clause("md-uth:12E#2(4)", "md-uth:12E#2(5)")
def test_only_the_aces_of_hearts_and_diamonds_are_red_aces() -> None:
    red = [cards for cards in combinations(DECK, 2) if is_red_aces(cards)]
    assert red == [parse_cards("Ah Ad")]
    assert is_red_aces(parse_cards("Ad Ah"))


@pytest.mark.parametrize("text", ["As", "As Ad Ac"])
def test_any_other_number_of_cards_is_refused(text: str) -> None:
    for asked in (hole_cards_class, is_red_aces):
        with pytest.raises(ValueError, match="made from 2 cards"):
            asked(parse_cards(text))
