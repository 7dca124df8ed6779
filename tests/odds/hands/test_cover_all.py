from itertools import combinations
from math import comb, prod

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled
from croupier.odds.kernels.cover_all import CLASSES, cover_all_counts
from croupier.odds.kernels.four_card import FOUR_ACES, ROYAL, strengths


def class_of(cards: tuple[int, ...], ranks: int) -> int:
    """Class of a hand of a short deck by looking at its fours; the ace is the highest rank."""
    best = 5
    for four in combinations(cards, 4):
        numbers = sorted(card // 4 for card in four)
        one_suit = len({card % 4 for card in four}) == 1
        if numbers[0] == numbers[3]:
            best = min(best, 0 if numbers[0] == ranks - 1 else 2)
        elif one_suit and numbers == [ranks - 4, ranks - 3, ranks - 2, ranks - 1]:
            best = min(best, 1)
        elif one_suit and (numbers[3] - numbers[0] == 3 or numbers == [0, 1, 2, ranks - 1]):
            best = min(best, 3)
        elif any(numbers.count(number) == 3 for number in numbers):
            best = min(best, 4)
    return best


@compiled()
def _meet(
    dealers: NDArray[np.int32], dealer_class: NDArray[np.int64], weight: NDArray[np.int64],
    hands: NDArray[np.int32], hand_class: NDArray[np.int64], players: int,
) -> NDArray[np.int64]:  # fmt: skip
    """The hands come in order of their class: those of one class are met in one plain loop, which is fast."""
    out = np.zeros(6, np.int64)
    free = np.zeros(len(hands), np.int32)
    for d in range(len(dealers)):
        count = 0
        begins = np.zeros(7, np.int64)  # where the free hands of each class begin
        for h in range(len(hands)):
            if hands[h] & dealers[d] == 0:
                free[count] = hands[h]
                count += 1
                begins[hand_class[h] + 1 :] = count
        for own in range(6):
            for i in range(begins[own], begins[own + 1]):
                first = min(dealer_class[d], own)
                if players == 1:
                    out[first] += weight[d]
                    continue
                for other in range(own, 6):
                    met = 0
                    for j in range(begins[other], i if other == own else begins[other + 1]):
                        met += free[i] & free[j] == 0
                    out[min(first, other)] += 2 * met * weight[d]
    return out


def short_deck_twin(ranks: int, players: int) -> list[int]:
    """Meet every deal of a short deck; dealers that are renamings of each other's suits are met once."""
    hands = sorted((class_of(hand, ranks), hand) for hand in combinations(range(4 * ranks), 5))
    orbit: dict[tuple[tuple[int, ...], ...], list[tuple[int, ...]]] = {}
    for dealer in combinations(range(4 * ranks), 6):
        suits = tuple(sorted(tuple(card // 4 for card in dealer if card % 4 == suit) for suit in range(4)))
        orbit.setdefault(suits, []).append(dealer)
    dealers = [members[0] for members in orbit.values()]
    out = _meet(
        np.array([sum(1 << card for card in dealer) for dealer in dealers], np.int32),
        np.array([class_of(dealer, ranks) for dealer in dealers]),
        np.array([len(members) for members in orbit.values()]),
        np.array([sum(1 << card for card in hand) for _, hand in hands], np.int32),
        np.array([hand_class for hand_class, _ in hands]),
        players,
    )
    return [int(count) for count in out]


@pytest.mark.parametrize(("ranks", "players"), [(5, 1), (5, 2), (6, 1)])
def test_short_decks_agree_with_meeting_every_deal(ranks: int, players: int) -> None:
    assert list(cover_all_counts(players, ranks).values()) == short_deck_twin(ranks, players)


@pytest.mark.parametrize("players", range(1, 7))
def test_counts_add_up_and_agree_with_a_simulation(players: int) -> None:
    counts = cover_all_counts(players)
    deals_of_players = prod(comb(52 - 5 * player, 5) for player in range(players))
    assert sum(counts.values()) == deals_of_players * comb(52 - 5 * players, 6)
    random = np.random.default_rng(players)
    deals = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (120_000, 1)), axis=1)
    best = strength_class(strengths(deals[:, :6]))
    for player in range(players):
        best = np.minimum(best, strength_class(strengths(deals[:, 6 + 5 * player : 11 + 5 * player])))
    seen = np.bincount(best, minlength=len(CLASSES))
    for count, exact in zip(seen, counts.values(), strict=True):
        share = exact / sum(counts.values())
        assert abs(count - len(deals) * share) < 4.5 * np.sqrt(len(deals) * share * (1 - share)) + 1


def strength_class(strength: NDArray[np.uint16]) -> NDArray[np.int64]:
    classes = np.select(
        [strength == FOUR_ACES, strength == ROYAL, strength >= 2522, strength >= 2511, strength >= 2355],
        [0, 1, 2, 3, 4],
        default=5,
    )
    return classes.astype(np.int64)


def test_four_aces_by_hand() -> None:
    # Only one hand can hold them: a player with one more card, or the dealer with two.
    counts = cover_all_counts(3)
    share = 3 * 48 / comb(52, 5) + comb(48, 2) / comb(52, 6)
    assert counts["four_aces"] / sum(counts.values()) == pytest.approx(share, rel=1e-12)


def test_a_table_that_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(ValueError, match="from 1 to 6"):
        cover_all_counts(7)
    with pytest.raises(ValueError, match="enough cards"):
        cover_all_counts(4, 6)
