"""Progressive and envy at a Massachusetts table: four-card tables A and B, and the six Multi Game Link tables."""

from typing import Any

import pytest

from croupier.rulebook.elect import GameRules, elect
from croupier.table.settlement.settle import settle
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.box import Box, wagers_of
from croupier.table.values.showdown import Settlement, Showdown
from tests.table.ma_fcp import NOTHING, of_kind, play_round, rules_of, table
from tests.table.pit import Pit, cards, stacked

DEALER = "3d 5c 7s 9h Jd 4s"
# The hands by what their best four cards make, and by what their five cards make.
FOUR = {
    "four_aces": "As Ah Ad Ac 9d",
    "four_of_a_kind": "Qs Qh Qd Qc 9d",
    "straight_flush": "Tc Jc Qc Kc 9d",
    "royal": "Ac Kc Qc Jc 9d",
    "three_of_a_kind": "Ks Kh Kd 9d 7h",
    "flush": "2c 3c Tc Kc 9d",
    "pair_of_aces": "As Ah Kd 9d 7h",
}
FIVE = {
    "royal_flush": "Ac Kc Qc Jc Tc",
    "straight_flush": "9c Kc Qc Jc Tc",
    "steel_wheel": "Ac 2c 3c 4c 5c",
    "four_of_a_kind": "Qs Qh Qd Qc 9d",
    "four_aces": "As Ah Ad Ac 9d",
    "full_house": "Ks Kh Kd Qs Qh",
    "flush": "2c 3c Tc Kc 8c",
    "straight": "Tc Js Qh Kd As",
    "wheel": "Ac 2d 3h 4c 5s",
    "three_of_a_kind": "Ks Kh Kd 9d 7h",
    "four_card_straight_flush": "Tc Jc Qc Kc 2d",
    "two_pair": "Ks Kh Qd Qs 7h",
    "wrapped": "Qc Kd As 2h 3d",
}


def seat(number: int, held: str, stake: int, player: str = "", folded: bool = False, **more: int) -> Box:
    """A box that plays, or folds, with a progressive stake (none where it is 0)."""
    wagers = {"ante": 1000} | ({} if folded else {"play": 1000}) | more | ({"progressive": stake} if stake else {})
    return Box(number, player or f"player {number}", wagers_of(wagers), cards(held), folded)


def shown(rules: GameRules, *seats: Box, dealer: str = DEALER, **meters: int) -> Settlement:
    """The settlement against a dealer with little, all from one deck, the meters reading so many cents."""
    out = [*cards(dealer), *(card for box in seats for card in box.cards)]
    assert len(out) == len(set(out)), "a card is there twice"
    return settle(rules, Showdown(cards(dealer), (), (), seats, tuple(meters.items())))


def won(result: Settlement, number: int, wager: str = "progressive") -> list[int]:
    """What the house adds to a seat's wager, line by line."""
    return [line.paid_cents for line in result.lines if line.seat == number and line.wager == wager]


# What $5 comes to; the meter shows $12,345.67. "For 1" is the whole return, so the stake never comes back.
METER = 1_234_567
FOUR_CARD = [
    ("A", "four_aces", METER),
    ("A", "four_of_a_kind", 150_000),
    ("A", "straight_flush", 50_000),
    ("A", "royal", 50_000),
    ("A", "three_of_a_kind", 4500),
    ("A", "flush", 0),
    ("A", "pair_of_aces", 0),
    ("B", "four_aces", METER),
    ("B", "four_of_a_kind", 150_000),
    ("B", "straight_flush", 50_000),
    ("B", "royal", 50_000),
    ("B", "three_of_a_kind", 7500),
    ("B", "flush", 0),
]


@pytest.mark.clause("ma-fcp-1:13(a)(2)")
@pytest.mark.parametrize("edition", ["ma-fcp-1", "ma-fcp-2"])
@pytest.mark.parametrize(("paytable", "made", "paid"), FOUR_CARD)
def test_the_four_card_progressive_pays_its_highest_line_once(
    edition: str, paytable: str, made: str, paid: int
) -> None:
    rules = elect(edition, {"progressive": paytable})
    result = shown(rules, seat(1, FOUR[made], 500), progressive=METER)
    (line,) = [line for line in result.lines if line.wager == "progressive"]
    assert (line.paid_cents, line.returned_cents) == (paid, 0)
    assert line.net_cents == paid - 500
    reset = {"A": 500_000, "B": 100_000}[paytable]
    assert dict(result.meters) == {"progressive": reset if made == "four_aces" else METER}


@pytest.mark.clause("ma-fcp-1:13(a)(2)")
def test_the_progressive_pays_whatever_the_dealer_holds() -> None:
    rules = elect("ma-fcp-1", {"progressive": "A"})
    result = shown(rules, seat(1, FOUR["three_of_a_kind"], 100), dealer="Qs Qh Qd Qc 2s 4h", progressive=METER)
    assert won(result, 1) == [900]
    assert [line.outcome for line in result.lines if line.wager == "ante"] == ["lose"]


# What $1 comes to by a Multi Game Link table: the meters show $30,000, $2,000 and $400.
READ = {"progressive": 3_000_000, "mega": 3_000_000, "major": 200_000, "minor": 40_000}
LOW = {"four_of_a_kind": 30_000, "four_aces": 30_000, "full_house": 5000, "flush": 4000, "straight": 3000,
       "wheel": 3000, "three_of_a_kind": 900, "four_card_straight_flush": 0, "two_pair": 0, "wrapped": 0}  # fmt: skip
MULTI_GAME_LINK: dict[str, dict[str, Any]] = {
    "PTMGL01": {**LOW, "royal_flush": 3_000_000, "straight_flush": 300_000, "steel_wheel": 300_000},
    "PTMGL02": {**LOW, "royal_flush": 3_000_000, "straight_flush": 300_000, "steel_wheel": 300_000},
    "PTMGL04": {**LOW, "royal_flush": 3_000_000, "straight_flush": 3_000_000, "steel_wheel": 3_000_000},
    "PTMGLML01": {**LOW, "royal_flush": 200_000, "straight_flush": 40_000, "steel_wheel": 40_000},
    "PTMGLML02": {**LOW, "royal_flush": 3_000_000, "straight_flush": 200_000, "steel_wheel": 200_000,
                  "four_of_a_kind": 40_000, "four_aces": 40_000, "three_of_a_kind": 1000},
    "PTMGLML03": {**LOW, "royal_flush": 3_000_000, "straight_flush": 200_000, "steel_wheel": 200_000,
                  "four_of_a_kind": 40_000, "four_aces": 40_000},
}  # fmt: skip
LINKED = [(name, made, paid) for name, lines in MULTI_GAME_LINK.items() for made, paid in lines.items()]


def linked(paytable: str) -> tuple[GameRules, dict[str, Any]]:
    """A Multi Game Link table and its meters' readings."""
    rules = elect("ma-fcp-2", {"progressive": paytable})
    return rules, {meter.meter: READ[meter.meter] for meter in rules.meters}


@pytest.mark.clause("ma-fcp-2:13(b)/original-wager", "ma-fcp-2:13(b)")
@pytest.mark.parametrize(("paytable", "made", "paid"), LINKED)
def test_multi_game_link_ranks_five_cards_and_keeps_the_stake(paytable: str, made: str, paid: int) -> None:
    rules, meters = linked(paytable)
    result = shown(rules, seat(1, FIVE[made], 100), dealer="6d 6h 7s 9h Jd 8s", **meters)
    (line,) = [line for line in result.lines if line.wager == "progressive"]
    assert (line.paid_cents, line.returned_cents, line.net_cents) == (paid, 0, paid - 100)


@pytest.mark.clause("ma-fcp-2:13(b)/original-wager")
def test_nine_for_one_on_one_dollar_is_nine_dollars_in_all() -> None:
    rules, meters = linked("PTMGLML03")
    result = shown(rules, seat(1, FIVE["three_of_a_kind"], 100), **meters)
    (line,) = [line for line in result.lines if line.wager == "progressive"]
    assert line.paid_cents + line.returned_cents == 900


SEEDS = [
    ("PTMGL01", "royal_flush", {"progressive": 1_000_000}),
    ("PTMGL01", "straight_flush", {"progressive": 2_700_000}),  # ten percent taken off, no reset
    ("PTMGL02", "straight_flush", {"progressive": 2_700_000}),
    ("PTMGL04", "royal_flush", {"progressive": 100_000}),
    ("PTMGL04", "straight_flush", {"progressive": 100_000}),
    ("PTMGLML01", "royal_flush", {"major": 1_000_000, "minor": 40_000}),
    ("PTMGLML01", "straight_flush", {"major": 200_000, "minor": 100_000}),
    ("PTMGLML02", "royal_flush", {"mega": 1_000_000, "major": 200_000, "minor": 40_000}),
    ("PTMGLML02", "straight_flush", {"mega": 3_000_000, "major": 100_000, "minor": 40_000}),
    ("PTMGLML02", "four_of_a_kind", {"mega": 3_000_000, "major": 200_000, "minor": 25_000}),
    ("PTMGLML03", "four_of_a_kind", {"mega": 3_000_000, "major": 200_000, "minor": 25_000}),
    ("PTMGLML03", "full_house", {"mega": 3_000_000, "major": 200_000, "minor": 40_000}),
]


@pytest.mark.parametrize(("paytable", "made", "after"), SEEDS)
def test_a_meter_that_is_won_goes_to_its_seed_and_the_others_stay(
    paytable: str, made: str, after: dict[str, int]
) -> None:
    rules, meters = linked(paytable)
    assert dict(shown(rules, seat(1, FIVE[made], 100), **meters).meters) == after


@pytest.mark.clause("ma-fcp-1:13(a)(4)")
def test_the_second_winner_takes_the_meter_as_the_first_left_it() -> None:
    rules, _ = linked("PTMGL01")
    seats = (seat(1, "Ac Kc Qc Jc Tc", 100), seat(2, "9h Kh Qh Jh Th", 100), seat(3, "9s Ks Qs Js Ts", 100))
    result = shown(rules, *seats, dealer="3d 5c 7s 9d 2d 4h", progressive=1_000_005)
    assert won(result, 3) == [100_000]  # a tenth, rounded down to the cent
    assert won(result, 2) == [90_000]
    assert won(result, 1) == [810_005]
    assert dict(result.meters) == {"progressive": 1_000_000}


@pytest.mark.clause("ma-fcp-1:13(a)(4)")
@pytest.mark.parametrize("method", [1, 2])
def test_an_award_reads_the_meter_at_the_seats_turn_to_be_paid(method: int) -> None:
    rules = rules_of("ma-fcp-1", "automated_shoe", "progressive", settlement_method=method)
    hands: dict[int | str, str] = {1: NOTHING[0], 2: FOUR["four_aces"], "dealer": DEALER}
    pit = Pit(rules).sit(1, 2).ready(stacked(rules, hands))
    pit.wager(1, ante=1000, progressive=100).wager(2, ante=1000, progressive=100).on().answer("play:1")
    pit.do(c.Decide(seat=2, action="play", stake_cents=1000))
    pit.until("settle")
    while not pit.round.pending:
        pit.do(c.SettleNext(meters=(("progressive", 7_000_000),)))  # what other tables fed meanwhile is in the reading
    assert pit.round.pending.line.paid_cents == 7_000_000
    for light, by in ((False, "floor:kim"), (True, "dealer")):
        assert pit.refused(c.ValidateAward(seat=2, light_on=light, validated_by=by)).clause == "ma-fcp-1:13(a)(1)"
    assert pit.refused(c.SettleNext()).code == "award_pending"
    pit.do(c.ValidateAward(seat=2, light_on=True, validated_by="floor:kim"))
    pit.on()
    (paid,) = of_kind(pit, e.AwardPaid)
    (moved,) = of_kind(pit, e.MeterHit)
    assert paid.line.paid_cents == moved.paid_cents == 7_000_000
    assert moved.cents == 500_000  # the filed reset amount


@pytest.mark.clause("ma-fcp-1:13(a)(4)")
def test_the_rounds_own_wagers_are_in_the_reading() -> None:
    rules = rules_of("ma-fcp-1", "automated_shoe", "progressive")
    pit = table(rules, {1: FOUR["four_aces"], 2: NOTHING[0], "dealer": DEALER}, ante=1000, progressive=100)
    assert pit.state.meters[0].cents == 1_000_000
    play_round(pit, "play:1", "fold")
    assert pit.line(1, "progressive").paid_cents == 1_000_040  # twice 20 % of $1
    assert pit.state.meters[0].cents == 500_000


# Envy: what each receiver gets for the holder's hand.
ENVY = [
    ("A", "four_aces", 10_000, 50_000),
    ("A", "four_of_a_kind", 1000, 5000),
    ("A", "straight_flush", 500, 2500),
    ("A", "royal", 500, 2500),
    ("A", "three_of_a_kind", 0, 0),
    ("B", "four_aces", 10_000, 50_000),
    ("B", "four_of_a_kind", 2500, 12_500),
    ("B", "straight_flush", 0, 0),
]


@pytest.mark.clause("ma-fcp-1:13(a)(5)")
@pytest.mark.parametrize(("paytable", "made", "one", "five"), ENVY)
def test_envy_goes_by_the_receivers_own_stake(paytable: str, made: str, one: int, five: int) -> None:
    rules = elect("ma-fcp-1", {"progressive": paytable})
    seats = (seat(1, FOUR[made], 0), seat(2, NOTHING[0], 100), seat(3, NOTHING[1], 500), seat(4, NOTHING[2], 0))
    result = shown(rules, *seats, progressive=METER)
    assert {number: sum(won(result, number, "envy")) for number in (1, 2, 3, 4)} == {1: 0, 2: one, 3: five, 4: 0}
    assert dict(result.meters) == {"progressive": METER}


LINKED_ENVY = {
    "PTMGL01": (100_000, 30_000),
    "PTMGL02": (500_000, 150_000),
    "PTMGL04": (25_000, 25_000),
    "PTMGLML01": (100_000, 30_000),
    "PTMGLML02": (100_000, 30_000),
    "PTMGLML03": (100_000, 30_000),
}


@pytest.mark.parametrize("paytable", LINKED_ENVY)
def test_multi_game_link_envy_is_as_printed_for_every_stake(paytable: str) -> None:
    rules, meters = linked(paytable)
    for made, paid in zip(("royal_flush", "straight_flush"), LINKED_ENVY[paytable], strict=True):
        seats = (seat(1, FIVE[made], 0), seat(2, NOTHING[0], 100), seat(3, "3s 5h 7d 8d Js", 500))
        result = shown(rules, *seats, dealer="3d 5d 7c 9h Jh 4s", **meters)
        assert [won(result, number, "envy") for number in (1, 2, 3)] == [[], [paid], [paid]]
    nothing = shown(rules, seat(1, FIVE["four_aces"], 0), seat(2, NOTHING[0], 100), **meters)
    assert won(nothing, 2, "envy") == []


WHO = [
    pytest.param((seat(1, FOUR["four_aces"], 100), seat(2, NOTHING[0], 100)), [10_000], id="another_player"),
    pytest.param(
        (seat(1, FOUR["four_aces"], 100, "ann"), seat(2, NOTHING[0], 100, "ann")), [], id="not_ones_own_other_box"
    ),
    pytest.param(
        (seat(1, FOUR["four_aces"], 0, folded=True, aces_up=500), seat(2, NOTHING[0], 100)),
        [10_000],
        id="a_folded_hand_turned_up_for_aces_up",
    ),
    pytest.param((seat(1, FOUR["four_aces"], 0, folded=True), seat(2, NOTHING[0], 100)), [], id="not_a_racked_hand"),
    pytest.param(
        (seat(1, FOUR["four_aces"], 0), seat(2, NOTHING[0], 100, folded=True)), [10_000], id="a_folded_receiver"
    ),
    pytest.param(
        (seat(1, FOUR["four_aces"], 0), seat(2, NOTHING[0], 100), seat(3, FOUR["four_of_a_kind"][:11] + " 9s", 0)),
        [1000, 10_000],
        id="one_award_for_each_hand",
    ),
]


@pytest.mark.clause("ma-fcp-1:13(a)(5)")
@pytest.mark.parametrize(("seats", "envy"), WHO)
def test_who_brings_and_who_gets_envy(seats: tuple[Box, ...], envy: list[int]) -> None:
    result = shown(elect("ma-fcp-1", {"progressive": "A"}), *seats, progressive=METER)
    assert won(result, 2, "envy") == envy


@pytest.mark.clause("ma-fcp-1:13(a)(5)")
def test_the_dealers_own_hand_brings_no_envy() -> None:
    rules = elect("ma-fcp-1", {"progressive": "A"})
    result = shown(rules, seat(1, NOTHING[0], 100), dealer="As Ah Ad Ac 2h 4s", progressive=METER)
    assert won(result, 1, "envy") == []


@pytest.mark.parametrize(
    ("forfeits", "outcome", "paid"), [(True, "forfeit", 0), (False, "win", 30_000)], ids=["lost", "stays_live"]
)
def test_what_a_fold_does_to_the_progressive(forfeits: bool, outcome: str, paid: int) -> None:
    rules = elect("ma-fcp-1", {"progressive": "A", "fold_forfeits_progressive": forfeits})
    result = shown(rules, seat(1, FOUR["four_of_a_kind"], 100, folded=True), progressive=METER)
    (line,) = [line for line in result.lines if line.wager == "progressive"]
    assert (line.outcome, line.paid_cents) == (outcome, paid)


def test_a_seat_without_an_ante_cannot_fold_its_progressive() -> None:
    rules = rules_of("ma-fcp-1", "automated_shoe", "progressive")
    pit = table(rules, {1: FOUR["four_of_a_kind"], "dealer": DEALER}, aces_up=500, progressive=100)
    pit.on()
    assert pit.round.phase == "closed"
    assert pit.line(1, "progressive").paid_cents == 30_000
