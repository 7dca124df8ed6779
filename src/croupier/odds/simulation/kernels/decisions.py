"""What a strategy does with every hand on every board, written down as bits."""

import numba
import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled, workers
from croupier.odds.kernels.five_card import STRENGTHS, five_card_tables
from croupier.odds.kernels.hold_em_play import _play_by_outs
from croupier.odds.kernels.showdown import DEALER_HANDS, KINDS, RANK_KINDS, outcomes_of, showdown
from croupier.odds.kernels.suits import families

KIND_WORDS = (KINDS + 63) // 64
PAIR_WORDS = (1326 + 63) // 64


def packed_bits(rows: NDArray[np.bool_], words: int) -> NDArray[np.uint64]:
    """Each row as words, the first column in the lowest bit."""
    padded = np.zeros((len(rows), 64 * words), np.bool_)
    padded[:, : rows.shape[1]] = rows
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)


@compiled(parallel=True)
def _boards(
    threads: int,
    boards: NDArray[np.uint8],
    card_key: NDArray[np.uint64],
    displacement: NDArray[np.uint32],
    rank_strength: NDArray[np.uint16],
    flush_strength: NDArray[np.uint16],
    category: NDArray[np.uint8],
    scale: int,
    blind: NDArray[np.int64],
    outs: int,
    out: NDArray[np.uint64],
) -> None:
    for thread in numba.prange(threads):
        judged = np.zeros((KINDS, 4), np.int64)
        bits = np.zeros((STRENGTHS + 63) // 64, np.uint64)
        head = np.zeros(STRENGTHS, np.int16)
        outcomes = np.zeros(5, np.int64)
        plays = np.zeros(KINDS, np.bool_)
        for number in range(thread, boards.shape[0], threads):
            board = boards[number]
            judged[:] = 0
            suit = showdown(board, card_key, displacement, rank_strength, flush_strength, judged, bits, head)
            kinds = RANK_KINDS if suit < 0 else KINDS
            if outs:
                _play_by_outs(
                    board, suit, card_key, displacement, rank_strength, flush_strength, category, judged, outs, plays
                )
            for kind in range(kinds):
                win, lose = judged[kind, 1], DEALER_HANDS - judged[kind, 2]
                outcomes_of(judged[kind, 0], win, judged[kind, 2], judged[kind, 3], outcomes)
                row = category[judged[kind, 0]]
                call = scale * (win - 2 * lose + outcomes[1] - outcomes[4]) + blind[row] * win
                if plays[kind] if outs else call > -2 * scale * DEALER_HANDS:
                    out[number, kind >> 6] |= np.uint64(1) << np.uint64(kind & 63)


def plays_at_end(scale: int, blind: NDArray[np.int64], outs: int) -> NDArray[np.uint64]:
    """For each family of boards, a bit for each kind of hand that plays at the end.

    The decision is the best one against a blind that pays ``blind[category] / scale`` to one, or with ``outs`` that of
    the rule of dealer's outs.
    """
    boards = families(5).sets
    out = np.zeros((len(boards), KIND_WORDS), np.uint64)
    _boards(workers(), boards, *five_card_tables(), scale, blind, outs, out)
    return out
