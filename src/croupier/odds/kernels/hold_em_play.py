"""Ultimate Texas Hold 'Em, the outcomes of a way to play counted.

Given which starting hands raise and which hands raise on each flop, the boards are walked once more. On a
board the hands of a kind that raised on, or checked, each of its ten flops are counted from per-flop totals,
less the hands that the last two board cards rule out.
"""

from functools import cache
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled, workers
from croupier.odds.kernels.five_card import STRENGTHS, five_card_tables
from croupier.odds.kernels.five_card_ladder import FIRST, KICKERS
from croupier.odds.kernels.rank_hash import BUCKET_SHIFT, SLOTS
from croupier.odds.kernels.showdown import (
    DEALER_HANDS,
    KIND_OF,
    KINDS,
    RANK_KINDS,
    outcomes_of,
    showdown,
)
from croupier.odds.kernels.suits import SUIT_ORDERS, families, renamed_pairs

PAIRS, FLOPS = 1326, 1755
PAIR_PLACE = np.zeros((52, 52), np.int64)  # by two cards, in either order
PAIR_HIGH, PAIR_LOW = np.tril_indices(52, -1)
_FIRST, _KICKERS = np.array(FIRST), np.array(KICKERS)
PAIR_PLACE[PAIR_HIGH, PAIR_LOW] = PAIR_PLACE[PAIR_LOW, PAIR_HIGH] = np.arange(PAIRS)


class Beside(NamedTuple):
    """What a wager beside the game brings a hand that is not folded, in the units of the blind's odds.

    What the hand on the flop brings is listed for the pairs of cards that it brings anything, flop by flop: those of
    a flop stand from ``starts[flop]`` to before ``starts[flop + 1]``.
    """

    at_end: NDArray[np.int64]  # [STRENGTHS]: by the best five of seven
    starts: NDArray[np.int64]  # [FLOPS + 1]
    pairs: NDArray[np.int64]  # of two cards, as the flop's own family names them
    on_flop: NDArray[np.int64]  # what each of them brings
    made: NDArray[np.int64]  # the strength of each on its flop


NOTHING_BESIDE = Beside(
    np.zeros(STRENGTHS, np.int64), np.zeros(FLOPS + 1, np.int64), *(np.zeros(0, np.int64) for _ in range(3))
)


class Played(NamedTuple):
    """Outcomes of a way to play: a row per player category and a column per outcome; and what was folded."""

    raised: NDArray[np.int64]  # [10, 5]: deals raised on the flop
    called: NDArray[np.int64]  # [10, 5]: deals played at the end
    folds: int
    folded_made: NDArray[np.int64]  # [STRENGTHS]: the deals folded, by the best five of seven
    folded_on_flop: NDArray[np.int64]  # [STRENGTHS]: of the pairs listed, the deals folded, by the hand on the flop


@compiled()
def flop_place(board: NDArray[np.uint8], x: int, y: int) -> np.int64:
    """Place of the board without its cards ``x`` and ``y`` among sets of three."""
    place = np.int64(0)
    position = 0
    for i in range(5):
        if i != x and i != y:
            c = np.int64(board[i])
            if position == 0:
                place += c
            elif position == 1:
                place += c * (c - 1) // 2
            else:
                place += c * (c - 1) * (c - 2) // 6
            position += 1
    return place


@compiled(parallel=True)
def _count_kinds(states: NDArray[np.uint8]) -> NDArray[np.int16]:
    """How many pairs are in states 0, 1 and 2, per flop, suit that makes flushes (0 for none) and kind."""
    out = np.zeros((states.shape[0], 5, KINDS, 3), np.int16)
    for flop in numba.prange(states.shape[0]):
        for high in range(52):
            for low in range(high):
                state = states[flop, high * (high - 1) // 2 + low]
                for suit in range(-1, 4):
                    t = (high >> 2) + (13 if high & 3 == suit else 0)
                    u = (low >> 2) + (13 if low & 3 == suit else 0)
                    out[flop, suit + 1, KIND_OF[t, u], state] += 1
    return out


@compiled()
def _without_kickers(strength: np.int64, category: NDArray[np.uint8]) -> np.int64:
    """The lowest strength with the same pair, two pair, three or four of a kind; of no pair, 0."""
    row = category[strength]
    lowest: np.int64 = strength - (strength - _FIRST[row]) % _KICKERS[row]
    return lowest


@compiled()
def _play_by_outs(
    board: NDArray[np.uint8],
    suit: int,
    card_key: NDArray[np.uint64],
    displacement: NDArray[np.uint32],
    rank_strength: NDArray[np.uint16],
    flush_strength: NDArray[np.uint16],
    category: NDArray[np.uint8],
    judged: NDArray[np.int64],
    outs: int,
    plays: NDArray[np.bool_],
) -> None:
    """Say per kind whether it has a hidden pair or better, or fewer than ``outs`` cards beat it.

    A hidden pair or better is one that the best five cards have and the board alone has not, kickers apart: so
    one of the player's own cards is in it. A card beats a hand if it makes the board better than the hand: the
    dealer's second card is left out of account.
    """
    key = np.uint64(0)
    mask = 0
    left = np.zeros(26, np.int64)
    left[:13] = 4 if suit < 0 else 3
    left[13:] = 0 if suit < 0 else 1
    for i in range(5):
        key += card_key[board[i]]
        if board[i] & 3 == suit:
            mask |= 1 << (board[i] >> 2)
            left[13 + (board[i] >> 2)] -= 1
        else:
            left[board[i] >> 2] -= 1
    ranks = np.uint32(key >> np.uint64(32))
    slot = (ranks + displacement[ranks >> np.uint32(BUCKET_SHIFT)]) & np.uint32(SLOTS - 1)
    on_board = _without_kickers(np.int64(max(rank_strength[slot], flush_strength[mask])), category)
    with_card = np.zeros(26, np.int64)
    for t in range(26):
        rank = t if t < 13 else t - 13
        ranks = np.uint32((key + card_key[4 * rank]) >> np.uint64(32))
        slot = (ranks + displacement[ranks >> np.uint32(BUCKET_SHIFT)]) & np.uint32(SLOTS - 1)
        with_card[t] = max(rank_strength[slot], flush_strength[mask | (1 << rank if t >= 13 else 0)])
    for kind in range(RANK_KINDS if suit < 0 else KINDS):
        if _without_kickers(judged[kind, 0], category) > on_board:
            plays[kind] = True
        else:
            beat = 0
            for other in range(26):
                if with_card[other] > judged[kind, 0]:
                    beat += left[other]
            plays[kind] = beat < outs


@compiled(parallel=True)
def _count_play(
    threads: int,
    boards: NDArray[np.uint8],
    weights: NDArray[np.int64],
    card_key: NDArray[np.uint64],
    displacement: NDArray[np.uint32],
    rank_strength: NDArray[np.uint16],
    flush_strength: NDArray[np.uint16],
    category: NDArray[np.uint8],
    flop_family: NDArray[np.int32],
    flop_renaming: NDArray[np.uint8],
    moved: NDArray[np.int16],
    orders: NDArray[np.int64],
    scale: int,
    blind: NDArray[np.int64],
    states: NDArray[np.uint8],
    by_kind: NDArray[np.int16],
    outs: int,
    back: NDArray[np.int16],
    beside: Beside,
    raised: NDArray[np.int64],
    called: NDArray[np.int64],
    folded_made: NDArray[np.int64],
    folded_on_flop: NDArray[np.int64],
) -> None:
    """Count the outcomes of hands raised on the flop, played at the end, or folded.

    ``states`` says per flop and pair: 0 not there, 1 raises on the flop, 2 checks it; ``by_kind`` counts
    them. The last decision is the best one, or, with ``outs``, that of ``_play_by_outs``. Hands are first counted
    by kind, as if nothing hung on the flop; then the pairs listed in ``beside`` are put right one by one.
    """
    fold = -2 * scale * DEALER_HANDS
    for thread in numba.prange(threads):
        judged = np.zeros((KINDS, 4), np.int64)
        bits = np.zeros((STRENGTHS + 63) // 64, np.uint64)
        head = np.zeros(STRENGTHS, np.int16)
        outcomes = np.zeros(5, np.int64)
        hands = np.zeros((KINDS, 3), np.int64)
        plays = np.zeros(KINDS, np.bool_)
        calls = np.zeros(KINDS, np.int64)
        type_of = np.zeros(52, np.int64)
        for block in range(thread * 64, boards.shape[0], threads * 64):
            for number in range(block, min(block + 64, boards.shape[0])):
                board = boards[number]
                weight = weights[number]
                suit = showdown(board, card_key, displacement, rank_strength, flush_strength, judged, bits, head)
                kinds = RANK_KINDS if suit < 0 else KINDS
                if outs:
                    _play_by_outs(
                        board, suit, card_key, displacement, rank_strength, flush_strength, category, judged,
                        outs, plays,
                    )  # fmt: skip
                hands[:] = 0
                for card in range(52):
                    type_of[card] = (card >> 2) + (13 if card & 3 == suit else 0)
                for x in range(1, 5):
                    for y in range(x):
                        place = flop_place(board, x, y)
                        flop, order = flop_family[place], flop_renaming[place]
                        table = by_kind[flop, orders[order, suit] + 1 if suit >= 0 else 0]
                        for kind in range(kinds):
                            hands[kind, 1] += table[kind, 1]
                            hands[kind, 2] += table[kind, 2]
                        for i in (x, y):
                            ruled_out = board[i]
                            for other in range(52):
                                if other == ruled_out or (i == y and other == board[x]):
                                    continue
                                kind = KIND_OF[type_of[ruled_out], type_of[other]]
                                pair = moved[order, PAIR_PLACE[ruled_out, other]]
                                hands[kind, states[flop, pair]] -= 1
                for kind in range(kinds):
                    if hands[kind, 1] == 0 and hands[kind, 2] == 0:
                        continue
                    win, lose = judged[kind, 1], DEALER_HANDS - judged[kind, 2]
                    outcomes_of(judged[kind, 0], win, judged[kind, 2], judged[kind, 3], outcomes)
                    row = category[judged[kind, 0]]
                    for column in range(5):
                        raised[thread, row, column] += weight * hands[kind, 1] * outcomes[column]
                    calls[kind] = scale * (win - 2 * lose + outcomes[1] - outcomes[4]) + blind[row] * win
                    calls[kind] += DEALER_HANDS * beside.at_end[judged[kind, 0]]
                    if not outs:
                        plays[kind] = calls[kind] > fold
                    if plays[kind]:
                        for column in range(5):
                            called[thread, row, column] += weight * hands[kind, 2] * outcomes[column]
                    else:
                        folded_made[thread, judged[kind, 0]] += weight * hands[kind, 2] * DEALER_HANDS
                if beside.pairs.shape[0] == 0:
                    continue
                for x in range(1, 5):
                    for y in range(x):
                        place = flop_place(board, x, y)
                        flop, order = flop_family[place], flop_renaming[place]
                        for listed in range(beside.starts[flop], beside.starts[flop + 1]):
                            if states[flop, beside.pairs[listed]] != 2:
                                continue
                            pair = back[order, beside.pairs[listed]]
                            high, low = PAIR_HIGH[pair], PAIR_LOW[pair]
                            if high == board[x] or high == board[y] or low == board[x] or low == board[y]:
                                continue
                            kind = KIND_OF[type_of[high], type_of[low]]
                            if plays[kind]:
                                continue
                            if outs or calls[kind] + DEALER_HANDS * beside.on_flop[listed] <= fold:
                                folded_on_flop[thread, beside.made[listed]] += weight * DEALER_HANDS
                                continue
                            outcomes_of(judged[kind, 0], judged[kind, 1], judged[kind, 2], judged[kind, 3], outcomes)
                            folded_made[thread, judged[kind, 0]] -= weight * DEALER_HANDS
                            for column in range(5):
                                called[thread, category[judged[kind, 0]], column] += weight * outcomes[column]


def count_play(
    scale: int,
    blind: NDArray[np.int64],
    raise_four: NDArray[np.bool_],
    flop_raise: NDArray[np.bool_],
    outs: int = 0,
    beside: Beside = NOTHING_BESIDE,
) -> Played:
    """Outcomes of the hands raised on the flop and of those played at the end, and the deals folded.

    ``raise_four`` is per starting-hand family, ``flop_raise`` per flop family and pair of cards. The last
    decision is the best one with what hangs on it ``beside``, or with ``outs`` by the rule of dealer's outs.
    """
    tables, boards, flops, pairs = five_card_tables(), families(5), families(3), families(2)
    threads = workers()
    states = np.where(flop_raise, 1, 2).astype(np.uint8)
    states[:, raise_four[pairs.family]] = 0
    for i in range(3):
        states[(flops.sets[:, i, None] == PAIR_HIGH) | (flops.sets[:, i, None] == PAIR_LOW)] = 0
    raised = np.zeros((threads, 10, 5), np.int64)
    called = np.zeros((threads, 10, 5), np.int64)
    folded_made, folded_on_flop = np.zeros((2, threads, STRENGTHS), np.int64)
    _count_play(
        threads, boards.sets, boards.weights, *tables, flops.family, flops.renaming, renamed_pairs(),
        SUIT_ORDERS, scale, blind, states, _count_kinds(states), outs, renamed_back(), beside, raised, called,
        folded_made, folded_on_flop,
    )  # fmt: skip
    folds = int(folded_made.sum())
    return Played(raised.sum(axis=0), called.sum(axis=0), folds, folded_made.sum(axis=0), folded_on_flop.sum(axis=0))


@cache
def renamed_back() -> NDArray[np.int16]:
    """By renaming of suits and pair: the pair that is renamed to it."""
    return np.argsort(renamed_pairs(), axis=1).astype(np.int16)
