"""Three Card Poker, Maryland: the meter, and how a Progressive award is verified, paid and documented."""

import pytest

from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.pit import Pit
from tests.table.three_card import dealt_by, table

RULES = dealt_by("automated_shoe", progressive="B")
INITIAL, RESET = 500_000, 200_000
FLOOR = "floor:kim"


def won(own: str, **more: int) -> Pit:
    """A table where seat 2's Progressive hand has just been turned up; seat 1 wagered on it too."""
    pit = table(RULES, {1: "2c 5d 8c", 2: own, "dealer": "9d 9c 3s"})
    pit.wager(1, ante=1500, progressive=100).wager(2, pair_plus=500, progressive=100, **more).until("ask")
    pit.do(c.Decide(seat=1, action="fold"))
    pit.do(c.Perform(step="collect_folds"))
    pit.do(c.Perform(step="reveal_dealer"))
    pit.do(c.SettleNext())
    return pit


def validate(**changes: object) -> c.ValidateAward:
    """The validation of seat 2's award, with these changes."""
    fields: dict[str, object] = {"seat": 2, "light_on": True, "validated_by": FLOOR, **changes}
    return c.ValidateAward(**fields)  # type: ignore[arg-type]


@pytest.mark.clause("md-tcp:.12E(4)")
def test_the_meter_grows_at_lock_out_and_is_read_when_the_seats_turn_comes() -> None:
    pit = table(RULES, {1: "2c 5d 8c", 2: "As Ks Qs", "dealer": "9d 9c 3s"})
    pit.wager(1, ante=1500, progressive=100).wager(2, pair_plus=500, progressive=100).until("lock")
    assert pit.state.meters[0].cents == INITIAL
    pit.do(c.Perform(step="lock_progressive"))
    assert pit.state.meters[0].cents == INITIAL + 2 * 20
    pit.until("ask")
    pit.answer("fold")
    assert pit.line(2, "progressive").paid_cents == INITIAL + 40
    assert pit.state.meters[0].cents == RESET


@pytest.mark.clause("md-tcp:.12E(4)")
def test_a_meter_kept_elsewhere_is_read_at_the_seats_own_turn() -> None:
    pit = table(RULES, {1: "As Ks Qs", 2: "Ah Kh Qh", "dealer": "9d 9c 3s"})
    pit.wager(1, pair_plus=500, progressive=100).wager(2, pair_plus=500, progressive=100).until("settle")
    pit.do(c.SettleNext(meters=(("progressive", 700_000),)))
    pit.do(validate())
    assert pit.line(2, "progressive").paid_cents == 50_000
    pit.do(c.SettleNext(meters=(("progressive", 710_000),)))
    pit.do(c.ValidateAward(seat=1, light_on=True, validated_by=FLOOR))
    assert pit.line(1, "progressive").paid_cents == 710_000


@pytest.mark.clause("md-tcp:.02C(2)")
def test_a_progressive_wager_after_the_lock_out_feeds_nothing() -> None:
    pit = Pit(RULES).sit(1).ready().wager(1, ante=1500).until("deal")
    assert pit.refused(c.PlaceWager(seat=1, wager="progressive", stake_cents=100)).code == "bets_closed"
    assert pit.state.meters[0].cents == INITIAL


@pytest.mark.clause("md-tcp:.11D(7)(a)")
def test_an_award_is_not_paid_before_the_hand_is_verified() -> None:
    pit = won("Kh Qh Jh")
    assert pit.round.pending is not None
    assert not any(line.wager == "progressive" and line.seat == 2 for line in pit.round.lines)
    assert pit.refused(c.SettleNext()).clause == "md-tcp:.11D(7)(a)"
    refusal = pit.refused(validate(hand_wins=False))
    assert (refusal.code, refusal.clause) == ("hand_not_verified", "md-tcp:.11D(7)(a)")
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert (type(duty.command), duty.clause) == (c.VerifyAward, "md-tcp:.11D(7)(a)")


@pytest.mark.clause("md-tcp:.11D(7)(b)")
def test_an_award_is_not_paid_while_the_light_is_off() -> None:
    refusal = won("Kh Qh Jh").refused(validate(light_on=False))
    assert (refusal.code, refusal.clause) == ("light_off", "md-tcp:.11D(7)(b)")


@pytest.mark.clause("md-tcp:.11D(7)(c)")
@pytest.mark.parametrize(
    ("by", "validated_by", "allowed"),
    [
        ("dealer", "dealer", False),
        ("dealer:lee", "dealer:max", False),
        ("dealer", "player:ann", False),
        ("dealer", "", False),
        (FLOOR, FLOOR, False),
        ("dealer", FLOOR, True),
        ("dealer", "casino_supervisor:jo", True),
    ],
)
def test_a_floorperson_or_higher_validates_as_a_second_person(by: str, validated_by: str, allowed: bool) -> None:
    pit = won("Kh Qh Jh")
    command = validate(by=by, validated_by=validated_by)
    if allowed:
        paid = pit.do(command)[0]
        assert isinstance(paid, e.AwardPaid)
        assert paid.validated_by == validated_by
    else:
        assert pit.refused(command).clause == "md-tcp:.11D(7)(c)"


@pytest.mark.clause("md-tcp:.11D(7)(d)")
@pytest.mark.parametrize(
    ("own", "paid"), [("Ah Kh Qh", 50_000), ("Kh Qh Jh", 10_000), ("7h 7c 7d", 9_000), ("As Ks Qs", INITIAL + 40)]
)
def test_the_award_is_what_the_elected_paytable_says(own: str, paid: int) -> None:
    pit = won(own)
    pit.do(validate())
    award = pit.line(2, "progressive")
    assert (award.paid_cents, award.returned_cents, award.clause) == (paid, 0, "md-tcp:.12E(1)(b)")


@pytest.mark.parametrize(
    ("own", "source"),
    [
        pytest.param("As Ks Qs", "off_table", marks=pytest.mark.clause("md-tcp:.11D(7)(d)(i)")),
        pytest.param("Ah Kh Qh", "table_inventory"),
        pytest.param("7h 7c 7d", "table_inventory"),
    ],
)
def test_a_full_meter_is_not_paid_out_of_the_inventory(own: str, source: str) -> None:
    pit = won(own)
    paid = pit.do(validate())[0]
    assert isinstance(paid, e.AwardPaid)
    assert paid.source == source


@pytest.mark.clause("md-tcp:.11D(7)(d)(ii)")
def test_the_cards_of_an_award_paid_elsewhere_stay_until_the_paper_is_done() -> None:
    pit = won("As Ks Qs", six_card_bonus=500)
    pit.do(validate())
    box = pit.round.box(2)
    assert box is not None
    assert not box.racked
    assert pit.line(2, "six_card_bonus").outcome in ("win", "lose")
    pit.until("close")
    assert pit.refused(c.Perform(step="collect_cards")).clause == "md-tcp:.11D(7)(d)(ii)"
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert isinstance(duty.command, c.DocumentAward)
    assert duty.command.seat == 2
    assert duty.clause == "md-tcp:.11D(7)(d)(ii)"
    assert pit.refused(c.DocumentAward(seat=1)).code == "no_paperwork"
    documented = pit.do(duty.command)
    assert [type(event) for event in documented] == [e.AwardDocumented, e.CardsCollected]
    pit.do(c.Perform(step="collect_cards"))
    assert (2, box.cards) in pit.round.rack


@pytest.mark.clause("md-tcp:.11D(7)(e)")
def test_envy_is_paid_as_soon_as_the_hand_is_verified() -> None:
    pit = won("As Ks Qs")
    assert not any(line.wager == "envy" for line in pit.round.lines)
    pit.do(validate())
    assert pit.line(1, "envy").paid_cents == 10_000
    assert pit.line(1, "envy").clause == "md-tcp:.12E(5)(a)"


def test_a_round_made_void_while_an_award_waits_puts_the_meter_back() -> None:
    pit = won("As Ks Qs")
    assert pit.state.meters[0].cents == RESET
    pit.do(c.Report(kind="wrong_number_of_cards", by=FLOOR))
    assert pit.round.phase == "void"
    assert (pit.state.meters[0].cents, pit.net(1), pit.net(2)) == (INITIAL, 0, 0)
