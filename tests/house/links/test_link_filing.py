"""What may be filed for a link of meters, and which tables may join it."""

import re

import pytest

from croupier.house.links.filing import checked
from croupier.house.links.links import LinkFiling, filing_for, join_problem, parse_link
from croupier.rulebook.errors import BadInput
from tests.house.audit.strip import EVERY, FILED, LINK, one_level
from tests.house.links.linked import ON_LINK, linked_rules
from tests.table.pit import rules_with


def test_a_filed_link_is_read_with_its_highest_level_first() -> None:
    mega, minor = checked(parse_link(FILED, "strip.toml"))
    assert (mega.meter, minor.meter) == ("mega", "minor")
    assert (mega.initial_cents, mega.reset_cents, mega.ceiling_cents) == (2_000_000, 1_000_000, 3_000_000)
    assert mega.reserve_percent * 2 == 1
    assert minor.ceiling_cents is None
    assert minor.reserve_percent == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('link = "strip"', "", "'' cannot name a link"),
        ('"strip"', '"the strip"', "'the strip' cannot name a link; use a to z"),
        ('"strip"', '"a:b"', "cannot name a link"),
        ('"strip"', '"-"', "cannot name a link"),
        ("meters.mega", "meters.mgea", "has a meter 'mgea'; the nearest is mega"),
        ("meters.mega", "meters.progressive", "progressive beside other levels"),
        ("initial_cents = 25000", "initial_cents = 0", "meter minor: initial_cents is 0; write 1 to"),
        ("initial_cents = 25000\n", "", "meter minor: initial_cents is 0; write 1 to"),
        ("reset_cents = 25000", "reset_cents = 10000000001", "reset_cents is 10000000001; write 1 to 10000000000"),
        ("reset_cents = 25000", "reset_cents = -1", "meters.minor.reset_cents is -1; write an amount"),
        ("reset_cents = 25000", "reset_cents = 2.5", "meters.minor.reset_cents is 2.5; write an amount"),
        ("3000000", "1999999", "ceiling_cents is 1999999, and the meter starts or resets at 2000000"),
        ("3000000", "10000000001", "ceiling_cents is 10000000001"),
        ("0.5 %", "half", "reserve is 'half'; write a percentage"),
        ("0.5 %", "100.000001 %", "more than the whole stake"),
        ("0.5 %", "0.0000001 %", "write a percentage"),
        ("reserve =", "reserved =", "there is no key meters.mega.reserved; the nearest is reserve"),
        ("[meters.mega]", "[meters.mega", "is not TOML"),
    ],
)
def test_a_link_that_cannot_be_is_refused_in_a_sentence(old: str, new: str, said: str) -> None:
    assert old in FILED
    with pytest.raises(BadInput, match=re.escape(said)):
        checked(parse_link(FILED.replace(old, new), "strip.toml"))


def test_a_link_needs_a_meter() -> None:
    with pytest.raises(BadInput, match="has no meter"):
        checked(LinkFiling(link=LINK))


@pytest.mark.parametrize("ceiling", [1_000_000, 10**10])
def test_a_ceiling_may_be_what_the_meter_starts_with(ceiling: int) -> None:
    assert checked(one_level(ceiling))[0].ceiling_cents == ceiling


@pytest.mark.parametrize(("levels", "rulebook", "paytable"), EVERY)
def test_tables_of_every_game_join_a_link_of_their_levels_and_no_other(
    levels: int, rulebook: str, paytable: str
) -> None:
    rules = linked_rules(rulebook, paytable)
    for number, entries in ON_LINK.items():
        link = checked(filing_for(LINK, linked_rules(*entries[-1])))
        problem = join_problem(link, rules)
        if number == levels:
            assert problem is None
        else:
            assert problem is not None
            assert problem.code == "other_meters"
            assert problem.clause.startswith((f"{rulebook}:", "ma-fcp-1:"))
            assert "elect a paytable of the same levels" in problem.sentence


@pytest.mark.clause("md-tcp:.12E(3)(b)", "ma-fcp-1:13(a)(3)#2")
@pytest.mark.parametrize("amount", ["initial_cents", "reset_cents"])
@pytest.mark.parametrize(("more", "joins"), [(-1, False), (0, True), (1, False)])
@pytest.mark.parametrize("rulebook", ["md-tcp", "ma-fcp-1"])
def test_a_table_joins_only_at_the_amounts_it_has_filed(rulebook: str, amount: str, more: int, joins: bool) -> None:
    rules = linked_rules(rulebook, "A", changed={amount: 1_000_000 + more})
    problem = join_problem(checked(one_level()), rules)
    if joins:
        assert problem is None
    else:
        assert problem is not None
        assert problem.code == f"other_{amount.removesuffix('_cents')}"
        assert "Link strip has $10,000 as the" in problem.sentence
        assert "file $10,000, or join another link" in problem.sentence


def test_a_table_without_a_progressive_wager_joins_none() -> None:
    rules = rules_with("md-tcp", ("ante", "play", "pair_plus"))
    problem = join_problem(checked(one_level()), rules)
    assert problem is not None
    assert problem.code == "no_meter"


@pytest.mark.parametrize(("reserve", "joins"), [("79.999999 %", True), ("80 %", True), ("80.000001 %", False)])
def test_rates_and_reserve_together_take_no_more_than_the_stake(reserve: str, joins: bool) -> None:
    problem = join_problem(checked(one_level(reserve=reserve)), linked_rules("md-tcp", "A"))  # at 20 %
    assert (problem is None) == joins
    assert problem is None or problem.code == "over_the_stake"
