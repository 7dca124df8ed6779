"""What the kernels know of the rules, the wagers and the players."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

CASES = ("lower", "tie", "higher")
MOST_TIMES = 4


class Setup(NamedTuple):
    """Everything but the cards. Seats are numbered from 0, side wagers by their place in the order of settlement.

    A base code is ``((times * 2 + qualified) * 3 + case) * lines + line``; a fold is 0 and no ante -1.
    """

    # The game against the dealer.
    ante: NDArray[np.bool_]  # [seat]: whether the seat plays it
    strategy: NDArray[np.int64]  # [seat]: number of its decision table, or -1 where decisions are given
    qualifying: int  # the lowest class with which the dealer plays
    top: int  # classes above this compare as this
    line: NDArray[np.int64]  # [class]: line of the bonus or blind table
    lines: int  # and one more for none
    base_net: NDArray[np.int64]  # [seat, code]: what all wagers of the game win or lose, in cents
    base_limited: NDArray[np.int64]  # [seat, code]: what counts against the payout limit
    # Side wagers.
    needed: NDArray[np.bool_]  # [source, seat]: which cards are looked at
    side_count: NDArray[np.int64]  # [seat]
    sides: NDArray[np.int64]  # [seat, i]: the side wagers of the seat
    source: NDArray[np.int64]  # [side]: which cards it looks at
    lost: NDArray[np.bool_]  # [side]: whether a fold loses it
    ended: NDArray[np.int64]  # [side, code]: the line that the showdown makes it, whatever the cards, or -1
    side_line: NDArray[np.int64]  # [side, class]: its line; the last but one for none, the last for a forfeit
    side_net: NDArray[np.int64]  # [seat, side, line]
    side_limited: NDArray[np.int64]  # [seat, side, line]
    side_meter: NDArray[np.bool_]  # [side, line]: whether a meter pays it
    forfeit: int  # the line of a forfeit
    # What makes a round one that is settled by itself.
    limit: int  # the payout limit
    envied: NDArray[np.bool_]  # [seat]: whether others may collect on its hand
    envy_source: int
    envy_class: NDArray[np.bool_]  # [class]


class Tally(NamedTuple):
    """What a block of rounds came to. The last row of sums and squares is the whole table's.

    Rounds that are settled by themselves are counted with their lines, but their money is not added up.
    """

    base: NDArray[np.int64]  # [seat, code]: how often
    side: NDArray[np.int64]  # [seat, side, line]: how often
    sums: NDArray[np.int64]  # [seat + 1]
    squares: NDArray[np.uint64]  # [seat + 1, 2]: the lower and the upper 64 bits
    sessions: NDArray[np.int64]  # [seat, session]
    nets: NDArray[np.int64]  # [seat, round], or empty where nobody asked
    # Rounds settled by themselves.
    apart: NDArray[np.int64]  # [found]: place in the block
    apart_base: NDArray[np.int16]  # [found, seat]
    apart_class: NDArray[np.int16]  # [found, source, seat]
