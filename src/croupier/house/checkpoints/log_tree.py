"""A log as a Merkle tree of RFC 6962, grown leaf by leaf, so that others can check that it only ever grew.

A leaf is the hash of a record, which covers the record and all before it. Of a tree of any size only its peaks are
kept: the roots of the complete subtrees that its leaves fall into, the largest first.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from msgspec import Struct

HASH_BYTES = 32
EMPTY = sha256(b"").digest()


class LogTree(Struct, frozen=True):
    """A tree of so many leaves."""

    size: int = 0
    peaks: tuple[bytes, ...] = ()

    def grown(self, leaves: Iterable[bytes]) -> "LogTree":
        """The tree with these leaves more."""
        size, peaks = self.size, list(self.peaks)
        for leaf in leaves:
            size += 1
            here = leaf_hash(leaf)
            ending = size
            while ending % 2 == 0:  # two subtrees of one size are one of the next
                here = _node(peaks.pop(), here)
                ending //= 2
            peaks.append(here)
        return LogTree(size, tuple(peaks))

    @property
    def root(self) -> bytes:
        """The hash over all leaves."""
        return _joined(self.peaks) if self.peaks else EMPTY

    @property
    def whole(self) -> bool:
        """Whether there are as many peaks as the size needs."""
        return len(self.peaks) == self.size.bit_count() and all(len(peak) == HASH_BYTES for peak in self.peaks)


def leaf_hash(leaf: bytes) -> bytes:
    """A leaf in the tree."""
    return sha256(b"\0" + leaf).digest()


def consistency(before: LogTree, leaves: Sequence[bytes]) -> list[bytes]:
    """The proof that a tree grown from `before` by these leaves, which are all that came since, begins with it."""
    if not before.size or not leaves:
        return []
    size = before.size + len(leaves)
    peaks, start = dict[int, bytes](), 0
    for peak, width in zip(before.peaks, _widths(before.size), strict=True):
        peaks[start] = peak  # where it begins: the proof has a subtree from there on
        start += width

    def root(first: int, last: int) -> bytes:
        """The root of the leaves from one to before another, all of them old or all new."""
        if first >= before.size:
            return LogTree().grown(leaves[first - before.size : last - before.size]).root
        return _joined([peak for at, peak in peaks.items() if first <= at < last])

    def proof(old: int, first: int, last: int, is_known: bool) -> list[bytes]:
        if old == last:
            return [] if is_known else [root(first, last)]
        middle = first + _below(last - first)
        if old <= middle:
            return [*proof(old, first, middle, is_known), root(middle, last)]
        return [*proof(old, middle, last, False), root(first, middle)]

    return proof(before.size, 0, size, True)


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that a tree of `size` leaves begins with the one of `old` leaves."""
    if old == 0:
        return not proof
    if old >= size:
        return old == size and old_root == root and not proof
    rest = list(proof)
    if old & (old - 1) == 0:  # a complete subtree is its own beginning
        rest.insert(0, old_root)
    node, last = old - 1, size - 1
    while node % 2:
        node, last = node // 2, last // 2
    if not rest:
        return False
    was = now = rest.pop(0)
    for hash_ in rest:
        if last == 0:
            return False
        if node % 2 or node == last:
            was, now = _node(hash_, was), _node(hash_, now)
            while node % 2 == 0 and node:
                node, last = node // 2, last // 2
        else:
            now = _node(now, hash_)
        node, last = node // 2, last // 2
    return (was, now, last) == (old_root, root, 0)


def _widths(size: int) -> list[int]:
    """How many leaves each peak of a tree is over."""
    return [1 << bit for bit in range(size.bit_length() - 1, -1, -1) if size >> bit & 1]


def _below(size: int) -> int:
    """The largest power of two that is less."""
    return 1 << (size - 1).bit_length() - 1


def _joined(peaks: Sequence[bytes]) -> bytes:
    """The root over neighbouring subtrees, each smaller than the one before."""
    *rest, here = peaks
    for peak in reversed(rest):
        here = _node(peak, here)
    return here


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()
