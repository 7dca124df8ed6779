"""Ultimate Texas Hold 'Em: on every flop every turn and river, and on every board all hands in order of strength.

Flops that differ only in the names of suits are dealt once. On each board the 1,081 hands are sorted; what a hand beats
are those before it that share no card with it. Nothing is carried from one board to another but sums.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.odds.audit.second.compiled import compiled
from croupier.odds.audit.second.hands import CATEGORY, FIVE_CARD, alike, five_of
from croupier.odds.audit.second.kinds import Kinds, kind_of_five

Array = NDArray[np.int64]
HANDS, PAIRS, DEALERS = 1_081, 1_176, 990  # hands on a board, two cards beside a flop, hands of the dealer
DEALS = 1_326 * 19_600 * HANDS * DEALERS
QUALIFIES = 1 << CATEGORY  # a pair or better
STARTS, CATEGORIES = 169, 10


class Flop(Struct, frozen=True):
    """What the boards of a flop come to, by the two cards of a hand: sums over all boards and hands of the dealer.

    `rest` is what ante and blind bring, `checked` what the better of one ante and a fold does, `folded` on how many
    boards it is the fold, by category of the seven cards; `beaten` are hands of the player that lose, by category.
    """

    cards: Array  # [pair, 2]
    lead: Array  # [pair]
    rest: Array  # [table, pair]
    checked: Array  # [table, pair]
    folded: Array  # [table, pair, category]
    beaten: Array  # [category]


@compiled
def _boards(
    flop: Array, deck: Array, pays: Array, number: Array, lead: Array, rest: Array, checked: Array,
    folded: Array, beaten: Array,
) -> None:  # fmt: skip
    keys, values = np.zeros(HANDS, np.int64), np.zeros(HANDS, np.int64)
    one, two = np.zeros(HANDS, np.int64), np.zeros(HANDS, np.int64)
    board, free = np.zeros(4, np.int64), np.zeros(47, np.int64)
    passed_with, weak_with = np.zeros(52, np.int64), np.zeros(52, np.int64)
    scale = pays[0, CATEGORIES]
    for turn in range(len(deck)):
        for river in range(turn):
            board[:] = 0
            for card in flop:
                board[card & 3] |= 1 << (card >> 2)
            board[deck[turn] & 3] |= 1 << (deck[turn] >> 2)
            board[deck[river] & 3] |= 1 << (deck[river] >> 2)
            count = 0
            for place in range(len(deck)):
                if place not in (turn, river):
                    free[count] = deck[place]
                    count += 1
            hand = 0
            for high in range(47):
                board[free[high] & 3] |= 1 << (free[high] >> 2)
                for low in range(high):
                    board[free[low] & 3] |= 1 << (free[low] >> 2)
                    values[hand] = five_of(board[0], board[1], board[2], board[3])
                    board[free[low] & 3] ^= 1 << (free[low] >> 2)
                    one[hand], two[hand] = free[high], free[low]
                    keys[hand] = (values[hand] << 11) | hand
                    hand += 1
                board[free[high] & 3] ^= 1 << (free[high] >> 2)
            keys.sort()
            weak = 0
            weak_with[:] = 0
            for hand in range(HANDS):
                if values[hand] < QUALIFIES:
                    weak += 1
                    weak_with[one[hand]] += 1
                    weak_with[two[hand]] += 1
            passed = 0
            passed_with[:] = 0
            start = 0
            while start < HANDS:
                value = keys[start] >> 11
                end = start
                while end < HANDS and keys[end] >> 11 == value:
                    hand = keys[end] & 2047
                    passed_with[one[hand]] += 1
                    passed_with[two[hand]] += 1
                    end += 1
                passed += end - start
                category = value >> CATEGORY
                for at in range(start, end):
                    hand = keys[at] & 2047
                    high, low = one[hand], two[hand]
                    not_lost = passed - passed_with[high] - passed_with[low] + 1
                    equal = 0
                    if end - start > 1:
                        for other in range(start, end):
                            rival = keys[other] & 2047
                            equal += not (one[rival] in (high, low) or two[rival] in (high, low))
                    won = not_lost - equal
                    lost = DEALERS - not_lost
                    unqualified = weak - weak_with[high] - weak_with[low]
                    if value < QUALIFIES:
                        unqualified += 1
                        won_qualified, lost_qualified = 0, DEALERS - unqualified
                    else:
                        won_qualified, lost_qualified = won - unqualified, lost
                    pair = number[high, low]
                    lead[pair] += won - lost
                    beaten[category] += lost
                    for table in range(len(pays)):
                        others = scale * (won_qualified - lost_qualified - lost) + pays[table, category] * won
                        rest[table, pair] += others
                        played, gone = scale * (won - lost) + others, -2 * DEALERS * scale
                        if played > gone:
                            checked[table, pair] += played
                        else:
                            checked[table, pair] += gone
                            folded[table, pair, category] += 1
                start = end


class Solved(Struct, frozen=True, kw_only=True):
    """What a round is worth under each table in antes; and under the first, of all deals, what is folded by kind.

    `folded_flop` is by the kind of the two cards and the flop, `folded_seven` by the category of all seven; `beaten`
    the deals in which the player loses, by the category of the losing hand.
    """

    ev: tuple[Fraction, ...]
    folded_flop: Kinds
    folded_seven: Kinds
    beaten: Kinds


def solve(tables: Sequence[Mapping[str, Fraction]], progress: Callable[[int], None] = lambda flops: None) -> Solved:
    """Best play before the flop, on it and at the end, under each of the blind tables."""
    scale = lcm(*(odds.denominator for table in tables for odds in table.values()))
    pays = np.array(
        [[int(table.get(name, Fraction(0)) * scale) for name in FIVE_CARD] + [scale] for table in tables], np.int64
    )
    lead, rest = np.zeros(STARTS, object), np.zeros((len(tables), STARTS), object)
    checks = np.zeros((len(tables), STARTS), object)
    flops: dict[str, Array] = {}
    sevens, beaten = np.zeros((STARTS, CATEGORIES), object), np.zeros(CATEGORIES, object)
    for suits, weight in alike(3):
        flop = np.array([4 * rank + suit for suit in range(4) for rank in range(13) if suits[suit] >> rank & 1])
        found = _flop(flop, pays)
        raised = 2 * scale * found.lead + found.rest
        stays = found.checked >= raised
        start = np.array([_start(high, low) for high, low in found.cards.tolist()])
        np.add.at(lead, start, weight * found.lead)
        for table in range(len(tables)):
            np.add.at(rest[table], start, weight * found.rest[table])
            np.add.at(checks[table], start, weight * np.maximum(found.checked[table], raised[table]))
        left = stays[0][:, None] * found.folded[0]
        np.add.at(sevens, start, weight * DEALERS * left)
        for pair in np.nonzero(left.sum(axis=1))[0].tolist():
            kind = _kind_on(flop, found.cards[pair])
            flops.setdefault(kind, np.zeros(STARTS, object))[start[pair]] += weight * DEALERS * int(left[pair].sum())
        beaten += weight * found.beaten
        progress(1)
    ev, raises = [], np.zeros(STARTS, bool)
    for table in range(len(tables)):
        raised_four = 4 * scale * lead + rest[table]
        if table == 0:
            raises = raised_four > checks[table]
        raised_most = np.maximum(raised_four, 3 * scale * lead + rest[table])
        ev.append(Fraction(int(np.maximum(raised_most, checks[table]).sum()), DEALS * scale))
    return Solved(
        ev=tuple(ev),
        folded_flop={kind: int(counts[~raises].sum()) for kind, counts in flops.items()},
        folded_seven=dict(zip(FIVE_CARD, (int(count) for count in sevens[~raises].sum(axis=0)), strict=True)),
        beaten=dict(zip(FIVE_CARD, (int(count) // 10 for count in beaten), strict=True)),  # a board has ten flops
    )


def _flop(flop: Array, pays: Array) -> Flop:
    deck = np.array([card for card in range(52) if card not in flop], np.int64)
    number = np.zeros((52, 52), np.int64)
    cards = [(high, low) for place, high in enumerate(deck.tolist()) for low in deck[:place].tolist()]
    for pair, (high, low) in enumerate(cards):
        number[high, low] = number[low, high] = pair
    tables = len(pays)
    found = Flop(
        cards=np.array(cards, np.int64),
        lead=np.zeros(PAIRS, np.int64),
        rest=np.zeros((tables, PAIRS), np.int64),
        checked=np.zeros((tables, PAIRS), np.int64),
        folded=np.zeros((tables, PAIRS, CATEGORIES), np.int64),
        beaten=np.zeros(CATEGORIES, np.int64),
    )
    _boards(flop, deck, pays, number, found.lead, found.rest, found.checked, found.folded, found.beaten)
    return found


def _start(high: int, low: int) -> int:
    """The place of two cards among the 169 that differ in more than the names of suits."""
    top, bottom = max(high // 4, low // 4), min(high // 4, low // 4)
    return 13 * top + bottom if high % 4 == low % 4 else 13 * bottom + top


def _kind_on(flop: Array, cards: Array) -> str:
    masks = [0, 0, 0, 0]
    for card in (*flop.tolist(), *cards.tolist()):
        masks[card % 4] |= 1 << (card // 4)
    return kind_of_five(five_of(masks[0], masks[1], masks[2], masks[3]))
