"""Three Card Poker, rounds at once.

A round's cards are the dealer's three and three for each seat. Sources of side wagers: 0 the player's three cards,
1 these and the dealer's three.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.five_card import FiveCardTables
from croupier.odds.simulation.kernels.chance import deal
from croupier.odds.simulation.kernels.compiled import compiled
from croupier.odds.simulation.kernels.hands import ThreeCardTables, five_card_classes, three_card_classes
from croupier.odds.simulation.kernels.settle import base_codes, tally
from croupier.odds.simulation.kernels.setup import Setup, Tally

SOURCES = ("own_three_cards", "own_three_and_dealers_three")


@compiled()
def play(
    decks: NDArray[np.uint8],
    given: NDArray[np.uint8],
    start: int,
    setup: Setup,
    hands: ThreeCardTables,
    bonus: FiveCardTables,
    plays: NDArray[np.uint8],
    base: NDArray[np.int16],
    classes: NDArray[np.int16],
) -> None:
    """Fill in base codes and classes.

    ``plays`` says per strategy and class how many antes to play; ``given``, from ``start`` on, what a seat without a
    strategy plays.
    """
    count = decks.shape[1]
    dealer = np.empty(count, np.int16)
    times = np.empty(count, np.uint8)
    totals = np.empty(count, np.uint64)
    three_card_classes(decks[0], decks[1], decks[2], hands, dealer)
    for seat in range(base.shape[0]):
        row = 3 + 3 * seat
        own = classes[0, seat]
        three_card_classes(decks[row], decks[row + 1], decks[row + 2], hands, own)
        if setup.needed[1, seat]:
            rows = np.array([0, 1, 2, row, row + 1, row + 2])
            five_card_classes(decks, rows, bonus, totals, classes[1, seat])
        if not setup.ante[seat]:
            base[seat] = -1
            continue
        if setup.strategy[seat] < 0:
            times[:] = given[seat, start : start + count]
        else:
            table = plays[setup.strategy[seat]]
            for i in range(count):
                times[i] = table[own[i]]
        base_codes(own, dealer, times, setup, base[seat])


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
    hands: ThreeCardTables,
    bonus: FiveCardTables,
    plays: NDArray[np.uint8],
    out: Tally,
) -> int:
    """Deal, play and add up ``count`` rounds; comes back with how many are to be settled by themselves."""
    seats = setup.ante.shape[0]
    found = 0
    bits, taken = np.empty((2, chunk), np.uint64), np.empty(decks.shape, np.uint8)
    base = np.empty((seats, chunk), np.int16)
    classes = np.zeros((2, seats, chunk), np.int16)
    for start in range(0, count, chunk):
        deal(key, first + np.uint64(start), limits, bits, taken, decks)
        play(decks, given, start, setup, hands, bonus, plays, base, classes)
        found = tally(first, start, min(chunk, count - start), session, base, classes, setup, out, found)
    return found
