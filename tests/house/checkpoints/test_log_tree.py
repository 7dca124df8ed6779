"""A log's tree is that of RFC 6962, taken from its text; proofs show that it only grew, and nothing else."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.house.checkpoints.log_tree import LogTree, consistency, is_consistent

LEAVES = [number.to_bytes(4, "big") for number in range(130)]


def root(leaves: list[bytes]) -> bytes:
    """Section 2.1 of the RFC, word for word."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\0" + leaves[0]).digest()
    split = 1
    while 2 * split < len(leaves):
        split *= 2
    return sha256(b"\1" + root(leaves[:split]) + root(leaves[split:])).digest()


@pytest.mark.parametrize("size", [*range(1, 40), 64, 65, 127, 128, 129])
def test_roots_are_those_of_the_rfc(size: int) -> None:
    tree = LogTree().grown(LEAVES[:size])
    assert tree.root == root(LEAVES[:size])
    assert tree.whole
    halfway = LogTree().grown(LEAVES[: size // 2])
    assert halfway.grown(LEAVES[size // 2 : size]) == tree


def test_an_empty_log_has_a_root_too() -> None:
    assert LogTree().root == root([])


@pytest.mark.parametrize("size", [*range(1, 34), 64, 65, 129])
def test_a_tree_that_grew_is_proved_to_begin_with_the_older_one(size: int) -> None:
    new = root(LEAVES[:size])
    for old in range(size + 1):
        before = LogTree().grown(LEAVES[:old])
        proof = consistency(before, LEAVES[old:size])
        assert is_consistent(old, before.root, size, new, proof), old
        if 0 < old < size:
            other = root([b"other", *LEAVES[1:old]])
            assert not is_consistent(old, other, size, new, proof), old
            assert not is_consistent(old, before.root, size, other, proof), old
            assert not is_consistent(old, before.root, size, new, [*proof, proof[-1]]), old
            assert not is_consistent(old, before.root, size, new, proof[:-1]), old


@given(st.integers(1, 129), st.integers(1, 129), st.data())
def test_no_changed_proof_holds(one: int, two: int, data: st.DataObject) -> None:
    old, size = sorted((one, two))
    before = LogTree().grown(LEAVES[:old])
    proof = consistency(before, LEAVES[old:size])
    if proof:
        place, at = data.draw(st.integers(0, len(proof) - 1)), data.draw(st.integers(0, 31))
        changed = bytearray(proof[place])
        changed[at] ^= 1 << data.draw(st.integers(0, 7))
        proof[place] = bytes(changed)
        assert not is_consistent(old, before.root, size, root(LEAVES[:size]), proof)


def test_a_log_never_shrinks() -> None:
    small, large = LogTree().grown(LEAVES[:5]), LogTree().grown(LEAVES[:9])
    assert not is_consistent(9, large.root, 5, small.root, [])
    assert not is_consistent(9, large.root, 9, small.root, [])
    assert not LogTree(3, (bytes(32),)).whole
