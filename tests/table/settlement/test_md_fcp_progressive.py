"""Progressive and envy at a Maryland Four Card Poker table: verified, validated, paid from where, and to whom."""

import pytest

from croupier.rulebook.elect import elect
from croupier.table.settlement.described import RoundDescribed, SeatDescribed, settle_described
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import SettlementLine
from tests.table.md_fcp import NOTHING, PAYTABLE_C, played, rules_of, table
from tests.table.pit import Pit, cards, stacked

BET = {"ante": 1000, "progressive": 100}
FOUR_ACES = "As Ah Ad Ac 5d"
QUADS = "6s 6h 6d 6c Kd"
OTHER_QUADS = "8s 8h 8d 8c Qd"
STRAIGHT_FLUSH = "3h 4h 5h 6h Kc"
TRIPS = "8s 8h 8d 5c Qd"
HIGH = "2h 5s Tc Qs Kh"


def pending(own: str, wagers: dict[int, dict[str, int]] | None = None, **elections: str) -> Pit:
    """A table whose seat 1 holds these cards and has come to its progressive award."""
    filed = PAYTABLE_C if elections.get("progressive") == "C" else {}
    hands: dict[int | str, str] = {1: own, "dealer": NOTHING}
    if wagers:
        hands[2] = HIGH
    pit = table(rules_of(filed=filed, **elections), hands, wagers or {1: BET}).on()
    for _ in wagers or {1: BET}:
        pit.do(c.Decide(seat=pit.round.to_ask[0], action="play", stake_cents=1000))
    pit.until("settle")
    while pit.round.pending is None:
        pit.do(c.SettleNext())
    return pit


def validate(by: str = "dealer:lee", validated_by: str = "floor:kim", light_on: bool = True) -> c.ValidateAward:
    return c.ValidateAward(seat=1, light_on=light_on, validated_by=validated_by, by=by)


@pytest.mark.clause("md-fcp:.11D(10)(a)")
def test_the_winning_hand_is_verified_before_it_is_paid() -> None:
    pit = pending(TRIPS)
    assert pit.round.pending is not None
    line = pit.round.pending.line
    assert (line.seat, line.wager, line.line) == (1, "progressive", "three_of_a_kind")
    assert "progressive" not in [line.wager for line in pit.round.lines]
    refusal = pit.refused(c.SettleNext())
    assert (refusal.code, refusal.clause) == ("award_pending", "md-fcp:.11D(10)(a)")
    assert pit.refused(c.ValidateAward(seat=2, light_on=True, validated_by="floor:kim")).code == "no_award"
    unproven = c.ValidateAward(seat=1, light_on=True, validated_by="floor:kim", hand_wins=False)
    assert pit.refused(unproven).clause == "md-fcp:.11D(10)(a)"


@pytest.mark.clause("md-fcp:.11D(10)(b)")
def test_an_award_is_not_paid_while_the_seats_light_is_off() -> None:
    pit = pending(TRIPS)
    refusal = pit.refused(validate(light_on=False))
    assert (refusal.code, refusal.clause) == ("light_off", "md-fcp:.11D(10)(b)")
    pit.do(validate())


@pytest.mark.clause("md-fcp:.11D(10)(c)")
@pytest.mark.parametrize(("by", "validated_by"), [("dealer:lee", "dealer:lee"), ("floor:kim", "floor:kim"), ("d", "")])
def test_a_second_person_of_the_floor_validates(by: str, validated_by: str) -> None:
    pit = pending(TRIPS)
    refusal = pit.refused(validate(by, validated_by))
    assert (refusal.code, refusal.clause) == ("needs_floor", "md-fcp:.11D(10)(c)")
    paid = pit.do(validate(validated_by="casino_supervisor:max"))[0]
    assert isinstance(paid, e.AwardPaid)
    assert paid.validated_by == "casino_supervisor:max"


# What a hand pays under each progressive paytable for a stake of $1 with $10,000.20 on the meter, and from where.
AWARDS = [
    ("A", TRIPS, 900, "table_inventory"),
    ("A", STRAIGHT_FLUSH, 10_000, "table_inventory"),
    ("A", QUADS, 30_000, "table_inventory"),
    ("A", FOUR_ACES, 1_000_020, "off_table"),
    ("B", TRIPS, 1500, "table_inventory"),
    ("B", FOUR_ACES, 1_000_020, "off_table"),
    ("C", TRIPS, 900, "table_inventory"),
    ("C", "5s 6h 7d 8c 9h", 3000, "table_inventory"),
    ("C", "As 2s 3d 4h 5h", 3000, "table_inventory"),
    ("C", "2h 5h 8h Jh Kh", 4000, "table_inventory"),
    ("C", "8s 8h 8d 5c 5d", 5000, "table_inventory"),
    ("C", QUADS, 30_000, "table_inventory"),
    ("C", FOUR_ACES, 30_000, "table_inventory"),
    ("C", "3h 4h 5h 6h 7h", 100_002, "table_inventory"),
    ("C", "Ah Kh Qh Jh Th", 1_000_020, "off_table"),
]


@pytest.mark.parametrize(("letter", "own", "paid", "source"), AWARDS)
@pytest.mark.clause("md-fcp:.11D(10)(d)", "md-fcp:.11D(10)(d)(i)", "md-fcp:.12D[1st](2)")
def test_an_award_pays_its_one_line_from_its_source(letter: str, own: str, paid: int, source: str) -> None:
    pit = pending(own, progressive=letter, envy=letter)
    (award,) = [event for event in pit.do(validate()) if isinstance(event, e.AwardPaid)]
    assert (award.line.paid_cents, award.line.returned_cents, award.source) == (paid, 0, source)
    assert award.line.clause == f"md-fcp:.12D[1st](1)({letter.lower()})"
    pit.on()
    assert len([line for line in pit.round.lines if line.wager == "progressive"]) == 1
    assert pit.round.banked_cents == 100  # the stake went into the inventory; a full award does not come out of it


@pytest.mark.parametrize("own", [STRAIGHT_FLUSH, "As 2s 3s 4s Kd"])
@pytest.mark.clause("md-fcp:.12D[1st](2)")
def test_paytable_c_ranks_five_cards_so_a_run_of_four_pays_nothing(own: str) -> None:
    pit = played(rules_of(filed=PAYTABLE_C, progressive="C", envy="C"), {1: own, "dealer": NOTHING}, {1: BET}, "play:1")
    assert pit.line(1, "progressive").outcome == "lose"


@pytest.mark.clause("md-fcp:.11D(10)(d)(ii)")
def test_cards_of_an_award_paid_elsewhere_stay_out_until_the_paperwork_is_done() -> None:
    pit = pending(FOUR_ACES, {1: BET, 2: {"ante": 1000}})
    pit.do(validate())
    assert pit.round.undocumented == (1,)
    assert 1 not in dict(pit.round.rack)
    pit.until("close")
    refusal = pit.refused(c.Perform(step="collect_cards"))
    assert (refusal.code, refusal.clause) == ("paperwork", "md-fcp:.11D(10)(d)(ii)")
    assert pit.refused(c.DocumentAward(seat=2)).code == "no_paperwork"
    pit.do(c.DocumentAward(seat=1, document="JP 7"))
    assert dict(pit.round.rack)[1] == cards(FOUR_ACES)
    pit.do(c.Perform(step="collect_cards"))


@pytest.mark.clause("md-fcp:.11D(10)(d)(ii)")
def test_cards_of_an_award_from_the_inventory_go_at_once() -> None:
    pit = pending(QUADS)
    pit.do(validate())
    assert (pit.round.undocumented, dict(pit.round.rack)[1]) == ((), cards(QUADS))


ROYAL, OTHER_ROYAL = "Ah Kh Qh Jh Th", "As Ks Qs Js Ts"
RUN, OTHER_RUN = "3h 4h 5h 6h 7h", "3s 4s 5s 6s 7s"
METER = 1_000_040
METERS = [
    # seat 1, seat 2 (settled first), what seat 2 and seat 1 are paid, what the meter shows then
    (ROYAL, OTHER_ROYAL, METER, 1_000_000, 1_000_000),
    (RUN, OTHER_RUN, 100_004, 90_003, METER - 100_004 - 90_003),
    (ROYAL, OTHER_RUN, 100_004, METER - 100_004, 1_000_000),
    (RUN, OTHER_ROYAL, METER, 100_000, 900_000),
    (TRIPS, OTHER_RUN, 100_004, 900, METER - 100_004),
]


@pytest.mark.clause("md-fcp:.12D[1st](4)")
@pytest.mark.parametrize(("first", "second", "paid_two", "paid_one", "after"), METERS)
def test_an_award_takes_the_meter_as_it_stands_at_the_seats_turn(
    first: str, second: str, paid_two: int, paid_one: int, after: int
) -> None:
    rules = rules_of(filed=PAYTABLE_C, progressive="C", envy="C")
    pit = played(rules, {1: first, 2: second, "dealer": NOTHING}, {1: BET, 2: BET}, "play:1", "play:1")
    assert (pit.line(2, "progressive").paid_cents, pit.line(1, "progressive").paid_cents) == (paid_two, paid_one)
    assert pit.state.meters[0].cents == after


@pytest.mark.clause("md-fcp:.12D[1st](4)")
def test_the_meters_reading_may_be_given_at_the_seats_turn() -> None:
    pit = table(rules_of(), {1: FOUR_ACES, "dealer": NOTHING}, {1: BET}).on()
    pit.do(c.Decide(seat=1, action="play", stake_cents=1000))
    pit.until("settle")
    pit.do(c.SettleNext(meters=(("progressive", 777_777),)))
    pit.on()
    assert pit.line(1, "progressive").paid_cents == 777_777


def envies(pit: Pit) -> list[tuple[int, int]]:
    """Who was paid how much envy, in the order of payment."""
    return [(line.seat, line.paid_cents) for line in pit.round.lines if line.wager == "envy"]


NO_BET = {"ante": 1000}
ENVY = [
    pytest.param(
        {1: QUADS, 2: HIGH, 3: ""}, {1: BET, 2: BET, 3: BET}, [(3, 1000), (2, 1000)],
        id="every other progressive bettor once", marks=pytest.mark.clause("md-fcp:.11D(10)(e)(i)"),
    ),
    pytest.param(
        {1: QUADS, 2: HIGH, 3: ""}, {1: NO_BET, 2: BET, 3: NO_BET}, [(2, 1000)],
        id="the holder need not have bet, the receiver must", marks=pytest.mark.clause("md-fcp:.11D(10)(e)(i)"),
    ),
    pytest.param(
        {1: STRAIGHT_FLUSH, 2: HIGH, 3: ""}, {1: BET, 2: BET}, [(2, 500)],
        id="a straight flush under A", marks=pytest.mark.clause("md-fcp:.11D(10)(e)(i)"),
    ),
    pytest.param(
        {1: TRIPS, 2: HIGH}, {1: BET, 2: BET}, [],
        id="trips bring none", marks=pytest.mark.clause("md-fcp:.11D(10)(e)(i)"),
    ),
    pytest.param(
        {1: QUADS, 2: HIGH, 3: OTHER_QUADS}, {1: BET, 2: BET, 3: BET}, [(2, 1000), (1, 1000), (3, 1000), (2, 1000)],
        id="two hands bring two awards", marks=pytest.mark.clause("md-fcp:.11D(10)(e)(ii)"),
    ),
    pytest.param(
        {1: FOUR_ACES, 2: HIGH, 3: OTHER_QUADS}, {1: NO_BET, 2: BET, 3: NO_BET}, [(2, 1000), (2, 10_000)],
        id="each by its own line", marks=pytest.mark.clause("md-fcp:.11D(10)(e)(ii)"),
    ),
    pytest.param(
        {1: QUADS}, {1: BET},  [],
        id="none for the own hand", marks=pytest.mark.clause("md-fcp:.11D(10)(e)(iii)"),
    ),
    pytest.param(
        {1: HIGH, "dealer": "9s 9h 9d 9c 4s 3d"}, {1: BET, 2: BET}, [],
        id="none for the dealer's", marks=pytest.mark.clause("md-fcp:.11D(10)(e)(iii)"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "wagers", "paid"), ENVY)
def test_envy(hands: dict[int | str, str], wagers: dict[int, dict[str, int]], paid: list[tuple[int, int]]) -> None:
    pit = played(rules_of(), {"dealer": NOTHING, **hands}, wagers, *["play:1"] * len(wagers))
    assert envies(pit) == paid


@pytest.mark.clause("md-fcp:.11D(10)(e)(iii)")
def test_a_person_collects_nothing_on_the_hand_of_their_own_other_box() -> None:
    rules = rules_of()
    pit = Pit(rules)
    for seat, player in ((1, "ann"), (2, "ann"), (3, "bob")):
        pit.do(c.Sit(seat=seat, player=player))
    pit.ready(stacked(rules, {1: QUADS, 2: HIGH, 3: "", "dealer": NOTHING}))
    for seat in (1, 2, 3):
        pit.wager(seat, **BET)
    pit.on().answer("play:1", "play:1", "play:1")
    assert envies(pit) == [(3, 1000)]


@pytest.mark.clause("md-fcp:.11D(10)(e)(i)")
@pytest.mark.parametrize(
    ("stakes", "triggers"),
    [
        ({"ante": 1000}, False),
        ({"ante": 1000, "progressive": 100}, False),
        ({"ante": 1000, "aces_up": 500}, True),
        ({"ante": 1000, "aces_up": 500, "six_card_bonus": 500}, True),
    ],
)
def test_a_folded_hand_brings_envy_only_if_a_live_wager_turns_it_up(stakes: dict[str, int], triggers: bool) -> None:
    hands: dict[int | str, str] = {1: QUADS, 2: HIGH, "dealer": NOTHING}
    pit = played(rules_of(), hands, {1: stakes, 2: BET}, "fold", "play:1")
    assert envies(pit) == ([(2, 1000)] if triggers else [])


@pytest.mark.clause("md-fcp:.11D(10)(e)")
def test_envy_follows_the_holders_own_award_and_is_paid_by_the_elected_schedule() -> None:
    pit = pending(QUADS, {1: BET, 2: BET})
    assert envies(pit) == []
    pit.do(validate())
    turns = [(line.seat, line.wager) for line in pit.round.lines]
    assert turns[-2:] == [(1, "progressive"), (2, "envy")]
    assert pit.line(2, "envy").clause == "md-fcp:.12E(1)"


# What a $1 and a $5 wager collect on each hand under each schedule, `C` as printed and as ruled.
SCHEDULES = [
    ("A", "four_aces", FOUR_ACES, 10_000, 50_000),
    ("A", "four_aces", QUADS, 1000, 5000),
    ("A", "four_aces", STRAIGHT_FLUSH, 500, 2500),
    ("B", "four_aces", FOUR_ACES, 10_000, 50_000),
    ("B", "four_aces", QUADS, 2500, 12_500),
    ("B", "four_aces", STRAIGHT_FLUSH, 0, 0),
    ("C", "four_aces", FOUR_ACES, 100_000, 500_000),
    ("C", "four_aces", QUADS, 30_000, 150_000),
    ("C", "four_aces", "Ah Kh Qh Jh Th", 0, 0),
    ("C", "four_aces", "3h 4h 5h 6h 7h", 0, 0),
    ("C", "royal_flush", "Ah Kh Qh Jh Th", 100_000, 500_000),
    ("C", "royal_flush", "3h 4h 5h 6h 7h", 30_000, 150_000),
    ("C", "royal_flush", FOUR_ACES, 0, 0),
    ("C", "royal_flush", QUADS, 0, 0),
]


@pytest.mark.clause("md-fcp:.12D[2nd](1)")
@pytest.mark.parametrize(("letter", "c_hands", "own", "one", "five"), SCHEDULES)
def test_envy_is_paid_by_the_receivers_own_stake(letter: str, c_hands: str, own: str, one: int, five: int) -> None:
    rules = elect("md-fcp", {"progressive": letter, "envy": letter, "envy_c_hands": c_hands})

    def seat(number: int, held: str, stake: int) -> SeatDescribed:
        wagers = {"ante": 1000} | ({"progressive": stake} if stake else {})
        return SeatDescribed(seat=number, cards=cards(held), wagers_cents=wagers, decisions=("play:1",))

    seats = (seat(1, own, 0), seat(2, "2c 5s Tc Qs Ks", 100), seat(3, "2s 5c Td Qd 9h", 500))
    settled = settle_described(
        rules,
        RoundDescribed(rules="md-fcp", dealer=cards("2d 4c 7c 9s Jd 3c"), bonus_cards=cards("4d"), seats=seats),
    )
    assert not isinstance(settled, Refusal), settled
    assert {seat: _envy(settled.lines, seat) for seat in (1, 2, 3)} == {1: 0, 2: one, 3: five}


def _envy(lines: tuple[SettlementLine, ...], seat: int) -> int:
    return sum(line.paid_cents for line in lines if line.seat == seat and line.wager == "envy")


@pytest.mark.clause("md-fcp:.12D[2nd](1)")
@pytest.mark.parametrize("stake", [99, 101, 200, 499, 501])
def test_a_progressive_stake_is_one_of_those_an_envy_award_exists_for(stake: int) -> None:
    rules = elect("md-fcp")
    pit = Pit(rules).sit(1).ready().wager(1, ante=1000)
    assert pit.refused(c.PlaceWager(seat=1, wager="progressive", stake_cents=stake)).code == "wrong_stake"
    for lawful in (100, 500):
        pit.do(c.PlaceWager(seat=1, wager="progressive", stake_cents=lawful))
