"""How each kind of row is worked out, and how it is worked out again."""

from collections.abc import Mapping

from croupier.odds.audit.cards import Cards
from croupier.odds.audit.evidence import Method
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.words import BEATEN_HANDS

_BY_RANKS = "Counted by how many cards of each rank are held, times the ways to choose their suits, flushes apart."
_DEALT = "Every hand is dealt, one by one, and read off the ranks that it holds of each suit."
_LAID = "Runs and sets are laid on the cards with signs, by inclusion and exclusion over all hands at the table."
_FOLDED = " Less the hands that best play for the ante folds, which come of the solved game."
METHODS: Mapping[str, Method] = {
    method.method: method
    for method in (
        Method(
            method="T",
            of="Three Card Poker",
            first="Hands that differ only in the names of suits are judged once, over all hands of the dealer by "
            "their place on a ladder of strengths; then each class of hand is played or folded.",
            second="Every hand of the player meets every hand of the dealer that is left, 407,170,400 deals, with "
            "values of another kind; each hand is played or folded by itself. The same idea, other code.",
        ),
        Method(
            method="F",
            of="Four Card Poker",
            first="The dealer's hands that do not beat the player's are counted by inclusion and exclusion over the "
            "six cards that are known.",
            second="They are counted by how many cards are left of each rank, less those that a flush spoils, which "
            "are counted by the ranks of its suit and the one or two cards beside.",
        ),
        Method(
            method="U",
            of="Ultimate Texas Hold 'Em",
            first="Boards that differ only in the names of suits are walked once; on each, kinds of hands are put "
            "in order, and what the last two board cards rule out is taken off for each of its ten flops.",
            second="On each flop every turn and river is dealt, and on each board all 1,081 hands are sorted; what a "
            "hand beats are those before it that share no card with it.",
        ),
        Method(
            method="3",
            of="wagers on three cards",
            first="All 22,100 hands on a ladder of strengths, tallied by strength.",
            second=_DEALT,
        ),
        Method(method="5", of="wagers on four of five, five, six or seven cards", first=_BY_RANKS, second=_DEALT),
        Method(
            method="2",
            of="wagers on two cards",
            first="By formula: how many ways there are to hold each pair and each ace with a face card.",
            second="Every two cards of the player, and where they matter every two of the dealer, are dealt.",
        ),
        Method(
            method="B",
            of="wagers on a beaten hand",
            first="Boards that differ only in the names of suits are walked once, and on each the kinds of hands "
            "swept from the weakest.",
            second="On each flop every turn and river is dealt, and the hands that lose are counted as the sorted "
            "hands are gone through.",
        ),
        Method(
            method="C",
            of="Cover All with one player",
            first=_LAID,
            second="For each bound the deals in which neither hand is above it, by the ranks left less flushes.",
        ),
        Method(
            method="M",
            of="Cover All with several players",
            first=_LAID,
        ),
        Method(
            method="3-",
            of="wagers on three cards that a fold loses",
            first=f"All 22,100 hands on a ladder of strengths, tallied by strength.{_FOLDED}",
            second=f"{_DEALT} Less the hands folded, by the second method of the game.",
        ),
        Method(
            method="5-",
            of="wagers on four of five or five cards that a fold loses",
            first=f"{_BY_RANKS}{_FOLDED}",
            second=f"{_DEALT} Less the hands folded, by the second method of the game.",
        ),
        Method(
            method="U-",
            of="wagers on the flop or the seven cards that a fold loses",
            first=f"{_BY_RANKS}{_FOLDED}",
            second=f"{_DEALT} Less the hands folded, by the second method of the game.",
        ),
    )
}
OF_ALL_FLOPS = ("U", "U-", "B")  # whose second method deals every board of every flop: half an hour
GAMES = {"three-card-poker": "T", "four-card-poker": "F", "ultimate-texas-holdem": "U"}


def method_of(book: Rulebook, cards: Cards | None) -> str:
    """The method of a row: of the game against the dealer, or of what its cards are."""
    if cards is None:
        return GAMES[book.game]
    if cards.players:
        return "C" if cards.players == 1 else "M"
    if cards.ranked_on in BEATEN_HANDS:
        return "B"
    if cards.ranked_on in ("own_two_cards", "own_two_and_dealers_two"):
        return "2"
    if cards.lost and book.game == "ultimate-texas-holdem":
        return "U-"
    return ("3" if cards.ranked_on == "own_three_cards" else "5") + ("-" if cards.lost else "")
