"""Win and hold: what a table won beside the exact mean and deviation of the wagers really made there."""

from math import sqrt

import msgspec
import pytest
from msgspec.structs import replace

from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.log import events as he
from croupier.house.reports.played_wagers import WagerMade
from croupier.house.reports.put_right import error_cents, put_right
from croupier.house.reports.table_results import HOUR_MS, Shifts
from croupier.server.odds.expecting import Made, expected_under
from croupier.server.pit.result import FOREVER_MS, result_now, sentence
from croupier.server.pit.schemas import TableResult
from croupier.table.values import commands as c
from croupier.table.values.box import wagers_of
from tests.house.floor import Clock, Floor, example
from tests.house.handlers.test_chips_on_felt import DEALER, dealt, opened
from tests.house.handlers.test_corrections import by_cards
from tests.house.handlers.test_corrections import played as seen
from tests.server.felt import electing, floor_of
from tests.server.live import Live

STAKES = {"ante": 2000, "pair_plus": 500}
ROUNDS = 6


def play(floor: Floor, table: str, stakes: dict[str, int], rounds: int = 1) -> list[int]:
    """Rounds in which everybody makes these wagers and plays whatever they hold; what the house won in each."""
    won = []
    for _ in range(rounds):
        seats = [seat for seat, _ in floor.table(table).state.players]
        number = floor.table(table).state.rounds
        for seat in seats:
            floor.do(table, h.SetWagers(seat=seat, stakes=wagers_of(stakes)))
        floor.do(table, h.EndBetting())
        while floor.table(table).state.rounds == number:
            round_ = floor.table(table).state.round
            assert round_
            floor.do(table, c.Decide(seat=round_.to_ask[0], action="play", stake_cents=stakes["ante"]))
        last = floor.table(table).last
        assert last
        won.append(-sum(line.net_cents for line in last.lines))
    return won


def test_a_tables_win_beside_its_exact_expectation(database: Database) -> None:
    floor = Floor(database, Clock())
    floor.open("oak-1", "md-tcp", players=("ann", "ben"))
    won = play(floor, "oak-1", STAKES, ROUNDS)
    told = result_now(floor.house, floor.table("oak-1"), 0, FOREVER_MS)
    (one,) = expected_under(example("md-tcp"), [Made(STAKES | {"play": 2000})])
    hands = 2 * ROUNDS
    assert (told.rounds, told.hands) == (ROUNDS, hands)
    assert told.won_cents == told.win_cents == sum(won)
    assert told.handle_cents == hands * (2 * STAKES["ante"] + STAKES["pair_plus"])
    assert told.expected_cents == pytest.approx(-float(sum(one.means_cents.values())) * hands)
    assert told.sd_cents == pytest.approx(sqrt(one.variance * hands))
    assert one.variance != sum(one.variances.values()), "wagers on one hand move together"
    assert told.deviations == pytest.approx((told.won_cents - told.expected_cents) / told.sd_cents)
    by_wager = {line.wager: line for line in told.wagers}
    assert set(by_wager) == {"base", "pair_plus"}
    assert sum(line.won_cents for line in told.wagers) == told.won_cents
    assert by_wager["pair_plus"].staked_cents == hands * STAKES["pair_plus"]
    assert by_wager["pair_plus"].expected_cents == pytest.approx(-float(one.means_cents["pair_plus"]) * hands)
    assert sum(point.net_cents for point in told.points) == told.won_cents
    assert told.drop_cents == 0
    assert told.hold_of_drop is None
    assert told.hold_of_handle == told.win_cents / told.handle_cents


def test_a_shift_counts_the_rounds_that_began_in_it(database: Database) -> None:
    clock = Clock()
    floor = Floor(database, clock)
    floor.open("oak-1", "md-tcp")
    first = play(floor, "oak-1", STAKES)
    clock.at_ms += 3_600_000
    began_ms = clock.at_ms
    second = play(floor, "oak-1", STAKES, 2)
    table = floor.table("oak-1")
    assert result_now(floor.house, table, began_ms, FOREVER_MS).won_cents == sum(second)
    assert result_now(floor.house, table, 0, began_ms).won_cents == sum(first)
    nothing = result_now(floor.house, table, clock.at_ms + 1, FOREVER_MS)
    assert (nothing.hands, nothing.deviations) == (0, None)
    assert nothing.sentence == "No wager has ended here in that time."


def test_by_shift_each_has_its_own_money_and_expectation(database: Database) -> None:
    clock = Clock()
    floor = Floor(database, clock)
    floor.open("oak-1", "md-tcp")
    began_ms, shifts = clock.at_ms - 60_000, Shifts(clock.at_ms - 60_000 + 48 * HOUR_MS, 8)
    first = play(floor, "oak-1", STAKES)
    floor.do("oak-1", h.BuyIn(player="ann", cents=50_000))
    clock.at_ms += 16 * HOUR_MS
    third = play(floor, "oak-1", STAKES, 2)
    told = result_now(floor.house, floor.table("oak-1"), 0, FOREVER_MS, shifts)
    later, earlier = told.shifts
    assert (earlier.from_ms, earlier.until_ms) == (began_ms, began_ms + 8 * HOUR_MS)
    assert later.from_ms == began_ms + 16 * HOUR_MS, "a shift without a round is none"
    for shift, won, drop in ((earlier, first, 50_000), (later, third, 0)):
        alone = result_now(floor.house, floor.table("oak-1"), shift.from_ms, shift.until_ms)
        assert (shift.rounds, shift.won_cents, shift.drop_cents) == (len(won), sum(won), drop)
        assert (shift.handle_cents, shift.win_cents) == (alone.handle_cents, alone.win_cents)
        assert shift.hold_of_drop == alone.hold_of_drop
        assert shift.expected_cents == pytest.approx(alone.expected_cents)
        assert shift.sd_cents == pytest.approx(alone.sd_cents)
        assert shift.deviations == pytest.approx(alone.deviations)
    assert result_now(floor.house, floor.table("oak-1"), 0, FOREVER_MS).shifts == ()


def test_hands_count_as_they_were_put_right_and_the_error_stands_apart(database: Database) -> None:
    floor = Floor(database, Clock())
    wrong = -sum(line.net_cents for line in seen(floor))
    before = result_now(floor.house, floor.table("one"), 0, FOREVER_MS)
    assert (before.won_cents, before.corrections, before.errors_cents) == (wrong, 0, 0)
    floor.do("one", by_cards())
    last = floor.table("one").last
    assert last
    right = -sum(line.net_cents for line in last.lines)
    told = result_now(floor.house, floor.table("one"), 0, FOREVER_MS)
    assert right != wrong
    assert told.won_cents == told.win_cents == sum(line.won_cents for line in told.wagers) == right
    assert (told.corrections, told.errors_cents) == (1, wrong - right)
    assert told.expected_cents == before.expected_cents
    assert told.handle_cents == before.handle_cents


def test_a_bonus_that_was_overlooked_counts_once_it_is_paid(database: Database) -> None:
    floor = Floor(database, Clock())
    ante, *_ = seen(floor)
    bonus = replace(ante, wager="ante_bonus", stake_cents=0, returned_cents=0, paid_cents=1500)
    event = he.SettlementCorrected(round=1, told=(), undone=(), lines=(bonus,), players=(), reason="", clause="", by="")
    made = WagerMade("one", 1, ante.seat, "ante", 5, 1000, 1000, False)
    assert list(put_right([made], [event])) == [
        made,
        WagerMade("one", 1, ante.seat, "ante_bonus", 5, 0, 1500, False),
    ]
    assert error_cents(event) == 1500, "the house had kept what was the player's"


def test_a_round_is_compared_by_the_rules_it_was_played_by(database: Database) -> None:
    floor = Floor(database, Clock())
    floor.open("oak-1", "md-tcp")
    before, after = example("md-tcp"), electing("md-tcp", pair_plus='"A"')
    play(floor, "oak-1", STAKES)
    floor.do("oak-1", h.ChangeRules(submission=after))
    play(floor, "oak-1", STAKES)  # the round that was open already is by the old rules
    play(floor, "oak-1", STAKES, 2)
    told = result_now(floor.house, floor.table("oak-1"), 0, FOREVER_MS)
    means = [
        sum(expected_under(text, [Made(STAKES | {"play": 2000})])[0].means_cents.values()) for text in (before, after)
    ]
    assert means[0] != means[1]
    assert told.expected_cents == pytest.approx(-float(2 * means[0] + 2 * means[1]))


def test_a_bought_stack_is_drop_and_what_meters_are_given_stands_apart(database: Database) -> None:
    floor = Floor(database, Clock())
    floor.open("oak-1", "md-tcp")
    floor.do("oak-1", h.BuyIn(player="ann", cents=50_000))
    (won,) = play(floor, "oak-1", STAKES | {"progressive": 100})
    told = result_now(floor.house, floor.table("oak-1"), 0, FOREVER_MS)
    assert told.drop_cents == 50_000
    assert told.meters_cents > 0
    assert told.won_cents == won
    assert told.win_cents == won + told.awards_cents
    assert told.hold_of_drop == told.win_cents / 50_000


def test_an_entry_that_was_taken_back_was_never_staked(database: Database) -> None:
    floor = Floor(database, Clock())
    opened(floor, seats=(2,))
    dealt(floor, until="wagering")
    floor.do("one", h.SetWagers(seat=2, stakes=wagers_of({"ante": 7500}), by=DEALER))
    floor.do("one", h.TakeBack(record=floor.table("one").version, by=DEALER))
    dealt(floor)
    told = result_now(floor.house, floor.table("one"), 0, FOREVER_MS)
    assert told.hands == 1
    assert sum(line.staked_cents for line in told.wagers) == told.handle_cents


@pytest.mark.parametrize(
    ("off", "says"),
    [
        (1.3, "1.3 deviations above what these wagers should give; a usual day."),
        (-1.99, "2.0 deviations below what these wagers should give; a usual day."),
        (2.0, "2.0 deviations above what these wagers should give; an unusual day, about one in twenty."),
        (-3.0, "3.0 deviations below what these wagers should give; so far off is one day in hundreds: look at this"
               " table."),
    ],
)  # fmt: skip
def test_what_to_make_of_it_is_one_sentence(off: float, says: str) -> None:
    assert sentence(1000 + off * 500, 1000, 500, 9) == says


def test_the_page_is_told_the_same(lite_server: Live) -> None:
    floor = floor_of(lite_server.house)
    floor.open("oak-1", "md-tcp")
    play(floor, "oak-1", STAKES, 2)
    kim = lite_server.signed_in("floor")
    told = msgspec.json.decode(kim.get("/api/pit/oak-1/result").content, type=TableResult)
    assert told == result_now(floor.house, floor.table("oak-1"), 0, FOREVER_MS)
    assert kim.get("/api/pit/oak-1/result", params={"until_ms": 1}).json()["hands"] == 0
    assert kim.get("/api/pit/oak-9/result").status_code == 404
