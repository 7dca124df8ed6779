"""Three-card hands, clause by clause (`md-tcp:.06`)."""

from itertools import pairwise

import pytest

from croupier.cards import Suit, format_cards, parse_cards
from croupier.hands import three_card

from .tables import row, three


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        row("md-tcp:.06D(1)", "As Ks Qs", "Kd Qd Jd"),
        row("md-tcp:.06D(1) md-tcp:.06B", "4s 3s 2s", "Ad 2d 3d"),
        row("md-tcp:.06D(1) md-tcp:.06B", "Ad 2d 3d", "As Ah Ac"),
        row("md-tcp:.06D(2)", "As Ah Ad", "Ks Kh Kd"),
        row("md-tcp:.06D(2)", "3s 3h 3d", "2s 2h 2d"),
        row("md-tcp:.06D(2) md-tcp:.06D", "2s 2h 2d", "As Kd Qs"),
        row("md-tcp:.06D(3)", "As Kd Qs", "Ks Qd Js"),
        row("md-tcp:.06D(3) md-tcp:.06B md-tcp:.06E(1)", "4s 3d 2s", "As 2d 3s"),
        row("md-tcp:.06D(3) md-tcp:.06D", "As 2d 3s", "Ad Kd Jd"),
        row("md-tcp:.06D(4)", "Ad Kd Jd", "As Ks Ts"),
        row("md-tcp:.06D(4) md-tcp:.06E(1)", "9d 6d 4d", "9s 6s 3s"),
        row("md-tcp:.06D(4) md-tcp:.06D", "5d 3d 2d", "As Ad Kc"),
        row("md-tcp:.06D(5)", "As Ad 2c", "Ks Kd Ac"),
        row("md-tcp:.06D(5) md-tcp:.06E(1)", "Ks Kd 3c", "2s 2d Ac"),
        row("md-tcp:.06D(5) md-tcp:.06D", "2s 2d 3c", "As Kd Jc"),
        row("md-tcp:.06E(1)", "Ks 9d 4c", "Kd 9c 3s"),
        row("md-tcp:.06E(1)", "8s 8d Jc", "8h 8c Ts"),
        row("md-tcp:.06E(1)", "Ks 3d 2c", "Qd Jc 9s"),
        row("md-tcp:.06B", "4s 3d 2c", "Ks Ad 2c"),
    ],
)
def test_the_higher_hand_wins(higher: str, lower: str) -> None:
    assert three(higher).strength > three(lower).strength


@pytest.mark.parametrize(
    ("one", "other"),
    [
        row("md-tcp:.06C md-tcp:.06E(2)", "Qs Jd 9c", "Qd Jc 9s"),
        row("md-tcp:.06C md-tcp:.06E(2)", "As Ks Qs", "Ad Kd Qd"),
        row("md-tcp:.06C md-tcp:.06E(2)", "7s 7d 2c", "7h 7c 2s"),
        row("md-tcp:.06C md-tcp:.06E(2)", "Ts 6s 2s", "Tc 6c 2c"),
        row("md-tcp:.06C md-tcp:.06E(2)", "As 2d 3c", "3h 2c Ad"),
    ],
)
def test_hands_of_the_same_ranks_tie(one: str, other: str) -> None:
    assert three(one).strength == three(other).strength


@pytest.mark.parametrize(
    ("cards", "category", "shown", "description"),
    [
        row("md-tcp:.06D(1)", "Qs As Ks", "straight_flush", "As Ks Qs", "straight flush, ace high"),
        row("md-tcp:.06B", "2h Ah 3h", "straight_flush", "3h 2h Ah", "straight flush, three high"),
        row("md-tcp:.06D(2)", "6c 6s 6d", "three_of_a_kind", "6s 6d 6c", "three of a kind, sixes"),
        row("md-tcp:.06B md-tcp:.06D(3)", "As 2d 3s", "straight", "3s 2d As", "straight, three high"),
        row("md-tcp:.06D(3)", "Jh Qs Tc", "straight", "Qs Jh Tc", "straight, queen high"),
        row("md-tcp:.06D(4)", "2d Kd 9d", "flush", "Kd 9d 2d", "flush, king high"),
        row("md-tcp:.06B", "Kd Ad 2d", "flush", "Ad Kd 2d", "flush, ace high"),
        row("md-tcp:.06D(5)", "Kc 4s Kd", "pair", "Kd Kc 4s", "pair of kings"),
        row("md-tcp:.06B", "Kd As 2d", "high_card", "As Kd 2d", "ace high"),
        row("md-tcp:.06E(1)", "3d Qs 2c", "high_card", "Qs 3d 2c", "queen high"),
    ],
)
def test_a_hand_is_named_and_laid_out(cards: str, category: str, shown: str, description: str) -> None:
    hand = three(cards)
    assert (hand.category, format_cards(hand.cards), hand.description) == (category, shown, description)


@pytest.mark.clause("md-tcp:.06D")
def test_the_categories_in_order() -> None:
    ladder = ["2s 3s As", "2s 2h 2d", "As 2d 3c", "2s 3s 5s", "2s 2d 3c", "As Kd Jc"]
    assert [three(text).category for text in ladder] == [str(name) for name in reversed(three_card.RANKING.categories)]
    assert all(three(upper).strength > three(lower).strength for upper, lower in pairwise(ladder))


@pytest.mark.clause("md-tcp:.01B(2)")
@pytest.mark.parametrize(
    ("cards", "suit"),
    [
        ("As Ks Qs", Suit.SPADES),
        ("Qh Kh Ah", Suit.HEARTS),
        ("Kd Ad Qd", Suit.DIAMONDS),
        ("Ac Qc Kc", Suit.CLUBS),
        ("Ks Qs Js", None),
        ("As 2s 3s", None),
        ("As Ks Qd", None),
        ("As Ks Js", None),
    ],
)
def test_a_mini_royal_is_suited_ace_king_queen(cards: str, suit: Suit | None) -> None:
    assert three_card.mini_royal_suit(three(cards)) is suit


@pytest.mark.parametrize("text", ["", "As Kd", "As Kd Qc Js"])
def test_any_other_number_of_cards_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="made from 3 cards"):
        three(text)


def test_a_card_passed_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="same card came twice"):
        three_card.best_hand(parse_cards("As Kd") + parse_cards("As"))
