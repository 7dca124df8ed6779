"""Five-card hands, clause by clause (`md-uth:6`)."""

from itertools import pairwise

import pytest

from croupier.cards import format_cards
from croupier.hands import five_card
from croupier.hands.hand import in_a_sentence

from .tables import five, row


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        row("md-uth:6D(1)", "As Ks Qs Js Ts", "Kd Qd Jd Td 9d"),
        row("md-uth:6D(2)", "Kd Qd Jd Td 9d", "Qs Js Ts 9s 8s"),
        row("md-uth:6D(2) md-uth:6B md-uth:6E(1)", "6s 5s 4s 3s 2s", "Ad 2d 3d 4d 5d"),
        row("md-uth:6D(2)", "Ad 2d 3d 4d 5d", "As Ah Ad Ac Kd"),
        row("md-uth:6D(3)", "As Ah Ad Ac 2d", "Ks Kh Kd Kc Ad"),
        row("md-uth:6D(3)", "3s 3h 3d 3c 4d", "2s 2h 2d 2c Ad"),
        row("md-uth:6D(3) md-uth:6E(1)", "8s 8h 8d 8c Qd", "8s 8h 8d 8c Jd"),
        row("md-uth:6D(3)", "2s 2h 2d 2c 3d", "As Ah Ad Ks Kh"),
        row("md-uth:6D(4)", "As Ah Ad Ks Kh", "As Ah Ad Qs Qh"),
        row("md-uth:6D(4) md-uth:6E(1)", "3s 3h 3d 2s 2h", "2s 2h 2d As Ah"),
        row("md-uth:6D(4)", "2s 2h 2d 4s 4h", "2s 2h 2d 3s 3h"),
        row("md-uth:6D(4)", "2s 2h 2d 3s 3h", "As Ks Qs Js 9s"),
        row("md-uth:6D(5)", "As Ks Qs Js 9s", "Ad Kd Qd Jd 8d"),
        row("md-uth:6D(5)", "8s 5s 4s 3s 2s", "7d 5d 4d 3d 2d"),
        row("md-uth:6D(5)", "7d 5d 4d 3d 2d", "As Kd Qs Js Ts"),
        row("md-uth:6D(6)", "As Kd Qs Js Ts", "Ks Qd Js Ts 9s"),
        row("md-uth:6D(6) md-uth:6B md-uth:6E(1)", "6s 5d 4s 3s 2s", "As 2d 3s 4s 5s"),
        row("md-uth:6D(6)", "As 2d 3s 4s 5s", "Ah Ad Ac Ks Qd"),
        row("md-uth:6D(7)", "As Ah Ad 3s 2d", "Ks Kh Kd As Qd"),
        row("md-uth:6D(7)", "3s 3h 3d 5s 4d", "2s 2h 2d As Kd"),
        row("md-uth:6D(7) md-uth:6E(1)", "7s 7h 7d Ks 3d", "7s 7h 7d Ks 2d"),
        row("md-uth:6D(7)", "2s 2h 2d 4s 3d", "As Ad Ks Kd Qs"),
        row("md-uth:6D(8)", "As Ad Ks Kd 2s", "As Ad Qs Qd Ks"),
        row("md-uth:6D(8)", "As Ad 2s 2d 3s", "Ks Kd Qs Qd As"),
        row("md-uth:6D(8)", "4s 4d 2s 2d 3s", "3s 3d 2s 2d As"),
        row("md-uth:6D(8) md-uth:6E(1)", "Js Jd 5s 5d 9s", "Jh Jc 5h 5c 8s"),
        row("md-uth:6D(8)", "3s 3d 2s 2d 4s", "As Ad Ks Qd Js"),
        row("md-uth:6D(9)", "As Ad 4s 3d 2s", "Ks Kd As Qd Js"),
        row("md-uth:6D(9)", "3s 3d 6s 5d 4s", "2s 2d As Kd Qs"),
        row("md-uth:6D(9) md-uth:6E(1)", "Ks Kd As 7d 4s", "Kh Kc Qs Jd Ts"),
        row("md-uth:6D(9) md-uth:6E(1)", "Ks Kd As 7d 4s", "Kh Kc Ad 7c 3s"),
        row("md-uth:6D(9)", "2s 2d 5s 4d 3s", "As Kd Qs Jd 9s"),
        row("md-uth:6E(1)", "As Kd 9s 7d 3s", "Ad Kc 9h 7s 2s"),
        row("md-uth:6B", "As 2d 3s 4s 5s", "Qs Kd As 2d 3s"),
    ],
)
def test_the_higher_hand_wins(higher: str, lower: str) -> None:
    assert five(higher).strength > five(lower).strength


@pytest.mark.parametrize(
    ("one", "other"),
    [
        row("md-uth:6C md-uth:6E(2)", "As Ks Qs Js Ts", "Ad Kd Qd Jd Td"),
        row("md-uth:6C md-uth:6E(2)", "As Kd 9c 7h 2s", "Ad Kc 9h 7s 2d"),
        row("md-uth:6C md-uth:6E(2)", "8s 8d 5s 5d Kh", "8h 8c 5h 5c Kd"),
        # Both play the board: hole cards 3-2 against 4-3.
        row("md-uth:6E(2)", "3s 2d As Kd Qs Jd 9s", "4s 3d As Kd Qs Jd 9s"),
        row("md-uth:6E(2)", "3s 2d Ts Js Qs Ks As", "9h 9c Ts Js Qs Ks As"),
        row("md-uth:6E(2)", "Kh 2d As Ah Ad Ac Ks", "Kd Kc As Ah Ad Ac Ks"),
    ],
)
def test_hands_of_the_same_ranks_tie(one: str, other: str) -> None:
    assert five(one).strength == five(other).strength


@pytest.mark.parametrize(
    ("cards", "category", "shown", "description"),
    [
        row("md-uth:6D(1)", "Qs As Ts Ks Js", "royal_flush", "As Ks Qs Js Ts", "royal flush"),
        row("md-uth:6D(1)", "9s As Ts Ks Js Qs 8s", "royal_flush", "As Ks Qs Js Ts", "royal flush"),
        row(
            "md-uth:6D(2) md-uth:6B",
            "5h Ah 3h 2h 4h",
            "straight_flush",
            "5h 4h 3h 2h Ah",
            "straight flush, five high",
        ),
        row(
            "md-uth:6D(2)",
            "9c 8c 7c 6c 5c Tc Kc",
            "straight_flush",
            "Tc 9c 8c 7c 6c",
            "straight flush, ten high",
        ),
        # The straight goes higher than the straight flush, which still is the better hand.
        row(
            "md-uth:6D(2)",
            "9c 8c 7c 6c 5c Td Js",
            "straight_flush",
            "9c 8c 7c 6c 5c",
            "straight flush, nine high",
        ),
        row(
            "md-uth:6D(3)",
            "9c 9s 9d 9h Kd Kc Ks",
            "four_of_a_kind",
            "9s 9h 9d 9c Ks",
            "four of a kind, nines",
        ),
        row(
            "md-uth:6D(4)",
            "Kc Ks Kd 7h 7d 7c As",
            "full_house",
            "Ks Kd Kc 7h 7d",
            "full house, kings over sevens",
        ),
        row(
            "md-uth:6D(4)",
            "6c 6s 6d Jh Jd Qh Qd",
            "full_house",
            "6s 6d 6c Qh Qd",
            "full house, sixes over queens",
        ),
        row("md-uth:6D(5)", "2h 4h 6h 8h Th Qh As", "flush", "Qh Th 8h 6h 4h", "flush, queen high"),
        row("md-uth:6D(5)", "Ah 4h 6h 8h Th As Ad", "flush", "Ah Th 8h 6h 4h", "flush, ace high"),
        row(
            "md-uth:6D(6) md-uth:6B",
            "As 2d 3c 4h 5s Kd Kc",
            "straight",
            "5s 4h 3c 2d As",
            "straight, five high",
        ),
        row("md-uth:6D(6)", "As 2d 3c 4h 5s 6d 6c", "straight", "6d 5s 4h 3c 2d", "straight, six high"),
        row("md-uth:6B", "Qs Kd As 2d 3s", "high_card", "As Kd Qs 3s 2d", "ace high"),
        row("md-uth:6B", "Js Qs Ks As 2s", "flush", "As Ks Qs Js 2s", "flush, ace high"),
        row(
            "md-uth:6D(7)",
            "5s 5d 5h As Kd 9c 2h",
            "three_of_a_kind",
            "5s 5h 5d As Kd",
            "three of a kind, fives",
        ),
        row("md-uth:6D(8)", "5s 5d 9s 9d Kd Kc 2h", "two_pair", "Kd Kc 9s 9d 5s", "two pair, kings and nines"),
        row("md-uth:6D(8)", "5s 5d 9s 9d 2d 2c Ah", "two_pair", "9s 9d 5s 5d Ah", "two pair, nines and fives"),
        row("md-uth:6D(9)", "Ks Kd 2c 4d 6h 8s Tc", "pair", "Ks Kd Tc 8s 6h", "pair of kings"),
        row("md-uth:6E(1)", "Qs 2c 4d 6h 8s Tc 3d", "high_card", "Qs Tc 8s 6h 4d", "queen high"),
    ],
)
def test_a_hand_is_named_and_laid_out(cards: str, category: str, shown: str, description: str) -> None:
    hand = five(cards)
    assert (hand.category, format_cards(hand.cards), hand.description) == (category, shown, description)
    named_by_its_cards = category in ("four_of_a_kind", "three_of_a_kind", "two_pair", "high_card")
    assert in_a_sentence(description) == (description if named_by_its_cards else f"a {description}")


@pytest.mark.clause("md-uth:6D")
def test_the_categories_in_order() -> None:
    ladder = [
        *("As Ks Qs Js Ts", "As 2s 3s 4s 5s", "2s 2h 2d 2c 3s", "2s 2h 2d 3c 3s", "2s 3s 4s 5s 7s"),
        *("As 2d 3c 4h 5s", "2s 2h 2d 3c 4s", "3s 3d 2c 2h 4s", "2s 2d 3c 4h 5s", "As Kd Qc Jh 9s"),
    ]
    assert [five(text).category for text in ladder] == [str(name) for name in reversed(five_card.RANKING.categories)]
    assert all(five(upper).strength > five(lower).strength for upper, lower in pairwise(ladder))


@pytest.mark.parametrize("text", ["As Kd Qc Js", "As Kd Qc Js 9s 8s 7s 6s"])
def test_any_other_number_of_cards_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="made from 5 to 7 cards"):
        five(text)
