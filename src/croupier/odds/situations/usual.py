"""The published strategy in one situation: its rule that applies, how the cards meet it, and what it answers.

The same words and the same thresholds as the strategies that are counted over all deals; here for one hand, without a
compiler. Cards are numbers, as in ``croupier.odds.kernels``.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from croupier.cards import rank_plural, rank_word
from croupier.odds.advice.strategy import (
    BEFORE_FLOP,
    LAST,
    ON_FLOP,
    ON_PAIRS,
    QUEEN_SIX_FOUR,
    TENS,
    THREES,
    TWOS,
    USUAL_OUTS,
    usual_starting_raise,
)
from croupier.odds.kernels.four_card_ladder import FIRST as FOUR_FIRST
from croupier.odds.kernels.four_card_ladder import category as four_card_category
from croupier.odds.kernels.four_card_ladder import strength_of as four_card_strength
from croupier.odds.kernels.three_card_ladder import category as three_card_category
from croupier.odds.kernels.three_card_ladder import strength_of as three_card_strength

Cards = tuple[int, ...]
LOWEST_RANK = 2
PAIRS_OF_A_RANK = 66  # strengths of four-card hands with a pair of one rank
QUEEN, SIX, FOUR = 4 * 10, 4 * 4 + 1, 4 * 2 + 2
FLUSH_DRAW = 4


class Applied(Struct, frozen=True):
    """What a strategy says of a situation: its name and rule, how the cards meet it, and the answer, as `play:1`."""

    strategy: str
    rule: str
    meets: str
    action: str


def apply_usual(game: str, cards: Cards, community: Cards) -> Applied:
    """The published strategy for these cards; the dealer's face-up card has no part in it."""
    return APPLY[game](tuple(sorted(cards)), community)


def _word(card: int) -> str:
    return rank_word((card >> 2) + LOWEST_RANK)


def _plural(rank: int) -> str:
    return rank_plural(rank + LOWEST_RANK)


def _hand(category: str) -> str:
    """A category after a verb: `a flush`, `three of a kind`."""
    words = category.replace("_", " ")
    return words if category in ("two_pair", "three_of_a_kind", "four_of_a_kind") else f"a {words}"


def _three_card(cards: Cards, community: Cards) -> Applied:
    strength = three_card_strength(cards)
    kind = three_card_category(strength)
    plays = strength >= three_card_strength((FOUR, SIX, QUEEN))
    ranks = ", ".join(_word(card) for card in reversed(cards))
    held = ranks if kind == "high_card" else _hand(kind)
    return Applied(
        "Q-6-4",
        QUEEN_SIX_FOUR,
        f"Yours, {held}, is {'that or better' if plays else 'less'}.",
        "play:1" if plays else "fold",
    )


def _four_card(cards: Cards, community: Cards) -> Applied:
    strength = four_card_strength(cards)
    kind = four_card_category(strength)
    pair = (strength - FOUR_FIRST[1]) // PAIRS_OF_A_RANK  # the rank of a pair, below 0 without one, high if better
    words = {"high_card": "no pair", "pair": f"a pair of {_plural(pair)}" if kind == "pair" else ""}
    held = words.get(kind) or _hand(kind)
    fold, one, three = ON_PAIRS
    if pair < THREES:
        return Applied("pairs", fold, f"You have {held}.", "fold")
    if pair < TENS:
        return Applied("pairs", one, f"You have {held}.", "play:1")
    return Applied("pairs", three, f"You have {held}.", "play:3")


def _hold_em(cards: Cards, community: Cards) -> Applied:
    if not community:
        return _before_flop(cards)
    return _on_flop(cards, community) if len(community) == 3 else _at_end(cards, community)


def _before_flop(cards: Cards) -> Applied:
    low, high = cards
    suited = low & 3 == high & 3
    raises = usual_starting_raise(high >> 2, low >> 2, suited)
    held = f"{_word(high)} and {_word(low)} {'suited' if suited else 'offsuit'}"
    if low >> 2 == high >> 2:
        held = f"a pair of {_plural(high >> 2)}"
    meets = f"Yours, {held}, is {'one of them' if raises else 'none of them: check'}."
    return Applied("usual", BEFORE_FLOP, meets, "play:4" if raises else "check")


def _on_flop(cards: Cards, flop: Cards) -> Applied:
    from croupier.odds.kernels.five_card_ladder import FIRST  # NumPy takes longer to load than most answers

    low, high = cards
    if _five_card_strength((*cards, *flop)) >= FIRST[2]:
        meets = "You have two pair or better."
    elif {low >> 2, high >> 2} & {card >> 2 for card in flop} or (low >> 2 == high >> 2 and high >> 2 > TWOS):
        meets = "You have a pair that uses one of your cards."
    elif _flush_draw(cards, flop):
        meets = "You have four to a flush, with a ten or better of it in hand."
    else:
        return Applied("usual", ON_FLOP, "You have none of these: check.", "check")
    return Applied("usual", ON_FLOP, meets, "play:2")


def _flush_draw(cards: Cards, flop: Cards) -> bool:
    """Whether four are of a suit, one of them the player's own and a ten or better."""
    of_suit = [[card for card in (*cards, *flop) if card & 3 == suit] for suit in range(4)]
    return any(len(one) == FLUSH_DRAW and any(card in one and card >> 2 >= TENS for card in cards) for one in of_suit)


def _at_end(cards: Cards, board: Cards) -> Applied:
    mine, on_board = _five_card_strength((*cards, *board)), _five_card_strength(board)
    if _without_kickers(mine) > _without_kickers(on_board):
        return Applied("usual", LAST, "You have a pair or better that one of your cards is part of.", "play:1")
    rest = [card for card in range(52) if card not in cards and card not in board]
    outs = sum(_five_card_strength((*board, card)) > mine for card in rest)
    stays = outs < USUAL_OUTS
    meets = f"You have no such pair, and {outs} cards would beat you: {'play' if stays else 'fold'}."
    return Applied("usual", LAST, meets, "play:1" if stays else "fold")


def _without_kickers(strength: int) -> int:
    """The lowest strength with the same pair, two pair, three or four of a kind; of no pair, 0."""
    from croupier.odds.kernels.five_card_ladder import FIRST, KICKERS

    row = max(place for place, first in enumerate(FIRST) if first <= strength)
    return strength - (strength - FIRST[row]) % KICKERS[row]


def _five_card_strength(cards: Cards) -> int:
    """Strength of the best five of five to seven cards; of fewer ranks and suits than five cards, what they make."""
    import numpy as np

    from croupier.odds.kernels.five_card_ladder import flush_strengths, ranks_strengths

    counts: Any = np.zeros((1, 13), np.int64)
    masks = [0] * 4
    for card in cards:
        counts[0, card >> 2] += 1
        masks[card & 3] |= 1 << (card >> 2)
    return max(int(ranks_strengths(counts)[0]), *(int(flush_strengths()[mask]) for mask in masks))


APPLY: Mapping[str, Callable[[Cards, Cards], Applied]] = {
    "three-card-poker": _three_card,
    "four-card-poker": _four_card,
    "ultimate-texas-holdem": _hold_em,
}
