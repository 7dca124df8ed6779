"""Kinds of hands: values put into words, and which lines of a paytable a kind answers to.

A line here is asked of the cards, best first: the first line of a paytable that a hand answers to is the one it makes.
"""

from collections.abc import Mapping

from croupier.odds.audit.second.hands import ACE, CATEGORY, FIVE_CARD, FOUR_CARD, MADE, TEN, THREE_CARD

Kinds = Mapping[str, int]  # how often each kind comes
ROYAL = 0b1111 << 9  # ace, king, queen, jack
RED = ("diamonds", "hearts")


def _made(value: int) -> int:
    return (value >> MADE) & ((1 << MADE) - 1)


def kind_of_five(value: int) -> str:
    """The kind of a five-card value."""
    name, made = FIVE_CARD[value >> CATEGORY], _made(value)
    if name == "four_of_a_kind" and made >> ACE:
        return "four_aces"
    if name == "pair" and made >> TEN:
        return "pair_tens_or_better"
    return name


def kind_of_four(value: int) -> str:
    """The kind of a four-card value."""
    name, made = FOUR_CARD[value >> CATEGORY], _made(value)
    if made >> ACE and name in ("four_of_a_kind", "straight_flush", "pair"):
        return {"four_of_a_kind": "four_aces", "straight_flush": "royal_flush", "pair": "pair_of_aces"}[name]
    return name


def kind_of_three(value: int, suit: str) -> str:
    """The kind of a three-card value, where all are of one suit in that suit."""
    name = THREE_CARD[value >> CATEGORY]
    if name == "straight_flush" and _made(value) >> ACE:
        return "akq_spades" if suit == "spades" else "akq_hearts_diamonds_clubs"
    return name


# What else a kind answers to than its own name.
ANSWERS: Mapping[str, tuple[str, ...]] = {
    "royal_flush": ("straight_flush",),
    "four_aces": ("four_of_a_kind",),
    "pair_tens_or_better": ("pair",),
    "pair_of_aces": ("pair",),
    "akq_spades": ("straight_flush",),
    "akq_hearts_diamonds_clubs": ("straight_flush",),
    "super_royal_diamonds": ("super_royal_any_suit", "royal_flush", "straight_flush"),
    "super_royal_hearts_spades_clubs": ("super_royal_any_suit", "royal_flush", "straight_flush"),
}


def answers(kind: str) -> tuple[str, ...]:
    """The lines that a kind answers to; two cards say themselves what they answer to, one after the other."""
    names = kind.split(" ")
    return (*names, *(line for name in names for line in ANSWERS.get(name, ())))


def kind_of_two(ranks: tuple[int, int], suits: tuple[str, str], dealer_has_aces: bool) -> str:
    """All that two cards of a player answer to, in words with blanks between; nothing where no line asks for them."""
    low, high = sorted(ranks)
    suited = suits[0] == suits[1]
    if low == high == ACE:
        both = ["player_aces_and_dealer_aces"] if dealer_has_aces else []
        red = ["player_aces_hearts_and_diamonds"] if set(suits) == set(RED) else []
        return " ".join([*both, *red, "pair_of_aces"])
    if low == high:
        return "pair_jacks_queens_kings" if low > TEN else "pair_tens_or_less"
    if high == ACE and low > TEN:
        mate = "king" if low == ACE - 1 else "queen_or_jack"
        return f"ace_{mate}_{'suited' if suited else 'offsuit'}"
    return ""
