"""Four Card Poker, rounds at once.

A round's cards are the dealer's six, the last of them face up, five for each seat, and the bonus box's one. Sources of
side wagers: 0 the best four of the player's five cards, 1 the five as a five-card hand, 2 these and the box's card,
3 the best line that any hand at the table makes.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.five_card import FiveCardTables
from croupier.odds.kernels.four_card import FourCardTables
from croupier.odds.simulation.kernels.chance import deal
from croupier.odds.simulation.kernels.compiled import compiled
from croupier.odds.simulation.kernels.hands import five_card_classes, four_card_classes, place_of_five
from croupier.odds.simulation.kernels.settle import base_codes, tally
from croupier.odds.simulation.kernels.setup import Setup, Tally

SOURCES = ("own_best_four_of_five", "own_five_cards", "own_five_and_box_card", "best_hand_at_the_table")
UP = 5


class FourCardPlay(NamedTuple):
    """How to play, and whose hands count for the best at the table."""

    families: NDArray[np.uint32]  # of five cards, see ``packed_families``
    orders: NDArray[np.int64]  # renamings of suits
    times: NDArray[np.uint64]  # [strategy, family, half]: two bits for each face-up card, 26 cards to a half
    best_line: NDArray[np.int64]  # [class]: line of the wager on the best hand at the table
    counts_folded: NDArray[np.bool_]  # [seat]: whether a folded hand counts for it


@compiled()
def _decide(
    decks: NDArray[np.uint8], row: int, play: FourCardPlay, table: NDArray[np.uint64], places: NDArray[np.int64],
    times: NDArray[np.uint8],
) -> None:  # fmt: skip
    """Fill in how many antes the table plays, 0 for a fold."""
    count = places.shape[0]
    # One loop for each look-up, so that many wait for memory at once.
    for i in range(count):
        places[i] = place_of_five(
            np.int64(decks[row, i]), np.int64(decks[row + 1, i]), np.int64(decks[row + 2, i]),
            np.int64(decks[row + 3, i]), np.int64(decks[row + 4, i]),
        )  # fmt: skip
    for i in range(count):
        places[i] = np.int64(play.families[places[i]])
    for i in range(count):
        up = np.int64(decks[UP, i])
        card = (up & ~3) | play.orders[places[i] & 31, up & 3]
        half = np.int64(card >= 26)
        times[i] = (table[places[i] >> 5, half] >> np.uint64(2 * (card - 26 * half))) & np.uint64(3)


@compiled()
def play(
    decks: NDArray[np.uint8],
    given: NDArray[np.uint8],
    start: int,
    setup: Setup,
    hands: FourCardTables,
    bonus: FiveCardTables,
    plays: FourCardPlay,
    base: NDArray[np.int16],
    classes: NDArray[np.int16],
) -> None:
    """Fill in base codes and classes; ``given``, from ``start`` on, is what a seat without a strategy plays."""
    count = decks.shape[1]
    seats = base.shape[0]
    box = 6 + 5 * seats
    dealer = np.empty(count, np.int16)
    times = np.empty(count, np.uint8)
    totals = np.empty(count, np.uint64)
    places = np.empty(count, np.int64)
    four_card_classes(decks, np.arange(6), hands, totals, dealer)
    best = classes[3, 0]
    if setup.needed[3].any():
        for i in range(count):
            best[i] = plays.best_line[dealer[i]]
    for seat in range(seats):
        row = 6 + 5 * seat
        own = classes[0, seat]
        four_card_classes(decks, np.arange(row, row + 5), hands, totals, own)
        if setup.needed[1, seat]:
            five_card_classes(decks, np.arange(row, row + 5), bonus, totals, classes[1, seat])
        if setup.needed[2, seat]:
            rows = np.array([row, row + 1, row + 2, row + 3, row + 4, box])
            five_card_classes(decks, rows, bonus, totals, classes[2, seat])
        if not setup.ante[seat]:
            base[seat] = -1
        else:
            if setup.strategy[seat] < 0:
                times[:] = given[seat, start : start + count]
            else:
                _decide(decks, row, plays, plays.times[setup.strategy[seat]], places, times)
            base_codes(own, dealer, times, setup, base[seat])
        if setup.needed[3].any():
            for i in range(count):
                if base[seat, i] or plays.counts_folded[seat]:
                    best[i] = min(np.int64(best[i]), plays.best_line[own[i]])
    if setup.needed[3].any():
        for seat in range(1, seats):
            classes[3, seat] = best


@compiled()
def play_block(
    key: np.uint64,
    first: np.uint64,
    count: int,
    chunk: int,
    session: int,
    limits: NDArray[np.uint64],
    decks: NDArray[np.uint8],
    given: NDArray[np.uint8],
    setup: Setup,
    hands: FourCardTables,
    bonus: FiveCardTables,
    plays: FourCardPlay,
    out: Tally,
) -> int:
    """Deal, play and add up ``count`` rounds; comes back with how many are to be settled by themselves."""
    seats = setup.ante.shape[0]
    found = 0
    bits, taken = np.empty((2, chunk), np.uint64), np.empty(decks.shape, np.uint8)
    base = np.empty((seats, chunk), np.int16)
    classes = np.zeros((4, seats, chunk), np.int16)
    for start in range(0, count, chunk):
        deal(key, first + np.uint64(start), limits, bits, taken, decks)
        play(decks, given, start, setup, hands, bonus, plays, base, classes)
        found = tally(first, start, min(chunk, count - start), session, base, classes, setup, out, found)
    return found
