"""Ultimate Texas Hold 'Em, rounds at once.

A round's cards are the dealer's two, the community's five, the first three being the flop, two for each seat, and the
bonus box's four. Sources of side wagers: 0 the best five of the player's two and the community's, 1 the player's two
and the flop, 2 the player's two and the box's four, 3 the player's two by themselves, 4 the beaten hand, 5 the
community's.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.five_card import FiveCardTables
from croupier.odds.kernels.hold_em_play import PAIR_PLACE
from croupier.odds.kernels.showdown import KIND_OF
from croupier.odds.simulation.kernels.chance import deal
from croupier.odds.simulation.kernels.compiled import compiled
from croupier.odds.simulation.kernels.hands import NOTHING, five_card_classes, place_of_five, place_of_three
from croupier.odds.simulation.kernels.settle import base_codes, tally
from croupier.odds.simulation.kernels.setup import Setup, Tally

SOURCES = (
    "own_two_and_community_best_five",
    "own_two_and_flop",
    "own_two_and_four_box_cards",
    "own_two_cards",
    "losing_hand",
    "community_cards",
)
ACES = 48  # the lowest card that is an ace
_PAIRS = PAIR_PLACE.ravel()
_KINDS = KIND_OF.ravel()


class HoldEmPlay(NamedTuple):
    """How to play: tables of each strategy, and what they are looked up by."""

    before: NDArray[np.uint8]  # [strategy, 52 * 52]: antes to play before the flop, 0 for a check
    flops: NDArray[np.uint32]  # families of three cards, see ``packed_families``
    moved: NDArray[np.int16]  # [renaming, pair]: the pair under other names of suits
    on_flop: NDArray[np.uint64]  # [strategy, family, word]: a bit for each pair that raises
    boards: NDArray[np.uint32]  # families of five cards
    at_end: NDArray[np.uint64]  # [strategy, family, word]: a bit for each kind of hand that plays
    hole: NDArray[np.int16]  # [52 * 52]: class of two cards
    either_beaten: bool  # whether the dealer's beaten hand counts besides the player's


@compiled()
def _decide(
    decks: NDArray[np.uint8], row: int, plays: HoldEmPlay, strategy: int, waiting: NDArray[np.int64],
    places: NDArray[np.int64], times: NDArray[np.uint8],
) -> None:  # fmt: skip
    """Fill in how many antes the strategy plays, 0 for a fold."""
    before, on_flop, at_end = plays.before[strategy], plays.on_flop[strategy], plays.at_end[strategy]
    left = 0
    for i in range(times.shape[0]):
        times[i] = before[np.int64(decks[row, i]) * 52 + decks[row + 1, i]]
        waiting[left] = i
        left += times[i] == 0
    # One loop for each look-up, so that many wait for memory at once.
    for j in range(left):
        i = waiting[j]
        flop = place_of_three(np.int64(decks[2, i]), np.int64(decks[3, i]), np.int64(decks[4, i]))
        places[j] = np.int64(plays.flops[flop])
    still = 0
    for j in range(left):
        i = waiting[j]
        pair = plays.moved[places[j] & 31, _PAIRS[np.int64(decks[row, i]) * 52 + decks[row + 1, i]]]
        raises = (on_flop[places[j] >> 5, pair >> 6] >> np.uint64(pair & 63)) & np.uint64(1)
        times[i] = np.uint8(2 * raises)
        waiting[still] = i
        still += raises == np.uint64(0)
    for j in range(still):
        i = waiting[j]
        places[j] = place_of_five(
            np.int64(decks[2, i]), np.int64(decks[3, i]), np.int64(decks[4, i]), np.int64(decks[5, i]),
            np.int64(decks[6, i]),
        )  # fmt: skip
    for j in range(still):
        places[j] = np.int64(plays.boards[places[j]] >> np.uint32(5))
    for j in range(still):
        i = waiting[j]
        suits = 0  # so many cards of each suit on the board, four bits each
        for k in range(2, 7):
            suits += 1 << (4 * (decks[k, i] & 3))
        # Three or more of a suit: 3, 4 and 5 and one more have the third bit.
        many = (suits + 0x1111) & 0x4444
        suit = 4
        if many:
            suit = 0
            while not (many >> (4 * suit + 2)) & 1:
                suit += 1
        one, two = np.int64(decks[row, i]), np.int64(decks[row + 1, i])
        kind = _KINDS[((one >> 2) + 13 * (one & 3 == suit)) * 26 + (two >> 2) + 13 * (two & 3 == suit)]
        times[i] = (at_end[places[j], kind >> 6] >> np.uint64(kind & 63)) & np.uint64(1)


@compiled()
def play(
    decks: NDArray[np.uint8],
    given: NDArray[np.uint8],
    start: int,
    setup: Setup,
    hands: FiveCardTables,
    plays: HoldEmPlay,
    base: NDArray[np.int16],
    classes: NDArray[np.int16],
) -> None:
    """Fill in base codes and classes; ``given``, from ``start`` on, is what a seat without a strategy plays."""
    count = decks.shape[1]
    seats = base.shape[0]
    box = 7 + 2 * seats
    dealer = np.empty(count, np.int16)
    times = np.empty(count, np.uint8)
    totals = np.empty(count, np.uint64)
    waiting = np.empty(count + 1, np.int64)
    places = np.empty(count, np.int64)
    five_card_classes(decks, np.arange(7), hands, totals, dealer)
    if setup.needed[5].any():
        five_card_classes(decks, np.arange(2, 7), hands, totals, classes[5, 0])
        for seat in range(1, seats):
            classes[5, seat] = classes[5, 0]
    for seat in range(seats):
        row = 7 + 2 * seat
        own = classes[0, seat]
        five_card_classes(decks, np.array([2, 3, 4, 5, 6, row, row + 1]), hands, totals, own)
        if setup.needed[1, seat]:
            five_card_classes(decks, np.array([2, 3, 4, row, row + 1]), hands, totals, classes[1, seat])
        if setup.needed[2, seat]:
            rows = np.array([row, row + 1, box, box + 1, box + 2, box + 3])
            five_card_classes(decks, rows, hands, totals, classes[2, seat])
        if setup.needed[3, seat]:
            for i in range(count):
                hole = plays.hole[np.int64(decks[row, i]) * 52 + decks[row + 1, i]]
                # The classes of a pair of aces come in twos, the first where the dealer has the other two.
                joint = hole < 4 and decks[0, i] >= ACES and decks[1, i] >= ACES
                classes[3, seat, i] = hole - np.int64(joint)
        if setup.needed[4, seat]:
            for i in range(count):
                beaten = NOTHING
                if own[i] < dealer[i]:
                    beaten = int(own[i])
                elif own[i] > dealer[i] and plays.either_beaten:
                    beaten = int(dealer[i])
                classes[4, seat, i] = beaten
        if not setup.ante[seat]:
            base[seat] = -1
            continue
        if setup.strategy[seat] < 0:
            times[:] = given[seat, start : start + count]
        else:
            _decide(decks, row, plays, setup.strategy[seat], waiting, places, times)
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
    hands: FiveCardTables,
    plays: HoldEmPlay,
    out: Tally,
) -> int:
    """Deal, play and add up ``count`` rounds; comes back with how many are to be settled by themselves."""
    seats = setup.ante.shape[0]
    found = 0
    bits, taken = np.empty((2, chunk), np.uint64), np.empty(decks.shape, np.uint8)
    base = np.empty((seats, chunk), np.int16)
    classes = np.zeros((6, seats, chunk), np.int16)
    for start in range(0, count, chunk):
        deal(key, first + np.uint64(start), limits, bits, taken, decks)
        play(decks, given, start, setup, hands, plays, base, classes)
        found = tally(first, start, min(chunk, count - start), session, base, classes, setup, out, found)
    return found
