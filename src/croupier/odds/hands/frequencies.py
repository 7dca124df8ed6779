"""How often each class of hand comes: the tables side wagers are computed from.

Classes are the finest any paytable tells apart; a paytable with a coarser line adds several up.
"""

from collections.abc import Mapping
from math import comb

from croupier.odds.games.hold_em import beaten
from croupier.odds.kernels import five_card, four_card, three_card
from croupier.odds.kernels.cover_all import cover_all_counts
from croupier.odds.kernels.frequencies import five_card_frequencies, four_card_frequencies

SUITS = ("clubs", "diamonds", "hearts", "spades")


def three_card_hands() -> dict[str, int]:
    """The 22,100 three-card hands; suited ace-king-queen by suit, apart from other straight flushes."""
    strengths = three_card.three_card_strengths()
    numbers = three_card.category_of(strengths).tolist()
    best_first = reversed(list(enumerate(three_card.CATEGORIES)))
    counts = {line: numbers.count(number) for number, line in best_first}
    counts["straight_flush"] -= 4
    return {**{f"ace_king_queen_{suit}": 1 for suit in SUITS}, **counts}


def four_card_hands() -> dict[str, int]:
    """The 2,598,960 five-card hands by their best four.

    Four aces, suited ace-king-queen-jack and a pair of aces stand apart from the rest of their category.
    """
    counted = four_card_frequencies(5)
    counts = _by_category(counted.tolist(), four_card.CATEGORIES, four_card.FIRST)
    four_aces = int(counted[four_card.FOUR_ACES])
    royal = int(counted[four_card.ROYAL])
    aces = int(counted[four_card.PAIR_OF_ACES.start : four_card.PAIR_OF_ACES.stop].sum())
    counts["four_of_a_kind"] -= four_aces
    counts["straight_flush"] -= royal
    counts["pair"] -= aces
    return {"four_aces": four_aces, "royal_flush": royal, **counts, "pair_of_aces": aces}


def five_card_hands(size: int) -> dict[str, int]:
    """All hands of five, six or seven cards by their best five.

    Four aces and a pair of tens or better stand apart from the rest of their category, and of six cards the
    super royal, ace down to nine of one suit, by its suit.
    """
    counted = five_card_frequencies(size)
    counts = _by_category(counted.tolist(), five_card.CATEGORIES, five_card.FIRST)
    first = dict(zip(five_card.CATEGORIES, five_card.FIRST, strict=True))
    four_aces = int(counted[first["four_of_a_kind"] + 12 * 12 : first["straight_flush"]].sum())
    tens = int(counted[first["pair"] + 8 * 220 : first["two_pair"]].sum())
    counts["four_of_a_kind"] -= four_aces
    counts["pair"] -= tens
    counts = {"four_aces": four_aces, **counts, "pair_of_tens_or_better": tens}
    if size == 6:
        counts["royal_flush"] -= len(SUITS)
        counts = {**{f"super_royal_{suit}": 1 for suit in SUITS}, **counts}
    return counts


def starting_hands() -> dict[str, int]:
    """The 1,326 x 1,225 ways to deal two cards to the player and two to the dealer, by the player's two.

    Aces are told apart by whether they are the two red ones and whether the dealer has the other two.
    """
    dealer = comb(50, 2)
    counts = {
        "red_aces_and_dealer_aces": 1,
        "red_aces": dealer - 1,
        "other_aces_and_dealer_aces": 5,
        "other_aces": 5 * (dealer - 1),
        "ace_king_suited": 4 * dealer,
        "ace_queen_suited": 4 * dealer,
        "ace_jack_suited": 4 * dealer,
        "ace_king_offsuit": 12 * dealer,
        "ace_queen_offsuit": 12 * dealer,
        "ace_jack_offsuit": 12 * dealer,
        "pair_of_kings": 6 * dealer,
        "pair_of_queens": 6 * dealer,
        "pair_of_jacks": 6 * dealer,
        "pair_of_tens_or_less": 9 * 6 * dealer,
    }
    return {**counts, "other": comb(52, 2) * dealer - sum(counts.values())}


def own_starting_hands() -> dict[str, int]:
    """The 1,326 two-card hands, the dealer's two left out of account."""
    dealer = comb(50, 2)
    whole = merge(
        starting_hands(),
        {
            "red_aces": ("red_aces", "red_aces_and_dealer_aces"),
            "other_aces": ("other_aces", "other_aces_and_dealer_aces"),
        },
    )
    return {name: count // dealer for name, count in whole.items()}


def beaten_hands(either: bool) -> dict[str, int]:
    """All hold 'em deals by the category of the beaten hand: the player's, or either of the two.

    A deal counts once; a tie beats nobody. Flops are not told apart from the rest of the board.
    """
    counts = beaten()
    if not either:
        return counts
    lost = {line: 2 * count for line, count in counts.items() if line != "not_beaten"}
    return {**lost, "not_beaten": sum(counts.values()) - sum(lost.values())}


def best_hand_at_table(players: int) -> dict[str, int]:
    """All deals of four card poker to one to six players and the dealer, by the class of the best hand."""
    return cover_all_counts(players)


def _by_category(counted: list[int], categories: tuple[str, ...], first: tuple[int, ...]) -> dict[str, int]:
    """Counts by strength added up by category, best first."""
    ends = (*first[1:], len(counted))
    added = {line: sum(counted[start:end]) for line, start, end in zip(categories, first, ends, strict=True)}
    return dict(reversed(added.items()))


def merge(counts: Mapping[str, int], lines: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Counts by coarser lines: each names the classes it takes in; classes in no line stay as they are."""
    named = {name for names in lines.values() for name in names}
    for name in named - set(counts):
        raise ValueError(f"no class is called {name!r}; the classes are {', '.join(counts)}")
    merged = {line: sum(counts[name] for name in names) for line, names in lines.items()}
    return {**merged, **{name: count for name, count in counts.items() if name not in named}}
