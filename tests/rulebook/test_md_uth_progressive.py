"""Ultimate Texas Hold 'Em, Maryland: the meters, the envy table and the payout limit of a submission."""

from typing import Any

import pytest

from croupier.rulebook.elect import elect, resolve
from croupier.rulebook.most_won import most_at_minimum

from .filing import ABSENT, assert_accepted, assert_refused, at, case, example, filed, found, with_changes

METERS = {"A": [""], "B": [".major", ".minor"], "C": [".mega", ".major", ".minor"], "D": [".mega", ".major", ".minor"]}


def elected(table: str) -> dict[str, Any]:
    """The changes that elect a progressive paytable and file its meters well within the law."""
    terms = {"rate": "5 %", "initial_cents": 2_000_000, "reset_cents": 2_000_000}
    progressive: dict[str, Any] = {"stake_cents": 100}
    for meter in METERS[table]:
        progressive |= {meter[1:]: dict(terms)} if meter else terms
    return {"elections.progressive": table, "elections.envy": table, "progressive": progressive}


@pytest.mark.parametrize("table", METERS)
def test_every_paytable_can_be_filed_with_its_own_meters(table: str) -> None:
    assert found("md-uth", elected(table)) == ()
    rules = resolve(filed(with_changes(example("md-uth"), elected(table))))
    assert [meter.meter for meter in rules.meters] == [name[1:] or "progressive" for name in METERS[table]]


@pytest.mark.clause("md-uth:12D(3)(a)")
@pytest.mark.parametrize(("table", "meter"), [(table, meter) for table in METERS for meter in METERS[table]])
def test_every_meter_has_a_rate_above_nothing(table: str, meter: str) -> None:
    field = f"progressive{meter}.rate"
    for rate in (ABSENT, "0 %", "0.000 %"):
        assert_refused("md-uth", elected(table) | {field: rate}, field, "md-uth:12D(3)(a)")
    for rate in ("0.000001 %", "1 %"):
        assert_accepted("md-uth", elected(table) | {field: rate})


@pytest.mark.clause("md-uth:12D(3)(a)")
def test_the_rates_of_all_meters_share_one_stake() -> None:
    rates = {"progressive.mega.rate": "50 %", "progressive.major.rate": "40 %"}
    field = "progressive.minor.rate"
    assert_accepted("md-uth", elected("C") | rates | {field: "10 %"})
    assert_refused("md-uth", elected("C") | rates | {field: "10.01 %"}, field, "md-uth:12D(3)(a)")


@pytest.mark.parametrize("amount", ["initial_cents", "reset_cents"])
@pytest.mark.parametrize(
    ("table", "meter", "least_cents", "clause"),
    [
        case("md-uth:12D(3)(b)(i)", "A", "", 1_000_000, "12D(3)(b)(i)"),
        case("md-uth:12D(3)(b)(ii)(1)", "B", ".major", 100_000, "12D(3)(b)(ii)(1)"),
        case("md-uth:12D(3)(b)(ii)(2)", "B", ".minor", 25_000, "12D(3)(b)(ii)(2)"),
        case("md-uth:12D(3)(b)(iii)(1)", "C", ".mega", 1_000_000, "12D(3)(b)(iii)(1)"),
        case("md-uth:12D(3)(b)(iii)(2)", "C", ".major", 100_000, "12D(3)(b)(iii)(2)"),
        case("md-uth:12D(3)(b)(iii)(3)", "C", ".minor", 25_000, "12D(3)(b)(iii)(3)"),
        case("md-uth:12D(3)(b)(iv)(1)", "D", ".mega", 1_000_000, "12D(3)(b)(iv)(1)"),
        case("md-uth:12D(3)(b)(iv)(2)", "D", ".major", 100_000, "12D(3)(b)(iv)(2)"),
        case("md-uth:12D(3)(b)(iv)(3)", "D", ".minor", 25_000, "12D(3)(b)(iv)(3)"),
    ],
)
def test_a_meter_starts_and_resets_at_no_less_than(
    table: str, meter: str, least_cents: int, clause: str, amount: str
) -> None:
    field = f"progressive{meter}.{amount}"
    for refused in (ABSENT, 0, least_cents - 1):
        assert_refused("md-uth", elected(table) | {field: refused}, field, f"md-uth:{clause}")
    for accepted in (least_cents, least_cents + 1):
        assert_accepted("md-uth", elected(table) | {field: accepted})


@pytest.mark.parametrize("meter", ["", ".major", ".mega"])
def test_a_five_dollar_stake_does_not_raise_the_floors(meter: str) -> None:
    table = {"": "A", ".major": "B", ".mega": "C"}[meter]
    floor = 100_000 if meter == ".major" else 1_000_000
    changes = elected(table) | {"progressive.stake_cents": 500, f"progressive{meter}.reset_cents": floor}
    assert_accepted("md-uth", changes)


@pytest.mark.parametrize("stake", [0, 99, 101, 250, 499, 501])
def test_a_stake_without_an_envy_award_is_refused(stake: int) -> None:
    assert_refused("md-uth", {"progressive.stake_cents": stake}, "progressive.stake_cents", "md-uth:12D(5)(a)")


@pytest.mark.clause("md-uth:12D(5)(b)")
@pytest.mark.parametrize("table", METERS)
def test_the_submission_names_the_envy_table_of_its_progressive(table: str) -> None:
    field = "elections.envy"
    others = [other for other in METERS if other != table]
    for envy in (ABSENT, *others):
        assert_refused("md-uth", elected(table) | {field: envy}, field, "md-uth:12D(5)(b)")
    assert at(field, found("md-uth", elected(table) | {field: "E"}))
    assert_accepted("md-uth", elected(table))
    for stake_cents in (100, 500):
        rules = resolve(filed(with_changes(example("md-uth"), elected(table))))
        schedule = rules.table("envy", stake_cents)
        assert schedule
        assert (schedule.id, schedule.stake_cents) == (table, stake_cents)


FLOORS = [
    # ante and trips minimum in dollars, and the least limit: 505 antes and 50 trips, but never under $50,000
    (100, 0, 50_500),
    (10, 5, 50_000),
    (99, 0, 50_000),
    (90, 90, 50_000),
    (91, 91, 50_505),
    (99, 1, 50_045),
    (250, 5, 126_500),
]


@pytest.mark.clause("md-uth:12F(1)")
@pytest.mark.parametrize(("ante", "trips", "floor"), FLOORS)
@pytest.mark.parametrize("blind", ["A", "B"])
def test_a_payout_limit_is_no_lower_than_a_minimum_hand_can_win(ante: int, trips: int, floor: int, blind: str) -> None:
    minimums = {
        "elections.blind": blind,
        "limits.ante.minimum_cents": ante * 100,
        "limits.trips.minimum_cents": trips * 100,
    }
    field = "payout_limit.amount_cents"
    (finding,) = at(field, found("md-uth", minimums | {field: floor * 100 - 1}))
    assert finding.severity == "violation"
    assert "md-uth:12F(1)" in finding.clause.split(", ")
    assert f"{floor * 100} (${floor:,})" in finding.message
    for accepted in (floor * 100, floor * 100 + 1):
        assert at(field, found("md-uth", minimums | {field: accepted})) == ()


@pytest.mark.parametrize(("ante", "trips"), [(10, 5), (100, 0), (37, 11)])
def test_a_minimum_hand_wins_505_antes_and_50_trips(ante: int, trips: int) -> None:
    minimums = {"limits.ante.minimum_cents": ante * 100, "limits.trips.minimum_cents": trips * 100}
    submission = filed(with_changes(example("md-uth"), minimums))
    assert most_at_minimum(elect("md-uth").rulebook, submission) == (505 * ante + 50 * trips) * 100


def test_there_is_no_payout_limit_unless_one_is_filed() -> None:
    limit = "payout_limit.amount_cents"
    unlimited = {limit: ABSENT, "layout.notices.payout_limit": ABSENT}
    assert found("md-uth", unlimited) == ()
    assert resolve(filed(with_changes(example("md-uth"), unlimited))).payout_limit_cents is None
    assert resolve(filed(with_changes(example("md-uth"), {limit: 6_000_000}))).payout_limit_cents == 6_000_000
