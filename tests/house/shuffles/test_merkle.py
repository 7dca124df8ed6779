"""One hash over 52 cards: it binds every card to its place, and shows none."""

from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Card
from croupier.house.shuffles.merkle import Leaf, deck_root, leaf_and_path, root_over
from croupier.house.shuffles.shuffle import order_from, salts_from

SEED = sha256(b"a deck").digest()
ORDER = order_from(SEED)
ROOT = deck_root(SEED, ORDER)
POSITIONS = st.integers(0, 51)


@pytest.mark.parametrize("position", range(52))
def test_every_card_is_proved_by_its_path(position: int) -> None:
    leaf, path = leaf_and_path(SEED, ORDER, position)
    assert (leaf.position, leaf.card) == (position, ORDER[position])
    assert leaf.salt == salts_from(SEED)[16 * position : 16 * position + 16]
    assert len(path) == (9 if position < 48 else 6)
    assert root_over(leaf, path) == ROOT


@pytest.mark.parametrize("position", range(52))
def test_no_other_card_and_no_other_position_is(position: int) -> None:
    leaf, path = leaf_and_path(SEED, ORDER, position)
    for card in DECK:
        assert (root_over(Leaf(position, card, leaf.salt), path) == ROOT) == (card is leaf.card)
    for other in range(52):
        assert (root_over(Leaf(other, leaf.card, leaf.salt), path) == ROOT) == (other == position)


@given(POSITIONS, st.integers(0, 8), st.integers(0, 255))
def test_one_bit_of_the_path_is_enough_to_miss_the_root(position: int, step: int, bit: int) -> None:
    leaf, path = leaf_and_path(SEED, ORDER, position)
    step %= len(path)
    bent = (int.from_bytes(path[step], "big") ^ 1 << bit).to_bytes(32, "big")
    assert root_over(leaf, (*path[:step], bent, *path[step + 1 :])) != ROOT


@given(POSITIONS, st.integers(0, 127))
def test_one_bit_of_the_salt_is_enough_too(position: int, bit: int) -> None:
    leaf, path = leaf_and_path(SEED, ORDER, position)
    salt = (int.from_bytes(leaf.salt, "big") ^ 1 << bit).to_bytes(16, "big")
    assert root_over(Leaf(position, leaf.card, salt), path) != ROOT


@given(POSITIONS)
def test_a_path_of_another_length_leads_nowhere(position: int) -> None:
    leaf, path = leaf_and_path(SEED, ORDER, position)
    for length in range(len(path)):
        assert root_over(leaf, path[:length]) is None
    assert root_over(leaf, (*path, bytes(32))) is None


@given(POSITIONS)
def test_the_steps_of_a_path_have_their_order(position: int) -> None:
    leaf, path = leaf_and_path(SEED, ORDER, position)
    for turned in permutations(path[-3:]):
        assert (root_over(leaf, (*path[:-3], *turned)) == ROOT) == (turned == path[-3:])


@given(POSITIONS, POSITIONS)
def test_two_cards_exchanged_make_another_root(one: int, other: int) -> None:
    order = list(ORDER)
    order[one], order[other] = order[other], order[one]
    assert (deck_root(SEED, order) == ROOT) == (one == other)


def test_another_seed_hides_the_same_order_under_another_root() -> None:
    assert deck_root(bytes(32), ORDER) != ROOT


def test_a_path_does_not_tell_its_neighbours_cards() -> None:
    """Whoever holds every path but one neighbour's salt cannot name that neighbour by trying all cards."""
    _, path = leaf_and_path(SEED, ORDER, 0)
    guesses = {sha256(bytes((0, 1)) + str(card).encode() + bytes(16)).digest() for card in DECK}
    assert not guesses & set(path)


def test_leaves_and_nodes_are_told_apart() -> None:
    """No leaf's hash is one of a node: their content begins with another byte, whatever follows."""
    leaf, path = leaf_and_path(SEED, ORDER, 0)
    content = bytes((0,)) + str(leaf.card).encode() + leaf.salt
    assert leaf.hash == sha256(b"\0" + content).digest()
    assert root_over(leaf, path) != sha256(b"\0" + b"".join((leaf.hash, *path[:3]))).hexdigest()
    family = sha256(b"\1" + b"".join((leaf.hash, *path[:3]))).digest()
    above = sha256(b"\1" + b"".join((family, *path[3:6]))).digest()
    assert sha256(b"\1" + b"".join((above, *path[6:]))).hexdigest() == ROOT


@pytest.mark.parametrize("count", [0, 51, 53])
def test_a_deck_is_52_cards(count: int) -> None:
    cards: list[Card] = [*ORDER, ORDER[0]][:count]
    with pytest.raises(ValueError):
        deck_root(SEED, cards)
