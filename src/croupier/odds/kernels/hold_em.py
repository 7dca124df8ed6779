"""Ultimate Texas Hold 'Em, every deal counted.

A deal is the player's two cards, the flop, the last two board cards and the dealer's two:
1,326 x 19,600 x 1,081 x 990 = 27,813,810,024,000. Boards are walked once per family of suit renamings, and
what each hand is worth on a board is added to each of the ten flops in the board.

It is added once per kind of hand (see ``showdown``), not once per hand; and the hands that the last two
board cards rule out are taken off one by one: those with one, those with the other, less the one with both.

Values are integers: antes times the blind paytable's common denominator, summed over deals.
"""

from functools import partial
from threading import Lock
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled, workers
from croupier.odds.kernels.five_card import STRENGTHS, five_card_tables
from croupier.odds.kernels.five_card_ladder import FIRST
from croupier.odds.kernels.hold_em_play import (
    FLOPS,
    NOTHING_BESIDE,
    PAIR_HIGH,
    PAIR_LOW,
    PAIR_PLACE,
    PAIRS,
    Beside,
    Played,
    count_play,
    flop_place,
    renamed_back,
)
from croupier.odds.kernels.hold_em_values import play_values
from croupier.odds.kernels.showdown import (
    DEALER_HANDS,
    KIND_OF,
    KINDS,
    RANK_KINDS,
    outcomes_of,
    showdown,
    starting_outcomes,
)
from croupier.odds.kernels.suits import SUIT_ORDERS, families, renamed_pairs
from croupier.odds.pieces import Run

BOARDS = 134_459  # families of boards
ENDS = 1_081  # of a flop and two cards: the two cards that the board still gets
PIECE = 16_808  # of them, so that a piece is well worth the hundred megabytes that come back of it
Spread = tuple[NDArray[np.int64], NDArray[np.int64]]  # `by_kind` and `by_pair` of `_spread`
_ONE_AT_A_TIME = Lock()  # a parallel kernel has all threads to itself


class HoldEmCounts(NamedTuple):
    """Best play, counted. Outcome tables have a row per player category and a column per outcome."""

    starting: NDArray[np.int64]  # [169, 10, 5] per starting-hand family, flops not told apart
    check_value: NDArray[np.int64]  # [169]: value of checking before the flop, over all deals of the family
    raise_four: NDArray[np.bool_]  # [169]: whether the family raises before the flop
    brought: NDArray[np.int64]  # [169]: what raising brings beside the game, over all deals of the family
    flop_raise: NDArray[np.bool_]  # [1755, 1326] per flop family and pair of cards: whether to raise
    played: Played  # what becomes of the deals checked before the flop


@compiled(parallel=True)
def _spread(
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
    back: NDArray[np.int16],
    beside: Beside,
    by_kind: NDArray[np.int64],
    by_pair: NDArray[np.int64],
) -> None:
    """Add, per flop, the value of raising on it and of checking it.

    ``by_kind[thread, flop, suit + 1]`` takes the boards where that suit makes flushes (0 where none does);
    ``by_pair`` takes what has to come off for single pairs of cards, and what the hand on the flop brings ``beside``.
    """
    fold = -2 * scale * DEALER_HANDS
    for thread in numba.prange(threads):
        judged = np.zeros((KINDS, 4), np.int64)
        bits = np.zeros((STRENGTHS + 63) // 64, np.uint64)
        head = np.zeros(STRENGTHS, np.int16)
        values = np.zeros((KINDS, 2), np.int64)
        calls = np.zeros(KINDS, np.int64)
        outcomes = np.zeros(5, np.int64)
        type_of = np.zeros(52, np.int64)
        for block in range(thread * 64, boards.shape[0], threads * 64):
            for number in range(block, min(block + 64, boards.shape[0])):
                board = boards[number]
                weight = weights[number]
                suit = showdown(board, card_key, displacement, rank_strength, flush_strength, judged, bits, head)
                kinds = RANK_KINDS if suit < 0 else KINDS
                for kind in range(kinds):
                    win, lose = judged[kind, 1], DEALER_HANDS - judged[kind, 2]
                    outcomes_of(judged[kind, 0], win, judged[kind, 2], judged[kind, 3], outcomes)
                    rest = scale * (outcomes[1] - outcomes[4] - lose) + blind[category[judged[kind, 0]]] * win
                    rest += DEALER_HANDS * beside.at_end[judged[kind, 0]]
                    calls[kind] = scale * (win - lose) + rest
                    values[kind, 0] = weight * (2 * scale * (win - lose) + rest)
                    values[kind, 1] = weight * max(calls[kind], fold)
                for card in range(52):
                    type_of[card] = (card >> 2) + (13 if card & 3 == suit else 0)
                for x in range(1, 5):
                    for y in range(x):
                        # x and y are the last two cards of the board; the other three are the flop.
                        place = flop_place(board, x, y)
                        flop, order = flop_family[place], flop_renaming[place]
                        table = by_kind[thread, flop, orders[order, suit] + 1 if suit >= 0 else 0]
                        for kind in range(kinds):
                            table[kind, 0] += values[kind, 0]
                            table[kind, 1] += values[kind, 1]
                        for i in (x, y):
                            ruled_out = board[i]
                            for other in range(52):
                                # The pair with both comes off with the first of the two only.
                                if other == ruled_out or (i == y and other == board[x]):
                                    continue
                                kind = KIND_OF[type_of[ruled_out], type_of[other]]
                                pair = moved[order, PAIR_PLACE[ruled_out, other]]
                                by_pair[thread, flop, pair, 0] -= values[kind, 0]
                                by_pair[thread, flop, pair, 1] -= values[kind, 1]
                        for listed in range(beside.starts[flop], beside.starts[flop + 1]):
                            pair = back[order, beside.pairs[listed]]
                            high, low = PAIR_HIGH[pair], PAIR_LOW[pair]
                            if high == board[x] or high == board[y] or low == board[x] or low == board[y]:
                                continue
                            kind = KIND_OF[type_of[high], type_of[low]]
                            more = DEALER_HANDS * beside.on_flop[listed]
                            unfolded = max(calls[kind] + more, fold) - max(calls[kind], fold)
                            by_pair[thread, flop, beside.pairs[listed], 0] += weight * more
                            by_pair[thread, flop, beside.pairs[listed], 1] += weight * unfolded


@compiled(parallel=True)
def _decide_flops(
    flops: NDArray[np.uint8],
    weights: NDArray[np.int64],
    moved: NDArray[np.int16],
    keeps: NDArray[np.bool_],
    pair_family: NDArray[np.int32],
    by_kind: NDArray[np.int64],
    by_pair: NDArray[np.int64],
    raises: NDArray[np.bool_],
    check_value: NDArray[np.int64],
) -> None:
    """Choose on each flop, and add the better value, 24-fold, to the starting hand's check.

    A board was spread under one renaming only: the sum over the renamings that keep the flop makes it good.
    """
    for flop in numba.prange(flops.shape[0]):
        raw = np.zeros((PAIRS, 2), np.int64)
        for high in range(52):
            for low in range(high):
                place = high * (high - 1) // 2 + low
                for thread in range(by_pair.shape[0]):
                    for action in range(2):
                        raw[place, action] += by_pair[thread, flop, place, action]
                    for suit in range(-1, 4):
                        t = (high >> 2) + (13 if high & 3 == suit else 0)
                        u = (low >> 2) + (13 if low & 3 == suit else 0)
                        kind = KIND_OF[t, u]
                        for action in range(2):
                            raw[place, action] += by_kind[thread, flop, suit + 1, kind, action]
        for high in range(52):
            for low in range(high):
                hit = False
                for i in range(3):
                    hit = hit or flops[flop, i] == high or flops[flop, i] == low
                if hit:
                    continue
                place = high * (high - 1) // 2 + low
                up, check = 0, 0
                for order in range(24):
                    if keeps[flop, order]:
                        up += raw[moved[order, place], 0]
                        check += raw[moved[order, place], 1]
                raises[flop, place] = up > check
                check_value[flop, pair_family[place]] += weights[flop] * max(up, check)


def _keeping(flops: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which renamings of suits leave each flop as it is."""
    masks = np.zeros((len(flops), 4), np.int64)
    for i in range(3):
        card = flops[:, i].astype(np.int64)
        np.bitwise_or.at(masks, (np.arange(len(flops)), card & 3), 1 << (card >> 2))
    return np.stack([(masks[:, order] == masks).all(axis=1) for order in SUIT_ORDERS], axis=1)


def spread(scale: int, blind: NDArray[np.int64], first: int, last: int, beside: Beside = NOTHING_BESIDE) -> Spread:
    """What boards `first` to before `last` add to every flop; all boards' is the sum of their pieces'."""
    tables, boards, flops = five_card_tables(), families(5), families(3)
    threads = workers()
    by_kind = np.zeros((threads, FLOPS, 5, KINDS, 2), np.int64)
    by_pair = np.zeros((threads, FLOPS, PAIRS, 2), np.int64)
    with _ONE_AT_A_TIME:
        _spread(
            threads, boards.sets[first:last], boards.weights[first:last], *tables, flops.family, flops.renaming,
            renamed_pairs(), SUIT_ORDERS, scale, blind, renamed_back(), beside, by_kind, by_pair,
        )  # fmt: skip
    return by_kind, by_pair


def count_hold_em(
    scale: int, blind: NDArray[np.int64], run: Run | None = None, beside: Beside = NOTHING_BESIDE
) -> HoldEmCounts:
    """Solve with a blind that pays ``blind[category] / scale`` to one on a win; `run` spreads the boards elsewhere.

    What hangs on not folding ``beside`` the game is part of every value. Of actions of equal value the one that
    stakes less is taken.
    """
    flops, pairs = families(3), families(2)
    moved = renamed_pairs()
    by_kind, by_pair = spread(scale, blind, 0, BOARDS, beside) if run is None else _spread_by(run, scale, blind)

    raises = np.zeros((FLOPS, PAIRS), np.bool_)
    check_values = np.zeros((FLOPS, 169), np.int64)
    _decide_flops(
        flops.sets, flops.weights, moved, _keeping(flops.sets), pairs.family, by_kind, by_pair, raises,
        check_values,
    )  # fmt: skip
    check_value = check_values.sum(axis=0)
    if (check_value % 24).any():
        raise ArithmeticError("a sum over suit renamings does not divide by their number")
    check_value //= 24

    starting = starting_outcomes()
    brought = brought_beside(beside)
    raise_four = 10 * play_values(starting, 4, scale, blind).sum(axis=1) + brought > check_value
    played = count_play(scale, blind, raise_four, raises, beside=beside)
    return HoldEmCounts(starting, check_value, raise_four, brought, raises, played)


def brought_beside(beside: Beside) -> NDArray[np.int64]:
    """Per starting-hand family, what is brought beside over all its deals where nothing is folded."""
    flops, pairs = families(3), families(2)
    found: NDArray[np.int64] = 10 * (starting_outcomes().sum(axis=2) @ beside.at_end[np.array(FIRST)])
    flop = np.repeat(np.arange(FLOPS), np.diff(beside.starts))
    np.add.at(found, pairs.family[beside.pairs], flops.weights[flop] * beside.on_flop * ENDS * DEALER_HANDS)
    return found


def _spread_by(run: Run, scale: int, blind: NDArray[np.int64]) -> Spread:
    by_kind = np.zeros((1, FLOPS, 5, KINDS, 2), np.int64)
    by_pair = np.zeros((1, FLOPS, PAIRS, 2), np.int64)
    pieces = ((first, min(first + PIECE, BOARDS)) for first in range(0, BOARDS, PIECE))
    for kinds, two_cards in run(partial(_summed, scale, blind), pieces):
        by_kind += kinds
        by_pair += two_cards
    return by_kind, by_pair


def _summed(scale: int, blind: NDArray[np.int64], first: int, last: int) -> Spread:
    """The same of one piece, its threads added up: less to send."""
    by_kind, by_pair = spread(scale, blind, first, last)
    return by_kind.sum(axis=0), by_pair.sum(axis=0)
