"""Three Card Poker settled plainly: md-tcp .11C, .11D and .12, with readings T-01 to T-17 and T-26."""

from .felt import Felt, Filed, Line, Seat, Table, against_the_dealer, by_table, dollars, envy_awards, for_one, meter, to
from .ranking import THREE, best, six_card_line, suited_ranks

ANTE_BONUS = {
    "A": to(straight_flush=5, three_of_a_kind=4, straight=1),
    "B": to(straight_flush=5, three_of_a_kind=3, straight=1),
    "C": to(straight_flush=4, three_of_a_kind=3, straight=1),
}
PAIR_PLUS = {
    "A": to(straight_flush=40, three_of_a_kind=30, straight=5, flush=4, pair=1),
    "B": to(straight_flush=40, three_of_a_kind=30, straight=6, flush=3, pair=1),
    "C": to(straight_flush=40, three_of_a_kind=30, straight=6, flush=4, pair=1),
    "D": to(straight_flush=40, three_of_a_kind=25, straight=6, flush=4, pair=1),
}
PROGRESSIVE: dict[str, Table] = {
    "A": {
        "akq_spades": meter(100),
        **for_one(akq_hearts_diamonds_clubs=500, straight_flush=70, three_of_a_kind=60, straight=6),
    },
    "B": {
        "akq_spades": meter(100),
        **for_one(akq_hearts_diamonds_clubs=500, straight_flush=100, three_of_a_kind=90),
    },
}
ENVY = {
    100: dollars(akq_spades=100, akq_hearts_diamonds_clubs=25),
    500: dollars(akq_spades=500, akq_hearts_diamonds_clubs=125),
}
_SIX_CARDS = to(
    royal_flush=1000, straight_flush=200, four_of_a_kind=50, full_house=20, flush=15, straight=10, three_of_a_kind=5
)
SIX_CARD_BONUS = {
    "A": {**dollars(super_royal_diamonds=1_000_000, super_royal_hearts_spades_clubs=100_000), **_SIX_CARDS},
    "B": {**dollars(super_royal_any_suit=100_000), **_SIX_CARDS},
}
LOST_BY_A_FOLD = {"ante", "pair_plus", "progressive"}


def settle(filed: Filed, felt: Felt) -> tuple[list[Line], dict[str, int]]:
    """Every line of the round, and the meters afterwards."""
    meters = dict(felt.meters)
    lines = []
    for seat in felt.in_turn():
        for wager in ("ante", "play", "pair_plus", "progressive", "six_card_bonus"):
            if seat.stake(wager):
                lines.append(_wager(filed, felt, seat, wager, meters))
        lines += _ante_bonus(filed, seat)
        if not seat.folded and (seat.stake("progressive") or not filed.elections["envy_holder_must_wager"]):
            lines += envy_awards(felt, seat, _suited_ace_king_queen(seat), ENVY)
    return lines, meters


def _wager(filed: Filed, felt: Felt, seat: Seat, wager: str, meters: dict[str, int]) -> Line:
    stake = seat.stake(wager)
    if seat.folded and wager in LOST_BY_A_FOLD:
        return (seat.number, wager, "forfeit", stake, 0, 0, "")
    if seat.abandoned:
        return (seat.number, wager, "lose", stake, 0, 0, "")
    if wager in ("ante", "play"):
        return against_the_dealer(seat, wager, _outcome(felt, seat, wager))
    own = THREE[best(seat.cards, 3, THREE)[0]]
    if wager == "pair_plus":
        return by_table(seat, wager, PAIR_PLUS[str(filed.elections["pair_plus"])], own, meters, filed, True)
    if wager == "progressive":
        line = _suited_ace_king_queen(seat) or own
        return by_table(seat, wager, PROGRESSIVE[str(filed.elections["progressive"])], line, meters, filed, True)
    letter = str(filed.elections["six_card_bonus"])
    line6 = six_card_line(felt.dealer + seat.cards, any_suit=letter == "B")
    keeps = bool(filed.elections["fixed_award_returns_stake"])
    return by_table(seat, wager, SIX_CARD_BONUS[letter], line6, meters, filed, keeps)


def _outcome(felt: Felt, seat: Seat, wager: str) -> str:
    dealer, player = best(felt.dealer, 3, THREE), best(seat.cards, 3, THREE)
    queen_high = dealer[0] > 0 or dealer[1][0] >= 12
    if not queen_high:
        return "win" if wager == "ante" else "push"
    if player == dealer:
        return "push"
    return "win" if player > dealer else "lose"


def _ante_bonus(filed: Filed, seat: Seat) -> list[Line]:
    ante = seat.stake("ante")
    table = ANTE_BONUS[str(filed.elections["ante_bonus"])]
    line = THREE[best(seat.cards, 3, THREE)[0]]
    if not ante or not seat.stake("play") or seat.abandoned or line not in table:
        return []
    return [(seat.number, "ante_bonus", "win", 0, ante * table[line][1], 0, line)]


def _suited_ace_king_queen(seat: Seat) -> str | None:
    ranks, suit = suited_ranks(seat.cards)
    if ranks != [14, 13, 12]:
        return None
    return "akq_spades" if suit == "s" else "akq_hearts_diamonds_clubs"
