"""Seeds, commitments and orders: without bias, without ambiguity, and as the page for strangers says."""

import hashlib
import json
import os
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK
from croupier.house.shuffles.merkle import deck_root
from croupier.house.shuffles.shuffle import (
    PlayerSeeds,
    SeedPool,
    encoded_seeds,
    order_from,
    salts_from,
    seal_key,
    seed_commitment,
    shuffled,
)
from tests.house.shuffles import shuffle_vectors, stranger

PAGE = Path(__file__).parents[3] / "docs" / "shuffle.md"
VECTORS: list[dict[str, Any]] = json.loads(shuffle_vectors.FILE.read_text("utf-8"))["vectors"]
SEEDS = st.binary(min_size=32, max_size=32)
PLAYERS = st.dictionaries(st.text(max_size=12), st.text(max_size=40), max_size=7).map(lambda one: tuple(one.items()))


class Tape:
    """A source of entropy that gives what it was told to, and remembers what it was asked."""

    def __init__(self, *fresh: bytes) -> None:
        self.fresh = list(fresh)
        self.asked: list[int] = []

    def __call__(self, length: int) -> bytes:
        self.asked.append(length)
        return self.fresh.pop(0)


def test_every_draw_is_mixed_with_fresh_entropy_as_long_as_the_pool() -> None:
    tape = Tape(*(bytes([n]) * 64 for n in range(5)))
    pool = SeedPool(tape)
    seeds = [pool.draw() for _ in range(5)]
    assert tape.asked == [64] * 5
    assert len(set(seeds)) == 5
    assert {len(seed) for seed in seeds} == {32}


def test_a_pool_is_its_entropy_and_nothing_else() -> None:
    fresh = [os.urandom(64) for _ in range(3)]
    first, again = SeedPool(Tape(*fresh)), SeedPool(Tape(*fresh))
    assert [first.draw() for _ in fresh] == [again.draw() for _ in fresh]


def test_what_went_in_before_counts_even_where_the_source_repeats_itself() -> None:
    stuck = bytes(64)
    one, other = SeedPool(Tape(b"a" * 64, stuck, stuck)), SeedPool(Tape(b"b" * 64, stuck, stuck))
    drawn = [pool.draw() for pool in (one, other) for _ in range(3)]
    assert len(set(drawn)) == 6


def test_one_bit_of_entropy_changes_the_seed() -> None:
    seeds = {SeedPool(Tape(bytes(64))).draw()}
    for bit in range(512):
        seeds.add(SeedPool(Tape((1 << bit).to_bytes(64, "big"))).draw())
    assert len(seeds) == 513


@pytest.mark.parametrize("length", [0, 63, 65])
def test_a_source_that_gives_too_little_is_not_used(length: int) -> None:
    with pytest.raises(ValueError, match=f"gave {length} bytes"):
        SeedPool(Tape(bytes(length))).draw()


def test_the_system_is_the_source_unless_another_is_named() -> None:
    assert SeedPool().draw() != SeedPool().draw()


@pytest.mark.parametrize("length", [0, 16, 31, 33, 64])
@pytest.mark.parametrize("use", [seed_commitment, order_from, salts_from, seal_key])
def test_a_seed_of_another_length_is_no_seed(use: Any, length: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        use(bytes(length))


@given(SEEDS)
def test_what_is_made_from_a_seed_for_one_purpose_is_not_made_for_another(seed: bytes) -> None:
    salts = salts_from(seed)
    commitment = bytes.fromhex(seed_commitment(seed))
    made = [commitment, seal_key(seed), salts[:32], hashlib.sha256(seed).digest(), seed]
    assert len(set(made)) == len(made)
    assert len({salts[at : at + 16] for at in range(0, 832, 16)}) == 52


@given(SEEDS, st.integers(0, 255))
def test_one_bit_of_the_seed_changes_everything(seed: bytes, bit: int) -> None:
    other = (int.from_bytes(seed, "big") ^ 1 << bit).to_bytes(32, "big")
    assert seed_commitment(seed) != seed_commitment(other)
    assert seal_key(seed) != seal_key(other)
    assert salts_from(seed) != salts_from(other)
    assert order_from(seed) != order_from(other)
    assert sorted(map(str, order_from(other))) == sorted(map(str, DECK))


@given(SEEDS, PLAYERS, st.randoms())
def test_players_seeds_count_and_the_order_they_came_in_does_not(
    seed: bytes, players: PlayerSeeds, random: Any
) -> None:
    listed = list(players)
    random.shuffle(listed)
    assert order_from(seed, tuple(listed)) == order_from(seed, players)
    assert order_from(seed, (*players, ("another player", "x"))) != order_from(seed, players)
    for place, (name, own) in enumerate(players):
        changed = (*players[:place], (name, own + "x"), *players[place + 1 :])
        assert order_from(seed, changed) != order_from(seed, players)


def decoded(raw: bytes) -> PlayerSeeds:
    """The players' seeds back from their bytes."""
    texts, at = [], 4
    while at < len(raw):
        length = int.from_bytes(raw[at : at + 4], "big")
        texts.append(raw[at + 4 : at + 4 + length].decode())
        at += 4 + length
    assert len(texts) == 2 * int.from_bytes(raw[:4], "big")
    return tuple(zip(texts[::2], texts[1::2], strict=True))


@given(PLAYERS)
def test_the_bytes_of_players_seeds_can_be_read_in_one_way_only(players: PlayerSeeds) -> None:
    assert decoded(encoded_seeds(players)) == tuple(sorted(players, key=lambda pair: pair[0].encode()))


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_tiny_deck_comes_in_every_order_equally_often(size: int) -> None:
    """Every stream of bytes that could be drawn, from a generator of 16 bytes that keeps the sizes' remainders.

    The bytes are the 16 highest ones, so that some are thrown away for 3 and none for 2 and 4.
    """
    counts: Counter[tuple[int, ...]] = Counter()
    unfinished = 0
    for stream in product(range(240, 256), repeat=size):
        try:
            counts[tuple(shuffled(range(size), stream))] += 1
        except ValueError:
            unfinished += 1
    assert len(counts) == [0, 0, 2, 6, 24][size]
    assert len(set(counts.values())) == 1
    assert (unfinished > 0) == (size > 2)


@pytest.mark.parametrize("left", range(2, 53))
def test_each_choice_has_equally_many_bytes(left: int) -> None:
    """The first byte decides which card goes last; what follows is zeros. A byte thrown away decides nothing."""
    chosen: Counter[int] = Counter()
    zeros = [0] * left
    without = shuffled(range(left), zeros)
    for byte in range(256):
        if byte >= 256 - 256 % left:
            assert shuffled(range(left), [byte, *zeros]) == without
        else:
            chosen[shuffled(range(left), [byte, *zeros])[-1]] += 1
    assert sorted(chosen) == list(range(left))
    assert set(chosen.values()) == {256 // left}


def test_a_stream_that_ends_too_soon_gives_no_order() -> None:
    with pytest.raises(ValueError, match="ended"):
        shuffled(DECK, [255] * 1000)


def test_where_many_bytes_are_thrown_away_the_second_block_goes_on() -> None:
    seed = shuffle_vectors.TWO_BLOCKS
    source, used = stranger.stream(seed, stranger.label("order") + bytes(4)), 0
    for left in range(52, 1, -1):
        used += 1
        while next(source) >= 256 - 256 % left:
            used += 1
    assert used == 65
    assert [str(card) for card in order_from(seed)] == stranger.order(seed, ())


@given(SEEDS, PLAYERS)
def test_a_stranger_makes_the_same_of_any_seeds(seed: bytes, players: PlayerSeeds) -> None:
    order = order_from(seed, players)
    assert [str(card) for card in order] == stranger.order(seed, players)
    assert seed_commitment(seed) == stranger.commitment(seed)
    assert seal_key(seed) == stranger.seal_key(seed)
    assert salts_from(seed)[16 * 51 :] == stranger.salt(seed, 51)
    assert deck_root(seed, order) == stranger.root(seed, [str(card) for card in order])


def test_the_vectors_are_what_the_stated_command_writes() -> None:
    assert shuffle_vectors.FILE.read_text("utf-8") == shuffle_vectors.written()


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["seed"][:8] for vector in VECTORS])
def test_a_stranger_finds_the_vectors(vector: dict[str, Any]) -> None:
    seed, players, leaf = bytes.fromhex(vector["seed"]), vector["player_seeds"], vector["leaf"]
    order = stranger.order(seed, players)
    assert " ".join(order) == vector["order"]
    assert stranger.commitment(seed) == vector["commitment"]
    assert stranger.first(seed, stranger.label("salts"), 832).hex() == vector["salts"]
    assert stranger.root(seed, order) == vector["root"]
    assert stranger.path(seed, order, leaf["position"]) == vector["path"]
    assert stranger.leaf(leaf["position"], leaf["card"], bytes.fromhex(leaf["salt"])).hex() == leaf["hash"]
    assert stranger.seal_key(seed).hex() == vector["seal_key"]


def test_seeds_shared_out_otherwise_make_another_deck() -> None:
    same_seed = [vector for vector in VECTORS if vector["seed"] == VECTORS[4]["seed"]]
    assert len({vector["order"] for vector in same_seed}) == len(same_seed) == 2


def test_the_page_prints_the_first_vector() -> None:
    page, first = " ".join(PAGE.read_text("utf-8").split()), VECTORS[0]
    for field in ("seed", "commitment", "order", "root", "seal_key"):
        assert first[field] in page
