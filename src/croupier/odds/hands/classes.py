"""Which paytable lines each class of hand satisfies, and how often a table's lines come."""

from collections.abc import Iterable, Mapping

from croupier.rulebook.law.paytable import Paytable

Means = Mapping[str, tuple[str, ...]]

_FIVE: Means = {
    "four_aces": ("four_aces", "four_of_a_kind"),
    "royal_flush": ("royal_flush", "straight_flush"),
    "pair_of_tens_or_better": ("pair_tens_or_better", "pair"),
}
_SUPER_ROYAL = ("super_royal_any_suit", "royal_flush", "straight_flush")

# For each kind of hand, what its classes satisfy where that is not the line of their own name alone.
MEANS: Mapping[str, Means] = {
    "three_card": {
        "ace_king_queen_spades": ("akq_spades", "straight_flush"),
        "ace_king_queen_hearts": ("akq_hearts_diamonds_clubs", "straight_flush"),
        "ace_king_queen_diamonds": ("akq_hearts_diamonds_clubs", "straight_flush"),
        "ace_king_queen_clubs": ("akq_hearts_diamonds_clubs", "straight_flush"),
    },
    "four_card": {
        "four_aces": ("four_aces", "four_of_a_kind"),
        "royal_flush": ("royal_flush", "straight_flush"),
        "pair_of_aces": ("pair_of_aces", "pair"),
    },
    "five_card": _FIVE,
    "six_card": {
        **_FIVE,
        "super_royal_diamonds": ("super_royal_diamonds", *_SUPER_ROYAL),
        "super_royal_hearts": ("super_royal_hearts_spades_clubs", *_SUPER_ROYAL),
        "super_royal_spades": ("super_royal_hearts_spades_clubs", *_SUPER_ROYAL),
        "super_royal_clubs": ("super_royal_hearts_spades_clubs", *_SUPER_ROYAL),
    },
    "hole_cards": {
        "red_aces_and_dealer_aces": (
            "player_aces_and_dealer_aces",
            "player_aces_hearts_and_diamonds",
            "pair_of_aces",
        ),
        "red_aces": ("player_aces_hearts_and_diamonds", "pair_of_aces"),
        "other_aces_and_dealer_aces": ("player_aces_and_dealer_aces", "pair_of_aces"),
        "other_aces": ("pair_of_aces",),
        "ace_queen_suited": ("ace_queen_or_jack_suited",),
        "ace_jack_suited": ("ace_queen_or_jack_suited",),
        "ace_queen_offsuit": ("ace_queen_or_jack_offsuit",),
        "ace_jack_offsuit": ("ace_queen_or_jack_offsuit",),
        "pair_of_kings": ("pair_jacks_queens_kings",),
        "pair_of_queens": ("pair_jacks_queens_kings",),
        "pair_of_jacks": ("pair_jacks_queens_kings",),
        "pair_of_tens_or_less": ("pair_tens_or_less",),
    },
    "best_at_table": {},
    "beaten": {"royal_flush": ("royal_flush", "straight_flush")},
}
_NOTHING = ("less", "other", "not_beaten")  # what a wager on the class never wins with


def satisfied_by(counts: Iterable[str], means: Means) -> dict[str, tuple[str, ...]]:
    """For each line there can be, the classes that satisfy it."""
    lines: dict[str, tuple[str, ...]] = {}
    for name in counts:
        for line in means.get(name, () if name in _NOTHING else (name,)):
            lines[line] = (*lines.get(line, ()), name)
    return lines


def line_counts(table: Paytable, counts: Mapping[str, int], means: Means) -> dict[str, int]:
    """How often each line of the table is the highest that the cards make, in the table's order."""
    lines = [line.line for line in table.lines]
    found = dict.fromkeys(lines, 0)
    for name, count in counts.items():
        satisfied = means.get(name, (name,))
        first = next((line for line in lines if line in satisfied), None)
        if first is not None:
            found[first] += count
    return found
