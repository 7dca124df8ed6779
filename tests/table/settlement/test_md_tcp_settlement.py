"""Three Card Poker, Maryland: Ante, Play, Ante Bonus, Pair Plus and folds settled, one row a case."""

import pytest

from croupier.rulebook.law.base import Scalar
from croupier.table.settlement.described import SeatDescribed
from tests.table.three_card import lines, seat, settled, told

JACK_HIGH, QUEEN_HIGH = "Jd Tc 8s", "Qd 3c 2s"


@pytest.mark.parametrize(
    ("dealer", "own", "expected"),
    [
        pytest.param(
            JACK_HIGH, "2c 3d 5h",
            """1 ante win  1000 1000 - .12A
               1 play push    0 1000 - .11D(3)(c)""",
            id="jack high does not qualify: a lower hand has its ante paid",
            marks=pytest.mark.clause("md-tcp:.11D(3)(c)"),
        ),
        pytest.param(
            JACK_HIGH, "Ac Kd 9h",
            """1 ante win  1000 1000 - .12A
               1 play push    0 1000 - .11D(3)(c)""",
            id="jack high does not qualify: nor is play paid to a higher hand",
        ),
        pytest.param(
            JACK_HIGH, "6c 7d 8h",
            """1 ante       win  1000 1000 -        .12A
               1 play       push    0 1000 -        .11D(3)(c)
               1 ante_bonus win  1000    0 straight .12B(1)""",
            id="the bonus is owed though the dealer does not qualify",
        ),
        pytest.param(
            QUEEN_HIGH, "Jc Td 8h",
            """1 ante lose 0 0 - .11D(3)(d)(i)
               1 play lose 0 0 - .11D(3)(d)(i)""",
            id="queen-three-two, the lowest that qualifies, beats jack high",
            marks=pytest.mark.clause("md-tcp:.11D(3)(d)", "md-tcp:.11D(3)(d)(i)"),
        ),
        pytest.param(
            QUEEN_HIGH, "Qc 4d 2h",
            """1 ante win 1000 1000 - .12A
               1 play win 1000 1000 - .12A""",
            id="a higher side card wins both",
            marks=pytest.mark.clause("md-tcp:.11D(3)(d)(ii)"),
        ),
        pytest.param(
            QUEEN_HIGH, "Qc 3d 2h",
            """1 ante push 0 1000 - .11D(3)(d)(iii)
               1 play push 0 1000 - .11D(3)(d)(iii)""",
            id="equal hands give both back",
            marks=pytest.mark.clause("md-tcp:.11D(3)(d)(iii)"),
        ),
        pytest.param(
            "2d 2c 3s", "Ac Kd 9h",
            """1 ante lose 0 0 - .11D(3)(d)(i)
               1 play lose 0 0 - .11D(3)(d)(i)""",
            id="the lowest pair qualifies",
        ),
        pytest.param(
            "2d 5d 7d", "Ac Kd 9h",
            """1 ante lose 0 0 - .11D(3)(d)(i)
               1 play lose 0 0 - .11D(3)(d)(i)""",
            id="a seven-high flush qualifies",
        ),
        pytest.param(
            "9d 9c 9s", "6c 7d 8h",
            """1 ante       lose    0 0 -        .11D(3)(d)(i)
               1 play       lose    0 0 -        .11D(3)(d)(i)
               1 ante_bonus win  1000 0 straight .12B(1)""",
            id="the bonus is owed on a straight that loses",
        ),
        pytest.param(
            "6d 7c 8s", "6c 7d 8h",
            """1 ante       push    0 1000 -        .11D(3)(d)(iii)
               1 play       push    0 1000 -        .11D(3)(d)(iii)
               1 ante_bonus win  1000    0 straight .12B(1)""",
            id="the bonus is owed on equal straights",
        ),
        pytest.param(
            "4d 3c 2s", "Ac 2d 3h",
            """1 ante       lose    0 0 -        .11D(3)(d)(i)
               1 play       lose    0 0 -        .11D(3)(d)(i)
               1 ante_bonus win  1000 0 straight .12B(1)""",
            id="ace-two-three is the lowest straight",
        ),
        pytest.param(
            "Ad 2c 3s", "4c 3d 2h",
            """1 ante       win 1000 1000 -        .12A
               1 play       win 1000 1000 -        .12A
               1 ante_bonus win 1000    0 straight .12B(1)""",
            id="a player's four-three-two beats ace-two-three, and the bonus comes on top",
        ),
        pytest.param(
            "Kd Ac 2s", "Kc Kh 3d",
            """1 ante win 1000 1000 - .12A
               1 play win 1000 1000 - .12A""",
            id="king-ace-two is no straight, only ace high",
        ),
        pytest.param(
            QUEEN_HIGH, "Ac 5c 9c",
            """1 ante win 1000 1000 - .12A
               1 play win 1000 1000 - .12A""",
            id="a flush has no ante bonus",
        ),
    ],
)  # fmt: skip
def test_ante_and_play(dealer: str, own: str, expected: str) -> None:
    assert told(settled(dealer, seat(1, own, "play", ante=1000))) == lines(expected)


STRAIGHT, TRIPS, STRAIGHT_FLUSH = "6c 7d 8h", "6c 6d 6h", "6h 7h 8h"


@pytest.mark.parametrize(
    ("elections", "own", "paid", "line", "clause"),
    [
        ({"ante_bonus": "A"}, STRAIGHT, 1000, "straight", ".12B(1)"),
        ({"ante_bonus": "A"}, TRIPS, 4000, "three_of_a_kind", ".12B(1)"),
        ({"ante_bonus": "A"}, STRAIGHT_FLUSH, 5000, "straight_flush", ".12B(1)"),
        ({"ante_bonus": "B"}, STRAIGHT, 1000, "straight", ".12B(2)"),
        ({"ante_bonus": "B"}, TRIPS, 3000, "three_of_a_kind", ".12B(2)"),
        ({"ante_bonus": "B"}, STRAIGHT_FLUSH, 5000, "straight_flush", ".12B(2)"),
        ({"ante_bonus": "C"}, STRAIGHT, 1000, "straight", ".12B(3)"),
        ({"ante_bonus": "C"}, TRIPS, 3000, "three_of_a_kind", ".12B(3)"),
        ({"ante_bonus": "C"}, STRAIGHT_FLUSH, 4000, "straight_flush", ".12B(3)"),
        ({"ante_bonus": "A", "version": "F1"}, TRIPS, 4000, "three_of_a_kind", ".12C(1)"),
        ({"ante_bonus": "B", "version": "F2"}, TRIPS, 3000, "three_of_a_kind", ".12C(2)"),
        ({"ante_bonus": "C", "version": "F1"}, STRAIGHT_FLUSH, 4000, "straight_flush", ".12C(3)"),
        ({"ante_bonus": "C", "version": "F2"}, "Ah 2h 3h", 4000, "straight_flush", ".12C(3)"),
    ],
)
def test_the_ante_bonus_pays_on_the_ante_alone(
    elections: dict[str, Scalar], own: str, paid: int, line: str, clause: str
) -> None:
    result = settled("9d 9c 9s", seat(1, own, "play", ante=1000), **elections)
    assert told(result)[-1] == f"1 ante_bonus win {paid} 0 {line} {clause}"


@pytest.mark.parametrize(
    ("own", "pays"),
    [
        pytest.param("Ah 2h 3h", (40, 40, 40, 40), id="suited ace-two-three is a straight flush"),
        pytest.param("Ah Kh Qh", (40, 40, 40, 40), id="so is suited ace-king-queen"),
        pytest.param("2h 2c 2d", (30, 30, 30, 25), id="three twos"),
        pytest.param("Ah 2c 3h", (5, 6, 6, 6), id="straight"),
        pytest.param("2h 5h 7h", (4, 3, 4, 4), id="flush"),
        pytest.param("2h 2c 4d", (1, 1, 1, 1), id="pair of twos"),
        pytest.param("Ah Kc Jd", (None, None, None, None), id="ace high"),
        pytest.param("Kh Ac 2d", (None, None, None, None), id="no sequence round the corner"),
    ],
)
@pytest.mark.parametrize(("table", "column"), [("A", 0), ("B", 1), ("C", 2), ("D", 3)])
def test_pair_plus_alone(own: str, pays: tuple[int | None, ...], table: str, column: int) -> None:
    (line,) = settled("9d 9c 9s", seat(1, own, pair_plus=500), pair_plus=table).lines
    odds = pays[column]
    assert line.clause == f"md-tcp:.12D({column + 1})"
    if odds is None:
        assert (line.outcome, line.paid_cents, line.returned_cents) == ("lose", 0, 0)
    else:
        assert (line.outcome, line.paid_cents, line.returned_cents) == ("win", 500 * odds, 500)


@pytest.mark.clause("md-tcp:.01B(4)")
@pytest.mark.parametrize("dealer", [JACK_HIGH, QUEEN_HIGH, "9d 9c 3s", "9d 9c 9s", "Ad Kd Qd"])
def test_pair_plus_is_the_same_whatever_the_dealer_holds(dealer: str) -> None:
    result = settled(dealer, seat(1, "7h 7c 4d", "play", ante=1000, pair_plus=500))
    assert told(result)[2] == "1 pair_plus win 500 500 pair .12D(1)"


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        pytest.param(
            (seat(1, "7h 7c 4d", "play", ante=1000, pair_plus=500),),
            """1 ante      lose   0   0 -    .11D(3)(d)(i)
               1 play      lose   0   0 -    .11D(3)(d)(i)
               1 pair_plus win  500 500 pair .12D(1)""",
            id="a pair that loses still has its pair plus paid, after ante and play",
            marks=pytest.mark.clause("md-tcp:.11D(4)", "md-tcp:.07E(3)"),
        ),
        pytest.param(
            (seat(1, "Ah Kc Jd", pair_plus=500), seat(2, "7h 7c 4d", pair_plus=500)),
            """2 pair_plus win  500 500 pair .12D(1)
               1 pair_plus lose   0   0 -    .12D(1)""",
            id="pair plus alone is settled, from the highest seat down",
        ),
        pytest.param(
            (seat(1, "6h 7h 8h", "fold", ante=1000, pair_plus=500),),
            """1 ante      forfeit 0 0 - .11B
               1 pair_plus forfeit 0 0 - .11C(1)""",
            id="a fold loses pair plus even with a straight flush",
            marks=pytest.mark.clause("md-tcp:.11C(1)"),
        ),
        pytest.param(
            (seat(1, "6h 7h 8h", "fold", ante=1000),),
            "1 ante forfeit 0 0 - .11B",
            id="a folded straight flush has no ante bonus",
        ),
        pytest.param(
            (
                seat(1, "6h 7h 8h", "fold", ante=1000, progressive=100),
                seat(2, "Ah Kh Qh", pair_plus=500),
            ),
            """2 pair_plus   win     20000 500 straight_flush            .12D(1)
               1 envy        win      2500   0 akq_hearts_diamonds_clubs .12E(5)(a)
               1 ante        forfeit     0   0 -                         .11B
               1 progressive forfeit     0   0 -                         .11C(2)""",
            id="a folded progressive bettor keeps the envy",
            marks=pytest.mark.clause("md-tcp:.11C(2)"),
        ),
        pytest.param(
            (seat(1, "9h 8h 7h", "fold", ante=1000, pair_plus=500, six_card_bonus=500),),
            """1 ante           forfeit    0   0 -              .11B
               1 pair_plus      forfeit    0   0 -              .11C(1)
               1 six_card_bonus win    25000 500 four_of_a_kind .12F(5)[heading struck]""",
            id="a fold keeps the six card bonus",
            marks=pytest.mark.clause("md-tcp:.11C(3)"),
        ),
        pytest.param(
            (seat(1, "9h 8h 7h", "fold", ante=1000, progressive=100, six_card_bonus=500),),
            """1 ante           forfeit     0   0 -              .11B
               1 progressive    forfeit     0   0 -              .11C(2)
               1 six_card_bonus win     25000 500 four_of_a_kind .12F(5)[heading struck]""",
            id="a fold with progressive and six card bonus loses the first only",
        ),
    ],
)  # fmt: skip
def test_pair_plus_and_folds(seats: tuple[SeatDescribed, ...], expected: str) -> None:
    assert told(settled("9d 9c 9s", *seats)) == lines(expected)


@pytest.mark.clause("md-tcp:.11D(5)", "md-tcp:.11D(8)")
def test_everything_at_once_is_settled_in_the_order_of_the_book() -> None:
    full = {"ante": 1000, "pair_plus": 500, "progressive": 100, "six_card_bonus": 500}
    result = settled(
        "Jd Td 9d",
        seat(2, "6h 6c 6d", "play", **full),
        seat(5, "Ad Kd Qd", "play", **full),
        envy_holder_must_wager=True,
    )
    assert result.order == (5, 2)
    assert told(result) == lines(
        """5 ante           win       1000 1000 -                         .12A
           5 play           win       1000 1000 -                         .12A
           5 ante_bonus     win       5000    0 straight_flush            .12B(1)
           5 pair_plus      win      20000  500 straight_flush            .12D(1)
           5 progressive    win      50000    0 akq_hearts_diamonds_clubs .12E(1)(a)
           2 envy           win       2500    0 akq_hearts_diamonds_clubs .12E(5)(a)
           5 six_card_bonus win  100000000  500 super_royal_diamonds      .12F(5)[heading struck]
           2 ante           lose         0    0 -                         .11D(3)(d)(i)
           2 play           lose         0    0 -                         .11D(3)(d)(i)
           2 ante_bonus     win       4000    0 three_of_a_kind           .12B(1)
           2 pair_plus      win      15000  500 three_of_a_kind           .12D(1)
           2 progressive    win       6000    0 three_of_a_kind           .12E(1)(a)
           2 six_card_bonus win       2500  500 three_of_a_kind           .12F(5)[heading struck]"""
    )
    assert result.net_cents(5) == 1000 + 1000 + 5000 + 20000 + 49900 + 100000000
    assert result.net_cents(2) == -1000 - 1000 + 2500 + 4000 + 15000 + 5900 + 2500
