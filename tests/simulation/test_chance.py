"""The generator: known answers, a slow twin, fair cards, and a battery that bad generators fail."""

from itertools import combinations
from math import erfc, prod, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.odds.simulation.kernels.chance import deal, philox, unfair, words
from tests.soak import SOAKING, sized

LOW = 0xFFFFFFFF
WORDS = sized(1 << 20, 1 << 26)


def slow_philox(counter: list[int], key: list[int]) -> list[int]:
    """Philox 4x32 with ten rounds as its authors define it."""
    for _ in range(10):
        one, two = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [two >> 32 ^ counter[1] ^ key[0], two & LOW, one >> 32 ^ counter[3] ^ key[1], one & LOW]
        key = [key[0] + 0x9E3779B9 & LOW, key[1] + 0xBB67AE85 & LOW]
    return counter


def slow_deal(seed: int, number: int, cards: int) -> list[int]:
    """The cards of one round drawn from a list of what is left, place by place."""
    deck, drawn = list(range(52)), []
    for word, start in enumerate(range(0, cards, 6)):
        end = min(start + 6, cards)
        ways = prod(range(52 - start, 52 - end, -1))
        attempt = 0
        while True:
            parts = slow_philox([number & LOW, number >> 32, word // 2, attempt], [seed & LOW, seed >> 32])
            bits = (parts[2 * (word % 2)] | parts[2 * (word % 2) + 1] << 32) >> 6
            if bits * ways % (1 << 58) >= (1 << 58) % ways:
                break
            attempt += 1
        for k in range(start, end):
            bits *= 52 - k
            at, bits = k + (bits >> 58), bits % (1 << 58)
            deck[k], deck[at] = deck[at], deck[k]
            drawn.append(deck[k])
    return drawn


def dealt(seed: int, first: int, count: int, cards: int) -> NDArray[np.uint8]:
    decks = np.empty((cards, count), np.uint8)
    deal(np.uint64(seed), np.uint64(first), unfair(cards), np.empty((2, count), np.uint64), decks.copy(), decks)
    return decks


def stream(seed: int, first: int, count: int, place: int = 0) -> NDArray[np.uint64]:
    one, two = np.empty(count // 2, np.uint64), np.empty(count // 2, np.uint64)
    words(np.uint64(seed), np.uint64(first), place, one, two)
    return np.stack([one, two], axis=1).ravel()


def two_sided(z: float) -> float:
    return erfc(abs(z) / sqrt(2))


def chi_square_p(observed: NDArray[np.int64], expected: float) -> float:
    """Chance of a chi-square this far from its middle, by the cube-root approximation."""
    value = float(((observed - expected) ** 2 / expected).sum())
    k = len(observed) - 1
    return two_sided(((value / k) ** (1 / 3) - (1 - 2 / (9 * k))) / sqrt(2 / (9 * k)))


@pytest.mark.parametrize(
    ("counter", "key", "answer"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((LOW,) * 4, (LOW,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_known_answers(counter: tuple[int, ...], key: tuple[int, ...], answer: tuple[int, ...]) -> None:
    assert tuple(slow_philox(list(counter), list(key))) == answer
    number, seed = counter[0] | counter[1] << 32, key[0] | key[1] << 32
    made = philox(np.uint64(seed), np.uint64(number), np.uint64(counter[2]), np.uint64(counter[3]))
    assert [int(word) for word in made] == [answer[0] | answer[1] << 32, answer[2] | answer[3] << 32]


@pytest.mark.parametrize("cards", [6, 9, 11, 13, 23, 42, 52])
def test_cards_are_those_of_the_slow_twin(cards: int) -> None:
    for seed, first in ((0, 0), (1, 1 << 33), ((1 << 64) - 1, (1 << 63) + 5)):
        decks = dealt(seed, first, 50, cards)
        for number in range(50):
            assert decks[:, number].tolist() == slow_deal(seed, first + number, cards)


def test_draws_that_would_favour_some_cards_are_made_again() -> None:
    # Limits as high as half of all remainders: about every other word is refused, many of them twice.
    cards, count = 6, 2_000
    limits = np.array([1 << 57], np.uint64)
    decks = np.empty((cards, count), np.uint8)
    deal(np.uint64(5), np.uint64(0), limits, np.empty((2, count), np.uint64), decks.copy(), decks)
    plain = dealt(5, 0, count, cards)
    assert 800 < int((decks != plain).any(axis=0).sum()) < 1_200
    assert all(len(set(deck)) == cards for deck in decks.T.tolist())


def test_rounds_do_not_depend_on_how_they_are_asked_for() -> None:
    whole = dealt(9, 100, 1_000, 11)
    pieces = [dealt(9, first, count, 11) for first, count in ((100, 1), (101, 400), (501, 599))]
    assert (np.concatenate(pieces, axis=1) == whole).all()
    assert (dealt(9, 100, 1_000, 6) == whole[:6]).all()


def test_every_card_comes_as_often_at_every_place() -> None:
    count = sized(1 << 18, 1 << 24)
    decks = dealt(3, 0, count, 42)
    for row in decks:
        assert chi_square_p(np.bincount(row, minlength=52), count / 52) > 1e-5


def test_every_pair_of_first_cards_comes_as_often() -> None:
    count = sized(1 << 20, 1 << 25)
    decks = dealt(4, 0, count, 6)
    for one, two in combinations(range(6), 2):
        pairs = np.bincount(decks[one].astype(np.int64) * 52 + decks[two], minlength=52 * 52).reshape(52, 52)
        off = pairs[~np.eye(52, dtype=np.bool_)]
        assert np.trace(pairs) == 0
        assert chi_square_p(off, count / (52 * 51)) > 1e-5


def test_frequency_of_bits_and_bytes() -> None:
    bits = stream(1, 0, WORDS)
    for bit in range(64):
        ones = int(((bits >> np.uint64(bit)) & np.uint64(1)).sum())
        assert two_sided((2 * ones - WORDS) / sqrt(WORDS)) > 1e-6, bit
    for byte in range(8):
        counted = np.bincount((bits >> np.uint64(8 * byte)).astype(np.uint8), minlength=256)
        assert chi_square_p(counted, WORDS / 256) > 1e-5, byte


def test_serial_pairs_of_neighbours() -> None:
    top = (stream(2, 0, WORDS) >> np.uint64(56)).astype(np.int64)
    for lag in (1, 2, 3, 64):
        counted = np.bincount(top[:-lag][:: lag + 1] * 256 + top[lag:][:: lag + 1], minlength=1 << 16)
        assert chi_square_p(counted, counted.sum() / (1 << 16)) > 1e-5, lag


def test_runs_up_and_down() -> None:
    bits = stream(3, 0, WORDS)
    rising = bits[1:] > bits[:-1]
    runs = 1 + int((rising[1:] != rising[:-1]).sum())
    assert two_sided((runs - (2 * WORDS - 1) / 3) / sqrt((16 * WORDS - 29) / 90)) > 1e-6


def test_gaps_between_small_numbers() -> None:
    hits = np.flatnonzero(stream(4, 0, WORDS) < np.uint64(1 << 60))  # one in sixteen
    gaps = np.minimum(np.diff(hits) - 1, 63)
    chances = np.array([(1 / 16) * (15 / 16) ** gap for gap in range(63)] + [(15 / 16) ** 63])
    scaled = np.bincount(gaps, minlength=64) / chances / len(gaps)
    value = float((len(gaps) * chances * (scaled - 1) ** 2).sum())
    assert two_sided(((value / 63) ** (1 / 3) - (1 - 2 / (9 * 63))) / sqrt(2 / (9 * 63))) > 1e-6


def test_birthday_spacings() -> None:
    # 1,024 birthdays in a year of 2 to the 28: repeated spacings are Poisson with mean n^3 / 4m = 1.
    trials = WORDS // 1_024
    days = np.sort((stream(5, 0, WORDS) >> np.uint64(36)).astype(np.int64).reshape(trials, 1_024), axis=1)
    spacings = np.sort(np.diff(days, axis=1), axis=1)
    repeats = int((np.diff(spacings, axis=1) == 0).sum())
    assert two_sided((repeats - trials) / sqrt(trials)) > 1e-6


def test_streams_of_neighbouring_seeds_rounds_and_places_are_unrelated() -> None:
    count = WORDS // 8
    base = stream(7, 0, count)
    others = {
        "seed": stream(8, 0, count),
        "far seed": stream(7 + (1 << 63), 0, count),
        "next round": stream(7, 1, count),
        "place": stream(7, 0, count, place=1),
    }
    scaled = base.astype(np.float64) / 2**64 - 0.5
    for name, other in others.items():
        correlation = float((scaled * (other.astype(np.float64) / 2**64 - 0.5)).sum()) / (count / 12)
        assert two_sided(correlation * sqrt(count)) > 1e-6, name
        differing = int(np.bitwise_count(base ^ other).sum())
        assert two_sided((differing - 32 * count) / sqrt(16 * count)) > 1e-6, name


def test_the_battery_fails_bad_generators() -> None:
    # A generator of 32 good bits and 32 that only count must not pass as random.
    counting = np.arange(1 << 16, dtype=np.uint64)
    assert chi_square_p(np.bincount((counting >> np.uint64(8)).astype(np.uint8), minlength=256), 256) < 1e-5
    assert SOAKING or WORDS == 1 << 20
