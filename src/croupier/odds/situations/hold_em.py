"""Ultimate Texas Hold 'Em after the flop: every board there can still be, against each of the dealer's hands.

What ranks are worth depends on few choices of ranks: at most 91 for the cards the board still gets, and 91 for the
dealer's two. So they are looked up in a table of the two, and the suits are looked up on top.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.five_card_ladder import (
    CATEGORIES,
    STRENGTHS,
    category_numbers,
    flush_strengths,
    ranks_strengths,
)
from croupier.odds.kernels.hold_em_values import OUTCOMES, QUALIFYING, play_values, scaled
from croupier.odds.situations.cards import distinct_cards
from croupier.odds.wagers.returns import Pays, common_scale, odds_to_one

Sets = NDArray[np.int64]  # rows of as many cards


def best(
    cards: tuple[int, ...],
    community: tuple[int, ...],
    blind: Pays,
    on_flop: Fraction = Fraction(0),
    at_end: Sequence[Fraction] = (Fraction(0),) * len(CATEGORIES),
) -> dict[str, Fraction]:
    """Value in antes of each action with these two cards and three or five community cards.

    `on_flop`, and `at_end` by category, is what the hand brings beside the game unless it is folded.
    """
    if len(community) not in (3, 5):
        raise ValueError(f"there are 3 or 5 community cards when the player decides again, not {len(community)}")
    distinct_cards((*cards, *community), 2 + len(community))
    scale, pays = scaled(tuple(odds_to_one(blind, CATEGORIES).values()))
    outcomes = _outcomes(cards, community)
    finer = common_scale((on_flop, *at_end))
    deals = scale * finer * int(outcomes.sum())
    beside = np.array([int((on_flop + value) * finer) for value in at_end]) * scale
    brought = outcomes.sum(axis=2) @ beside
    call = finer * play_values(outcomes, 1, scale, pays).sum(axis=1) + brought
    if len(community) == 5:
        return {"play:1": Fraction(int(call.sum()), deals), "fold": Fraction(-2)}
    up = finer * int(play_values(outcomes, 2, scale, pays).sum()) + int(brought.sum())
    fold = -2 * scale * finer * outcomes.sum(axis=(1, 2))
    return {"play:2": Fraction(up, deals), "check": Fraction(int(np.maximum(call, fold).sum()), deals)}


def _outcomes(cards: tuple[int, ...], community: tuple[int, ...]) -> NDArray[np.int64]:
    """Over the dealer's hands, the outcomes on each board there can be: [boards, category, outcome]."""
    rest = [card for card in range(52) if card not in cards and card not in community]
    ends = _sets(rest, 5 - len(community))
    pairs = _sets(rest, 2)
    apart = (_bits(ends)[:, None] & _bits(pairs)) == 0
    theirs = np.where(apart, _strengths(community, ends, pairs), STRENGTHS)  # no hand is as strong as that
    mine = _strengths(community, ends, np.array([cards]))
    hands, win, not_lost, weak = (
        met.sum(axis=1) for met in (apart, theirs < mine, theirs <= mine, theirs < QUALIFYING)
    )
    # The hands beaten and the unqualified ones are both the weakest there are: the smaller number is of both.
    weak_win, weak_loss = np.minimum(win, weak), np.maximum(weak - not_lost, 0)
    columns = (weak_win, win - weak_win, not_lost - win, weak_loss, hands - not_lost - weak_loss)
    outcomes = np.zeros((len(ends), len(CATEGORIES), len(OUTCOMES)), np.int64)
    outcomes[np.arange(len(ends)), category_numbers(mine[:, 0])] = np.stack(columns, axis=1)
    return outcomes


def _sets(cards: list[int], size: int) -> Sets:
    """Every set of ``size`` of the cards: the one empty set when that is none."""
    return np.array(list(combinations(cards, size)), np.int64)


def _bits(sets: Sets) -> NDArray[np.int64]:
    """Each set as one number, a bit per card."""
    bits: NDArray[np.int64] = (1 << sets).sum(axis=1)
    return bits


def _strengths(community: tuple[int, ...], ends: Sets, pairs: Sets) -> NDArray[np.uint16]:
    """Strength of each pair on the board that each end makes: [ends, pairs].

    Where a pair shares a card with the end, the number means nothing.
    """
    board = np.array([community])
    end_ranks, end_choice = _rank_choices(ends)
    pair_ranks, pair_choice = _rank_choices(pairs)
    ranks = _rank_counts(board) + end_ranks[:, None] + pair_ranks
    by_ranks = ranks_strengths(ranks.reshape(-1, 13)).reshape(ranks.shape[:2])
    found: NDArray[np.uint16] = by_ranks[end_choice][:, pair_choice]
    for suit in range(4):
        mask = _suit_masks(board, suit) | _suit_masks(ends, suit)
        three = np.bitwise_count(mask) >= 3  # only then can two cards make five
        flush = flush_strengths()[mask[three, None] | _suit_masks(pairs, suit)]
        found[three] = np.maximum(found[three], flush)
    return found


def _rank_counts(sets: Sets) -> NDArray[np.int64]:
    """How many of each rank each set holds."""
    counts: NDArray[np.int64] = (sets[:, :, None] >> 2 == np.arange(13)).sum(axis=1)
    return counts


def _rank_choices(sets: Sets) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """The different choices of ranks among the sets, as counts, and which of them each set is."""
    return np.unique(_rank_counts(sets), axis=0, return_inverse=True)


def _suit_masks(sets: Sets, suit: int) -> NDArray[np.int64]:
    """The ranks of one suit that each set holds, as a mask."""
    masks: NDArray[np.int64] = np.where(sets & 3 == suit, 1 << (sets >> 2), 0).sum(axis=1)
    return masks
