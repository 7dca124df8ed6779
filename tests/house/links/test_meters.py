"""The arithmetic of a meter: below, at and above every bound, and whatever happens in whatever order."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from croupier.house.audit.link_movements import Tally
from croupier.house.ledger.accounts import display, may_owe, reserve, win
from croupier.house.ledger.postings import Posting
from croupier.house.links.meters import (
    MeterValue,
    Movement,
    NotConserved,
    contribute,
    hit,
    meter_postings,
    reserve_share,
    started,
    uncontribute,
    unhit,
)
from croupier.table.values.state import CARRY_PER_CENT
from tests.soak import SOAKING, sized

CENT = CARRY_PER_CENT
SHOWN, HIDDEN = display("strip", "major"), reserve("strip", "major")
BEARER, AWARDS = win("t1"), "awards:t1"


def meter(shown_cents: int = 0, carry: int = 0, reserve_cents: int = 0, reserve_carry: int = 0) -> MeterValue:
    """A meter that starts at $100 and goes back to $50, with these contents."""
    return MeterValue(
        "strip", "major", 10_000, 5_000, None, Fraction(0), shown_cents, carry, reserve_cents, reserve_carry
    )


def capped(ceiling_cents: int, value: MeterValue) -> MeterValue:
    return replace(value, ceiling_cents=ceiling_cents)


def held(value: MeterValue) -> tuple[int, int, int, int]:
    return value.shown_cents, value.carry, value.reserve_cents, value.reserve_carry


def posted(*movements: Movement) -> list[tuple[str, str, int]]:
    """Who gives whom how many cents."""
    return [(p.giver, p.taker, p.cents) for moved in movements for p in meter_postings(moved, BEARER, AWARDS)]


def test_a_meter_starts_with_its_initial_amount() -> None:
    moved = started(meter())
    assert held(moved.after) == (10_000, 0, 0, 0)
    assert (moved.kind, moved.gain) == ("start", 10_000 * CENT)
    assert posted(moved) == [(BEARER, SHOWN, 10_000)]


@pytest.mark.parametrize(
    ("carry", "gain", "shown"),
    [(CENT - 1, 0, (100, CENT - 1)), (CENT - 1, 1, (101, 0)), (CENT - 1, 2, (101, 1)), (0, 3 * CENT + 7, (103, 7))],
)
def test_a_contribution_is_exact_to_the_last_fraction_of_a_cent(carry: int, gain: int, shown: tuple[int, int]) -> None:
    moved = contribute(meter(100, carry), gain, 100)
    assert held(moved.after)[:2] == shown
    cents = shown[0] - 100
    assert posted(moved) == ([(BEARER, SHOWN, cents)] if cents else [])


def test_a_third_of_a_cent_a_thousand_times_is_what_it_should_be() -> None:
    value = meter()
    for _ in range(1000):
        value = contribute(value, 33_333_333, 1).after
    assert value.displayed == 33_333_333_000


# A ceiling of $1.00 and 99 cents on display.
@pytest.mark.parametrize(
    ("gain", "shown", "hidden"),
    [
        (CENT - 1, (99, CENT - 1), (0, 0)),
        (CENT, (100, 0), (0, 0)),
        (CENT + 1, (100, 0), (0, 1)),
        (3 * CENT, (100, 0), (2, 0)),
    ],
)
def test_what_rises_above_the_ceiling_goes_to_the_reserve(
    gain: int, shown: tuple[int, int], hidden: tuple[int, int]
) -> None:
    moved = contribute(capped(100, meter(99)), gain, 100)
    assert held(moved.after) == (*shown, *hidden)
    assert moved.gain == gain
    assert moved.reserve_gain == hidden[0] * CENT + hidden[1]


def test_the_reserve_takes_its_own_share_of_the_stakes() -> None:
    value = replace(meter(100), reserve_percent=Fraction("0.5"))
    moved = contribute(value, 20 * CENT, 300)
    assert held(moved.after) == (120, 0, 1, CENT // 2)
    assert posted(moved) == [(BEARER, SHOWN, 20), (BEARER, HIDDEN, 1)]


def test_a_share_that_is_not_exact_is_refused() -> None:
    assert reserve_share(replace(meter(), reserve_percent=Fraction("0.000001")), 1) == 1
    with pytest.raises(NotConserved):
        reserve_share(replace(meter(), reserve_percent=Fraction(1, 3)), 100)


def test_a_share_of_the_meter_falls_by_what_is_paid_and_nothing_is_added() -> None:
    (taken,) = hit(meter(1005, 77), 100, 905)
    assert held(taken.after) == (905, 77, 0, 0)
    assert (taken.kind, taken.gain, taken.paid_cents) == ("hit", -100 * CENT, 100)
    assert posted(taken) == [(SHOWN, AWARDS, 100)]


# A seed of $50 with less, exactly and more than that in reserve.
@pytest.mark.parametrize("reserve_cents", [0, 1, 4_999, 5_000, 5_001])
def test_a_meter_won_whole_is_seeded_from_the_reserve_first(reserve_cents: int) -> None:
    taken, seeded = hit(meter(20_000, 5, reserve_cents, 9), 20_000, 5_000)
    assert held(taken.after) == (0, 5, reserve_cents, 9)
    by_house = max(0, 5_000 - reserve_cents)
    assert held(seeded.after) == (5_000, 5, max(0, reserve_cents - 5_000), 9)
    assert seeded.gain == by_house * CENT
    spent = min(reserve_cents, 5_000)
    assert posted(taken, seeded) == [
        (SHOWN, AWARDS, 20_000),
        *([(HIDDEN, SHOWN, spent)] if spent else []),
        *([(BEARER, SHOWN, by_house)] if by_house else []),
    ]


def test_a_seed_up_to_the_ceiling_leaves_no_fraction_above_it() -> None:
    taken, seeded = hit(capped(5_000, meter(5_000)), 5_000, 5_000)
    assert held(seeded.after) == (5_000, 0, 0, 0)
    taken, seeded = hit(capped(5_000, meter(4_999, 7)), 4_999, 5_000)
    assert held(taken.after) == (0, 7, 0, 0)
    assert held(seeded.after) == (5_000, 0, 0, 7)


@pytest.mark.parametrize(("paid", "after"), [(101, 0), (-1, 101), (50, 49)])
def test_a_hit_that_would_make_or_lose_money_is_not_done(paid: int, after: int) -> None:
    with pytest.raises(NotConserved):
        hit(meter(100), paid, after)


def test_a_movement_that_does_not_add_up_cannot_be() -> None:
    with pytest.raises(NotConserved):
        Movement("contribution", 1, meter(1), meter(1, 2))
    with pytest.raises(NotConserved):
        Movement("hit", -2 * CENT, meter(1), meter(-1))


# A hit taken back


def test_a_share_that_is_taken_back_is_on_the_meter_again() -> None:
    (taken,) = hit(meter(1005, 77), 100, 905)
    (back,) = unhit(taken.after, 100)
    assert held(back.after) == (1005, 77, 0, 0)
    assert (back.kind, back.takes_back, back.paid_cents) == ("reversal", "hit", -100)
    assert posted(back) == [(AWARDS, SHOWN, 100)]


@pytest.mark.parametrize("reserve_cents", [0, 4_999, 5_000, 5_001])
def test_a_whole_award_that_is_taken_back_leaves_everything_as_it_was(reserve_cents: int) -> None:
    before = meter(20_000, 5, reserve_cents, 9)
    taken, seeded = hit(before, 20_000, 5_000)
    back, gone = unhit(seeded.after, 20_000, seeded.display_gain, -seeded.reserve_gain)
    assert gone.after == before
    money = Counter[str]()
    for giver, taker, cents in posted(taken, seeded, back, gone):
        money[giver] -= cents
        money[taker] += cents
    assert not any(money.values())


def test_what_others_fed_meanwhile_stays_when_an_award_is_taken_back() -> None:
    _, seeded = hit(meter(20_000), 20_000, 5_000)
    fed = contribute(seeded.after, 30 * CENT, 100).after
    _, gone = unhit(fed, 20_000, seeded.display_gain, 0)
    assert held(gone.after) == (20_030, 0, 0, 0)


def test_an_award_is_taken_back_after_another_table_has_won_the_seed() -> None:
    _, seeded = hit(meter(20_000), 20_000, 5_000)
    _, again = hit(contribute(seeded.after, 30 * CENT, 100).after, 5_030, 5_000)
    _, gone = unhit(again.after, 20_000, seeded.display_gain, 0)
    # The first seed went to the other winner; one seed in all is on the meter beside the award that came back.
    assert held(gone.after) == (20_000, 0, 0, 0)
    assert gone.gain == -5_000 * CENT


# $1 was won whole and $50 seeded; others have since won all of it but so many cents.
@pytest.mark.parametrize(("left", "shown", "back"), [(4_899, 0, 4_999), (4_900, 0, 5_000), (4_901, 1, 5_000)])
def test_a_seed_goes_back_only_as_far_as_the_meter_holds_it(left: int, shown: int, back: int) -> None:
    taken, gone = unhit(meter(left), 100, 5_000 * CENT, 0)
    assert taken.after.shown_cents == left + 100
    assert held(gone.after) == (shown, 0, 0, 0)
    assert gone.gain == -back * CENT
    assert posted(gone) == [(SHOWN, BEARER, back)]


def test_a_seed_that_is_short_goes_back_to_the_reserve_before_the_house() -> None:
    _, gone = unhit(meter(1_000), 100, 5_000 * CENT, 2_000 * CENT)
    assert held(gone.after) == (0, 0, 1_100, 0)
    assert gone.gain == 0
    assert posted(gone) == [(SHOWN, HIDDEN, 1_100)]


# A ceiling of $250: the award that comes back is $200, and the $50 seed is off before anything overflows.
@pytest.mark.parametrize(("fed", "shown", "above"), [(4_999, 24_999, 0), (5_000, 25_000, 0), (5_001, 25_000, 1)])
def test_an_award_taken_back_overflows_only_above_the_ceiling(fed: int, shown: int, above: int) -> None:
    _, gone = unhit(capped(25_000, meter(5_000 + fed)), 20_000, 5_000 * CENT, 0)
    assert held(gone.after) == (shown, 0, above, 0)
    assert gone.gain == -5_000 * CENT


@pytest.mark.parametrize(("now", "shown", "above"), [(899, 999, 0), (900, 1_000, 0), (901, 1_000, 1)])
def test_a_share_taken_back_overflows_only_above_the_ceiling(now: int, shown: int, above: int) -> None:
    (back,) = unhit(capped(1_000, meter(now)), 100)
    assert held(back.after) == (shown, 0, above, 0)


# A contribution taken back


def test_a_contribution_is_taken_off_from_where_it_went() -> None:
    before = replace(capped(100, meter(99, 5, 3, CENT - 1)), reserve_percent=Fraction(1, 2))
    fed = contribute(before, 4 * CENT, 500)
    back = uncontribute(fed.after, fed.display_gain, fed.reserve_gain, carried_off=False)
    assert back.after == before
    assert back.takes_back == "contribution"


def test_what_a_winner_took_along_is_not_taken_off_the_seed() -> None:
    back = uncontribute(meter(5_000, 3, 10), 40 * CENT, 2 * CENT, carried_off=True)
    assert held(back.after) == (5_000, 3, 8, 0)
    assert posted(back) == [(HIDDEN, BEARER, 2)]


@pytest.mark.parametrize(("there", "left"), [(39, 0), (40, 0), (41, 1)])
def test_a_contribution_never_takes_the_meter_below_zero(there: int, left: int) -> None:
    back = uncontribute(meter(there, 0, there), 40 * CENT, 40 * CENT, carried_off=False)
    assert held(back.after) == (left, 0, left, 0)
    assert back.gain == -2 * min(there, 40) * CENT


def test_two_fractions_that_meet_become_a_cent_that_the_house_pays() -> None:
    (back,) = unhit(capped(1_000, meter(950, CENT // 2, 0, CENT // 2)), 100)
    assert held(back.after) == (1_000, 0, 51, 0)
    assert posted(back) == [(AWARDS, SHOWN, 100), (SHOWN, HIDDEN, 50), (BEARER, HIDDEN, 1)]


# Whatever happens

Gains = st.integers(0, 60 * CENT)


class MeterMachine(RuleBasedStateMachine):
    """One meter with everything that can move it, the money it moves, and a tally since the beginning."""

    def __init__(self) -> None:
        super().__init__()
        self.money = Counter[str]()
        self.tally = Tally()
        self.hits: list[tuple[Movement, ...]] = []
        self.fed: list[Movement] = []

    @initialize(ceiling=st.none() | st.integers(200, 1_000), percent=st.integers(0, 5_000_000))
    def starts(self, ceiling: int | None, percent: int) -> None:
        terms = replace(meter(), initial_cents=200, reset_cents=100, ceiling_cents=ceiling)
        self.value = replace(terms, reserve_percent=Fraction(percent, 10**6))
        self.do(started(self.value))

    def do(self, *movements: Movement) -> None:
        for moved in movements:
            assert moved.before == self.value
            self.value = moved.after
            self.tally.add(moved.takes_back or moved.kind, moved.gain)
            self.tally.displayed += moved.display_gain
            self.tally.reserved += moved.reserve_gain
            for posting in meter_postings(moved, BEARER, AWARDS):
                self.post(posting)

    def post(self, posting: Posting) -> None:
        assert posting.cents > 0
        assert posting.giver != posting.taker
        self.money[posting.giver] -= posting.cents
        self.money[posting.taker] += posting.cents
        assert self.money[posting.giver] >= 0 or may_owe(posting.giver), posting

    @rule(gain=Gains, stake=st.integers(1, 3_500))
    def feeds(self, gain: int, stake: int) -> None:
        moved = contribute(self.value, gain, stake)
        self.fed.append(moved)
        self.do(moved)

    @rule(percent=st.sampled_from([10, 100]))
    def wins(self, percent: int) -> None:
        shown = self.value.shown_cents
        paid = shown * percent // 100
        after = self.value.reset_cents if percent == 100 else shown - paid
        movements = hit(self.value, paid, after)
        assert movements[-1].after.shown_cents == after
        self.hits.append(movements)
        self.do(*movements)

    @precondition(lambda self: self.hits)
    @rule(which=st.integers(0, 99))
    def gives_an_award_back(self, which: int) -> None:
        taken, *seeded = self.hits.pop(which % len(self.hits))
        seed, from_reserve = (seeded[0].display_gain, -seeded[0].reserve_gain) if seeded else (0, 0)
        shown = self.value.displayed
        self.do(*unhit(self.value, taken.paid_cents, seed, from_reserve))
        if self.value.ceiling_cents is None:
            assert self.value.displayed == max(0, shown + taken.paid_cents * CENT - seed)

    @precondition(lambda self: self.fed)
    @rule(which=st.integers(0, 99), carried_off=st.booleans())
    def takes_a_contribution_back(self, which: int, carried_off: bool) -> None:
        fed = self.fed.pop(which % len(self.fed))
        self.do(uncontribute(self.value, fed.display_gain, fed.reserve_gain, carried_off))

    @invariant()
    def all_that_came_in_was_paid_or_is_there(self) -> None:
        assert self.tally.conserved
        assert (self.tally.displayed, self.tally.reserved) == (self.value.displayed, self.value.reserved)

    @invariant()
    def the_accounts_hold_what_the_meter_says(self) -> None:
        assert self.money[SHOWN] == self.value.shown_cents
        assert self.money[HIDDEN] == self.value.reserve_cents
        assert self.money[AWARDS] * CENT == self.tally.paid

    @invariant()
    def nothing_is_above_the_ceiling(self) -> None:
        ceiling = self.value.ceiling_cents
        assert ceiling is None or self.value.displayed <= ceiling * CENT


TestMeter = MeterMachine.TestCase
TestMeter.settings = settings(
    max_examples=sized(100, 5_000),
    stateful_step_count=40,
    deadline=None,
    database=None,
    derandomize=not SOAKING,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
