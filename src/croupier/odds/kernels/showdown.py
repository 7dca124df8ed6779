"""Hold 'em showdowns: on one board, how every hand fares against every dealer's hand.

On one board cards of one type are alike: the type is the rank, and where three or more board cards share a
suit, whether the card is of that suit too. Two types make a kind of hand. The kinds are put in order of
strength and swept from the weakest: the dealer's hands that a hand beats are those already passed, less those
that share a card with it.
"""

from functools import cache

import numba
import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled, workers
from croupier.odds.kernels.five_card import STRENGTHS, five_card_tables
from croupier.odds.kernels.hold_em_values import QUALIFYING as QUALIFYING
from croupier.odds.kernels.rank_hash import BUCKET_SHIFT, SLOTS
from croupier.odds.kernels.suits import families, place

DEALER_HANDS = 990
KINDS, RANK_KINDS = 351, 91  # with and without a suit that matters
KIND_HIGH, KIND_LOW = np.tril_indices(26)
KIND_OF = np.zeros((26, 26), np.int64)  # by two types, in either order
KIND_OF[KIND_HIGH, KIND_LOW] = KIND_OF[KIND_LOW, KIND_HIGH] = np.arange(KINDS)
SUITS_IN = np.array([bin(suits).count("1") for suits in range(16)])


@compiled()
def showdown(
    board: NDArray[np.uint8],
    card_key: NDArray[np.uint64],
    displacement: NDArray[np.uint32],
    rank_strength: NDArray[np.uint16],
    flush_strength: NDArray[np.uint16],
    judged: NDArray[np.int64],
    bits: NDArray[np.uint64],
    head: NDArray[np.int16],
) -> int:
    """Fill each kind's strength, hands beaten, hands not lost to and unqualified hands met.

    Comes back with the suit of three or more board cards, or -1. The kind of types ``t >= u`` has the number
    ``t * (t + 1) // 2 + u``; a type is the rank, plus 13 for a card of that suit. ``bits`` and ``head`` are
    scratch; ``bits`` comes and goes all zero.
    """
    key = np.uint64(0)
    left = np.zeros(26, np.int64)
    left[:13] = 4
    for i in range(5):
        key += card_key[board[i]]
        left[board[i] >> 2] -= 1
    suit = -1
    for s in range(4):
        if (key >> np.uint64(4 * s)) & np.uint64(15) >= np.uint64(3):
            suit = s
    types = 13
    board_mask = 0
    if suit >= 0:
        types = 26
        for i in range(5):
            if board[i] & 3 == suit:
                board_mask |= 1 << (board[i] >> 2)
        for rank in range(13):
            if not (board_mask >> rank) & 1:
                left[rank] -= 1
                left[13 + rank] = 1

    chain = np.zeros(KINDS, np.int16)
    for t in range(types):
        if types == 26 and left[t] == 0:
            continue
        high = t if t < 13 else t - 13
        high_mask = board_mask | (1 << high if t >= 13 else 0)
        for u in range(t + 1):
            # A kind nobody can hold keeps what an earlier board left there.
            if types == 26 and (left[u] == 0 or (t == u and left[t] < 2)):
                continue
            kind = t * (t + 1) // 2 + u
            low_rank = u if u < 13 else u - 13
            ranks = np.uint32((key + card_key[4 * high] + card_key[4 * low_rank]) >> np.uint64(32))
            value = np.int64(
                rank_strength[(ranks + displacement[ranks >> np.uint32(BUCKET_SHIFT)]) & np.uint32(SLOTS - 1)]
            )
            if types == 26:
                mask = high_mask | (1 << low_rank if u >= 13 else 0)
                value = max(value, np.int64(flush_strength[mask]))
            judged[kind, 0] = value
            bit = np.uint64(1) << np.uint64(value & 63)
            if bits[value >> 6] & bit:
                chain[kind] = head[value]
            else:
                bits[value >> 6] |= bit
                chain[kind] = -1
            head[value] = kind

    passed = 0
    passed_with = np.zeros(26, np.int64)
    unqualified = 0
    unqualified_with = np.zeros(26, np.int64)
    high_cards = True
    for word in range(bits.shape[0]):
        rest = bits[word]
        bits[word] = np.uint64(0)
        while rest:
            low = rest & (~rest + np.uint64(1))
            rest ^= low
            at = 64 * word
            for step in (32, 16, 8, 4, 2, 1):
                if low >> np.uint64(step):
                    at += step
                    low >>= np.uint64(step)
            if high_cards and at >= QUALIFYING:
                high_cards = False
                unqualified = passed
                unqualified_with[:] = passed_with
            beaten = passed
            held = np.int64(head[at])
            while held >= 0:
                one, two = KIND_HIGH[held], KIND_LOW[held]
                judged[held, 1] = beaten - passed_with[one] - passed_with[two]
                judged[held, 3] = unqualified - unqualified_with[one] - unqualified_with[two]
                held = np.int64(chain[held])
            held = np.int64(head[at])
            while held >= 0:
                one, two = KIND_HIGH[held], KIND_LOW[held]
                if one == two:
                    passed += left[one] * (left[one] - 1) // 2
                    passed_with[one] += left[one] - 1
                else:
                    passed += left[one] * left[two]
                    passed_with[one] += left[two]
                    passed_with[two] += left[one]
                held = np.int64(chain[held])
            held = np.int64(head[at])
            while held >= 0:
                one, two = KIND_HIGH[held], KIND_LOW[held]
                # The hand itself was taken off twice.
                judged[held, 2] = passed - passed_with[one] - passed_with[two] + 1
                held = np.int64(chain[held])
    if high_cards:
        unqualified = passed
        unqualified_with[:] = passed_with
    for t in range(types):
        for u in range(t + 1):
            kind = t * (t + 1) // 2 + u
            if judged[kind, 0] < QUALIFYING:
                judged[kind, 3] = unqualified - unqualified_with[t] - unqualified_with[u] + 1
    return suit


@compiled()
def outcomes_of(strength: int, win: int, not_lost: int, weak: int, out: NDArray[np.int64]) -> None:
    """The five outcome counts of a hand over the dealer's 990."""
    out[2] = not_lost - win
    if strength < QUALIFYING:
        out[0] = win
        out[1] = 0
        out[3] = weak - not_lost
        out[4] = DEALER_HANDS - weak
    else:
        out[0] = weak
        out[1] = win - weak
        out[3] = 0
        out[4] = DEALER_HANDS - not_lost


@compiled(parallel=True)
def _count_starting(
    threads: int,
    boards: NDArray[np.uint8],
    weights: NDArray[np.int64],
    card_key: NDArray[np.uint64],
    displacement: NDArray[np.uint32],
    rank_strength: NDArray[np.uint16],
    flush_strength: NDArray[np.uint16],
    category: NDArray[np.uint8],
    kind_family: NDArray[np.int32],
    starting: NDArray[np.int64],
) -> None:
    """Count each starting-hand family's outcomes over all boards and dealer hands."""
    for thread in numba.prange(threads):
        judged = np.zeros((KINDS, 4), np.int64)
        bits = np.zeros((STRENGTHS + 63) // 64, np.uint64)
        head = np.zeros(STRENGTHS, np.int16)
        outcomes = np.zeros(5, np.int64)
        free = np.zeros(26, np.int64)  # the suits left of each type, one bit each
        for block in range(thread * 64, boards.shape[0], threads * 64):
            for number in range(block, min(block + 64, boards.shape[0])):
                board = boards[number]
                weight = weights[number]
                suit = showdown(board, card_key, displacement, rank_strength, flush_strength, judged, bits, head)
                free[:13] = 15 if suit < 0 else 15 ^ (1 << suit)
                free[13:] = 0 if suit < 0 else 1 << suit
                for i in range(5):
                    free[(board[i] >> 2) + (13 if board[i] & 3 == suit else 0)] &= ~(1 << (board[i] & 3))
                for kind in range(RANK_KINDS if suit < 0 else KINDS):
                    t, u = KIND_HIGH[kind], KIND_LOW[kind]
                    suited = SUITS_IN[free[t] & free[u]]
                    mixed = SUITS_IN[free[t]] * SUITS_IN[free[u]] - suited
                    if t == u:
                        suited, mixed = 0, mixed // 2
                    if suited + mixed == 0:
                        continue
                    outcomes_of(judged[kind, 0], judged[kind, 1], judged[kind, 2], judged[kind, 3], outcomes)
                    row = category[judged[kind, 0]]
                    if suited:
                        table = starting[thread, kind_family[kind, 1], row]
                        for column in range(5):
                            table[column] += weight * suited * outcomes[column]
                    if mixed:
                        table = starting[thread, kind_family[kind, 0], row]
                        for column in range(5):
                            table[column] += weight * mixed * outcomes[column]


@cache
def starting_outcomes() -> NDArray[np.int64]:
    """Outcomes of each starting-hand family: [169, category, outcome], flops not told apart."""
    tables, boards, pairs = five_card_tables(), families(5), families(2)
    kind_family = np.zeros((KINDS, 2), np.int32)  # of each kind's ranks: in two suits, in one
    for kind in range(KINDS):
        low, high = sorted((4 * (KIND_HIGH[kind] % 13), 4 * (KIND_LOW[kind] % 13)))
        kind_family[kind, 0] = pairs.family[place((low, high + 1))]
        if low < high:
            kind_family[kind, 1] = pairs.family[place((low, high))]
    threads = workers()
    starting = np.zeros((threads, 169, 10, 5), np.int64)
    _count_starting(threads, boards.sets, boards.weights, *tables, kind_family, starting)
    total: NDArray[np.int64] = starting.sum(axis=0)
    total.setflags(write=False)
    return total
