"""What two hole cards are by themselves: the classes that Ultimate Pairs pays (`md-uth:12E#2`)."""

from collections.abc import Sequence
from enum import StrEnum

from croupier.cards import ACE, JACK, KING, Card
from croupier.hands.sets import card_set


class HoleCards(StrEnum):
    """A class of two hole cards, by the name its paytable line has."""

    PAIR_OF_ACES = "pair_of_aces"
    PAIR_JACKS_QUEENS_KINGS = "pair_jacks_queens_kings"
    PAIR_TENS_OR_LESS = "pair_tens_or_less"
    ACE_KING_SUITED = "ace_king_suited"
    ACE_KING_OFFSUIT = "ace_king_offsuit"
    ACE_QUEEN_OR_JACK_SUITED = "ace_queen_or_jack_suited"
    ACE_QUEEN_OR_JACK_OFFSUIT = "ace_queen_or_jack_offsuit"


_RED_ACES = Card.ACE_OF_HEARTS.bit | Card.ACE_OF_DIAMONDS.bit


def hole_cards_class(cards: Sequence[Card]) -> HoleCards | None:
    """The class of two hole cards, or None if neither a pair nor an ace with a king, queen or jack."""
    card_set(cards, 2, 2)
    first, second = cards
    low, high = sorted((first.rank, second.rank))
    if low == high:
        if high == ACE:
            return HoleCards.PAIR_OF_ACES
        return HoleCards.PAIR_JACKS_QUEENS_KINGS if high >= JACK else HoleCards.PAIR_TENS_OR_LESS
    if high != ACE or low < JACK:
        return None
    is_suited = first.suit is second.suit
    if low == KING:
        return HoleCards.ACE_KING_SUITED if is_suited else HoleCards.ACE_KING_OFFSUIT
    return HoleCards.ACE_QUEEN_OR_JACK_SUITED if is_suited else HoleCards.ACE_QUEEN_OR_JACK_OFFSUIT


def is_red_aces(cards: Sequence[Card]) -> bool:
    """Whether the hole cards are the aces of hearts and diamonds (`md-uth:12E#2(4)`, reading U-24)."""
    return card_set(cards, 2, 2) == _RED_ACES
