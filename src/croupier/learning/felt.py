"""What a learner sees: a player's view of the table as an array of zeros and ones.

Each row has 52 columns, in the order of a new deck: spades from the ace down to the two, then hearts, diamonds and
clubs.

row 0  the player's own cards
row 1  the dealer's cards that are turned up
row 2  the community cards that are turned up

Where several seats play there are more rows:

row 3  the other players' cards that are turned up
row 4  and on: one for each seat, from the player's own around the table in the order of the deal; its column 0 is set
       when the seat has folded, and column n when it has n antes on Play
"""

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK
from croupier.learning.practice import PracticeTable

OWN, DEALER, COMMUNITY, OTHERS, SEATS = range(5)
Felt = NDArray[np.int8]

_NUMBER = {card: number for number, card in enumerate(DECK)}


def rows_for(seats: int) -> int:
    """How many rows there are at a table of so many seats."""
    return OTHERS if seats == 1 else SEATS + seats


def read(table: PracticeTable, seat: int, into: Felt | None = None) -> Felt:
    """What the player of a seat may see now; `into` is an array of zeros to write it into, if given."""
    felt = np.zeros((rows_for(table.seats), len(DECK)), np.int8) if into is None else into
    round_ = table.view(seat).round
    assert round_ is not None
    for card in round_.dealer:
        if card is not None:
            felt[DEALER, _NUMBER[card]] = 1
    for card in round_.community:
        if card is not None:
            felt[COMMUNITY, _NUMBER[card]] = 1
    for box in round_.boxes:
        row = OWN if box.seat == seat else OTHERS
        for card in box.cards:
            if card is not None:
                felt[row, _NUMBER[card]] = 1
        if table.seats > 1:
            row = SEATS + (box.seat - seat) % table.seats
            play = sum(cents for wager, cents in box.wagers if wager == "play")
            felt[row, play // table.ante_cents] = play > 0
            felt[row, 0] = box.folded
    return felt
