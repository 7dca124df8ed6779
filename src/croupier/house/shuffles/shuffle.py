"""Shuffles anyone can repeat: seeds, what is published of them, and the order of cards that a seed makes.

`docs/shuffle.md` specifies all of this for a stranger; its labels and encodings are fixed for good by their version.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

from croupier.cards import DECK, Card

SEED_BYTES = 32
SALT_BYTES = 16
BLOCK_BYTES = 64  # one block of the generator, SHA-512's output

_SEED = b"croupier/shuffle/1/seed\0"
_ORDER = b"croupier/shuffle/1/order\0"
_SALTS = b"croupier/shuffle/1/salts\0"
_SEAL = b"croupier/shuffle/1/seal\0"
_POOL = b"croupier/shuffle/1/pool\0"
_DRAW = b"croupier/shuffle/1/draw\0"

# For n choices a byte counts only below the greatest multiple of n, so that every choice has equally many bytes.
_BYTES_USED = (0, *(256 - 256 % choices for choices in range(1, 257)))

Entropy = Callable[[int], bytes]
PlayerSeeds = tuple[tuple[str, str], ...]
Item = TypeVar("Item")


class SeedPool:
    """Where seeds come from: 512 bits that are mixed with as many fresh ones from the system at every draw.

    A seed says nothing of the pool, nor the pool of seeds drawn before.
    """

    def __init__(self, entropy: Entropy = os.urandom) -> None:
        self._entropy = entropy
        self._state = bytes(BLOCK_BYTES)

    def draw(self) -> bytes:
        """A new seed."""
        fresh = self._entropy(BLOCK_BYTES)
        if len(fresh) != BLOCK_BYTES:
            raise ValueError(f"The source of entropy gave {len(fresh)} bytes where {BLOCK_BYTES} were asked for.")
        mixed = hashlib.sha512(self._state + fresh).digest()
        self._state = hashlib.sha512(_POOL + mixed).digest()
        return hashlib.sha256(_DRAW + mixed).digest()


def seed_commitment(seed: bytes) -> str:
    """What is published of a seed before it is used: it binds to the seed and does not tell it."""
    return hashlib.sha256(_SEED + _whole(seed)).hexdigest()


def order_from(seed: bytes, player_seeds: PlayerSeeds = ()) -> tuple[Card, ...]:
    """The order of cards, from the top, that the house's seed and the players' own make together."""
    blocks = _blocks(_whole(seed), _ORDER + encoded_seeds(player_seeds))
    return tuple(shuffled(DECK, chain.from_iterable(blocks)))


def salts_from(seed: bytes) -> bytes:
    """The salts of the deck's 52 leaves, side by side."""
    return _generated(_whole(seed), _SALTS, SALT_BYTES * len(DECK))


def seal_key(seed: bytes) -> bytes:
    """The 32-byte key under which undealt cards are kept until the seed is opened."""
    return _generated(_whole(seed), _SEAL, 32)


def encoded_seeds(player_seeds: PlayerSeeds) -> bytes:
    """The players' seeds as bytes, in the order of the names' bytes; each text goes after its length."""
    if not player_seeds:
        return bytes(4)
    pairs = sorted((name.encode(), seed.encode()) for name, seed in player_seeds)
    return _number(len(pairs)) + b"".join(_number(len(text)) + text for pair in pairs for text in pair)


def shuffled(items: Sequence[Item], stream: Iterable[int]) -> list[Item]:
    """The items, 2 to 256 of them, in an order drawn from a stream of random bytes: Fisher and Yates, from the last.

    A byte that would make one choice likelier than another is thrown away.
    """
    deck, left = list(items), len(items)
    for byte in stream:
        if byte < _BYTES_USED[left]:
            chosen = byte % left
            left -= 1
            deck[left], deck[chosen] = deck[chosen], deck[left]
            if left == 1:
                return deck
    raise ValueError("The stream ended before every card had its place.")


def _blocks(seed: bytes, context: bytes) -> Iterator[bytes]:
    """The generator's blocks, without end; a shuffle takes one, hardly ever two."""
    number = 0
    while True:
        number += 1
        yield _generated(seed, context, BLOCK_BYTES * number)[-BLOCK_BYTES:]


def _generated(seed: bytes, context: bytes, length: int) -> bytes:
    """The first bytes of the generator: block i is HMAC-SHA-512 of the context and i, 1 the first, keyed by the seed.

    That is what PBKDF2 makes with one iteration, and it makes all blocks in one call.
    """
    return hashlib.pbkdf2_hmac("sha512", seed, context, 1, length)


def _number(value: int) -> bytes:
    return value.to_bytes(4, "big")


def _whole(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A seed is {SEED_BYTES} bytes, not {len(seed)}.")
    return seed
