"""How often each class of hand comes, by what a paytable ranks: counted once, then looked up."""

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

from croupier.odds.cache import Shelf
from croupier.odds.hands.classes import MEANS, Means
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.words import OWN

# What a paytable ranks: the kind of hand, and the table of frequencies it is counted in.
RANKED_ON: Mapping[str, tuple[str, str]] = {
    "own_three_cards": ("three_card", "three_cards"),
    "own_best_four_of_five": ("four_card", "four_of_five"),
    "own_five_cards": ("five_card", "five_cards"),
    "own_two_and_flop": ("five_card", "five_cards"),
    "community_cards": ("five_card", "five_cards"),
    "own_two_and_community_best_five": ("five_card", "five_of_seven"),
    "own_three_and_dealers_three": ("six_card", "five_of_six"),
    "own_five_and_box_card": ("six_card", "five_of_six"),
    "own_two_and_four_box_cards": ("six_card", "five_of_six"),
    "own_two_cards": ("hole_cards", "two_cards"),
    "own_two_and_dealers_two": ("hole_cards", "two_cards_and_dealers_two"),
    "losing_hand_of_either": ("beaten", "beaten_either"),
    "losing_hand_of_player": ("beaten", "beaten_player"),
    "best_hand_at_the_table": ("best_at_table", "best_of"),
}
# The kernel module that each table has to have compiled, if any.
_KERNELS = {
    "four_of_five": "rank_hash",
    "five_cards": "rank_hash",
    "five_of_six": "rank_hash",
    "five_of_seven": "rank_hash",
    "beaten_either": "showdown",
    "beaten_player": "showdown",
    "best_of": "cover_all",
}


class Counted(NamedTuple):
    """Classes of hands with their counts, and which lines each class satisfies."""

    counts: Mapping[str, int]
    means: Means

    @property
    def total(self) -> int:
        """All deals counted."""
        return sum(self.counts.values())


def counted(ranked_on: str, shelf: Shelf, hands: int = 0) -> Counted:
    """How often each class comes of what a paytable ranks; `hands` at the table, the dealer's included."""
    own = OWN.get(ranked_on, ranked_on)
    if own not in RANKED_ON:
        raise BadInput(f"Odds cannot count {ranked_on!r}; they can count {', '.join(RANKED_ON)}.")
    kind, name = RANKED_ON[own]
    kept = f"{name}_{hands}" if hands else name
    work = f"counting the deals of {hands} hands" if hands else "counting hands"
    counts = shelf.get(f"counts-{kept}", work, lambda: _count(name, shelf, hands))
    return Counted(counts, MEANS[kind])


def note_compiling(shelf: Shelf, module: str) -> None:
    """Says so where machine code has to be made first."""
    from croupier.odds.kernels.compiled import is_compiled

    if not is_compiled(module):
        shelf.tell("compiling, which takes up to a minute the first time")


def _count(name: str, shelf: Shelf, hands: int) -> dict[str, int]:
    if name in _KERNELS:
        note_compiling(shelf, _KERNELS[name])
    # Loaded only here: NumPy and Numba take longer to load than all that is looked up.
    tables = import_module("croupier.odds.hands.frequencies")
    made: dict[str, int] = {
        "three_cards": tables.three_card_hands,
        "four_of_five": tables.four_card_hands,
        "five_cards": lambda: tables.five_card_hands(5),
        "five_of_six": lambda: tables.five_card_hands(6),
        "five_of_seven": lambda: tables.five_card_hands(7),
        "two_cards": tables.own_starting_hands,
        "two_cards_and_dealers_two": tables.starting_hands,
        "beaten_either": lambda: tables.beaten_hands(True),
        "beaten_player": lambda: tables.beaten_hands(False),
        "best_of": lambda: tables.best_hand_at_table(hands - 1),
    }[name]()
    return made
