"""Three Card Poker: one player's hand against each of the dealer's 18,424."""

from fractions import Fraction
from itertools import combinations

from croupier.odds.kernels.three_card_ladder import CATEGORIES, QUEEN_HIGH, category, strength_of
from croupier.odds.situations.cards import distinct_cards
from croupier.odds.wagers.returns import Pays, odds_to_one


def best(cards: tuple[int, ...], ante_bonus: Pays) -> dict[str, Fraction]:
    """Value in antes of each action with these three cards."""
    distinct_cards(cards, 3)
    bonus = odds_to_one(ante_bonus, CATEGORIES)
    mine = strength_of(tuple(sorted(cards)))
    rest = [card for card in range(52) if card not in cards]
    theirs = [strength_of(hand) for hand in combinations(rest, 3)]
    value = 0
    for strength in theirs:
        if strength < QUEEN_HIGH:
            value += 1
        elif strength != mine:
            value += 2 if strength < mine else -2
    return {"play:1": Fraction(value, len(theirs)) + bonus[category(mine)], "fold": Fraction(-1)}
