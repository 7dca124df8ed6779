"""Every wager of Ultimate Texas Hold 'Em against its clause, one row a case."""

import random
from itertools import combinations

import pytest

from croupier.cards import DECK, format_cards
from croupier.hands.five_card import best_hand
from croupier.rulebook.elect import GameRules
from tests.table.holdem import fold, law, net, seat, settled

BOARD = "2c 7d 9h Js Qc"
CLUBS = "2c 7c 9c Js Qd"
ROYAL = "Ts Js Qs Ks As"

A, B = law(), law(blind="B")
clause = pytest.mark.clause


@pytest.mark.parametrize(
    ("rules", "dealer", "board", "own", "ante", "blind", "play"),
    [
        # The dealer holds less than a pair: the Ante goes back, Blind and Play are compared (U-02).
        pytest.param(A, "Ah 4s", BOARD, "Jd 3h", 0, 0, 4000, id="ace high loses", marks=clause("md-uth:11H(1)")),
        pytest.param(A, "Ah 4s", BOARD, "Kd 3h", 0, -1000, -4000, id="ace high wins", marks=clause("md-uth:11H(1)")),
        pytest.param(A, "Ah 4s", BOARD, "Ad 4h", 0, 0, 0, id="ace high ties", marks=clause("md-uth:11H(1)")),
        pytest.param(A, "Ah 4s", BOARD, "Th 8s", 0, 1000, 4000, id="ace high loses to a straight"),
        pytest.param(A, "2h 4s", BOARD, "Jd 3h", 1000, 0, 4000, id="the lowest pair qualifies and loses"),
        pytest.param(A, "2h 4s", BOARD, "Ad 3h", -1000, -1000, -4000, id="the lowest pair qualifies and wins"),
        # Lower: all three are taken.
        pytest.param(
            A, "Kh Kd", BOARD, "Jd 3h", -1000, -1000, -4000, id="lower pair", marks=clause("md-uth:11H(3)(a)")
        ),
        pytest.param(
            A, "Qh 8d", BOARD, "Qd 5h", -1000, -1000, -4000, id="lower by a kicker", marks=clause("md-uth:11H(3)(a)")
        ),
        pytest.param(A, "Ac Kc", CLUBS, "4c 3c", -1000, -1000, -4000, id="a losing flush pays no Blind"),
        # Higher: Ante and Play at even money, Blind by its paytable.
        pytest.param(A, "Kh Kd", BOARD, "Th 8s", 1000, 1000, 4000, id="straight", marks=clause("md-uth:11H(3)(b)")),
        pytest.param(
            A, "Kh Kd", CLUBS, "Ac 3c", 1000, 1500, 4000, id="flush at 3 to 2", marks=clause("md-uth:11H(3)(b)")
        ),
        pytest.param(A, "Kh Kd", "9s 9d 2c 5h Kc", "9c 9h", 1000, 10000, 4000, id="four of a kind"),
        pytest.param(A, "Kh Kd", "9s 9d 2c 5h 6c", "9c 2h", 1000, 3000, 4000, id="full house"),
        pytest.param(A, "Kh Kd", "9s 8s 7s 5h 6c", "6s 5s", 1000, 50000, 4000, id="straight flush"),
        pytest.param(A, "Kh Kd", "Ts Js Qs 5h 6c", "Ks As", 1000, 500000, 4000, id="royal flush"),
        # A winning hand below the paytable's floor gets the Blind back: straight under A, flush under B (U-01).
        pytest.param(
            A, "Kh Kd", BOARD, "9c 9d", 1000, 0, 4000, id="three of a kind, A", marks=clause("md-uth:11H(3)(c)")
        ),
        pytest.param(B, "Kh Kd", BOARD, "Th 8s", 1000, 0, 4000, id="straight, B", marks=clause("md-uth:11H(3)(c)")),
        pytest.param(B, "Kh Kd", CLUBS, "Ac 3c", 1000, 1500, 4000, id="flush, B", marks=clause("md-uth:11H(3)(c)")),
        pytest.param(B, "Ah 4s", BOARD, "Th 8s", 0, 0, 4000, id="straight, B, dealer without a pair"),
        # Equal hands: all three go back.
        pytest.param(A, "2h 3d", ROYAL, "4c 5h", 0, 0, 0, id="royal on the board", marks=clause("md-uth:11H(3)(d)")),
        pytest.param(
            A, "Qh 8d", BOARD, "Qd 8h", 0, 0, 0, id="the same pair and kickers", marks=clause("md-uth:11H(3)(d)")
        ),
        pytest.param(A, "Qh 5d", BOARD, "Qd 3h", 0, 0, 0, id="the sixth card decides nothing"),
    ],
)
def test_ante_blind_and_play(
    rules: GameRules, dealer: str, board: str, own: str, ante: int, blind: int, play: int
) -> None:
    result = settled(rules, dealer, board, seat(1, own, ante=1000, blind=1000, play=4000))
    assert net(result, 1) == {"ante": ante, "blind": blind, "play": play}


@pytest.mark.parametrize(("stake", "paid"), [(1000, 1500), (1001, 1502), (1002, 1503), (3, 5)])
def test_three_to_two_is_exact_and_half_a_cent_goes_to_the_player(stake: int, paid: int) -> None:
    result = settled(A, "Kh Kd", CLUBS, seat(1, "Ac 3c", ante=stake, blind=stake, play=stake))
    assert net(result, 1)["blind"] == paid


@pytest.mark.clause("md-uth:11G(2)", "md-uth:11H(2)(b)")
@pytest.mark.parametrize("seed", range(60))
def test_a_hand_is_the_best_of_all_twenty_one_fives(seed: int) -> None:
    deck = random.Random(seed).sample(DECK, 9)
    dealer, own, board = tuple(deck[:2]), tuple(deck[2:4]), tuple(deck[4:])
    best = [
        max((best_hand(five) for five in combinations(two + board, 5)), key=lambda hand: hand.strength)
        for two in (dealer, own)
    ]
    result = settled(
        A, format_cards(dealer), format_cards(board), seat(1, format_cards(own), ante=100, blind=100, play=100)
    )
    assert result.dealer is not None
    assert result.dealer.hand == best[0].description
    play = net(result, 1)["play"]
    order = (best[1].strength > best[0].strength) - (best[1].strength < best[0].strength)
    assert play == 100 * order


@pytest.mark.parametrize(
    ("dealer", "board", "qualifies"),
    [("Ah 4s", BOARD, False), ("2h 4s", BOARD, True), ("3h 4s", "2c 7d 9h 9s Qc", True), ("Ah Kd", ROYAL, True)],
)
def test_a_pair_qualifies_the_dealer(dealer: str, board: str, qualifies: bool) -> None:
    result = settled(A, dealer, board, seat(1, "5d 5h", ante=100, blind=100, play=100))
    assert result.dealer is not None
    assert result.dealer.qualifies is qualifies


TRIPS = [
    pytest.param("Th 8s", BOARD, False, 2000, id="straight", marks=clause("md-uth:11I(1)")),
    pytest.param("Th 8s", BOARD, True, 2000, id="straight, folded", marks=clause("md-uth:11I(2)")),
    pytest.param("9c 9d", BOARD, False, 1500, id="three of a kind", marks=clause("md-uth:11I(1)")),
    pytest.param("9c 7h", BOARD, False, -500, id="two pair", marks=clause("md-uth:11I(1)")),
    pytest.param("9c 7h", BOARD, True, -500, id="two pair, folded"),
    pytest.param("3h 4d", ROYAL, False, 25000, id="a royal flush on the board is every seat's hand"),
]


@pytest.mark.parametrize(("own", "board", "folded", "won"), TRIPS)
def test_trips_is_settled_on_the_players_hand_alone(own: str, board: str, folded: bool, won: int) -> None:
    stakes = {"ante": 1000, "blind": 1000, "trips": 500} | ({} if folded else {"play": 1000})
    result = settled(law(trips="A"), "Kd Td", board, fold(seat(1, own, **stakes), folded))
    assert net(result, 1)["trips"] == won


@pytest.mark.clause("md-uth:11I(2)")
@pytest.mark.parametrize("folded", [False, True])
def test_trips_is_paid_although_the_dealer_is_better(folded: bool) -> None:
    stakes = {"ante": 1000, "blind": 1000, "trips": 500} | ({} if folded else {"play": 1000})
    result = settled(law(trips="A"), "Kd Td", BOARD, fold(seat(1, "Th 8s", **stakes), folded))
    assert net(result, 1)["trips"] == 4 * 500
    assert net(result, 1)["ante"] == net(result, 1)["blind"] == -1000


BOX = "Kd Qd Jd Td"
SIX = [
    pytest.param("A", "Ad 9d", BOX, 100_000_000, id="super royal of diamonds", marks=clause("md-uth:7F(4)(a)")),
    pytest.param("A", "As 9s", "Ks Qs Js Ts", 10_000_000, id="super royal of spades", marks=clause("md-uth:7F(4)(a)")),
    pytest.param("B", "Ad 9d", BOX, 10_000_000, id="super royal, any suit", marks=clause("md-uth:7F(4)(a)")),
    pytest.param("A", "Ad 9c", BOX, 500_000, id="royal, the sixth card off suit", marks=clause("md-uth:7F(4)(a)")),
    pytest.param("A", "9d 8d", BOX, 100_000, id="straight flush to the king"),
    pytest.param("A", "Kc Ks", "Kd 2h 5c 8s", 2_500, id="three of a kind with the box", marks=clause("md-uth:11I(3)")),
    pytest.param("A", "Kc 2s", "Kd 2h 5c 8s", -500, id="two pair with the box", marks=clause("md-uth:11I(3)")),
    pytest.param(
        "A", "9c 9d", "3d 4h 5c 8s", -500, id="the community cards never count", marks=clause("md-uth:11I(3)")
    ),
]


@pytest.mark.parametrize(("paytable", "own", "box", "won"), SIX)
def test_six_card_bonus_is_made_of_the_box_and_the_players_two_cards(
    paytable: str, own: str, box: str, won: int
) -> None:
    stakes = {"ante": 1000, "blind": 1000, "play": 1000, "trips": 500, "six_card_bonus": 500}
    result = settled(law(six_card_bonus=paytable), "2d 3s", "2c 7d 9h Jc Qc", seat(1, own, **stakes), box=box)
    assert net(result, 1)["six_card_bonus"] == won


@pytest.mark.clause("md-uth:11I(4)")
@pytest.mark.parametrize("folded", [False, True])
def test_six_card_bonus_is_paid_although_the_dealer_is_better(folded: bool) -> None:
    stakes = {"ante": 1000, "blind": 1000, "trips": 500, "six_card_bonus": 500} | ({} if folded else {"play": 1000})
    result = settled(A, "Js Jd", "Jc 7d 9h Ac Qc", fold(seat(1, "Kc Ks", **stakes), folded), box="Kd 2h 5c 8s")
    assert net(result, 1)["six_card_bonus"] == 5 * 500
    assert net(result, 1)["ante"] == -1000


@pytest.mark.parametrize(("elected", "won"), [(True, 100_000_000), (False, 100_000_000 - 500)])
def test_a_fixed_sum_brings_the_stake_back_unless_elected_otherwise(elected: bool, won: int) -> None:
    stakes = {"ante": 1000, "blind": 1000, "play": 1000, "trips": 500, "six_card_bonus": 500}
    rules = law(fixed_award_returns_stake=elected)
    assert net(settled(rules, "2d 3s", BOARD, seat(1, "Ad 9d", **stakes), box=BOX), 1)["six_card_bonus"] == won


@pytest.mark.parametrize(
    ("paytable", "dealer", "own", "won"),
    [
        ("A", "Kh 3d", "As Ac", 30),
        ("A", "Kh 3d", "As Ks", 25),
        ("A", "Kh 3d", "As Kc", 15),
        ("A", "Kh 3d", "Ts Tc", 3),
        ("A", "Kh 3d", "Jh Jc", 10),
        ("A", "Kh 3d", "As Tc", -1),
        ("B", "Ah Ad", "As Ac", 1000),
        ("B", "Ah 3d", "As Ac", 30),
        ("B", "Ah Ad", "Ks Kc", 10),
        ("D", "Kh 3d", "Ah Ad", 100),
        ("D", "Kh 3d", "Ah Ac", 30),
        ("E", "Kh 3d", "Ah Ad", 50),
        ("C", "Kh 3d", "As Qd", 10),
        ("C", "Kh 3d", "Ks Kc", 5),
    ],
)
@pytest.mark.parametrize("folded", [False, True])
def test_ultimate_pairs(paytable: str, dealer: str, own: str, won: int, folded: bool) -> None:
    stakes = {"ante": 1000, "blind": 1000, "ultimate_pairs": 500} | ({} if folded else {"play": 1000})
    result = settled(law(ultimate_pairs=paytable), dealer, BOARD, fold(seat(1, own, **stakes), folded))
    assert net(result, 1)["ultimate_pairs"] == 500 * won


@pytest.mark.parametrize(
    ("rule", "dealer", "own", "won"),
    [
        pytest.param("either", "Th 8s", "9c 9d", 9, id="the player's three of a kind is beaten"),
        pytest.param("either", "9c 9d", "Th 8s", 9, id="the dealer's three of a kind is beaten"),
        pytest.param("player", "Th 8s", "9c 9d", 9, id="the player's, player rule"),
        pytest.param("player", "9c 9d", "Th 8s", -1, id="the dealer's, player rule"),
        pytest.param("either", "Th 8s", "Td 8c", -1, id="a tie beats nobody"),
        pytest.param("either", "9c 9d", "9s 7h", -1, id="the beaten hand is two pair"),
        pytest.param("either", "Kh Ts", "Td 8c", 20, id="a beaten straight"),
    ],
)
@pytest.mark.parametrize("folded", [False, True])
def test_bad_beat_pays_the_beaten_hand(rule: str, dealer: str, own: str, won: int, folded: bool) -> None:
    stakes = {"ante": 1000, "blind": 1000, "bad_beat": 500} | ({} if folded else {"play": 1000})
    result = settled(law(bad_beat_rule=rule, bad_beat="A"), dealer, BOARD, fold(seat(1, own, **stakes), folded))
    assert net(result, 1)["bad_beat"] == 500 * won


@pytest.mark.parametrize(
    ("board", "won"),
    [
        (BOARD, -1),
        ("9s 9d 2c 5h Kc", -1),
        ("Ts Td 2c 5h Kc", 1),
        ("9s 9d 2c 2h Kc", 3),
        ("9s 9d 9c 2h Kc", 7),
        ("9s 8d 7c 6h 5c", 25),
        (ROYAL, 1000),
    ],
)
@pytest.mark.parametrize("folded", [False, True])
def test_play_the_board_looks_at_the_community_cards_only(board: str, won: int, folded: bool) -> None:
    stakes = {"ante": 1000, "blind": 1000, "play_the_board": 500} | ({} if folded else {"play": 1000})
    result = settled(law(), "3d 4s", board, fold(seat(1, "Ah Ad", **stakes), folded))
    assert net(result, 1)["play_the_board"] == 500 * won


@pytest.mark.clause("md-uth:11I(1)", "md-uth:11I(3)", "md-uth:11J")
def test_the_wagers_of_a_seat_are_settled_in_the_rulebooks_order() -> None:
    stakes = {
        "progressive": 100, "play_the_board": 500, "bad_beat": 500, "ultimate_pairs": 500, "six_card_bonus": 500,
        "trips": 500, "play": 1000, "blind": 1000, "ante": 1000,
    }  # fmt: skip
    result = settled(A, "3d 4s", BOARD, seat(1, "Ah Ad", **stakes), box=BOX)
    assert [line.wager for line in result.lines] == list(reversed(stakes))


@pytest.mark.clause("md-uth:11H(2)", "md-uth:11H(2)(d)")
def test_seats_are_settled_from_the_dealers_right_one_at_a_time() -> None:
    hands = {1: "Ah Ad", 3: "Kh 3s", 4: "9c 9d", 6: "5h 5s"}
    seats = [seat(number, own, ante=1000, blind=1000, play=1000, trips=500) for number, own in hands.items()]
    result = settled(A, "3d 4s", BOARD, *seats)
    assert result.order == (6, 4, 3, 1)
    assert [line.seat for line in result.lines] == [6] * 4 + [4] * 4 + [3] * 4 + [1] * 4


def test_every_line_says_which_clause_decided() -> None:
    stakes = {"ante": 1000, "blind": 1000, "play": 1000, "trips": 500}
    lost = settled(A, "Kh Kd", BOARD, seat(1, "Jd 3h", **stakes)).lines
    assert {line.wager: line.clause for line in lost} == {
        "ante": "md-uth:11H(3)(a)",
        "blind": "md-uth:11H(3)(a)",
        "play": "md-uth:11H(3)(a)",
        "trips": "md-uth:12C(1)",
    }
    won = settled(A, "Kh Kd", BOARD, seat(1, "Th 8s", **stakes)).lines
    assert [(line.wager, line.clause, line.line) for line in won] == [
        ("ante", "md-uth:12A", None),
        ("blind", "md-uth:12B(1)", "straight"),
        ("play", "md-uth:12A", None),
        ("trips", "md-uth:12C(1)", "straight"),
    ]
