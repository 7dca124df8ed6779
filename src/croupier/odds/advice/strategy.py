"""A strategy in words, and the words and thresholds of the published ones: data for all who count or quote them."""

from fractions import Fraction

from msgspec import Struct


class RulesOfPlay(Struct, frozen=True):
    """A strategy in words. `cost` is what it gives up per ante against best play."""

    name: str
    source: str
    rules: tuple[str, ...]
    ev: Fraction
    cost: Fraction


TWOS, THREES, TENS, JACKS, QUEENS, KINGS, ACES = 0, 1, 8, 9, 10, 11, 12
USUAL_OUTS = 21

QUEEN_SIX_FOUR = "Play queen, six, four or better, fold the rest."
ON_PAIRS = (
    "Fold a pair of twos or less.",
    "Play one ante on a pair of threes to nines.",
    "Play three antes on a pair of tens or better.",
)
BEFORE_FLOP = (
    "Before the flop play four antes with threes or better, any ace, any suited king or king-five offsuit, "
    "queen-six suited or queen-eight offsuit, jack-eight suited or jack-ten offsuit."
)
ON_FLOP = (
    "On the flop play two antes with two pair or better, a pair that uses one of your cards (not twos in hand), "
    "or four to a flush with a ten or better of it in hand."
)
LAST = (
    "At the end play one ante with a pair or better in your best five that one of your cards is part of (a kicker "
    "is not), or if fewer than 21 cards would make the dealer's hand better than yours."
)


def usual_starting_raise(high: int, low: int, suited: bool) -> bool:
    """Hold 'em, by ranks: raise four antes on threes or better, any ace, and the better kings to jacks.

    Offsuit that is a king with a five, a queen with an eight, a jack with a ten; suited any king, a queen
    with a six, a jack with an eight.
    """
    if high == low:
        return high >= THREES
    lowest = {ACES: (0, 0), KINGS: (0, 3), QUEENS: (4, 6), JACKS: (6, 8)}
    return high in lowest and low >= lowest[high][0 if suited else 1]
