"""A deck under one hash: 52 salted leaves in a tree, so that one card can be proved and the others stay unseen.

Every level is taken in fours from the left, and each four, or what is left of one at the end, goes under one node:
52 leaves, 13 nodes, 4 nodes, the root. A level need not divide by four, and nothing is filled up.
"""

from collections.abc import Sequence
from hashlib import sha256

from msgspec import Struct

from croupier.cards import DECK, Card
from croupier.house.shuffles.shuffle import SALT_BYTES, salts_from

FAN = 4
_LEAF = tuple({card: bytes((0, position)) + str(card).encode() for card in DECK} for position in range(len(DECK)))
_SALTS = tuple(slice(SALT_BYTES * position, SALT_BYTES * (position + 1)) for position in range(len(DECK)))
_NODE = b"\1"


class Leaf(Struct, frozen=True):
    """A card at its position in the order, 0 being the top; the salt keeps its hash from being guessed."""

    position: int
    card: Card
    salt: bytes

    @property
    def hash(self) -> bytes:
        """The leaf in the tree."""
        return sha256(_LEAF[self.position][self.card] + self.salt).digest()


def deck_root(seed: bytes, order: Sequence[Card]) -> str:
    """The hash that commits to the whole order, salted from its seed."""
    level = _hashes(seed, order)
    while len(level) > 1:
        level = _above(level)
    return level[0].hex()


def leaf_and_path(seed: bytes, order: Sequence[Card], position: int) -> tuple[Leaf, tuple[bytes, ...]]:
    """The leaf at a position, and the hashes that lead from it to the root."""
    salt = salts_from(seed)[SALT_BYTES * position :][:SALT_BYTES]
    level, path, place = _hashes(seed, order), list[bytes](), position
    while len(level) > 1:
        first = place - place % FAN
        path += level[first:place] + level[place + 1 : first + FAN]
        level, place = _above(level), place // FAN
    return Leaf(position, order[position], salt), tuple(path)


def root_over(leaf: Leaf, path: Sequence[bytes]) -> str | None:
    """The root that a leaf and its path lead to, None if the path has not the length that the leaf's position needs."""
    here, place, width, rest = leaf.hash, leaf.position, len(DECK), list(path)
    while width > 1:
        before = place % FAN
        siblings = min(FAN, width - place + before) - 1
        if len(rest) < siblings:
            return None
        family = [*rest[:before], here, *rest[before:siblings]]
        here, rest = _node(family), rest[siblings:]
        place, width = place // FAN, -(-width // FAN)
    return None if rest else here.hex()


def _hashes(seed: bytes, order: Sequence[Card]) -> list[bytes]:
    """All leaves' hashes, made at once."""
    salts = salts_from(seed)
    return [sha256(leaf[card] + salts[salt]).digest() for leaf, card, salt in zip(_LEAF, order, _SALTS, strict=True)]


def _above(level: list[bytes]) -> list[bytes]:
    families = range(0, len(level), FAN)
    return [sha256(_NODE + b"".join(level[first : first + FAN])).digest() for first in families]


def _node(family: list[bytes]) -> bytes:
    return sha256(_NODE + b"".join(family)).digest()
