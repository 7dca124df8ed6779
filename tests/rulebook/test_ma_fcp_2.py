"""Massachusetts' later edition: the Multi Game Link paytables and their seeds, clause by clause."""

from typing import Any

import pytest

from croupier.rulebook.elect import MeterTerms, elect, resolve
from croupier.rulebook.errors import BadInput

from .filing import ABSENT, assert_accepted, assert_broken, at, broken, case, example, filed, found, with_changes

# The printed seeds, in cents, for a $1 wager.
SEEDS = {
    "PTMGL01": {"progressive": 1_000_000},
    "PTMGL02": {"progressive": 1_000_000},
    "PTMGL04": {"progressive": 100_000},
    "PTMGLML01": {"major": 1_000_000, "minor": 100_000},
    "PTMGLML02": {"mega": 1_000_000, "major": 100_000, "minor": 25_000},
    "PTMGLML03": {"mega": 1_000_000, "major": 100_000, "minor": 25_000},
}
METERS = [(table, meter) for table, seeds in SEEDS.items() for meter in seeds]


def link(table: str, stake_cents: int = 100) -> dict[str, Any]:
    """The example changed to this Multi Game Link paytable at this stake, its seeds scaled."""
    filing: dict[str, Any] = {"stake_cents": stake_cents}
    for meter, seed_cents in SEEDS[table].items():
        scaled = seed_cents * stake_cents // 100
        terms = {"rate": "5 %", "initial_cents": scaled, "reset_cents": scaled}
        filing |= terms if meter == "progressive" else {meter: terms}
    return {"elections.progressive": table, "elections.envy": table, "progressive": filing}


def field_of(meter: str, name: str) -> str:
    return f"progressive.{name}" if meter == "progressive" else f"progressive.{meter}.{name}"


@pytest.mark.parametrize("stake_cents", [100, 500], ids=["$1", "$5"])
@pytest.mark.parametrize("name", ["initial_cents", "reset_cents"])
@pytest.mark.parametrize(
    ("table", "meter"),
    [case(f"ma-fcp-2:13(b)/{table}/seed ma-fcp-2:13(b)/seed-scaling", table, meter) for table, meter in METERS],
)
def test_a_seed_is_the_listed_amount_times_the_stake_in_dollars(
    table: str, meter: str, name: str, stake_cents: int
) -> None:
    """Reading A15: the printed seed is exact, neither more nor less, and moves with the stake."""
    given, field = link(table, stake_cents), field_of(meter, name)
    seed_cents = SEEDS[table][meter] * {100: 1, 500: 5}[stake_cents]
    for cents in (seed_cents - 1, seed_cents + 1, ABSENT):
        assert_broken("ma-fcp-2", given, field, cents, f"ma-fcp-2:13(b)/{table}/seed")
    if stake_cents == 500:
        assert_broken("ma-fcp-2", given, field, SEEDS[table][meter], "ma-fcp-2:13(b)/seed-scaling")


@pytest.mark.parametrize("stake_cents", [100, 250, 500, 2500])
@pytest.mark.clause("ma-fcp-2:13(b)/seed-scaling")
def test_a_link_stake_may_be_any_amount_and_its_seeds_follow(stake_cents: int) -> None:
    rules = resolve(filed(with_changes(example("ma-fcp-2"), link("PTMGLML02", stake_cents))))
    listed = [("mega", 10_000), ("major", 1_000), ("minor", 250)]
    seeds = [(meter.meter, meter.initial_cents, meter.reset_cents) for meter in rules.meters]
    assert seeds == [(name, dollars * stake_cents, dollars * stake_cents) for name, dollars in listed]
    assert rules.progressive_stake_cents == stake_cents


@pytest.mark.parametrize("table", SEEDS)
@pytest.mark.clause("ma-fcp-2:13(b)")
def test_each_of_the_six_paytables_may_be_elected_and_is_then_the_only_one(table: str) -> None:
    assert_accepted("ma-fcp-2", link(table))
    rules = elect("ma-fcp-2", {"progressive": table})
    assert [entry.table.id for entry in rules.tables if entry.wager == "progressive"] == [table]
    assert [entry.table.id for entry in rules.tables if entry.wager == "envy"] == [table]
    assert rules.meters == tuple(
        MeterTerms(meter, rules.meters[0].rate_percent, cents, cents) for meter, cents in SEEDS[table].items()
    )


@pytest.mark.parametrize("table", ["PTMGL03", "PTMGLML04", "C", "ptmgl01"])
@pytest.mark.clause("ma-fcp-2:13(b)")
def test_any_other_paytable_is_refused(table: str) -> None:
    """Reading A44: there is no PTMGL03."""
    among = found("ma-fcp-2", {"elections.progressive": table, "elections.envy": table})
    (finding,) = at("elections.progressive", among)
    assert finding.severity == "violation"
    assert "ma-fcp-2:13(b)" in finding.clause.split(", ")
    assert table in finding.message
    with pytest.raises(BadInput, match="there are A, B, PTMGL01, PTMGL02, PTMGL04, PTMGLML01, PTMGLML02, PTMGLML03"):
        elect("ma-fcp-2", {"progressive": table})


@pytest.mark.parametrize(
    ("clause", "given", "field", "value"),
    [
        broken("ma-fcp-2:13(b)", "elections.progressive", ABSENT),
        broken("ma-fcp-2:13(b)/seed-scaling", "progressive.stake_cents", ABSENT),
    ],
)
def test_paytable_and_stake_are_filed(clause: str, given: dict[str, Any], field: str, value: object) -> None:
    assert_broken("ma-fcp-2", given, field, value, clause)


@pytest.mark.parametrize(("table", "meter"), METERS)
def test_every_meter_has_a_rate_of_its_own(table: str, meter: str) -> None:
    """Readings A14 and A43: one figure per meter, and together no more than the stake."""
    field = field_of(meter, "rate")
    for rate in (ABSENT, "0 %"):
        assert_broken("ma-fcp-2", link(table), field, rate, "ma-fcp-1:13(a)(3)#1")


@pytest.mark.parametrize(("rate", "allowed"), [("89.9 %", True), ("90 %", True), ("90.1 %", False)])
def test_the_rates_of_all_meters_take_no_more_than_the_stake(rate: str, allowed: bool) -> None:
    """The other two meters of the paytable take five percent each."""
    changes = link("PTMGLML02")
    changes["progressive"]["mega"]["rate"] = rate
    violations = [finding for finding in found("ma-fcp-2", changes) if finding.severity == "violation"]
    assert (violations == []) is allowed


@pytest.mark.parametrize("table", SEEDS)
def test_a_link_paytable_keeps_its_own_envy_column(table: str) -> None:
    other = "PTMGL01" if table != "PTMGL01" else "PTMGL02"
    assert_broken("ma-fcp-2", link(table), "elections.envy", other, "ma-fcp-2:13(b)")


@pytest.mark.parametrize(
    ("table", "stake_cents", "warned"),
    [("PTMGL01", 100, False), ("PTMGL01", 500, True), ("PTMGL02", 100, True), ("PTMGL02", 500, False)],
)
def test_an_envy_column_that_looks_meant_for_another_stake_draws_a_warning(
    table: str, stake_cents: int, warned: bool
) -> None:
    """Reading A16: both tables are payable at either stake."""
    among = found("ma-fcp-2", link(table, stake_cents))
    severities = [finding.severity for finding in at("elections.progressive", among)]
    assert severities == (["warning"] if warned else [])


@pytest.mark.parametrize(
    ("stake_cents", "allowed"), [(99, False), (100, True), (101, False), (499, False), (500, True)]
)
@pytest.mark.parametrize("letter", ["A", "B"])
def test_a_four_card_stake_is_one_or_five_dollars(letter: str, stake_cents: int, allowed: bool) -> None:
    """Reading A20: no envy award exists for another stake."""
    terms = {"stake_cents": stake_cents, "rate": "20 %", "initial_cents": 500_000, "reset_cents": 500_000}
    changes = {"elections.progressive": letter, "elections.envy": letter, "progressive": terms}
    severities = [finding.severity for finding in at("progressive.stake_cents", found("ma-fcp-2", changes))]
    assert severities == ([] if allowed else ["violation"])
