"""What the simulator has to know of each game besides its rules: where cards lie and which kernel plays them."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct

from croupier.odds.hands.classes import MEANS, Means
from croupier.odds.hands.frequencies import SUITS
from croupier.odds.kernels import five_card, four_card, three_card
from croupier.odds.simulation.kernels.hands import CLASSES, NOTHING, SUITED_ACE_KING_QUEEN, SUPER_ROYAL
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.law.words import BEATEN_HANDS, OWN

# Two hole cards; a pair of aces comes first where the dealer has the other two.
HOLE_CARDS = (
    "red_aces_and_dealer_aces",
    "red_aces",
    "other_aces_and_dealer_aces",
    "other_aces",
    "ace_king_suited",
    "ace_queen_suited",
    "ace_jack_suited",
    "ace_king_offsuit",
    "ace_queen_offsuit",
    "ace_jack_offsuit",
    "pair_of_kings",
    "pair_of_queens",
    "pair_of_jacks",
    "pair_of_tens_or_less",
    "other",
)
ANY_HAND = ("less_than_straight", "less_than_flush")  # lines that any hand satisfies


class Game(Struct, frozen=True):
    """One game: its kernel, its cards, and the table that is part of the game against the dealer."""

    kernel: str
    hand: str  # the kind of hand that is compared
    decided_by: str
    own: int
    dealer: int
    community: int
    top: int  # the highest class that counts in a comparison

    @property
    def module(self) -> Any:
        """The kernel's module."""
        return import_module(f"croupier.odds.simulation.kernels.{self.kernel}")

    @property
    def sources(self) -> tuple[str, ...]:
        """The cards that its side wagers may look at."""
        found: tuple[str, ...] = self.module.SOURCES
        return found

    def cards(self, seats: int, box: int) -> int:
        """How many cards a round takes."""
        return self.dealer + self.community + self.own * seats + box


GAMES: Mapping[str, Game] = {
    "three-card-poker": Game("three_card", "three_card", "ante_bonus", 3, 3, 0, SUITED_ACE_KING_QUEEN),
    "four-card-poker": Game("four_card", "four_card", "ante_bonus", 5, 6, 0, CLASSES),
    "ultimate-texas-holdem": Game("hold_em", "five_card", "blind", 2, 2, 5, CLASSES),
}
QUALIFIES: Mapping[str, int] = {"": 0, "queen_high": three_card.QUEEN_HIGH, "pair": five_card.FIRST[1]}


def game_of(book: Rulebook) -> Game:
    """The game of a rulebook."""
    if book.game not in GAMES:
        raise BadInput(f"No simulator knows the game {book.game!r}; there are {', '.join(GAMES)}.")
    return GAMES[book.game]


def source_name(ranked_on: str) -> str:
    """The cards that a wager looks at, by the kernels' name for them."""
    own = OWN.get(ranked_on, ranked_on)
    if own in BEATEN_HANDS:
        return "losing_hand"
    return {"own_two_and_dealers_two": "own_two_cards"}.get(own, own)


def kind_of(source: str) -> str:
    """What kind of hand those cards are read as."""
    if source == "own_two_cards":
        return "hole_cards"
    return {"own_three_cards": "three_card", "own_best_four_of_five": "four_card"}.get(source, "five_card")


@cache
def class_names(kind: str) -> tuple[str, ...]:
    """The name of every class of a kind of hand, finest that any paytable tells apart."""
    if kind == "hole_cards":
        return HOLE_CARDS
    if kind == "three_card":
        plain = _by_category(three_card.CATEGORIES, three_card.FIRST, SUITED_ACE_KING_QUEEN)
        return (*plain, *(f"ace_king_queen_{suit}" for suit in SUITS))
    if kind == "four_card":
        names = _by_category(four_card.CATEGORIES, four_card.FIRST, four_card.STRENGTHS)
        for strength in four_card.PAIR_OF_ACES:
            names[strength] = "pair_of_aces"
        names[four_card.ROYAL], names[four_card.FOUR_ACES] = "royal_flush", "four_aces"
        return tuple(names)
    names = _by_category(five_card.CATEGORIES, five_card.FIRST, five_card.STRENGTHS)
    first = dict(zip(five_card.CATEGORIES, five_card.FIRST, strict=True))
    for strength in range(first["four_of_a_kind"] + 12 * 12, first["straight_flush"]):
        names[strength] = "four_aces"
    for strength in range(first["pair"] + 8 * 220, first["two_pair"]):
        names[strength] = "pair_of_tens_or_better"
    assert len(names) == SUPER_ROYAL
    assert SUPER_ROYAL + len(SUITS) == NOTHING
    return (*names, *(f"super_royal_{suit}" for suit in SUITS), "not_beaten")


def _by_category(categories: tuple[str, ...], first: tuple[int, ...], strengths: int) -> list[str]:
    ends = (*first[1:], strengths)
    return [
        name
        for name, start, end in zip(categories, first, ends, strict=True)
        for _ in range(start, min(end, strengths))
    ]


def means_of(kind: str) -> Means:
    """Which lines each class satisfies, where that is not the line of its own name."""
    return MEANS["six_card" if kind == "five_card" else kind]


def line_named(table: Paytable, kind: str, name: str) -> int:
    """The place in the table of the highest line that a class of hand makes, or how many lines there are for none."""
    nothing = name in ("other", "not_beaten")
    satisfied = () if nothing else (*means_of(kind).get(name, (name,)), *ANY_HAND)
    lines = [line.line for line in table.lines]
    return next((place for place, line in enumerate(lines) if line in satisfied), len(lines))
