"""Links of meters in the house's database: tables of several games move one link in one order."""

import pytest

from croupier.house.database.database import Database
from croupier.house.ledger.accounts import HOUSE_WIN, awards, display, reserve, win
from croupier.house.links.links import Moment, filing_for, open_link, parse_link, read_link
from croupier.house.links.local import meters_of
from croupier.rulebook.errors import BadInput
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.house.audit.strip import EVERY, FILED, LINK, entries, one_level, pair, settle_award
from tests.house.links.linked import (
    ROYAL,
    STRAIGHT_FLUSH,
    LinkedTable,
    balance,
    linked_rules,
    open_new_link,
    shown,
    sound,
)

pytestmark = pytest.mark.databases("any")


@pytest.mark.databases("every")
def test_a_new_link_shows_its_initial_amounts_at_the_houses_cost(database: Database) -> None:
    open_new_link(database, parse_link(FILED, "strip.toml"))
    assert shown(database, LINK) == {"mega": 2_000_000, "minor": 25_000}
    assert balance(database, HOUSE_WIN) == -2_025_000
    assert balance(database, display(LINK, "mega")) == 2_000_000
    assert [(entry.move, entry.meter, entry.kind, entry.gain) for entry in entries(database)] == [
        (1, "mega", "start", 2_000_000 * 10**8),
        (2, "minor", "start", 25_000 * 10**8),
    ]
    sound(database, LINK)


def test_a_link_says_what_its_accounts_hold_and_who_may_join(database: Database) -> None:
    open_new_link(database, one_level())
    with database.write() as connection:
        link = read_link(connection, LINK)
        assert link.balances() == {display(LINK, "progressive"): 1_000_000, reserve(LINK, "progressive"): 0}
        assert link.join_problem(linked_rules("md-tcp", "A")) is None
        assert link.join_problem(linked_rules("md-uth", "B")) is not None
        assert not link.lost


def test_the_fact_of_a_new_link_says_all_that_was_filed(database: Database) -> None:
    with database.write() as connection:
        event, _ = open_link(database, connection, parse_link(FILED, "strip.toml"), Moment("cage", 1, 5))
    assert event.meters == (("mega", 2_000_000, 1_000_000, 3_000_000, "1/2"), ("minor", 25_000, 25_000, 0, "0"))


@pytest.mark.databases("every")
def test_a_link_has_a_name_of_its_own(database: Database) -> None:
    open_new_link(database, one_level())
    with pytest.raises(BadInput, match="There is a link 'strip' already"):
        open_new_link(database, one_level())
    with pytest.raises(BadInput, match="There is no link 'lane'"), database.write() as connection:
        read_link(connection, "lane")


@pytest.mark.databases("every")
@pytest.mark.parametrize(("levels", "rulebook", "paytable"), EVERY)
def test_a_round_of_every_game_feeds_the_link_and_wins_it(
    database: Database, levels: int, rulebook: str, paytable: str
) -> None:
    rules = linked_rules(rulebook, paytable)
    open_new_link(database, filing_for(LINK, rules))
    top = rules.meters[0]
    fed = int(2 * top.rate_percent)
    table = LinkedTable(database, "t1", LINK, rules).begin().finish()
    assert shown(database, LINK)[top.meter] == top.initial_cents + fed
    table.begin(ROYAL).finish()
    (line,) = [line for line in table.round.lines if line.meter]
    assert (line.seat, line.paid_cents) == (1, top.initial_cents + 2 * fed)
    assert shown(database, LINK)[top.meter] == top.reset_cents
    assert balance(database, awards("t1")) == line.paid_cents
    hits = [entry for entry in entries(database) if entry.kind in ("hit", "reseed")]
    assert [entry.gain for entry in hits] == [-line.paid_cents * 10**8, top.reset_cents * 10**8]
    sound(database, LINK)


@pytest.mark.clause("md-tcp:.12E(4)", "md-uth:12D(4)")
def test_an_award_is_what_all_tables_have_made_of_the_meter_when_the_seats_turn_comes(database: Database) -> None:
    one, two = pair(database)
    one.begin(ROYAL).to_settle()
    two.begin(STRAIGHT_FLUSH).to_settle()
    settle_award(two)
    assert two.round.pending
    assert two.round.pending.line.paid_cents == 100_005  # a tenth of $10,000.50
    settle_award(one)
    assert one.round.pending
    assert one.round.pending.line.paid_cents == 1_000_050 - 100_005
    two.finish()
    one.finish()
    assert shown(database, LINK) == {"progressive": 1_000_000}
    sound(database, LINK)


def test_a_void_round_is_taken_off_the_meter_and_other_tables_keep_what_they_fed(database: Database) -> None:
    one, two = pair(database)
    one.begin().lock()
    two.begin().finish()
    one.void()
    assert shown(database, LINK) == {"progressive": 1_000_010}
    assert balance(database, win("t1")) == 0
    contribution, reversal = [entry for entry in entries(database) if entry.table_id == "t1"]
    assert (reversal.kind, reversal.reverses, reversal.gain) == ("reversal", contribution.move, -contribution.gain)
    sound(database, LINK)


def test_a_void_round_takes_nothing_off_a_seed_that_came_after_it(database: Database) -> None:
    one, two = pair(database)
    one.begin().lock()
    two.begin(ROYAL).finish()  # and takes what the first table fed along
    assert two.line(1, "progressive").paid_cents == 1_000_050
    one.void()
    assert shown(database, LINK) == {"progressive": 1_000_000}  # the filed reset amount, and not less
    assert balance(database, win("t1")) == -40  # borne by the table's win
    sound(database, LINK)


def test_a_void_round_is_taken_off_after_a_share_was_won(database: Database) -> None:
    one, two = pair(database)
    one.begin().lock()
    two.begin(STRAIGHT_FLUSH).finish()
    one.void()
    assert shown(database, LINK) == {"progressive": 1_000_050 - 100_005 - 40}
    sound(database, LINK)


def test_a_void_round_is_taken_off_where_the_win_that_took_it_along_is_void_too(database: Database) -> None:
    one, two = pair(database)
    one.begin().lock()
    two.begin(ROYAL)
    settle_award(two)
    two.void()
    one.void()
    assert shown(database, LINK) == {"progressive": 1_000_000}
    assert balance(database, win("t1")) == balance(database, win("t2")) == 0
    sound(database, LINK)


@pytest.mark.parametrize("wanted", [ROYAL, STRAIGHT_FLUSH])
@pytest.mark.parametrize("validated", [False, True])
def test_an_award_of_a_void_round_goes_back_on_the_meter(database: Database, wanted: str, validated: bool) -> None:
    one, two = pair(database)
    two.begin(wanted)
    settle_award(two)
    if validated:
        two.do(c.ValidateAward(seat=1, light_on=True, validated_by="floor:kim"))
    one.begin().finish()
    events = two.void()
    assert shown(database, LINK) == {"progressive": 1_000_040}
    # What is recorded is what the link shows before the contributions go, not what the table knew.
    (restored,) = [event for event in events if isinstance(event, e.MeterRestored)]
    assert restored.cents == 1_000_050
    assert balance(database, awards("t2")) == balance(database, win("t2")) == 0
    sound(database, LINK)


def test_an_award_of_a_void_round_goes_back_after_another_table_has_won_the_seed(database: Database) -> None:
    one, two = pair(database)
    two.begin(ROYAL)
    settle_award(two)  # $10,000.10, and a seed of $10,000
    one.begin(ROYAL).finish()
    assert one.line(1, "progressive").paid_cents == 1_000_040
    two.void()
    # One seed is on the meter beside what is not the winner's: the award that came back less the seed that went.
    assert shown(database, LINK) == {"progressive": 1_000_010 - 10}
    assert balance(database, win("t2")) == 0
    assert balance(database, win("t1")) == -40 - 1_000_000
    sound(database, LINK)


# Ceiling and reserve

CEILING = 1_000_100


@pytest.mark.parametrize(("rounds", "above"), [(2, 0), (3, 20), (4, 60)])
def test_a_meter_stops_at_its_ceiling_and_the_reserve_pays_for_the_next_seed(
    database: Database, rounds: int, above: int
) -> None:
    one, two = pair(database, one_level(CEILING))
    for _ in range(rounds):
        one.begin().finish()
    assert shown(database, LINK)["progressive"] == min(CEILING, 1_000_000 + 40 * rounds)
    assert balance(database, reserve(LINK, "progressive")) == above
    two.begin(ROYAL).finish()
    assert two.line(1, "progressive").paid_cents == min(CEILING, 1_000_010 + 40 * rounds)
    over = max(0, 40 * rounds + 10 - 100)
    assert balance(database, reserve(LINK, "progressive")) == 0
    assert balance(database, win("t2")) == -1_000_000 + over - 10
    sound(database, LINK)


def test_the_reserves_share_is_taken_back_with_a_void_round(database: Database) -> None:
    one, _ = pair(database, one_level(1_000_020, "0.25 %"))
    one.begin().lock()
    with database.read() as connection:
        (meter,) = meters_of(connection, LINK).values()
    assert (meter.shown_cents, meter.reserve_cents, meter.reserve_carry) == (1_000_020, 20, 5 * 10**7)
    one.void()
    with database.read() as connection:
        (meter,) = meters_of(connection, LINK).values()
    assert (meter.shown_cents, meter.carry, meter.reserve_cents, meter.reserve_carry) == (1_000_000, 0, 0, 0)
    assert balance(database, win("t1")) == 0
    sound(database, LINK)
