"""Ultimate Texas Hold 'Em settled plainly: md-uth 11F to 11J and 12, with readings U-01 to U-32."""

from .felt import Felt, Filed, Line, Seat, Table, against_the_dealer, by_table, dollars, envy_awards, for_one, meter, to
from .ranking import FIVE, Score, best, six_card_line


def _five_card(royal: int, run: int, quads: int, full: int, flush: int, straight: int, trips: int) -> Table:
    return to(
        royal_flush=royal, straight_flush=run, four_of_a_kind=quads, full_house=full, flush=flush, straight=straight,
        three_of_a_kind=trips,
    )  # fmt: skip


TRIPS = {
    "A": _five_card(50, 40, 30, 9, 7, 4, 3),
    "B": _five_card(50, 40, 30, 8, 6, 5, 3),
    "C": _five_card(50, 40, 30, 8, 7, 4, 3),
    "D": _five_card(50, 40, 20, 7, 6, 5, 3),
    "E": _five_card(50, 40, 30, 7, 6, 5, 3),
}
BLIND = {
    "A": {"royal_flush": (500, 1), "straight_flush": (50, 1), "four_of_a_kind": (10, 1), "full_house": (3, 1),
          "flush": (3, 2), "straight": (1, 1)},
    "B": {"royal_flush": (500, 1), "straight_flush": (50, 1), "four_of_a_kind": (10, 1), "full_house": (3, 1),
          "flush": (3, 2)},
}  # fmt: skip
BLIND_PUSH = {"A": "less_than_straight", "B": "less_than_flush"}
_METERS: Table = {
    "royal_flush": meter(100, "mega"),
    "straight_flush": meter(100, "major"),
    "four_of_a_kind": meter(100, "minor"),
}
PROGRESSIVE: dict[str, Table] = {
    "A": {
        "royal_flush": meter(100),
        "straight_flush": meter(10),
        **to(four_of_a_kind=300, full_house=50, flush=40, straight=30, three_of_a_kind=9),
    },
    "B": {
        "royal_flush": meter(100, "major"),
        "straight_flush": meter(100, "minor"),
        **for_one(four_of_a_kind=300, full_house=50, flush=40, straight=30, three_of_a_kind=9),
    },
    "C": {**_METERS, **for_one(full_house=50, flush=40, straight=30, three_of_a_kind=10)},
    "D": {**_METERS, **for_one(full_house=50, flush=40, straight=30, three_of_a_kind=9)},
}
# The least that each meter may be reset to, in dollars.
SEEDS = {
    "A": {"progressive": 10_000},
    "B": {"major": 1_000, "minor": 250},
    "C": {"mega": 10_000, "major": 1_000, "minor": 250},
    "D": {"mega": 10_000, "major": 1_000, "minor": 250},
}
ENVY = {
    100: dollars(royal_flush=1_000, straight_flush=300),
    500: dollars(royal_flush=5_000, straight_flush=1_500),
}
_SIX_CARDS = _five_card(1000, 200, 50, 20, 15, 10, 5)
SIX_CARD_BONUS = {
    "A": {**dollars(super_royal_diamonds=1_000_000, super_royal_hearts_spades_clubs=100_000), **_SIX_CARDS},
    "B": {**dollars(super_royal_any_suit=100_000), **_SIX_CARDS},
}


def _pairs(aces: int, ak_suited: int, aqj_suited: int, ak: int, jqk: int, aqj: int, tens: int, **top: int) -> Table:
    return to(
        **top, pair_of_aces=aces, ace_king_suited=ak_suited, ace_queen_or_jack_suited=aqj_suited, ace_king_offsuit=ak,
        pair_jacks_queens_kings=jqk, ace_queen_or_jack_offsuit=aqj, pair_tens_or_less=tens,
    )  # fmt: skip


ULTIMATE_PAIRS = {
    "A": _pairs(30, 25, 20, 15, 10, 5, 3),
    "B": _pairs(30, 25, 20, 15, 10, 5, 3, player_aces_and_dealer_aces=1000),
    "C": _pairs(30, 20, 20, 10, 5, 10, 5),
    "D": _pairs(30, 20, 20, 10, 4, 10, 4, player_aces_hearts_and_diamonds=100),
    "E": _pairs(25, 20, 20, 10, 5, 10, 5, player_aces_hearts_and_diamonds=50),
    "F": _pairs(25, 20, 20, 10, 5, 10, 5),
}


def _beaten(run: int, full: int, flush: int) -> Table:
    return to(straight_flush=run, four_of_a_kind=500, full_house=full, flush=flush, straight=20, three_of_a_kind=9)


BAD_BEAT = {"A": _beaten(10_000, 40, 25), "B": _beaten(7_500, 50, 30), "C": _beaten(2_500, 50, 30)}


def _board(straight: int, trips: int) -> Table:
    return {**_five_card(1000, 200, 100, 50, 40, straight, trips), **to(two_pair=3, pair_tens_or_better=1)}


PLAY_THE_BOARD = {"A": _board(25, 7), "B": _board(25, 6), "C": _board(20, 6)}
PAIR = FIVE.index("pair")
WAGERS = (
    *("ante", "blind", "play", "trips", "six_card_bonus"),
    *("ultimate_pairs", "bad_beat", "play_the_board", "progressive"),
)


def settle(filed: Filed, felt: Felt) -> tuple[list[Line], dict[str, int]]:
    """Every line of the round, and the meters afterwards."""
    meters = dict(felt.meters)
    lines: list[Line] = []
    for seat in felt.in_turn():
        own = [_wager(filed, felt, seat, wager, meters) for wager in WAGERS if seat.stake(wager)]
        lines += _within_the_limit(filed, own)
        if not seat.folded and (seat.stake("progressive") or not filed.elections["envy_holder_must_wager"]):
            lines += envy_awards(felt, seat, FIVE[_progressive_hand(filed, felt, seat)[0]], ENVY)
    return lines, meters


def _wager(filed: Filed, felt: Felt, seat: Seat, wager: str, meters: dict[str, int]) -> Line:
    stake = seat.stake(wager)
    elected = str(filed.elections.get(wager, ""))
    lost_by_a_fold = {"ante", "blind"} | ({"progressive"} if filed.elections["fold_forfeits_progressive"] else set())
    if seat.folded and wager in lost_by_a_fold:
        return (seat.number, wager, "forfeit", stake, 0, 0, "")
    if seat.abandoned:
        return (seat.number, wager, "lose", stake, 0, 0, "")

    dealer, player = best(felt.dealer + felt.community, 5, FIVE), best(seat.cards + felt.community, 5, FIVE)
    if wager == "ante" and dealer[0] < PAIR:
        return against_the_dealer(seat, wager, "push")
    if wager in ("ante", "play", "blind"):
        if player < dealer:
            return against_the_dealer(seat, wager, "lose")
        if player == dealer:
            return against_the_dealer(seat, wager, "push")
        return _blind(seat, elected, FIVE[player[0]]) if wager == "blind" else against_the_dealer(seat, wager, "win")
    if wager == "trips":
        return by_table(seat, wager, TRIPS[elected], FIVE[player[0]], meters, filed, True)
    if wager == "six_card_bonus":
        line = six_card_line(felt.box + seat.cards, any_suit=elected == "B")
        keeps = bool(filed.elections["fixed_award_returns_stake"])
        return by_table(seat, wager, SIX_CARD_BONUS[elected], line, meters, filed, keeps)
    if wager == "ultimate_pairs":
        return by_table(seat, wager, ULTIMATE_PAIRS[elected], _two_cards(elected, felt, seat), meters, filed, True)
    if wager == "bad_beat":
        line = _bad_beat(filed, dealer, player)
        return by_table(seat, wager, BAD_BEAT[elected], line, meters, filed, True)
    if wager == "play_the_board":
        place, ranks = best(felt.community, 5, FIVE)
        line = "pair_tens_or_better" if place == PAIR and ranks[0] >= 10 else FIVE[place]
        return by_table(seat, wager, PLAY_THE_BOARD[elected], line, meters, filed, True)
    line = FIVE[_progressive_hand(filed, felt, seat)[0]]
    return by_table(seat, wager, PROGRESSIVE[elected], line, meters, filed, True)


def _blind(seat: Seat, elected: str, made: str) -> Line:
    """A Blind that won: the flush pays 3 to 2, rounded up to the cent (U-26); below the table's floor it pushes."""
    stake = seat.stake("blind")
    if made not in BLIND[elected]:
        return (seat.number, "blind", "push", stake, 0, stake, BLIND_PUSH[elected])
    pays, per = BLIND[elected][made]
    return (seat.number, "blind", "win", stake, (stake * pays + per - 1) // per, stake, made)


def _progressive_hand(filed: Filed, felt: Felt, seat: Seat) -> Score:
    board = felt.community if filed.elections["progressive_hand"] == "best_of_seven" else felt.community[:3]
    return best(seat.cards + board, 5, FIVE)


def _bad_beat(filed: Filed, dealer: Score, player: Score) -> str | None:
    if player < dealer:
        return FIVE[player[0]]
    if dealer < player and filed.elections["bad_beat_rule"] == "either":
        return FIVE[dealer[0]]
    return None


def _two_cards(elected: str, felt: Felt, seat: Seat) -> str | None:
    (high, one), (low, other) = sorted(seat.cards, reverse=True)
    if high == low == 14:
        if elected == "B" and all(rank == 14 for rank, _ in felt.dealer):
            return "player_aces_and_dealer_aces"
        if elected in ("D", "E") and {one, other} == {"h", "d"}:
            return "player_aces_hearts_and_diamonds"
        return "pair_of_aces"
    if high == low:
        return "pair_jacks_queens_kings" if high > 10 else "pair_tens_or_less"
    if high != 14 or low < 11:
        return None
    with_the_ace = "ace_king" if low == 13 else "ace_queen_or_jack"
    return f"{with_the_ace}_{'suited' if one == other else 'offsuit'}"


def _within_the_limit(filed: Filed, lines: list[Line]) -> list[Line]:
    """What one hand wins beyond the limit comes off Blind, Trips, Play, Ante, and the later wagers if covered."""
    if filed.limit is None:
        return lines
    order = ["blind", "trips", "play", "ante"]
    if filed.elections["payout_limit_covers"] == "main_and_side_wagers":
        order += ["ultimate_pairs", "bad_beat", "play_the_board"]
    excess = max(0, sum(line[4] for line in lines if line[1] in order) - filed.limit)
    kept = {line[1]: line for line in lines}
    for wager in order:
        if wager in kept:
            seat, _, outcome, stake, paid, returned, name = kept[wager]
            cut = min(excess, paid)
            excess -= cut
            kept[wager] = (seat, wager, outcome, stake, paid - cut, returned, name)
    return list(kept.values())
