"""Four Card Poker settled plainly: md-fcp .11 and .12, ma-fcp-1 10 to 13, ma-fcp-2 13(b), with their readings."""

from functools import lru_cache
from itertools import combinations

from .felt import Felt, Filed, Line, Seat, Table, against_the_dealer, by_table, dollars, envy_awards, for_one, meter, to
from .ranking import FOUR, Cards, best, category_and_ranks, six_card_line, suited_ranks

ANTE_BONUS = to(four_of_a_kind=25, straight_flush=20, three_of_a_kind=2)


def _aces_up(quads: int, run: int, trips: int, flush: int, straight: int, two_pair: int) -> Table:
    return to(
        four_of_a_kind=quads, straight_flush=run, three_of_a_kind=trips, flush=flush, straight=straight,
        two_pair=two_pair, pair_of_aces=1,
    )  # fmt: skip


ACES_UP = {
    "md-fcp": {
        "A": _aces_up(50, 30, 9, 6, 4, 2),
        "B": _aces_up(50, 30, 7, 6, 5, 2),
        "C": _aces_up(50, 40, 8, 5, 4, 3),
        "D": _aces_up(50, 40, 8, 6, 4, 2),
        "E": _aces_up(50, 30, 8, 6, 4, 3),
        "F": _aces_up(50, 40, 7, 5, 4, 3),
    },
    "ma-fcp-1": {
        "I": _aces_up(50, 40, 9, 6, 4, 2),
        "II": _aces_up(50, 40, 7, 6, 5, 2),
        "III": _aces_up(50, 30, 9, 6, 4, 2),
        "IV": _aces_up(50, 30, 7, 6, 5, 2),
        "V": _aces_up(50, 40, 8, 5, 4, 3),
        "VI": _aces_up(50, 40, 8, 6, 4, 2),
        "VII": _aces_up(50, 40, 7, 5, 4, 3),
    },
}
ACES_UP["ma-fcp-2"] = ACES_UP["ma-fcp-1"]

_LINK_LINES = for_one(four_of_a_kind=300, full_house=50, flush=40, straight=30, three_of_a_kind=9)
_THREE_METERS: Table = {
    "royal_flush": meter(100, "mega"),
    "straight_flush": meter(100, "major"),
    "four_of_a_kind": meter(100, "minor"),
    **for_one(full_house=50, flush=40, straight=30, three_of_a_kind=9),
}
_SHARED: Table = {"royal_flush": meter(100), "straight_flush": meter(10), **_LINK_LINES}
PROGRESSIVE: dict[str, Table] = {
    "A": {"four_aces": meter(100), **for_one(four_of_a_kind=300, straight_flush=100, three_of_a_kind=9)},
    "B": {"four_aces": meter(100), **for_one(four_of_a_kind=300, straight_flush=100, three_of_a_kind=15)},
    "C": _SHARED,
    "PTMGL01": _SHARED,
    "PTMGL02": _SHARED,
    "PTMGL04": {"straight_flush": meter(100), **_LINK_LINES},
    "PTMGLML01": {"royal_flush": meter(100, "major"), "straight_flush": meter(100, "minor"), **_LINK_LINES},
    "PTMGLML02": {**_THREE_METERS, **for_one(three_of_a_kind=10)},
    "PTMGLML03": _THREE_METERS,
}
FOUR_CARD_PROGRESSIVES = ("A", "B")
PROGRESSIVES = {
    "md-fcp": ["A", "B", "C"],
    "ma-fcp-1": ["A", "B"],
    "ma-fcp-2": ["A", "B", "PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01", "PTMGLML02", "PTMGLML03"],
}
# What each meter may be reset to, in dollars: a floor under A, B and C, exact for a $1 stake under the others.
SEEDS = {
    ("ma-fcp-1", "A"): {"progressive": 5_000},
    ("ma-fcp-1", "B"): {"progressive": 1_000},
    ("ma-fcp-2", "A"): {"progressive": 5_000},
    ("ma-fcp-2", "B"): {"progressive": 1_000},
    ("md-fcp", "A"): {"progressive": 5_000},
    ("md-fcp", "B"): {"progressive": 1_000},
    ("md-fcp", "C"): {"progressive": 10_000},
    ("ma-fcp-2", "PTMGL01"): {"progressive": 10_000},
    ("ma-fcp-2", "PTMGL02"): {"progressive": 10_000},
    ("ma-fcp-2", "PTMGL04"): {"progressive": 1_000},
    ("ma-fcp-2", "PTMGLML01"): {"major": 10_000, "minor": 1_000},
    ("ma-fcp-2", "PTMGLML02"): {"mega": 10_000, "major": 1_000, "minor": 250},
    ("ma-fcp-2", "PTMGLML03"): {"mega": 10_000, "major": 1_000, "minor": 250},
}
_LINK_ENVY = {0: dollars(royal_flush=1_000, straight_flush=300)}
ENVY = {
    "A": {
        100: dollars(four_aces=100, four_of_a_kind=10, straight_flush=5),
        500: dollars(four_aces=500, four_of_a_kind=50, straight_flush=25),
    },
    "B": {100: dollars(four_aces=100, four_of_a_kind=25), 500: dollars(four_aces=500, four_of_a_kind=125)},
    "C": {100: dollars(four_aces=1_000, four_of_a_kind=300), 500: dollars(four_aces=5_000, four_of_a_kind=1_500)},
    "PTMGL01": _LINK_ENVY,
    "PTMGL02": {0: dollars(royal_flush=5_000, straight_flush=1_500)},
    "PTMGL04": {0: dollars(straight_flush=250)},
    "PTMGLML01": _LINK_ENVY,
    "PTMGLML02": _LINK_ENVY,
    "PTMGLML03": _LINK_ENVY,
}
# Reading A11: the Commission may rule that schedule C means royal and straight flush.
ENVY_C_RULED = {
    100: dollars(royal_flush=1_000, straight_flush=300),
    500: dollars(royal_flush=5_000, straight_flush=1_500),
}
_SIX_CARDS = to(
    royal_flush=1000, straight_flush=200, four_of_a_kind=50, full_house=20, flush=15, straight=10, three_of_a_kind=5
)
SIX_CARD_BONUS = {
    "A": {**dollars(super_royal_diamonds=1_000_000, super_royal_hearts_spades_clubs=100_000), **_SIX_CARDS},
    "B": {**dollars(super_royal_any_suit=100_000), **_SIX_CARDS},
}
COVER_ALL_LINES = ["four_aces", "royal_flush", "four_of_a_kind", "straight_flush", "three_of_a_kind"]
# By the number of players; the printed heading is one more, the dealer's hand (reading A01).
COVER_ALL = {
    6: [100, 50, 35, 20, 3],
    5: [100, 50, 30, 15, 4],
    4: [125, 80, 50, 30, 4],
    3: [150, 90, 60, 30, 5],
    2: [200, 100, 80, 50, 6],
    1: [250, 125, 90, 70, 8],
}


def settle(filed: Filed, felt: Felt) -> tuple[list[Line], dict[str, int]]:
    """Every line of the round, and the meters afterwards."""
    meters = dict(felt.meters)
    lines = []
    for seat in felt.in_turn():
        for wager in ("ante", "play", "aces_up", "six_card_bonus", "progressive", "cover_all"):
            if seat.stake(wager):
                lines.append(_wager(filed, felt, seat, wager, meters))
        lines += _ante_bonus(filed, seat)
        if _turned_up(filed, seat):
            lines += envy_awards(felt, seat, _envy_line(filed, seat), _envy_schedule(filed))
    return lines, meters


def _wager(filed: Filed, felt: Felt, seat: Seat, wager: str, meters: dict[str, int]) -> Line:
    stake = seat.stake(wager)
    if seat.folded and wager in _lost_by_a_fold(filed):
        return (seat.number, wager, "forfeit", stake, 0, 0, "")
    if seat.abandoned:
        return (seat.number, wager, "lose", stake, 0, 0, "")
    if wager in ("ante", "play"):
        level_or_better = best(seat.cards, 4, FOUR) >= best(felt.dealer, 4, FOUR)
        return against_the_dealer(seat, wager, "win" if level_or_better else "lose")
    if wager == "cover_all":
        return _cover_all(filed, felt, seat)
    if wager == "aces_up":
        table = ACES_UP[filed.document][str(filed.elections["aces_up"])] | to(**filed.raised.get("aces_up", {}))
        return by_table(seat, wager, table, _aces_up_line(seat), meters, filed, True)
    if wager == "progressive":
        letter = str(filed.elections["progressive"])
        line = _progressive_line(letter, seat.cards)
        return by_table(seat, wager, PROGRESSIVE[letter], line, meters, filed, True)
    letter = str(filed.elections["six_card_bonus"])
    line6 = six_card_line(seat.cards + felt.box, any_suit=letter == "B")
    return by_table(seat, wager, SIX_CARD_BONUS[letter], line6, meters, filed, True)


def _lost_by_a_fold(filed: Filed) -> set[str]:
    lost = {"ante"}
    if filed.document == "md-fcp" or filed.elections["fold_forfeits_progressive"]:
        lost.add("progressive")
    if filed.elections.get("cover_all_fold_rule") == "fold_forfeits":
        lost.add("cover_all")
    return lost


def _turned_up(filed: Filed, seat: Seat) -> bool:
    """Whether the hand is shown: a folded one only to settle a wager that the fold left alive (A05, A18, A19)."""
    if not seat.folded or seat.stake("aces_up") or seat.stake("six_card_bonus"):
        return True
    return bool(seat.stake("progressive")) and "progressive" not in _lost_by_a_fold(filed)


def _ante_bonus(filed: Filed, seat: Seat) -> list[Line]:
    ante = seat.stake("ante")
    table = ANTE_BONUS | to(**filed.raised.get("ante_bonus", {}))
    line = FOUR[best(seat.cards, 4, FOUR)[0]]
    if not ante or not seat.stake("play") or seat.abandoned or line not in table:
        return []
    return [(seat.number, "ante_bonus", "win", 0, ante * table[line][1], 0, line)]


def _aces_up_line(seat: Seat) -> str:
    place, ranks = best(seat.cards, 4, FOUR)
    return "pair_of_aces" if FOUR[place] == "pair" and ranks[0] == 14 else FOUR[place]


def _progressive_line(letter: str, cards: Cards) -> str:
    if letter in FOUR_CARD_PROGRESSIVES:
        place, ranks = best(cards, 4, FOUR)
        return "four_aces" if FOUR[place] == "four_of_a_kind" and ranks[0] == 14 else FOUR[place]
    made = category_and_ranks(cards)[0]
    return "straight_flush" if made == "royal_flush" and letter == "PTMGL04" else made


def _envy_schedule(filed: Filed) -> dict[int, Table]:
    letter = str(filed.elections["progressive"])
    if letter == "C" and filed.elections["envy_c_hands"] == "royal_flush":
        return ENVY_C_RULED
    return ENVY[letter]


def _envy_line(filed: Filed, seat: Seat) -> str:
    letter = str(filed.elections["progressive"])
    if letter == "C" and filed.elections["envy_c_hands"] == "four_aces":
        made, ranks = category_and_ranks(seat.cards)
        return "four_aces" if made == "four_of_a_kind" and ranks[0] == 14 else made
    return _progressive_line(letter, seat.cards)


def _cover_all(filed: Filed, felt: Felt, seat: Seat) -> Line:
    rule = filed.elections["cover_all_fold_rule"]
    shown = [felt.dealer]
    for other in felt.seats:
        shown_anyway = rule != "folded_hands_do_not_count" and _turned_up(filed, other)
        if not other.folded or rule == "folded_hands_count" or shown_anyway:
            shown.append(other.cards)
    made = {line for cards in shown for line in _cover_all_hands(cards)}
    odds = COVER_ALL[len(felt.seats)]
    for line, odd in zip(COVER_ALL_LINES, odds, strict=True):
        if line in made:
            return by_table(seat, "cover_all", {line: ("to", odd)}, line, {}, filed, True)
    return by_table(seat, "cover_all", {}, None, {}, filed, True)


@lru_cache(maxsize=100)
def _cover_all_hands(cards: Cards) -> set[str]:
    """Every listed hand that some four of the cards make."""
    found = set()
    for four in combinations(cards, 4):
        made, ranks = category_and_ranks(four)
        if made == "four_of_a_kind":
            found.add("four_aces" if ranks[0] == 14 else made)
        elif made == "straight_flush":
            found.add("royal_flush" if suited_ranks(four)[0] == [14, 13, 12, 11] else made)
        else:
            found.add(made)
    return found
