"""Three Card Poker, Maryland: Progressive, Envy Bonus and Six Card Bonus settled, one row a case."""

import pytest

from croupier.rulebook.law.base import Scalar
from croupier.table.settlement.described import SeatDescribed
from tests.table.three_card import METER_CENTS, lines, seat, settled, told

TRIP_NINES = "9d 9c 9s"


@pytest.mark.parametrize(
    ("own", "under_a", "under_b"),
    [
        pytest.param("Ah Kh Qh", 500, 500, id="suited ace-king-queen of hearts"),
        pytest.param("Ad Kd Qd", 500, 500, id="of diamonds"),
        pytest.param("Ac Kc Qc", 500, 500, id="of clubs"),
        pytest.param("Ks Qs Js", 70, 100, id="the next straight flush in spades"),
        pytest.param("Ah 2h 3h", 70, 100, id="the lowest straight flush"),
        pytest.param("2h 2c 2d", 60, 90, id="the lowest three of a kind"),
        pytest.param("Ah Kc Qh", 6, 0, id="the highest straight"),
        pytest.param("Ah 2c 3h", 6, 0, id="the lowest straight"),
        pytest.param("Ah Kh Jh", 0, 0, id="the highest flush"),
    ],
)
@pytest.mark.parametrize("stake", [100, 500])
def test_progressive_lines_are_the_whole_return(own: str, under_a: int, under_b: int, stake: int) -> None:
    for table, clause, odds in (("A", ".12E(1)(a)", under_a), ("B", ".12E(1)(b)", under_b)):
        result = settled(TRIP_NINES, seat(1, own, pair_plus=500, progressive=stake), progressive=table)
        line = result.lines[-1]
        assert (line.wager, line.outcome) == ("progressive", "win" if odds else "lose")
        assert (line.paid_cents, line.returned_cents) == (odds * stake, 0)
        assert line.clause == f"md-tcp:{clause}"
        assert dict(result.meters) == {"progressive": METER_CENTS}


@pytest.mark.clause("md-tcp:.12E(2)")
@pytest.mark.parametrize("table", ["A", "B"])
@pytest.mark.parametrize("stake", [100, 500])
def test_suited_ace_king_queen_of_spades_takes_the_meter_and_nothing_else(table: str, stake: int) -> None:
    result = settled(TRIP_NINES, seat(1, "As Ks Qs", pair_plus=500, progressive=stake), progressive=table)
    (award,) = [line for line in result.lines if line.wager == "progressive"]
    assert (award.line, award.paid_cents, award.returned_cents) == ("akq_spades", METER_CENTS, 0)
    assert dict(result.meters) == {"progressive": 100_000}


@pytest.mark.clause("md-tcp:.11D(6)")
def test_a_progressive_hand_is_paid_though_the_dealer_has_the_better_one() -> None:
    result = settled("Ad Kd Qd", seat(1, "Kh Qh Jh", "play", ante=1000, progressive=100))
    assert told(result) == lines(
        """1 ante        lose    0 0 -              .11D(3)(d)(i)
           1 play        lose    0 0 -              .11D(3)(d)(i)
           1 ante_bonus  win  5000 0 straight_flush .12B(1)
           1 progressive win  7000 0 straight_flush .12E(1)(a)"""
    )


def envies(seats: tuple[SeatDescribed, ...], dealer: str = TRIP_NINES, /, **elections: Scalar) -> list[tuple[int, int]]:
    """Who is paid an envy award, and how much, in the order of payment."""
    result = settled(dealer, *seats, **elections)
    return [(line.seat, line.paid_cents) for line in result.lines if line.wager == "envy"]


SPADES, HEARTS = "As Ks Qs", "Ah Kh Qh"
RAGS, OTHER_RAGS = "2c 5d 8h", "3c 6d Jh"


@pytest.mark.parametrize(
    ("holder", "receiver", "award"),
    [
        pytest.param(SPADES, 100, 10_000, id="spades, $1", marks=pytest.mark.clause("md-tcp:.12E(5)(a)")),
        pytest.param("Ac Kc Qc", 100, 2_500, id="clubs, $1"),
        pytest.param("Ad Kd Qd", 100, 2_500, id="diamonds, $1"),
        pytest.param(HEARTS, 100, 2_500, id="hearts, $1"),
        pytest.param(SPADES, 500, 50_000, id="spades, $5", marks=pytest.mark.clause("md-tcp:.12E(5)(b)")),
        pytest.param(HEARTS, 500, 12_500, id="hearts, $5"),
        pytest.param("Ks Qs Js", 500, None, id="a lower straight flush brings no envy"),
        pytest.param("As Ks Qh", 500, None, id="ace-king-queen of two suits neither"),
    ],
)
@pytest.mark.parametrize("holders_own", [{}, {"progressive": 100}, {"progressive": 500}])
@pytest.mark.clause("md-tcp:.12E(5)")
def test_envy_is_paid_by_the_receivers_own_stake(
    holder: str, receiver: int, award: int | None, holders_own: dict[str, int]
) -> None:
    seats = (seat(1, RAGS, "play", ante=1000, progressive=receiver), seat(2, holder, "play", ante=1000, **holders_own))
    assert envies(seats) == ([(1, award)] if award else [])


@pytest.mark.parametrize(
    ("seats", "elections", "expected"),
    [
        pytest.param(
            (seat(1, RAGS, "play", ante=1000), seat(2, SPADES, "play", ante=1000, progressive=100)), {}, [],
            id="no progressive wager, no envy", marks=pytest.mark.clause("md-tcp:.01B(1)"),
        ),
        pytest.param(
            (
                seat(1, RAGS, "play", ante=1000, progressive=100),
                seat(2, SPADES, "play", ante=1000),
                seat(3, OTHER_RAGS, "play", ante=1000, progressive=500),
            ),
            {}, [(3, 50_000), (1, 10_000)],
            id="every other progressive bettor is paid, whether settled already or not",
            marks=pytest.mark.clause("md-tcp:.11D(7)(e)", "md-tcp:.11D(7)(e)(i)"),
        ),
        pytest.param(
            (seat(1, RAGS, "play", ante=1000, progressive=100), seat(2, SPADES, "play", ante=1000)),
            {"envy_holder_must_wager": True}, [],
            id="where the holder must wager, a holder without a wager brings none",
        ),
        pytest.param(
            (
                seat(1, RAGS, "play", ante=1000, progressive=100),
                seat(2, SPADES, "play", ante=1000, progressive=100),
            ),
            {"envy_holder_must_wager": True}, [(1, 10_000)],
            id="where the holder must wager and did, envy is paid",
        ),
        pytest.param(
            (
                seat(1, RAGS, "play", ante=1000, progressive=500),
                seat(2, SPADES, "play", ante=1000),
                seat(3, HEARTS, "play", ante=1000, progressive=100),
            ),
            {}, [(1, 12_500), (3, 10_000), (1, 50_000)],
            id="two hands bring two awards, and each holder the other's",
            marks=pytest.mark.clause("md-tcp:.11D(7)(e)(ii)"),
        ),
        pytest.param(
            (seat(1, SPADES, "play", ante=1000, progressive=500),), {}, [],
            id="nobody envies the own hand", marks=pytest.mark.clause("md-tcp:.11D(7)(e)(iii)"),
        ),
        pytest.param(
            (seat(1, RAGS, "play", ante=1000, progressive=100), seat(2, SPADES, "fold", ante=1000, progressive=100)),
            {}, [],
            id="a folded hand brings none",
        ),
        pytest.param(
            (
                seat(1, RAGS, "play", ante=1000, progressive=100),
                seat(2, SPADES, "fold", ante=1000, progressive=100, six_card_bonus=500),
            ),
            {}, [],
            id="nor does it when its cards stay for the six card bonus",
        ),
        pytest.param(
            (seat(1, RAGS, "fold", ante=1000, progressive=100), seat(2, SPADES, "play", ante=1000)),
            {}, [(1, 10_000)],
            id="a folded bettor is paid all the same",
        ),
        pytest.param(
            (seat(1, RAGS, "play", ante=1000, progressive=100), seat(2, SPADES, pair_plus=500)),
            {}, [(1, 10_000)],
            id="a pair plus player can be the holder",
        ),
        pytest.param(
            (
                seat(1, RAGS, "play", "ann", ante=1000, progressive=100),
                seat(2, SPADES, "play", "ann", ante=1000, progressive=100),
            ),
            {}, [],
            id="one's own second box brings none",
        ),
        pytest.param(
            (
                seat(1, RAGS, "play", "ann", ante=1000, progressive=100),
                seat(2, OTHER_RAGS, "play", "ann", ante=1000, progressive=100),
                seat(3, SPADES, "play", "ben", ante=1000),
            ),
            {}, [(2, 10_000), (1, 10_000)],
            id="a stranger's hand brings an award to each of two boxes",
        ),
    ],
)  # fmt: skip
def test_envy(seats: tuple[SeatDescribed, ...], elections: dict[str, Scalar], expected: list[tuple[int, int]]) -> None:
    assert envies(seats, **elections) == expected


@pytest.mark.clause("md-tcp:.11D(7)(e)(iii)")
def test_the_dealers_hand_brings_no_envy() -> None:
    seats = (seat(1, RAGS, "play", ante=1000, progressive=100), seat(2, OTHER_RAGS, "play", ante=1000, progressive=100))
    assert envies(seats, SPADES) == []


SIX_CARDS = [
    # own cards, dealer's cards, line, odds to 1
    pytest.param("Ad Kd Qd", "Jd Td 8d", "royal_flush", 1000, id="royal flush, the sixth card suited but no nine"),
    pytest.param("Ad Kd Qd", "Jd Td 9c", "royal_flush", 1000, id="royal flush with a nine of another suit"),
    pytest.param("Ad Kd 2c", "Qd Jd Td", "royal_flush", 1000, id="royal flush, four of it the dealer's and one's own"),
    pytest.param("9d 8d 7d", "6d 5d 2c", "straight_flush", 200, id="straight flush"),
    pytest.param("Ah 2h 3h", "4h 5h Kc", "straight_flush", 200, id="straight flush to the five"),
    pytest.param("7h 7c 2d", "7d 7s Kc", "four_of_a_kind", 50, id="four of a kind"),
    pytest.param("Kh Kc Kd", "7d 7s 2c", "full_house", 20, id="full house"),
    pytest.param("Kh Kc Kd", "7d 7s 7c", "full_house", 20, id="full house out of two trios"),
    pytest.param("2h 5h 9h", "Jh Kh Kc", "flush", 15, id="flush"),
    pytest.param("2h 5h 9h", "Jh Kh Ah", "flush", 15, id="flush out of six"),
    pytest.param("9d 8c 7d", "6d 5d 2c", "straight", 10, id="straight"),
    pytest.param("Ah 2h 3h", "4h 5c Kc", "straight", 10, id="straight to the five"),
    pytest.param("Qh Kh Ac", "2c 3d 4d", None, 0, id="no straight round the corner"),
    pytest.param("7h 7c 2d", "7d Js Kc", "three_of_a_kind", 5, id="three of a kind"),
    pytest.param("Ah Ac Kd", "Ks Qd Jh", None, 0, id="two pair, the first hand that loses"),
]


@pytest.mark.clause("md-tcp:.11D(8)(b)", "md-tcp:.11D(8)(c)")
@pytest.mark.parametrize(("own", "dealer", "line", "odds"), SIX_CARDS)
@pytest.mark.parametrize(("table", "clause"), [("A", ".12F(5)[heading struck]"), ("B", ".12F(2)[added]")])
def test_six_card_bonus_is_the_best_five_of_six(
    own: str, dealer: str, line: str | None, odds: int, table: str, clause: str
) -> None:
    result = settled(dealer, seat(1, own, pair_plus=500, six_card_bonus=1500), six_card_bonus=table)
    outcome = f"win {odds * 1500} 1500 {line}" if line else "lose 0 0 -"
    assert told(result)[-1] == f"1 six_card_bonus {outcome} {clause}"


@pytest.mark.clause("md-tcp:.11D(8)(d)", "md-tcp:.07E(5)(a)")
@pytest.mark.parametrize(
    ("suit", "table", "line", "dollars"),
    [
        ("d", "A", "super_royal_diamonds", 1_000_000),
        ("h", "A", "super_royal_hearts_spades_clubs", 100_000),
        ("s", "A", "super_royal_hearts_spades_clubs", 100_000),
        ("c", "A", "super_royal_hearts_spades_clubs", 100_000),
        ("d", "B", "super_royal_any_suit", 100_000),
        ("h", "B", "super_royal_any_suit", 100_000),
        ("s", "B", "super_royal_any_suit", 100_000),
        ("c", "B", "super_royal_any_suit", 100_000),
    ],
)
@pytest.mark.parametrize(("returns_stake", "returned"), [(True, 1500), (False, 0)])
def test_super_royal_is_all_six_cards_and_a_sum_that_does_not_grow_with_the_stake(
    suit: str, table: str, line: str, dollars: int, returns_stake: bool, returned: int
) -> None:
    own, dealer = (" ".join(rank + suit for rank in ranks) for ranks in ("AJ9", "KQT"))
    result = settled(
        dealer,
        seat(1, own, pair_plus=500, six_card_bonus=1500),
        six_card_bonus=table,
        fixed_award_returns_stake=returns_stake,
    )
    bonus = result.lines[-1]
    assert (bonus.line, bonus.outcome) == (line, "win")
    assert (bonus.paid_cents, bonus.returned_cents) == (dollars * 100, returned)


@pytest.mark.clause("md-tcp:.11D(8)(a)")
def test_a_seat_that_loses_everything_else_has_its_six_card_bonus_paid() -> None:
    result = settled("Kd Kc Ks", seat(1, "Ah 9c 9d", "play", ante=1000, progressive=100, six_card_bonus=500))
    assert told(result) == lines(
        """1 ante           lose     0   0 -          .11D(3)(d)(i)
           1 play           lose     0   0 -          .11D(3)(d)(i)
           1 progressive    lose     0   0 -          .12E(1)(a)
           1 six_card_bonus win  10000 500 full_house .12F(5)[heading struck]"""
    )
