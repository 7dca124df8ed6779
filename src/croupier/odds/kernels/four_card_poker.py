"""Four Card Poker, every deal counted.

A deal is the player's five cards and the dealer's six: 2,598,960 x 10,737,573 = 27,906,522,724,080, times six
choices of the dealer's face-up card. For a player's hand P of strength r and a face-up card u, the dealer's
hands that do not beat P are those that hold u, none of P, and are no stronger than r: by inclusion and
exclusion, the sum over the subsets S of P, with alternating sign, of

    N(S + u, r) = how many six-card hands hold all of S + u and are no stronger than r.

N of a set is the same for every renaming of suits, so it is kept per family of sets. The strengths are walked
from the weakest up; N(set, r) is kept for the current r only and grows as r does.
"""

from functools import cache

import numba
import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled, workers
from croupier.odds.kernels.four_card import STRENGTHS, four_card_tables
from croupier.odds.kernels.rank_hash import BUCKET_SHIFT, SLOTS
from croupier.odds.kernels.suits import families

DEALER_HANDS = 1_370_754  # the dealer's five unseen cards, of 46
BINOMIAL = np.zeros((53, 7), np.int64)
for _n in range(53):
    BINOMIAL[_n, 0] = 1
    for _k in range(1, 7):
        BINOMIAL[_n, _k] = BINOMIAL[_n - 1, _k - 1] + BINOMIAL[_n - 1, _k] if _n else 0


@compiled(parallel=True)
def _strengths_with_one_more(
    sets: NDArray[np.uint8],
    card_key: NDArray[np.uint64],
    displacement: NDArray[np.uint32],
    rank_strength: NDArray[np.uint16],
    flush_strength: NDArray[np.uint16],
    five: NDArray[np.uint16],
    six: NDArray[np.uint16],
) -> None:
    """Strength of each five-card set, and of the set with each other card in turn."""
    for number in numba.prange(sets.shape[0]):
        base = np.uint64(0x4444)
        masks = np.zeros(4, np.int64)
        for i in range(5):
            base += card_key[sets[number, i]]
            masks[sets[number, i] & 3] |= 1 << (sets[number, i] >> 2)
        key = np.uint32(base >> np.uint64(32))
        value = rank_strength[(key + displacement[key >> np.uint32(BUCKET_SHIFT)]) & np.uint32(SLOTS - 1)]
        for suit in range(4):
            value = max(value, flush_strength[masks[suit]])
        five[number] = value
        at = 0
        slot = 0
        for card in range(52):
            if at < 5 and sets[number, at] == card:
                at += 1
                continue
            key = np.uint32((base + card_key[card]) >> np.uint64(32))
            value = rank_strength[(key + displacement[key >> np.uint32(BUCKET_SHIFT)]) & np.uint32(SLOTS - 1)]
            for suit in range(4):
                mask = masks[suit]
                if card & 3 == suit:
                    mask |= 1 << (card >> 2)
                value = max(value, flush_strength[mask])
            six[number, slot] = value
            slot += 1


@compiled()
def _supersets(sets: NDArray[np.uint8], family: NDArray[np.int32]) -> NDArray[np.int32]:
    """Family of each set with each other card added."""
    size = sets.shape[1]
    out = np.zeros((sets.shape[0], 52 - size), np.int32)
    for number in range(sets.shape[0]):
        at = 0
        slot = 0
        for card in range(52):
            if at < size and sets[number, at] == card:
                at += 1
                continue
            place = 0
            for i in range(size):
                place += BINOMIAL[sets[number, i], i + 1 if i < at else i + 2]
            out[number, slot] = family[place + BINOMIAL[card, at + 1]]
            slot += 1
    return out


@compiled(parallel=True)
def _exactly(above: NDArray[np.int32], supersets: NDArray[np.int32], times: int) -> NDArray[np.int32]:
    """From how many hands of each strength hold each set, the same for sets of one card fewer.

    Each hand is met once for each of its ``times`` cards outside the set.
    """
    out = np.zeros((above.shape[0], supersets.shape[0]), np.int32)
    for strength in numba.prange(above.shape[0]):
        for number in range(supersets.shape[0]):
            total = 0
            for slot in range(supersets.shape[1]):
                total += above[strength, supersets[number, slot]]
            out[strength, number] = total // times
    return out


@compiled()
def _exactly_four(supersets: NDArray[np.int32], six: NDArray[np.uint16]) -> NDArray[np.int32]:
    """How many six-card hands of each strength hold each set of four."""
    out = np.zeros((STRENGTHS, supersets.shape[0]), np.int32)
    tally = np.zeros(STRENGTHS, np.int64)
    for number in range(supersets.shape[0]):
        tally[:] = 0
        for slot in range(48):
            row = six[supersets[number, slot]]
            for i in range(47):
                tally[row[i]] += 1
        for strength in range(STRENGTHS):
            if tally[strength]:
                out[strength, number] = tally[strength] // 2
    return out


@compiled(parallel=True)
def _not_beaten(
    threads: int,
    sets: NDArray[np.uint8],
    order: NDArray[np.int64],
    start: NDArray[np.int64],
    six: NDArray[np.uint16],
    grows: NDArray[np.int32],
    grows_start: NDArray[np.int64],
    one: NDArray[np.int32],
    two: NDArray[np.int32],
    three: NDArray[np.int32],
    four: NDArray[np.int32],
    family_one: NDArray[np.int32],
    family_two: NDArray[np.int32],
    family_three: NDArray[np.int32],
    family_four: NDArray[np.int32],
    family_five: NDArray[np.int32],
    out: NDArray[np.int32],
) -> None:
    """Fill, per player's hand and face-up card, how many of the dealer's hands do not beat the player's."""
    for thread in numba.prange(threads):
        up_to_one = np.zeros(one.shape[1], np.int32)
        up_to_two = np.zeros(two.shape[1], np.int32)
        up_to_three = np.zeros(three.shape[1], np.int32)
        up_to_four = np.zeros(four.shape[1], np.int32)
        up_to_five = np.zeros(sets.shape[0], np.uint8)
        hand = np.zeros(6, np.int64)
        for strength in range(STRENGTHS):
            for i in range(one.shape[1]):
                up_to_one[i] += one[strength, i]
            for i in range(two.shape[1]):
                up_to_two[i] += two[strength, i]
            for i in range(three.shape[1]):
                up_to_three[i] += three[strength, i]
            for i in range(four.shape[1]):
                up_to_four[i] += four[strength, i]
            for i in range(grows_start[strength], grows_start[strength + 1]):
                up_to_five[grows[i]] += 1
            for at in range(start[strength] + thread, start[strength + 1], threads):
                number = order[at]
                up = 0  # where the face-up card stands among the six
                slot = 0
                for card in range(52):
                    if up < 5 and sets[number, up] == card:
                        up += 1
                        continue
                    for i in range(5):
                        hand[i if i < up else i + 1] = sets[number, i]
                    hand[up] = card
                    total = 0
                    for chosen in range(64):
                        if not (chosen >> up) & 1:
                            continue
                        place = 0
                        size = 0
                        for i in range(6):
                            if (chosen >> i) & 1:
                                size += 1
                                place += BINOMIAL[hand[i], size]
                        if size == 1:
                            total += up_to_one[family_one[place]]
                        elif size == 2:
                            total -= up_to_two[family_two[place]]
                        elif size == 3:
                            total += up_to_three[family_three[place]]
                        elif size == 4:
                            total -= up_to_four[family_four[place]]
                        elif size == 5:
                            total += up_to_five[family_five[place]]
                        elif six[number, slot] <= strength:
                            total -= 1
                    out[number, slot] = total
                    slot += 1


@cache
def not_beaten() -> tuple[NDArray[np.uint16], NDArray[np.int32]]:
    """Strength of each family of player's hands, and the dealer's hands that do not beat it.

    The second is per face-up card: the 47 cards the player does not hold, ascending; of ``DEALER_HANDS``.
    """
    tables = four_card_tables()
    one, two, three, four, five = (families(size) for size in range(1, 6))
    count = len(five.sets)
    strength = np.zeros(count, np.uint16)
    six = np.zeros((count, 47), np.uint16)
    _strengths_with_one_more(five.sets, *tables[:4], strength, six)
    exactly_four = _exactly_four(_supersets(four.sets, five.family), six)
    exactly_three = _exactly(exactly_four, _supersets(three.sets, four.family), 3)
    exactly_two = _exactly(exactly_three, _supersets(two.sets, three.family), 4)
    exactly_one = _exactly(exactly_two, _supersets(one.sets, two.family), 5)
    edges = np.arange(STRENGTHS + 1)
    order = np.argsort(strength, kind="stable")
    grows = np.argsort(six.ravel(), kind="stable")
    out = np.zeros((count, 47), np.int32)
    _not_beaten(
        workers(), five.sets, order, np.searchsorted(strength[order], edges), six,
        (grows // 47).astype(np.int32), np.searchsorted(six.ravel()[grows], edges),
        exactly_one, exactly_two, exactly_three, exactly_four,
        one.family, two.family, three.family, four.family, five.family, out,
    )  # fmt: skip
    return strength, out
