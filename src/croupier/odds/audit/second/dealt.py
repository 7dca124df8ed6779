"""Every hand of two to seven cards dealt out one by one, and counted by its kind."""

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.odds.audit.second.compiled import compiled
from croupier.odds.audit.second.hands import CATEGORY, MADE, five_of, four_of, three_of
from croupier.odds.audit.second.kinds import Kinds, kind_of_five, kind_of_four, kind_of_three, kind_of_two

SUITS = ("clubs", "diamonds", "hearts", "spades")  # card n is of suit n % 4 and rank n // 4
SUPER_ROYAL = 0b111111 << 7  # ace down to nine
PLACES = 10 << 13  # a category and the mask that makes it
FIVE, FOUR = 5, 4
Tally = NDArray[np.int64]  # by category and the ranks that make it


@compiled
def _deal(cards: int, best: int, suits: Tally, tally: Tally, super_royals: Tally) -> None:
    """Deals every hand of so many cards; the places of the cards go up like the wheels of a counter."""
    hand = np.arange(cards)
    while True:
        suits[:] = 0
        for card in hand:
            suits[card & 3] |= 1 << (card >> 2)
        a, b, c, d = suits[0], suits[1], suits[2], suits[3]
        value = five_of(a, b, c, d) if best == FIVE else four_of(a, b, c, d)
        if cards == 6 and best == FIVE and value == (9 << CATEGORY) | ((1 << 12) << MADE):
            for suit in range(4):
                if suits[suit] == SUPER_ROYAL:
                    super_royals[suit] += 1
        tally[value >> MADE] += 1
        wheel = cards - 1
        while wheel >= 0 and hand[wheel] == 52 - cards + wheel:
            wheel -= 1
        if wheel < 0:
            return
        hand[wheel] += 1
        for after in range(wheel + 1, cards):
            hand[after] = hand[after - 1] + 1


@cache
def dealt(cards: int, best: int) -> Kinds:
    """All hands of so many cards by the kind of their best four or five; of six a super royal by its suit."""
    tally, super_royals = np.zeros(PLACES, np.int64), np.zeros(4, np.int64)
    _deal(cards, best, np.zeros(4, np.int64), tally, super_royals)
    found: dict[str, int] = {}
    kind_of = kind_of_five if best == FIVE else kind_of_four
    for place in np.nonzero(tally)[0].tolist():
        kind = kind_of(place << MADE)
        found[kind] = found.get(kind, 0) + int(tally[place])
    for suit, count in zip(SUITS, super_royals.tolist(), strict=True):
        if count:
            name = f"super_royal_{suit if suit == 'diamonds' else 'hearts_spades_clubs'}"
            found[name] = found.get(name, 0) + count
            found["royal_flush"] -= count
    return found


def masks_of(cards: tuple[int, ...]) -> tuple[int, int, int, int]:
    """The ranks held of each suit."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card % 4] |= 1 << (card // 4)
    return masks[0], masks[1], masks[2], masks[3]


@cache
def three_cards() -> Kinds:
    """All hands of three cards."""
    found: dict[str, int] = {}
    for cards in combinations(range(52), 3):
        kind = kind_of_three(three_of(*masks_of(cards)), SUITS[cards[0] % 4])
        found[kind] = found.get(kind, 0) + 1
    return found


@cache
def two_cards(with_dealer: bool) -> Kinds:
    """All hands of two cards; with the dealer's, every two that the dealer may have besides."""
    found: dict[str, int] = {}
    aces = {48, 49, 50, 51}
    for cards in combinations(range(52), 2):
        ranks, suits = (cards[0] // 4, cards[1] // 4), (SUITS[cards[0] % 4], SUITS[cards[1] % 4])
        if not with_dealer:
            kind = kind_of_two(ranks, suits, False)
            found[kind] = found.get(kind, 0) + 1
            continue
        for dealers in combinations([card for card in range(52) if card not in cards], 2):
            kind = kind_of_two(ranks, suits, aces.issuperset(dealers))
            found[kind] = found.get(kind, 0) + 1
    return found
