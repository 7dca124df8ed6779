"""Reveal, settlement and awards at an Ultimate Texas Hold 'Em table, as the dealer does them."""

import pytest

from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.state import CARRY_PER_CENT
from tests.table.holdem import by_method, table
from tests.table.pit import Pit, cards

clause = pytest.mark.clause
RULES = by_method("automated_shoe")
BOARD = "2c 7d 9h Js Qc"
HANDS: dict[int | str, str] = {1: "As Ad", 2: "Ks Kd", 4: "Th 8s", "dealer": "Qh 3d", "community": BOARD}
SPADES: dict[int | str, str] = {
    1: "4s 5s", 2: "9s Ts", 3: "Ah Kd", "dealer": "3c 4d", "community": "6s 7s 8s 2d Kh", "bonus_box": "2c 3h 7c Jd",
}  # fmt: skip


def award_due(hands: dict[int | str, str] = SPADES) -> Pit:
    """A table whose first winner's Progressive award waits to be validated."""
    seats = [seat for seat in hands if isinstance(seat, int)]
    pit = table(RULES, hands, progressive=100).on()
    for seat in seats:
        pit.do(c.Decide(seat=seat, action="play", stake_cents=4000))
    while not pit.round.pending:
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        pit.do(duty.command)
    return pit


VALID = c.ValidateAward(seat=2, light_on=True, validated_by="floor:kim")


@pytest.mark.clause("md-uth:11G(1)", "md-uth:11G(2)", "md-uth:11G(3)")
@pytest.mark.parametrize("dealer_cards", ["dealt_first", "held_in_device"])
def test_the_dealers_hand_is_turned_up_and_announced_before_any_settlement(dealer_cards: str) -> None:
    pit = table(by_method("automated_shoe", dealer_cards=dealer_cards), HANDS).on().answer(*["play:4"] * 3)
    kinds = [type(event) for event in pit.events]
    (revealed,) = [event for event in pit.events if isinstance(event, e.DealerRevealed)]
    assert (revealed.hand, revealed.clause) == ("pair of queens", "md-uth:11G(1)")
    assert kinds.index(e.DealerRevealed) < kinds.index(e.SeatRevealed) < kinds.index(e.WagerSettled)


@pytest.mark.clause("md-uth:11H(2)", "md-uth:11H(2)(a)", "md-uth:11H(2)(c)", "md-uth:11H(2)(d)")
def test_each_seat_is_turned_up_announced_and_settled_in_its_turn_from_the_dealers_right() -> None:
    pit = table(RULES, HANDS, trips=500).on().answer(*["play:4"] * 3)
    told = []
    for event in pit.events:
        if isinstance(event, e.SeatRevealed):
            told.append((event.seat, event.hand))
        elif isinstance(event, e.WagerSettled):
            told.append((event.line.seat, event.line.wager))
        elif isinstance(event, e.CardsCollected):
            told.append((event.seat, "collected"))
    parts = ("ante", "blind", "play", "trips", "collected")
    hands = {4: "straight, queen high", 2: "pair of kings", 1: "pair of aces"}
    expected = [(seat, part) for seat, hand in hands.items() for part in (hand, *parts)]
    assert told == [*expected, (0, "collected")]
    asked = next(event.seats for event in pit.events if isinstance(event, e.DecisionsAsked))
    assert [seat for seat, part in told if part == "ante"] == list(reversed(asked))


@pytest.mark.clause("md-uth:11H(2)")
def test_a_folded_seats_side_wagers_are_settled_in_the_same_pass() -> None:
    pit = table(RULES, HANDS, trips=500).on().answer("play:4", "check", "play:4", "check", "fold")
    order = [line.seat for line in pit.round.lines if line.wager == "trips"]
    assert order == [4, 2, 1]
    revealed = [event.seat for event in pit.events if isinstance(event, e.SeatRevealed)]
    assert revealed == [4, 2, 1]


@pytest.mark.clause("md-uth:11J", "md-uth:11J(2)(a)", "md-uth:11J(2)(b)", "md-uth:11J(2)(c)")
def test_the_progressive_waits_for_validation_after_trips_and_six_card_bonus() -> None:
    pit = table(RULES, SPADES, progressive=100, trips=500, six_card_bonus=500).on()
    pit.answer("play:4", "play:4")
    pit.do(c.Decide(seat=3, action="play", stake_cents=4000))
    while not pit.round.pending:
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        pit.do(duty.command)
    settled = [line.wager for line in pit.round.lines if line.seat == 2]
    assert settled == ["ante", "blind", "play", "trips", "six_card_bonus"]
    assert pit.round.pending is not None
    assert (pit.round.pending.line.seat, pit.round.pending.line.wager) == (2, "progressive")
    refusal = pit.refused(c.SettleNext())
    assert (refusal.code, refusal.clause) == ("award_pending", "md-uth:11J(2)(a)")


@pytest.mark.parametrize(
    ("hand_wins", "light_on", "by", "wanted"),
    [
        pytest.param(False, True, "floor:kim", "md-uth:11J(2)(a)", marks=clause("md-uth:11J(2)(a)")),
        pytest.param(True, False, "floor:kim", "md-uth:11J(2)(b)", marks=clause("md-uth:11J(2)(b)")),
        pytest.param(True, True, "dealer", "md-uth:11J(2)(c)", marks=clause("md-uth:11J(2)(c)")),
        pytest.param(True, True, "dealer:ann", "md-uth:11J(2)(c)", marks=clause("md-uth:11J(2)(c)")),
        pytest.param(True, True, "floor:kim", "", marks=clause("md-uth:11J(2)(c)")),
        pytest.param(True, True, "casino_supervisor:lee", "", marks=clause("md-uth:11J(2)(c)")),
    ],
)
def test_an_award_is_verified_and_validated_before_it_is_paid(
    hand_wins: bool, light_on: bool, by: str, wanted: str
) -> None:
    pit = award_due()
    command = c.ValidateAward(seat=2, hand_wins=hand_wins, light_on=light_on, validated_by=by)
    if wanted:
        assert pit.refused(command).clause == wanted
        return
    events = pit.do(command)
    (paid,) = [event for event in events if isinstance(event, e.AwardPaid)]
    assert paid.validated_by == by


@pytest.mark.clause("md-uth:11J(2)(c)")
def test_whoever_asks_does_not_validate() -> None:
    command = c.ValidateAward(seat=2, light_on=True, validated_by="floor:kim", by="floor:kim")
    assert award_due().refused(command).code == "needs_floor"


@pytest.mark.clause("md-uth:11J(2)(d)")
def test_a_full_meter_is_not_paid_out_of_the_inventory_and_the_cards_stay_for_the_paper() -> None:
    pit = award_due()  # Paytable B: a straight flush takes the minor meter
    events = pit.do(VALID)
    (paid,) = [event for event in events if isinstance(event, e.AwardPaid)]
    assert (paid.source, paid.line.line, paid.line.meter) == ("off_table", "straight_flush", "minor")
    # $500 and five percent of three stakes of $1.
    assert paid.line.paid_cents == 50_000 + 15
    box = pit.round.box(2)
    assert box is not None
    assert not box.racked
    pit.do(c.SettleNext())
    pit.do(c.ValidateAward(seat=1, light_on=True, validated_by="floor:kim"))
    refusal = pit.refused(c.Perform(step="collect_cards"))
    assert (refusal.code, refusal.clause) == ("paperwork", "md-uth:11J(2)(d)")
    pit.do(c.DocumentAward(seat=2, document="JP 7"))
    assert pit.refused(c.DocumentAward(seat=2, document="JP 7")).code == "no_paperwork"
    pit.on()
    assert pit.round.phase == "closed"


@pytest.mark.clause("md-uth:11J(2)(d)")
def test_a_fixed_award_is_paid_out_of_the_inventory() -> None:
    hands: dict[int | str, str] = {2: "9c 9d", "dealer": "3c 4d", "community": "9h 2d Kh 7s 8s"}
    pit = award_due(hands)
    (paid, *_) = pit.do(VALID)
    assert isinstance(paid, e.AwardPaid)
    assert (paid.source, paid.line.paid_cents, paid.line.returned_cents) == ("table_inventory", 900, 0)
    assert pit.round.undocumented == ()


@pytest.mark.clause("md-uth:12D(4)")
def test_the_second_winner_takes_the_reset_amount_that_the_meter_shows_at_that_seats_turn() -> None:
    pit = award_due()
    pit.do(VALID)
    pit.do(c.SettleNext())
    assert pit.round.pending is not None
    assert (pit.round.pending.line.seat, pit.round.pending.line.paid_cents) == (1, 25_000)
    assert {meter.meter: meter.cents for meter in pit.state.meters}["minor"] == 25_000
    assert all(meter.carry < CARRY_PER_CENT for meter in pit.state.meters)


@pytest.mark.clause("md-uth:11J(2)(e)", "md-uth:11J(2)(e)(i)")
def test_envy_is_paid_to_every_other_bettor_when_the_hand_is_verified() -> None:
    pit = award_due()
    assert not any(line.wager == "envy" for line in pit.round.lines)
    pit.do(VALID)
    assert [(line.seat, line.paid_cents) for line in pit.round.lines if line.wager == "envy"] == [
        (3, 30_000), (1, 30_000),
    ]  # fmt: skip


@pytest.mark.clause("md-uth:11K")
@pytest.mark.parametrize("folds", [False, True])
def test_every_hand_can_be_rebuilt_from_the_rack(folds: bool) -> None:
    pit = table(RULES, HANDS).on()
    pit.answer("play:4", "check", "play:4", "check", "fold" if folds else "play:1")
    rack = dict(pit.round.rack)
    assert len(rack) == len(pit.round.rack)
    for seat in (1, 2, 4):
        assert rack[seat] == cards(str(HANDS[seat]))
    assert rack[0] == cards("Qh 3d") + cards(BOARD) + pit.round.bonus_cards
    # Folded cards went first, then seats as they were settled, the dealer's and the board last.
    assert [seat for seat, _ in pit.round.rack] == ([2, 4, 1, 0] if folds else [4, 2, 1, 0])
    dealt = [card for event in pit.events if isinstance(event, e.CardsDealt) for _, card in event.places]
    assert sorted(dealt, key=str) == sorted((card for hand in rack.values() for card in hand), key=str)
