"""Maryland's Four Card Poker against Massachusetts': the 45 points in which the texts were compared by hand.

`fcp_points.tsv` has a row for each key that carries a point: the verdict, a clause of each side that speaks, what it
says there, and the reading that was needed. Where the data is the same, `why_same` says why: the texts agree, or one
is silent and a reading fills the gap, or the difference stands at another key of the point.
"""

import csv
from pathlib import Path

import pytest

from croupier.rulebook.comparison.rulebooks import Difference, compare
from croupier.rulebook.load import load

EDITIONS = ("ma-fcp-1", "ma-fcp-2")
POINTS = list(
    csv.DictReader(
        Path(__file__).with_name("fcp_points.tsv").read_text("utf-8").splitlines(),
        delimiter="\t",
        quoting=csv.QUOTE_NONE,
    )
)


def differences(edition: str) -> dict[str, Difference]:
    return {difference.key: difference for difference in compare(load("md-fcp"), load(edition))}


SHOWN = {edition: differences(edition) for edition in EDITIONS}


@pytest.mark.parametrize("row", [pytest.param(row, id=f"{row['point']}-{row['key']}") for row in POINTS])
def test_the_comparison_shows_the_point(row: dict[str, str]) -> None:
    shown = SHOWN[row["edition"]][row["key"]]
    one_sided = row["verdict"].startswith("only ")
    assert shown.verdict == ("only here" if one_sided else row["verdict"])
    assert (shown.left is None) is (row["verdict"] == f"only {row['edition']}")
    assert (shown.right is None) is (row["verdict"] == "only md-fcp")
    readings: tuple[str, ...] = ()
    for name, side in (("maryland", shown.left), ("massachusetts", shown.right)):
        if side is not None:
            assert row[name] in side.clause
            assert row[f"{name}_says"] in ("", side.value)
            readings += side.reading
    assert row["reading"] in ("", *readings)


def test_a_row_is_whole() -> None:
    for row in POINTS:
        assert None not in row.values()
        assert bool(row["maryland"]) is (row["verdict"] != f"only {row['edition']}"), row
        assert bool(row["massachusetts"]) is (row["verdict"] != "only md-fcp"), row
        assert bool(row["why_same"]) is (row["verdict"] == "same"), row


def test_all_45_points_are_here() -> None:
    assert {int(row["point"]) for row in POINTS} == set(range(1, 46))


def test_the_points_that_no_value_tells_apart() -> None:
    """Agreements (5, 28, 34) and silences that a reading fills (14, 24, 41); every other point shows in the data."""
    told_apart = {int(row["point"]) for row in POINTS if row["verdict"] != "same"}
    assert set(range(1, 46)) - told_apart == {5, 14, 24, 28, 34, 41}


@pytest.mark.parametrize(("table", "twin"), [("A", "III"), ("B", "IV"), ("C", "V"), ("D", "VI"), ("F", "VII")])
def test_an_aces_up_table_has_a_twin_under_another_name(table: str, twin: str) -> None:
    for shown in SHOWN.values():
        assert shown[f"paytables.aces_up.tables.{table}"].twin == twin
        assert shown[f"paytables.aces_up.tables.{twin}"].twin == table


@pytest.mark.parametrize("table", ["E", "I", "II"])
def test_an_aces_up_table_may_have_no_twin(table: str) -> None:
    for shown in SHOWN.values():
        assert shown[f"paytables.aces_up.tables.{table}"].twin == ""


def test_paytable_c_pays_what_two_link_tables_pay() -> None:
    """Point 35: PTMGL01 has its pays, and PTMGL02 differs from PTMGL01 in envy alone."""
    assert SHOWN["ma-fcp-1"]["paytables.progressive.tables.C"].twin == ""
    assert SHOWN["ma-fcp-2"]["paytables.progressive.tables.C"].twin == "PTMGL01, PTMGL02"
    assert SHOWN["ma-fcp-2"]["paytables.progressive.tables.PTMGL01"].twin == "C"


def test_the_two_ways_of_setting_odds_are_told_apart() -> None:
    """Points 29 and 30: exact in Maryland, minimums in Massachusetts, though the Ante Bonus lines agree."""
    for wager in ("ante_bonus", "aces_up"):
        odds = [menu.odds for name in ("md-fcp", *EDITIONS) for menu in load(name).paytables if menu.wager == wager]
        assert odds == ["exact", "minimum", "minimum"]


def test_point_42_is_of_the_later_edition_only() -> None:
    assert SHOWN["ma-fcp-1"]["progressive.seed_scales_with_stake"].verdict == "same"


def test_a_comparison_turned_round_gives_the_same_verdicts() -> None:
    turned = {difference.key: difference.verdict for difference in compare(load("ma-fcp-1"), load("md-fcp"))}
    assert turned == {key: difference.verdict for key, difference in SHOWN["ma-fcp-1"].items()}
