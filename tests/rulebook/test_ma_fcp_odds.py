"""Massachusetts' Ante Bonus and Aces Up odds are minimums: below, at and above every line of every table."""

from typing import Any

import pytest

from croupier.rulebook.elect import resolve
from croupier.rulebook.errors import BadInput

from .filing import (
    ABSENT,
    assert_accepted,
    assert_broken,
    assert_refused,
    at,
    broken,
    example,
    filed,
    found,
    sign,
    with_changes,
)

ANTE_BONUS = {"four_of_a_kind": 25, "straight_flush": 20, "three_of_a_kind": 2}
LINES = ("four_of_a_kind", "straight_flush", "three_of_a_kind", "flush", "straight", "two_pair", "pair_of_aces")
ACES_UP = {
    "I": (50, 40, 9, 6, 4, 2, 1),
    "II": (50, 40, 7, 6, 5, 2, 1),
    "III": (50, 30, 9, 6, 4, 2, 1),
    "IV": (50, 30, 7, 6, 5, 2, 1),
    "V": (50, 40, 8, 5, 4, 3, 1),
    "VI": (50, 40, 8, 6, 4, 2, 1),
    "VII": (50, 40, 7, 5, 4, 3, 1),
}


def lower_and_enough(pays: int) -> tuple[list[str], list[str]]:
    """Odds that fall short of `pays to 1`, the last by a thousandth of a unit, and odds that reach it."""
    short = [f"{pays - 1} to 1"] if pays > 1 else []
    short += [f"{pays * 2 - 1} to 2", f"{pays * 1000 - 1:,} to 1,000", f"{pays} for 1", f"{pays + 1} for 1"]
    return short, [f"{pays} to 1", f"{pays * 1000 + 1:,} to 1,000", f"{pays + 1} to 1"]


@pytest.mark.parametrize("rulebook", ["ma-fcp-1", "ma-fcp-2"])
@pytest.mark.parametrize(("line", "pays"), ANTE_BONUS.items())
@pytest.mark.clause("ma-fcp-1:11(a)(2)#2")
def test_the_ante_bonus_pays_no_less_than_listed(rulebook: str, line: str, pays: int) -> None:
    """A line is printed as `to`, so that odds in `for` are not a higher form of it, whatever they come to."""
    field = f"odds.ante_bonus.{line}"
    short, enough = lower_and_enough(pays)
    for odds in short:
        assert_refused(rulebook, {field: odds}, field, "ma-fcp-1:11(a)(2)#2")
    for odds in enough:
        assert_accepted(rulebook, {field: odds})


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("table", ACES_UP)
@pytest.mark.clause("ma-fcp-1:11(a)(3)#2")
def test_aces_up_pays_no_less_than_the_elected_table(table: str, line: str) -> None:
    field, elected = f"odds.aces_up.{line}", {"elections.aces_up": table}
    short, enough = lower_and_enough(ACES_UP[table][LINES.index(line)])
    for odds in short:
        assert_refused("ma-fcp-1", elected | {field: odds}, field, "ma-fcp-1:11(a)(3)#2")
    for odds in enough:
        assert_accepted("ma-fcp-1", elected | {field: odds})


@pytest.mark.parametrize(
    ("clause", "given", "field", "value"),
    [
        broken("ma-fcp-1:11(a)(3)#2", "elections.aces_up", ABSENT),
        broken("ma-fcp-1:11(a)(3)#2", "elections.aces_up", "VIII"),
        broken("ma-fcp-1:11(a)(3)#2", "elections.aces_up", "A"),
        # Straight flush at 30 to 1 is what III lists and less than I does.
        broken("ma-fcp-1:11(a)(3)#2", "odds.aces_up.straight_flush", "30 to 1", {"elections.aces_up": "I"}),
    ],
)
def test_the_minimums_are_those_of_one_named_table(
    clause: str, given: dict[str, Any], field: str, value: object
) -> None:
    assert_broken("ma-fcp-1", given, field, value, clause)


@pytest.mark.parametrize(
    ("field", "odds", "clause"),
    [
        ("odds.ante.win", "2 to 1", "11(a)(1)"),
        ("odds.cover_all.three_of_a_kind", "9 to 1", "12(c)"),
        ("odds.progressive.three_of_a_kind", "10 for 1", "13(a)(1)"),
        ("odds.envy.four_aces", "$101", "13(a)(5)"),
    ],
)
def test_all_other_odds_are_exact(field: str, odds: str, clause: str) -> None:
    """Reading A29: only the Ante Bonus and Aces Up lists are minimums."""
    assert_refused("ma-fcp-1", {field: odds}, field, f"ma-fcp-1:{clause}")


@pytest.mark.clause("ma-fcp-1:11(a)(2)#2", "ma-fcp-1:11(a)(3)#2")
def test_higher_odds_are_paid_and_posted_line_by_line() -> None:
    changes = {"odds.ante_bonus": {"three_of_a_kind": "3 to 1"}, "odds.aces_up.two_pair": "5 to 2"}
    rules = resolve(filed(with_changes(example("ma-fcp-1"), changes)))
    bonus, aces_up = rules.table("ante_bonus"), rules.table("aces_up")
    assert bonus is not None
    assert aces_up is not None
    assert [str(line.pays) for line in bonus.lines] == ["25 to 1", "20 to 1", "3 to 1"]
    assert [str(line.pays) for line in aces_up.lines] == [
        *("50 to 1", "30 to 1", "9 to 1", "6 to 1", "4 to 1", "5 to 2", "1 to 1")
    ]
    posted = {table.title: dict(table.lines) for table in sign("ma-fcp-1", changes).tables}
    assert posted["Ante Bonus"]["Three of a kind"] == "3 to 1"
    assert posted["Aces Up"]["Two pair"] == "5 to 2"


@pytest.mark.parametrize(("rulebook", "wager"), [("md-tcp", "pair_plus"), ("md-uth", "trips")])
def test_odds_filed_beside_a_printed_paytable_are_a_violation(rulebook: str, wager: str) -> None:
    """A document without minimums is paid as printed, and a submission that says otherwise is not in force."""
    changes = {f"odds.{wager}.flush": "99 to 1"}
    (finding,) = at(f"odds.{wager}.flush", found(rulebook, changes))
    assert finding.severity == "violation"
    assert finding.clause.startswith(f"{rulebook}:")
    with pytest.raises(BadInput, match=wager):
        resolve(filed(with_changes(example(rulebook), changes)))
