"""Four-card hands, clause by clause (`md-fcp:.06`, `ma-fcp-1:3`)."""

from itertools import pairwise

import pytest

from croupier.cards import Suit, format_cards
from croupier.hands import four_card

from .tables import five, four, row


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        row("md-fcp:.06C(1) ma-fcp-1:3(b)(1)", "As Ah Ad Ac", "Ks Kh Kd Kc"),
        row("md-fcp:.06C(1)", "3s 3h 3d 3c", "2s 2h 2d 2c"),
        row("md-fcp:.06C(1) ma-fcp-1:3(b)(1)", "2s 2h 2d 2c", "As Ks Qs Js"),
        row("md-fcp:.06C(2) ma-fcp-1:3(b)(2)", "As Ks Qs Js", "Kd Qd Jd Td"),
        row("md-fcp:.06C(2) ma-fcp-1:3(b)(2) ma-fcp-1:3(a)#3 md-fcp:.06A(1)", "5s 4s 3s 2s", "4d 3d 2d Ad"),
        row("md-fcp:.06C(2) ma-fcp-1:3(b)(2)", "4d 3d 2d Ad", "As Ah Ac Kd"),
        row("md-fcp:.06C(3) ma-fcp-1:3(b)(3)", "As Ah Ad 2c", "Ks Kh Kd Ac"),
        row("md-fcp:.06C(3) ma-fcp-1:3(b)(3) md-fcp:.06D ma-fcp-1:3(c)#1", "3s 3h 3d 4c", "2s 2h 2d Ac"),
        row("md-fcp:.06C(3) ma-fcp-1:3(b)(3)", "2s 2h 2d 3c", "As Ks Qs Ts"),
        row("md-fcp:.06C(4) ma-fcp-1:3(b)(4)", "6d 4d 3d 2d", "As Kd Qs Js"),
        row("md-fcp:.06C(4) md-fcp:.06D ma-fcp-1:3(c)#1", "Td 9d 5d 3d", "Ts 9s 5s 2s"),
        row("md-fcp:.06C(5) ma-fcp-1:3(b)(5)", "As Kd Qs Js", "Ks Qd Js Ts"),
        row("md-fcp:.06C(5) ma-fcp-1:3(b)(5) ma-fcp-1:3(a)#3 md-fcp:.06A(1)", "5s 4d 3s 2s", "4s 3d 2s As"),
        row("md-fcp:.06C(5) ma-fcp-1:3(c)#1", "6s 5d 4s 3s", "4s 3d 2s As"),
        row("md-fcp:.06C(5) ma-fcp-1:3(b)(5)", "4s 3d 2s As", "Ah Ad Ks Kc"),
        row("md-fcp:.06C(6)", "As Ad Ks Kd", "Ah Ac Qs Qd"),
        row("md-fcp:.06C(6) ma-fcp-1:3(b)(6)", "As Ad 2s 2d", "Ks Kd Qs Qd"),
        row("md-fcp:.06C(6) ma-fcp-1:3(b)(6)", "4s 4d 2s 2d", "3s 3d 2h 2c"),
        row("md-fcp:.06C(6) ma-fcp-1:3(b)(6)", "3s 3d 2s 2d", "As Ad Ks Qd"),
        row("md-fcp:.06C(7) ma-fcp-1:3(b)(7)", "As Ad 3s 2d", "Ks Kd As Qd"),
        row("md-fcp:.06C(7) ma-fcp-1:3(b)(7) md-fcp:.06D", "3s 3d 5s 4d", "2s 2d As Kd"),
        row("md-fcp:.06C(7) ma-fcp-1:3(b)(7)", "2s 2d 4s 3d", "As Kd Qs Td"),
        row("md-fcp:.06D ma-fcp-1:3(c)#1", "Ks Kd As Qd", "Kh Kc Ah Jd"),
        row("md-fcp:.06D ma-fcp-1:3(c)#1", "As Kd 9s 7d", "Ah Kc 9d 6d"),
        row("md-fcp:.06A(2) ma-fcp-1:3(a)#3", "4s 3d 2s As", "Ks Ad 2s 3d"),
        row("md-fcp:.06A(2) ma-fcp-1:3(a)#3", "4s 3d 2s As", "Qs Kd As 2d"),
    ],
)
def test_the_higher_hand_wins(higher: str, lower: str) -> None:
    assert four(higher).strength > four(lower).strength


@pytest.mark.parametrize(
    ("one", "other"),
    [
        row("md-fcp:.06B md-fcp:.06E ma-fcp-1:3(a)#2 ma-fcp-1:3(c)#2", "As Kd 9c 7h", "Ad Kc 9h 7s"),
        row("md-fcp:.06B md-fcp:.06E ma-fcp-1:3(a)#2 ma-fcp-1:3(c)#2", "As Ks 9s 7s", "Ad Kd 9d 7d"),
        row("md-fcp:.06B md-fcp:.06E ma-fcp-1:3(a)#2 ma-fcp-1:3(c)#2", "8s 8d 5s 5d", "8h 8c 5h 5c"),
        row("md-fcp:.06E ma-fcp-1:3(c)#2", "8s 8d 5s 5d Kh", "8h 8c 5h 5c 2s 3d"),
        row("md-fcp:.06E ma-fcp-1:3(c)#2", "Js Jd As Kd 9h", "Jh Jc Ah Kc 2s 3d"),
    ],
)
def test_hands_of_the_same_ranks_tie(one: str, other: str) -> None:
    assert four(one).strength == four(other).strength


@pytest.mark.parametrize(
    ("cards", "category", "shown", "description"),
    [
        row("md-fcp:.06C(1)", "7c 7s 7d 7h", "four_of_a_kind", "7s 7h 7d 7c", "four of a kind, sevens"),
        row("md-fcp:.06A(1)", "2h Ah 4h 3h", "straight_flush", "4h 3h 2h Ah", "straight flush, four high"),
        row("ma-fcp-1:3(a)#3", "2h As 4h 3h", "straight", "4h 3h 2h As", "straight, four high"),
        row("md-fcp:.06A(2)", "Kh Ah 2h 3d", "high_card", "Ah Kh 3d 2h", "ace high"),
        row("ma-fcp-1:3(a)#3", "Qh Kh Ah 2h", "flush", "Ah Kh Qh 2h", "flush, ace high"),
        row("md-fcp:.06A(2)", "Jd Qh Kh Ah", "straight", "Ah Kh Qh Jd", "straight, ace high"),
        row("md-fcp:.06C(6)", "6c Ts 6d Td", "two_pair", "Ts Td 6d 6c", "two pair, tens and sixes"),
        # Out of five and six cards: the best four, the choice between groups, runs and suits.
        row("md-fcp:.06C(3)", "9s 9h 9d As Ks Qs", "three_of_a_kind", "9s 9h 9d As", "three of a kind, nines"),
        row("md-fcp:.06C(3)", "9s 9h 9d 4s 4h 4d", "three_of_a_kind", "9s 9h 9d 4s", "three of a kind, nines"),
        row("md-fcp:.06C", "9s 9h 9d 8s 7s 6s", "straight_flush", "9s 8s 7s 6s", "straight flush, nine high"),
        row("md-fcp:.06C", "9s 9h 9d 9c 8s 7s", "four_of_a_kind", "9s 9h 9d 9c", "four of a kind, nines"),
        row("md-fcp:.06C(4)", "Ks Kh Ts 8s 3s 2s", "flush", "Ks Ts 8s 3s", "flush, king high"),
        row("md-fcp:.06C(5)", "8s 8h 7s 6d 5c 4h", "straight", "8s 7s 6d 5c", "straight, eight high"),
        row("md-fcp:.06C(6)", "8s 8h 7s 7d 4c 4h", "two_pair", "8s 8h 7s 7d", "two pair, eights and sevens"),
        row("md-fcp:.06C(7)", "8s 8h As Qd 4c 2h", "pair", "8s 8h As Qd", "pair of eights"),
        row("md-fcp:.06D", "Qs Td 8c 6h 4d 2s", "high_card", "Qs Td 8c 6h", "queen high"),
    ],
)
def test_a_hand_is_named_and_laid_out(cards: str, category: str, shown: str, description: str) -> None:
    hand = four(cards)
    assert (hand.category, format_cards(hand.cards), hand.description) == (category, shown, description)


@pytest.mark.clause("md-fcp:.06C", "ma-fcp-1:3(b)")
def test_the_categories_in_order() -> None:
    ladder = [
        *("2s 2h 2d 2c", "As 2s 3s 4s", "2s 2h 2d 3c", "2s 3s 4s 6s"),
        *("As 2d 3c 4h", "3s 3d 2c 2h", "2s 2d 3c 4h", "As Kd Qc Th"),
    ]
    assert [four(text).category for text in ladder] == [str(name) for name in reversed(four_card.RANKING.categories)]
    assert all(four(upper).strength > four(lower).strength for upper, lower in pairwise(ladder))


@pytest.mark.parametrize(
    ("cards", "suit"),
    [
        ("As Ks Qs Js", Suit.SPADES),
        ("2c Jh Qh Kh Ah", Suit.HEARTS),
        ("Ad Kd Qd Jd Td 9d", Suit.DIAMONDS),
        ("Ac Kc Qc Jc Ah As", Suit.CLUBS),
        ("Ks Qs Js Ts", None),
        ("As 2s 3s 4s", None),
        ("As Ks Qs Jd Ts", None),
        ("As Ah Ad Ac", None),
    ],
)
def test_a_royal_is_suited_ace_king_queen_jack(cards: str, suit: Suit | None) -> None:
    assert four_card.royal_suit(four(cards)) is suit


def test_a_royal_stays_below_every_four_of_a_kind() -> None:
    assert four("2s 2h 2d 2c").strength > four("As Ks Qs Js").strength


@pytest.mark.parametrize(
    ("text", "expected"), [("As Ah Ad Ac 2s", True), ("Ks Kh Kd Kc As", False), ("As Ah Ad Kc Ks", False)]
)
def test_four_aces(text: str, expected: bool) -> None:
    assert four(text).is_four_aces is expected
    assert five(text).is_four_aces is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As Ah 9d 4c 2s", True),
        ("Ks Kh Ad 4c 2s", False),
        ("As Ah 9d 9c 2s", False),
        ("As Kh 9d 7c 2s", False),
    ],
)
@pytest.mark.clause("ma-fcp-1:1/aces-up-wager")
def test_a_pair_of_aces_and_no_better(text: str, expected: bool) -> None:
    assert four(text).is_pair_of_aces is expected


@pytest.mark.parametrize("text", ["As Kd Qc", "As Kd Qc Js 9s 8s 7s"])
def test_any_other_number_of_cards_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="made from 4 to 6 cards"):
        four(text)
