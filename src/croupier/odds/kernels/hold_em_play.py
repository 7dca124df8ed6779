"""Ultimate Texas Hold 'Em, the outcomes of a way to play counted.

Given which starting hands raise and which hands raise on each flop, the boards are walked once more. On a
board the hands of a kind that raised on, or checked, each of its ten flops are counted from per-flop totals,
less the hands that the last two board cards rule out.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled, workers
from croupier.odds.kernels.five_card import STRENGTHS, five_card_tables
from croupier.odds.kernels.rank_hash import BUCKET_SHIFT, SLOTS
from croupier.odds.kernels.showdown import (
    DEALER_HANDS,
    KIND_HIGH,
    KIND_LOW,
    KIND_OF,
    KINDS,
    RANK_KINDS,
    outcomes_of,
    showdown,
)
from croupier.odds.kernels.suits import SUIT_ORDERS, families, renamed_pairs

PAIRS, FLOPS = 1326, 1755
PAIR_PLACE = np.zeros((52, 52), np.int64)  # by two cards, in either order
_HIGH, _LOW = np.tril_indices(52, -1)
PAIR_PLACE[_HIGH, _LOW] = PAIR_PLACE[_LOW, _HIGH] = np.arange(PAIRS)


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

    A hidden pair has one of the player's own cards in it. A card beats a hand if it makes the board better
    than the hand: the dealer's second card is left out of account.
    """
    key = np.uint64(0)
    mask = 0
    left = np.zeros(26, np.int64)
    left[:13] = 4 if suit < 0 else 3
    left[13:] = 0 if suit < 0 else 1
    on_board = np.zeros(13, np.bool_)
    for i in range(5):
        key += card_key[board[i]]
        on_board[board[i] >> 2] = True
        if board[i] & 3 == suit:
            mask |= 1 << (board[i] >> 2)
            left[13 + (board[i] >> 2)] -= 1
        else:
            left[board[i] >> 2] -= 1
    ranks = np.uint32(key >> np.uint64(32))
    slot = (ranks + displacement[ranks >> np.uint32(BUCKET_SHIFT)]) & np.uint32(SLOTS - 1)
    board_strength = max(rank_strength[slot], flush_strength[mask])
    with_card = np.zeros(26, np.int64)
    for t in range(26):
        rank = t if t < 13 else t - 13
        ranks = np.uint32((key + card_key[4 * rank]) >> np.uint64(32))
        slot = (ranks + displacement[ranks >> np.uint32(BUCKET_SHIFT)]) & np.uint32(SLOTS - 1)
        with_card[t] = max(rank_strength[slot], flush_strength[mask | (1 << rank if t >= 13 else 0)])
    for kind in range(RANK_KINDS if suit < 0 else KINDS):
        t, u = KIND_HIGH[kind], KIND_LOW[kind]
        high, low = t % 13, u % 13
        if high == low or on_board[high] or on_board[low] or category[judged[kind, 0]] > category[board_strength]:
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
    raised: NDArray[np.int64],
    called: NDArray[np.int64],
    folded: NDArray[np.int64],
) -> None:
    """Count the outcomes of hands raised on the flop, played at the end, or folded.

    ``states`` says per flop and pair: 0 not there, 1 raises on the flop, 2 checks it; ``by_kind`` counts
    them. The last decision is the best one, or, with ``outs``, that of ``_play_by_outs``.
    """
    for thread in numba.prange(threads):
        judged = np.zeros((KINDS, 4), np.int64)
        bits = np.zeros((STRENGTHS + 63) // 64, np.uint64)
        head = np.zeros(STRENGTHS, np.int16)
        outcomes = np.zeros(5, np.int64)
        hands = np.zeros((KINDS, 3), np.int64)
        plays = np.zeros(KINDS, np.bool_)
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
                    call = scale * (win - 2 * lose + outcomes[1] - outcomes[4]) + blind[row] * win
                    if plays[kind] if outs else call > -2 * scale * DEALER_HANDS:
                        for column in range(5):
                            called[thread, row, column] += weight * hands[kind, 2] * outcomes[column]
                    else:
                        folded[thread] += weight * hands[kind, 2] * DEALER_HANDS


def count_play(
    scale: int,
    blind: NDArray[np.int64],
    raise_four: NDArray[np.bool_],
    flop_raise: NDArray[np.bool_],
    outs: int = 0,
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Outcomes of the hands raised on the flop and of those played at the end, and the deals folded.

    ``raise_four`` is per starting-hand family, ``flop_raise`` per flop family and pair of cards. The last
    decision is the best one, or with ``outs`` by the rule of dealer's outs.
    """
    tables, boards, flops, pairs = five_card_tables(), families(5), families(3), families(2)
    threads = workers()
    states = np.where(flop_raise, 1, 2).astype(np.uint8)
    states[:, raise_four[pairs.family]] = 0
    for i in range(3):
        states[(flops.sets[:, i, None] == _HIGH) | (flops.sets[:, i, None] == _LOW)] = 0
    raised = np.zeros((threads, 10, 5), np.int64)
    called = np.zeros((threads, 10, 5), np.int64)
    folded = np.zeros(threads, np.int64)
    _count_play(
        threads, boards.sets, boards.weights, *tables, flops.family, flops.renaming, renamed_pairs(),
        SUIT_ORDERS, scale, blind, states, _count_kinds(states), outs, raised, called, folded,
    )  # fmt: skip
    return raised.sum(axis=0), called.sum(axis=0), int(folded.sum())
