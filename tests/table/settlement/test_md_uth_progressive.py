"""The Progressive, its meters, the envy awards and the payout limit of Ultimate Texas Hold 'Em, one row a case."""

import pytest
from msgspec.structs import replace

from croupier.rulebook.elect import with_terms
from tests.table.holdem import fold, law, net, seat, settled

clause = pytest.mark.clause
MAIN = {"ante": 1000, "blind": 1000, "play": 1000}
BET = {**MAIN, "progressive": 100}
SPADES = "6s 7s 8s 2d Kh"  # 4-5 and 9-T of spades both make a straight flush with this flop
METERS = {"mega": 3_000_000, "major": 700_000, "minor": 90_000}


@pytest.mark.parametrize(
    ("own", "board", "won"),
    [
        pytest.param("9c 9d", "9h 2c 7d Js Qc", 9 * 100, id="three of a kind with the flop"),
        pytest.param("9c 9d", "2c 7d Js 9h Qc", -100, id="three of a kind with the river: not with the flop"),
        pytest.param("9c 8d", "9h 8c 7d Js Qc", -100, id="two pair"),
        pytest.param("9c 8d", "7h 6c 5d Js Qc", 30 * 100, id="straight"),
        pytest.param("9c 8c", "7c 2c Kc Js Qd", 40 * 100, id="flush"),
        pytest.param("9c 8d", "9h 8c 9s Js Qc", 50 * 100, id="full house"),
        pytest.param("9c 9d", "9h 9s 7d Js Qc", 300 * 100, id="four of a kind"),
    ],
)
def test_the_progressive_ranks_the_players_two_cards_and_the_flop(own: str, board: str, won: int) -> None:
    result = settled(law(progressive="B"), "3h 4s", board, seat(1, own, **BET))
    line = next(line for line in result.lines if line.wager == "progressive")
    # "for 1": what is paid is all that comes.
    assert (line.paid_cents, line.returned_cents) == ((won, 0) if won > 0 else (0, 0))


@pytest.mark.clause("md-uth:12D(2)")
@pytest.mark.parametrize(
    ("own", "board", "line", "paid"),
    [
        ("Ks As", "Ts Js Qs 2d 3h", "royal_flush", 3_000_000),
        ("9s 8s", "Ts Js Qs 2d 3h", "straight_flush", 700_000),
        ("9c 9d", "9h 9s 2h 3d 4c", "four_of_a_kind", 90_000),
        ("9s 2s", "Ts Js Qs 2d 3h", "flush", 4_000),
    ],
)
def test_only_the_best_rank_is_paid(own: str, board: str, line: str, paid: int) -> None:
    result = settled(law(progressive="C"), "7h 4s", board, seat(1, own, **BET), meters=METERS)
    lines = [made for made in result.lines if made.wager == "progressive"]
    assert [(made.line, made.paid_cents) for made in lines] == [(line, paid)]


@pytest.mark.clause("md-uth:11J(2)(d)")
@pytest.mark.parametrize(
    ("paytable", "paid", "returned"),
    [("A", 9 * 100, 100), ("B", 9 * 100, 0), ("C", 10 * 100, 0), ("D", 9 * 100, 0)],
)
def test_three_of_a_kind_under_each_paytable(paytable: str, paid: int, returned: int) -> None:
    result = settled(law(progressive=paytable), "3h 4s", "9h 2c 7d Js Qc", seat(1, "9c 9d", **BET))
    line = next(line for line in result.lines if line.wager == "progressive")
    assert (line.paid_cents, line.returned_cents) == (paid, returned)


@pytest.mark.clause("md-uth:11J(1)")
def test_the_progressive_is_paid_although_the_dealer_is_better() -> None:
    result = settled(law(progressive="B"), "Qh Qd", "9h 2c 7d Js Qc", seat(1, "9c 9d", **BET))
    assert net(result, 1) == {"ante": -1000, "blind": -1000, "play": -1000, "progressive": 800}


@pytest.mark.parametrize(("forfeits", "won"), [(True, -100), (False, 800)])
def test_a_fold_forfeits_the_progressive_unless_elected_otherwise(forfeits: bool, won: int) -> None:
    rules = law(progressive="B", fold_forfeits_progressive=forfeits)
    result = settled(
        rules, "Qh Qd", "9h 2c 7d Js Qc", fold(seat(1, "9c 9d", ante=1000, blind=1000, progressive=100), True)
    )
    assert net(result, 1)["progressive"] == won


@pytest.mark.clause("md-uth:12D(4)")
@pytest.mark.parametrize(
    ("paytable", "hands", "board", "meters", "paid", "after"),
    [
        pytest.param(
            "C", {1: "4s 5s", 2: "9s Ts"}, SPADES, METERS, {2: 700_000, 1: 100_000}, {"major": 100_000},
            id="the second straight flush takes the reset amount",
        ),
        pytest.param(
            "B", {1: "4s 5s", 2: "9s Ts"}, SPADES, {"major": 1_000_000, "minor": 60_000}, {2: 60_000, 1: 25_000},
            {"major": 1_000_000, "minor": 25_000}, id="B: the minor meter",
        ),
        pytest.param(
            "A", {1: "4s 5s", 2: "9s Ts"}, SPADES, {"progressive": 1_000_000}, {2: 100_000, 1: 90_000},
            {"progressive": 810_000}, id="A: ten percent, then ten percent of the rest",
        ),
        pytest.param(
            "A", {1: "8s 9s", 2: "Ks As"}, "Ts Js Qs 2d 3h", {"progressive": 2_000_000}, {2: 2_000_000, 1: 100_000},
            {"progressive": 900_000}, id="A: the royal first, then ten percent of the reset amount",
        ),
        pytest.param(
            "A", {1: "Ks As", 2: "8s 9s"}, "Ts Js Qs 2d 3h", {"progressive": 2_000_000}, {2: 200_000, 1: 1_800_000},
            {"progressive": 1_000_000}, id="A: ten percent first, then the royal takes the rest",
        ),
        pytest.param(
            "D", {1: "Ks As", 2: "8s 9s"}, "Ts Js Qs 2d 3h", METERS, {2: 700_000, 1: 3_000_000},
            {"mega": 1_000_000, "major": 100_000, "minor": 90_000}, id="D: two meters, each reset",
        ),
    ],
)  # fmt: skip
def test_an_award_reads_the_meter_when_the_seats_turn_comes(
    paytable: str,
    hands: dict[int, str],
    board: str,
    meters: dict[str, int],
    paid: dict[int, int],
    after: dict[str, int],
) -> None:
    seats = [seat(number, own, **BET) for number, own in hands.items()]
    result = settled(law(progressive=paytable), "3c 4d", board, *seats, meters=meters)
    lines = [line for line in result.lines if line.wager == "progressive"]
    assert [(line.seat, line.paid_cents) for line in lines] == list(paid.items())
    assert dict(result.meters) == {**meters, **after}


def test_ranked_on_the_best_of_seven_a_royal_on_the_board_is_won_seat_by_seat() -> None:
    rules = law(progressive="C", progressive_hand="best_of_seven")
    seats = [seat(number, own, **BET) for number, own in {1: "2c 3d", 2: "4c 5d", 3: "6c 7d"}.items()]
    result = settled(rules, "8c 9d", "Ts Js Qs Ks As", *seats, meters=METERS)
    won = [(line.seat, line.paid_cents) for line in result.lines if line.wager == "progressive"]
    assert won == [(3, 3_000_000), (2, 1_000_000), (1, 1_000_000)]
    # Every bettor also has one envy award for each other holder (reading U-12).
    assert sorted(line.seat for line in result.lines if line.wager == "envy") == [1, 1, 2, 2, 3, 3]


ENVY = [
    pytest.param(
        False, {1: ("4s 5s", 100), 2: ("Ah Kd", 100), 3: ("Ac Kc", 0)}, {2: [30_000]},
        id="another bettor's straight flush", marks=clause("md-uth:11J(2)(e)", "md-uth:11J(2)(e)(i)"),
    ),
    pytest.param(
        False, {1: ("4s 5s", 0), 2: ("Ah Kd", 100), 3: ("Ac Kc", 100)}, {2: [30_000], 3: [30_000]},
        id="the holder need not have bet", marks=clause("md-uth:11J(2)(e)(i)"),
    ),
    pytest.param(True, {1: ("4s 5s", 0), 2: ("Ah Kd", 100)}, {}, id="the holder must have bet, as elected"),
    pytest.param(
        False, {1: ("4s 5s", 100), 2: ("9s Ts", 100), 3: ("Ah Kd", 100)}, {1: [30_000], 2: [30_000], 3: [30_000] * 2},
        id="two holders", marks=clause("md-uth:11J(2)(e)(iii)"),
    ),
    pytest.param(
        False, {1: ("4s 5s", 100)}, {}, id="none for one's own hand", marks=clause("md-uth:11J(2)(e)(iv)"),
    ),
    pytest.param(False, {1: ("4s 4d", 100), 2: ("Ah Kd", 100)}, {}, id="no qualifying hand"),
    pytest.param(
        False, {1: ("4s 5s", 100), 2: ("Ah Kd", 500)}, {2: [150_000]},
        id="a $5 receiver, a $1 holder", marks=clause("md-uth:12D(5)(a)"),
    ),
    pytest.param(
        False, {1: ("4s 5s", 0), 2: ("Ah Kd", 500)}, {2: [150_000]},
        id="a $5 receiver, a holder who did not bet", marks=clause("md-uth:12D(5)(a)"),
    ),
    pytest.param(
        False, {1: ("4s 5s", 500), 2: ("Ah Kd", 100)}, {2: [30_000]},
        id="a $1 receiver, a $5 holder", marks=clause("md-uth:12D(5)(a)"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("must_wager", "hands", "awards"), ENVY)
def test_envy(must_wager: bool, hands: dict[int, tuple[str, int]], awards: dict[int, list[int]]) -> None:
    seats = [
        seat(number, own, **MAIN, **({"progressive": stake} if stake else {})) for number, (own, stake) in hands.items()
    ]
    rules = law(progressive="B", envy_holder_must_wager=must_wager)
    result = settled(rules, "3c 4d", SPADES, *seats)
    found: dict[int, list[int]] = {}
    for line in result.lines:
        if line.wager == "envy":
            found.setdefault(line.seat, []).append(line.paid_cents)
    assert found == awards


@pytest.mark.clause("md-uth:11J(2)(e)(iii)")
def test_three_other_holders_bring_three_awards() -> None:
    # With the best of seven ranked, a straight flush on the board is every seat's.
    rules = law(progressive="B", progressive_hand="best_of_seven")
    seats = [seat(n, own, **MAIN) for n, own in {1: "2c 3d", 2: "2h 3c", 3: "2s 3s"}.items()]
    result = settled(rules, "Ac Kd", "5s 6s 7s 8s 9s", *seats, seat(4, "Qh Jd", **BET))
    assert [line.seat for line in result.lines if line.wager == "envy"] == [4, 4, 4]


@pytest.mark.clause("md-uth:11J(2)(e)(iv)")
def test_the_dealers_hand_brings_no_envy() -> None:
    result = settled(law(progressive="B"), "4s 5s", SPADES, seat(1, "Ah Kd", **BET), seat(2, "Ac Kc", **BET))
    assert [line for line in result.lines if line.wager == "envy"] == []


@pytest.mark.parametrize(("folded_holder", "folded_receiver", "won"), [(True, False, 0), (False, True, 30_000)])
def test_a_folded_hand_brings_no_envy_but_a_folder_may_receive_it(
    folded_holder: bool, folded_receiver: bool, won: int
) -> None:
    holder = fold(seat(1, "4s 5s", ante=1000, blind=1000, trips=500, progressive=100), folded_holder)
    receiver = fold(seat(2, "Ah Kd", ante=1000, blind=1000, progressive=100), folded_receiver)
    assert net(settled(law(progressive="B"), "3c 4d", SPADES, holder, receiver), 2).get("envy", 0) == won


def test_the_own_other_box_brings_no_envy() -> None:
    result = settled(law(progressive="B"), "3c 4d", SPADES, seat(1, "4s 5s", **BET), seat(2, "Ah Kd", **BET))
    assert "envy" in net(result, 2)
    same = [replace(seat(1, "4s 5s", **BET), player="ann"), replace(seat(2, "Ah Kd", **BET), player="ann")]
    assert "envy" not in net(settled(law(progressive="B"), "3c 4d", SPADES, *same), 2)


ROYAL = {"ante": 10_000, "blind": 10_000, "play": 40_000, "trips": 10_000}


@pytest.mark.clause("md-uth:12F(2)")
@pytest.mark.parametrize(
    ("limit", "stakes", "board", "won"),
    [
        pytest.param(5_550_001, ROYAL, "royal", (10_000, 5_000_000, 40_000, 500_000), id="just above"),
        pytest.param(5_550_000, ROYAL, "royal", (10_000, 5_000_000, 40_000, 500_000), id="at the limit"),
        pytest.param(5_549_999, ROYAL, "royal", (10_000, 4_999_999, 40_000, 500_000), id="just below: off the Blind"),
        pytest.param(
            5_000_000, {"ante": 100, "blind": 100, "play": 400, "trips": 200_000}, "royal", (100, 0, 400, 4_999_500),
            id="the Blind is used up, then Trips",
        ),
        pytest.param(
            5_000_000, {"ante": 2_000_000, "blind": 2_000_000, "play": 8_000_000}, "pair", (2_000_000, 0, 3_000_000, 0),
            id="then Play",
        ),
        pytest.param(
            5_000_000, {"ante": 6_000_000, "blind": 6_000_000, "play": 6_000_000}, "pair", (5_000_000, 0, 0, 0),
            id="then the Ante",
        ),
    ],
)  # fmt: skip
def test_the_payout_limit_cuts_winnings_in_order(
    limit: int, stakes: dict[str, int], board: str, won: tuple[int, ...]
) -> None:
    cards = {"royal": "Ts Js Qs 2d 3h", "pair": "Ac 7d 9h 2d 3h"}[board]
    rules = with_terms(law(trips="A"), {}, limit)
    result = settled(rules, "2h 4d", cards, seat(1, "Ks As", **stakes))
    paid = {line.wager: line.paid_cents for line in result.lines}
    assert tuple(paid.get(wager, 0) for wager in ("ante", "blind", "play", "trips")) == won
    assert sum(won) <= limit
    # The stakes come back besides: the limit is on winnings.
    assert all(line.returned_cents == line.stake_cents for line in result.lines)


@pytest.mark.clause("md-uth:12F(2)")
@pytest.mark.parametrize(
    ("covers", "pairs"), [("main_wagers", 25 * 400_000), ("main_and_side_wagers", 5_000_000)]
)  # fmt: skip
def test_the_limit_never_reaches_progressive_envy_or_six_card_bonus(covers: str, pairs: int) -> None:
    rules = with_terms(law(progressive="A", ultimate_pairs="A", payout_limit_covers=covers), {}, 5_000_000)
    stakes = {
        "ante": 100, "blind": 100, "play": 400, "trips": 100, "six_card_bonus": 20_000, "ultimate_pairs": 400_000,
        "progressive": 100,
    }  # fmt: skip
    result = settled(
        rules, "2h 4c", "Ts Js Qs 2d 3h", seat(1, "Ks As", **stakes), seat(2, "6c 6d", **BET), box="Ac Ad Ah 5d",
        meters={"progressive": 90_000_000},
    )  # fmt: skip
    paid = {line.wager: line.paid_cents for line in result.lines if line.seat == 1}
    assert paid["progressive"] == 90_000_000
    assert paid["six_card_bonus"] == 50 * 20_000
    assert paid["ultimate_pairs"] == pairs
    assert net(result, 2)["envy"] == 100_000
    covered = sum(paid[wager] for wager in ("ante", "blind", "play", "trips"))
    assert covered == (100 + 50_000 + 400 + 5_000 if covers == "main_wagers" else 0)


def test_a_cut_line_says_what_the_limit_took() -> None:
    result = settled(with_terms(law(), {}, 5_500_000), "2h 4d", "Ts Js Qs 2d 3h", seat(1, "Ks As", **ROYAL))
    cut = {line.wager: line.cut_cents for line in result.lines if line.cut_cents}
    assert cut == {"blind": 50_000}
