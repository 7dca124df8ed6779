"""A card, the deck, and cards as people write them: `As Td 2c`, rank then suit."""

from collections.abc import Iterable
from enum import Enum

ACE, KING, QUEEN, JACK, TEN = 14, 13, 12, 11, 10

RANK_LETTERS = "AKQJT98765432"
SUIT_LETTERS = "shdc"
_RANK_WORDS = (
    *("ace", "king", "queen", "jack", "ten", "nine", "eight"),
    *("seven", "six", "five", "four", "three", "two"),
)


class CardError(ValueError):
    """Text that does not name cards; the message is one sentence for the person who wrote it."""


def rank_word(rank: int) -> str:
    """The rank in words: `ace`, `ten`, `two`."""
    return _RANK_WORDS[ACE - rank]


def rank_plural(rank: int) -> str:
    """Several cards of the rank in words: `aces`, `sixes`."""
    word = rank_word(rank)
    return f"{word}es" if word == "six" else f"{word}s"


class Suit(Enum):
    """One of the four suits. No suit outranks another."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"

    @property
    def word(self) -> str:
        """The suit in words: `spades`."""
        return self.name.lower()


class Card(Enum):
    """One of the 52 cards. Its value, and its form in JSON, is its text: `Card("As")`.

    A card is one shared object, so cards compare by identity; they are listed in the order of a new deck.
    What the evaluators ask of a card a million times is worked out once, here:

    rank: 2 to 14, the ace being 14
    suit: its Suit
    bit:  this card alone as a set of cards, sixteen bits to a suit, bit n of the sixteen standing for rank n
    """

    rank: int
    suit: Suit
    bit: int

    ACE_OF_SPADES = "As"
    KING_OF_SPADES = "Ks"
    QUEEN_OF_SPADES = "Qs"
    JACK_OF_SPADES = "Js"
    TEN_OF_SPADES = "Ts"
    NINE_OF_SPADES = "9s"
    EIGHT_OF_SPADES = "8s"
    SEVEN_OF_SPADES = "7s"
    SIX_OF_SPADES = "6s"
    FIVE_OF_SPADES = "5s"
    FOUR_OF_SPADES = "4s"
    THREE_OF_SPADES = "3s"
    TWO_OF_SPADES = "2s"
    ACE_OF_HEARTS = "Ah"
    KING_OF_HEARTS = "Kh"
    QUEEN_OF_HEARTS = "Qh"
    JACK_OF_HEARTS = "Jh"
    TEN_OF_HEARTS = "Th"
    NINE_OF_HEARTS = "9h"
    EIGHT_OF_HEARTS = "8h"
    SEVEN_OF_HEARTS = "7h"
    SIX_OF_HEARTS = "6h"
    FIVE_OF_HEARTS = "5h"
    FOUR_OF_HEARTS = "4h"
    THREE_OF_HEARTS = "3h"
    TWO_OF_HEARTS = "2h"
    ACE_OF_DIAMONDS = "Ad"
    KING_OF_DIAMONDS = "Kd"
    QUEEN_OF_DIAMONDS = "Qd"
    JACK_OF_DIAMONDS = "Jd"
    TEN_OF_DIAMONDS = "Td"
    NINE_OF_DIAMONDS = "9d"
    EIGHT_OF_DIAMONDS = "8d"
    SEVEN_OF_DIAMONDS = "7d"
    SIX_OF_DIAMONDS = "6d"
    FIVE_OF_DIAMONDS = "5d"
    FOUR_OF_DIAMONDS = "4d"
    THREE_OF_DIAMONDS = "3d"
    TWO_OF_DIAMONDS = "2d"
    ACE_OF_CLUBS = "Ac"
    KING_OF_CLUBS = "Kc"
    QUEEN_OF_CLUBS = "Qc"
    JACK_OF_CLUBS = "Jc"
    TEN_OF_CLUBS = "Tc"
    NINE_OF_CLUBS = "9c"
    EIGHT_OF_CLUBS = "8c"
    SEVEN_OF_CLUBS = "7c"
    SIX_OF_CLUBS = "6c"
    FIVE_OF_CLUBS = "5c"
    FOUR_OF_CLUBS = "4c"
    THREE_OF_CLUBS = "3c"
    TWO_OF_CLUBS = "2c"

    def __new__(cls, text: str) -> "Card":
        card = object.__new__(cls)
        card._value_ = text
        card.rank = ACE - RANK_LETTERS.index(text[0])
        card.suit = Suit(text[1])
        card.bit = 1 << (16 * SUIT_LETTERS.index(text[1]) + card.rank)
        return card

    # Enum hashes a member's name, in Python code; the shared object's own hash is as good and far quicker.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return str(self._value_)  # what `value` gives, which every view asks for, without the detour

    @property
    def words(self) -> str:
        """The card in words: `ace of spades`."""
        return f"{rank_word(self.rank)} of {self.suit.word}"


DECK: tuple[Card, ...] = tuple(Card)

_CARD_BY_TEXT = {str(card): card for card in DECK}


def parse_card(text: str) -> Card:
    """The card written `text`; a CardError if there is none."""
    card = _CARD_BY_TEXT.get(text)
    if card is None:
        raise CardError(
            f"{text!r} is not a card: write one rank of {RANK_LETTERS} and then one suit of {SUIT_LETTERS},"
            " for example As, Td or 2c."
        )
    return card


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """The cards of `As Td 2c`, or of a list of such texts, in that order; a CardError if one comes twice."""
    cards = tuple(parse_card(part) for part in (text.split() if isinstance(text, str) else text))
    seen: set[Card] = set()
    for position, card in enumerate(cards, start=1):
        if card in seen:
            raise CardError(
                f"{card} (the {card.words}) is given twice, the second time as card {position}:"
                " one deck has it once, so write another card there or leave it out."
            )
        seen.add(card)
    return cards


def format_cards(cards: Iterable[Card]) -> str:
    """The cards as people write them: `As Td 2c`."""
    return " ".join(str(card) for card in cards)
