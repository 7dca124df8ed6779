"""Ultimate Texas Hold 'Em with best play.

Ante and blind are one unit each. The player raises four (or three) antes before the flop, two on it, one at
the end, or folds then. The dealer qualifies with a pair; otherwise the ante is returned. The blind pays by
its table on a win, is returned on a win below it and on a tie, and loses with the hand.
"""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.five_card import CATEGORIES, FIRST, five_card_tables, strengths
from croupier.odds.kernels.hold_em import HoldEmCounts, count_hold_em, play_values
from croupier.odds.kernels.hold_em_play import count_play
from croupier.odds.kernels.showdown import DEALER_HANDS, OUTCOMES, starting_outcomes
from croupier.odds.kernels.suits import families, place
from croupier.odds.returns import Outcome, Pays, ReturnTable, common_scale, odds_to_one
from croupier.odds.situations import distinct_cards

BOARDS_PER_FLOP = 1081
FLOPS_PER_BOARD = 10
# A family has up to 2.6e11 deals, counted 24-fold, and their values must add up within 63 bits.
MOST_UNITS = 1_000_000


class HoldEmSolution(msgspec.Struct, frozen=True):
    """The game solved for one blind paytable."""

    blind: dict[str, Fraction]
    returns: ReturnTable
    starting: tuple[dict[str, Fraction], ...]  # per starting-hand family: each action before the flop
    counts: HoldEmCounts

    def before_flop(self, cards: tuple[int, ...]) -> dict[str, Fraction]:
        """Value of each action with these two cards, before the flop."""
        distinct_cards(cards, 2)
        return self.starting[int(families(2).family[place(cards)])]


def solve(blind: Pays) -> HoldEmSolution:
    """Best play at all three decisions against a blind paytable, and every outcome of it."""
    return _solve(tuple(odds_to_one(blind, CATEGORIES).values()))


@lru_cache(maxsize=4)
def _solve(blind: tuple[Fraction, ...]) -> HoldEmSolution:
    scale, pays = _scaled(blind)
    counts = count_hold_em(scale, pays)
    before = counts.starting[counts.raise_four].sum(axis=0)
    returns = _returns(blind, before, counts.raise_two, counts.call, counts.folds)
    starting = []
    for family in range(169):
        deals = FLOPS_PER_BOARD * int(counts.starting[family].sum())
        values = {
            f"play:{times}": Fraction(
                FLOPS_PER_BOARD * int(play_values(counts.starting[family], times, scale, pays).sum()),
                scale * deals,
            )
            for times in (4, 3)
        }
        starting.append({**values, "check": Fraction(int(counts.check_value[family]), scale * deals)})
    named = dict(zip(CATEGORIES, blind, strict=True))
    return HoldEmSolution(named, returns, tuple(starting), counts)


def _scaled(odds: tuple[Fraction, ...]) -> tuple[int, NDArray[np.int64]]:
    """A common denominator, and the odds as whole numbers over it."""
    scale = common_scale(odds)
    whole = [int(value * scale) for value in odds]
    if max(scale, *whole) > MOST_UNITS:
        raise ValueError(f"over a common denominator the blind's odds pass {MOST_UNITS:,}; write simpler odds")
    return scale, np.array(whole)


def follow(blind: Pays, raise_four: NDArray[np.bool_], flop_raise: NDArray[np.bool_], outs: int) -> ReturnTable:
    """Every outcome of a fixed way to play.

    ``raise_four`` is per starting-hand family, ``flop_raise`` per flop family and pair of cards; at the end
    the player stays with a hidden pair or better or against fewer than ``outs`` outs (0: plays best).
    """
    odds = tuple(odds_to_one(blind, CATEGORIES).values())
    scale, pays = _scaled(odds)
    before = starting_outcomes()[raise_four].sum(axis=0)
    return _returns(odds, before, *count_play(scale, pays, raise_four, flop_raise, outs))


def _returns(
    blind: tuple[Fraction, ...],
    before: NDArray[np.int64],
    on_flop: NDArray[np.int64],
    at_end: NDArray[np.int64],
    folds: int,
) -> ReturnTable:
    """The outcomes of hands raised before the flop, on it, and played at the end, and the folds."""
    outcomes: list[Outcome] = []
    for times, table in ((4, FLOPS_PER_BOARD * before), (2, on_flop), (1, at_end)):
        for number, line in enumerate(CATEGORIES):
            for column, result in enumerate(OUTCOMES):
                if count := int(table[number, column]):
                    net = _net(result, times, blind[number])
                    outcomes.append(Outcome(f"play:{times}", result, line, net, Fraction(2 + times), count))
    outcomes.append(Outcome("fold", "fold", "", Fraction(-2), Fraction(2), folds))
    return ReturnTable(tuple(outcomes))


def _net(result: str, times: int, blind: Fraction) -> Fraction:
    """What ante, blind and a play wager of ``times`` antes win or lose together."""
    ante = 1 if result.endswith("_qualified") else 0
    if result.startswith("win"):
        return times + ante + blind
    if result.startswith("lose"):
        return Fraction(-times - ante - 1)
    return Fraction(0)


def best(cards: tuple[int, ...], community: tuple[int, ...], blind: Pays) -> dict[str, Fraction]:
    """Value in antes of each action with these two cards and none, three or five community cards."""
    if len(community) not in (0, 3, 5):
        raise ValueError(f"there are 0, 3 or 5 community cards when the player decides, not {len(community)}")
    distinct_cards((*cards, *community), 2 + len(community))
    if not community:
        return solve(blind).before_flop(cards)
    odds = tuple(odds_to_one(blind, CATEGORIES).values())
    scale, pays = _scaled(odds)
    tables = _against_everyone(cards, community)
    call = play_values(tables, 1, scale, pays).sum(axis=1)
    if len(community) == 5:
        return {"play:1": Fraction(int(call[0]), scale * DEALER_HANDS), "fold": Fraction(-2)}
    deals = scale * DEALER_HANDS * BOARDS_PER_FLOP
    up = int(play_values(tables, 2, scale, pays).sum())
    check = int(np.maximum(call, -2 * scale * DEALER_HANDS).sum())
    return {"play:2": Fraction(up, deals), "check": Fraction(check, deals)}


def _against_everyone(cards: tuple[int, ...], community: tuple[int, ...]) -> NDArray[np.int64]:
    """Outcome table of each way the board can end: [boards, 10, 5]."""
    rest = [card for card in range(52) if card not in cards and card not in community]
    ends = np.array(list(combinations(rest, 5 - len(community))), np.uint8)  # one empty row when none is due
    boards = np.concatenate([np.tile(np.array(community, np.uint8), (len(ends), 1)), ends], axis=1)
    own = np.concatenate([np.tile(np.array(cards, np.uint8), (len(ends), 1)), boards], axis=1)
    mine = strengths(own).astype(np.int64)
    left = np.array([[card for card in rest if card not in end] for end in ends.tolist()], np.uint8)
    pairs = np.array(list(combinations(range(45), 2)))
    hands = np.empty((len(ends), DEALER_HANDS, 7), np.uint8)
    hands[:, :, :5] = boards[:, None, :]
    hands[:, :, 5:] = left[:, pairs]
    theirs = strengths(hands.reshape(-1, 7)).astype(np.int64).reshape(len(ends), DEALER_HANDS)
    qualified = theirs >= FIRST[1]
    wins, ties, losses = theirs < mine[:, None], theirs == mine[:, None], theirs > mine[:, None]
    table = np.zeros((len(ends), len(CATEGORIES), len(OUTCOMES)), np.int64)
    row = np.arange(len(ends)), five_card_tables().category[mine]
    for column, happens in enumerate(
        (wins & ~qualified, wins & qualified, ties, losses & ~qualified, losses & qualified)
    ):
        table[*row, column] = happens.sum(axis=1)
    return table


def beaten() -> dict[str, int]:
    """How many of 1,326 x 2,118,760 x 990 deals beat the player's hand, by its category.

    The rest is "not_beaten": a tie beats nobody. By symmetry the dealer's hand is beaten as often, so a wager
    that pays on either has twice these counts.
    """
    table = starting_outcomes().sum(axis=0)
    lost = {line: int(table[number, 3:].sum()) for number, line in enumerate(CATEGORIES)}
    return {**lost, "not_beaten": int(table[:, :3].sum())}
