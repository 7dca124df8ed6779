"""A slot for every choice of three to seven ranks, found from a sum of card keys.

Each card carries one 64-bit number: a random rank key in the high half, and in the low half a counter of four
bits for its suit. The high half of a hand's sum belongs to its ranks alone. A sum's top bits name a
bucket, the bucket has a displacement, and its low bits plus the displacement are the slot: hash and displace.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled

SLOTS = 1 << 17
BUCKETS = 1 << 13
BUCKET_SHIFT = 19
CHOICES = 76_050  # of three to seven ranks, at most four alike


class RankHash(NamedTuple):
    """Keys, displacements, and the slot of each choice of ranks."""

    card_key: NDArray[np.uint64]  # [52]
    displacement: NDArray[np.uint32]  # [BUCKETS]
    counts: NDArray[np.uint8]  # [CHOICES, 13]: how many of each rank
    slots: NDArray[np.uint32]  # [CHOICES]


@compiled()
def _choices() -> NDArray[np.uint8]:
    found = 0
    choices = np.zeros((CHOICES, 13), np.uint8)
    counts = np.zeros(13, np.uint8)
    total = 0
    rank = 0
    while rank >= 0:
        if rank < 13:
            rank += 1
            continue
        if total >= 3:
            choices[found] = counts
            found += 1
        rank -= 1
        while rank >= 0 and (counts[rank] == 4 or total == 7):
            total -= counts[rank]
            counts[rank] = 0
            rank -= 1
        if rank >= 0:
            counts[rank] += 1
            total += 1
            rank += 1
    return choices[:found]


@compiled()
def _displace(keys: NDArray[np.uint32]) -> tuple[bool, NDArray[np.uint32], NDArray[np.uint32]]:
    """Give each bucket a displacement that sends no two keys to one slot; false if one has none."""
    bucket_of = keys >> np.uint32(BUCKET_SHIFT)
    order = np.argsort(bucket_of)
    sizes = np.bincount(bucket_of, minlength=BUCKETS)
    starts = np.cumsum(sizes) - sizes
    displacement = np.zeros(BUCKETS, np.uint32)
    slots = np.zeros(len(keys), np.uint32)
    taken = np.zeros(SLOTS, np.bool_)
    for bucket in np.argsort(-sizes):
        members = order[starts[bucket] : starts[bucket] + sizes[bucket]]
        for i in range(len(members)):
            for j in range(i):
                if (keys[members[i]] ^ keys[members[j]]) & np.uint32(SLOTS - 1) == 0:
                    return False, displacement, slots
        fits = False
        for shift in range(SLOTS):
            fits = True
            for member in members:
                if taken[(keys[member] + np.uint32(shift)) & np.uint32(SLOTS - 1)]:
                    fits = False
                    break
            if fits:
                displacement[bucket] = shift
                break
        if not fits:
            return False, displacement, slots
        for member in members:
            slots[member] = (keys[member] + displacement[bucket]) & np.uint32(SLOTS - 1)
            taken[slots[member]] = True
    return True, displacement, slots


@cache
def rank_hash() -> RankHash:
    """The hash, built once: the first random keys that can be displaced."""
    counts = _choices()
    for seed in range(1000):
        rank_keys = np.random.default_rng(seed).integers(0, 1 << 32, 13, dtype=np.uint32)
        fits, displacement, slots = _displace((counts * rank_keys).sum(axis=1, dtype=np.uint32))
        if fits:
            break
    else:
        raise RuntimeError("no rank keys found without a clash; the strength tables cannot be built")
    cards = np.arange(52)
    suit_counter = np.uint64(1) << (4 * (cards % 4)).astype(np.uint64)
    card_key = (rank_keys[cards // 4].astype(np.uint64) << np.uint64(32)) | suit_counter
    return RankHash(card_key, displacement, counts, slots)
