"""The hands of the Six Card Bonus: best five of six, and the super royal of all six."""

import pytest

from croupier.cards import Suit, parse_cards
from croupier.hands import five_card

from .tables import five, row


def item(number: str) -> str:
    """One item of the list, which three rule documents print alike."""
    return f"md-tcp:.06F{number} md-fcp:.06F{number} md-uth:6F{number}"


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        row(item("(1)"), "As Ks Qs Js Ts 2d", "royal_flush"),
        row(item("(1)"), "As Ks Qs Js Td 9s", "flush"),
        row(item("(2)"), "9s 8s 7s 6s 5s Kd", "straight_flush"),
        row(item("(2)"), "As 2s 3s 4s 5s Kd", "straight_flush"),
        row(item("(2)"), "9s 8s 7s 6s 4s Kd", "flush"),
        row(item("(2)"), "Ks As 2s 3s 4s 9d", "flush"),
        row(item("(3)"), "9s 9h 9d 9c Ks Kd", "four_of_a_kind"),
        row(item("(4)"), "Ks Kh Kd 7s 7h 2c", "full_house"),
        row(item("(4)"), "Ks Kh Kd 7s 7h 7d", "full_house"),
        row(item("(5)"), "Ks Js 9s 7s 2s 2d", "flush"),
        row(item("(5)"), "Ks Js 9s 7s 3s 2s", "flush"),
        row(item("(5)"), "Ks Js 9s 7s 3d 2d", "high_card"),
        row(item("(6)"), "9s 8d 7c 6h 5s Kd", "straight"),
        row(item("(6)"), "As 2d 3c 4h 5s Kd", "straight"),
        row(item("(6)"), "9s 8d 7c 6h 4s Kd", "high_card"),
        row(item("(6)"), "Ks Ad 2c 3h 4s 9d", "high_card"),
        row(item("(7)"), "5s 5d 5c Kh 9s 2d", "three_of_a_kind"),
        row(item(""), "5s 5d 9c 9h Ks Kd", "two_pair"),
        row(item(""), "5s 5d 9c Jh Ks 2d", "pair"),
        row(item(""), "5s 7d 9c Jh Ks 2d", "high_card"),
    ],
)
def test_the_class_of_six_cards(cards: str, category: str) -> None:
    assert five(cards).category == category


@pytest.mark.clause("md-tcp:.06F(8)", "md-fcp:.06F(8)", "md-uth:6F(8)")
@pytest.mark.parametrize(
    ("cards", "suit"),
    [
        ("As Ks Qs Js Ts 9s", Suit.SPADES),
        ("9h Th Jh Qh Kh Ah", Suit.HEARTS),
        ("Ad 9d Kd Td Qd Jd", Suit.DIAMONDS),
        ("Ac Kc Qc Jc Tc 9c", Suit.CLUBS),
        ("As Ks Qs Js Ts 8s", None),
        ("As Ks Qs Js Ts 9d", None),
        ("Ks Qs Js Ts 9s 8s", None),
        ("As 2s 3s 4s 5s 6s", None),
    ],
)
def test_a_super_royal_takes_all_six_cards(cards: str, suit: Suit | None) -> None:
    assert five_card.super_royal_suit(parse_cards(cards)) is suit


@pytest.mark.clause("md-tcp:.06F(8)")
def test_a_super_royal_is_a_royal_flush_where_no_line_sets_it_apart() -> None:
    assert five("As Ks Qs Js Ts 9s").category == "royal_flush"


@pytest.mark.parametrize("text", ["As Ks Qs Js Ts", "As Ks Qs Js Ts 9s 8s"])
def test_a_super_royal_is_asked_of_six_cards_only(text: str) -> None:
    with pytest.raises(ValueError, match="made from 6 cards"):
        five_card.super_royal_suit(parse_cards(text))
