"""Strategies people use, and what each costs against best play."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.odds.advice.strategy import QUEEN_SIX_FOUR, TENS, THREES, TWOS, USUAL_OUTS, usual_starting_raise
from croupier.odds.games import four_card_poker, hold_em, three_card_poker
from croupier.odds.kernels import five_card, four_card
from croupier.odds.kernels.suits import families, place
from croupier.odds.kernels.three_card import QUEEN_HIGH, three_card_strengths
from croupier.odds.wagers.returns import Pays, ReturnTable


def queen_six_four(strength: int) -> bool:
    """Three card: play queen-six-four or better."""
    queen, six, four = 4 * 10, 4 * 4 + 1, 4 * 2 + 2
    return strength >= int(three_card_strengths()[place((four, six, queen))])


def any_queen(strength: int) -> bool:
    """Three card: play queen high or better, whatever the other two cards."""
    queen, three, two = 4 * 10, 4 * 1 + 1, 2
    return strength >= int(three_card_strengths()[place((two, three, queen))])


def mimic_the_dealer(strength: int) -> bool:
    """Three card: play whatever the dealer would qualify with."""
    return strength >= QUEEN_HIGH


THREE_CARD: Mapping[str, tuple[three_card_poker.Strategy, str]] = {
    "Q-6-4": (queen_six_four, QUEEN_SIX_FOUR),
    "any queen": (any_queen, "Play queen high or better, fold the rest."),
    "mimic the dealer": (
        mimic_the_dealer,
        "Play with what the dealer qualifies with, queen high or better, fold the rest: the same hands as any queen.",
    ),
}


def pairs_only(strength: NDArray[np.int64], up_rank: NDArray[np.int64]) -> NDArray[np.int64]:
    """Four card: fold a pair of twos or less, play one ante on threes to nines, three on tens or better."""
    multiple = (strength >= _lowest_pair(THREES)).astype(np.int64) + 2 * (strength >= _lowest_pair(TENS))
    return np.broadcast_to(multiple[:, None], up_rank.shape)


def _lowest_pair(rank: int) -> int:
    """Lowest four-card strength with a pair of this rank."""
    return four_card.FIRST[1] + 66 * rank


def three_card_cost(ante_bonus: Pays, strategy: three_card_poker.Strategy) -> Fraction:
    """What a strategy gives up per ante."""
    return three_card_poker.solve(ante_bonus).ev - three_card_poker.solve(ante_bonus, strategy=strategy).ev


def four_card_cost(ante_bonus: Pays, strategy: four_card_poker.Strategy) -> Fraction:
    """What a strategy gives up per ante."""
    return four_card_poker.solve(ante_bonus).ev - four_card_poker.solve(ante_bonus, strategy).ev


@cache
def usual_flop_raises() -> NDArray[np.bool_]:
    """Hold 'em: raise two antes on two pair or better, a hidden pair but not twos in hand, or a flush draw.

    The flush draw is four cards of a suit, one of them the player's own and a ten or better. Three of a kind
    on the flop itself counts as better than two pair.
    """
    high, low = np.tril_indices(52, -1)
    raises = np.zeros((len(families(3).sets), len(high)), np.bool_)
    for number, flop in enumerate(families(3).sets.tolist()):
        free = ~np.isin(high, flop) & ~np.isin(low, flop)
        a, b = high[free], low[free]
        hands = np.stack([a, b, *(np.full(len(a), card) for card in flop)], axis=1)
        strong = five_card.strengths(hands.astype(np.uint8)) >= five_card.FIRST[2]
        ranks = [card // 4 for card in flop]
        hidden = np.isin(a // 4, ranks) | np.isin(b // 4, ranks) | ((a // 4 == b // 4) & (a // 4 > TWOS))
        draw = np.zeros(len(a), np.bool_)
        for suit in range(4):
            four = (hands % 4 == suit).sum(axis=1) == 4
            draw |= four & (((a % 4 == suit) & (a // 4 >= TENS)) | ((b % 4 == suit) & (b // 4 >= TENS)))
        raises[number, free] = strong | hidden | draw
    return raises


def usual_hold_em(blind: Pays) -> ReturnTable:
    """Every outcome of hold 'em by the usual rules.

    At the end the player stays with a hidden pair or better, or when fewer than 21 cards beat the hand.
    """
    starting = [
        usual_starting_raise(cards[1] // 4, cards[0] // 4, cards[0] % 4 == cards[1] % 4)
        for cards in families(2).sets.tolist()
    ]
    return hold_em.follow(blind, np.array(starting), usual_flop_raises(), USUAL_OUTS)


def hold_em_cost(blind: Pays) -> Fraction:
    """What the usual rules give up per ante."""
    return hold_em.solve(blind).returns.ev - usual_hold_em(blind).ev
